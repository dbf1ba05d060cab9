/* train.c: a step of training, and the state that it changes. See train.h; evaluation is in evaluator.c. */
#include "train/train.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/seed.h"
#include "nn/memory.h"
#include "train/segments.h"

/* ---- construction ---- */

static void read_options(lg_trainer *t) {
    const lg_values *v = t->runtime.values;
    t->curriculum = lg_curriculum_find(lg_text(v, "curriculum"));
    t->schedule = lg_schedule_find(lg_text(v, "schedule"));
    t->protocol = lg_protocol_find(lg_text(v, "protocol"));
    t->total_steps = lg_int(v, "train.steps");
    t->batch = (int)lg_int(v, "train.batch");
    t->clip = lg_real(v, "train.clip");
    t->word_dropout = lg_real(v, "model.dropout_words");
}

static bool number_records(lg_trainer *t, lg_error *err) {
    if (t->model->data->unread & LG_SPLIT_BIT(LG_SPLIT_TRAIN)) return true;
    return lg_record_numbers_init(&t->numbers, t->model->data, t->curriculum, err);
}

static void draw_parameters(lg_trainer *t) {
    lg_parameters_initialise(t->model->parameters, lg_seed_key(t->runtime.values, LG_STREAM_INIT),
                             (real *)(void *)t->engine.parameters.data);
}

lg_trainer *lg_trainer_new(const lg_runtime *w, lg_error *err) {
    lg_trainer *t = calloc(1, sizeof *t);
    if (!t) {
        lg_fail(err, LG_FAILED, "out of memory: a trainer");
        return NULL;
    }
    t->runtime = *w;
    t->split = LG_SPLIT_TEST;
    read_options(t);
    t->model = lg_model_new_for(w->values, w->kernels, w->use, err);
    if (!t->model || !lg_dataset_has_files(t->model->data, err) ||
        !lg_engine_init(&t->engine, t->model, w->pool, err) ||
        !lg_optimizer_open(&t->optimizer, w->values, t->model->parameters, err) || !number_records(t, err) ||
        !lg_segments_open(t, err) || (lg_metric_of(w->values)->of_texts && !(t->texts = lg_said_texts_new(err)))) {
        lg_trainer_free(t);
        return NULL;
    }
    if (!w->blank) draw_parameters(t);
    lg_engine_repack(&t->engine);
    return t;
}

bool lg_trainer_can_train(const lg_trainer *t, lg_error *err) {
    return lg_model_supports_length(t->model, t->curriculum->longest(t->runtime.values, t->total_steps), err) ||
           lg_blame(err, "curriculum.lengths curriculum.length curriculum");
}

/* Has the test split records of all these lengths? */
static bool check_tested(const lg_dataset *d, const int *lengths, size_t count, lg_error *err) {
    lg_error words = {0};
    size_t i = 0;
    while (i < count && lg_dataset_has(d, LG_SPLIT_TEST, lengths[i], &words)) i++;
    const int longest = i < count ? lg_dataset_longest(d, LG_SPLIT_TEST, lengths[i]) : 0;
    if (i == count) return true;
    if (words.code != LG_USAGE || longest == 0) return lg_fail_like(err, &words, "%s", words.text);
    if (longest > lengths[i]) return lg_fail_keys(err, "eval.lengths", "%s; leave it out of --lengths", words.text);
    return lg_fail_keys(err, "eval.lengths", "%s; use --lengths up to %d", words.text, longest);
}

bool lg_trainer_can_eval(const lg_trainer *t, lg_error *err) {
    size_t count;
    const int *lengths = lg_lengths(t->runtime.values, "eval.lengths", &count);
    const int64_t kept = t->protocol->evaluate ? lg_segments_kept(t->runtime.values) : 0;
    if (!lg_memory_suits(t->model, "eval.memory", kept, err) || !lg_trainer_can_decode(t, err)) return false;
    if (t->texts && !lg_said_texts_suit(t->model->data, err)) return false;
    if (kept > 0 && !lg_segments_check(t->runtime.values, lengths[count - 1], err)) return false;
    if (!lg_model_supports_length(t->model, lengths[count - 1], err)) return lg_blame(err, "eval.lengths");
    return check_tested(t->model->data, lengths, count, err);
}

