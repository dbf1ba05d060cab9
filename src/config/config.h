/* config.h: settings from many places, and the one set of values that they resolve to.
 *
 * A setting has an origin: flag > environment > file > preset > default. A higher origin wins whatever the order of the
 * calls; within one origin the later setting wins, so that a file overrides its base. A key that the resolved choices
 * never use is an error, unless what makes it unread was decided above it: a file may set positions.L for its own
 * positions, and a flag that chooses other positions silences it. */
#ifndef LG_CONFIG_CONFIG_H
#define LG_CONFIG_CONFIG_H

#include "base/arena.h"
#include "config/values.h"

struct lg_yaml_item; /* config/yaml.h */

/* One setting, as it was made. */
typedef struct lg_assignment {
    char *key, *value, *where; /* the key in full: short flags and AXIS.name are resolved */
    char *said;                /* the second name that chose the value (axes.h); NULL: its own name did */
    lg_origin origin;
    int layer; /* 0 for single settings; files count up, so that of two files the later one is above */
} lg_assignment;

typedef struct lg_assignments {
    lg_assignment *rows; /* in the order in which they were made */
    size_t count, capacity;
    size_t stored; /* of them, those of the config of a run directory: the first ones */
    int layers;
    bool identity; /* read from an identity: what that does not tell has its fallback, and follows no other choice */
    const struct lg_custom_list *custom; /* data of the program; NULL: none. Goes into the values */
} lg_assignments;

void lg_assignments_clear(lg_assignments *s); /* gives everything back; a struct of zeros holds nothing */
/* Everything or nothing: drops the settings but the first `before` unless all went well. Returns `good`. */
bool lg_assignments_commit(lg_assignments *s, size_t before, bool good);

/* One setting. The key may be a dotted name, an axis, AXIS.name or a short flag; it and the value are checked when
 * the config is resolved. */
bool lg_assignments_add(lg_assignments *s, const char *key, const char *value, lg_origin origin, const char *where,
                        lg_error *err);
/* The same, in a layer: files have layers of their own. */
bool lg_assignments_add_to_layer(lg_assignments *s, int layer, const char *key, const char *value, lg_origin origin,
                                 const char *where, lg_error *err);
/* One setting above all others so far, whatever their origin. */
bool lg_assignments_override(lg_assignments *s, const char *key, const char *value, lg_error *err);
bool lg_assignments_copy(lg_assignments *to, const lg_assignments *from, lg_error *err); /* `to` is empty before */
/* A file with all its bases (origin LG_FILE or LG_PRESET; presets among the bases are LG_PRESET in any case). On
 * failure the settings are as before. */
bool lg_assignments_load(lg_assignments *s, const char *path, lg_origin origin, lg_error *err);
/* The config of a run directory, as a LG_FILE: where it cannot be read that is no usage error (LG_FAILED). */
bool lg_assignments_load_stored(lg_assignments *s, const char *path, lg_error *err);
/* Drops what the run directory says of a key. */
void lg_assignments_drop_stored(lg_assignments *s, const char *key);
/* Items that stand in a file at `path`, with the bases that an item `base` names (origin LG_FILE). */
bool lg_assignments_add_items(lg_assignments *s, const struct lg_yaml_item *items, const char *path, lg_error *err);
/* A file from memory, as a LG_FILE without bases. */
bool lg_assignments_read(lg_assignments *s, const char *text, size_t size, const char *name, lg_error *err);
/* The options of a list "mask: window, mask.width: 16"; name: in messages, before line and column. */
bool lg_assignments_add_list(lg_assignments *s, const char *list, lg_origin origin, const char *name, lg_error *err);
bool lg_assignments_load_preset(lg_assignments *s, const char *name, lg_error *err);
/* The row of a key that decides: the last one of the highest origin. NULL if the key was not set. */
const lg_assignment *lg_assignments_effective(const lg_assignments *s, const char *key);
/* Was a decided above b? NULL is the default, below everything. */
bool lg_assignment_is_above(const lg_assignment *a, const lg_assignment *b);
/* Takes LENGTHEN_... variables from a list like environ. */
bool lg_assignments_add_environment(lg_assignments *s, char *const *variables, lg_error *err);

