/* grid_promotion.c: reads the promotion rule of a sweep file (promotion/promotion.h). */
#include <string.h>

#include "config/values.h"
#include "sweep/plan/grid_file.h"

static const lg_option *find_option(const lg_promotion *kind, const char *name) {
    const lg_option *o = kind->options;
    while (o->name && strcmp(o->name, name)) o++;
    return o->name ? o : NULL;
}

static const char *list_options(const lg_grid_file *f, const lg_promotion *kind) {
    const char *all = "";
    for (const lg_option *o = kind->options; o->name && all; o++)
        all = lg_arena_printf(f->arena, "%s%s%s", all, *all == '\0' ? "" : ", ", o->name);
    return all ? all : "others";
}

/* Reads the keys of the rule's part of the file, such as `halving:`, as settings of the rule. */
static bool read_settings(const lg_grid_file *f, const lg_promotion *kind, const lg_yaml_node *n, lg_pair *out,
                          size_t *count) {
    lg_error words = {0};
    for (const lg_yaml_node *e = n->first; e; e = e->next) {
        char where[LG_GRID_LOCATION];
        const lg_option *o = find_option(kind, e->key);
        if (!o)
            return lg_grid_fail(f, e->key_mark, "%s: expected %s, not %s", kind->part, list_options(f, kind), e->key);
        if (lg_pairs_have(out, *count, o->name)) return lg_grid_fail(f, e->key_mark, "%s is set twice", e->key);
        const char *value = lg_grid_join(f, e);
        if (!value) return false;
        if (!lg_option_check(o, value, &words)) return lg_grid_fail(f, e->mark, "%s: %s", kind->part, words.text);
        if (!lg_grid_pair(f, o->name, value, lg_grid_location(f, e->mark, where), &out[(*count)++])) return false;
    }
    return true;
}

/* Adds the default of `within`: the axes that set the task, because scores of different tasks cannot be compared. */
static bool set_within(const lg_grid_file *f, lg_pair *settings, size_t *count) {
    const char *names = "";
    if (lg_pairs_have(settings, *count, "within")) return true;
    for (size_t i = 0; i < f->m->axis_count && names; i++)
        if (lg_grid_axis_sets_task(&f->m->axes[i]))
            names = lg_arena_printf(f->arena, "%s%s%s", names, *names == '\0' ? "" : ",", f->m->axes[i].name);
    if (!names) return lg_fail(f->err, LG_FAILED, "out of memory: %s", f->path);
    return *names == '\0' || lg_grid_pair(f, "within", names, f->path, &settings[(*count)++]);
}

static bool check_within(const lg_grid_file *f, const lg_yaml_node *n, const lg_promotion_rule *r) {
    bool *in;
    lg_error words = {0};
    if (!lg_manifest_within(f->m, r->within, f->arena, &in, &words))
        return words.code == LG_USAGE ? lg_grid_fail(f, n->mark, "%s: %s", n->key, words.text)
                                      : lg_fail_like(f->err, &words, "%s", words.text);
    for (size_t i = 0; i < f->m->axis_count; i++)
        if (!in[i] && lg_grid_axis_sets_task(&f->m->axes[i]))
            return lg_grid_fail(f, n->mark, "%s: scores of different tasks cannot be compared (add %s to within:)",
                                n->key, f->m->axes[i].name);
    return true;
}

static bool read_rule(const lg_grid_file *f, const lg_promotion *kind, const lg_yaml_node *n) {
    size_t count = 0;
    if (n->kind != LG_YAML_MAP)
        return lg_grid_fail(f, n->mark, "%s: expected %s, like {rungs: [1000, 3000], factor: 3}", n->key,
                            list_options(f, kind));
    lg_pair *settings = lg_grid_alloc(f, lg_yaml_count(n->first) + 1, sizeof *settings);
    if (!settings || !read_settings(f, kind, n, settings, &count)) return false;
    if (!lg_pairs_have(settings, count, "rungs"))
        return lg_grid_fail(f, n->mark, "%s: needs rungs:, the steps after which runs are compared", n->key);
    if (!set_within(f, settings, &count)) return false;
    lg_promotion_rule *r = &f->m->promotion;
    lg_error words = {0};
    if (!lg_promotion_rule_read(kind, settings, count, f->arena, r, &words))
        return words.code == LG_USAGE ? lg_grid_fail(f, n->mark, "%s: %s", n->key, words.text)
                                      : lg_fail_like(f->err, &words, "%s", words.text);
    return check_within(f, n, r);
}

bool lg_grid_promotion(const lg_grid_file *f, const lg_yaml_node *const parts[LG_PROMOTIONS]) {
    const lg_yaml_node *before = NULL;
    for (size_t i = 0; i < LG_PROMOTIONS; i++) {
        const lg_yaml_node *n = parts[i];
        if (!n) continue;
        if (before)
            return lg_grid_fail(f, n->key_mark, "%s: a sweep has one rule, and %s: is already set", n->key,
                                before->key);
        if (!read_rule(f, lg_promotions[i], n)) return false;
        before = n;
    }
    return true;
}
