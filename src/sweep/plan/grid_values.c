/* grid_values.c: reads the values of an option in a sweep file: a single value, a list or, for integers, a range. */
#include <stdlib.h>
#include <string.h>

#include "base/lengths.h"
#include "sweep/plan/grid_file.h"

static bool is_range(const lg_option *o, const lg_yaml_node *n) {
    return o && o->type == LG_INT && n->kind == LG_YAML_SCALAR && strstr(n->text, "..");
}

/* True for "1-3", which means a range in other programs. */
static bool is_dashed(const lg_option *o, const lg_yaml_node *n) {
    if (!o || o->type != LG_INT || n->kind != LG_YAML_SCALAR) return false;
    const size_t first = strspn(n->text, "0123456789"), last = first + strcspn(n->text + first, "0123456789");
    return first > 0 && last == first + 1 && n->text[first] == '-' && n->text[last] != '\0' &&
           n->text[last + strspn(n->text + last, "0123456789")] == '\0';
}

typedef struct list {
    const lg_grid_file *f;
    const char *key;
    lg_yaml_node *first, *last;
    size_t count;
} list;

/* Appends a copy of a node. */
static lg_yaml_node *add_node(list *l, const lg_yaml_node *n) {
    lg_yaml_node *word = lg_grid_alloc(l->f, 1, sizeof *word);
    if (!word) return NULL;
    *word = *n;
    word->next = NULL;
    *(!l->first ? &l->first : &l->last->next) = word;
    l->last = word;
    l->count++;
    return word;
}

/* Appends one number of a range, as a node with the range's location in the file. */
static bool add_number(list *l, const lg_yaml_node *n, int number) {
    lg_yaml_node *word = add_node(l, n);
    if (!word) return false;
    word->text = lg_arena_printf(l->f->arena, "%d", number);
    return word->text || lg_fail(l->f->err, LG_FAILED, "out of memory: %s", l->f->path);
}

static bool add_range(list *l, const lg_yaml_node *n) {
    lg_length_set range;
    lg_error words = {0};
    if (!lg_lengths_parse(n->text, 0, INT32_MAX, &range, &words))
        return lg_grid_fail(l->f, n->mark, "%s: %s", l->key, words.text);
    bool good =
        l->count + range.count <= LG_GRID_LABELS || lg_grid_fail(l->f, n->mark, "%s has too many values", l->key);
    for (size_t i = 0; i < range.count && good; i++) good = add_number(l, n, range.values[i]);
    free(range.values);
    return good;
}

bool lg_grid_values(const lg_grid_file *f, const lg_option *o, const char *key, const lg_yaml_node *n,
                    const lg_yaml_node **out) {
    const bool many = n->kind == LG_YAML_LIST;
    list l = {.f = f, .key = key};
    for (const lg_yaml_node *e = many ? n->first : n; e; e = many ? e->next : NULL) {
        if (is_dashed(o, e))
            return lg_grid_fail(f, e->mark, "%s: %s is not a whole number; write a range like 1..3", key, e->text);
        if (!(is_range(o, e) ? add_range(&l, e) : (bool)add_node(&l, e))) return false;
    }
    *out = l.first;
    return true;
}
