/* pass.c: see pass.h. */
#include "train/pass.h"

#include <string.h>

#include "data/refusal.h"
#include "kernel/kernel.h"
#include "nn/axes/architecture.h"
#include "nn/model/padding.h"
#include "train/mix.h"

enum { REPLACEMENTS = 0x776f7264 }; /* folded into the dropout key to give the key of word replacement */

static lg_row row_of(const lg_pass *p, int row) {
    const lg_sequence_layout *t = &p->network->layout;
    const size_t at = (size_t)row * (size_t)t->rows;
    return (lg_row){.ids = p->rows.ids + (size_t)row * (size_t)t->T,
                    .sources = p->rows.sources ? p->rows.sources + (size_t)row * (size_t)t->sources : NULL,
                    .span = p->rows.spans ? p->rows.spans + 2 * row : NULL,
                    .targets = p->rows.targets + at,
                    .learned = p->rows.learned + at,
                    .counted = p->rows.counted + at};
}

static int count_loads(const lg_network *n) {
    int count = 0;
    for (const lg_load *l = n->loads; l; l = l->next) count++;
    return count;
}

static bool open_loads(lg_pass *p, const lg_network *n, int count, lg_error *err) {
    lg_pass_loads *l = &p->loads;
    l->sublayers = count_loads(n);
    l->tokens = 0;
    for (const lg_load *x = n->loads; x; x = x->next)
        if (x->expert->shape[1] > l->tokens) l->tokens = x->expert->shape[1];
    const size_t all = (size_t)count * (size_t)l->sublayers, ids = all * 2 * (size_t)l->tokens;
    if (!lg_buffer_reserve(&l->memory, all * sizeof(real) + ids * sizeof(int32_t), "loads of experts", err))
        return false;
    l->losses = (real *)(void *)l->memory.data;
    l->experts = all ? (int32_t *)(void *)(l->losses + all) : NULL;
    return true;
}

bool lg_pass_open(lg_pass *p, lg_engine *e, lg_batch_buffers *buffers, const lg_network *n, int count, bool logits,
                  lg_error *err) {
    const size_t rows = (size_t)count * (size_t)n->layout.rows;
    const size_t reals = rows * (logits ? 1 + (size_t)e->model->format.classes : 1);
    p->next = NULL;
    p->engine = e;
    p->network = n;
    p->buffers = buffers;
    p->count = count;
    p->limit = -1;
    p->answer = NULL;
    if (!lg_batch_buffers_reserve(buffers, n, count, err) ||
        !lg_buffer_reserve(&p->memory,
                           reals * sizeof(real) + rows * (sizeof(int32_t) + 2) +
                               (size_t)count * (sizeof *p->rows.sizes + sizeof *p->rows.indices),
                           "results", err))
        return false;
    if (!open_loads(p, n, count, err)) return false;
    p->rows.indices = (int64_t *)(void *)p->memory.data;
    p->losses = (real *)(void *)(p->rows.indices + count);
    p->logits = logits ? p->losses + rows : NULL;
    p->best = (int32_t *)(void *)(p->losses + reals);
    p->rows.sizes = (lg_record_size *)(void *)(p->best + rows);
    p->rows.learned = (uint8_t *)(p->rows.sizes + count);
    p->rows.counted = p->rows.learned + rows;
    p->rows.ids = lg_batch_buffers_ids(buffers, n, count);
    p->rows.sources = lg_batch_buffers_of(buffers, n->sources, count);
    p->rows.spans = lg_batch_buffers_of(buffers, n->span, count);
    p->rows.targets = lg_batch_buffers_of(buffers, n->targets, count);
    p->rows.weights = lg_batch_buffers_of(buffers, n->weights, count);
    return true;
}

bool lg_pass_limit(lg_pass *p, int limit, lg_error *err) {
    p->limit = limit;
    if (!lg_buffer_reserve(&p->answers, (size_t)p->count * (size_t)limit * sizeof *p->answer, "answers", err))
        return false;
    p->answer = (int32_t *)(void *)p->answers.data;
    return !p->next || lg_pass_limit(p->next, limit, err);
}

bool lg_pass_prepare(lg_pass *p, lg_key positions, bool training, lg_error *err) {
    p->positions = positions;
    p->training = training;
    return lg_engine_reserve_numbers(p->engine, p->buffers, p->network, p->count, err) &&
           lg_engine_prepare(p->engine, p->buffers, p->network, positions, training, err);
}

