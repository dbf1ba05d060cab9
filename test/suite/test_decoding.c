/* test_decoding.c: the output depends on nothing but the tokens so far. The tests combine every position sampler with
 * every encoding, and include all options that depend on the number of tokens. They check that:
 * - an answer is a prefix of the answer under a higher limit;
 * - each token is the most probable token, bit for bit, of a pass over exactly the tokens before it;
 * - the target, its length and the other sequences of the batch change nothing;
 * - evaluation, generation and a beam of one hypothesis have the same output. */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "decode/decoding.h"
#include "decode/generate.h"
#include "evaluate/evaluate.h"
#include "nn/axes/architecture.h"
#include "nn/axes/encoding.h"
#include "nn/model/stepping.h"
#include "opened_models.h"
#include "scratch.h"
#include "train/eval_records.h"
#include "train/state.h"

#include <cmocka.h>

enum { PROMPTS = 4, LENGTH = 5, TOKENS = 12 };

/* ---- models ---- */

/* A model of a task without a token that ends targets. */
static const char plain[] = "data=reverse_string model.width=16 model.heads=2 model.blocks=2 model.dropout=0 "
                            "eval.sequences=4 train.batch=4";

/* Options that may make the computation depend on the number of tokens. */
static const char *const by_number[] = {
    "encoding=rope encoding.dynamic=true encoding.trained=9 encoding.frequencies=ntk",
    "encoding=rope encoding.dynamic=true encoding.trained=2 encoding.frequencies=interpolated",
    "encoding=rope encoding.dynamic=true encoding.trained=200 encoding.frequencies=parts_rotations",
    "encoding=rope encoding.dynamic=true encoding.trained=8 encoding.frequencies=parts_index encoding.temperature=0.1",
    "encoding=rope encoding.dynamic=true encoding.trained=7 encoding.clip=3 encoding.frequencies=ntk",
    "encoding=rope encoding.frequencies=ntk encoding.extension=4",
    "encoding=rope positions=interpolated positions.trained=9",
    "encoding=t5 positions=interpolated positions.trained=8",
    "encoding=sinusoid positions=interpolated positions.trained=2",
    "encoding=none positions=interpolated positions.trained=3",
    "encoding=rope positions=interpolated positions.factor=0.5",
    "encoding=rope positions=augmented positions.center=false",
    "encoding=alibi positions=randomized positions.L=40 positions.even=true",
    "encoding=rope positions=randomized positions.L=40 positions.even=true",
    "encoding=rope positions=randomized positions.L=40 positions.per=pass",
    "encoding=rope positions=randomized positions.L=40 positions.per=sequence",
    "encoding=rope positions=randomized positions.L=40 scale=log_n",
    "encoding=relative positions=randomized positions.L=40 positions.draw=positions",
    "encoding=relative positions=randomized positions.L=40 positions.both_sides=true",
    "encoding=none scale=log_n scale.keys=5",
    "encoding=none mask=window mask.width=4 scale=log_n",
    "encoding=relative mask=window mask.width=4 positions=randomized positions.L=40",
    "encoding=none attention=geometric",
    "encoding=rope attention=sink",
    "encoding=sinusoid attention=linear",
    "encoding=none attention=linear mask=window mask.width=4",
    "encoding=cope",
    "encoding=fox",
    "encoding=hard_alibi",
    "encoding=rope model.order=sldf convolution.taps=3 positions=equal_mean",
    "encoding=sinusoid model.order=se experts.count=3 experts.capacity_eval=0",
};

/* Models whose blocks run only over the tokens that predict an output (perceiver_ar). */
static const char *const by_latents[] = {
    "encoding=rope",
    "encoding=rope positions=randomized positions.L=40",
    "encoding=t5 positions=randomized positions.L=40",
    "encoding=relative positions=equal_mean",
    "encoding=sinusoid positions=interpolated positions.trained=8 scale=log_n",
};

