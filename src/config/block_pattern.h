/* block_pattern.h: choices that may differ from block to block: encoding, mask, scale and attention. A value is a list
 * of choices, repeated to the depth, and a choice may have options of its own behind colons: the first one of its entry
 * by its value alone, others by name:
 *     mask: window:512,window:512,window:512,causal
 *     encoding: rope:base=500000,none
 * Options that no item sets have the value of their key (mask.width), for all blocks. Names of the literature are
 * allowed. */
#ifndef LG_CONFIG_BLOCK_PATTERN_H
#define LG_CONFIG_BLOCK_PATTERN_H

#include "base/arena.h"
#include "config/axes.h"
#include "config/values.h"
#include "nn/model/description.h"

/* A setting of an item. */
typedef struct lg_item_setting {
    const lg_option *option;
    const char *value; /* as written */
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

/* Reads a value of such an axis; texts are in the arena. Fails (LG_USAGE) with the item that is wrong. */
bool lg_pattern_items_read(const lg_axis_row *axis, const char *value, lg_arena *arena, lg_pattern_items *out,
                           lg_error *err);
/* Is the value more than the name of an entry? */
bool lg_is_pattern(const char *value);

/* The text of items, with the shortest period; NULL: no memory. */
const char *lg_pattern_items_text(const lg_axis_row *axis, const lg_pattern_items *p, lg_arena *arena);

/* The setting of an option; NULL: the item has none. */
const lg_item_setting *lg_item_setting_find(const lg_pattern_item *item, const lg_option *o);
/* Fails (LG_USAGE) where it is wrong, or there already. */
bool lg_item_setting_add(const lg_axis_row *axis, const lg_option *o, const char *value, lg_pattern_item *item,
                         lg_error *err);

/* The choices of blocks, and those of the first one as the choices of the model. The placings are there. */
void lg_describe_pattern(const lg_values *v, lg_model_description *out);

#endif
