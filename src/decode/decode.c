/* decode.c: see decode.h. */
#include "decode/decode.h"

#include "nn/model/stepping.h"

/* Maximum memory of all simultaneous searches, in bytes. If one search per worker needs more, the limit is exceeded. */
#define SEARCH_BYTES ((size_t)64 << 20)

/* A step without caches: decodes the next token of all live sequences. Each has `generated` tokens so far. */
typedef struct next_token {
    lg_decoding *d;
    int32_t *sequences; /* [count]: live sequences */
    int count, generated;
} next_token;

/* The layout, limited to the tokens that can be decoded with caches. */
static lg_sequence_layout cached_layout(const lg_model *m, const lg_sequence_layout *t) {
    const int cached = lg_model_cached_tokens(m);
    lg_sequence_layout own = *t;
    if (own.T <= cached) return own;
    own.m -= own.T - cached;
    own.T = cached;
    return own;
}

static int rows_of_sequence(const lg_decoding *d) {
    return d->beam.width > 0 ? d->beam.width : 1;
}

static int sequences_of_job(const lg_decoding *d) {
    return d->uncached.network.graph->S / rows_of_sequence(d);
}

/* ---- a job ---- */

/* Writes the rows of a sequence. If a row has no hypothesis, it is a copy of the first hypothesis. */
static void write_sequence(const next_token *x, int worker, int row, int number) {
    const lg_decoding *d = x->d;
    const lg_decoded_sequence *sequence = lg_decoding_sequence(d, number);
    lg_tokens_so_far tokens = {sequence->prompt, sequence->answer, sequence->source, d->at, sequence->positions};
    int32_t *path = d->beam.width > 0 ? (int32_t *)(void *)d->paths.data + (ptrdiff_t)worker * x->generated : NULL;
    for (int i = 0; i < rows_of_sequence(d); i++) {
        if (path) lg_beam_path(lg_decoding_search(d, number), i, path);
        if (path) tokens.answer = path;
        lg_uncached_write(&d->uncached, worker, row + i, &tokens);
    }
}

static void generate_next(void *task, int job, int worker) {
    const next_token *x = task;
    const lg_decoding *d = x->d;
    const int each = sequences_of_job(d), rows = rows_of_sequence(d), classes = d->engine->model->format.classes;
    real *logits = (real *)(void *)d->logits.data + (ptrdiff_t)worker * each * rows * classes;
    for (int i = 0; i < each; i++) {
        const int at = job * each + i;
        write_sequence(x, worker, i * rows, x->sequences[at < x->count ? at : job * each]);
    }
    lg_uncached_run(&d->uncached, worker, logits);
    for (int i = 0; i < each && job * each + i < x->count; i++)
        lg_decoding_take(d, x->sequences[job * each + i], x->generated, logits + (ptrdiff_t)i * rows * classes);
}

/* ---- all tokens ---- */

static bool reserve(const next_token *x, lg_error *err) {
    lg_decoding *d = x->d;
    const size_t threads = (size_t)lg_pool_threads(d->engine->pool);
    const size_t slots = threads * (size_t)d->uncached.network.graph->S;
    return lg_buffer_reserve(&d->logits, slots * (size_t)d->engine->model->format.classes * sizeof(real), "logits",
                             err) &&
           lg_buffer_reserve(&d->paths, threads * ((size_t)x->generated + 1) * sizeof(int32_t), "tokens", err);
}

static bool step(next_token *x, const lg_sequence_layout *t, lg_key positions, lg_error *err) {
    lg_decoding *d = x->d;
    const int threads = lg_pool_threads(d->engine->pool);
    const int share = (x->count + threads - 1) / threads;
    if (!lg_uncached_open(&d->uncached, t, d->at + x->generated, rows_of_sequence(d), share, positions, err) ||
        !reserve(x, err))
        return false;
    lg_pool_run(d->engine->pool, (x->count + sequences_of_job(d) - 1) / sequences_of_job(d), generate_next, x);
    return true;
}

