/* step_passes.c: see step_passes.h. */
#include "train/step_passes.h"

#include <stdlib.h>
#include <string.h>

#include "base/seed.h"
#include "train/chunks.h"
#include "train/segments.h"

/* Passes that run one after another, or side by side. */
typedef struct step_work {
    lg_trainer *t;
    lg_step_pass passes[LG_BESIDE];
    int count;
} step_work;

/* ---- gradients ---- */

static size_t parameter_elements(const step_work *w) {
    return w->t->model->parameters->bytes / sizeof(real);
}

/* Elements of a pass's gradient arrays: those of the parameters, then those of the shared tensors. */
static size_t gradient_elements(const step_work *w, const lg_step_pass *s) {
    return parameter_elements(w) + s->partition.full->graph->bytes[LG_SPACE_GRADIENT] / sizeof(real);
}

/* The sum of gradients begins with zeros, but for what earlier passes of this step added to those of the parameters.
 * Few of them are written by the worker that adds first, whose cache then has them, more by all workers. */
enum { FEW_ZEROS = 4 << 20 /* bytes */ };

static size_t kept_elements(const step_work *w, const lg_step_pass *s) {
    return s->part.first == 0 ? 0 : parameter_elements(w);
}

static size_t cleared_elements(const step_work *w, const lg_step_pass *s) {
    return gradient_elements(w, s) - kept_elements(w, s);
}

static bool clears_few(const step_work *w, const lg_step_pass *s) {
    return cleared_elements(w, s) * sizeof(real) <= FEW_ZEROS;
}

/* A job: a chunk of them, of a pass that runs alone. */
static void clear_chunk(void *task, int job, int worker) {
    const step_work *w = task;
    lg_engine *e = &w->t->engine;
    lg_clock_read(lg_engine_clock(e, worker));
    size_t first, n = lg_chunk_of(cleared_elements(w, &w->passes[0]), job, &first);
    lg_gradients_clear(&e->gradients, kept_elements(w, &w->passes[0]) + first, n);
    lg_clock_count(lg_engine_clock(e, worker), LG_PHASE_UPDATE);
}

/* A job: sums what is left of the groups of a pass that runs alone, over a chunk of the gradients. */
static void sum_gradients(void *task, int job, int worker) {
    step_work *w = task;
    lg_engine *e = &w->t->engine;
    lg_clock_read(lg_engine_clock(e, worker));
    size_t first, n = lg_chunk_of(gradient_elements(w, &w->passes[0]), job, &first);
    if (n) lg_gradients_add_rest(&e->gradients, first, n);
    lg_clock_count(lg_engine_clock(e, worker), LG_PHASE_UPDATE);
}

/* ---- groups ---- */

static void run_micro_batch(const lg_pass *p, const lg_network *n, int first, int array, int worker) {
    const lg_frame f = lg_pass_frame(p, n, first, worker, array);
    lg_graph_forward(n->graph, &f);
    lg_pass_read(p, &f, n, 0, n->layout.rows);
    lg_graph_backward(n->graph, &f);
}

/* Sequences of a group. */
static int end_of_group(const lg_step_pass *s, int first) {
    return first + s->partition.group < s->part.count ? first + s->partition.group : s->part.count;
}

static void draw_records(const step_work *w, const lg_step_pass *s, int first, int worker) {
    const lg_trainer *t = w->t;
    const lg_batch_record *records = t->plan.records + s->part.first;
    for (int i = first, end = end_of_group(s, first); i < end; i++) {
        lg_pass_draw(s->pass, &records[i], worker, i);
        if (t->word_dropout > 0) lg_pass_replace_words(s->pass, i, t->word_dropout);
    }
}

/* A job: draws the records of one gradient-accumulation group and runs its micro-batches in order. */
static void run_group(void *task, int job, int worker) {
    step_work *w = task;
    lg_gradients *g = &w->t->engine.gradients;
    lg_clock *clock = lg_engine_clock(&w->t->engine, worker);
    int index, group;
    lg_gradients_job(g, job, &index, &group);
    const lg_step_pass *s = &w->passes[index];
    const int S = s->partition.full->graph->S;
    int first = group * s->partition.group;
    const int end = end_of_group(s, first);
    lg_clock_read(clock);
    draw_records(w, s, first, worker);
    lg_clock_count(clock, LG_PHASE_SAMPLE);
    const int array = lg_gradients_acquire(g, index, group);
    lg_clock_read(clock);
    if (group == 0 && clears_few(w, s)) {
        lg_gradients_clear(g, kept_elements(w, s), cleared_elements(w, s));
        lg_clock_count(clock, LG_PHASE_UPDATE);
    }
    for (; first + S <= end; first += S) run_micro_batch(s->pass, s->partition.full, first, array, worker);
    if (first < end) run_micro_batch(s->pass, s->partition.remainder, first, array, worker);
    lg_clock_read(clock);
    lg_gradients_release(g, index, group, worker);
    lg_clock_count(clock, LG_PHASE_UPDATE);
}

