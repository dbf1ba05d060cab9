/* config.h: settings from several sources, and the values to which they resolve.
 *
 * A setting has an origin: flag > environment > file > preset > default. If a key is set several times, the setting of
 * the highest origin takes effect, whatever the order of calls. Within one origin the last setting takes effect, so a
 * file overrides its base. A key that the resolved choices do not use is an error, unless the choice that makes it
 * unused has a higher origin. For example, a file may choose positions and set their option positions.L. If a flag
 * chooses other positions, which do not have this option, positions.L of the file is ignored. */
#ifndef LG_CONFIG_CONFIG_H
#define LG_CONFIG_CONFIG_H

#include "base/arena.h"
#include "config/values.h"

struct lg_yaml_item; /* config/yaml.h */

/* One setting as it was made. */
typedef struct lg_assignment {
    char *key, *value, *where; /* key: the full name, even if it was set by a short flag or as AXIS.name */
    char *alias;               /* the alias by which the value was chosen (axes.h); NULL: none */
    lg_origin origin;
    int layer;     /* single settings: 0; each file: the next number, so later files override earlier ones */
    unsigned call; /* number of the call that added it; an alias or a formula file adds several rows */
} lg_assignment;

typedef struct lg_assignments {
    lg_assignment *rows; /* in the order of creation */
    size_t count, capacity;
    size_t stored; /* number of rows from the config of a run directory, which come first */
    int layers;
    unsigned calls;
    bool identity; /* read from an identity text: missing keys get their fixed default, whatever the other choices */
    const struct lg_custom_list *custom; /* data registered by the program, also set in the values; NULL: none */
} lg_assignments;

void lg_assignments_clear(lg_assignments *s); /* frees everything; a zeroed struct is valid and empty */
/* Ends a change that adds several settings. before: the number of settings before the change. If the change failed (not
 * `good`), undoes it by removing all later settings. Returns `good`. */
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
/* Loads a file and all its bases. The origin is LG_FILE or LG_PRESET; presets among the bases are always LG_PRESET. On
 * failure the settings are unchanged. */
bool lg_assignments_load(lg_assignments *s, const char *path, lg_origin origin, lg_error *err);
/* Loads the config of a run directory as LG_FILE. A file that cannot be read is LG_FAILED, not LG_USAGE. */
bool lg_assignments_load_saved(lg_assignments *s, const char *path, lg_error *err);
/* Removes the settings of a key that came from the run directory. */
void lg_assignments_drop_saved(lg_assignments *s, const char *key);
/* Removes the settings of a key, given by its full name. Also removes all other settings that the same calls added, for
 * example those of an alias. Settings from the run directory remain. */
void lg_assignments_unset(lg_assignments *s, const char *key);
/* Adds the items of a file at `path`. Its bases are the values of the item `base`. The origin is LG_FILE. */
bool lg_assignments_add_items(lg_assignments *s, const struct lg_yaml_item *items, const char *path, lg_error *err);
/* Reads a file from memory as LG_FILE, without bases. */
bool lg_assignments_read(lg_assignments *s, const char *text, size_t size, const char *name, lg_error *err);
/* Adds the options of a list "mask: window, mask.width: 16". name: for messages, before line and column. */
bool lg_assignments_add_list(lg_assignments *s, const char *list, lg_origin origin, const char *name, lg_error *err);
bool lg_assignments_load_preset(lg_assignments *s, const char *name, lg_error *err);
/* The setting of a key that takes effect: the last setting of the highest origin. NULL: the key was not set. */
const lg_assignment *lg_assignments_effective(const lg_assignments *s, const char *key);
/* Does setting a take precedence over b? NULL stands for a default, which has the lowest origin. */
bool lg_assignment_is_above(const lg_assignment *a, const lg_assignment *b);
/* Adds LENGTHEN_... variables from an array like environ. */
bool lg_assignments_add_environment(lg_assignments *s, char *const *variables, lg_error *err);

