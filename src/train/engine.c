/* engine.c: see engine.h. */
#include "train/engine.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/machine.h"
#include "kernel/kernel.h"
#include "nn/axes/architecture.h"

/* Bytes that the activations of a micro-batch may take in training: the size of a typical L2 cache of a core. It is the
 * same on all machines, because it determines how sums over sequences are grouped. Evaluation has no such sums and uses
 * the actual cache size. */
enum { CACHE = 1 << 20 };
/* A scan (recurrence over tokens) reads its weights at every token, so several sequences are scanned together:
 * SCANS_TOGETHER per group, or more if there would be more than SCAN_GROUPS groups. With one sequence per group, scans
 * took 4.8 times as long as their operations alone; with eight they take 1.1 times as long (LSTM and Elman networks of
 * width 64). */
enum { SCAN_MEMORY = 1 << 25, SCANS_TOGETHER = 8, SCAN_GROUPS = 8 };
/* Scans with more than LARGE_SCAN bytes of parameters, which do not stay in the L2 cache between two tokens, have
 * LARGE_SCANS_TOGETHER sequences per group. For an LSTM of width 512, groups of 32 take 0.63 times as long as groups of
 * eight. */
enum { LARGE_SCAN = 1 << 22, LARGE_SCANS_TOGETHER = 32 };
/* Parameters of more than BEYOND_L2 bytes exceed the L2 cache; parameters of more than BEYOND_L3 bytes exceed all
 * caches of a core. Every micro-batch reads such parameters from the next level, so it has at least TOKENS_TOGETHER
 * tokens if their activations take at most LARGE_MEMORY bytes. Compared with micro-batches whose activations fit in L2,
 * a step of 768 tokens and 3 million parameters takes 0.6 times as long, and a step of 2,000 tokens and 11 million
 * parameters 0.7 times. */
enum { BEYOND_L2 = 1 << 21, BEYOND_L3 = 1 << 24, LARGE_MEMORY = 1 << 28 };
enum { TOKENS_TOGETHER = 512, TOKENS_IN_BFLOAT16 = 1000 };

/* ---- networks, and the number of sequences per network ---- */

/* The largest divisor of `count` that is at most `limit`. */
static int largest_divisor(int count, size_t limit) {
    int S = limit < (size_t)count ? (int)limit : count;
    while (S > 1 && count % S) S--;
    return S > 1 ? S : 1;
}

static bool is_large(const lg_parameters *p) {
    return p->bytes > BEYOND_L2;
}

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Number of sequences per micro-batch such that parameters too large for the cache are not read too often; 0: any
 * number. */
static size_t sharing_sequences(const lg_network *one) {
    const lg_graph *g = one->graph;
    const size_t tokens = (size_t)(one->layout.T + one->layout.sources);
    if (g->scans) return g->parameters->bytes > LARGE_SCAN ? LARGE_SCANS_TOGETHER : 0;
    return is_large(g->parameters) ? (TOKENS_TOGETHER + tokens - 1) / tokens : 0;
}

/* Maximum number of sequences per network whose activations fit; `one` is a network for one sequence. */
static size_t fitting_sequences(const lg_network *one, size_t cache) {
    const size_t bytes = one->graph->bytes[LG_SPACE_WORK] + 1;
    const size_t fitting = (one->graph->scans ? SCAN_MEMORY : cache) / bytes;
    const size_t together = smaller(sharing_sequences(one), LARGE_MEMORY / bytes);
    return together > fitting ? together : fitting;
}

int lg_engine_fitting(const lg_network *one, int count) {
    return largest_divisor(count, fitting_sequences(one, lg_cache_bytes()));
}

bool lg_engine_evaluation(lg_engine *e, lg_sequence_layout layout, int sequences, bool dropout, lg_network *out,
                          lg_error *err) {
    const int each = sequences / lg_pool_threads(e->pool); /* at most this many, so that every worker has work */
    const int count = largest_divisor(sequences, (size_t)each);
    if (!lg_model_network(e->model, layout, 1, false, dropout, out, err)) return false;
    const int S = lg_engine_fitting(out, count);
    if (S == 1) return true;
    lg_network_free(out);
    return lg_model_network(e->model, layout, S, false, dropout, out, err);
}

/* ---- networks for training ---- */