/* The backward pass of what a pass shares, when its gradients are summed. */
static void run_shared(void *task, int pass, int worker) {
    const step_work *w = task;
    const lg_network *n = w->passes[pass].partition.full;
    const lg_frame f = lg_pass_frame(w->passes[pass].pass, n, 0, worker, 0);
    lg_graph_backward_shared(n->graph, &f);
}

/* ---- passes ---- */

/* What the next step draws from a stream. */
static lg_key step_key(const lg_trainer *t, lg_stream stream) {
    return lg_key_fold(lg_seed_key(t->runtime.values, stream), (uint64_t)t->steps);
}

/* Networks of a pass, and memory of the workers for them. */
static bool partition_pass(lg_trainer *t, int part, lg_step_pass *s, lg_error *err) {
    s->part = t->plan.parts[part];
    const lg_sequence_layout layout = lg_segments_layout(t, s->part.size, s->part.padded);
    if (!lg_engine_partition(&t->engine, layout, s->part.count, &s->partition, err)) return false;
    const lg_network *full = s->partition.full, *remainder = s->partition.remainder;
    return lg_engine_reserve(&t->engine, full, err) && (!remainder || lg_engine_reserve(&t->engine, remainder, err));
}

/* The first pass has the memory of what is run between steps, too. */
static bool find_memory(lg_trainer *t, int i, lg_step_pass *s, lg_error *err) {
    if (i > 0 && !t->beside && !(t->beside = calloc(LG_BESIDE - 1, sizeof *t->beside)))
        return lg_fail(err, LG_FAILED, "out of memory: passes of a step");
    s->pass = i == 0 ? &t->pass : &t->beside[i - 1].pass;
    s->buffers = i == 0 ? &t->engine.buffers : &t->beside[i - 1].buffers;
    return true;
}

/* Makes the memory of a pass ready, and what its batch shares. */
static bool open_pass(lg_trainer *t, int i, lg_step_pass *s, lg_error *err) {
    if (!find_memory(t, i, s, err) ||
        !lg_pass_open(s->pass, &t->engine, s->buffers, s->partition.full, s->part.count, false, err))
        return false;
    s->pass->first = s->part.first;
    s->pass->dropout = step_key(t, LG_STREAM_DROPOUT);
    s->pass->loss_weight = (real)(1.0 / (double)t->plan.learned);
    s->pass->group_weight = (real)(1.0 / t->plan.count);
    return lg_pass_prepare(s->pass, step_key(t, LG_STREAM_POSITIONS), true, err);
}

/* A pass alone: what is left of its gradients when it ends is added by all workers. */
static void run_alone(step_work *w) {
    lg_engine *e = &w->t->engine;
    const lg_step_pass *s = &w->passes[0];
    const lg_gradient_pass pass = {s->partition.groups, gradient_elements(w, s)};
    if (!clears_few(w, s)) lg_pool_run(e->pool, LG_CHUNKS, clear_chunk, w);
    lg_gradients_begin(&e->gradients, &pass, 1, lg_pool_threads(e->pool), NULL, NULL);
    lg_pool_run(e->pool, pass.groups, run_group, w);
    lg_pool_run(e->pool, LG_CHUNKS, sum_gradients, w);
    run_shared(w, 0, 0);
}

static void run_beside(step_work *w) {
    lg_engine *e = &w->t->engine;
    lg_gradient_pass passes[LG_BESIDE];
    int groups = 0;
    for (int i = 0; i < w->count; i++) {
        passes[i] = (lg_gradient_pass){w->passes[i].partition.groups, gradient_elements(w, &w->passes[i])};
        groups += passes[i].groups;
    }
    lg_gradients_begin(&e->gradients, passes, w->count, lg_pool_threads(e->pool), run_shared, w);
    lg_pool_run(e->pool, groups, run_group, w);
}

/* So many passes run side by side. One worker does not wait, and sums of many parameters are added by all workers. */
static int count_beside(const lg_trainer *t, int from) {
    const int left = t->plan.part_count - from;
    if (lg_pool_threads(t->engine.pool) == 1 || t->engine.gradients.bytes > FEW_ZEROS) return 1;
    return left < LG_BESIDE ? left : LG_BESIDE;
}

/* ---- what the model said ---- */

static void measure_pass(const lg_pass *p, double sums[LG_SUMS]) {
    const size_t rows = (size_t)p->count * (size_t)p->network->layout.rows;
    for (size_t i = 0; i < rows; i++) {
        if (p->rows.learned[i]) sums[LG_SUM_NLL] += (double)p->losses[i];
        sums[LG_SUM_COUNTED] += p->rows.counted[i];
        sums[LG_SUM_RIGHT] += p->rows.counted[i] && p->best[i] == p->rows.targets[i];
    }
}

