/* step.c: one training step: its passes, the sum of their gradients, and the update. See train.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/seed.h"
#include "kernel/kernel.h"
#include "nn/stream/memory.h"
#include "train/segments.h"
#include "train/update.h"

/* Key of the next step's random numbers of one kind. */
static lg_key step_key(const lg_trainer *t, lg_key_tag stream) {
    return lg_key_fold(lg_seed_key(&t->seeds, stream), (uint64_t)t->steps);
}

bool lg_trainer_plan(lg_trainer *t, lg_error *err) {
    lg_batch_plan *p = &t->plan;
    const int count = lg_record_numbers_batch(&t->numbers, t->model->data, t->steps, t->settings.batch);
    if (!lg_batch_plan_begin(p, count, err)) return false;
    lg_batch_plan_draw(p, t->model->data, &t->curriculum, &t->numbers, t->steps);
    for (int i = 0; i < p->count; i++) {
        const int length = p->records[i].length;
        if (t->model->settings.loss_half) p->records[i].skipped = length / 2;
        if (i > 0 && length == p->records[i - 1].length) continue;
        if (!lg_model_supports_length(t->model, length, err) ||
            !lg_dataset_has(t->model->data, LG_SPLIT_TRAIN, length, err))
            return false;
    }
    return lg_batch_plan_cut(p, t->model, LG_GROUP_SIZES, lg_curriculum_mixes(t->curriculum.entry),
                             &t->engine.records[0], err);
}

/* Shared by the jobs of one step. */
typedef struct step_work {
    lg_trainer *t;
    int passes; /* number of passes in t->passes computed together */
    bool first; /* these are the first passes of the step, and the sum of gradients is still empty */
    lg_update update;
    double squares[64]; /* one per chunk of the parameters */
} step_work;

/* Work on flat arrays is split into this many chunks. Chunk boundaries must depend only on the model, because they
 * determine how the gradient norm is summed. */
enum { CHUNKS = sizeof((step_work){0}.squares) / sizeof(double) };

/* First element and size of a chunk of an array. */
static size_t chunk_of(size_t elements, int job, size_t *first) {
    size_t lines = (elements + 15) / 16, each = (lines + CHUNKS - 1) / CHUNKS * 16;
    *first = (size_t)job * each;
    if (*first >= elements) return 0;
    return *first + each < elements ? each : elements - *first;
}

static size_t parameter_elements(const lg_trainer *t) {
    return t->model->parameters->bytes / sizeof(real);
}

/* The worker of the first group zeroes a sum of gradients of up to this size, so that it is in that worker's cache; all
 * workers together zero a larger one. */
enum { FEW_ZEROS = 4 << 20 /* bytes */ };

static bool clears_few(const lg_trainer *t) {
    return t->model->parameters->bytes <= FEW_ZEROS;
}

/* Pool job: zeroes one chunk of the sum. */
static void clear_chunk(void *task, int job, int worker) {
    const step_work *w = task;
    lg_engine *e = &w->t->engine;
    lg_clock_read(lg_engine_clock(e, worker));
    size_t first, n = chunk_of(parameter_elements(w->t), job, &first);
    lg_gradients_clear(&e->gradients, first, n);
    lg_clock_count(lg_engine_clock(e, worker), LG_PHASE_UPDATE);
}

/* ---- groups of passes ---- */

/* Elements of a pass's gradient arrays: parameters, then shared tensors. */
static size_t gradient_elements(const lg_trainer *t, const lg_step_pass *x) {
    return parameter_elements(t) + x->partition.full->graph->bytes[LG_SPACE_GRADIENT] / sizeof(real);
}

static void draw_records(lg_trainer *t, const lg_step_pass *x, int first, int end, int worker) {
    const lg_batch_record *records = t->plan.records + x->part.first;
    const double replaced = t->model->settings.dropout_words;
    for (int i = first; i < end; i++) {
        lg_pass_draw(&x->pass, &records[i], worker, i);
        if (replaced > 0) lg_pass_replace_words(&x->pass, i, replaced);
    }
}

/* True if the step must stop. A stop ends a step before its update, so nothing has changed. Steps of models with memory
 * do not stop, because every micro-batch changes the memory. */
static bool is_stopped(lg_trainer *t, int worker) {
    return !lg_model_remembers(t->model) && lg_trainer_must_stop(t, worker);
}

static void run_micro_batch(const lg_pass *p, const lg_network *n, int first, int array, int worker) {
    const lg_frame f = lg_pass_frame(p, n, first, worker, array);
    lg_graph_forward(n->graph, &f);
    lg_pass_read(p, &f, n, 0, n->layout.rows);
    lg_graph_backward(n->graph, &f);
}