/* Models with two streams. One of the streams may have its own position sampler. */
static const char *const by_stream[] = {
    "encoding=rope decoder.positions=randomized decoder.positions.L=40",
    "encoding=sinusoid encoder.positions=randomized encoder.positions.L=40",
    "encoding=rope decoder.encoding=rope decoder.encoding.dynamic=true decoder.encoding.trained=3 "
    "decoder.encoding.frequencies=ntk",
    "encoding=rope encoder.encoding=rope encoder.encoding.dynamic=true encoder.encoding.trained=3 "
    "encoder.encoding.frequencies=ntk",
    "encoding=none cross.encoding=rope positions=randomized positions.L=40",
    "encoding=none cross.encoding=t5 positions=equal_mean",
    "encoding=alibi cross.encoding=alibi positions=randomized positions.L=40",
    "encoding=none cross.encoding=rope positions=interpolated positions.trained=4",
};

typedef void (*model_fn)(const char *settings);

static bool is_accepted(const char *settings) {
    bench b = bench_open(settings, 1, NULL);
    const bool good = b.trainer;
    bench_close(&b);
    return good;
}

static void visit(const char *architecture, const char *more, int *models, model_fn each) {
    char settings[500];
    snprintf(settings, sizeof settings, "%s architecture=%s %s", plain, architecture, more);
    if (models && !is_accepted(settings)) return;
    each(settings);
    if (models) ++*models;
}

/* Visits models of every position sampler with every encoding, and models with the options above. */
static void each_model(model_fn each) {
    int models = 0;
    for (int p = 0; lg_positions[p]; p++)
        for (int e = 0; lg_encodings[e]; e++) {
            char more[200];
            snprintf(more, sizeof more, "encoding=%s positions=%s %s", lg_encodings[e]->name, lg_positions[p]->name,
                     lg_positions[p]->subset ? "positions.L=40" : "");
            visit("decoder", more, &models, each);
            if (e % 3 == p % 3) visit("encoder_decoder", more, &models, each);
        }
    for (size_t i = 0; i < sizeof by_number / sizeof *by_number; i++) visit("decoder", by_number[i], NULL, each);
    for (size_t i = 0; i < sizeof by_latents / sizeof *by_latents; i++)
        visit("perceiver_ar", by_latents[i], NULL, each);
    for (size_t i = 0; i < sizeof by_stream / sizeof *by_stream; i++)
        visit("encoder_decoder", by_stream[i], NULL, each);
    assert_true(models > 90);
}

/* ---- output ---- */

typedef struct answers {
    lg_generation all[PROMPTS];
    lg_record prompts[PROMPTS];
    int32_t answer[PROMPTS][TOKENS];
    double probabilities[PROMPTS][TOKENS];
} answers;

static answers *ask(bench *b, int limit) {
    answers *x = calloc(1, sizeof *x);
    const lg_dataset *d = lg_trainer_data(b->trainer);
    for (int i = 0; i < PROMPTS; i++) {
        lg_record *r = &x->prompts[i];
        lg_error none = {0};
        const lg_batch_record from = lg_trainer_eval_record(b->trainer, LENGTH, i);
        const lg_record_size most = lg_dataset_bound(d, LENGTH);
        assert_true(lg_record_reserve(r, most.n, most.m + TOKENS, &none));
        lg_batch_record_draw(&from, d, r);
        r->m = 0;
        x->all[i] = (lg_generation){.prompt = r,
                                    .record = i,
                                    .limit = limit,
                                    .answer = x->answer[i],
                                    .probabilities = x->probabilities[i]};
    }
    if (!lg_trainer_generate(b->trainer, x->all, PROMPTS, &b->err)) fail_msg("%s", b->err.text);
    return x;
}

static void drop(answers *x) {
    for (int i = 0; i < PROMPTS; i++) lg_record_free(&x->prompts[i]);
    free(x);
}

