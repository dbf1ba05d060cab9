/* text_stream_score.c: see text_stream_score.h. */
#include "evaluate/text_stream_score.h"

#include "nn/axes/architecture.h"
#include "train/eval_records.h"
#include "train/state.h"
#include "train/stop.h"

typedef struct scoring {
    lg_trainer *t;
    lg_network n;
    const lg_text_stream_windows *w;
    double *losses;
} scoring;

bool lg_text_stream_score_check(const lg_trainer *t, lg_error *err) {
    const lg_model *m = t->model;
    const lg_data *entry = m->data->entry;
    if (!entry->methods->stream)
        return lg_fail_keys(err, "data", "data: %s is not a stream of tokens: expected a model of text",
                            entry->name);
    return lg_architecture_is_autoregressive(&m->architecture) ||
           lg_fail_keys(err, "architecture",
                        "architecture: %s is not autoregressive: expected a decoder",
                        m->architecture.entry->name);
}

/* Pool job: scores one micro-batch. Copies of the first window pad the last micro-batch. */
static void score_windows(void *task, int job, int worker) {
    const scoring *x = task;
    const lg_pass *p = &x->t->pass;
    const lg_dataset *d = x->t->model->data;
    const int S = x->n.graph->S, rows = x->n.layout.rows;
    lg_record *r = &x->t->engine.records[worker];
    if (lg_trainer_must_stop(x->t, worker)) return;
    for (int i = job * S; i < (job + 1) * S; i++) {
        d->entry->methods->segment(d, LG_SPLIT_TEST, x->w->length, x->w->begin[i < x->w->count ? i : 0], r);
        lg_pass_write(p, i, r);
    }
    lg_pass_forward(p, job * S, worker);
    for (int i = job * S; i < (job + 1) * S && i < x->w->count; i++) {
        const real *from = p->losses + (size_t)(i + 1) * (size_t)rows - x->w->scored;
        for (int j = 0; j < x->w->scored; j++)
            x->losses[(size_t)i * (size_t)x->w->scored + (size_t)j] = (double)from[j];
    }
}

static bool run_windows(scoring *x, lg_error *err) {
    lg_trainer *t = x->t;
    lg_engine *e = &t->engine;
    const int S = x->n.graph->S, jobs = (x->w->count + S - 1) / S;
    if (!lg_engine_reserve(e, &x->n, err) || !lg_pass_open(&t->pass, e, &e->buffers, &x->n, jobs * S, false, err) ||
        !lg_pass_prepare(&t->pass, lg_trainer_eval_positions(t, x->w->length, 0), false, err))
        return false;
    lg_pool_run(e->pool, jobs, score_windows, x);
    return lg_trainer_go_on(t, err);
}

bool lg_text_stream_score(lg_trainer *t, const lg_text_stream_windows *w, double *losses, lg_error *err) {
    scoring x = {.t = t, .w = w, .losses = losses};
    if (!lg_text_stream_score_check(t, err) || !lg_model_supports_length(t->model, w->length, err) ||
        !lg_engine_evaluation(&t->engine, lg_model_sequence_layout(t->model, w->length), w->count, false, &x.n, err))
        return false;
    const bool ok = run_windows(&x, err);
    lg_network_free(&x.n);
    return ok;
}