/* After all groups of a pass are in the sum: runs the backward pass of the shared tensors, and zeroes their gradients
 * for the next pass. */
static void finish_pass(lg_trainer *t, const lg_step_pass *x, int worker) {
    const size_t own = parameter_elements(t);
    const lg_frame f = lg_pass_frame(&x->pass, x->partition.full, 0, worker, 0);
    lg_graph_backward_shared(x->partition.full->graph, &f);
    lg_gradients_clear(&t->engine.gradients, own, gradient_elements(t, x) - own);
}

/* Pool job: draws the records of one gradient-accumulation group and runs its micro-batches in order. */
static void run_group(void *task, int job, int worker) {
    const step_work *w = task;
    lg_trainer *t = w->t;
    lg_gradients *g = &t->engine.gradients;
    lg_clock *clock = lg_engine_clock(&t->engine, worker);
    (void)job; /* the next group depends on the workers' progress */
    const lg_gradient_group group = lg_gradients_acquire(g);
    const lg_step_pass *x = &t->passes[group.pass];
    const lg_batch_partition *c = &x->partition;
    int S = c->full->graph->S, first = group.group * c->group;
    const int end = first + c->group < x->part.count ? first + c->group : x->part.count;
    lg_clock_read(clock);
    draw_records(t, x, first, end, worker);
    lg_clock_count(clock, LG_PHASE_SAMPLE);
    if (group.array == 0 && w->first && clears_few(t)) {
        lg_gradients_clear(g, 0, parameter_elements(t));
        lg_clock_count(clock, LG_PHASE_UPDATE);
    }
    for (; first + S <= end && !is_stopped(t, worker); first += S)
        run_micro_batch(&x->pass, c->full, first, group.array, worker);
    if (first < end && !is_stopped(t, worker)) run_micro_batch(&x->pass, c->remainder, first, group.array, worker);
    lg_clock_read(clock);
    for (int whole = lg_gradients_release(g, &group); whole >= 0; whole = lg_gradients_next(g))
        finish_pass(t, &t->passes[whole], worker);
    lg_clock_count(clock, LG_PHASE_UPDATE);
}

/* Pool job: adds one chunk of the remaining groups' gradients. */
static void sum_gradients(void *task, int job, int worker) {
    step_work *w = task;
    lg_engine *e = &w->t->engine;
    lg_clock_read(lg_engine_clock(e, worker));
    size_t first, n = chunk_of(gradient_elements(w->t, &w->t->passes[w->passes - 1]), job, &first);
    if (n) lg_gradients_add_rest(&e->gradients, first, n);
    lg_clock_count(lg_engine_clock(e, worker), LG_PHASE_UPDATE);
}

/* Pool job: squared norm of one chunk of the summed gradients. */
static void sum_squares(void *task, int job, int worker) {
    step_work *w = task;
    lg_trainer *t = w->t;
    lg_clock_read(lg_engine_clock(&t->engine, worker));
    size_t first, n = chunk_of(parameter_elements(t), job, &first);
    const lg_view g = lg_view_at(lg_gradients_array(&t->engine.gradients, 0), first * sizeof(real));
    w->squares[job] = n ? t->model->kernels->sum_squares(t->model->kernels, g, n) : 0;
    lg_clock_count(lg_engine_clock(&t->engine, worker), LG_PHASE_UPDATE);
}

/* Pool job: updates one chunk of the parameters, or one parameter. */
static void update_parameters(void *task, int job, int worker) {
    step_work *w = task;
    lg_trainer *t = w->t;
    real *p = (real *)(void *)t->engine.parameters.data;
    const lg_view g = lg_gradients_array(&t->engine.gradients, 0);
    lg_clock_read(lg_engine_clock(&t->engine, worker));
    if (t->optimizer.optimizer.entry->by_parameter) {
        lg_optimizer_update_parameter(&t->optimizer, &w->update, job, p, g);
    } else {
        size_t first, n = chunk_of(parameter_elements(t), job, &first);
        if (n) lg_optimizer_update(&t->optimizer, &w->update, first, n, p, g);
    }
    lg_clock_count(lg_engine_clock(&t->engine, worker), LG_PHASE_UPDATE);
}

/* ---- passes ---- */

/* Sets up the networks of pass `number` of a step, and the workers' memory for them. Passes of large records come
 * first, so that the last pass, at whose end workers are idle, is small. */
static bool partition_pass(lg_trainer *t, int number, lg_step_pass *x, lg_error *err) {
    x->part = t->plan.parts[t->plan.part_count - 1 - number];
    const lg_sequence_layout layout = lg_segments_layout(t, x->part.size, x->part.padded);
    if (!lg_engine_partition(&t->engine, layout, x->part.count, &x->partition, err)) return false;
    const lg_network *full = x->partition.full, *remainder = x->partition.remainder;
    return lg_engine_reserve(&t->engine, full, err) && (!remainder || lg_engine_reserve(&t->engine, remainder, err));
}