static void limits_change_nothing(const char *settings) {
    bench b = bench_open_well(settings, 1), many = bench_open_well(settings, 3);
    bench_move_residuals(&b), bench_move_residuals(&many);
    answers *longest = ask(&b, TOKENS);
    for (int limit = 3; limit < TOKENS; limit += 4) {
        answers *x = ask(limit == 7 ? &many : &b, limit);
        for (int i = 0; i < PROMPTS; i++)
            if (memcmp(x->answer[i], longest->answer[i], (size_t)limit * sizeof *x->answer[i]) ||
                memcmp(x->probabilities[i], longest->probabilities[i], (size_t)limit * sizeof *x->probabilities[i]))
                fail_msg("%s: answer %d of %d tokens is not the beginning of that of %d", settings, i, limit, TOKENS);
        drop(x);
    }
    drop(longest);
    bench_close(&b), bench_close(&many);
}

static void an_answer_is_the_beginning_of_a_longer_one(void **state) {
    (void)state;
    each_model(limits_change_nothing);
}

/* ---- a pass over the tokens so far ---- */

/* Fills the constants of all sequences from the positions of one decoded sequence. */
static void place(const bench *b, const lg_network *n, lg_batch_buffers *buffers, lg_key key, const int32_t *tokens) {
    lg_engine *e = &b->trainer->engine;
    const lg_frame f = lg_engine_frame(e, buffers, n, 0, 0, 1);
    const int T[] = {n->graph->T, n->layout.sources};
    lg_position_sample sample = {0};
    lg_error none = {0};
    assert_true(lg_position_sample_draw(e->model, key, false, T, T[1] > 0 ? 2 : 1, tokens, &sample, &none));
    for (int i = 0; i < n->graph->count; i++) {
        const lg_tensor *t = n->graph->tensors[i];
        if (t->kind == LG_CONSTANT) t->fill(&sample, t->user, t, lg_value(&f, t).data);
    }
    lg_graph_run_shared(n->graph, &f);
    lg_position_sample_free(&sample);
}

/* The last row of logits of a pass over a prompt and the first `count` tokens of its answer. The graph is recorded for
 * exactly this number of tokens. */
static void pass_over(bench *b, const lg_record *prompt, int64_t record, const int32_t *answer, int count,
                      real *logits) {
    lg_engine *e = &b->trainer->engine;
    lg_model *m = e->model;
    const lg_sequence_layout t = m->architecture.entry->layout(m, (lg_record_size){prompt->n, count + 1}, false);
    lg_network n;
    lg_batch_buffers buffers = {0};
    lg_record r = {0};
    lg_pass p = {0};
    const lg_key positions = lg_trainer_eval_positions(b->trainer, prompt->length, 0);
    assert_true(lg_record_reserve(&r, prompt->n, count + 1, &b->err));
    lg_record_begin(&r, prompt->length, prompt->n, count + 1);
    memcpy(r.source, prompt->source, (size_t)r.n * sizeof *r.source);
    memcpy(r.target, answer, (size_t)count * sizeof *answer);
    r.target[count] = 0;
    if (!lg_model_network_of_logits(m, t, 1, false, &n, &b->err) || !lg_engine_reserve(e, &n, &b->err) ||
        !lg_pass_open(&p, e, &buffers, &n, 1, true, &b->err) || !lg_pass_prepare(&p, positions, false, &b->err))
        fail_msg("%s", b->err.text);
    lg_pass_write(&p, 0, &r);
    if (lg_positional_draws(m) && lg_model_cached_tokens(m) == 0)
        place(b, &n, &buffers, lg_decoding_key(b->trainer->eval.seed, record), p.rows.ids);
    lg_pass_forward(&p, 0, 0);
    memcpy(logits, p.logits + (ptrdiff_t)(t.rows - 1) * m->format.classes, sizeof(real) * (size_t)m->format.classes);
    lg_pass_free(&p), lg_batch_buffers_free(&buffers), lg_record_free(&r), lg_network_free(&n);
}

