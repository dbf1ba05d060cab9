/* block_pattern.h: patterns: values of encoding, mask, scale and attention that differ between blocks. A pattern is a
 * list of items, repeated over the depth. An item is a choice, possibly with options after colons. The first option of
 * the choice's entry can be given by its value alone, other options are given by name:
 *     mask: window:512,window:512,window:512,causal
 *     encoding: rope:base=500000,none
 * An option that an item does not set has the value of its key, such as mask.width. Aliases are allowed. */
#ifndef LG_CONFIG_BLOCK_PATTERN_H
#define LG_CONFIG_BLOCK_PATTERN_H

#include "base/arena.h"
#include "config/axes.h"
#include "config/values.h"
#include "nn/model/description.h"

/* The value that an item sets for an option. */
typedef struct lg_item_setting {
    const lg_option *option;
    const char *value; /* as written in the pattern */
} lg_item_setting;

enum { LG_ITEM_SETTINGS = 16 };
typedef struct lg_pattern_item {
    const lg_entry *entry;
    lg_item_setting settings[LG_ITEM_SETTINGS];
    int setting_count;
} lg_pattern_item;

typedef struct lg_pattern_items {
    lg_pattern_item items[LG_PERIOD_MAX];
    int count;
} lg_pattern_items;

/* Parses a pattern. Its texts are allocated in the arena. LG_USAGE: the message names the wrong item. */
bool lg_pattern_items_read(const lg_axis_row *axis, const char *value, lg_arena *arena, lg_pattern_items *out,
                           lg_error *err);
/* Is the value a pattern rather than the name of an entry? */
bool lg_is_pattern(const char *value);

/* The items as text, without repetitions: "window,causal" for "window,causal,window,causal". NULL: out of memory. */
const char *lg_pattern_items_text(const lg_axis_row *axis, const lg_pattern_items *p, lg_arena *arena);

/* The setting of this option in the item; NULL: the item does not set the option. */
const lg_item_setting *lg_item_setting_find(const lg_pattern_item *item, const lg_option *o);
/* Adds a setting to an item. LG_USAGE: the value is invalid, or the option is already set. */
bool lg_item_setting_add(const lg_axis_row *axis, const lg_option *o, const char *value, lg_pattern_item *item,
                         lg_error *err);

/* Stores the choices of each block. The choices of the first block become those of the model. out->placings must be set
 * before the call. */
void lg_describe_pattern(const lg_values *v, lg_model_description *out);

#endif
