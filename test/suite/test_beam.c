/* test_beam.c: checks beam search against two reference searches. Both compute each hypothesis's logits with one pass
 * over all its tokens, without a cache or batches. One lists all possible sequences; the other follows the rules of
 * beam search with plain lists. */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "decode/beam.h"
#include "decode/generate.h"
#include "evaluate/evaluate.h"
#include "evaluate/protocols.h"
#include "nn/axes/architecture.h"
#include "opened_models.h"
#include "train/eval_records.h"
#include "train/state.h"

#include <cmocka.h>

enum { RECORDS = 12, TOKENS = 16, CLASSES = 16, WIDEST = 600 };

/* The largest difference of two scores that may come from rounding sums of float32 logits. */
static const double tolerance = sizeof(real) == 4 ? 2e-5 : 1e-11;

static const char common[] = "train.batch=16 curriculum=fixed curriculum.length=3 "
                             "eval.lengths=3..6 eval.sequences=12 model.dropout=0 train.lr=0.01 protocol=beam";

static bench open_search(const char *more, int threads, int steps) {
    char settings[600];
    snprintf(settings, sizeof settings, "%s %s %s", common, more,
             strstr(more, "data=") ? "" : "data=copy_cmc data.alphabet=2");
    bench b = bench_open_well(settings, threads);
    lg_step s;
    for (int i = 0; i < steps; i++) assert_true(lg_trainer_step(b.trainer, &s, &b.err));
    bench_move_residuals(&b);
    assert_true(b.trainer->model->format.classes <= CLASSES);
    return b;
}

/* ---- hypotheses of the reference searches ---- */

typedef struct guess {
    int32_t answer[TOKENS];
    int count;
    double log_probability, score;
    int rank; /* rank of the hypothesis that this one extends by a token */
} guess;

/* The source of logits: a model and a prompt or, without a model, a random function of the output so far. */
typedef struct language {
    bench *b; /* NULL: random logits of `classes` classes */
    const lg_record *prompt;
    uint64_t seed;
    int classes;
} language;

static void random_logits(const language *l, const int32_t *answer, int count, real *out) {
    lg_key key = lg_key_root(l->seed);
    for (int i = 0; i < count; i++) key = lg_key_fold(key, (uint64_t)answer[i]);
    lg_random r = lg_random_from(key);
    for (int c = 0; c < l->classes; c++) out[c] = (real)(2 * lg_random_normal(&r));
}

static void take_logarithms(const real *x, int classes, double *out) {
    double sum = 0;
    for (int c = 0; c < classes; c++) sum += exp((double)x[c]);
    for (int c = 0; c < classes; c++) out[c] = (double)x[c] - log(sum);
}

/* The log probabilities of the next token after a prompt and an output, by one pass over all of them. */
static void read_pass(bench *b, const lg_record *prompt, const guess *g, double *out) {
    lg_trainer *t = b->trainer;
    const lg_model *m = t->model;
    const int classes = m->format.classes;
    lg_network n;
    lg_pass p = {0};
    lg_record r = {0};
    assert_true(lg_record_reserve(&r, prompt->n, prompt->m + g->count + 1, NULL));
    lg_record_begin(&r, prompt->length, prompt->n, prompt->m + g->count + 1);
    memcpy(r.source, prompt->source, sizeof *r.source * (size_t)r.n);
    memcpy(r.target, prompt->target, sizeof *r.target * (size_t)prompt->m);
    memcpy(r.target + prompt->m, g->answer, sizeof *r.target * (size_t)g->count);
    r.target[r.m - 1] = 0;
    const lg_sequence_layout layout = m->architecture.entry->layout(m, (lg_record_size){r.n, r.m}, false);
    if (!lg_model_network_of_logits(t->model, layout, 1, false, &n, &b->err) ||
        !lg_engine_reserve(&t->engine, &n, &b->err) ||
        !lg_pass_open(&p, &t->engine, &t->engine.buffers, &n, 1, true, &b->err) ||
        !lg_pass_prepare(&p, lg_trainer_eval_positions(t, prompt->length, 0), false, &b->err))
        fail_msg("%s", b->err.text);
    lg_pass_write(&p, 0, &r);
    lg_pass_forward(&p, 0, 0);
    const real *x = p.logits + (size_t)(m->architecture.entry->first_row(m, &layout, r.n) + r.m - 1) * (size_t)classes;
    take_logarithms(x, classes, out);
    lg_pass_free(&p);
    lg_network_free(&n);
    lg_record_free(&r);
}

