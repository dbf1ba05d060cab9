/* registry.c: looking things up in lists. Every list is short, and is asked once per run: walking it will do. */
#include "base/registry.h"

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
