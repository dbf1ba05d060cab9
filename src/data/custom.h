/* custom.h: data that a program registers in a context (lg_context_register_data). Each call adds an entry to the axis
 * `data`. Option values (config/values.h) of other contexts cannot name the entry. */
#ifndef LG_DATA_CUSTOM_H
#define LG_DATA_CUSTOM_H

#include "data/data.h"
#include "lengthen.h"

/* A struct of zeros is an empty list. Pointers to entries remain valid when entries are added. */
typedef struct lg_custom_list {
    lg_arena *arena; /* holds the entries and copies of their strings and arrays */
    const struct lg_custom_entry *first;
} lg_custom_list;

/* Adds an entry. On failure the message names the invalid member. */
bool lg_custom_register(lg_custom_list *l, const lg_custom_data *data, lg_error *err);
const lg_data *lg_custom_find(const lg_custom_list *l, const char *name); /* NULL: not found; l may be NULL */
void lg_custom_free(lg_custom_list *l);

#endif