static void read_next(const language *l, const guess *g, double *out) {
    real logits[CLASSES];
    if (l->b) {
        read_pass(l->b, l->prompt, g, out);
        return;
    }
    random_logits(l, g->answer, g->count, logits);
    take_logarithms(logits, l->classes, out);
}

static int by_probability(const void *a, const void *b) {
    const guess *x = a, *y = b;
    if (x->log_probability != y->log_probability) return x->log_probability > y->log_probability ? -1 : 1;
    if (x->rank != y->rank) return x->rank - y->rank;
    return x->answer[x->count - 1] - y->answer[y->count - 1];
}

static int by_score(const void *a, const void *b) {
    const guess *x = a, *y = b;
    return (x->score < y->score) - (x->score > y->score);
}

/* Divides a log probability by the length penalty of GNMT or fairseq (see lg_beam_normaliser). */
static double normalise(double log_probability, int length, bool gnmt, double penalty) {
    return gnmt ? log_probability / (pow(5 + length, penalty) / pow(6, penalty))
                : log_probability / exp(penalty * log(length));
}

typedef struct rules {
    int width, limit, end;
    bool gnmt;
    double penalty;
} rules;

static void make_final(const rules *r, guess *g) {
    g->score = normalise(g->log_probability, g->count, r->gnmt, r->penalty);
}

/* Writes all continuations of some hypotheses by one token, in order of descending probability. */
static int continue_all(const language *l, const rules *r, const guess *from, int count, guess *to) {
    int n = 0;
    for (int i = 0; i < count; i++) {
        double next[CLASSES];
        read_next(l, &from[i], next);
        for (int c = 0; c < l->classes; c++) {
            if (r->end >= 0 && from[i].count + 1 == r->limit && c != r->end) continue;
            to[n] = from[i];
            to[n].answer[to[n].count++] = c;
            to[n].log_probability += next[c];
            to[n++].rank = i;
        }
    }
    qsort(to, (size_t)n, sizeof *to, by_probability);
    return n;
}

/* Follows the rules of beam search with plain lists: fills `finals`, highest score first, and returns their number. */
static int search_plainly(const language *l, const rules *r, guess *finals) {
    static guess alive[WIDEST], next[WIDEST * CLASSES];
    int live = 1, done = 0;
    alive[0] = (guess){0};
    for (int length = 1; live > 0 && done < r->width && length <= r->limit; length++) {
        int n = continue_all(l, r, alive, live, next);
        if (n > 2 * r->width) n = 2 * r->width;
        live = 0;
        for (int i = 0; i < n; i++) {
            const bool ends = r->end < 0 ? length == r->limit : next[i].answer[next[i].count - 1] == r->end;
            if (ends && i < r->width && done < r->width) {
                make_final(r, &next[i]);
                finals[done++] = next[i];
            } else if (!ends && live < r->width)
                alive[live++] = next[i];
        }
    }
    qsort(finals, (size_t)done, sizeof *finals, by_score);
    return done;
}

/* All sequences that end, or that have `limit` tokens if nothing ends them. */
static int list_all(const language *l, const rules *r, const guess *g, guess *out, int count) {
    double next[CLASSES];
    read_next(l, g, next);
    for (int c = 0; c < l->classes; c++) {
        guess one = *g;
        if (r->end >= 0 && g->count + 1 == r->limit && c != r->end) continue;
        one.answer[one.count++] = c;
        one.log_probability += next[c];
        if (c == r->end || one.count == r->limit) {
            assert_true(count < WIDEST);
            make_final(r, &one);
            out[count++] = one;
        } else {
            count = list_all(l, r, &one, out, count);
        }
    }
    return count;
}

