/* decode_timer.c: times greedy decoding (see decode_timer.h). */
#include "decode_timer.h"

#include <stdlib.h>
#include <string.h>

#include "base/machine.h"
#include "bench/peak.h"
#include "decoder.h"
#include "run/session.h"

#define WARM_UP 0.25 /* fraction of the time that is not counted */
#define TURN    2e-3 /* seconds between two reads of the clock, so that reading it costs almost nothing */

struct decode_timer {
    lg_context *context;
    lg_session session;
    decoder *steps; /* built for `sequences` and `tokens`; NULL before the first run */
    int sequences, tokens;
    /* The best so far, for these sequences and tokens: */
    double bandwidth; /* of plain reads of as many bytes as a step reads, GB/s */
    double step;      /* seconds of one step; 0 before the first */
};

lg_status decode_timer_open(lg_config *f, decode_timer **out) {
    lg_error *err = lg_context_begin(f->context);
    const lg_resolved_config *config = lg_config_resolved(f, err);
    decode_timer *d = config ? calloc(1, sizeof *d) : NULL;
    *out = NULL;
    if (!config) return err->code;
    if (!d) return lg_fail(err, LG_FAILED, "out of memory: a model"), err->code;
    d->context = f->context;
    if (lg_session_new(&d->session, f->context, config->values, err))
        *out = d;
    else
        decode_timer_close(d);
    return err->code;
}

void decode_timer_close(decode_timer *d) {
    if (!d) return;
    decoder_free(d->steps);
    lg_session_free(&d->session);
    free(d);
}

static double bytes_of(const decoder_work *work) {
    return work->weight_bytes + work->cache_bytes;
}

/* Measures the bandwidth of reading as many bytes as a step reads, split among the threads, so that they come from the
 * same level of the memory hierarchy. */
static void measure_bandwidth(decode_timer *d) {
    lg_pool *pool = d->session.pool;
    const decoder_work work = decoder_cost(d->steps);
    const int threads = lg_pool_threads(pool);
    const size_t most = lg_block_size_beyond_caches(threads), wanted = (size_t)(bytes_of(&work) / threads);
    const double now = lg_read_bandwidth(pool, wanted < most ? wanted : most);
    if (now > d->bandwidth) d->bandwidth = now;
}

static bool choose_decoder(decode_timer *d, int sequences, int tokens, lg_error *err) {
    if (d->steps && d->sequences == sequences && d->tokens == tokens) return true;
    decoder_free(d->steps);
    d->steps = NULL;
    d->steps = decoder_new(d->session.trainer, sequences, tokens, err);
    if (!d->steps) return false;
    d->sequences = sequences, d->tokens = tokens;
    d->bandwidth = d->step = 0;
    return true;
}

/* Mean seconds of a step after the warm-up. */
static double time_steps(decoder *x, double seconds) {
    const double start = lg_seconds(), warm = start + WARM_UP * seconds, end = start + seconds;
    double begun = 0, now;
    int times = 1;
    int64_t counted = 0;
    do {
        const double before = lg_seconds();
        decoder_step(x, times);
        now = lg_seconds();
        if (begun > 0) counted += times;
        if (begun == 0 && now - before < TURN) times *= 2;
        if (begun == 0 && now >= warm) begun = now;
    } while (now < end || counted == 0);
    return (now - begun) / (double)counted;
}

static void set_roof(const decode_timer *d, decode_speed *s) {
    const decoder_work work = decoder_cost(d->steps);
    const double rate = s->tokens_per_second / s->sequences; /* steps a second */
    s->bytes = bytes_of(&work);
    s->gflops = 1e-9 * work.flops * rate;
    s->bandwidth = 1e-9 * s->bytes * rate;
    const double compute = s->peak_gflops / (1e-9 * work.flops), memory = s->peak_bandwidth / (1e-9 * s->bytes);
    s->bound = compute < memory ? "compute" : "memory";
    s->roof = s->sequences * (compute < memory ? compute : memory);
    s->roof_fraction = s->roof > 0 ? s->tokens_per_second / s->roof : 0;
}

lg_status decode_timer_run(decode_timer *d, int sequences, int tokens, double seconds, decode_speed *out) {
    lg_error *err = lg_context_begin(d->context);
    const bool bfloat16 = d->session.runtime.bfloat16;
    *out = (decode_speed){.sequences = sequences, .tokens = tokens};
    if (sequences < 1 || tokens < 1 || tokens > LG_LENGTH_MAX)
        lg_fail(err, LG_USAGE, "%d sequences of %d tokens: expected 1 or more of 1..%d", sequences, tokens,
                LG_LENGTH_MAX);
    if (err->code || !choose_decoder(d, sequences, tokens, err)) return err->code;
    measure_bandwidth(d);
    const lg_sizes sizes = lg_trainer_sizes(d->session.trainer, 1);
    out->threads = lg_pool_threads(d->session.pool);
    out->precision = bfloat16 ? "bfloat16" : lg_precision_name();
    out->symbols = sizes.symbols;
    out->classes = sizes.classes;
    out->peak_gflops = lg_context_peak(d->context, &d->session, bfloat16);
    const double step = time_steps(d->steps, seconds > 0 ? seconds : 0); /* with NaN the loop would never end */
    measure_bandwidth(d); /* a second time, after the steps: other programs on the machine take a varying share */
    if (d->step == 0 || step < d->step) d->step = step;
    out->peak_bandwidth = d->bandwidth;
    out->tokens_per_second = sequences / d->step;
    set_roof(d, out);
    return err->code;
}