/* Prepares the memory of a pass and the data that its batch shares. */
static bool open_pass(lg_trainer *t, lg_step_pass *x, lg_error *err) {
    lg_pass *p = &x->pass;
    x->buffers.states = t->engine.buffers.states;
    if (!lg_pass_open(p, &t->engine, &x->buffers, x->partition.full, x->part.count, false, err)) return false;
    p->first = x->part.first;
    p->dropout = step_key(t, LG_KEY_DROPOUT);
    p->loss_weight = (real)(1.0 / (double)t->plan.learned);
    p->group_weight = (real)(1.0 / t->plan.count);
    return lg_pass_prepare(p, step_key(t, LG_KEY_POSITIONS), true, err);
}

/* Passes are computed together if the model's gradients take at most this many bytes. Passes that are computed one
 * after another need fewer gradient arrays, because the first group of each pass accumulates directly in the sum. The
 * choice changes the bits of results, so it depends only on the model. With two threads, decoder-small makes 111
 * steps/s instead of 92 (Zen 5); decoder-medium gains nothing. */
enum { OVERLAP_BYTES = 8 << 20 };

static bool may_overlap(const lg_trainer *t) {
    return t->model->parameters->bytes <= OVERLAP_BYTES;
}

/* Further passes are opened only while the open ones take at most this many bytes. */
enum { TOGETHER_BYTES = 16 << 20 };

/* Opens passes from `number` on, which are computed together. With a single worker it opens only one: the overlap
 * serves to keep workers from waiting for each other at the end of each pass. */
static bool open_passes(step_work *w, int number, lg_error *err) {
    lg_trainer *t = w->t;
    const bool overlap = lg_pool_threads(t->engine.pool) > 1 && may_overlap(t);
    const int most = overlap ? LG_PASSES_AT_ONCE : 1, left = t->plan.part_count - number;
    size_t bytes = 0;
    for (w->passes = 0; w->passes < most && w->passes < left && bytes <= TOGETHER_BYTES; w->passes++) {
        lg_step_pass *x = &t->passes[w->passes];
        if (!partition_pass(t, number + w->passes, x, err) || !open_pass(t, x, err)) return false;
        bytes += lg_batch_buffers_bytes(&x->buffers);
    }
    return true;
}

/* Adds the losses, accuracies and routing of a pass to the sums. */
static void measure_pass(const lg_trainer *t, const lg_pass *p, double sums[LG_SUMS], lg_load_sums *loads) {
    const size_t rows = (size_t)p->count * (size_t)p->network->layout.rows;
    for (size_t i = 0; i < rows; i++) {
        if (p->rows.learned[i]) sums[LG_SUM_NLL] += (double)p->losses[i];
        sums[LG_SUM_COUNTED] += p->rows.counted[i];
        sums[LG_SUM_RIGHT] += p->rows.counted[i] && p->best[i] == p->rows.targets[i];
    }
    if (p->loads.sublayers > 0) lg_pass_add_loads(p, p->count, lg_order_experts(&t->model->order), loads);
}

/* Runs the groups of the open passes and their shared backward passes. */
static void run_passes(step_work *w) {
    lg_trainer *t = w->t;
    lg_engine *e = &t->engine;
    int groups = 0;
    if (w->first && !clears_few(t)) lg_pool_run(e->pool, CHUNKS, clear_chunk, w);
    lg_gradients_begin(&e->gradients, lg_pool_threads(e->pool), w->first || !may_overlap(t));
    for (int i = 0; i < w->passes; i++) {
        const lg_step_pass *x = &t->passes[i];
        lg_gradients_add_pass(&e->gradients, x->partition.groups, gradient_elements(t, x));
        groups += x->partition.groups;
    }
    lg_pool_run(e->pool, groups, run_group, w);
    lg_pool_run(e->pool, CHUNKS, sum_gradients, w);
    finish_pass(t, &t->passes[w->passes - 1], 0);
}

/* Global norm of the gradient. */
static double measure_gradients(step_work *w) {
    double sum = 0;
    lg_pool_run(w->t->engine.pool, CHUNKS, sum_squares, w);
    for (int i = 0; i < CHUNKS; i++) sum += w->squares[i];
    return sqrt(sum);
}

/* Clips the gradients and updates the parameters. If the norm is at least the limit (train.clip), gradients are
 * multiplied by limit / norm. */