/* ---- the search under test ---- */

typedef struct outcome {
    lg_hypothesis best[WIDEST];
    int32_t answer[WIDEST][TOKENS], top[TOKENS];
    double probabilities[WIDEST][TOKENS], top_probabilities[TOKENS];
} outcome;

static void set_option(bench *b, const char *key, double value) {
    char text[32];
    snprintf(text, sizeof text, "%.9g", value);
    if (!lg_values_set(b->resolved->values, key, text, &b->err)) fail_msg("%s", b->err.text);
    bench_read_options(b);
}

/* Sets the options that correspond to the rules. Callers also pass the limit to ask(). */
static void set_rules(bench *b, const rules *r) {
    set_option(b, "eval.beam", r->width);
    set_option(b, "eval.length_penalty", r->penalty);
    set_option(b, "eval.length_factor", 0);
    set_option(b, "eval.length_extra", r->limit - 1);
    assert_true(lg_values_set(b->resolved->values, "eval.length_norm", r->gnmt ? "gnmt" : "fairseq", &b->err));
    bench_read_options(b);
}

static lg_generation ask(const lg_record *prompt, int wanted, int limit, outcome *x) {
    memset(x, 0, sizeof *x);
    for (int i = 0; i < wanted; i++)
        x->best[i] = (lg_hypothesis){.answer = x->answer[i], .probabilities = x->probabilities[i]};
    return (lg_generation){.prompt = prompt,
                           .limit = limit,
                           .answer = x->top,
                           .probabilities = x->top_probabilities,
                           .best = x->best,
                           .wanted = wanted};
}

static void search(bench *b, lg_generation *all, size_t count) {
    if (!lg_trainer_search(b->trainer, all, count, NULL, NULL, &b->err)) fail_msg("%s", b->err.text);
}

/* Asserts that the search under test found the hypotheses of a reference search, `wanted`. */
static void compare(const outcome *x, const guess *wanted, int count, const char *who) {
    for (int i = 0; i < count; i++) {
        const lg_hypothesis *h = &x->best[i];
        double sum = 0;
        for (int j = 0; j < h->count; j++) sum += log(x->probabilities[i][j]);
        if (fabs(h->score - wanted[i].score) > tolerance * (1 + fabs(wanted[i].score)))
            fail_msg("%s: hypothesis %d has the score %.9g, not %.9g", who, i, h->score, wanted[i].score);
        if (h->count != wanted[i].count || memcmp(h->answer, wanted[i].answer, sizeof *h->answer * (size_t)h->count))
            fail_msg("%s: hypothesis %d of score %.9g has other tokens", who, i, h->score);
        assert_float_equal(h->log_probability, wanted[i].log_probability, tolerance * (1 + fabs(sum)));
        assert_float_equal(h->log_probability, sum, tolerance * (1 + fabs(sum)));
    }
}

static void draw_prompt(const bench *b, int length, int i, lg_record *out) {
    const lg_record_size z = lg_dataset_bound(b->trainer->model->data, length);
    const lg_batch_record from = lg_trainer_eval_record(b->trainer, length, i);
    assert_true(lg_record_reserve(out, z.n, z.m + TOKENS, NULL));
    lg_batch_record_draw(&from, b->trainer->model->data, out);
    out->m = 0;
}

/* Are two scores so close that rounding decides? Then the searches need not agree. */
static bool is_close(const guess *finals, int count) {
    for (int i = 1; i < count; i++)
        if (finals[i - 1].score - finals[i].score < 10 * tolerance) return true;
    return false;
}

/* ---- values ---- */

