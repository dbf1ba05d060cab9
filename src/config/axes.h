/* axes.h: the axes of a config, and all options. Config, catalogue and error messages walk the same tables, so a new
 * entry appears everywhere at once. */
#ifndef LG_CONFIG_AXES_H
#define LG_CONFIG_AXES_H

#include "base/entry.h"
#include "base/option.h"
#include "config/values.h"

typedef struct lg_axis_row {
    const char *key;                /* the config key; lg_axis_options has the option of this name */
    const char *summary;            /* what is chosen on this axis */
    const lg_entry *const *entries; /* ends with NULL */
} lg_axis_row;

extern const lg_axis_row lg_axes[];               /* ends with a row of zeros */
extern const lg_option lg_axis_options[];         /* the options whose values are the choices: one per axis */
extern const lg_option lg_run_options[];          /* options of files and machine, which do not change results */
extern const lg_option *const lg_common_tables[]; /* the options of every run except the axes; ends with NULL */

const lg_axis_row *lg_axis_find(const char *key);   /* NULL if there is no such axis */
bool lg_axis_has_patterns(const lg_axis_row *axis); /* may the choice differ between blocks? */
/* The entry of that name. If `name` is a pattern (config/block_pattern.h), the entry of the first block. NULL: there is
 * none. */
const lg_entry *lg_axis_entry(const lg_axis_row *axis, const char *name);

/* An alias: another name for a choice, possibly with options and with choices on other axes. An alias can be used
 * wherever the choice's name can be used. Setting an alias sets the choice and its options, so values, records and ids
 * never contain aliases. Aliases on "sublayer" and "setting" (lg_settings), which are not axes, serve only look-ups. */
typedef struct lg_second_name_row {
    const char *axis, *name;
    lg_entry_default means[8]; /* the choice, then its options; ends with a row of zeros */
    bool spelled;              /* applies only to data whose tokens are bytes or characters */
} lg_second_name_row;
extern const lg_second_name_row lg_second_names[];                                 /* ends with a row of zeros */
const lg_second_name_row *lg_second_name_find(const char *axis, const char *name); /* NULL: not an alias */
/* The name of the choice that an alias stands for; a name that is not an alias is returned unchanged. */
const char *lg_axis_first_name(const char *axis, const char *name);
/* The alias that describes the current choice and its current options. All settings of the alias must hold, and at
 * least one must differ from its default. Among several such aliases, the one with the most settings is returned. NULL:
 * there is none. */
const lg_second_name_row *lg_second_name_of(const lg_values *v, const char *axis);
/* The name of the alias that lg_second_name_of finds, such as "yarn". If it finds none, the name of the choice, such as
 * "rope". */
const char *lg_axis_known_name(const lg_values *v, const char *axis);

/* Translations of names from other programs (other_words.c). NULL: unknown. An option is translated to its key,
 * possibly followed by a remark. A choice is translated to its name on the axis or, if axis is NULL, to AXIS/NAME; an
 * ambiguous name has several translations. */
const char *lg_other_option(const char *name, size_t length);
const char *lg_other_choice(const char *axis, const char *name);

/* Checks a value against one option, also accepting aliases of values ("yarn" of encoding.frequencies). */
bool lg_row_check(const lg_option *o, const char *value, lg_error *err);

/* Names from the literature for values of options (`albert`). `defaults` contains the options and values. Ends with a
 * row of zeros. */
extern const lg_entry lg_settings[];

/* Visits all options of all tables: the axes, the common options (axis and entry are NULL), the options of each entry,
 * and the options of entries chosen for a single stream (config/stream_options.h). If entries share an option, its name
 * is visited several times. Stops when `visit` returns false. */
typedef bool (*lg_option_visit)(void *user, const lg_option *o, const lg_axis_row *axis, const lg_entry *entry);
void lg_options_walk(lg_option_visit visit, void *user);

/* lg_option_flag returns the short flag of an option, "steps" for train.steps; "" if it has none. lg_option_of_flag
 * returns the full name of the option with this short flag; NULL: there is none. */
const char *lg_option_flag(const char *name);
const char *lg_option_of_flag(const char *flag);

#endif
