/* run_attributes.c: reads the choices of a run from its resolved options; see run_attributes.h. */
#include "report/run_attributes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/catalogue.h"
#include "config/axes.h"
#include "config/config.h"
#include "lengthen.h"
#include "run/eval_reading.h"
#include "run/score.h"

const lg_run_attributes lg_no_run_attributes = {.task = "",
                                                .positions = "",
                                                .encoding = "",
                                                .attention = "",
                                                .named = "",
                                                .scratchpad = "",
                                                .cell = "",
                                                .store = "",
                                                .score = "",
                                                .average = "",
                                                .reading = "",
                                                .chance = NAN};

static bool copy_text(const lg_values *v, const char *key, lg_arena *arena, const char **out) {
    return (*out = lg_arena_printf(arena, "%s", lg_text(v, key)));
}

/* "none" for data without scratchpads. */
static bool copy_scratchpad(const lg_values *v, lg_arena *arena, const char **out) {
    if (lg_values_has(v, "data.scratchpad")) return copy_text(v, "data.scratchpad", arena, out);
    return (*out = "none");
}

/* Only recurrent networks, which have a hidden state, have a cell. */
static bool copy_network(const lg_values *v, lg_arena *arena, lg_run_attributes *f) {
    if (!lg_values_has(v, "architecture.hidden")) return true;
    return copy_text(v, "cell", arena, &f->cell) && copy_text(v, "store", arena, &f->store);
}

/* The scoring rule decides which tested lengths count. */
static bool read_score(const lg_values *v, lg_setup *b) {
    size_t count;
    const int *lengths = lg_lengths(v, "eval.lengths", &count);
    lg_eval_result *tests = calloc(count + 1, sizeof *tests);
    if (!tests) return false;
    for (size_t i = 0; i < count; i++) tests[i].length = lengths[i];
    const lg_score_report r = lg_score(v, tests, count);
    free(tests);
    b->trained = r.trained;
    b->lengths = (double)r.lengths, b->first = r.first, b->last = r.last;
    return true;
}

static bool read_setup(const lg_values *v, lg_setup *b) {
    b->steps = (double)lg_int(v, "train.steps");
    b->batch = (double)lg_int(v, "train.batch");
    b->width = (double)lg_int(v, "model.width");
    b->heads = (double)lg_int(v, "model.heads");
    b->blocks = lg_resolved_blocks(v);
    b->feed_forward = (double)lg_int(v, "model.feed_forward");
    b->dropout = lg_real(v, "model.dropout");
    b->sequences = (double)lg_int(v, "eval.sequences");
    return read_score(v, b);
}

static bool read_attributes(const lg_values *v, lg_arena *arena, lg_run_attributes *f) {
    char path[128];
    lg_choice task;
    snprintf(path, sizeof path, "data/%s", lg_text(v, "data"));
    if (lg_choice_find(path, &task)) {
        f->chance = task.chance;
        f->order_invariant = task.order_invariant;
    } else if (lg_choice_count() == 0) {
        return false; /* out of memory for the list */
    }
    f->above = (int)lg_int(v, "eval.score_above");
    f->named = lg_arena_printf(arena, "%s", lg_axis_known_name(v, "encoding"));
    if (!f->named) return false;
    return read_setup(v, &f->setup) && copy_text(v, "data", arena, &f->task) &&
           copy_text(v, "positions", arena, &f->positions) && copy_text(v, "encoding", arena, &f->encoding) &&
           copy_text(v, "attention", arena, &f->attention) && copy_scratchpad(v, arena, &f->scratchpad) &&
           copy_network(v, arena, f) && copy_text(v, "eval.score", arena, &f->score) &&
           copy_text(v, "eval.average", arena, &f->average);
}

bool lg_run_attributes_of(const lg_manifest *m, size_t run, lg_arena *arena, lg_run_attributes *out, lg_error *err) {
    lg_error words = {0};
    *out = lg_no_run_attributes;
    lg_resolved_config *d = lg_planned_resolve(m, run, &words);
    const bool good = !d ? words.code != LG_FAILED
                         : read_attributes(d->values, arena, out) && lg_eval_reading(d, arena, &out->reading);
    lg_resolved_config_free(d);
    return good ? true : lg_fail(err, LG_FAILED, "out of memory: the attributes of runs");
}

bool lg_run_attributes_of_labels(const lg_manifest *m, size_t axis, lg_arena *arena, lg_run_attributes *out,
                                 lg_error *err) {
    const size_t count = m->axes[axis].count;
    bool *found = lg_arena_alloc(arena, count + 1);
    if (!found) return lg_fail(err, LG_FAILED, "out of memory: the labels of an axis");
    for (size_t i = 0; i < count; i++) out[i] = lg_no_run_attributes;
    for (size_t i = 0; i < m->run_count; i++) {
        const int label = m->runs[i].labels[axis];
        if (label < 0 || found[label]) continue;
        found[label] = true;
        if (!lg_run_attributes_of(m, i, arena, &out[label], err)) return false;
    }
    return true;
}
