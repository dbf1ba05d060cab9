/* page_owned.c: options that belong to single choices. For example, positions.L belongs to some position samplers. Even
 * if all runs share one value of positions.L, runs with another sampler do not use it, and the page omits it for these
 * runs. The page's data therefore lists the choices to which each such option belongs and, for each run, the choices
 * that follow from its other settings. */
#include <string.h>

#include "api/catalogue.h"
#include "config/axes.h"
#include "config/config.h"
#include "report/page/page.h"
#include "report/page/page_json.h"

static bool has_option(const lg_choice *c, const char *key) {
    const size_t count = lg_choice_options(c->axis, c->name);
    for (size_t i = 0; i < count; i++)
        if (!strcmp(lg_choice_option(c->axis, c->name, i).name, key)) return true;
    return false;
}

/* The default choice on an axis. */
static const char *fallback_of(const char *axis) {
    for (size_t i = 0; i < lg_axis_count(); i++)
        if (!strcmp(lg_axis_at(i).name, axis)) return lg_axis_at(i).fallback;
    return "";
}

/* Writes all names of a choice: settings may use an alias. */
static void write_names(const lg_choice *c, lg_json *j) {
    lg_json_put_text(j, NULL, c->name);
    for (const lg_second_name_row *n = lg_second_names; n->axis; n++)
        if (!strcmp(n->axis, c->axis) && !strcmp(n->means[0].value, c->name)) lg_json_put_text(j, NULL, n->name);
}

static void write_owners(const char *key, lg_json *j) {
    bool open = false;
    for (size_t i = 0; i < lg_choice_count(); i++) {
        const lg_choice c = lg_choice_at(i);
        if (!has_option(&c, key)) continue;
        if (!open) {
            lg_json_open(j, key);
            lg_json_put_text(j, "axis", c.axis);
            lg_json_put_text(j, "fallback", fallback_of(c.axis));
            lg_json_open_list(j, "choices");
        }
        write_names(&c, j);
        open = true;
    }
    if (open) lg_json_close_list(j), lg_json_close(j);
}

/* Does the key of pair k of set i also occur in an earlier pair? */
static bool was_seen(const lg_manifest *m, size_t i, size_t k) {
    for (size_t j = 0; j <= i; j++)
        if (lg_pairs_have(m->base[j].pairs, j < i ? m->base[j].count : k, m->base[i].pairs[k].key)) return true;
    return false;
}

void lg_page_write_owned(const lg_manifest *m, lg_json *j) {
    lg_json_open(j, "owned");
    for (size_t i = 0; i < m->base_count; i++)
        for (size_t k = 0; k < m->base[i].count; k++)
            if (!was_seen(m, i, k)) write_owners(m->base[i].pairs[k].key, j);
    lg_json_close(j);
}

/* ---- implied choices ---- */

/* Sets owning[a] for each axis a that has a choice with options of its own, one of which is set for all runs. */
static void find_owning(const lg_manifest *m, bool *owning) {
    for (size_t a = 0; a < lg_axis_count(); a++) owning[a] = false;
    for (size_t i = 0; i < lg_choice_count(); i++) {
        const lg_choice c = lg_choice_at(i);
        bool owns = false;
        for (size_t j = 0; j < m->base_count; j++)
            for (size_t k = 0; k < m->base[j].count; k++) owns |= has_option(&c, m->base[j].pairs[k].key);
        for (size_t a = 0; owns && a < lg_axis_count(); a++)
            if (!strcmp(lg_axis_at(a).name, c.axis)) owning[a] = true;
    }
}

/* Is the choice on an axis set for a run: for all runs, by a label, or as its own option? */
static bool is_set(const lg_manifest *m, size_t run, const char *axis) {
    const lg_planned_run *p = &m->runs[run];
    for (size_t i = 0; i < m->base_count; i++)
        if (lg_pairs_have(m->base[i].pairs, m->base[i].count, axis)) return true;
    for (size_t a = 0; a < m->axis_count; a++) {
        const lg_choice_set *c = p->labels[a] < 0 ? NULL : &m->axes[a].choices[p->labels[a]];
        if (c && lg_pairs_have(c->pairs, c->count, axis)) return true;
    }
    return lg_pairs_have(p->extra, p->extras, axis);
}

/* Caches the last resolved run: neighbours mostly differ only in seeds or learning rates, which do not affect
 * choices. */
typedef struct resolved {
    lg_resolved_config *config; /* NULL: the run does not resolve in this version */
    size_t run;
    bool there;
} resolved;

static bool chooses_nothing(const lg_choice_set *c) {
    for (size_t i = 0; i < c->count; i++)
        if (strncmp(c->pairs[i].key, "train.", strlen("train."))) return false;
    return true;
}

static bool choose_alike(const lg_manifest *m, size_t i, size_t j) {
    const lg_planned_run *a = &m->runs[i], *b = &m->runs[j];
    if (a->extras > 0 || b->extras > 0) return false;
    for (size_t axis = 0; axis < m->axis_count; axis++) {
        const int x = a->labels[axis], y = b->labels[axis];
        const lg_choice_set *choices = m->axes[axis].choices;
        if (x != y && (x < 0 || y < 0 || !chooses_nothing(&choices[x]) || !chooses_nothing(&choices[y]))) return false;
    }
    return true;
}

static const lg_values *resolve(const lg_manifest *m, size_t run, resolved *last) {
    lg_error words = {0};
    if (!last->there || !choose_alike(m, last->run, run)) {
        lg_resolved_config_free(last->config);
        *last = (resolved){lg_planned_resolve(m, run, &words), run, true};
    }
    return last->config ? last->config->values : NULL;
}

/* Writes the run's member; nothing if it is empty or the run does not resolve in this version. */
static void write_run(const lg_manifest *m, const bool *owning, size_t run, resolved *last, lg_json *j) {
    bool open = false;
    char key[24];
    snprintf(key, sizeof key, "%zu", run);
    for (size_t i = 0; i < lg_axis_count(); i++) {
        const lg_axis axis = lg_axis_at(i);
        if (!owning[i] || is_set(m, run, axis.name)) continue;
        const lg_values *v = resolve(m, run, last);
        if (!v) break;
        const lg_pair pair = {.key = axis.name, .value = lg_text(v, axis.name)};
        if (!strcmp(pair.value, axis.fallback)) continue;
        if (!open) lg_json_open_list(j, key);
        lg_page_put_pairs(j, &pair, 1);
        open = true;
    }
    if (open) lg_json_close_list(j);
}

bool lg_page_write_implied(const lg_report *r, lg_json *j, lg_error *err) {
    const lg_manifest *m = r->manifest;
    resolved last = {0};
    bool *owning = lg_arena_alloc(r->arena, (lg_axis_count() + 1) * sizeof *owning);
    if (!owning) return lg_fail(err, LG_FAILED, "out of memory: the choices of a page");
    find_owning(m, owning);
    lg_json_open(j, "implied");
    for (size_t i = 0; i < m->run_count; i++) write_run(m, owning, i, &last, j);
    lg_json_close(j);
    lg_resolved_config_free(last.config);
    return true;
}