static void lengths_are_normalised(void **state) {
    (void)state;
    static const struct {
        int length;
        double gnmt, fairseq;
    } known[] = {{1, 1, 1}, {5, 1.358655, 2.626528}, {10, 1.732862, 3.981072}, {20, 2.354362, 6.034176}};
    const lg_beam_rules gnmt = {4, LG_NORM_GNMT, 0.6}, fairseq = {4, LG_NORM_FAIRSEQ, 0.6},
                        mean = {4, LG_NORM_FAIRSEQ, 1}, none = {4, LG_NORM_FAIRSEQ, 0};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_float_equal(lg_beam_normaliser(&gnmt, known[i].length), known[i].gnmt, 5e-7);
        assert_float_equal(lg_beam_normaliser(&fairseq, known[i].length), known[i].fairseq, 5e-7);
        assert_float_equal(lg_beam_normaliser(&mean, known[i].length), known[i].length, 0);
        assert_float_equal(lg_beam_normaliser(&none, known[i].length), 1, 0);
    }
}

/* Ties go to the token of the likelier hypothesis, then to the lower id. Expected values are worked out by hand; of the
 * classes 0, 1 and 2, class 2 is the end. */
static void ties_are_broken_by_index(void **state) {
    (void)state;
    const lg_beam_rules two = {2, LG_NORM_FAIRSEQ, 0};
    const lg_kernels *k = lg_kernels_find(NULL);
    char *memory = malloc(lg_beam_bytes(&two, 3));
    const real first[2][3] = {{1, 1, 0}, {5, 5, 5}}; /* slot 1 is not alive */
    const real second[2][3] = {{0, 0, 0}, {0, 0, 0}};
    int32_t answer[3], token;
    double probabilities[3];
    lg_hypothesis h = {.answer = answer, .probabilities = probabilities};
    lg_beam b;
    lg_beam_begin(&b, &two, 2, 3, memory);
    lg_beam_advance(&b, k, first[0], 3, 3);
    assert_int_equal(b.alive, 2);
    assert_int_equal(lg_beam_slot(&b, 0, &token), 0);
    assert_int_equal(token, 0);
    assert_int_equal(lg_beam_slot(&b, 1, &token), 1);
    assert_int_equal(token, 1);
    assert_int_equal(b.move_count, 1);
    assert_true(b.moves[0].from == 0 && b.moves[0].to == 1 && b.moves[0].first == 0);
    /* Of six continuations the best four are considered: 0 0, 0 1, 0 end, 1 0. The continuation that ends is third, so
     * it is not among the first two and is dropped. */
    lg_beam_advance(&b, k, second[0], 3, 3);
    assert_true(b.finals == 0 && b.alive == 2 && !b.over);
    lg_beam_slot(&b, 0, &token);
    assert_int_equal(token, 0);
    lg_beam_slot(&b, 1, &token);
    assert_int_equal(token, 1);
    lg_beam_advance(&b, k, second[0], 3, 3); /* both hypotheses must end */
    assert_true(b.finals == 2 && b.over);
    lg_beam_write(&b, 1, &h);
    assert_true(h.count == 3 && answer[0] == 0 && answer[1] == 1 && answer[2] == 2 && h.ended);
    assert_float_equal(probabilities[0], exp(1) / (2 * exp(1) + 1), 1e-6);
    assert_float_equal(probabilities[2], 1. / 3, 1e-6);
    free(memory);
}

/* ---- reference searches ---- */

/* The output of the hypothesis in each slot, and the logits of its next token. */
typedef struct slots {
    int32_t answer[WIDEST][TOKENS];
    real logits[WIDEST][CLASSES];
} slots;