/* Asserts that decoding took the most probable token. If positions are drawn per sequence, they are read from lookup
 * tables, and with some encodings decoding and a pass sum in different orders. In this case the test only compares
 * probabilities, with a tolerance. */
static void expect_likeliest(const bench *b, const char *settings, const real *logits, int token, double probability) {
    const int classes = b->trainer->model->format.classes;
    const bool tables = lg_positional_draws(b->trainer->model);
    const int best = lg_most_probable(logits, classes);
    double sum = 0;
    for (int c = 0; c < classes; c++) sum += exp((double)logits[c] - (double)logits[best]);
    if (tables ? fabs(probability - 1 / sum) > 1e-5 : probability != 1 / sum || token != best)
        fail_msg("%s: decoding outputs token %d, probability %.9g; a pass over the tokens so far outputs %d, %.9g",
                 settings, token, probability, best, 1 / sum);
}

/* Inspection returns the logits from which record 0 is decoded. */
static void logits_are_those_of_decoding(bench *b, const char *settings, const answers *x) {
    const int classes = b->trainer->model->format.classes;
    real logits[TOKENS * 64];
    if (!lg_trainer_logits(b->trainer,
                           &(lg_logits_request){x->prompts[0].n, x->prompts[0].n, TOKENS, x->prompts[0].source, NULL},
                           logits, &b->err))
        fail_msg("%s: %s", settings, b->err.text);
    for (int j = 0; j < TOKENS; j++) {
        double sum = 0;
        const real *row = logits + j * classes;
        for (int c = 0; c < classes; c++) sum += exp((double)row[c] - (double)row[x->answer[0][j]]);
        if (lg_most_probable(row, classes) != x->answer[0][j] || 1 / sum != x->probabilities[0][j])
            fail_msg("%s: the logits of token %d are not those of decoding", settings, j);
    }
}

static void passes_say_the_same(const char *settings) {
    bench b = bench_open_well(settings, 2);
    bench_move_residuals(&b);
    real logits[64];
    answers *x = ask(&b, TOKENS);
    assert_true(b.trainer->model->format.classes <= 64);
    logits_are_those_of_decoding(&b, settings, x);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < TOKENS; j += 1 + 2 * i) {
            pass_over(&b, &x->prompts[i], i, x->answer[i], j, logits);
            expect_likeliest(&b, settings, logits, x->answer[i][j], x->probabilities[i][j]);
        }
    drop(x);
    bench_close(&b);
}

static void each_token_is_that_of_a_pass(void **state) {
    (void)state;
    each_model(passes_say_the_same);
}

/* ---- targets ---- */

enum { PAIRS = 6, WORDS = 9 };

typedef struct answer {
    int32_t ids[PAIRS][64];
    int count[PAIRS];
    bool right[PAIRS];
} answer;

static void keep_answer(void *user, const lg_record_answer *x) {
    answer *to = user;
    const int64_t i = x->from->index;
    assert_true(i < PAIRS && x->count <= 64);
    memcpy(to->ids[i], x->ids, (size_t)x->count * sizeof *x->ids);
    to->count[i] = x->count;
    to->right[i] = x->right;
}

/* Writes pairs with sources of 3 words. Targets are the model's answers `own`; if `own` is NULL, they are words chosen
 * by `how`. */
static void write_pairs(scratch *s, const char *name, int how, const lg_dataset *d, const answer *own) {
    FILE *f = fopen(scratch_path(s, name), "w");
    for (int i = 0; i < PAIRS; i++) {
        fprintf(f, "w%d w%d w%d\t", i % WORDS, (i * i + 1) % WORDS, (3 * i + 2) % WORDS);
        for (int j = 0; !own && j < 2 + (how ? 7 - i : i); j++) fprintf(f, " w%d", (i * how + 2 * j + how) % WORDS);
        for (int j = 0; own && j < own->count[i]; j++) {
            const char *word = d->target.words[own->ids[i][j]];
            if (*word == 'w') fprintf(f, " %s", word);
        }
        fprintf(f, "\n");
    }
    fclose(f);
}

