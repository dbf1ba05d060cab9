/* custom.h: data that a program registers in a context (lg_context_register_data): entries of the axis `data` beside
 * those of the lists, known to the values of that context alone (config/values.h). */
#ifndef LG_DATA_CUSTOM_H
#define LG_DATA_CUSTOM_H

#include "data/data.h"
#include "lengthen.h"

/* Zeros: none. What is in it stays where it is. */
typedef struct lg_custom_list {
    lg_arena *arena; /* holds the entries and copies of their texts and arrays */
    const struct lg_custom_entry *first;
} lg_custom_list;

/* Adds an entry. Fails with the member that is wrong. */
bool lg_custom_register(lg_custom_list *l, const lg_custom_data *data, lg_error *err);
const lg_data *lg_custom_find(const lg_custom_list *l, const char *name); /* NULL if there is none; l may be NULL */
void lg_custom_free(lg_custom_list *l);

#endif