typedef struct lg_training_network {
    lg_network *network;
    size_t fitting; /* maximum number of sequences per micro-batch */
} lg_training_network;

/* Finds a cached network of this layout for micro-batches of S sequences; S = 0: of any size. */
static const lg_training_network *find_network(const lg_engine *e, const lg_sequence_layout *layout, int S) {
    for (int i = 0; i < e->network_count; i++) {
        const lg_network *n = e->networks[i].network;
        if (lg_sequence_layout_same(&n->layout, layout) && (S == 0 || n->graph->S == S)) return &e->networks[i];
    }
    return NULL;
}

static bool reserve_networks(lg_engine *e, lg_error *err) {
    if (e->network_count < e->network_capacity) return true;
    const int capacity = e->network_capacity ? 2 * e->network_capacity : 64;
    lg_training_network *networks = realloc(e->networks, sizeof *networks * (size_t)capacity);
    if (!networks) return lg_fail(err, LG_FAILED, "out of memory: %d networks", capacity);
    e->networks = networks;
    e->network_capacity = capacity;
    return true;
}

/* Creates and caches a network. */
static const lg_training_network *add_network(lg_engine *e, lg_sequence_layout layout, int S, size_t fitting,
                                              lg_error *err) {
    if (!reserve_networks(e, err)) return NULL;
    lg_network *n = calloc(1, sizeof *n);
    if (!n || !lg_model_network(e->model, layout, S, true, true, n, err)) {
        if (!n) lg_fail(err, LG_FAILED, "out of memory: a network of %d tokens", layout.T);
        free(n);
        return NULL;
    }
    lg_training_network *added = &e->networks[e->network_count++];
    *added = (lg_training_network){n, fitting};
    e->network_bytes += lg_arena_bytes(n->graph->arena);
    return added;
}

static void drop_networks(lg_engine *e) {
    for (int i = 0; i < e->network_count; i++) {
        lg_network_free(e->networks[i].network);
        free(e->networks[i].network);
    }
    e->network_count = 0;
    e->network_bytes = 0;
}

/* Maximum number of sequences per micro-batch of this layout; 0: failure. */
static size_t known_fitting(lg_engine *e, const lg_sequence_layout *layout, lg_error *err) {
    const lg_training_network *known = find_network(e, layout, 0);
    if (known) return known->fitting;
    lg_network one;
    if (!lg_model_network(e->model, *layout, 1, true, true, &one, err)) return 0;
    const size_t fitting = fitting_sequences(&one, CACHE);
    lg_network_free(&one);
    return fitting > 0 ? fitting : 1;
}

/* The network for micro-batches of S sequences. */
static const lg_network *training_network(lg_engine *e, lg_sequence_layout layout, int S, size_t fitting,
                                          lg_error *err) {
    const lg_training_network *found = find_network(e, &layout, S);
    if (!found) found = add_network(e, layout, S, fitting, err);
    return found ? found->network : NULL;
}

enum { FEW_GROUPS = 4 };

/* Minimum number of tokens per group if there are `groups` groups. In smaller groups, the time to clear and add the
 * gradient array exceeds the gain from more workers. If there are at most FEW_GROUPS groups, the groups may be smaller,
 * since each group keeps a worker busy. To clear and add the gradients of the largest parameters takes as long as to
 * process about 80 tokens, or about 400 where a matrix unit multiplies in bfloat16. In float, groups of 1,000 tokens
 * are not faster than groups of 512 (width 512 on two cores). */
static int least_tokens(const lg_engine *e, int groups) {
    const size_t bytes = e->model->parameters->bytes;
    if (bytes > BEYOND_L3 && e->model->kernels->full) return TOKENS_IN_BFLOAT16;
    if (groups <= FEW_GROUPS) return bytes > BEYOND_L3 ? 96 : 64;
    return bytes > BEYOND_L3 ? TOKENS_TOGETHER : bytes > BEYOND_L2 ? 192 : 64;
}

/* Number of groups into which a batch is divided; the sequences of a group are scanned together. Large parameters need
 * more sequences per group, unless fewer than FEW_GROUPS groups would remain. */
static int count_scan_groups(const lg_engine *e, int batch) {
    int groups = batch > SCANS_TOGETHER ? batch / SCANS_TOGETHER : 1;
    if (e->model->parameters->bytes > LARGE_SCAN && groups > FEW_GROUPS) {
        groups = batch / LARGE_SCANS_TOGETHER;
        if (groups < FEW_GROUPS) groups = FEW_GROUPS;
    }
    return groups < SCAN_GROUPS ? groups : SCAN_GROUPS;
}