static void keep_going(next_token *x) {
    int going = 0;
    for (int i = 0; i < x->count; i++)
        if (lg_decoding_goes_on(x->d, x->sequences[i], x->generated)) x->sequences[going++] = x->sequences[i];
    x->count = going;
}

/* Decodes without caches: all tokens after the first `generated` tokens. */
static bool generate_rest(lg_decoding *d, const lg_sequence_layout *t, int generated, lg_key positions, lg_error *err) {
    if (!lg_buffer_reserve(&d->going, (size_t)d->count * sizeof(int32_t), "sequences", err)) return false;
    next_token x = {d, (int32_t *)(void *)d->going.data, d->count, generated};
    bool good = generated > 0 || lg_decoding_begin_searches(d, err);
    for (int i = 0; i < d->count; i++) x.sequences[i] = i;
    d->uncached.engine = d->engine;
    d->uncached.buffers = &d->passes;
    if (good) keep_going(&x);
    while (good && x.count > 0 && !lg_decoding_stops(d, 0)) {
        good = step(&x, t, positions, err);
        x.generated++;
        keep_going(&x);
    }
    lg_uncached_close(&d->uncached);
    return good;
}

/* Decodes the sequences d->first .. d->first + d->count - 1 of the queue. */
static bool decode_some(lg_decoding *d, const lg_sequence_layout *t, int at, lg_key positions, lg_error *err) {
    const lg_sequence_layout cached = cached_layout(d->engine->model, t);
    int generated = 0;
    bool good = true;
    if (at <= cached.T) {
        good = lg_decoding_open(d, &cached, at, positions, err);
        if (good) lg_pool_run(d->engine->pool, lg_decoding_groups(d), lg_decoding_run, d);
        generated = d->most;
    }
    lg_decoding_close(d);
    return good && (cached.T == t->T || generate_rest(d, t, generated, positions, err));
}

/* Number of sequences to decode together. If sequences may continue without caches, all their searches remain in
 * memory. SEARCH_BYTES then limits the number of sequences. */
static int sequences_at_once(const lg_decoding *d, const lg_sequence_layout *t) {
    const int threads = lg_pool_threads(d->engine->pool);
    const size_t bytes = lg_decoding_search_bytes(d), most = bytes > 0 ? SEARCH_BYTES / bytes : 0;
    if (bytes == 0 || lg_model_cached_tokens(d->engine->model) >= t->T || most >= (size_t)d->count) return d->count;
    return most > (size_t)threads ? (int)most : threads;
}

/* Fails if a model of an ensemble must continue without caches, because such passes support only one model. */
static bool check_joined(const lg_decoding *d, const lg_sequence_layout *t, lg_error *err) {
    for (; d; d = d->next, t = d ? &d->layout : NULL)
        if ((d->next || d->lead) && lg_model_cached_tokens(d->engine->model) < t->T)
            return lg_fail(err, LG_USAGE,
                           "a model of this ensemble has caches for at most %d tokens and needs a pass over all tokens "
                           "for each later one; an ensemble with such a model cannot be decoded (use --protocol pass)",
                           lg_model_cached_tokens(d->engine->model));
    return true;
}

bool lg_decode_sequences(lg_decoding *d, const lg_sequence_layout *t, int at, lg_key positions, lg_error *err) {
    const int all = d->count, some = sequences_at_once(d, t);
    bool good = check_joined(d, t, err);
    d->at = at;
    for (d->first = 0; good && d->first < all; d->first += some) {
        d->count = all - d->first < some ? all - d->first : some;
        good = decode_some(d, t, at, positions, err);
    }
    d->first = 0;
    d->count = all;
    return good;
}

bool lg_decode_check(lg_model *m, const lg_sequence_layout *t, lg_error *err) {
    const lg_sequence_layout cached = cached_layout(m, t);
    lg_network n = {0};
    bool good = cached.T == 0 || lg_model_stepping(m, &cached, true, 1, 1, &n, err);
    lg_network_free(&n);
    if (good && cached.T < t->T) good = lg_model_network_of_last(m, *t, 1, &n, err);
    lg_network_free(&n);
    return good;
}
