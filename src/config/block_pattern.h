/* block_pattern.h: choices that may differ from block to block: encoding, mask, scale and attention. A value is a list
 * of choices, repeated to the depth, and a choice may have options of its own behind colons: the first one of its entry
 * by its value alone, others by name:
 *     mask: window:512,window:512,window:512,causal
 *     encoding: rope:base=500000,none
 * Options that no item sets have the value of their key (mask.width), for all blocks. */
#ifndef LG_CONFIG_BLOCK_PATTERN_H
#define LG_CONFIG_BLOCK_PATTERN_H

#include "base/arena.h"
#include "config/axes.h"
#include "config/values.h"
#include "nn/description.h"

bool lg_axis_has_patterns(const lg_axis_row *axis);

/* A setting of an item. */
typedef struct lg_item_setting {
    const lg_option *option;
    const char *value; /* as written */
} lg_item_setting;

enum { LG_ITEM_SETTINGS = 8 };
typedef struct lg_pattern_item {
    const lg_entry *entry;
    lg_item_setting settings[LG_ITEM_SETTINGS];
    int setting_count;
} lg_pattern_item;

typedef struct lg_pattern_items {
    lg_pattern_item items[LG_PERIOD_MAX];
    int count;
} lg_pattern_items;

/* Reads a value of such an axis; texts are in the arena. Fails (LG_USAGE) with the item that is wrong. */
bool lg_pattern_items_read(const lg_axis_row *axis, const char *value, lg_arena *arena, lg_pattern_items *out,
                           lg_error *err);
/* Is the value more than the name of an entry? */
bool lg_is_pattern(const char *value);

/* Puts the options of all items in force. Values are checked by then. */
bool lg_pattern_add_options(lg_values *v, const lg_axis_row *axis, lg_error *err);
/* Makes one text of all that mean the same: the shortest period, no setting that the key has as well, and a setting
 * that all items of an entry have as the value of the key. `is_set`: is a key set by the user? */
bool lg_patterns_settle(lg_values *v, bool (*is_set)(const void *user, const char *key), const void *user,
                        lg_error *err);

/* The choices of blocks, and those of the first one as the choices of the model. The placings are there. */
void lg_describe_pattern(const lg_values *v, lg_model_description *out);

#endif