bool lg_trainer_can_validate(const lg_trainer *t, lg_error *err) {
    const lg_dataset *d = t->model->data;
    const lg_values *v = t->runtime.values;
    const int64_t every = lg_int(v, "eval.every");
    size_t count;
    if (every == 0 || every > t->total_steps || lg_validation_split(v) == LG_SPLIT_TEST) return true;
    int *lengths = lg_curriculum_trained(d, LG_SPLIT_VALIDATION, &count);
    free(lengths);
    if (!lengths) return lg_fail(err, LG_FAILED, "out of memory: the lengths of training");
    return count > 0 ||
           lg_fail_keys(err, "eval.validation data.validation data",
                        "eval.validation: %s has no validation records of the lengths of training", d->entry->name);
}

void lg_trainer_free(lg_trainer *t) {
    if (!t) return;
    lg_evaluator_free(t->evaluator);
    lg_said_texts_free(t->texts);
    if (t->engine.model) lg_engine_free(&t->engine);
    lg_model_free(t->model);
    lg_optimizer_close(&t->optimizer);
    lg_pass_free(&t->pass);
    lg_batch_plan_free(&t->plan);
    lg_record_numbers_free(&t->numbers);
    free(t->load);
    lg_states_free(&t->states);
    free(t);
}

bool lg_trainer_set_pool(lg_trainer *t, lg_pool *pool) {
    if (!lg_engine_set_pool(&t->engine, pool)) return false;
    t->runtime.pool = pool;
    return true;
}

/* ---- one step ---- */

/* What the jobs of one step share. */
typedef struct step_work {
    lg_trainer *t;
    lg_batch_part part; /* the pass that is running */
    lg_batch_partition partition;
    lg_update update;
    double squares[64]; /* one for each chunk of the parameters */
} step_work;

/* Work on flat arrays is split into as many chunks. Where chunks are summed one by one (the norm of the gradient) they
 * must depend on the model alone. */
enum { CHUNKS = sizeof((step_work){0}.squares) / sizeof(double) };

/* First element of a chunk of an array, and how many there are in it. */
static size_t chunk_of(size_t elements, int job, size_t *first) {
    size_t lines = (elements + 15) / 16, each = (lines + CHUNKS - 1) / CHUNKS * 16;
    *first = (size_t)job * each;
    if (*first >= elements) return 0;
    return *first + each < elements ? each : elements - *first;
}

static void run_micro_batch(step_work *w, const lg_network *n, int first, int array, int worker) {
    const lg_frame f = lg_pass_frame(&w->t->pass, n, first, worker, array);
    lg_graph_forward(n->graph, &f);
    lg_pass_read(&w->t->pass, &f, n, 0, n->layout.rows);
    lg_graph_backward(n->graph, &f);
}

/* Elements of this pass's gradient arrays: those of the parameters, then those of the shared tensors. */
static size_t gradient_elements(const step_work *w) {
    return (w->t->model->parameters->bytes + w->partition.full->graph->bytes[LG_SPACE_GRADIENT]) / sizeof(real);
}

/* The sum of gradients begins with zeros, but for what earlier passes of this step added to those of the parameters.
 * Few of them are written by the worker that adds first, whose cache then has them, more by all workers. */
enum { FEW_ZEROS = 4 << 20 /* bytes */ };

static size_t kept_elements(const step_work *w) {
    return w->part.first == 0 ? 0 : w->t->model->parameters->bytes / sizeof(real);
}

static size_t cleared_elements(const step_work *w) {
    return gradient_elements(w) - kept_elements(w);
}

static bool clears_few(const step_work *w) {
    return cleared_elements(w) * sizeof(real) <= FEW_ZEROS;
}

/* A job: a chunk of them. */
static void clear_chunk(void *task, int job, int worker) {
    const step_work *w = task;
    lg_engine *e = &w->t->engine;
    lg_clock_read(lg_engine_clock(e, worker));
    size_t first, n = chunk_of(cleared_elements(w), job, &first);
    lg_gradients_clear(&e->gradients, kept_elements(w) + first, n);
    lg_clock_count(lg_engine_clock(e, worker), LG_PHASE_UPDATE);
}

