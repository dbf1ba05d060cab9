/* random.c: random draws. Each draw has a value for every option, from the option's distribution. Draw i of an option
 * depends only on the seed, the option's name and i, so more draws or further options do not change earlier values. A
 * draw that repeats an earlier one is drawn again. */
#include <stdio.h>
#include <string.h>

#include "base/crc32c.h"
#include "base/key.h"
#include "base/text.h"
#include "config/values.h"
#include "sweep/distribution/distribution.h"
#include "sweep/draw/draw.h"

enum { MAX_DRAWS = 10000, MAX_VAIN = 1000 }; /* MAX_VAIN: consecutive draws without a new combination */

/* The options of `random:` itself. */
static const lg_option rows[] = {
    {"draws", LG_INT, "0", 1, MAX_DRAWS, NULL, "number of draws"},
    {"seed", LG_INT, "1", 0, (double)INT32_MAX, NULL, "seed of all draws"},
    {0},
};

typedef struct random_part {
    const lg_grid_file *f;
    const lg_yaml_node *node, *options;
    int64_t draws, seed;
    lg_drawn_option *drawn; /* [count], one per axis */
    size_t count;
} random_part;

static bool read_number(const lg_grid_file *f, const lg_yaml_node *n, const lg_option *o, int64_t *out) {
    lg_error words = {0};
    if (n->kind != LG_YAML_SCALAR || n->absent) return lg_grid_fail(f, n->mark, "%s: expected a whole number", n->key);
    if (!lg_option_check(o, n->text, &words)) return lg_grid_fail(f, n->mark, "random: %s", words.text);
    return lg_text_int(n->text, out);
}

static bool read_keys(random_part *p) {
    static const char *const keys[] = {"draws", "seed", "options"};
    const lg_yaml_node *n = p->node;
    if (n->kind != LG_YAML_MAP)
        return lg_grid_fail(p->f, n->mark,
                            "random: expected draws, seed and options, like {draws: 20, options: {train.lr: "
                            "{log_uniform: [1e-4, 1e-2]}}}");
    for (const lg_yaml_node *e = n->first; e; e = e->next) {
        if (!strcmp(e->key, keys[2])) {
            p->options = e;
        } else if (!strcmp(e->key, keys[0]) || !strcmp(e->key, keys[1])) {
            const bool seed = !strcmp(e->key, keys[1]);
            if (!read_number(p->f, e, &rows[seed], seed ? &p->seed : &p->draws)) return false;
        } else {
            return lg_grid_fail(p->f, e->key_mark, "random: expected draws, seed and options, not %s", e->key);
        }
    }
    if (p->draws == 0) return lg_grid_fail(p->f, n->mark, "random: needs draws:, the number of draws");
    return (p->options && p->options->kind == LG_YAML_MAP && p->options->first) ||
           lg_grid_fail(
               p->f, !p->options ? n->mark : p->options->mark,
               "random: needs options:, each with a distribution, like {train.lr: {log_uniform: [1e-4, 1e-2]}}");
}

/* Reads `train.lr: {log_uniform: [1e-4, 1e-2]}` into a new axis, whose labels are drawn later. */
static bool read_option(random_part *p, const lg_yaml_node *n) {
    const lg_grid_file *f = p->f;
    const lg_yaml_node *node = n->kind == LG_YAML_MAP ? n->first : NULL;
    if (!node || node->next)
        return lg_grid_fail(f, n->mark, "%s: expected one distribution, like {uniform: [0, 1]}; there are %s", n->key,
                            lg_distribution_names(f));
    const lg_distribution *d = lg_distribution_find(node->key);
    if (!d)
        return lg_grid_fail(f, node->key_mark, "there is no distribution %s; there are %s", node->key,
                            lg_distribution_names(f));
    if (lg_manifest_axis(f->m, n->key) >= 0) return lg_grid_fail(f, n->key_mark, "%s is already an axis", n->key);
    lg_drawn_option *x = &p->drawn[p->count++];
    *x = (lg_drawn_option){.distribution = d, .key = lg_arena_printf(f->arena, "%s", lg_key_full_name(n->key))};
    if (!x->key) return lg_fail(f->err, LG_FAILED, "out of memory: %s", f->path);
    lg_yaml_node value = *node;
    value.key = n->key, value.key_mark = n->key_mark;
    x->axis = lg_grid_axis_new(f, n->key);
    return d->read(f, &value, x);
}

static bool read_options(random_part *p) {
    const lg_yaml_node *first = p->options->first;
    if (!lg_grid_axes_extend(p->f, lg_yaml_count(first))) return false;
    p->drawn = lg_grid_alloc(p->f, lg_yaml_count(first), sizeof *p->drawn);
    if (!p->drawn) return false;
    for (const lg_yaml_node *n = first; n; n = n->next)
        if (!read_option(p, n)) return false;
    return true;
}

/* Draws a label on every axis. */
static bool draw_labels(random_part *p, uint64_t i, int *labels) {
    const lg_key root = lg_key_root((uint64_t)p->seed);
    for (size_t k = 0; k < p->count; k++) {
        lg_drawn_option *x = &p->drawn[k];
        lg_random r = lg_random_from(lg_key_fold(lg_key_fold(root, lg_crc32c(x->key, strlen(x->key))), i));
        if (!x->distribution->draw(p->f, x, &r, &labels[k])) return false;
    }
    return true;
}

static bool is_new(const int *all, size_t count, size_t axes) {
    for (size_t i = 0; i < count; i++)
        if (!memcmp(&all[i * axes], &all[count * axes], axes * sizeof *all)) return false;
    return true;
}

static bool draw_all(random_part *p, lg_combinations *out) {
    const size_t wanted = (size_t)p->draws;
    int *labels = lg_grid_alloc(p->f, wanted * p->count, sizeof *labels);
    if (!labels) return false;
    out->labels = labels;
    for (uint64_t i = 0, vain = 0; out->rows < wanted && vain < MAX_VAIN; i++) {
        if (!draw_labels(p, i, &labels[out->rows * p->count])) return false;
        if (is_new(labels, out->rows, p->count))
            out->rows++, vain = 0;
        else
            vain++;
    }
    return out->rows == wanted ||
           lg_grid_fail(p->f, p->node->mark, "random: only %zu distinct draws found, not %zu", out->rows, wanted);
}

static bool read_random(const lg_grid_file *f, const lg_yaml_node *n, lg_combinations *out) {
    random_part p = {.f = f, .node = n, .seed = 1};
    return read_keys(&p) && read_options(&p) && draw_all(&p, out);
}

const lg_draw lg_draw_random = {
    .name = "random",
    .summary = "random draws of each option from its distribution",
    .source = "Bergstra & Bengio 2012, Random Search for Hyper-Parameter Optimization",
    .read = read_random,
};