/* Number of groups of a pass. Except for scans it is a power of two. This balances the workers, since a padded batch
 * may have many passes. */
static int count_groups(const lg_engine *e, const lg_sequence_layout *layout, int batch) {
    const int64_t tokens = (int64_t)batch * ((int64_t)layout->T + layout->sources);
    int groups = 1;
    if (e->model->architecture.entry->cells) return count_scan_groups(e, batch);
    if (!layout->padded && !is_large(e->model->parameters)) return LG_GROUPS;
    while (groups < LG_GROUPS && 2 * groups * least_tokens(e, 2 * groups) <= tokens) groups *= 2;
    return groups;
}

static int divide_up(int n, int by) {
    return (n + by - 1) / by;
}

/* Sequences per micro-batch for a group of `group` sequences. */
static int micro_batch(const lg_sequence_layout *layout, int group, size_t fitting) {
    if (!layout->padded) return largest_divisor(group, fitting);
    return fitting < (size_t)group ? divide_up(group, divide_up(group, (int)fitting)) : group;
}

bool lg_engine_partition(lg_engine *e, lg_sequence_layout layout, int batch, lg_batch_partition *out, lg_error *err) {
    const size_t fitting = known_fitting(e, &layout, err);
    if (fitting == 0) return false;
    const int each = divide_up(batch, count_groups(e, &layout, batch)), S = micro_batch(&layout, each, fitting);
    lg_batch_partition c = {.group = divide_up(each, S) * S};
    c.groups = divide_up(batch, c.group);
    if (!(c.full = training_network(e, layout, S, fitting, err))) return false;
    const int left = (batch - (c.groups - 1) * c.group) % S;
    if (left && !(c.remainder = training_network(e, layout, left, fitting, err))) return false;
    *out = c;
    return true;
}

enum { NETWORK_BYTES = 16 << 20 }; /* limit in bytes for cached networks; about 250 networks of a small decoder */

void lg_engine_trim(lg_engine *e) {
    if (e->network_bytes > NETWORK_BYTES) drop_networks(e);
}

/* ---- memory ---- */

static lg_view work_of(const void *engine, int worker) {
    return (lg_view){((const lg_engine *)engine)->work[worker].data, 0};
}

static void make_team(lg_engine *e) {
    const double least = lg_pool_is_crowded(e->pool) ? INFINITY : LG_PART_LEAST;
    e->team = (lg_team){.pool = e->pool, .least = least, .work = work_of, .owner = e};
}

bool lg_engine_init(lg_engine *e, lg_model *m, lg_pool *pool, lg_error *err) {
    *e = (lg_engine){.model = m, .pool = pool, .work = calloc((size_t)lg_pool_threads(pool), sizeof(lg_buffer))};
    e->records = calloc((size_t)lg_pool_threads(pool), sizeof *e->records);
    lg_gradients_init(&e->gradients, m->kernels);
    make_team(e);
    if (!e->work || !e->records) return lg_fail(err, LG_FAILED, "out of memory: %d workers", lg_pool_threads(pool));
    return lg_buffer_reserve(&e->parameters, m->parameters->bytes, "parameters", err) &&
           lg_buffer_reserve(&e->packed, m->parameters->packed_bytes, "packed parameters", err);
}

void lg_engine_free(lg_engine *e) {
    drop_networks(e);
    for (int i = 0; e->work && i < lg_pool_threads(e->pool); i++) lg_buffer_free(&e->work[i]);
    for (int i = 0; e->records && i < lg_pool_threads(e->pool); i++) lg_record_free(&e->records[i]);
    free(e->work);
    free(e->records);
    free(e->networks);
    lg_batch_buffers_free(&e->buffers);
    lg_gradients_free(&e->gradients);
    lg_buffer *all[] = {&e->parameters, &e->packed, &e->staging};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) lg_buffer_free(all[i]);
    *e = (lg_engine){0};
}

/* Keeps the memory of remaining workers. New workers get memory at the next lg_engine_reserve. */
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
    make_team(e);
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
    f.worker = worker;
    f.team = &e->team;
    return f;
}