static bench open_pairs(scratch *s, const char *test, const char *more) {
    char settings[1500];
    snprintf(settings, sizeof settings,
             "data=pairs data.train=%s/train.tsv data.test=%s/%s curriculum=uniform curriculum.lengths=3 "
             "eval.lengths=3 eval.sequences=6 eval.batch=4 model.dropout=0 train.lr=0.02 %s",
             s->folder, s->folder, test, more);
    return bench_open_well(settings, 2);
}

static void train(bench *b) {
    lg_step step;
    for (int i = 0; i < 25; i++)
        if (!lg_trainer_step(b->trainer, &step, &b->err)) fail_msg("%s", b->err.text);
    for (size_t i = 0; i < lg_trainer_arrays(b->trainer); i++) { /* sharper attention depends more on positions */
        const lg_named_array a = lg_trainer_array(b->trainer, i);
        for (size_t j = 0; j < a.count && strstr(a.name, "attention.query"); j++) a.value[j] *= 30;
    }
    lg_trainer_resume(b->trainer, lg_trainer_steps(b->trainer));
}

static void copy_parameters(bench *to, const bench *from) {
    bench_copy_state(to->trainer, from->trainer);
    lg_trainer_resume(to->trainer, lg_trainer_steps(from->trainer));
}

static void evaluate(bench *b, answer *out) {
    lg_eval_result x;
    assert_true(lg_trainer_on_answer(b->trainer, keep_answer, out, &b->err));
    if (!lg_trainer_eval(b->trainer, 3, &x, &b->err)) fail_msg("%s", b->err.text);
}

/* whole: the answers must also have the same length. Set this where targets do not limit the length. */
static void compare_answers(const char *settings, const answer *x, const answer *y, bool whole) {
    for (int i = 0; i < PAIRS; i++) {
        const int shorter = x->count[i] < y->count[i] ? x->count[i] : y->count[i];
        if ((whole && x->count[i] != y->count[i]) || memcmp(x->ids[i], y->ids[i], (size_t)shorter * sizeof **x->ids))
            fail_msg("%s: another target changes answer %d", settings, i);
    }
}

/* Evaluates with three sets of targets: some words, more or fewer words, and the model's own answers. Returns how many
 * answers are right with the third set. */
static int targets_change_nothing(scratch *s, const char *settings, bool whole) {
    answer first = {0}, second = {0}, third = {0};
    bench a = open_pairs(s, "a.tsv", settings), b = open_pairs(s, "b.tsv", settings);
    int right = 0;
    train(&a);
    copy_parameters(&b, &a);
    evaluate(&a, &first);
    evaluate(&b, &second);
    compare_answers(settings, &first, &second, whole);
    write_pairs(s, "answers.tsv", 0, lg_trainer_data(b.trainer), &second);
    bench c = open_pairs(s, "answers.tsv", settings);
    copy_parameters(&c, &a);
    evaluate(&c, &third);
    compare_answers(settings, &second, &third, whole);
    for (int i = 0; i < PAIRS; i++) right += third.right[i];
    bench_close(&a), bench_close(&b), bench_close(&c);
    return right;
}

