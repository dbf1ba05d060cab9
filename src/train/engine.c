/* engine.c: see engine.h. */
#include "train/engine.h"

#include <stdlib.h>
#include <string.h>

/* What the activations of a micro-batch may take: a core's L2 cache. The same on all machines, because it groups the
 * sums over sequences. */
enum { CACHE = 1 << 20 };

/* ---- networks, and how many sequences go through them at once ---- */

/* The largest divisor of `count` that is at most `limit`. */
static int largest_divisor(int count, size_t limit) {
    int S = limit < (size_t)count ? (int)limit : count;
    while (S > 1 && count % S) S--;
    return S > 1 ? S : 1;
}

/* A network whose activations fit into L2, or of one sequence, for micro-batches of a divisor of `count`. */
static bool make_network(lg_engine *e, lg_sequence_layout layout, int count, bool training, bool dropout,
                         lg_network *out, lg_error *err) {
    if (!lg_model_network(e->model, layout, 1, training, dropout, out, err)) return false;
    int S = largest_divisor(count, CACHE / (out->graph->bytes[LG_SPACE_WORK] + 1));
    if (S == 1) return true;
    lg_network_free(out);
    return lg_model_network(e->model, layout, S, training, dropout, out, err);
}

bool lg_engine_evaluation(lg_engine *e, lg_sequence_layout layout, int sequences, bool dropout, lg_network *out,
                          lg_error *err) {
    int each = sequences / lg_pool_threads(e->pool); /* work for all workers comes first */
    return make_network(e, layout, largest_divisor(sequences, (size_t)each), false, dropout, out, err);
}

static void free_partition(lg_batch_partition *c) {
    if (!c) return;
    lg_network_free(&c->full);
    lg_network_free(&c->remainder);
    free(c);
}

static lg_batch_partition *make_partition(lg_engine *e, lg_sequence_layout layout, int batch, lg_error *err) {
    lg_batch_partition *c = calloc(1, sizeof *c);
    if (!c) {
        lg_fail(err, LG_FAILED, "out of memory: a network of %d tokens", layout.T);
        return NULL;
    }
    c->group = (batch + LG_GROUPS - 1) / LG_GROUPS;
    c->groups = (batch + c->group - 1) / c->group;
    bool ok = make_network(e, layout, c->group, true, true, &c->full, err);
    int left = ok ? (batch - (c->groups - 1) * c->group) % c->full.graph->S : 0;
    if (left) ok = lg_model_network(e->model, layout, left, true, true, &c->remainder, err);
    if (ok) return c;
    free_partition(c);
    return NULL;
}

static bool reserve_partition(lg_engine *e, lg_error *err) {
    if (e->partition_count < e->partition_capacity) return true;
    int capacity = e->partition_capacity ? 2 * e->partition_capacity : 64;
    lg_batch_partition **partitions = realloc(e->partitions, sizeof *partitions * (size_t)capacity);
    if (!partitions) return lg_fail(err, LG_FAILED, "out of memory: %d networks", capacity);
    e->partitions = partitions;
    e->partition_capacity = capacity;
    return true;
}

lg_batch_partition *lg_engine_partition(lg_engine *e, lg_sequence_layout layout, int batch, lg_error *err) {
    for (int i = 0; i < e->partition_count; i++) {
        const lg_sequence_layout *t = &e->partitions[i]->full.layout;
        if (t->n == layout.n && t->m == layout.m) return e->partitions[i];
    }
    lg_batch_partition *c = reserve_partition(e, err) ? make_partition(e, layout, batch, err) : NULL;
    if (c) e->partitions[e->partition_count++] = c;
    return c;
}

/* ---- memory ---- */

bool lg_engine_init(lg_engine *e, lg_model *m, lg_pool *pool, lg_error *err) {
    *e = (lg_engine){.model = m, .pool = pool, .work = calloc((size_t)lg_pool_threads(pool), sizeof(lg_buffer))};
    e->records = calloc((size_t)lg_pool_threads(pool), sizeof *e->records);
    lg_gradients_init(&e->gradients, m->kernels);
    if (!e->work || !e->records) return lg_fail(err, LG_FAILED, "out of memory: %d workers", lg_pool_threads(pool));
    return lg_buffer_reserve(&e->parameters, m->parameters->bytes, "parameters", err) &&
           lg_buffer_reserve(&e->packed, m->parameters->packed_bytes, "packed parameters", err);
}

void lg_engine_free(lg_engine *e) {
    for (int i = 0; i < e->partition_count; i++) free_partition(e->partitions[i]);
    for (int i = 0; e->work && i < lg_pool_threads(e->pool); i++) lg_buffer_free(&e->work[i]);
    for (int i = 0; e->records && i < lg_pool_threads(e->pool); i++) lg_record_free(&e->records[i]);
    free(e->work);
    free(e->records);
    free(e->partitions);
    lg_batch_buffers_free(&e->buffers);
    lg_gradients_free(&e->gradients);
    lg_buffer *all[] = {&e->parameters, &e->packed, &e->staging};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) lg_buffer_free(all[i]);
    *e = (lg_engine){0};
}

/* Memory of the workers that stay is kept; that of new ones is made when it is reserved. */
bool lg_engine_set_pool(lg_engine *e, lg_pool *pool) {
    const int before = lg_pool_threads(e->pool), now = lg_pool_threads(pool);
    lg_buffer *work = calloc((size_t)now, sizeof *work);
    lg_record *records = calloc((size_t)now, sizeof *records);
    if (!work || !records) {
        free(work);
        free(records);
        return false;
    }
    for (int i = now; i < before; i++) {
        lg_buffer_free(&e->work[i]);
        lg_record_free(&e->records[i]);
    }
    memcpy(work, e->work, sizeof *work * (size_t)(now < before ? now : before));
    memcpy(records, e->records, sizeof *records * (size_t)(now < before ? now : before));
    free(e->work);
    free(e->records);
    e->work = work;
    e->records = records;
    e->pool = pool;
    return true;
}