/* What the settings resolve to. */
typedef struct lg_resolved_config {
    lg_values *values;      /* axes, common options and those of the chosen entries; <hash> in `out` is replaced */
    lg_origin *origins;     /* [lg_values_count], by index of the value: at what level it was set */
    const char **locations; /* [lg_values_count], and where it was written; "" for defaults */
    const char **yaml;      /* [lg_values_count], the value as a scalar of YAML */
    const char *text;       /* canonical YAML of all values, `out` as written: what a run directory stores */
    const char *identity;   /* those lines of the text that say what is computed: all but files, machine and eval.* */
    char hash[33];          /* 32 hex digits: XXH3-128 of the identity */
    lg_arena *arena;        /* holds the texts above */
} lg_resolved_config;

/* Chooses the entries, puts their options in force, checks everything. NULL on failure; the settings stay. */
lg_resolved_config *lg_assignments_resolve(const lg_assignments *s, lg_error *err);
/* The config of a run directory, as lg_assignments_load_stored reads it. */
lg_resolved_config *lg_resolve_stored(const char *path, const struct lg_custom_list *custom, lg_error *err);
void lg_resolved_config_free(lg_resolved_config *d); /* NULL is allowed */
/* The blocks of its model: model.blocks says how often model.order is repeated. */
int lg_resolved_blocks(const lg_values *v);

const char *lg_origin_name(lg_origin o); /* "default", "preset", "file", "environment", "flag" */
/* Fails like `words`, after the location of the key to blame: of its keys (lg_blame) the one that was set at the
 * highest level. */
bool lg_resolved_config_fail(const lg_resolved_config *d, const lg_error *words, lg_error *err);

/* The full name of a key: of a short flag, or of AXIS.name. Other keys are returned as they are. */
const char *lg_key_full_name(const char *key);
/* The key nearest to a wrong one: by its short flag, the last part of its name, or edit distance. NULL if nothing is
 * near. */
const char *lg_key_suggestion(const char *key);

/* Fails with a message after a location, unless that is "". */
bool lg_fail_at_location(lg_error *err, lg_status code, const char *where, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Fails because a stored config cannot be used, as `words` say: what would be wrong usage in another config is damage
 * (LG_CORRUPT) of `what` here; data that the program did not register, and a lack of memory, stay what they are. */
bool lg_fail_stored(lg_error *err, const char *what, const lg_error *words);

const lg_option *lg_key_option(const char *key); /* by its full name; NULL where there is none */
/* Checks a key and its value against every option of that name, whatever the choices; where: the location of the one or
 * the other; custom: data of the program. */
bool lg_key_check(const char *key, const char *where, lg_error *err);
bool lg_value_check(const struct lg_custom_list *custom, const char *key, const char *value, const char *where,
                    lg_error *err);

/* Names the keys in which two configs compute something else: "train.lr 0.1 instead of 0.2, ..." (b instead of a);
 * of several that only one of them reads, the number. False when there are none. */
bool lg_configs_differ(const lg_values *a, const lg_values *b, char *text, size_t size);
/* Is one the other with a training that may last longer (lg_ending_is_later), and nothing else? */
bool lg_config_extends(const lg_values *longer, const lg_values *shorter);

/* Does this key affect what is computed, or is it about files, the machine, evaluation or the metric? */
bool lg_key_is_identity(const char *key);

/* `key: value` lines for a digest, of the keys that `wanted` takes: in alphabetical order; values as YAML or as they
 * are. Options that came later (`since`) are left out at their default. NULL without memory. */
typedef bool (*lg_key_filter)(const char *key);
const char *lg_identity_lines(const lg_values *v, lg_key_filter wanted, bool yaml, lg_arena *arena);

#endif