static void targets_are_not_read(void **state) {
    scratch *s = *state;
    static const char *const places[] = {"positions=standard",
                                         "positions=randomized positions.L=60",
                                         "positions=unsorted positions.L=60",
                                         "positions=interpolated positions.trained=6",
                                         "positions=equal_mean",
                                         "positions=augmented",
                                         ("positions=standard encoding.dynamic=true encoding.trained=6 "
                                          "encoding.frequencies=ntk")};
    int right = 0, models = 0;
    write_pairs(s, "train.tsv", 2, NULL, NULL);
    write_pairs(s, "a.tsv", 0, NULL, NULL);
    write_pairs(s, "b.tsv", 1, NULL, NULL);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        static const char *const ways[] = {"architecture=decoder protocol=greedy",
                                           "architecture=decoder protocol=greedy eval.max_tokens=17",
                                           "architecture=decoder protocol=beam eval.beam=3 eval.length_extra=6",
                                           "architecture=encoder_decoder protocol=greedy eval.max_tokens=14",
                                           "architecture=encoder_decoder protocol=beam eval.beam=2",
                                           ("architecture=encoder mask=causal model.decode=autoregressive "
                                            "protocol=greedy")};
        for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
            char settings[400];
            snprintf(settings, sizeof settings, "%s encoding=rope %s", ways[k], places[i]);
            right += targets_change_nothing(s, settings, strstr(ways[k], "beam") || strstr(ways[k], "max_tokens"));
            models++;
        }
    }
    if (2 * right < PAIRS * models) fail_msg("%d answers of %d models are right", right, models);
}

/* ---- evaluation, generation, a beam of one ---- */

typedef struct kept {
    int32_t ids[PROMPTS][64];
    int count[PROMPTS];
} kept;

static void keep(void *user, const lg_record_answer *x) {
    kept *to = user;
    memcpy(to->ids[x->from->index], x->ids, (size_t)x->count * sizeof *x->ids);
    to->count[x->from->index] = x->count;
}

static void expect_same(const char *settings, const char *who, const kept *x, int i, const int32_t *ids, int count) {
    const int most = count < x->count[i] ? count : x->count[i];
    if (most < 1 || memcmp(x->ids[i], ids, (size_t)most * sizeof *ids))
        fail_msg("%s: %s and evaluation answer record %d differently", settings, who, i);
}

/* Evaluation, generation and a beam of one hypothesis have the same output. At the limit, a beam must end its
 * hypothesis with the token that ends targets. */
static void all_have_the_same_output(const char *settings) {
    char beam[600];
    kept by_greedy = {0}, by_beam = {0};
    lg_eval_result x;
    bench b = bench_open_well(settings, 2);
    snprintf(beam, sizeof beam, "%s protocol=beam eval.beam=1", settings);
    bench one = bench_open_well(beam, 2);
    bench_move_residuals(&b), bench_move_residuals(&one);
    assert_true(lg_trainer_on_answer(b.trainer, keep, &by_greedy, &b.err));
    assert_true(lg_trainer_on_answer(one.trainer, keep, &by_beam, &one.err));
    if (!lg_trainer_eval(b.trainer, LENGTH, &x, &b.err)) fail_msg("%s: %s", settings, b.err.text);
    if (!lg_trainer_eval(one.trainer, LENGTH, &x, &one.err)) fail_msg("%s: %s", beam, one.err.text);
    answers *asked = ask(&b, TOKENS);
    for (int i = 0; i < PROMPTS; i++) {
        expect_same(settings, "generation", &by_greedy, i, asked->answer[i], TOKENS);
        expect_same(settings, "a beam", &by_greedy, i, by_beam.ids[i], by_beam.count[i]);
    }
    drop(asked);
    bench_close(&b), bench_close(&one);
}

static void one_answer_to_a_record(void **state) {
    (void)state;
    each_model(all_have_the_same_output);
}

/* ---- with caches, then without ---- */

enum { WIDTH = 3, MOST = 16 };

typedef struct found {
    lg_hypothesis best[PROMPTS][WIDTH];
    int32_t answer[PROMPTS][WIDTH + 1][MOST];
    double probabilities[PROMPTS][WIDTH + 1][MOST];
} found;

