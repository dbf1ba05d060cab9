/* formula_file.h: a mechanism of one's own in a file, which stands for the options of an entry formula. */
#ifndef LG_CONFIG_FORMULA_FILE_H
#define LG_CONFIG_FORMULA_FILE_H

#include "base/arena.h"
#include "base/registry.h"

enum { LG_FORMULA_FILE_OPTIONS = 8 };

typedef struct lg_formula_file {
    const char *axis;
    const char *name, *summary, *source; /* NULL: the file does not say */
    lg_entry_default means[LG_FORMULA_FILE_OPTIONS];
    int count;
    lg_arena *arena; /* of all texts */
} lg_formula_file;

/* Does a value of this axis name such a file? */
bool lg_is_formula_file(const char *axis, const char *value);
/* axis NULL: that of the file. LG_USAGE: it cannot be read, or has no formula of the axis. */
bool lg_formula_file_read(const char *path, const char *axis, lg_arena *arena, lg_formula_file *out, lg_error *err);
bool lg_formula_file_check(const char *path, const char *axis, lg_error *err); /* the same, and its texts */

#endif