/* Room for the loads of a pass that has been opened. */
static bool open_loads(lg_trainer *t, lg_step *out, lg_load_sums *sums, lg_error *err) {
    out->expert_sublayers = t->pass.loads.sublayers;
    if (sums->chosen || out->expert_sublayers == 0) return true;
    out->experts = (int)lg_int(t->runtime.values, "experts.count");
    const size_t count = (size_t)out->expert_sublayers * (size_t)out->experts;
    if (!t->load) t->load = malloc(2 * count * sizeof *t->load);
    if (!t->load) return lg_fail(err, LG_FAILED, "out of memory: the load of %zu experts", count);
    memset(t->load, 0, 2 * count * sizeof *t->load);
    out->load = sums->chosen = t->load;
    sums->taken = t->load + count;
    return true;
}

/* Sublayers of an encoder and a decoder read different numbers of tokens. */
static void report_loads(lg_trainer *t, const lg_load_sums *sums, lg_step *out) {
    double all = 0, taken = 0;
    for (int i = 0; i < out->expert_sublayers; i++) {
        double *chosen = sums->chosen + (size_t)i * (size_t)out->experts, tokens = 0;
        for (int e = 0; e < out->experts; e++) tokens += chosen[e], taken += sums->taken[i * out->experts + e];
        for (int e = 0; e < out->experts; e++) chosen[e] /= tokens;
        all += tokens;
    }
    if (out->expert_sublayers == 0) return;
    out->expert_loss = sums->losses / t->plan.count;
    out->dropped = (all - taken) / all;
}

/* ---- a step ---- */

bool lg_step_passes_plan(lg_trainer *t, lg_error *err) {
    lg_batch_plan *p = &t->plan;
    const int count = lg_record_numbers_batch(&t->numbers, t->model->data, t->steps, t->batch);
    if (!lg_batch_plan_begin(p, count, err)) return false;
    lg_batch_plan_draw(p, t->model->data, t->curriculum, &t->numbers, t->steps);
    for (int i = 0; i < p->count; i++) {
        const int length = p->records[i].length;
        if (i > 0 && length == p->records[i - 1].length) continue;
        if (!lg_model_supports_length(t->model, length, err) ||
            !lg_dataset_has(t->model->data, LG_SPLIT_TRAIN, length, err))
            return false;
    }
    return lg_batch_plan_cut(p, t->model, LG_GROUP_SIZES, lg_curriculum_mixes(t->curriculum), &t->engine.records[0],
                             err);
}

/* Runs passes side by side, or one. Their gradients are added to those of the passes before. */
static bool run_some(step_work *w, int from, double sums[LG_SUMS], lg_load_sums *loads, lg_step *out, lg_error *err) {
    lg_trainer *t = w->t;
    w->count = count_beside(t, from);
    for (int i = 0; i < w->count; i++)
        if (!partition_pass(t, from + i, &w->passes[i], err) || !open_pass(t, i, &w->passes[i], err)) return false;
    if (!open_loads(t, out, loads, err)) return false;
    w->count > 1 ? run_beside(w) : run_alone(w);
    for (int i = 0; i < w->count; i++) {
        const lg_pass *p = w->passes[i].pass;
        measure_pass(p, sums);
        if (p->loads.sublayers > 0) lg_pass_add_loads(p, p->count, out->experts, loads);
        out->tokens = w->passes[i].partition.full->layout.T;
    }
    return true;
}

bool lg_step_passes_run(lg_trainer *t, lg_step *out, lg_error *err) {
    step_work w = {.t = t};
    double sums[LG_SUMS] = {0};
    lg_load_sums loads = {0};
    *out = (lg_step){.step = t->steps + 1};
    lg_engine_trim(&t->engine);
    if (!lg_step_passes_plan(t, err)) return false;
    /* The sum of the gradients would be lost if its memory grew between two passes. */
    for (int i = 0; i < t->plan.part_count; i++)
        if (!partition_pass(t, i, &w.passes[0], err)) return false;
    for (int i = 0; i < t->plan.part_count; i += w.count)
        if (!run_some(&w, i, sums, &loads, out, err)) return false;
    for (int i = 0; i < t->plan.count; i++)
        if (t->plan.records[i].length > out->length) out->length = t->plan.records[i].length;
    report_loads(t, &loads, out);
    out->loss = sums[LG_SUM_NLL] / (double)t->plan.learned;
    out->accuracy = sums[LG_SUM_COUNTED] > 0 ? sums[LG_SUM_RIGHT] / sums[LG_SUM_COUNTED] : 0;
    return true;
}

/* ---- memory ---- */

size_t lg_step_passes_bytes(const lg_trainer *t) {
    size_t sum = t->pass.memory.bytes;
    for (int i = 0; t->beside && i < LG_BESIDE - 1; i++)
        sum += t->beside[i].pass.memory.bytes + lg_batch_buffers_bytes(&t->beside[i].buffers);
    return sum;
}

void lg_step_passes_free(lg_trainer *t) {
    for (int i = 0; t->beside && i < LG_BESIDE - 1; i++) {
        lg_pass_free(&t->beside[i].pass);
        lg_batch_buffers_free(&t->beside[i].buffers);
    }
    free(t->beside);
    t->beside = NULL;
}