/* Runs lg_beam on random logits instead of a network's. The slot of each hypothesis must hold the output so far. */
static void search_randomly(const language *l, const rules *r, slots *x, lg_beam *b, char *memory) {
    const lg_beam_rules own = {r->width, r->gnmt ? LG_NORM_GNMT : LG_NORM_FAIRSEQ, r->penalty};
    lg_beam_begin(b, &own, r->end, r->limit, memory);
    random_logits(l, NULL, 0, x->logits[0]);
    for (lg_beam_advance(b, lg_kernels_find(NULL), x->logits[0], CLASSES, l->classes); !b->over;
         lg_beam_advance(b, lg_kernels_find(NULL), x->logits[0], CLASSES, l->classes)) {
        for (int i = 0; i < b->move_count; i++) {
            const lg_beam_move m = b->moves[i];
            for (int j = m.first; j < b->tokens - 1; j++) x->answer[m.to][j] = x->answer[m.from][j];
        }
        for (int i = 0; i < r->width; i++) x->answer[i][b->tokens - 1] = -1;
        for (int i = 0; i < b->alive; i++) {
            int32_t token;
            const int slot = lg_beam_slot(b, i, &token);
            assert_int_equal(x->answer[slot][b->tokens - 1], -1); /* no other hypothesis uses this slot */
            x->answer[slot][b->tokens - 1] = token;
            random_logits(l, x->answer[slot], b->tokens, x->logits[slot]);
        }
    }
}

/* Many small vocabularies and widths, with random logits. */
static void any_logits_follow_the_rules(void **state) {
    (void)state;
    static guess finals[WIDEST];
    static outcome x;
    static slots in;
    char memory[16384];
    for (int i = 0; i < 3000; i++) {
        const language l = {.seed = (uint64_t)i, .classes = 2 + i % 6};
        const rules r = {1 + i % 7, 1 + i % 11, i % 5 ? i % l.classes : -1, i % 2, 0.25 * (i % 9)};
        const lg_beam_rules own = {.width = r.width};
        lg_beam b;
        assert_true(lg_beam_bytes(&own, r.limit) <= sizeof memory);
        search_randomly(&l, &r, &in, &b, memory);
        const int count = search_plainly(&l, &r, finals);
        assert_int_equal(b.finals, count);
        for (int j = 0; j < count; j++) {
            x.best[j] = (lg_hypothesis){.answer = x.answer[j], .probabilities = x.probabilities[j]};
            lg_beam_write(&b, j, &x.best[j]);
        }
        if (!is_close(finals, count)) compare(&x, finals, count, "random logits");
    }
}

/* A beam wide enough for all sequences finds them all, in order. */
static void compare_with_all_sequences(const char *model, int steps, bool gnmt, double penalty, int limit) {
    bench b = open_search(model, 1, steps);
    static guess all[WIDEST];
    static outcome x;
    const guess none = {0};
    const int end = b.trainer->model->data->end;
    for (int i = 0; i < 3; i++) {
        lg_record prompt = {0};
        const rules r = {WIDEST, limit, end, gnmt, penalty};
        draw_prompt(&b, 3, i, &prompt);
        const language l = {.b = &b, .prompt = &prompt, .classes = b.trainer->model->format.classes};
        const int count = list_all(&l, &r, &none, all, 0);
        qsort(all, (size_t)count, sizeof *all, by_score);
        set_rules(&b, &r);
        lg_generation g = ask(&prompt, count, limit, &x);
        search(&b, &g, 1);
        assert_true(count > 50 && x.best[count - 1].count > 0 && x.best[count].count == 0);
        if (!is_close(all, count)) compare(&x, all, count, model);
        assert_float_equal(x.best[0].score, all[0].score, 2 * tolerance * (1 + fabs(all[0].score)));
        assert_memory_equal(x.top, x.best[0].answer, sizeof *x.top * (size_t)x.best[0].count);
        lg_record_free(&prompt);
    }
    bench_close(&b);
}

static void a_wide_beam_finds_all_sequences(void **state) {
    (void)state;
    compare_with_all_sequences("architecture=encoder_decoder encoding=sinusoid", 0, true, 0.6, 3);
    compare_with_all_sequences("architecture=encoder_decoder encoding=relative block=pre_norm", 40, false, 1, 3);
    compare_with_all_sequences("architecture=decoder encoding=rope", 10, false, 0, 3);
    compare_with_all_sequences("architecture=decoder encoding=alibi data=reverse_string", 0, true, 1.5, 6);
}

/* Narrow beams drop hypotheses and reuse the caches of other hypotheses. Returns how many best hypotheses end before
 * the limit. */
