/* block_resolve.h: the canonical form of patterns (config/block_pattern.h) in a config, so that equal models have equal
 * texts. If all choices have the same value of an option, the key of the option has this value. If they differ, the key
 * has its default, and each choice whose value is not the default states its value. */
#ifndef LG_CONFIG_BLOCK_RESOLVE_H
#define LG_CONFIG_BLOCK_RESOLVE_H

#include "config/block_pattern.h"
#include "config/config.h"

/* Does an item set the option itself? False if the value cannot be parsed. */
bool lg_pattern_sets(const lg_axis_row *axis, const char *value, const char *option, lg_arena *arena);
/* A pattern for `key` with one item for each item of p: the default that the entry of that item has for `key`, or else
 * `otherwise`. NULL: out of memory. */
const char *lg_pattern_default(const lg_pattern_items *p, const char *key, const char *otherwise, lg_arena *arena);

/* Are two values equal except for options that evaluation may change? False if out of memory. */
bool lg_patterns_train_alike(const lg_axis_row *axis, const char *a, const char *b);

/* Adds the options of all entries in the axis's pattern, which must have been checked. */
bool lg_pattern_add_options(lg_values *v, const lg_axis_row *axis, lg_error *err);
/* Replaces aliases by the names of choices and removes blanks. */
bool lg_pattern_write_names(lg_values *v, const lg_axis_row *axis, lg_error *err);
/* Brings all patterns into canonical form, with the shortest period. LG_USAGE: a setting of a key that no choice reads,
 * unless the setting of the pattern takes precedence over it. */
bool lg_patterns_resolve(lg_values *v, const lg_assignments *settings, lg_error *err);

#endif