size_t lg_engine_bytes(const lg_engine *e) {
    size_t sum = e->parameters.bytes + e->packed.bytes + lg_gradients_bytes(&e->gradients) + e->staging.bytes +
                 lg_batch_buffers_bytes(&e->buffers);
    for (int i = 0; i < lg_pool_threads(e->pool); i++) sum += e->work[i].bytes;
    return sum;
}

bool lg_engine_reserve_worker(lg_engine *e, const lg_network *n, int worker, lg_error *err) {
    return lg_buffer_reserve(&e->work[worker], n->graph->bytes[LG_SPACE_WORK], "activations", err) &&
           lg_record_reserve(&e->records[worker], n->layout.n, n->layout.m, err);
}

bool lg_engine_reserve(lg_engine *e, const lg_network *n, lg_error *err) {
    const lg_graph *g = n->graph;
    const size_t gradients = e->model->parameters->bytes + g->bytes[LG_SPACE_GRADIENT];
    bool ok = !g->training || lg_gradients_reserve(&e->gradients, gradients, err);
    for (int i = 0; ok && i < lg_pool_threads(e->pool); i++) ok = lg_engine_reserve_worker(e, n, i, err);
    return ok;
}

lg_frame lg_engine_frame(lg_engine *e, lg_batch_buffers *s, const lg_network *n, int worker, int array, int batch) {
    lg_frame f = {.graph = n->graph, .kernels = e->model->kernels, .batch = batch, .clock = lg_engine_clock(e, worker)};
    f.base[LG_SPACE_PARAMETER].data = e->parameters.data;
    f.base[LG_SPACE_PACKED].data = e->packed.data;
    f.base[LG_SPACE_GRADIENT] = lg_gradients_array(&e->gradients, array);
    f.base[LG_SPACE_SHARED].data = s->shared.data;
    f.base[LG_SPACE_CONSTANT].data = s->constants.data;
    f.base[LG_SPACE_BATCH].data = s->batch.data;
    if (s->states) f.base[LG_SPACE_STATE].data = s->states->memory.data;
    f.base[LG_SPACE_WORK].data = e->work[worker].data;
    return f;
}

/* One constant after another: tables of pairs are large, and all of them are never in memory twice. */
static bool fill_constants(lg_engine *e, const lg_network *n, const lg_frame *f, const lg_position_sample *positions,
                           lg_error *err) {
    for (int j = 0; j < n->graph->count; j++) {
        const lg_tensor *t = n->graph->tensors[j];
        if (t->kind != LG_CONSTANT) continue;
        if (!lg_buffer_reserve(&e->staging, t->bytes, "constants", err)) return false;
        t->fill(positions, t->user, t, e->staging.data);
        e->model->kernels->upload(e->model->kernels, lg_value(f, t), e->staging.data, t->bytes);
    }
    return true;
}

bool lg_engine_prepare(lg_engine *e, lg_batch_buffers *s, const lg_network *n, lg_key positions, lg_error *err) {
    lg_frame f = lg_engine_frame(e, s, n, 0, 0, 1);
    lg_clock_read(f.clock);
    if (!lg_position_sample_draw(e->model, positions, n->layout.T, &s->positions, err) ||
        !fill_constants(e, n, &f, &s->positions, err))
        return false;
    lg_clock_count(f.clock, LG_PHASE_SAMPLE);
    lg_graph_run_shared(n->graph, &f);
    return true;
}

static void repack_one(void *task, int job, int worker) {
    lg_engine *e = task;
    lg_clock_read(lg_engine_clock(e, worker));
    lg_parameters_repack(e->model->parameters, e->model->kernels, job, (lg_view){e->parameters.data, 0},
                         (lg_view){e->packed.data, 0});
    lg_clock_count(lg_engine_clock(e, worker), LG_PHASE_UPDATE);
}

void lg_engine_repack(lg_engine *e) {
    lg_pool_run(e->pool, e->model->parameters->pack_count, repack_one, e);
}

/* ---- buffers of a batch ---- */

void lg_batch_buffers_free(lg_batch_buffers *s) {
    lg_buffer_free(&s->shared);
    lg_buffer_free(&s->constants);
    lg_buffer_free(&s->batch);
    lg_position_sample_free(&s->positions);
}

bool lg_batch_buffers_reserve(lg_batch_buffers *s, const lg_network *n, int batch, lg_error *err) {
    const lg_graph *g = n->graph;
    return lg_buffer_reserve(&s->shared, g->bytes[LG_SPACE_SHARED], "shared tensors", err) &&
           lg_buffer_reserve(&s->constants, g->bytes[LG_SPACE_CONSTANT], "constants", err) &&
           lg_buffer_reserve(&s->batch, g->bytes[LG_SPACE_BATCH] * (size_t)batch, "tokens", err);
}

size_t lg_batch_buffers_bytes(const lg_batch_buffers *s) {
    return s->shared.bytes + s->constants.bytes + s->batch.bytes;
}

int32_t *lg_batch_buffers_ids(lg_batch_buffers *s, const lg_network *n, int batch) {
    return (int32_t *)(void *)(s->batch.data + n->ids->value.offset * (size_t)batch);
}

int32_t *lg_batch_buffers_targets(lg_batch_buffers *s, const lg_network *n, int batch) {
    return (int32_t *)(void *)(s->batch.data + n->targets->value.offset * (size_t)batch);
}

lg_clock *lg_engine_clock(const lg_engine *e, int worker) {
    return e->clocks ? &e->clocks[worker] : NULL;
}
