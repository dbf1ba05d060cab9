/* grid_base.c: the options that all runs of a sweep share, `base:` and `set:`, as layers. */
#include <stdio.h>
#include <string.h>

#include "api/text.h"
#include "base/file.h"
#include "base/text.h"
#include "sweep/plan/grid_file.h"

/* Refuses control characters, because file names become part of lines of scripts and tables. */
const char *lg_grid_file_name(const lg_grid_file *f, const char *from, size_t length) {
    char shown[LG_SHOWN], *name = lg_arena_printf(f->arena, "%.*s", (int)length, from);
    if (!name) return lg_fail(f->err, LG_FAILED, "out of memory: %s", f->path), NULL;
    lg_text_utf8(name);
    if (!lg_text_has_control(name, "")) return name;
    lg_fail(f->err, LG_USAGE, "%s: the file name has control characters, and the sweep is named after it",
            lg_text_shown(name, shown));
    return NULL;
}

/* ---- layers of a plan ---- */

/* The layer with the `set:` of the plan's original file: the last layer, if it has the name of the sweep. NULL if there
 * is none. */
static const lg_choice_set *own_layer(const lg_manifest *plan) {
    const size_t n = strlen(plan->name);
    const lg_choice_set *last = plan->base_count == 0 ? NULL : &plan->base[plan->base_count - 1];
    return last && !strncmp(last->label, plan->name, n) && strchr(".", last->label[n]) ? last : NULL;
}

static bool has_layer(const lg_manifest *plan, const char *label) {
    for (size_t i = 0; i < plan->base_count; i++)
        if (!strcmp(plan->base[i].label, label)) return true;
    return false;
}

/* True if the base file is not found relative to the sweep file, but the plan has it as a layer. */
static bool is_elsewhere(const lg_grid_file *f, const char *base) {
    const char *slash = strrchr(f->path, '/'), *last = strrchr(base, '/');
    const int folder = *base == '/' || !slash ? 0 : (int)(slash + 1 - f->path);
    const char *path = lg_arena_printf(f->arena, "%.*s%s", folder, f->path, base);
    lg_file_kind kind = LG_REGULAR;
    lg_error none = {0}; /* ignored: reading the base file later reports the same error */
    return path && lg_file_get_kind(path, &kind, &none) && kind == LG_ABSENT &&
           has_layer(f->names->planned, !last ? base : last + 1);
}

/* The number of layers of the plan that are used in place of `base:`. It is nonzero only if the sweep file is the copy
 * in a sweep directory and a base file is not found. (Its path may be relative to the original sweep file.) The plan
 * must have this base file as a layer. */
static size_t planned_layers(const lg_grid_file *f, const lg_yaml_node *base) {
    const lg_manifest *plan = f->names ? f->names->planned : NULL;
    const lg_yaml_node *n = base && base->kind == LG_YAML_LIST ? base->first : base;
    for (; plan && n; n = base->kind == LG_YAML_LIST ? n->next : NULL)
        if (n->kind == LG_YAML_SCALAR && is_elsewhere(f, n->text)) return plan->base_count - !!own_layer(plan);
    return 0;
}

static bool copy_layer(const lg_grid_file *f, const lg_choice_set *from, lg_choice_set *out) {
    lg_pair *pairs = lg_grid_alloc(f, from->count, sizeof *pairs);
    *out = (lg_choice_set){lg_grid_file_name(f, from->label, strlen(from->label)), pairs, from->count};
    for (size_t i = 0; pairs && i < from->count; i++)
        if (!lg_grid_pair(f, from->pairs[i].key, from->pairs[i].value, out->label, &pairs[i])) return false;
    return pairs && out->label;
}

/* ---- layers of the file ---- */