/* A job: draws the records of one gradient-accumulation group and runs its micro-batches in order. */
static void run_group(void *task, int group, int worker) {
    step_work *w = task;
    lg_trainer *t = w->t;
    const lg_batch_partition *c = &w->partition;
    const lg_batch_record *records = t->plan.records + w->part.first;
    lg_clock *clock = lg_engine_clock(&t->engine, worker);
    int S = c->full->graph->S, first = group * c->group;
    int end = first + c->group < w->part.count ? first + c->group : w->part.count;
    lg_clock_read(clock);
    for (int i = first; i < end; i++) {
        lg_pass_draw(&t->pass, &records[i], worker, i);
        if (t->word_dropout > 0) lg_pass_replace_words(&t->pass, i, t->word_dropout);
    }
    lg_clock_count(clock, LG_PHASE_SAMPLE);
    const int array = lg_gradients_acquire(&t->engine.gradients, group);
    if (group == 0 && clears_few(w)) {
        lg_gradients_clear(&t->engine.gradients, kept_elements(w), cleared_elements(w));
        lg_clock_count(clock, LG_PHASE_UPDATE);
    }
    for (; first + S <= end; first += S) run_micro_batch(w, c->full, first, array, worker);
    if (first < end) run_micro_batch(w, c->remainder, first, array, worker);
    lg_clock_read(clock);
    lg_gradients_release(&t->engine.gradients, group);
    lg_clock_count(clock, LG_PHASE_UPDATE);
}

/* A job: sums what is left of the groups, over a chunk of the gradients. */
static void sum_gradients(void *task, int job, int worker) {
    step_work *w = task;
    lg_engine *e = &w->t->engine;
    lg_clock_read(lg_engine_clock(e, worker));
    size_t first, n = chunk_of(gradient_elements(w), job, &first);
    if (n) lg_gradients_add_rest(&e->gradients, first, n);
    lg_clock_count(lg_engine_clock(e, worker), LG_PHASE_UPDATE);
}

/* A job: squares of a chunk of the summed gradients. */
static void sum_squares(void *task, int job, int worker) {
    step_work *w = task;
    lg_trainer *t = w->t;
    lg_clock_read(lg_engine_clock(&t->engine, worker));
    size_t first, n = chunk_of(t->model->parameters->bytes / sizeof(real), job, &first);
    const lg_view g = lg_view_at(lg_gradients_array(&t->engine.gradients, 0), first * sizeof(real));
    w->squares[job] = n ? t->model->kernels->sum_squares(t->model->kernels, g, n) : 0;
    lg_clock_count(lg_engine_clock(&t->engine, worker), LG_PHASE_UPDATE);
}

/* A job: updates a chunk of the parameters, or a parameter. */
static void update_parameters(void *task, int job, int worker) {
    step_work *w = task;
    lg_trainer *t = w->t;
    real *p = (real *)(void *)t->engine.parameters.data;
    const lg_view g = lg_gradients_array(&t->engine.gradients, 0);
    lg_clock_read(lg_engine_clock(&t->engine, worker));
    if (t->optimizer.optimizer->by_parameter) {
        lg_optimizer_update_parameter(&t->optimizer, &w->update, job, p, g);
    } else {
        size_t first, n = chunk_of(t->model->parameters->bytes / sizeof(real), job, &first);
        if (n) lg_optimizer_update(&t->optimizer, &w->update, first, n, p, g);
    }
    lg_clock_count(lg_engine_clock(&t->engine, worker), LG_PHASE_UPDATE);
}

/* What the next step draws from a stream. */
static lg_key step_key(const lg_trainer *t, lg_stream stream) {
    return lg_key_fold(lg_seed_key(t->runtime.values, stream), (uint64_t)t->steps);
}

