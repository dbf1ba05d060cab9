/* axes.h: the axes of a config, and all options. Config, catalogue and error messages walk the same tables, so a new
 * entry appears everywhere at once. */
#ifndef LG_CONFIG_AXES_H
#define LG_CONFIG_AXES_H

#include "base/entry.h"
#include "base/option.h"
#include "config/values.h"

typedef struct lg_axis_row {
    const char *key;                /* the config key; also a row of lg_axis_options */
    const char *summary;            /* what is chosen on this axis */
    const lg_entry *const *entries; /* ends with NULL */
} lg_axis_row;

extern const lg_axis_row lg_axes[];               /* ends with a row of zeros */
extern const lg_option lg_axis_options[];         /* the options that hold the choices, one text row per axis */
extern const lg_option lg_run_options[];          /* files and machine: these do not change results */
extern const lg_option *const lg_common_tables[]; /* the options of every run except the axes; ends with NULL */

const lg_axis_row *lg_axis_find(const char *key);   /* NULL if there is no such axis */
bool lg_axis_has_patterns(const lg_axis_row *axis); /* may the choice differ between blocks? */
/* The entry of that name; for a pattern (config/block_pattern.h), that of its first block. NULL: there is none. */
const lg_entry *lg_axis_entry(const lg_axis_row *axis, const char *name);

/* An alias: another name for a choice, possibly with options and choices on other axes. It can be used wherever the
 * choice's name can, and is expanded when it is set, so values, records and ids contain only the choice. Aliases on
 * "sublayer" and "setting" (lg_settings), which are not axes, only serve look-ups. */
typedef struct lg_second_name_row {
    const char *axis, *name;
    lg_entry_default means[8]; /* the choice first; ends with a row of zeros */
    bool spelled;              /* only for data whose tokens are bytes or characters */
} lg_second_name_row;
extern const lg_second_name_row lg_second_names[];                                 /* ends with a row of zeros */
const lg_second_name_row *lg_second_name_find(const char *axis, const char *name); /* NULL: not an alias */
/* The name of the choice that an alias stands for; a name that is not an alias is returned unchanged. */
const char *lg_axis_first_name(const char *axis, const char *name);
/* The alias for the current choice with its current options: among aliases whose settings all hold and are not all
 * defaults, the one with the most settings. NULL: none. */
const lg_second_name_row *lg_second_name_of(const lg_values *v, const char *axis);
/* The name of the alias that lg_second_name_of finds, "yarn", or else the name of the choice, "rope". */
const char *lg_axis_known_name(const lg_values *v, const char *axis);

/* Translations of names from other programs (other_words.c); NULL: unknown. For an option: its key, possibly followed
 * by a remark. For a choice: its name on the axis or, if axis is NULL, AXIS/NAME; possibly several names. */
const char *lg_other_option(const char *name, size_t length);
const char *lg_other_choice(const char *axis, const char *name);

/* Checks a value against one option, also accepting aliases of values ("yarn" of encoding.frequencies). */
bool lg_row_check(const lg_option *o, const char *value, lg_error *err);

/* Names from the literature for option values (`albert`), with the values in `defaults`. Ends with zeros. */
extern const lg_entry lg_settings[];

/* Visits every row of every table: the axes, the common options (axis and entry NULL), the options of each entry, and
 * those of entries chosen for a stream (config/stream_options.h). A name may come several times if entries share an
 * option. Stops when `visit` returns false. */
typedef bool (*lg_option_visit)(void *user, const lg_option *o, const lg_axis_row *axis, const lg_entry *entry);
void lg_options_walk(lg_option_visit visit, void *user);

/* lg_option_flag: the short flag of an option, "steps" for train.steps; "" if it has none. lg_option_of_flag: the full
 * name of the option with this short flag; NULL: none. */
const char *lg_option_flag(const char *name);
const char *lg_option_of_flag(const char *flag);

#endif
