/* entry.h: the members that entries of all lists have in common, so that `list`, `show` and error messages can handle
 * any axis. A list is an array of pointers to entries of one type, ending with NULL. */
#ifndef LG_BASE_ENTRY_H
#define LG_BASE_ENTRY_H

#include "base/option.h"

/* A default of an option or an axis that applies while an entry is chosen. */
typedef struct lg_entry_default {
    const char *key, *value; /* NULL, NULL: the end */
} lg_entry_default;

/* The first members of every entry type, in this order, so that each can be cast to lg_entry. */
#define LG_ENTRY                                                                                                       \
    const char *name;                 /* as typed */                                                                   \
    const char *summary;              /* one line */                                                                   \
    const char *formula;              /* plain text, with shapes */                                                    \
    const char *source;               /* paper and equation */                                                         \
    const char *example;              /* a command or settings, output lines, and an explanation; NULL: none */        \
    const char *published;            /* published results that it reproduces, one paper a line; NULL: none */         \
    const lg_option *options;         /* options that exist only while this entry is chosen; NULL: none */             \
    const lg_entry_default *defaults; /* of other axes and options; an earlier axis takes precedence; NULL: none */    \
    const lg_entry_default *ignored;  /* unused keys, each with the value that means "off"; NULL: none */              \
    size_t own_bytes;                 /* LG_OWN of the options struct; 0: none */                                      \
    void (*derive)(void *own);        /* derives further members from the options, once; NULL: none */                 \
    bool experimental                 /* an idea under test: no oracle, published numbers or documents yet */

typedef struct lg_entry {
    LG_ENTRY;
} lg_entry;

/* The options of a chosen entry, read once into a struct of the entry's own type. Option rows name its members by
 * offset (`at`), and hooks receive it as `own`. */
enum { LG_OWN_BYTES = 128 };
typedef union lg_own {
    unsigned char bytes[LG_OWN_BYTES];
    double number; /* this and the next member only align the bytes */
    const void *pointer;
} lg_own;
/* sizeof the struct; a compile error if it does not fit into an lg_own. */
#define LG_OWN(type) (sizeof(type) + 0 * sizeof(char[sizeof(type) <= LG_OWN_BYTES ? 1 : -1]))
/* An entry of a list with its options: `typedef LG_CHOSEN(lg_mask) lg_chosen_mask`. */
#define LG_CHOSEN(scheme)                                                                                              \
    struct {                                                                                                           \
        const scheme *entry;                                                                                           \
        lg_own own;                                                                                                    \
    }

/* The row of a key in a list that ends with zeros, such as `defaults`; NULL: no row, or no list. */
const lg_entry_default *lg_entry_default_find(const lg_entry_default *list, const char *key);
/* The entry with this name in any such list; NULL if there is none. */
const void *lg_entry_find(const void *list, const char *name);

#endif
