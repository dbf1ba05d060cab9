/* yaml.h: a YAML 1.2 text as a tree, or as a flat list of dotted keys: `train: {lr: 1}` and `train.lr: 1` are the same
 * item; a list of scalars becomes one value with commas. Nothing is interpreted: values stay text, checked later by
 * their option. */
#ifndef LG_CONFIG_YAML_H
#define LG_CONFIG_YAML_H

#include "base/arena.h"
#include "base/error.h"

typedef struct lg_yaml_mark {
    int line, column; /* from 1 */
} lg_yaml_mark;

typedef enum lg_yaml_kind { LG_YAML_SCALAR, LG_YAML_LIST, LG_YAML_MAP } lg_yaml_kind;

typedef struct lg_yaml_node {
    lg_yaml_kind kind;
    const char *text; /* of a scalar */
    bool absent;      /* a scalar that is not there: `key:` and nothing after it */
    const char *key;  /* in a map; else NULL */
    lg_yaml_mark mark, key_mark;
    struct lg_yaml_node *first, *next; /* of its elements; in the list or map that it is in. In the order of the text */
} lg_yaml_node;

typedef struct lg_yaml_item {
    const char *key, *value;
    lg_yaml_mark key_mark, value_mark;
    struct lg_yaml_item *next; /* in the order of the text; NULL after the last */
} lg_yaml_item;

/* Reads `size` bytes into the nodes of a map; `name` stands before line and column in error texts. Everything is taken
 * from the arena. Fails (LG_USAGE) on what is no YAML, on a second document, on aliases, and on keys that are no
 * scalars. An empty text has no nodes. */
bool lg_yaml_tree(const char *text, size_t size, const char *name, lg_arena *arena, lg_yaml_node **first,
                  lg_error *err);
/* The same nodes as items. Fails on what a flat list cannot hold: lists of maps, keys without a value. */
bool lg_yaml_flat(const lg_yaml_node *first, const char *name, lg_arena *arena, lg_yaml_item **out, lg_error *err);
/* Both at once. */
bool lg_yaml_read(const char *text, size_t size, const char *name, lg_arena *arena, lg_yaml_item **out, lg_error *err);

/* `text` as a YAML scalar on one line, quoted where a plain one would mean something else; see lg_text_utf8. NULL
 * without memory. */
const char *lg_yaml_scalar(const char *text, lg_arena *arena);

#endif