/* The resolved values of the settings. */
typedef struct lg_resolved_config {
    lg_values *values;      /* of axes, common options and options of chosen entries; `out` has the hash for <hash> */
    lg_origin *origins;     /* [lg_values_count]: origin of each value */
    const char **locations; /* [lg_values_count]: location of each value; "" for defaults */
    const char **yaml;      /* [lg_values_count]: each value as a YAML scalar */
    const char *text;       /* canonical YAML of all values, with the original `out`: the config of a run directory */
    const char *identity;   /* the lines of `text` that affect results (lg_key_is_identity) */
    char hash[33];          /* 32 hex digits: XXH3-128 of `identity` */
    lg_arena *arena;        /* owns the texts above */
} lg_resolved_config;

/* Chooses the entries, adds their options, and checks everything. Returns NULL on failure. The settings do not
 * change. */
lg_resolved_config *lg_assignments_resolve(const lg_assignments *s, lg_error *err);
/* Loads and resolves the config of a run directory (lg_assignments_load_saved). */
lg_resolved_config *lg_resolve_saved(const char *path, const struct lg_custom_list *custom, lg_error *err);
void lg_resolved_config_free(lg_resolved_config *d); /* NULL is allowed */
/* Number of blocks of the model. It may differ from model.blocks, the number of repetitions of model.order. */
int lg_resolved_blocks(const lg_values *v);

const char *lg_origin_name(lg_origin o); /* "default", "preset", "file", "environment", "flag" */
/* Fails with the message `words`. The message begins with the location of a setting: among the keys of `words`
 * (lg_blame), the key whose setting has the highest origin is chosen. */
bool lg_resolved_config_fail(const lg_resolved_config *d, const lg_error *words, lg_error *err);

/* The full name of a short flag or of AXIS.name. Other keys are returned unchanged. */
const char *lg_key_full_name(const char *key);
/* The key most similar to a misspelt key: a short flag, a key with the same last part, or the nearest by edit distance.
 * NULL: none is similar. */
const char *lg_key_suggestion(const char *key);

/* Fails with a message, prefixed with the location `where` unless that is "". */
bool lg_fail_at_location(lg_error *err, lg_status code, const char *where, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Fails because a stored config is unusable for the reason `words`. `what` names the config. LG_USAGE becomes
 * LG_CORRUPT, because the config must be damaged. Unregistered data and lack of memory keep their status. */
bool lg_fail_saved(lg_error *err, const char *what, const lg_error *words);

const lg_option *lg_key_option(const char *key); /* key: the full name; NULL: there is no such option */
/* Checks a key and its value. Options of all entries are accepted, whatever the choices. where: location of the key or
 * value; custom: data registered by the program. */
bool lg_key_check(const char *key, const char *where, lg_error *err);
bool lg_value_check(const struct lg_custom_list *custom, const char *key, const char *value, const char *where,
                    lg_error *err);

/* Lists the keys that affect results and have different values in two configs: "train.lr 0.1 instead of 0.2, ...", with
 * the value in b first. If several keys exist in only one config, they are counted, not listed. Returns false if there
 * are no differences. */
bool lg_configs_differ(const lg_values *a, const lg_values *b, char *text, size_t size);
/* Do the configs differ, but only in options with which the first trains longer (lg_ending_is_later)? */
bool lg_config_extends(const lg_values *longer, const lg_values *shorter);

/* Does this key affect results? Files, machine, evaluation and metric do not. */
bool lg_key_is_identity(const char *key);

/* Writes `key: value` lines for a digest, in alphabetical order: all keys that `wanted` accepts. Values are written as
 * YAML or as plain text. An option that is newer than the format of ids (`since`) is omitted if it has its default.
 * NULL: out of memory. */
typedef bool (*lg_key_filter)(const char *key);
const char *lg_identity_lines(const lg_values *v, lg_key_filter wanted, bool yaml, lg_arena *arena);

#endif