void lg_pass_number(const lg_pass *p, int row, lg_key key) {
    if (p->network->graph->tables) lg_engine_number(p->engine, p->buffers, p->network, key, p->training, p->count, row);
}

/* Writes a record into a row. key: the key from which the record's positions are drawn, if records have their own
 * positions. */
static void write_record(const lg_pass *p, int row, lg_key key, const lg_record *r) {
    const lg_model *m = p->engine->model;
    const lg_row to = row_of(p, row);
    const size_t rows = (size_t)p->network->layout.rows;
    m->architecture.entry->lay_out(m, &p->network->layout, r, &to);
    p->rows.sizes[row] = (lg_record_size){r->n, r->m};
    for (size_t i = 0; p->rows.weights && i < rows; i++) p->rows.weights[(size_t)row * rows + i] = to.learned[i];
    lg_pass_number(p, row, key);
}

void lg_pass_write(const lg_pass *p, int row, const lg_record *r) {
    write_record(p, row, p->positions, r);
}

/* True if the record fits into the layout. */
static bool holds(const lg_model *m, const lg_sequence_layout *t, const lg_record *r) {
    if (!t->padded) return r->n == t->n && r->m == t->m;
    return r->n <= t->n && r->m <= t->m && m->architecture.entry->first_row(m, t, r->n) >= 0;
}

/* Replaces a record that does not fit into the layout by zeros, and reports it. */
static void replace_record(const lg_dataset *d, const lg_sequence_layout *t, const lg_batch_record *x, lg_record *r) {
    lg_refusal_note(d->refusal, LG_USAGE,
                    "%s: record %lld of length %d has %d source and %d target tokens (expected %s%d and %d)",
                    d->entry->name, (long long)x->index, x->length, r->n, r->m, t->padded ? "about " : "", t->n, t->m);
    lg_record_begin(r, x->length, t->n, t->m);
    memset(r->source, 0, sizeof *r->source * (size_t)t->n);
    memset(r->target, 0, sizeof *r->target * (size_t)t->m);
}

void lg_pass_draw(const lg_pass *p, const lg_batch_record *x, int worker, int row) {
    const lg_model *m = p->engine->model;
    const lg_dataset *d = m->data;
    lg_record *r = &p->engine->records[worker];
    lg_batch_record_draw(x, d, r);
    if (!holds(m, &p->network->layout, r)) replace_record(d, &p->network->layout, x, r);
    p->rows.indices[row] = x->index;
    write_record(p, row, lg_position_sample_key(p->positions, x->number), r);
    if (p->next) lg_pass_draw(p->next, x, worker, row);
}

/* Replaces tokens among `count` consecutive ids by random ids below `words`. */
static void replace_words(const lg_pass *p, int row, uint32_t side, int32_t *ids, int count, int words, double rate) {
    const lg_key key = lg_key_fold(p->dropout, REPLACEMENTS);
    for (int i = 0; i < count; i++) {
        uint32_t random[4];
        lg_key_block(key, (uint32_t[4]){(uint32_t)i, (uint32_t)(p->first + row), side, 0}, random);
        if ((double)random[0] < rate * 0x1p32) ids[i] = (int32_t)((uint64_t)random[1] * (uint64_t)words >> 32);
    }
}

/* The last target is not an input, so it is not replaced. */
void lg_pass_replace_words(const lg_pass *p, int row, double rate) {
    const lg_model *m = p->engine->model;
    const lg_row to = row_of(p, row);
    const lg_record_size z = p->rows.sizes[row];
    const lg_sequence_layout *t = &p->network->layout;
    replace_words(p, row, 0, to.sources ? to.sources : to.ids, z.n, m->data->source.size, rate);
    if (!lg_architecture_is_autoregressive(&m->architecture)) return;
    const int first = m->architecture.entry->target_token(m, t, z.n, 0);
    replace_words(p, row, 1, to.ids + first, z.m - 1, m->data->target.size, rate);
}

lg_frame lg_pass_frame(const lg_pass *p, const lg_network *n, int first, int worker, int array) {
    lg_frame f = lg_engine_frame(p->engine, p->buffers, n, worker, array, p->count);
    f.first = first;
    f.stream = (uint32_t)(p->first + first);
    f.dropout = p->dropout;
    f.loss_weight = p->loss_weight;
    f.group_weight = p->group_weight;
    return f;
}