static void step_optimizer(step_work *w, const lg_step *s) {
    lg_trainer *t = w->t;
    const lg_optimizer *o = t->optimizer.optimizer.entry;
    const double clip = t->settings.clip;
    w->update = (lg_update){.kernels = t->model->kernels,
                            .own = &t->optimizer.optimizer.own,
                            .settings = &t->settings,
                            .step = s->step,
                            .rate = s->rate,
                            .factor = 1};
    if (clip > 0 && s->grad_norm >= clip) w->update.factor = clip / s->grad_norm;
    o->begin(&w->update);
    lg_pool_run(t->engine.pool, o->by_parameter ? t->model->parameters->count : CHUNKS, update_parameters, w);
    lg_parameters_project(t->model->parameters, t->model->kernels, (lg_view){t->engine.parameters.data, 0});
    lg_engine_repack(&t->engine);
}

/* Allocates and zeroes the routing sums for the open passes. */
static bool open_loads(lg_trainer *t, lg_step *out, lg_load_sums *sums, lg_error *err) {
    out->expert_sublayers = t->passes[0].pass.loads.sublayers;
    if (sums->chosen || out->expert_sublayers == 0) return true;
    out->experts = lg_order_experts(&t->model->order);
    const size_t count = (size_t)out->expert_sublayers * (size_t)out->experts;
    if (!t->load) t->load = malloc(2 * count * sizeof *t->load);
    if (!t->load) return lg_fail(err, LG_FAILED, "out of memory: the load of %zu experts", count);
    memset(t->load, 0, 2 * count * sizeof *t->load);
    out->load = sums->chosen = t->load;
    sums->taken = t->load + count;
    return true;
}

/* Reports the load of experts as fractions of each sublayer's tokens, because encoder and decoder sublayers read
 * different numbers of tokens. */
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

/* Runs all passes of a step. */
static bool run_batch(step_work *w, lg_step *out, lg_error *err) {
    lg_trainer *t = w->t;
    double sums[LG_SUMS] = {0};
    lg_load_sums loads = {0};
    *out = (lg_step){.step = t->steps + 1};
    lg_engine_trim(&t->engine);
    if (!lg_trainer_plan(t, err)) return false;
    /* Reserves memory for all passes first: growing it between two passes would discard the sum of gradients. */
    for (int i = 0; i < t->plan.part_count; i++)
        if (!partition_pass(t, i, &t->passes[0], err)) return false;
    for (int i = 0; i < t->plan.part_count; i += w->passes) {
        if (!open_passes(w, i, err) || !open_loads(t, out, &loads, err)) return false;
        w->first = i == 0;
        run_passes(w);
        if (is_stopped(t, 0)) return lg_fail(err, LG_PREEMPTED, "step %lld: stopped", (long long)out->step);
        if (i == 0) out->tokens = t->passes[0].partition.full->layout.T;
        for (int j = 0; j < w->passes; j++) measure_pass(t, &t->passes[j].pass, sums, &loads);
    }
    for (int i = 0; i < t->plan.count; i++)
        if (t->plan.records[i].length > out->length) out->length = t->plan.records[i].length;
    report_loads(t, &loads, out);
    out->loss = sums[LG_SUM_NLL] / (double)t->plan.learned;
    out->accuracy = sums[LG_SUM_COUNTED] > 0 ? sums[LG_SUM_RIGHT] / sums[LG_SUM_COUNTED] : 0;
    return true;
}

double lg_trainer_rate(const lg_trainer *t, int64_t step, int64_t steps) {
    return lg_schedule_rate(&t->schedule, &t->open_schedule, t->settings.lr, t->model->width, step, steps);
}

static double learning_rate(const lg_trainer *t, int64_t step) {
    const lg_chosen_optimizer *o = &t->optimizer.optimizer;
    const double scheduled = lg_trainer_rate(t, step, t->settings.steps);
    return o->entry->rate ? o->entry->rate(&o->own, step, scheduled) : scheduled;
}

bool lg_trainer_step(lg_trainer *t, lg_step *out, lg_error *err) {
    step_work w = {.t = t};
    lg_segments_begin(t);
    if (!run_batch(&w, out, err) || !lg_dataset_check(t->model->data, err)) return false;
    out->grad_norm = measure_gradients(&w);
    out->rate = learning_rate(t, out->step);
    if (!isfinite(out->loss) || !isfinite(out->grad_norm))
        return lg_fail(err, LG_DIVERGED,
                       "step %lld: loss %g, gradient norm %g: training diverged (try a smaller train.lr)",
                       (long long)out->step, isnan(out->loss) ? fabs(out->loss) : out->loss, fabs(out->grad_norm));
    if (!(out->rate >= 0 && isfinite(out->rate)))
        return lg_fail(err, LG_DIVERGED, "step %lld: the learning rate is %g (check schedule: %s)",
                       (long long)out->step, out->rate, t->schedule.entry->name);
    step_optimizer(&w, out);
    t->steps++;
    return true;
}