static int compare_with_rules(const char *model, int steps) {
    bench b = open_search(model, 2, steps);
    static guess finals[WIDEST];
    static outcome all[RECORDS];
    const int end = b.trainer->model->data->end;
    int compared = 0, shorter = 0;
    for (int width = 1; width <= 5; width += 2) {
        const rules r = {width, 10 + width, end, width != 3, width == 1 ? 0 : 0.4 * width};
        lg_record prompts[RECORDS] = {0};
        lg_generation g[RECORDS];
        set_rules(&b, &r);
        for (int i = 0; i < RECORDS; i++) {
            draw_prompt(&b, 4, i, &prompts[i]);
            g[i] = ask(&prompts[i], width, r.limit, &all[i]);
        }
        search(&b, g, RECORDS);
        for (int i = 0; i < RECORDS; i++) {
            const language l = {.b = &b, .prompt = &prompts[i], .classes = b.trainer->model->format.classes};
            const int count = search_plainly(&l, &r, finals);
            assert_true(count > 0 && all[i].best[count - 1].count > 0);
            shorter += g[i].count < r.limit;
            lg_record_free(&prompts[i]);
            if (is_close(finals, count)) continue;
            compare(&all[i], finals, count, model);
            compared++;
        }
    }
    if (compared < 3 * RECORDS - 6) fail_msg("%s: only %d searches are compared", model, compared);
    bench_close(&b);
    return shorter;
}

static void narrow_beams_follow_the_rules(void **state) {
    (void)state;
    int shorter = 0;
    shorter += compare_with_rules("architecture=encoder_decoder encoding=sinusoid", 10);
    shorter += compare_with_rules("architecture=encoder_decoder encoding=relative block=pre_norm", 60);
    shorter += compare_with_rules("architecture=encoder_decoder encoding=none attention=geometric", 30);
    shorter += compare_with_rules(
        "architecture=encoder_decoder head=tied architecture.begin=end architecture.tables=apart block=pre_norm", 10);
    shorter += compare_with_rules("architecture=decoder encoding=rope", 60);
    shorter += compare_with_rules("architecture=decoder encoding=cope", 30);
    shorter += compare_with_rules("architecture=decoder encoding=fox", 30);
    shorter += compare_with_rules("architecture=decoder encoding=none model.order=lf", 10);
    shorter += compare_with_rules("architecture=encoder_decoder model.order=sldf convolution.taps=3", 60);
    shorter += compare_with_rules("architecture=decoder encoding=relative projection=primer", 10);
    shorter +=
        compare_with_rules("architecture=decoder encoding=rope mask=window mask.width=5", 60); /* rings as caches */
    shorter += compare_with_rules("architecture=decoder encoding=t5 mask=bca mask.block=3 scale=log_n", 30);
    compare_with_rules("architecture=decoder encoding=t5 data=reverse_string", 10);
    if (shorter < 30) fail_msg("only %d hypotheses end by themselves", shorter);
}

typedef struct progress {
    int calls;
    int64_t done;
    double fraction;
} progress;

static void keep_progress(void *user, int64_t done, int64_t all, double fraction) {
    progress *t = user;
    assert_int_equal(all, 3);
    assert_true(done > t->done && fraction > t->fraction && fraction <= 1);
    *t = (progress){t->calls + 1, done, fraction};
}

/* A decoder's prompts of different sizes are decoded one after another. */
static void progress_is_reported(void **state) {
    (void)state;
    bench b = open_search("architecture=decoder encoding=rope", 1, 0);
    static outcome x[3];
    const rules r = {2, 5, b.trainer->model->data->end, false, 0};
    lg_record prompts[3] = {0};
    lg_generation all[3];
    progress t = {0};
    set_rules(&b, &r);
    for (int i = 0; i < 3; i++) {
        draw_prompt(&b, 2 + i, 0, &prompts[i]);
        all[i] = ask(&prompts[i], 1, r.limit, &x[i]);
    }
    if (!lg_trainer_search(b.trainer, all, 3, keep_progress, &t, &b.err)) fail_msg("%s", b.err.text);
    assert_int_equal(t.calls, 3);
    assert_int_equal(t.done, 3);
    assert_float_equal(t.fraction, 1, 1e-12);
    for (int i = 0; i < 3; i++) lg_record_free(&prompts[i]);
    bench_close(&b);
}