/* Copies rows from .. to-1 of each sequence of a micro-batch; an element has `size` bytes. */
static void copy_rows(const lg_pass *p, const lg_frame *f, const lg_network *n, int from, int to, size_t size,
                      lg_view source, void *target) {
    const lg_kernels *k = p->engine->model->kernels;
    const size_t rows = (size_t)n->layout.rows;
    const int S = n->graph->S;
    if (from == 0 && to == n->layout.rows) {
        k->download(k, (char *)target + (size_t)f->first * rows * size, source, (size_t)S * rows * size);
        return;
    }
    for (size_t s = 0; s < (size_t)S; s++)
        k->download(k, (char *)target + (((size_t)f->first + s) * rows + (size_t)from) * size,
                    lg_view_at(source, (s * rows + (size_t)from) * size), (size_t)(to - from) * size);
}

/* Copies the routing of a micro-batch in sublayer i. */
static void read_load(const lg_pass *p, const lg_frame *f, const lg_load *x, int i) {
    const lg_kernels *k = p->engine->model->kernels;
    const lg_pass_loads *l = &p->loads;
    const size_t T = (size_t)x->expert->shape[1], bytes = T * sizeof(int32_t);
    for (size_t s = 0; s < (size_t)x->expert->shape[0]; s++) {
        const size_t at = ((size_t)f->first + s) * (size_t)l->sublayers + (size_t)i;
        int32_t *to = l->experts + at * 2 * (size_t)l->tokens;
        k->download(k, to, lg_view_at(lg_value(f, x->expert), s * bytes), bytes);
        k->download(k, to + l->tokens, lg_view_at(lg_value(f, x->choice), s * bytes), bytes);
        for (size_t t = T; t < (size_t)l->tokens; t++) to[t] = to[(size_t)l->tokens + t] = -1;
        l->losses[at] = 0;
        if (x->loss) k->download(k, l->losses + at, lg_view_at(lg_value(f, x->loss), s * sizeof(real)), sizeof(real));
    }
}

void lg_pass_read(const lg_pass *p, const lg_frame *f, const lg_network *n, int from, int to) {
    int sublayer = 0;
    for (const lg_load *l = n->loads; l; l = l->next) read_load(p, f, l, sublayer++);
    copy_rows(p, f, n, from, to, sizeof(real), lg_value(f, n->loss), p->losses);
    copy_rows(p, f, n, from, to, sizeof(int32_t), lg_saved(f, n->loss, 0), p->best);
    if (!p->logits) return;
    const size_t classes = (size_t)p->engine->model->format.classes;
    copy_rows(p, f, n, from, to, classes * sizeof(real), lg_value(f, n->logits), p->logits);
}

static void run_network(const lg_pass *p, int first, int worker) {
    const lg_frame f = lg_pass_frame(p, p->network, first, worker, 0);
    lg_graph_forward(p->network->graph, &f);
    lg_pass_read(p, &f, p->network, 0, p->network->layout.rows);
}

/* Replaces the results of rows by those of the ensemble's mean probabilities. */
static void mix_results(const lg_pass *p, size_t first, size_t rows) {
    const int classes = p->engine->model->format.classes;
    for (size_t i = first; i < first + rows; i++) {
        const real *all[LG_ENSEMBLE_MAX];
        int count = 0;
        if (!p->rows.learned[i] && !p->rows.counted[i]) continue;
        for (const lg_pass *x = p; x; x = x->next) all[count++] = x->logits + i * (size_t)classes;
        real *mean = p->logits + i * (size_t)classes;
        lg_mix_logits(mean, all, count, classes);
        p->losses[i] = -mean[p->rows.targets[i]];
        p->best[i] = lg_most_probable(mean, classes);
    }
}

void lg_pass_forward(const lg_pass *p, int first, int worker) {
    const int S = p->network->graph->S;
    const size_t rows = (size_t)p->network->layout.rows;
    run_network(p, first, worker);
    for (const lg_pass *x = p->next; x; x = x->next)
        for (int at = first; at < first + S; at += x->network->graph->S) run_network(x, at, worker);
    if (p->next) mix_results(p, (size_t)first * rows, (size_t)S * rows);
}

/* The row of the output that predicts the first target token of a sequence. row: index of the sequence in the pass. */
static size_t first_row(const lg_pass *p, int row) {
    const lg_model *m = p->engine->model;
    const lg_sequence_layout *t = &p->network->layout;
    return (size_t)row * (size_t)t->rows + (size_t)m->architecture.entry->first_row(m, t, p->rows.sizes[row].n);
}

