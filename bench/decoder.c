/* decoder.c: repeats one step of greedy decoding (see decoder.h). */
#include "decoder.h"

#include <stdlib.h>

#include "decode/decoding.h"
#include "nn/axes/encoding.h"
#include "nn/axes/position.h"
#include "nn/model/stepping.h"
#include "train/eval_records.h"
#include "train/state.h"

struct decoder {
    lg_decoding decoding;
    int tokens; /* of each sequence */
    int times;  /* how often decoder_step repeats the step */
};

void decoder_free(decoder *x) {
    if (!x) return;
    lg_decoding_free(&x->decoding);
    free(x);
}

static bool check_caches(const lg_model *m, const lg_sequence_layout *layout, lg_error *err) {
    const lg_positional *p = m->positional[LG_STREAM_OWN];
    if (!lg_model_can_step(m, layout, err)) return false;
    const int cached = lg_model_cached_tokens(m);
    return layout->T <= cached ||
           lg_fail_keys(err, "positions encoding",
                        "the caches of this model serve %d tokens, and a step after %d is to be timed: beyond, "
                        "positions: %s or encoding: %s change with each token (use --positions standard, or no "
                        "--encoding.dynamic)",
                        cached, layout->T - 1, p->sampler.entry->name, p->encoding.entry->name);
}

static bool open_lanes(decoder *x, lg_trainer *t, int sequences, lg_error *err) {
    lg_decoding *d = &x->decoding;
    if (!lg_decoding_begin(d, &t->engine, sequences, (lg_beam_rules){0}, err)) return false;
    for (int i = 0; i < sequences; i++) lg_decoding_add(d, (lg_decoded_sequence){0});
    const lg_sequence_layout layout = {
        .n = x->tokens, .T = x->tokens, .sources = t->model->format.sources > 0 ? x->tokens : 0};
    return check_caches(t->model, &layout, err) &&
           lg_decoding_open(d, &layout, 0, lg_key_fold(lg_trainer_eval_key(t, x->tokens), LG_KEY_POSITIONS), err);
}

decoder *decoder_new(lg_trainer *t, int sequences, int tokens, lg_error *err) {
    decoder *x = calloc(1, sizeof *x);
    if (!x) {
        lg_fail(err, LG_FAILED, "out of memory: a decoder");
        return NULL;
    }
    x->tokens = tokens;
    if (!open_lanes(x, t, sequences, err)) {
        decoder_free(x);
        return NULL;
    }
    /* Untouched pages all map to one page of zeros, which stays in the processor's cache. Reading them would be too
     * fast, so write the states first. */
    lg_graph_states_reset(&x->decoding.states, t->engine.model->kernels, 0, x->decoding.states.sequences);
    return x;
}

static void step_group(void *task, int group, int worker) {
    const decoder *x = task;
    (void)group;
    lg_decoding_repeat(&x->decoding, worker, x->tokens - 1, x->times);
}

void decoder_step(decoder *x, int times) {
    x->times = times;
    lg_pool_run(x->decoding.engine->pool, lg_decoding_groups(&x->decoding), step_group, x);
}

decoder_work decoder_cost(const decoder *x) {
    const lg_decoding *d = &x->decoding;
    const lg_graph *g = d->step[0].graph;
    const double groups = (double)d->count / d->group; /* padding lanes of the last group do not count */
    decoder_work work = {0};
    lg_cost cost[LG_PHASES] = {{0}};
    lg_graph_cost(g, false, x->tokens - 1, groups, cost);
    work.flops = lg_cost_flops(cost);
    lg_graph_reads(g, x->tokens - 1, &work.weight_bytes, &work.cache_bytes);
    work.cache_bytes *= groups;
    return work;
}
