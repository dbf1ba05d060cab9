/* yaml.h: parses YAML 1.2 into a tree, or into a flat list of dotted keys. In the list, `train: {lr: 1}` and `train.lr:
 * 1` are the same item. A list of scalars becomes one value with commas. Values remain text; their options check them
 * later. */
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
    const char *text; /* text of a scalar */
    bool absent;      /* missing scalar: `key:` without a value */
    const char *key;  /* key in a map; NULL: not in a map */
    lg_yaml_mark mark, key_mark;
    struct lg_yaml_node *first, *next; /* first child; next sibling, in text order */
} lg_yaml_node;

typedef struct lg_yaml_item {
    const char *key, *value;
    lg_yaml_mark key_mark, value_mark;
    struct lg_yaml_item *next; /* in text order; NULL after the last */
} lg_yaml_item;

/* Parses `size` bytes into the nodes of a map, allocated in the arena. `name` precedes line and column in error
 * messages. LG_USAGE: invalid YAML, a second document, aliases, or keys that are not scalars. An empty text has no
 * nodes. */
bool lg_yaml_tree(const char *text, size_t size, const char *name, lg_arena *arena, lg_yaml_node **first,
                  lg_error *err);
/* Flattens the nodes of a map to items. LG_USAGE: there is a list of maps, or a key without a value. */
bool lg_yaml_flat(const lg_yaml_node *first, const char *name, lg_arena *arena, lg_yaml_item **out, lg_error *err);
/* Calls lg_yaml_tree, then lg_yaml_flat. */
bool lg_yaml_read(const char *text, size_t size, const char *name, lg_arena *arena, lg_yaml_item **out, lg_error *err);

/* Returns `text` as a YAML scalar on one line. It is quoted if YAML would otherwise read it as something else. Invalid
 * UTF-8 is replaced as by lg_text_utf8. NULL: out of memory. */
const char *lg_yaml_scalar(const char *text, lg_arena *arena);

#endif