static void search(const char *settings, int threads, found *out) {
    bench b = bench_open_well(settings, threads);
    bench_move_residuals(&b);
    answers *x = ask(&b, 1);
    for (int i = 0; i < PROMPTS; i++) {
        for (int k = 0; k < WIDTH; k++)
            out->best[i][k] = (lg_hypothesis){.answer = out->answer[i][k], .probabilities = out->probabilities[i][k]};
        x->all[i].answer = out->answer[i][WIDTH];
        x->all[i].probabilities = out->probabilities[i][WIDTH];
        x->all[i].limit = MOST - 3 * (i % 2);
        x->all[i].best = b.trainer->protocol.entry->search ? out->best[i] : NULL;
        x->all[i].wanted = WIDTH;
    }
    if (!(b.trainer->protocol.entry->search ? lg_trainer_search(b.trainer, x->all, PROMPTS, NULL, NULL, &b.err)
                                      : lg_trainer_generate(b.trainer, x->all, PROMPTS, &b.err)))
        fail_msg("%s: %s", settings, b.err.text);
    drop(x);
    bench_close(&b);
}

/* The options declare that frequencies change beyond some number of tokens. From there on decoding works without
 * caches. In fact these frequencies never change, so all bits equal those of decoding with caches. */
static void caches_may_end_anywhere(void **state) {
    (void)state;
    static const char *const models[] = {"data=copy_cmc architecture=decoder",
                                         "data=copy_cmc architecture=decoder protocol=beam eval.beam=3",
                                         "data=reverse_string architecture=decoder protocol=beam eval.beam=3",
                                         "data=copy_cmc architecture=encoder_decoder protocol=beam eval.beam=3",
                                         "data=reverse_string architecture=encoder_decoder"};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        for (int trained = 2; trained < 40; trained = 3 * trained / 2 + 1) {
            static found all, part;
            char settings[300];
            memset(&all, 0, sizeof all), memset(&part, 0, sizeof part);
            snprintf(settings, sizeof settings, "%s encoding=rope", models[i]);
            search(settings, 1, &all);
            snprintf(settings, sizeof settings, "%s encoding=rope encoding.dynamic=true encoding.trained=%d", models[i],
                     trained);
            search(settings, 1 + (int)i % 3, &part);
            if (memcmp(all.answer, part.answer, sizeof all.answer) ||
                memcmp(all.probabilities, part.probabilities, sizeof all.probabilities))
                fail_msg("%s: a different answer than with caches", settings);
            for (int k = 0; k < PROMPTS; k++)
                for (int n = 0; n < WIDTH; n++)
                    if (all.best[k][n].score != part.best[k][n].score || all.best[k][n].count != part.best[k][n].count)
                        fail_msg("%s: hypothesis %d has a different score than with caches", settings, n);
        }
}

/* ---- before training ---- */

/* A model whose graphs cannot be recorded is refused before it is trained, not when it is decoded. */
static void what_cannot_be_recorded_is_refused_first(void **state) {
    (void)state;
    static const char *const settings[] = {"architecture=decoder encoding=rope",
                                           "architecture=encoder_decoder encoding=rope protocol=beam",
                                           "architecture=decoder encoding=rope positions=equal_mean",
                                           "data=copy_cmc architecture=decoder encoding=rope eval.max_tokens=40"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        bench b = bench_open_well(settings[i], 1);
        lg_parameter_row *row = &b.trainer->model->parameters->rows[0];
        if (!lg_trainer_can_eval(b.trainer, &b.err)) fail_msg("%s: %s", settings[i], b.err.text);
        row->shape[0]++;
        assert_false(lg_trainer_can_eval(b.trainer, &b.err));
        assert_non_null(strstr(b.err.text, "is used with two different shapes"));
        row->shape[0]--;
        bench_close(&b);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_is_the_beginning_of_a_longer_one),
        cmocka_unit_test(each_token_is_that_of_a_pass),
        cmocka_unit_test_setup_teardown(targets_are_not_read, scratch_open, scratch_close),
        cmocka_unit_test(one_answer_to_a_record),
        cmocka_unit_test(caches_may_end_anywhere),
        cmocka_unit_test(what_cannot_be_recorded_is_refused_first),
    };
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