/* ---- evaluation ---- */

typedef struct decoded {
    int count;
    int32_t answer[RECORDS][TOKENS];
    int tokens[RECORDS];
} decoded;

static void keep_answer(void *user, const lg_record_answer *x) {
    decoded *d = user;
    assert_true(d->count < RECORDS && x->count <= TOKENS);
    memcpy(d->answer[d->count], x->ids, sizeof *x->ids * (size_t)x->count);
    d->tokens[d->count++] = x->count;
}

static void evaluate(bench *b, int length, decoded *d) {
    lg_eval_result x;
    memset(d, 0, sizeof *d);
    assert_true(lg_trainer_on_answer(b->trainer, keep_answer, d, &b->err));
    if (!lg_trainer_eval(b->trainer, length, &x, &b->err)) fail_msg("%s", b->err.text);
    assert_int_equal(d->count, RECORDS);
}

/* Evaluation outputs the best hypothesis, whatever else it decodes at once. */
static void evaluation_outputs_the_best_hypothesis(void **state) {
    (void)state;
    static const char *const settings[][2] = {
        {"architecture=decoder encoding=rope", ""},
        {"architecture=encoder_decoder", "eval.batch=5"},
        {"architecture=encoder_decoder data=reverse_string block=pre_norm", ""},
    };
    for (size_t s = 0; s < sizeof settings / sizeof *settings; s++) {
        decoded d, other;
        static outcome x;
        char more[200];
        snprintf(more, sizeof more, "%s %s", settings[s][0], settings[s][1]);
        bench b = open_search(settings[s][0], 3, 40), c = open_search(more, 1, 40);
        const rules r = {3, 9, b.trainer->model->data->end, true, 0.6};
        set_rules(&b, &r);
        set_rules(&c, &r);
        evaluate(&b, 4, &d);
        evaluate(&c, 4, &other);
        assert_memory_equal(&d, &other, sizeof d);
        for (int i = 0; i < RECORDS; i++) {
            lg_record prompt = {0};
            draw_prompt(&b, 4, i, &prompt);
            lg_generation g = ask(&prompt, 1, r.end >= 0 ? 9 : 4, &x);
            search(&b, &g, 1);
            assert_int_equal(d.tokens[i], x.best[0].count);
            assert_memory_equal(d.answer[i], x.best[0].answer, sizeof *d.answer[i] * (size_t)d.tokens[i]);
            lg_record_free(&prompt);
        }
        bench_close(&b);
        bench_close(&c);
    }
}

/* A beam of one hypothesis always takes the likeliest token. */
static void a_beam_of_one_is_greedy(void **state) {
    (void)state;
    decoded one, greedy;
    bench b = open_search("architecture=encoder_decoder", 2, 60);
    const rules r = {1, 12, b.trainer->model->data->end, false, 0};
    const lg_record_size z = lg_dataset_bound(b.trainer->model->data, 4);
    set_rules(&b, &r);
    evaluate(&b, 4, &one);
    set_option(&b, "eval.max_tokens", z.n + 12);
    b.trainer->protocol.entry = lg_protocol_find("greedy");
    evaluate(&b, 4, &greedy);
    int same = 0;
    for (int i = 0; i < RECORDS; i++) {
        const int generated = one.tokens[i] - 1; /* without the last token, the forced end */
        assert_true(greedy.tokens[i] == one.tokens[i] || (greedy.tokens[i] == 12 && one.tokens[i] == 12));
        assert_memory_equal(one.answer[i], greedy.answer[i], sizeof *one.answer[i] * (size_t)generated);
        same += one.answer[i][generated] == greedy.answer[i][generated];
    }
    assert_true(same > 0);
    bench_close(&b);
}

