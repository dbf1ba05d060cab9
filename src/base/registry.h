/* registry.h: what every entry of every list shares, so that `list`, `show` and error texts can walk any axis. A list
 * is an array of pointers to entries of one scheme; it ends with NULL. */
#ifndef LG_BASE_REGISTRY_H
#define LG_BASE_REGISTRY_H

#include "base/option.h"

/* A value that an option has while an entry is chosen and nobody sets it. */
typedef struct lg_entry_default {
    const char *key, *value; /* NULL, NULL: the end */
} lg_entry_default;

/* The first members of every scheme, in this order; a scheme begins with LG_ENTRY and casts to lg_entry. */
#define LG_ENTRY                                                                                                       \
    const char *name;                 /* as typed */                                                                   \
    const char *summary;              /* one line */                                                                   \
    const char *formula;              /* what is computed, in plain text, with shapes */                               \
    const char *source;               /* paper and equation */                                                         \
    const char *example;              /* a command or settings, rows of what follows, and why; NULL: none */           \
    const char *published;            /* numbers of papers that it stands for, one paper a line; NULL: none */         \
    const lg_option *options;         /* rows in force when this entry is chosen; NULL if there are none */            \
    const lg_entry_default *defaults; /* of other axes and of options; of an axis the first counts; NULL: none */      \
    const lg_entry_default *ignored;  /* keys that it has no use for, with the value that asks for nothing; NULL:      \
                                         none */                                                                       \
    size_t own_bytes;                 /* LG_OWN of the struct that its options are read into; 0: there is none */      \
    void (*settle)(void *own);        /* puts what follows from these beside them, once; NULL: nothing does */         \
    bool experimental                 /* an idea that is tried: no oracle, published numbers and documents yet */

typedef struct lg_entry {
    LG_ENTRY;
} lg_entry;

/* The options of an entry, read once, when it is chosen, into a struct of its own: rows name its members with `at`, and
 * hooks get it as `own`. */
enum { LG_OWN_BYTES = 128 };
typedef union lg_own {
    unsigned char bytes[LG_OWN_BYTES];
    double aligned;
    const void *too;
} lg_own;
/* sizeof the struct; a compile error where it is too large for an lg_own. */
#define LG_OWN(type) (sizeof(type) + 0 * sizeof(char[sizeof(type) <= LG_OWN_BYTES ? 1 : -1]))
/* An entry of a scheme with its options: `typedef LG_CHOSEN(lg_mask) lg_chosen_mask`. */
#define LG_CHOSEN(scheme)                                                                                              \
    struct {                                                                                                           \
        const scheme *entry;                                                                                           \
        lg_own own;                                                                                                    \
    }

/* The row of a key in a list that ends with zeros, as `defaults`; NULL: there is none, or no list. */
const lg_entry_default *lg_entry_default_find(const lg_entry_default *list, const char *key);
/* The entry with this name, of a list of any scheme; NULL if there is none. */
const void *lg_entry_find(const void *list, const char *name);

#endif