/* Fills and uploads one constant after another, so that at most one large lookup table of token pairs is in memory
 * twice. */
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

/* Sets the token counts of the streams and returns the number of streams. */
static int streams_of(const lg_network *n, int T[2]) {
    T[0] = n->graph->T;
    T[1] = n->layout.sources;
    return T[1] > 0 ? 2 : 1;
}

bool lg_engine_prepare(lg_engine *e, lg_batch_buffers *s, const lg_network *n, lg_key positions, bool training,
                       lg_error *err) {
    lg_frame f = lg_engine_frame(e, s, n, 0, 0, 1);
    f.team = NULL; /* any worker may run this */
    lg_clock_read(f.clock);
    int T[2];
    const int streams = streams_of(n, T);
    if (lg_positional_per_sequence(e->model) || lg_positional_draws(e->model))
        lg_position_sample_extend(e->model, T[0] > T[1] ? T[0] : T[1]);
    if (!lg_position_sample_draw(e->model, positions, training, T, streams, NULL, &s->positions, err) ||
        !fill_constants(e, n, &f, &s->positions, err))
        return false;
    lg_clock_count(f.clock, LG_PHASE_SAMPLE);
    lg_graph_run_shared(n->graph, &f);
    return true;
}

static bool reserve_own(lg_batch_buffers *s, int count, lg_error *err) {
    if (count <= s->own_count) return true;
    lg_position_sample *own = realloc(s->own, sizeof *own * (size_t)count);
    if (!own) return lg_fail(err, LG_FAILED, "out of memory: positions of %d sequences", count);
    memset(own + s->own_count, 0, sizeof *own * (size_t)(count - s->own_count));
    s->own = own;
    s->own_count = count;
    return true;
}

bool lg_engine_reserve_numbers(lg_engine *e, lg_batch_buffers *s, const lg_network *n, int batch, lg_error *err) {
    int T[2];
    const int streams = streams_of(n, T);
    bool ok = !n->graph->tables || reserve_own(s, batch, err);
    for (int row = 0; ok && n->graph->tables && row < batch; row++)
        ok = lg_position_sample_reserve(e->model, T, streams, &s->own[row], err);
    return ok;
}

void lg_engine_number(const lg_engine *e, const lg_batch_buffers *s, const lg_network *n, lg_key key, bool training,
                      int batch, int row) {
    int T[2];
    const int32_t *tokens = lg_batch_buffers_ids(s, n, batch) + (size_t)row * (size_t)n->layout.T;
    lg_error none = {0};
    const int streams = streams_of(n, T);
    const bool drawn = lg_position_sample_draw(e->model, key, training, T, streams, tokens, &s->own[row], &none);
    assert(drawn); /* memory is reserved */
    (void)drawn;
    lg_graph_fill_tables(n->graph, &s->own[row], s->batch.data, batch, row);
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
    for (int i = 0; i < s->own_count; i++) lg_position_sample_free(&s->own[i]);
    free(s->own);
    s->own = NULL;
    s->own_count = 0;
}

bool lg_batch_buffers_reserve(lg_batch_buffers *s, const lg_network *n, int batch, lg_error *err) {
    const lg_graph *g = n->graph;
    const size_t behind = LG_LANES * sizeof(real); /* padding after the last table */
    return lg_buffer_reserve(&s->shared, g->bytes[LG_SPACE_SHARED], "shared tensors", err) &&
           lg_buffer_reserve(&s->constants, g->bytes[LG_SPACE_CONSTANT], "constants", err) &&
           lg_buffer_reserve(&s->batch, g->bytes[LG_SPACE_BATCH] * (size_t)batch + behind, "tokens", err);
}

size_t lg_batch_buffers_bytes(const lg_batch_buffers *s) {
    return s->shared.bytes + s->constants.bytes + s->batch.bytes;
}

void *lg_batch_buffers_of(const lg_batch_buffers *s, const lg_tensor *t, int batch) {
    return t ? s->batch.data + t->value.offset * (size_t)batch : NULL;
}

int32_t *lg_batch_buffers_ids(const lg_batch_buffers *s, const lg_network *n, int batch) {
    return lg_batch_buffers_of(s, n->ids, batch);
}

lg_clock *lg_engine_clock(const lg_engine *e, int worker) {
    return e->clocks ? &e->clocks[worker] : NULL;
}
