/* grid_words.c: the words that a sweep file gives for an option: one, or a list, where whole numbers also stand as a
 * range. */
#include <stdlib.h>
#include <string.h>

#include "base/lengths.h"
#include "lab/axes.h"
#include "sweep/grid_file.h"

/* ---- options ---- */

typedef struct wanted {
    const char *name;
    const lg_option *found;
} wanted;

static bool is_wanted(void *user, const lg_option *o, const lg_axis_row *axis, const lg_entry *entry) {
    (void)axis, (void)entry;
    wanted *w = user;
    if (strcmp(o->name, w->name) == 0) w->found = o;
    return w->found == NULL;
}

const lg_option *lg_grid_option(const char *key) {
    wanted w = {.name = lg_key_full(key)};
    lg_options_walk(is_wanted, &w);
    return w.found;
}

/* ---- words ---- */

static bool is_range(const lg_option *o, const lg_yaml_node *n) {
    return o != NULL && o->type == LG_INT && n->kind == LG_YAML_SCALAR && strstr(n->text, "..") != NULL;
}

/* Adds a node that stands in the same place. */
static bool add_number(const lg_grid_file *f, const lg_yaml_node *n, int number, lg_yaml_node ***end) {
    lg_yaml_node *word = lg_grid_take(f, 1, sizeof *word);
    if (word == NULL) return false;
    *word = (lg_yaml_node){.kind = LG_YAML_SCALAR, .mark = n->mark, .key_mark = n->key_mark};
    word->text = lg_arena_text(f->arena, "%d", number);
    **end = word;
    *end = &word->next;
    return word->text != NULL || lg_fail(f->err, LG_FAILED, "%s: no memory to read it", f->path);
}

static bool add_range(const lg_grid_file *f, const char *key, const lg_yaml_node *n, lg_yaml_node ***end) {
    lg_length_set range;
    lg_error words = {0};
    if (!lg_lengths_parse(n->text, 0, INT32_MAX, &range, &words))
        return lg_grid_fail(f, n->mark, "%s: %s", key, words.text);
    bool good = true;
    for (size_t i = 0; i < range.count && good; i++) good = add_number(f, n, range.values[i], end);
    free(range.values);
    return good;
}

static bool add_copy(const lg_grid_file *f, const lg_yaml_node *n, lg_yaml_node ***end) {
    lg_yaml_node *word = lg_grid_take(f, 1, sizeof *word);
    if (word == NULL) return false;
    *word = *n;
    word->next = NULL;
    **end = word;
    *end = &word->next;
    return true;
}

bool lg_grid_words(const lg_grid_file *f, const lg_option *o, const char *key, const lg_yaml_node *n,
                   const lg_yaml_node **out) {
    const bool list = n->kind == LG_YAML_LIST;
    lg_yaml_node *first = NULL, **end = &first;
    for (const lg_yaml_node *e = list ? n->first : n; e != NULL; e = list ? e->next : NULL)
        if (!(is_range(o, e) ? add_range(f, key, e, &end) : add_copy(f, e, &end))) return false;
    *out = first;
    return true;
}
