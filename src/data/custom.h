/* custom.h: data that a program registers in a context (lg_context_register_data). Each call adds an entry to the axis
 * `data`; only the values of that context can name the entry (config/values.h). */
#ifndef LG_DATA_CUSTOM_H
#define LG_DATA_CUSTOM_H

#include "data/data.h"
#include "lengthen.h"

/* All zeros: empty. Pointers to entries stay valid. */
typedef struct lg_custom_list {
    lg_arena *arena; /* holds the entries and copies of their strings and arrays */
    const struct lg_custom_entry *first;
} lg_custom_list;

/* Adds an entry. On failure the message names the invalid member. */
bool lg_custom_register(lg_custom_list *l, const lg_custom_data *data, lg_error *err);
const lg_data *lg_custom_find(const lg_custom_list *l, const char *name); /* NULL: not found; l may be NULL */
void lg_custom_free(lg_custom_list *l);

#endif