void lg_pass_hide_targets(const lg_pass *p, int sequences) {
    const lg_model *m = p->engine->model;
    const lg_sequence_layout *t = &p->network->layout;
    for (int row = 0; row < sequences; row++) {
        int32_t *ids = row_of(p, row).ids;
        for (int j = m->architecture.entry->target_token(m, t, p->rows.sizes[row].n, 0); j < t->T; j++) ids[j] = -1;
    }
    if (p->next) lg_pass_hide_targets(p->next, sequences);
}

int32_t *lg_pass_answer(const lg_pass *p, int row, int *count) {
    *count = p->limit < 0 ? p->rows.sizes[row].m : p->limit;
    return p->limit < 0 ? p->best + first_row(p, row) : p->answer + (size_t)row * (size_t)p->limit;
}

void lg_pass_take_answers(const lg_pass *p, int sequences) {
    for (int row = 0; p->limit >= 0 && row < sequences; row++) {
        int count;
        const int32_t *answer = lg_pass_answer(p, row, &count);
        int32_t *best = p->best + first_row(p, row);
        for (int j = 0; j < p->rows.sizes[row].m; j++) best[j] = j < count ? answer[j] : -1;
    }
}

/* True if the data set accepts the answer although its tokens differ from the target. */
static bool is_accepted(const lg_pass *p, int row) {
    const lg_dataset *d = p->engine->model->data;
    int count;
    const int32_t *answer = lg_pass_answer(p, row, &count), *target = p->rows.targets + first_row(p, row);
    return d->entry->methods->accepts && d->entry->methods->accepts(d, answer, count, target, p->rows.sizes[row].m);
}

/* Compares the steps of the answer in a row with those of its target, if the target has any. */
static void compare_steps(const lg_pass *p, int row, double sums[LG_SUMS]) {
    const lg_dataset *d = p->engine->model->data;
    double scores[LG_STEP_SCORES];
    int count;
    const int32_t *answer = lg_pass_answer(p, row, &count), *target = p->rows.targets + first_row(p, row);
    if (!d->entry->methods->compare_steps ||
        !d->entry->methods->compare_steps(d, answer, count, target, p->rows.sizes[row].m, scores))
        return;
    sums[LG_SUM_COMPARED]++;
    for (int i = 0; i < LG_STEP_SCORES; i++) sums[LG_SUM_STEPS + i] += scores[i];
}

/* True if the answer was truncated at the limit. */
static bool is_cut(const lg_pass *p, int row) {
    int count;
    const int32_t *answer = lg_pass_answer(p, row, &count);
    for (int j = 0; j < count; j++)
        if (answer[j] == p->engine->model->data->end) return false;
    return p->limit >= 0;
}

lg_sequence_sums lg_pass_sums(const lg_pass *p, int row, int64_t position_sample) {
    const int rows = p->network->layout.rows;
    const size_t at = (size_t)row * (size_t)rows;
    const lg_answer x = {p->losses + at, p->best + at, p->rows.targets + at, p->rows.learned + at,
                         p->rows.counted + at};
    lg_sequence_sums sequence = lg_sequence_sums_of(position_sample, &x, rows);
    if (sequence.sums[LG_SUM_EXACT] < sequence.sums[LG_SUM_ANSWERS]) sequence.sums[LG_SUM_EXACT] += is_accepted(p, row);
    compare_steps(p, row, sequence.sums);
    sequence.sums[LG_SUM_CUT] = is_cut(p, row);
    return sequence;
}

void lg_pass_add_loads(const lg_pass *p, int sequences, int E, lg_load_sums *sums) {
    const lg_pass_loads *l = &p->loads;
    const int32_t *expert = l->experts, *choice = l->experts + l->tokens;
    for (int i = 0; i < sequences * l->sublayers; i++, expert += 2 * l->tokens, choice += 2 * l->tokens) {
        const size_t at = (size_t)(i % l->sublayers) * (size_t)E;
        sums->losses += (double)l->losses[i];
        for (int t = 0; t < l->tokens; t++) {
            if (choice[t] >= 0) sums->chosen[at + (size_t)choice[t]]++;
            if (expert[t] >= 0) sums->taken[at + (size_t)expert[t]]++;
        }
    }
}

void lg_pass_free(lg_pass *p) {
    lg_buffer_free(&p->loads.memory);
    lg_buffer_free(&p->memory);
    lg_buffer_free(&p->answers);
}