/* Combines `base:` and the options of `set:` as the items of one file. */
static bool list_items(const lg_grid_file *f, const lg_yaml_node *base, const lg_yaml_node *set, lg_yaml_item **out) {
    lg_yaml_item **tail = out;
    *out = NULL;
    if (base && base->kind == LG_YAML_MAP)
        return lg_grid_fail(f, base->mark, "base: expected presets and files; options of all runs belong under `set:`");
    if (base) {
        lg_yaml_node alone = *base;
        alone.next = NULL;
        if (!lg_yaml_flat(&alone, f->path, f->arena, out, f->err)) return false;
        tail = &(*out)->next;
    }
    if (!set) return true;
    if (set->kind != LG_YAML_MAP) return lg_grid_fail(f, set->mark, "set: expected options, like {train.steps: 20000}");
    return lg_yaml_flat(set->first, f->path, f->arena, tail, f->err);
}

static bool same_layer(const lg_assignment *a, const lg_assignment *b) {
    return a->origin == b->origin && a->layer == b->layer;
}

/* FILE of the place "FILE:LINE:COLUMN"; if FILE is the copy in a sweep directory, the name of the original sweep file.
 * NULL on failure. */
static const char *layer_name(const lg_grid_file *f, const char *place) {
    const lg_manifest *plan = f->names ? f->names->planned : NULL;
    const lg_choice_set *own = plan ? own_layer(plan) : NULL;
    if (own && !strncmp(place, "sweep.yaml:", 11)) return lg_grid_file_name(f, own->label, strlen(own->label));
    return lg_grid_file_name(f, place, strcspn(place, ":"));
}

/* Collects the settings of one file as a layer. */
static bool keep_layer(const lg_grid_file *f, const lg_assignments *s, size_t first, lg_choice_set *out) {
    lg_pair *pairs = lg_grid_alloc(f, s->count, sizeof *pairs);
    if (!pairs) return false;
    const char *where = s->rows[first].where;
    const char *slash = !strrchr(where, '/') ? where : strrchr(where, '/') + 1;
    out->label = layer_name(f, slash);
    out->pairs = pairs;
    for (size_t i = first; i < s->count; i++) {
        if (!same_layer(&s->rows[i], &s->rows[first])) continue;
        const lg_assignment *row = &s->rows[i];
        if (!lg_grid_pair(f, row->key, row->value, row->where, &pairs[out->count++])) return false;
    }
    return out->label;
}

/* True if this is the first row of its layer. */
static bool opens_layer(const lg_assignments *s, size_t row) {
    for (size_t i = 0; i < row; i++)
        if (same_layer(&s->rows[i], &s->rows[row])) return false;
    return true;
}

/* Stores the layers from the lowest precedence to the highest: those taken from the plan, then presets, then files. */
static bool keep_layers(const lg_grid_file *f, const lg_assignments *s, size_t planned) {
    lg_choice_set *base = lg_grid_alloc(f, planned + s->count, sizeof *base);
    if (!base) return false;
    f->m->base = base;
    for (size_t i = 0; i < planned; i++)
        if (!copy_layer(f, &f->names->planned->base[i], &base[f->m->base_count++])) return false;
    for (lg_origin o = LG_PRESET; o <= LG_FILE; o++)
        for (size_t i = 0; i < s->count; i++)
            if (s->rows[i].origin == o && opens_layer(s, i) && !keep_layer(f, s, i, &base[f->m->base_count++]))
                return false;
    return true;
}

bool lg_grid_base(const lg_grid_file *f, const lg_yaml_node *base, const lg_yaml_node *set) {
    lg_yaml_item *all;
    lg_assignments s = {.custom = f->m->custom};
    const size_t planned = planned_layers(f, base);
    const bool good = list_items(f, planned > 0 ? NULL : base, set, &all) &&
                      lg_assignments_add_items(&s, all, f->path, f->err) && keep_layers(f, &s, planned);
    lg_assignments_clear(&s);
    return good;
}

bool lg_grid_same_set(const lg_grid_file *f, const lg_yaml_node *set, const lg_manifest *plan, bool *same) {
    const lg_choice_set *own = own_layer(plan);
    const lg_pair *pairs = NULL;
    size_t count = 0;
    if (set && !lg_grid_pairs(f, set->first, &pairs, &count)) return false;
    *same = count == (own ? own->count : 0);
    for (size_t i = 0; i < count && *same; i++)
        *same = !strcmp(pairs[i].key, own->pairs[i].key) && !strcmp(pairs[i].value, own->pairs[i].value);
    return true;
}