bool lg_trainer_plan(lg_trainer *t, lg_error *err) {
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

/* Networks of a pass, and memory of the workers for them. */
static bool partition_pass(step_work *w, int part, lg_error *err) {
    lg_trainer *t = w->t;
    w->part = t->plan.parts[part];
    const lg_sequence_layout layout = lg_segments_layout(t, w->part.size, w->part.padded);
    if (!lg_engine_partition(&t->engine, layout, w->part.count, &w->partition, err)) return false;
    const lg_network *full = w->partition.full, *remainder = w->partition.remainder;
    return lg_engine_reserve(&t->engine, full, err) && (!remainder || lg_engine_reserve(&t->engine, remainder, err));
}

/* Makes the memory of a pass ready, and what its batch shares. */
static bool open_pass(step_work *w, lg_error *err) {
    lg_trainer *t = w->t;
    lg_engine *e = &t->engine;
    if (!lg_pass_open(&t->pass, e, &e->buffers, w->partition.full, w->part.count, false, err)) return false;
    t->pass.first = w->part.first;
    t->pass.dropout = step_key(t, LG_STREAM_DROPOUT);
    t->pass.loss_weight = (real)(1.0 / (double)t->plan.learned);
    t->pass.group_weight = (real)(1.0 / t->plan.count);
    return lg_pass_prepare(&t->pass, step_key(t, LG_STREAM_POSITIONS), true, err);
}

/* Adds what the model said to the sums. */
static void measure_pass(const lg_pass *p, double sums[LG_SUMS]) {
    const size_t rows = (size_t)p->count * (size_t)p->network->layout.rows;
    for (size_t i = 0; i < rows; i++) {
        if (p->rows.learned[i]) sums[LG_SUM_NLL] += (double)p->losses[i];
        sums[LG_SUM_COUNTED] += p->rows.counted[i];
        sums[LG_SUM_RIGHT] += p->rows.counted[i] && p->best[i] == p->rows.targets[i];
    }
}

/* Runs the groups of one pass and its shared backward pass; its gradients are added to those of the passes before. */
static void run_pass(step_work *w, double sums[LG_SUMS], lg_load_sums *loads) {
    lg_trainer *t = w->t;
    lg_engine *e = &t->engine;
    if (!clears_few(w)) lg_pool_run(e->pool, CHUNKS, clear_chunk, w);
    lg_gradients_begin(&e->gradients, w->partition.groups, gradient_elements(w), lg_pool_threads(e->pool));
    lg_pool_run(e->pool, w->partition.groups, run_group, w);
    measure_pass(&t->pass, sums);
    if (t->pass.loads.sublayers > 0)
        lg_pass_add_loads(&t->pass, t->pass.count, (int)lg_int(t->runtime.values, "experts.count"), loads);
    lg_pool_run(e->pool, CHUNKS, sum_gradients, w);
    const lg_frame f = lg_pass_frame(&t->pass, w->partition.full, 0, 0, 0);
    lg_graph_backward_shared(w->partition.full->graph, &f);
}

/* The global norm of the gradient. */
static double measure_gradients(step_work *w) {
    double sum = 0;
    lg_pool_run(w->t->engine.pool, CHUNKS, sum_squares, w);
    for (int i = 0; i < CHUNKS; i++) sum += w->squares[i];
    return sqrt(sum);
}

/* Clipping as in the reference: at or above the limit every gradient is multiplied with limit / norm. */
static void step_optimizer(step_work *w, const lg_step *s) {
    lg_trainer *t = w->t;
    const lg_optimizer *o = t->optimizer.optimizer;
    w->update = (lg_update){
        .kernels = t->model->kernels, .values = t->runtime.values, .step = s->step, .rate = s->rate, .factor = 1};
    if (t->clip > 0 && s->grad_norm >= t->clip) w->update.factor = t->clip / s->grad_norm;
    o->begin(&w->update);
    lg_pool_run(t->engine.pool, o->by_parameter ? t->model->parameters->count : CHUNKS, update_parameters, w);
    lg_parameters_project(t->model->parameters, t->model->kernels, (lg_view){t->engine.parameters.data, 0});
    lg_engine_repack(&t->engine);
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

/* All passes of a step. */
static bool run_passes(step_work *w, lg_step *out, lg_error *err) {
    lg_trainer *t = w->t;
    double sums[LG_SUMS] = {0};
    lg_load_sums loads = {0};
    *out = (lg_step){.step = t->steps + 1};
    lg_engine_trim(&t->engine);
    if (!lg_trainer_plan(t, err)) return false;
    /* The sum of the gradients would be lost if its memory grew between two passes. */
    for (int i = 1; i < t->plan.part_count; i++)
        if (!partition_pass(w, i, err)) return false;
    for (int i = 0; i < t->plan.part_count; i++) {
        if (!partition_pass(w, i, err) || !open_pass(w, err) || !open_loads(t, out, &loads, err)) return false;
        run_pass(w, sums, &loads);
        out->tokens = w->partition.full->layout.T;
    }
    for (int i = 0; i < t->plan.count; i++)
        if (t->plan.records[i].length > out->length) out->length = t->plan.records[i].length;
    report_loads(t, &loads, out);
    out->loss = sums[LG_SUM_NLL] / (double)t->plan.learned;
    out->accuracy = sums[LG_SUM_COUNTED] > 0 ? sums[LG_SUM_RIGHT] / sums[LG_SUM_COUNTED] : 0;
    return true;
}

static double learning_rate(const lg_trainer *t, int64_t step) {
    const lg_values *v = t->runtime.values;
    const double scheduled = lg_schedule_rate(t->schedule, v, step, t->total_steps);
    return t->optimizer.optimizer->rate ? t->optimizer.optimizer->rate(v, step, scheduled) : scheduled;
}

bool lg_trainer_step(lg_trainer *t, lg_step *out, lg_error *err) {
    step_work w = {.t = t};
    lg_segments_begin(t);
    if (!run_passes(&w, out, err) || !lg_dataset_check(t->model->data, err)) return false;
    out->grad_norm = measure_gradients(&w);
    out->rate = learning_rate(t, out->step);
    if (!isfinite(out->loss) || !isfinite(out->grad_norm))
        return lg_fail(err, LG_DIVERGED,
                       "step %lld: loss %g, gradient norm %g: training diverged (try a smaller train.lr)",
                       (long long)out->step, isnan(out->loss) ? fabs(out->loss) : out->loss, fabs(out->grad_norm));
    step_optimizer(&w, out);
    t->steps++;
    return true;
}

/* ---- state ---- */

int64_t lg_trainer_steps(const lg_trainer *t) {
    return t->steps;
}

void lg_trainer_resume(lg_trainer *t, int64_t steps) {
    t->steps = steps;
    lg_engine_repack(&t->engine);
}

void lg_trainer_initialise(lg_trainer *t) {
    draw_parameters(t);
    lg_trainer_resume(t, 0);
}

size_t lg_trainer_bytes(const lg_trainer *t) {
    return lg_engine_bytes(&t->engine) + lg_optimizer_bytes(&t->optimizer) + t->pass.memory.bytes +
           t->states.memory.bytes + lg_evaluator_bytes(t->evaluator);
}

void lg_trainer_clock(lg_trainer *t, lg_clock *clocks) {
    t->engine.clocks = clocks;
}

size_t lg_trainer_arrays(const lg_trainer *t) {
    return (size_t)t->model->parameters->count;
}

lg_named_array lg_trainer_array(const lg_trainer *t, size_t i) {
    const lg_parameter_row *r = &t->model->parameters->rows[i];
    size_t first = r->offset / sizeof(real);
    lg_named_array a = {
        .prefix = "",
        .name = r->name,
        .rank = r->rank,
        .count = r->count,
        .active = (size_t)lg_size_active(r),
        .value = (real *)(void *)t->engine.parameters.data + first,
        .decay = lg_decay_of(t->runtime.values, r),
    };
    for (int j = 0; j < r->rank; j++) a.shape[j] = (size_t)r->shape[j];
    return a;
}

size_t lg_trainer_moments(const lg_trainer *t) {
    return (size_t)t->optimizer.count;
}

lg_named_array lg_trainer_moment(const lg_trainer *t, size_t i) {
    const lg_moment *m = &t->optimizer.moments[i];
    lg_named_array a = {
        .prefix = t->optimizer.optimizer->moments[m->kind],
        .name = t->model->parameters->rows[m->parameter].name,
        .rank = m->rank,
        .count = m->count,
        .value = lg_moment_data(&t->optimizer, m),
    };
    memcpy(a.shape, m->shape, sizeof a.shape);
    return a;
}