/* ---- neighbours ---- */

/* Sequences of several lengths have the same bits together, alone, and on other numbers of threads. */
static void searches_do_not_depend_on_each_other(void **state) {
    (void)state;
    static outcome together[RECORDS], alone[RECORDS];
    static const char *const models[] = {"architecture=encoder_decoder encoding=t5",
                                         "architecture=decoder encoding=rope positions=randomized positions.L=64"};
    for (size_t m = 0; m < sizeof models / sizeof *models; m++)
        for (int threads = 1; threads <= 3; threads += 2) {
            bench b = open_search(models[m], threads, 30);
            const rules r = {4, 11, b.trainer->model->data->end, false, 0.6};
            lg_record prompts[RECORDS] = {0};
            lg_generation g[RECORDS];
            set_rules(&b, &r);
            for (int i = 0; i < RECORDS; i++) {
                draw_prompt(&b, 3 + i % 3, i, &prompts[i]);
                g[i] = ask(&prompts[i], 4, r.limit, &together[i]);
            }
            search(&b, g, RECORDS);
            for (int i = 0; threads == 1 && i < RECORDS; i++) {
                g[i] = ask(&prompts[i], 4, r.limit, &alone[i]);
                search(&b, &g[i], 1);
            }
            for (int i = 0; i < RECORDS; i++) {
                assert_memory_equal(together[i].answer, alone[i].answer, sizeof alone[i].answer);
                assert_memory_equal(together[i].probabilities, alone[i].probabilities, sizeof alone[i].probabilities);
                for (int j = 0; j < 4; j++) {
                    assert_true(together[i].best[j].score == alone[i].best[j].score);
                    assert_int_equal(together[i].best[j].count, alone[i].best[j].count);
                }
                lg_record_free(&prompts[i]);
            }
            bench_close(&b);
        }
}

/* ---- limits and refusals ---- */

static void lengths_of_hypotheses_are_limited(void **state) {
    (void)state;
    bench b = open_search("architecture=encoder_decoder eval.length_factor=1.5 eval.length_extra=3", 1, 0);
    assert_int_equal(lg_trainer_search_limit(b.trainer, 5), 11); /* 1.5 x 5 + 3, and the end */
    set_option(&b, "eval.max_tokens", 9);
    assert_int_equal(lg_trainer_search_limit(b.trainer, 5), 4);
    bench_close(&b);
    b = open_search("architecture=encoder_decoder encoding=learned encoding.rows=7", 1, 0);
    assert_int_equal(lg_trainer_search_limit(b.trainer, 5), 7); /* limited by the number of positions */
    bench_close(&b);
    b = open_search("architecture=encoder_decoder data=reverse_string", 1, 0);
    assert_int_equal(lg_trainer_search_limit(b.trainer, 5), 5); /* limited by the length of the target */
    bench_close(&b);
}

static void models_and_options_without_a_search_are_refused(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"data=reverse_string architecture=encoder protocol=beam", "generates targets one by one"},
        {"data=reverse_string architecture=encoder mask=causal model.decode=autoregressive protocol=beam",
         "reads a sequence token by token"},
        {"data=reverse_string architecture=decoder eval.beam=3", "eval.beam"},
    };
    bench_expect_refusals(cases, sizeof cases / sizeof *cases);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_are_normalised),
        cmocka_unit_test(ties_are_broken_by_index),
        cmocka_unit_test(any_logits_follow_the_rules),
        cmocka_unit_test(a_wide_beam_finds_all_sequences),
        cmocka_unit_test(narrow_beams_follow_the_rules),
        cmocka_unit_test(progress_is_reported),
        cmocka_unit_test(evaluation_outputs_the_best_hypothesis),
        cmocka_unit_test(a_beam_of_one_is_greedy),
        cmocka_unit_test(searches_do_not_depend_on_each_other),
        cmocka_unit_test(lengths_of_hypotheses_are_limited),
        cmocka_unit_test(models_and_options_without_a_search_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
