/* block_settle.h: patterns (config/block_pattern.h) among the other settings of a config. It has one text of all that
 * mean the same: where all choices have the same value of an option, the key has it; where they differ, the key has its
 * default, and each choice says what differs from that. */
#ifndef LG_CONFIG_BLOCK_SETTLE_H
#define LG_CONFIG_BLOCK_SETTLE_H

#include "config/block_pattern.h"
#include "config/config.h"

/* Does an item set an option itself? No, where the value cannot be read. */
bool lg_pattern_sets(const lg_axis_row *axis, const char *value, const char *option, lg_arena *arena);
/* The value of a key by blocks, of the defaults of the entries. NULL: no memory. */
const char *lg_pattern_default(const lg_pattern_items *p, const char *key, const char *otherwise, lg_arena *arena);

/* Are two values the same but for options that evaluation may change? No without memory. */
bool lg_patterns_train_alike(const lg_axis_row *axis, const char *a, const char *b);

/* Puts the options of all items in force. Values are checked by then. */
bool lg_pattern_add_options(lg_values *v, const lg_axis_row *axis, lg_error *err);
/* Writes first names for second ones, and no blanks. */
bool lg_pattern_write_names(lg_values *v, const lg_axis_row *axis, lg_error *err);
/* Makes one text of all that mean the same, with the shortest period. Keys that no choice reads are refused, unless a
 * pattern was chosen above them. */
bool lg_patterns_settle(lg_values *v, const lg_assignments *settings, lg_error *err);

#endif
