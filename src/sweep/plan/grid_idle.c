/* grid_idle.c: combinations of a grid in which a value has no effect, such as randomized positions with an encoding
 * that ignores positions. They would duplicate other runs, so the plan skips them and counts them by reason. */
#include <stdio.h>
#include <string.h>

#include "sweep/plan/grid_file.h"

/* True if a label of the run sets the first of these keys, which are separated by blanks. */
static bool sets_first(const lg_manifest *m, const lg_planned_run *r, const char *keys) {
    char key[sizeof((lg_error *)0)->keys];
    snprintf(key, sizeof key, "%.*s", (int)strcspn(keys, " "), keys);
    for (size_t a = 0; a < m->axis_count; a++) {
        const lg_choice_set *c = r->labels[a] < 0 ? NULL : &m->axes[a].choices[r->labels[a]];
        if (c && lg_pairs_have(c->pairs, c->count, key)) return true;
    }
    return false;
}

bool lg_grid_is_idle(const lg_manifest *m, size_t run, const lg_error *words) {
    return words->idle && sets_first(m, &m->runs[run], words->keys);
}

/* ---- counting ---- */

static lg_left_out *find_reason(const lg_grid_file *f, const char *text) {
    lg_manifest *m = f->m;
    for (size_t i = 0; i < m->left_out_count; i++)
        if (!strcmp(m->left_out[i].why, text)) return &m->left_out[i];
    lg_left_out *all = lg_grid_alloc(f, m->left_out_count + 1, sizeof *all);
    const char *why = all ? lg_arena_printf(m->arena, "%s", text) : NULL;
    if (!why) return lg_fail(f->err, LG_FAILED, "out of memory: %s", f->path), NULL;
    if (m->left_out_count > 0) memcpy(all, m->left_out, m->left_out_count * sizeof *all);
    m->left_out = all;
    all[m->left_out_count] = (lg_left_out){.why = why};
    return &all[m->left_out_count++];
}

bool lg_grid_leave_out(const lg_grid_file *f, size_t run, const lg_error *words) {
    lg_left_out *reason = find_reason(f, words->text);
    if (!reason) return false;
    if (reason->count++ == 0) reason->labels = f->m->runs[run].labels;
    return true;
}

static bool is_left(const lg_manifest *m, size_t axis, int label) {
    for (size_t i = 0; i < m->run_count; i++)
        if (m->runs[i].labels[axis] == label) return true;
    return false;
}

bool lg_grid_check_left(const lg_grid_file *f) {
    const lg_manifest *m = f->m;
    if (m->run_count == 0) return lg_fail(f->err, LG_USAGE, "%s (in all runs)", m->left_out[0].why);
    for (size_t i = 0; i < m->left_out_count; i++)
        for (size_t a = 0; a < m->axis_count; a++) {
            const int label = m->left_out[i].labels[a];
            if (label >= 0 && !is_left(m, a, label))
                return lg_fail(f->err, LG_USAGE, "%s (no run with %s %s would remain; use exclude: to skip such runs)",
                               m->left_out[i].why, m->axes[a].name, m->axes[a].choices[label].label);
        }
    return true;
}
