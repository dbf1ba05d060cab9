/* axes.h: the independent choices of a run, and every option there is. Config, catalogue and error texts walk the same
 * table, so a new entry of any list is known everywhere at once. */
#ifndef LG_CONFIG_AXES_H
#define LG_CONFIG_AXES_H

#include "base/option.h"
#include "base/registry.h"
#include "config/values.h"

typedef struct lg_axis_row {
    const char *key;                /* the config key; also a row of lg_axis_options */
    const char *summary;            /* what is chosen here */
    const lg_entry *const *entries; /* ends with NULL */
} lg_axis_row;

extern const lg_axis_row lg_axes[];               /* ends with a row of zeros */
extern const lg_option lg_axis_options[];         /* the choices themselves, one text row per axis */
extern const lg_option lg_run_options[];          /* files and machine: nothing here changes a result */
extern const lg_option *const lg_common_tables[]; /* the options of every run, the axes left out; ends with NULL */

const lg_axis_row *lg_axis_find(const char *key);   /* NULL if there is no such axis */
bool lg_axis_has_patterns(const lg_axis_row *axis); /* may it differ from block to block? */
/* Of a pattern (config/block_pattern.h), that of the first block. NULL if there is none of that name. */
const lg_entry *lg_axis_entry(const lg_axis_row *axis, const char *name);

/* Another name for a choice, or for one with options, also with choices on other axes: it stands wherever a choice
 * does, and settings become what it means. Values, records and identities know the first name alone. On "sublayer" and
 * "setting" (lg_settings), which are no axes, it is there to be found. */
typedef struct lg_second_name_row {
    const char *axis, *name;
    lg_entry_default means[8]; /* the choice first; ends with a row of zeros */
    bool spelled;              /* only of data whose tokens are bytes or characters */
} lg_second_name_row;
extern const lg_second_name_row lg_second_names[];                                 /* ends with a row of zeros */
const lg_second_name_row *lg_second_name_find(const char *axis, const char *name); /* NULL: it is none */
const char *lg_axis_first_name(const char *axis, const char *name);                /* a first name stays */
/* The name that stands for a choice with the options that it has here: of those whose settings all hold, not all of
 * them by default, the one with most. NULL: none does. */
const lg_second_name_row *lg_second_name_of(const lg_values *v, const char *axis);
/* That name, or the choice's own: "yarn", "rope". */
const char *lg_axis_known_name(const lg_values *v, const char *axis);

/* What other programs' names are here (other_words.c), NULL where none is known. Of an option: its key, perhaps with a
 * remark behind it. Of a choice: its name on the axis, of any axis (NULL) behind "axis/"; there may be several. */
const char *lg_other_option(const char *name, size_t length);
const char *lg_other_choice(const char *axis, const char *name);

/* Checks a value against one option. A name may be another name for a value ("yarn" of encoding.frequencies). */
bool lg_row_check(const lg_option *o, const char *value, lg_error *err);

/* Names of the literature for values of options (`albert`): `defaults` are those that make it. Ends with zeros. */
extern const lg_entry lg_settings[];

/* Visits every row of every table: first the axes', then the common ones (axis and entry NULL), then those of each
 * entry, and those of entries that are chosen for a stream (config/stream_options.h). One name may come several times,
 * from entries that share an option. Stops when `visit` returns false. */
typedef bool (*lg_option_visit)(void *user, const lg_option *o, const lg_axis_row *axis, const lg_entry *entry);
void lg_options_walk(lg_option_visit visit, void *user);

/* The row's short flag: "steps" for train.steps, "" if it has none; and back: the full name of a short one, or NULL. */
const char *lg_option_flag(const char *name);
const char *lg_option_of_flag(const char *flag);

#endif
