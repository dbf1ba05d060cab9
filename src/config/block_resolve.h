/* block_resolve.h: the canonical form of patterns (config/block_pattern.h) in a config, so that equal models have equal
 * texts. If an option has the same value in all items, that value is stored under the option's key. If the values
 * differ, the key has its default, and each item whose value is not the default states its value. */
#ifndef LG_CONFIG_BLOCK_RESOLVE_H
#define LG_CONFIG_BLOCK_RESOLVE_H

#include "config/block_pattern.h"
#include "config/config.h"

/* Does an item set the option itself? False if the value cannot be parsed. */
bool lg_pattern_sets(const lg_axis_row *axis, const char *value, const char *option, lg_arena *arena);
/* A pattern for `key`, made from the pattern p of another axis. It has one item for each item of p: the default for
 * `key` that the entry of p's item declares. If the entry declares none, the item is `otherwise`. NULL: out of
 * memory. */
const char *lg_pattern_default(const lg_pattern_items *p, const char *key, const char *otherwise, lg_arena *arena);

/* Are two values equal, apart from options that may change for evaluation? Also false if memory runs out. */
bool lg_patterns_train_alike(const lg_axis_row *axis, const char *a, const char *b);

/* Adds the options of all entries in the axis's pattern, which must have been checked. */
bool lg_pattern_add_options(lg_values *v, const lg_axis_row *axis, lg_error *err);
/* Replaces aliases by the names of choices and removes blanks. */
bool lg_pattern_write_names(lg_values *v, const lg_axis_row *axis, lg_error *err);
/* Brings all patterns into canonical form with the shortest period. LG_USAGE: a key is set, but every choice sets its
 * own value. This is no error if the pattern's setting takes precedence over the key's. */
bool lg_patterns_resolve(lg_values *v, const lg_assignments *settings, lg_error *err);

#endif
