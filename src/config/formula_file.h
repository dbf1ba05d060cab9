/* formula_file.h: formula files, which hold the options of an axis's entry `formula`. */
#ifndef LG_CONFIG_FORMULA_FILE_H
#define LG_CONFIG_FORMULA_FILE_H

#include "base/arena.h"
#include "base/entry.h"

enum { LG_FORMULA_FILE_OPTIONS = 8 };

typedef struct lg_formula_file {
    const char *axis;
    const char *name, *summary, *source; /* NULL: not in the file */
    lg_entry_default means[LG_FORMULA_FILE_OPTIONS];
    int count;
    lg_arena *arena; /* owns all texts */
} lg_formula_file;

/* Is the value a formula file rather than a name of this axis? */
bool lg_is_formula_file(const char *axis, const char *value);
/* Reads a formula file. If `axis` is NULL, the axis is that of the first option in the file. LG_USAGE: the file is
 * unreadable, or has no formula for the axis. */
bool lg_formula_file_read(const char *path, const char *axis, lg_arena *arena, lg_formula_file *out, lg_error *err);
bool lg_formula_file_check(const char *path, const char *axis, lg_error *err); /* also checks its formulas */

#endif
