/* train.c: creates a trainer and gives access to its state as arrays. See train.h. step.c runs steps; the folder
 * evaluate/ runs evaluations. */
#include "train/train.h"

#include <stdlib.h>
#include <string.h>

#include "base/seed.h"
#include "kernel/kernel.h"
#include "nn/axes/architecture.h"
#include "train/segments.h"

/* ---- construction ---- */

const char *lg_runtime_bits(const lg_runtime *w) {
    return lg_kernels_bits(w->kernels, w->bfloat16);
}

void lg_trainer_read_options(lg_trainer *t, const lg_description *d) {
    t->settings = d->training;
    t->eval = d->evaluation;
    t->seeds = d->data.settings.seeds;
    t->curriculum = d->curriculum;
    t->schedule = d->schedule;
    t->protocol = d->protocol;
}

static bool number_records(lg_trainer *t, lg_error *err) {
    if (t->model->data->unread & LG_SPLIT_BIT(LG_SPLIT_TRAIN)) return true;
    return lg_record_numbers_init(&t->numbers, t->model->data, &t->curriculum, err);
}

bool lg_trainer_open_schedule(lg_trainer *t, lg_error *err) {
    return lg_schedule_open(&t->schedule, t->model->width, t->settings.steps, t->model->parameters->arena,
                            &t->open_schedule, err);
}

static void draw_parameters(lg_trainer *t) {
    lg_parameters_initialise(t->model->parameters, lg_seed_key(&t->seeds, LG_KEY_INIT),
                             (real *)(void *)t->engine.parameters.data);
}

lg_trainer *lg_trainer_new(const lg_runtime *w, const lg_description *d, lg_error *err) {
    lg_trainer *t = calloc(1, sizeof *t);
    if (!t) {
        lg_fail(err, LG_FAILED, "out of memory: a trainer");
        return NULL;
    }
    t->runtime = *w;
    t->split = LG_SPLIT_TEST;
    t->of_texts = d->metric->of_texts;
    lg_trainer_read_options(t, d);
    t->model = lg_model_new(&d->model, &d->data, w->unread, w->kernels, err);
    if (!t->model || !lg_dataset_has_files(t->model->data, err) ||
        !lg_engine_init(&t->engine, t->model, w->pool, err) ||
        !lg_optimizer_open(&t->optimizer, &d->optimizer, &t->settings, t->model->parameters, err) ||
        !lg_trainer_open_schedule(t, err) || !number_records(t, err) || !lg_segments_open(t, err)) {
        lg_trainer_free(t);
        return NULL;
    }
    if (!w->blank) lg_trainer_initialise(t); /* otherwise packed copies are zeros, like the parameters */
    return t;
}

#define TRAINED_LENGTHS "curriculum.lengths curriculum.length curriculum"

/* Fails if the training split has no records of a length that is drawn. */
static bool check_drawn(const lg_trainer *t, int length, lg_error *err) {
    const char *key = t->curriculum.entry->listed ? "curriculum.lengths" : "curriculum.length";
    lg_error words = {0};
    if (lg_dataset_has(t->model->data, LG_SPLIT_TRAIN, length, &words)) return true;
    if (words.code != LG_USAGE) return lg_fail_like(err, &words, "%s", words.text);
    const int longest = lg_dataset_longest(t->model->data, LG_SPLIT_TRAIN, length);
    return longest > 0 ? lg_fail_keys(err, TRAINED_LENGTHS, "%s; use --%s up to %d", words.text, key, longest)
                       : lg_fail_keys(err, TRAINED_LENGTHS, "%s; use other --%s", words.text, key);
}

/* Checks the records of a length only if the curriculum draws all lengths equally often. Otherwise a length may be
 * drawn late or never, so each step checks the length that it draws. */
bool lg_trainer_can_train(const lg_trainer *t, lg_error *err) {
    const lg_curriculum *c = t->curriculum.entry;
    const void *own = &t->curriculum.own;
    const int longest = c->longest(own, t->settings.steps);
    if (!lg_model_supports_length(t->model, longest, err)) return lg_blame(err, TRAINED_LENGTHS);
    for (int length = 1; c->evenly && length <= longest; length++)
        if (c->draws(own, length, t->settings.steps) && !check_drawn(t, length, err)) return false;
    return true;
}

void lg_trainer_free(lg_trainer *t) {
    if (!t) return;
    if (t->evaluator.memory) t->evaluator.free(t->evaluator.memory);
    if (t->engine.model) lg_engine_free(&t->engine);
    lg_model_free(t->model);
    lg_optimizer_close(&t->optimizer);
    for (int i = 0; i < LG_PASSES_AT_ONCE; i++) {
        lg_batch_buffers_free(&t->passes[i].buffers);
        lg_pass_free(&t->passes[i].pass);
    }
    lg_pass_free(&t->pass);
    lg_batch_plan_free(&t->plan);
    lg_record_numbers_free(&t->numbers);
    free(t->load);
    lg_graph_states_free(&t->states);
    free(t);
}

bool lg_trainer_set_pool(lg_trainer *t, lg_pool *pool) {
    if (t->next || !lg_engine_set_pool(&t->engine, pool)) return false;
    t->runtime.pool = pool;
    return true;
}

/* ---- properties ---- */

lg_sizes lg_sizes_of(const lg_model *m, const lg_sequence_layout *layout) {
    const int inputs = layout->sources > 0 ? 0 : layout->n;
    const int first = layout->first + m->architecture.entry->first_row(m, layout, layout->n);
    return (lg_sizes){layout->n, layout->m, m->format.classes, layout->T, first, inputs, m->format.symbols};
}

lg_sizes lg_trainer_sizes(const lg_trainer *t, int length) {
    const lg_sequence_layout layout = lg_model_sequence_layout(t->model, length);
    return lg_sizes_of(t->model, &layout);
}

const lg_dataset *lg_trainer_data(const lg_trainer *t) {
    return t->model->data;
}

const lg_order *lg_trainer_order(const lg_trainer *t) {
    return &t->model->order;
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
    size_t passes = t->pass.memory.bytes;
    for (int i = 0; i < LG_PASSES_AT_ONCE; i++)
        passes += lg_batch_buffers_bytes(&t->passes[i].buffers) + t->passes[i].pass.memory.bytes;
    return lg_engine_bytes(&t->engine) + lg_optimizer_bytes(&t->optimizer) + passes + t->states.memory.bytes +
           (t->evaluator.memory ? t->evaluator.bytes(t->evaluator.memory) : 0);
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
        .decay = lg_decay_of(&t->settings, r),
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
        .prefix = t->optimizer.optimizer.entry->moments[m->kind],
        .name = t->model->parameters->rows[m->parameter].name,
        .rank = m->rank,
        .count = m->count,
        .value = lg_moment_data(&t->optimizer, m),
    };
    memcpy(a.shape, m->shape, sizeof a.shape);
    return a;
}
