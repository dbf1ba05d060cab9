/* yaml.h: a YAML 1.2 text as a flat list of dotted keys. `train: {lr: 1}` and `train.lr: 1` are the same item; a list
 * of scalars becomes one value with commas. Nothing is interpreted: values stay text, checked later by their option. */
#ifndef LG_LAB_YAML_H
#define LG_LAB_YAML_H

#include "base/arena.h"
#include "base/error.h"

typedef struct lg_yaml_mark {
    int line, column; /* from 1 */
} lg_yaml_mark;

typedef struct lg_yaml_item {
    const char *key, *value;
    lg_yaml_mark key_mark, value_mark;
    struct lg_yaml_item *next; /* in the order of the text; NULL after the last */
} lg_yaml_item;

/* Reads `size` bytes; `name` stands before line and column in error texts. The items are taken from the arena. Fails
 * (LG_USAGE) on what is no YAML, on a second document, and on what a flat list cannot hold: aliases, lists of maps,
 * keys that are no scalars, keys without a value. An empty text has no items. */
bool lg_yaml_read(const char *text, size_t size, const char *name, lg_arena *arena, lg_yaml_item **out, lg_error *err);

/* `text` as a YAML scalar on one line, quoted where a plain one would mean something else. NULL without memory. */
const char *lg_yaml_scalar(const char *text, lg_arena *arena);

#endif
