/* entry.c: looks up entries by name. Every list is short and is searched once per run, so a linear search
 * suffices. */
#include "base/entry.h"

#include <string.h>

const lg_entry_default *lg_entry_default_find(const lg_entry_default *list, const char *key) {
    for (; list && list->key; list++)
        if (!strcmp(list->key, key)) return list;
    return NULL;
}

const void *lg_entry_find(const void *list, const char *name) {
    for (const lg_entry *const *e = list; *e; e++)
        if (!strcmp((*e)->name, name)) return *e;
    return NULL;
}
