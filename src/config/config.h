/* config.h: settings from several sources, and the values they resolve to.
 *
 * A setting has an origin: flag > environment > file > preset > default. A higher origin wins regardless of the order
 * of calls; within one origin the later setting wins, so a file overrides its base. A key that the resolved choices do
 * not use is an error, unless the choice that makes it unused has a higher origin: a file may set positions.L for its
 * own positions, and a flag that chooses other positions overrides both. */
#ifndef LG_CONFIG_CONFIG_H
#define LG_CONFIG_CONFIG_H

#include "base/arena.h"
#include "config/values.h"

struct lg_yaml_item; /* config/yaml.h */

/* One setting as it was made. */
typedef struct lg_assignment {
    char *key, *value, *where; /* key: the full name, with short flags and AXIS.name resolved */
    char *alias;               /* the alias that chose the value (axes.h); NULL: none */
    lg_origin origin;
    int layer;     /* 0 for single settings; each file gets the next number, so later files override earlier ones */
    unsigned call; /* number of the call that made it: an alias or a formula file makes several rows */
} lg_assignment;

typedef struct lg_assignments {
    lg_assignment *rows; /* in the order of creation */
    size_t count, capacity;
    size_t stored; /* number of rows from the config of a run directory; they come first */
    int layers;
    unsigned calls;
    bool identity; /* read from an identity text: missing keys have their fallback and do not follow other choices */
    const struct lg_custom_list *custom; /* data registered by the program, passed on to the values; NULL: none */
} lg_assignments;

void lg_assignments_clear(lg_assignments *s); /* frees everything; a zeroed struct is valid and empty */
/* All or nothing: unless `good`, removes all settings after the first `before`. Returns `good`. */
bool lg_assignments_commit(lg_assignments *s, size_t before, bool good);

/* Adds one setting. The key may be a dotted name, an axis, AXIS.name or a short flag; key and value are checked during
 * resolution. */
bool lg_assignments_add(lg_assignments *s, const char *key, const char *value, lg_origin origin, const char *where,
                        lg_error *err);
/* Adds one setting to a layer. Each file has its own layer. */
bool lg_assignments_add_to_layer(lg_assignments *s, int layer, const char *key, const char *value, lg_origin origin,
                                 const char *where, lg_error *err);
/* Adds a setting that overrides all earlier ones, whatever their origin. */
bool lg_assignments_override(lg_assignments *s, const char *key, const char *value, lg_error *err);
bool lg_assignments_copy(lg_assignments *to, const lg_assignments *from, lg_error *err); /* `to` must be empty */
/* Loads a file with all its bases (origin LG_FILE or LG_PRESET; presets among the bases are always LG_PRESET). On
 * failure the settings are unchanged. */
bool lg_assignments_load(lg_assignments *s, const char *path, lg_origin origin, lg_error *err);
/* Loads the config of a run directory as LG_FILE. A file that cannot be read is LG_FAILED, not LG_USAGE. */
bool lg_assignments_load_saved(lg_assignments *s, const char *path, lg_error *err);
/* Removes the run directory's settings of a key. */
void lg_assignments_drop_saved(lg_assignments *s, const char *key);
/* Removes the settings of a key, given by its full name, and all others made by the same calls, for example by an
 * alias. Settings of the run directory stay. */
void lg_assignments_unset(lg_assignments *s, const char *key);
/* Adds the items of a file at `path`, with the bases in its item `base` (origin LG_FILE). */
bool lg_assignments_add_items(lg_assignments *s, const struct lg_yaml_item *items, const char *path, lg_error *err);
/* Reads a file from memory as LG_FILE, without bases. */
bool lg_assignments_read(lg_assignments *s, const char *text, size_t size, const char *name, lg_error *err);
/* Adds the options of a list "mask: window, mask.width: 16". name: for messages, before line and column. */
bool lg_assignments_add_list(lg_assignments *s, const char *list, lg_origin origin, const char *name, lg_error *err);
bool lg_assignments_load_preset(lg_assignments *s, const char *name, lg_error *err);
/* The setting of a key that takes effect: the last one of the highest origin. NULL: the key was not set. */
const lg_assignment *lg_assignments_effective(const lg_assignments *s, const char *key);
/* Does a take precedence over b? NULL is the default, the lowest. */
bool lg_assignment_is_above(const lg_assignment *a, const lg_assignment *b);
/* Adds LENGTHEN_... variables from an array like environ. */
bool lg_assignments_add_environment(lg_assignments *s, char *const *variables, lg_error *err);

