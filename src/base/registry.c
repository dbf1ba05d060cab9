/* registry.c: looking things up in lists. Every list is short, and is asked once per run: walking it will do. */
#include "base/registry.h"

#include <string.h>

const void *lg_entry_find(const void *list, const char *name) {
    for (const lg_entry *const *e = list; *e; e++)
        if (!strcmp((*e)->name, name)) return *e;
    return NULL;
}