/* The resolved values of the settings. */
typedef struct lg_resolved_config {
    lg_values *values;      /* axes, common options and options of the chosen entries; <hash> in `out` is replaced */
    lg_origin *origins;     /* [lg_values_count]: origin of each value */
    const char **locations; /* [lg_values_count]: location of each value; "" for defaults */
    const char **yaml;      /* [lg_values_count]: each value as a YAML scalar */
    const char *text;       /* canonical YAML of all values, with the original `out`: the config of a run directory */
    const char *identity;   /* the lines of `text` that affect results: all except files, machine and eval.* */
    char hash[33];          /* 32 hex digits: XXH3-128 of `identity` */
    lg_arena *arena;        /* owns the texts above */
} lg_resolved_config;

/* Chooses the entries, adds their options, checks everything. NULL on failure; the settings are unchanged. */
lg_resolved_config *lg_assignments_resolve(const lg_assignments *s, lg_error *err);
/* Loads and resolves the config of a run directory (lg_assignments_load_saved). */
lg_resolved_config *lg_resolve_saved(const char *path, const struct lg_custom_list *custom, lg_error *err);
void lg_resolved_config_free(lg_resolved_config *d); /* NULL is allowed */
/* Number of blocks of the model: model.blocks counts repetitions of model.order. */
int lg_resolved_blocks(const lg_values *v);

const char *lg_origin_name(lg_origin o); /* "default", "preset", "file", "environment", "flag" */
/* Fails with the message `words`, prefixed with the location of one of its keys (lg_blame): the key whose setting has
 * the highest origin. */
bool lg_resolved_config_fail(const lg_resolved_config *d, const lg_error *words, lg_error *err);

/* The full name of a short flag or of AXIS.name. Other keys are returned unchanged. */
const char *lg_key_full_name(const char *key);
/* The key most similar to a wrong one: by short flag, last part of the name, or edit distance. NULL: none is
 * similar. */
const char *lg_key_suggestion(const char *key);

/* Fails with a message, prefixed with the location `where` unless that is "". */
bool lg_fail_at_location(lg_error *err, lg_status code, const char *where, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Fails because a stored config is unusable for the reason `words`. LG_USAGE becomes LG_CORRUPT, since `what` must be
 * damaged; unregistered data and lack of memory keep their code. */
bool lg_fail_saved(lg_error *err, const char *what, const lg_error *words);

const lg_option *lg_key_option(const char *key); /* by its full name; NULL: there is none */
/* Checks a key and its value against all options of that name, whatever the choices. where: location of key or value;
 * custom: data registered by the program. */
bool lg_key_check(const char *key, const char *where, lg_error *err);
bool lg_value_check(const struct lg_custom_list *custom, const char *key, const char *value, const char *where,
                    lg_error *err);

/* Lists the keys whose values change results and differ between two configs: "train.lr 0.1 instead of 0.2, ...", the
 * value in b first. If several keys exist in only one config, these keys are counted and not listed. False: there are
 * no differences. */
bool lg_configs_differ(const lg_values *a, const lg_values *b, char *text, size_t size);
/* Do the configs differ, and only in options that let the first train longer (lg_ending_is_later)? */
bool lg_config_extends(const lg_values *longer, const lg_values *shorter);

/* Does this key affect results, rather than files, machine, evaluation or metric? */
bool lg_key_is_identity(const char *key);

/* Writes `key: value` lines for a digest: the keys that `wanted` accepts, in alphabetical order, with values as YAML or
 * as plain text. Options that are newer than the format of ids (`since`) are omitted if they have their default. NULL:
 * out of memory. */
typedef bool (*lg_key_filter)(const char *key);
const char *lg_identity_lines(const lg_values *v, lg_key_filter wanted, bool yaml, lg_arena *arena);

#endif
