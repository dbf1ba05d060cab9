/* test_custom.c: data that a program registers, through the public header:
 * - which data is refused at registration, and which records are refused when they are drawn;
 * - finite sets with lengths, checkers and decoders;
 * - independent contexts;
 * - runs and sweeps in a context with the registered data, and in a context without it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "api/decoding.h"
#include "api/report.h"
#include "api/sweep.h"
#include "error_words.h"
#include "runs.h"

/* Finite data: word k of the source of record i is words[1 + (i + k) % 3]; the target is the source reversed, then the
 * end. Records with an odd i are a word shorter than their length. A fault spoils the records of one length. */
typedef enum fault { NO_FAULT, NOT_DRAWN, WRONG_ID, TOO_MANY, NO_END, NOTHING_LEARNED, NO_BOUND, CHANGING } fault;
typedef struct source {
    fault fault;
    int length;   /* the length whose records a fault spoils */
    int calls[6]; /* calls for records of that length, by index */
} source;

static const char *const words[] = {"</s>", "a", "b", "c"};
static const int train_lengths[] = {2, 3, 5}, test_lengths[] = {3, 7};
static const int64_t train_counts[] = {4, 5, 6}, test_counts[] = {6, 2};

static void bound_backwards(void *user, int length, int *inputs, int *targets) {
    const source *s = user;
    *inputs = length;
    *targets = s->fault == NO_BOUND && length == s->length ? 0 : length + 1;
}

static bool draw_backwards(void *user, lg_split split, int length, int64_t index, uint64_t seed, lg_custom_record *r) {
    source *s = user;
    assert_int_equal(seed, 0);
    assert_true(index < (split == LG_SPLIT_TRAIN ? train_counts : test_counts)[0] + 2);
    r->inputs = length - (index % 2);
    r->targets = r->inputs + 1;
    for (int i = 0; i < r->inputs; i++) {
        r->input[i] = 1 + (int)(index + i) % 3;
        r->target[r->inputs - 1 - i] = r->input[i];
    }
    if (length != s->length) return true;
    if (s->fault == WRONG_ID) r->input[0] = 4;
    if (s->fault == TOO_MANY) r->targets = length + 2;
    if (s->fault == NO_END) r->target[r->inputs] = 1;
    if (s->fault == NOTHING_LEARNED) memset(r->learned, 0, (size_t)r->targets);
    if (s->fault == CHANGING && s->calls[index]++ % 2) r->target[0] = 0, r->inputs = r->targets = 1;
    return s->fault != NOT_DRAWN;
}

static bool check_backwards(void *user, const lg_custom_record *r) {
    const source *s = user;
    for (int i = 0; i < r->inputs; i++)
        if (r->target[i] != r->input[r->inputs - 1 - i]) return false;
    return r->targets == r->inputs + 1 && r->target[r->inputs] == 0 && !(r->length == s->length && r->inputs == 4);
}

static lg_custom_data backwards(source *s) {
    return (lg_custom_data){.size = sizeof(lg_custom_data),
                            .name = "backwards",
                            .input_words = words,
                            .input_word_count = 4,
                            .end_word = "</s>",
                            .splits = {{train_lengths, 3, train_counts}, {test_lengths, 2, test_counts}},
                            .user = s,
                            .bound = bound_backwards,
                            .draw = draw_backwards,
                            .check = check_backwards};
}

/* Endless and exact data: n bits and their parity. A fault spoils either the test records of one length, or all
 * training records. */
static void bound_parity(void *user, int length, int *inputs, int *targets) {
    (void)user;
    *inputs = length;
    *targets = 1;
}

static bool draw_parity(void *user, lg_split split, int length, int64_t index, uint64_t seed, lg_custom_record *r) {
    const source *s = user;
    (void)index;
    for (int i = 0; i < length; i++) {
        r->input[i] = (int32_t)(seed >> i % 64 & 1);
        r->target[0] ^= r->input[i];
    }
    if (s && s->fault == WRONG_ID && split == LG_SPLIT_TEST && length == s->length) r->target[0] = 2;
    return !(s && s->fault == NOT_DRAWN && split == LG_SPLIT_TRAIN);
}

static lg_custom_data own_parity(void) {
    static const char *const bits[] = {"0", "1"}, *const answers[] = {"even", "odd"};
    return (lg_custom_data){.size = sizeof(lg_custom_data),
                            .name = "own_parity",
                            .input_words = bits,
                            .input_word_count = 2,
                            .target_words = answers,
                            .target_word_count = 2,
                            .exact = true,
                            .bound = bound_parity,
                            .draw = draw_parity};
}

static void assert_good(lg_context *c, lg_status status) {
    if (status != LG_OK) fail_msg("%s", lg_error_text(c));
}

static void set(lg_context *c, lg_config *f, const char *key, const char *value) {
    assert_good(c, lg_config_set(f, key, value, LG_FLAG, "test"));
}

/* A small config of some data. */
static lg_config *small(lg_context *c, const char *data, const char *out) {
    static const char *const settings[][2] = {{"width", "16"},  {"heads", "2"},          {"blocks", "1"},
                                              {"dropout", "0"}, {"train.steps", "3"},    {"train.batch", "8"},
                                              {"threads", "2"}, {"eval.sequences", "16"}};
    lg_config *f;
    assert_good(c, lg_config_new(c, &f));
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) set(c, f, settings[i][0], settings[i][1]);
    set(c, f, "data", data);
    set(c, f, "out", scratch_path(folder, out));
    return f;
}

/* ---- registration ---- */

static void refuse(lg_custom_data x, const char *text) {
    assert_fails(context, lg_context_register_data(context, &x), LG_USAGE, text);
}

static void wrong_members_are_named(void **state) {
    (void)state;
    static source s; /* static, since the context outlives the test */
    const lg_custom_data good = backwards(&s);
    static const char *const empty[] = {"a", ""}, *const broken[] = {"a", "b\n"};
    static const int falling[] = {3, 2};
    static const int64_t none[] = {1, 0, 1};
    lg_custom_data x = good;
#define REFUSE(member, value, text) x = good, x.member = value, refuse(x, text)
    REFUSE(size, sizeof x - 1, "data: size: expected sizeof(lg_custom_data)");
    REFUSE(name, NULL, "data: name: '': expected lower-case letters");
    REFUSE(name, "", "'': expected");
    REFUSE(name, "Mine", "'Mine': expected");
    REFUSE(name, "7up", "a letter first, 64 at most");
    REFUSE(name, "a/b", "'a/b': expected");
    REFUSE(name, "parity_check", "data: name: 'parity_check' is already in use");
    REFUSE(input_words, NULL, "data backwards: input_words: expected at least one word");
    REFUSE(input_word_count, 0, "input_words: expected at least one word");
    REFUSE(target_words, empty, "data backwards: target_words: expected at least one word");
    x.target_word_count = 2, refuse(x, "target_words: expected words that are not empty");
    x.target_words = broken, refuse(x, "target_words: expected words without control characters");
    REFUSE(end_word, "z", "end_word: expected one of the target words");
    REFUSE(splits[LG_SPLIT_TEST].lengths, falling, "splits[LG_SPLIT_TEST]: expected ascending lengths");
    REFUSE(splits[LG_SPLIT_TRAIN].counts, none, "splits[LG_SPLIT_TRAIN]: expected at least one record of each length");
    REFUSE(splits[LG_SPLIT_TRAIN].lengths, NULL, "expected lengths for the counts");
    REFUSE(splits[LG_SPLIT_TRAIN].length_count, 0, "expected at least one length");
    REFUSE(bound, NULL, "data backwards: bound: expected a function");
    REFUSE(draw, NULL, "draw: expected a function");
#undef REFUSE
    assert_good(context, lg_context_register_data(context, &good));
    refuse(good, "data: name: 'backwards' is already in use; choose another name");
}

/* Registering data copies its texts. Other contexts do not have the data. */
static void contexts_are_independent(void **state) {
    (void)state;
    char name[] = "mine", *word = strdup("x");
    const char *list[] = {word};
    static source s; /* static, since the context outlives the test */
    lg_custom_data x = backwards(&s);
    lg_context *other = lg_context_new();
    x.name = name, x.end_word = NULL;
    x.target_words = list, x.target_word_count = 1;
    assert_good(context, lg_context_register_data(context, &x));
    memset(name, 'z', 4), free(word);
    lg_config *here = small(context, "mine", "mine"), *there = small(other, "mine", "mine");
    assert_good(context, lg_config_check(here));
    assert_fails(other, lg_config_check(there), LG_USAGE, "test: there is no data 'mine'; there are: even_pairs");
    x.name = "mine";
    x.target_words = NULL;
    assert_good(other, lg_context_register_data(other, &x));
    assert_good(other, lg_config_check(there));
    lg_config_free(here);
    lg_config_free(there);
    lg_context_free(other);
}

/* ---- records ---- */

static void count_example(void *user, const lg_example *e) {
    char *out = user;
    sprintf(out + strlen(out), "%s>%s;", e->source_text, e->target_text);
}

static void finite_sets_say_their_lengths(void **state) {
    (void)state;
    char seen[256] = "";
    lg_config *f = small(context, "backwards", "x");
    assert_string_equal(lg_config_get(f, "curriculum"), "epochs");
    assert_string_equal(lg_config_get(f, "curriculum.lengths"), "2,3,5");
    assert_string_equal(lg_config_get(f, "eval.lengths"), "3,7");
    assert_string_equal(lg_config_get(f, "eval.score"), "first-ood..max");
    assert_good(context, lg_sample_split(f, LG_SPLIT_TRAIN, 3, 3, 1, count_example, seen));
    assert_string_equal(seen, "a b c>c b a </s>;b c>c b </s>;c a b>b a c </s>;");
    assert_fails(context, lg_sample_split(f, LG_SPLIT_TEST, 5, 3, 1, count_example, seen), LG_USAGE,
                 "backwards has no test records of length 5");
    set(context, f, "eval.lengths", "3"); /* no tested length is beyond training */
    assert_string_equal(lg_config_get(f, "eval.score"), "all");
    set(context, f, "eval.score", "first-ood..max");
    assert_string_equal(lg_config_get(f, "eval.score"), "first-ood..max");
    lg_config_free(f);
}

static void checkers_find_wrong_records(void **state) {
    (void)state;
    lg_context *c = lg_context_new();
    source s = {0};
    const lg_custom_data x = backwards(&s), y = own_parity();
    assert_good(c, lg_context_register_data(c, &x));
    assert_good(c, lg_context_register_data(c, &y));
    lg_config *f = small(c, "backwards", "x"), *parity = small(c, "own_parity", "x"),
              *task = small(c, "odds_first", "x");
    assert_good(c, lg_sample_verify(f, LG_SPLIT_TRAIN, 5, 6, 1));
    s.length = 5; /* the checker now refuses records of this length with four words */
    assert_fails(c, lg_sample_verify(f, LG_SPLIT_TRAIN, 5, 6, 1), LG_MISMATCH,
                 "data: the checker of backwards rejects sample 1 of length 5");
    assert_fails(c, lg_sample_verify(parity, LG_SPLIT_TRAIN, 5, 6, 1), LG_USAGE, "own_parity has no checker");
    assert_good(c, lg_sample_verify(task, LG_SPLIT_TEST, 9, 20, 1));
    lg_config_free(f);
    lg_config_free(parity);
    lg_config_free(task);
    lg_context_free(c);
}

/* ---- runs ---- */

static double train_decoder(const char *threads, const char *out) {
    lg_outcome outcome;
    lg_config *f = small(context, "backwards", out);
    set(context, f, "architecture", "decoder");
    set(context, f, "metric", "cross_entropy");
    set(context, f, "threads", threads);
    assert_good(context, lg_train(f, NULL, &outcome));
    assert_string_equal(outcome.status, "done");
    assert_int_equal(outcome.score.lengths, 1);
    lg_config_free(f);
    return outcome.score.score;
}

static void decoders_train_and_decode(void **state) {
    (void)state;
    lg_run *run;
    lg_score_report score;
    const double one = train_decoder("1", "one"), three = train_decoder("3", "three");
    assert_true(one > 0 && one == three);
    assert_good(context, lg_run_open(context, scratch_path(folder, "one"), &run));
    assert_string_equal(lg_config_get(lg_run_config(run), "protocol"), "greedy");
    assert_good(context, lg_run_eval(run, NULL, &score));
    assert_true(score.score == one);
    lg_run_free(run);
}

enum { ANSWERS = 32, ANSWER = 128 };

/* The prompts of an evaluation, its outputs, and the outputs of generation from the same prompts. */
typedef struct conversation {
    char prompts[ANSWERS][ANSWER], answer[ANSWERS][ANSWER];
    int tokens[ANSWERS], count, generated, right;
} conversation;

static void keep_answer(void *user, const lg_answer_report *r) {
    conversation *x = user;
    assert_true(x->count < ANSWERS && r->tokens <= r->targets && !r->bytes && !r->cell);
    assert_true(r->right == (r->difference < 0));
    for (int j = 0; j < r->tokens; j++) {
        assert_string_equal(r->words[j], words[r->ids[j]]);
        assert_true(r->difference != j || r->ids[j] != r->target_ids[j]);
        assert_true((r->difference >= 0 && j >= r->difference) || r->ids[j] == r->target_ids[j]);
    }
    snprintf(x->prompts[x->count], ANSWER, "%s", r->prompt);
    snprintf(x->answer[x->count], ANSWER, "%s", r->answer);
    x->tokens[x->count++] = r->tokens;
}

/* Evaluation stops at the length of the target. Generation may output more tokens, but its first tokens must be those
 * of the evaluation. */
static bool compare_answer(void *user, const lg_generated *g) {
    conversation *x = user;
    assert_int_equal(g->prompt, x->generated);
    assert_int_equal(strncmp(g->text, x->answer[x->generated], strlen(x->answer[x->generated])), 0);
    assert_true(g->tokens >= x->tokens[x->generated] && g->tokens <= 9);
    assert_true(g->ended || g->tokens == 9);
    for (int j = 0; j < g->tokens; j++) assert_true(g->probabilities[j] > 0.25 && g->probabilities[j] <= 1);
    return ++x->generated < x->count - 1; /* stops before the last one */
}

static void programs_get_answers(void **state) {
    (void)state;
    static conversation x;
    lg_prompt prompts[ANSWERS];
    lg_run *run;
    lg_score_report score;
    train_decoder("2", "talk");
    assert_good(context, lg_run_open(context, scratch_path(folder, "talk"), &run));
    const lg_callbacks calls = {.user = &x, .answer = keep_answer};
    assert_good(context, lg_run_eval(run, &calls, &score));
    assert_true(x.count > 3);
    for (int i = 0; i < x.count; i++) prompts[i] = (lg_prompt){x.prompts[i], "a record", 0};
    assert_good(context, lg_generate(run, prompts, (size_t)x.count, 9, compare_answer, &x));
    assert_int_equal(x.generated, x.count - 1);
    prompts[1].text = "a zebra";
    assert_fails(context, lg_generate(run, prompts, 2, 9, compare_answer, &x), LG_USAGE, "a record: word 2,");
    prompts[1].record = -1;
    assert_fails(context, lg_generate(run, prompts, 2, 9, compare_answer, &x), LG_USAGE, "record: expected 0");
    assert_fails(context, lg_generate(run, prompts, 0, 9, compare_answer, &x), LG_USAGE, "no prompt");
    assert_fails(context, lg_generate(run, prompts, 1, -1, compare_answer, &x), LG_USAGE, "limit: expected 1..100000");
    assert_int_equal(x.generated, x.count - 1);
    lg_run_free(run);
}

static void count_map(void *user, const lg_attention_map *m) {
    assert_int_equal(m->tokens, 7);
    (*(int *)user)++;
}

static void runs_are_inspected(void **state) {
    (void)state;
    const lg_custom_data x = own_parity();
    const int32_t input[] = {0, 1, 1};
    const int length = 6;
    double logits[2];
    int outputs, classes, maps = 0;
    lg_run *run;
    lg_outcome outcome;
    assert_good(context, lg_context_register_data(context, &x));
    lg_config *f = small(context, "own_parity", "parity");
    set(context, f, "curriculum.lengths", "1..5");
    set(context, f, "eval.lengths", "4,8");
    assert_good(context, lg_train(f, NULL, &outcome));
    assert_good(context, lg_run_open(context, outcome.dir, &run));
    lg_config_free(f);
    assert_good(context, lg_run_logits(run, input, 3, logits, 2, &outputs, &classes));
    assert_int_equal(outputs, 1);
    assert_int_equal(classes, 2);
    assert_good(context, lg_analyze_attention(run, LG_ATTENTION_SELF, &length, 1, LG_HEADS_MEAN, 0, count_map, &maps));
    assert_int_equal(maps, 1);
    assert_good(context, lg_run_probe(run, 5, 2, scratch_path(folder, "probe.safetensors")));
    lg_run_free(run);
}

static void programs_without_the_data_say_so(void **state) {
    (void)state;
    lg_context *other = lg_context_new();
    lg_run *run;
    assert_fails(
        other, lg_run_open(other, scratch_path(folder, "one"), &run), LG_USAGE,
        "config.yaml:20:7: data 'backwards' is not registered: the program that trained this run registered");
    lg_context_free(other);
}

/* ---- refusals ---- */

static void assert_record_refused(fault spoilt, lg_status status, const char *text) {
    lg_context *c = lg_context_new();
    lg_outcome outcome;
    source s = {spoilt, .length = 5};
    const lg_custom_data x = backwards(&s);
    char seen[256] = "";
    assert_good(c, lg_context_register_data(c, &x));
    lg_config *f = small(c, "backwards", spoilt == CHANGING ? "changing" : "refused");
    set(c, f, "architecture", spoilt == CHANGING ? "encoder" : "decoder");
    set(c, f, "scale", spoilt == CHANGING ? "log_n" : "inverse_sqrt"); /* with log_n, records are not padded */
    if (spoilt != CHANGING)
        assert_fails(c, lg_sample_split(f, LG_SPLIT_TRAIN, 5, 1, 1, count_example, seen), status, text);
    assert_fails(c, lg_train(f, NULL, &outcome), status, text);
    lg_config_free(f);
    lg_context_free(c);
}

static void wrong_records_end_the_call(void **state) {
    (void)state;
    assert_record_refused(NOT_DRAWN, LG_FAILED, "data backwards: training record ");
    assert_record_refused(NOT_DRAWN, LG_FAILED, " of length 5 could not be drawn");
    assert_record_refused(WRONG_ID, LG_USAGE, " of length 5 has a token that is not in the vocabulary");
    assert_record_refused(TOO_MANY, LG_USAGE, " has more tokens than its bound");
    assert_record_refused(NO_END, LG_USAGE, " has a target that does not end with end_word");
    assert_record_refused(NOTHING_LEARNED, LG_USAGE, " has no learned target token");
    assert_record_refused(NO_BOUND, LG_USAGE, "data backwards: bound: length 5 has 5 input and 0 target tokens");
}

/* A record that is drawn twice, and has another size the second time, is refused. */
static void changing_records_end_the_call(void **state) {
    (void)state;
    assert_record_refused(CHANGING, LG_USAGE, "of length 5 has 1 source and 1 target tokens (expected ");
}

static void count_step(void *user, const lg_step_report *r) {
    (void)r;
    (*(int *)user)++;
}

/* A wrong record of exact data is refused when a step or an evaluation draws it. */
static void assert_exact_record_refused(fault spoilt, lg_status status, const char *text) {
    lg_context *c = lg_context_new();
    int steps = 0;
    const lg_callbacks calls = {.user = &steps, .step = count_step};
    lg_outcome outcome;
    source s = {spoilt, .length = 4};
    lg_custom_data x = own_parity();
    x.user = &s;
    assert_good(c, lg_context_register_data(c, &x));
    lg_config *f = small(c, "own_parity", spoilt == WRONG_ID ? "evaluation" : "step");
    set(c, f, "eval.lengths", "4,8");
    assert_fails(c, lg_train(f, &calls, &outcome), status, text);
    assert_int_equal(steps, spoilt == WRONG_ID ? 3 : 0);
    lg_config_free(f);
    lg_context_free(c);
}

static void wrong_exact_records_end_the_call(void **state) {
    (void)state;
    assert_exact_record_refused(NOT_DRAWN, LG_FAILED, "data own_parity: training record ");
    assert_exact_record_refused(WRONG_ID, LG_USAGE, "data own_parity: draw: test record ");
}

/* A wrong record of the test split fails the evaluation. */
static void wrong_test_records_end_the_evaluation(void **state) {
    (void)state;
    lg_context *c = lg_context_new();
    lg_outcome outcome;
    source s = {WRONG_ID, .length = 7};
    const lg_custom_data x = backwards(&s);
    assert_good(c, lg_context_register_data(c, &x));
    lg_config *f = small(c, "backwards", "evaluated");
    assert_fails(c, lg_train(f, NULL, &outcome), LG_USAGE, "data backwards: draw: test record ");
    lg_config_free(f);
    lg_context_free(c);
}

/* ---- sweeps ---- */

static void sweeps_have_the_data(void **state) {
    (void)state;
    char path[300], dir[300];
    lg_sweep *s;
    lg_context *other = lg_context_new();
    const lg_worker worker = {.threads = 1};
    snprintf(path, sizeof path, "%s/own.yaml", folder->folder);
    snprintf(dir, sizeof dir, "%s/sweep", folder->folder);
    FILE *file = fopen(path, "w");
    fputs("set: {model: {width: 16, heads: 2, blocks: 1}, train: {steps: 2, batch: 4}}\n"
          "grid: {data: [backwards], seed: [1, 2]}\n",
          file);
    fclose(file);
    assert_fails(other, lg_sweep_plan(other, path, dir, false, &s), LG_USAGE, "there is no data 'backwards'");
    assert_good(context, lg_sweep_plan(context, path, dir, true, &s));
    lg_sweep_free(s);
    assert_good(context, lg_sweep_open(context, dir, &s));
    assert_good(context, lg_sweep_work(s, &worker, NULL));
    assert_good(context, lg_sweep_refresh(s));
    assert_int_equal(lg_sweep_run_at(s, 1).state, LG_RUN_DONE);
    lg_sweep_free(s);
    /* Reading a sweep's results does not need the data. */
    assert_good(other, lg_sweep_open(other, dir, &s));
    assert_good(other, lg_report_write(s, &(lg_report_options){.tables = "runs"}, NULL, NULL));
    lg_sweep_free(s);
    lg_context_free(other);
}

/* ---- validations ---- */

/* For each requested split, the seeds with which its records were drawn. */
typedef struct drawn {
    uint64_t seeds[LG_SPLITS][4096];
    int count[LG_SPLITS];
} drawn;

static bool draw_noted(void *user, lg_split split, int length, int64_t index, uint64_t seed, lg_custom_record *r) {
    drawn *d = user;
    assert_true(split < LG_SPLITS && d->count[split] < 4096);
    d->seeds[split][d->count[split]++] = seed;
    return draw_parity(NULL, split, length, index, seed, r);
}

static bool is_among(uint64_t seed, const uint64_t *seeds, int count) {
    for (int i = 0; i < count; i++)
        if (seeds[i] == seed) return true;
    return false;
}

/* Trains with one thread, and notes the seeds of the drawn records. */
static void train_noted(drawn *d, const char *out, const char *every) {
    lg_context *c = lg_context_new();
    lg_outcome outcome;
    lg_custom_data x = own_parity();
    x.draw = draw_noted, x.user = d;
    assert_good(c, lg_context_register_data(c, &x));
    lg_config *f = small(c, "own_parity", out);
    set(c, f, "threads", "1");
    set(c, f, "curriculum.lengths", "7");
    set(c, f, "eval.lengths", "7");
    set(c, f, "eval.every", every);
    assert_good(c, lg_train(f, NULL, &outcome));
    lg_config_free(f);
    lg_context_free(c);
}

/* Endless data has a validation split. Its records are in neither the training nor the test split. */
static void endless_records_are_validated_on_others(void **state) {
    (void)state;
    static drawn without, with;
    int validated = 0;
    train_noted(&without, "unvalidated", "0");
    train_noted(&with, "validated", "3");
    for (int i = 0; i < with.count[LG_SPLIT_TRAIN]; i++) {
        const uint64_t seed = with.seeds[LG_SPLIT_TRAIN][i];
        validated += !is_among(seed, without.seeds[LG_SPLIT_TRAIN], without.count[LG_SPLIT_TRAIN]);
        assert_false(is_among(seed, with.seeds[LG_SPLIT_TEST], with.count[LG_SPLIT_TEST]));
    }
    assert_true(validated >= 16);
}

/* A finite data set has a validation split only if the program provides one. */
static void finite_records_need_a_validation_split(void **state) {
    (void)state;
    static const int lengths[] = {3};
    static const int64_t counts[] = {2};
    const lg_custom_split validation = {lengths, 1, counts};
    source s = {.fault = NO_FAULT};
    for (int own = 0; own < 2; own++) {
        lg_context *c = lg_context_new();
        lg_outcome out;
        lg_custom_data x = backwards(&s);
        if (own) x.validation = &validation;
        assert_good(c, lg_context_register_data(c, &x));
        lg_config *f = small(c, "backwards", own ? "own_validation" : "no_validation");
        set(c, f, "eval.every", "3");
        if (own)
            assert_good(c, lg_train(f, NULL, &out));
        else
            assert_fails(c, lg_train(f, NULL, &out), LG_USAGE, "use --eval.validation test");
        lg_config_free(f);
        lg_context_free(c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_members_are_named),
        cmocka_unit_test(contexts_are_independent),
        cmocka_unit_test(finite_sets_say_their_lengths),
        cmocka_unit_test(checkers_find_wrong_records),
        cmocka_unit_test(decoders_train_and_decode),
        cmocka_unit_test(programs_get_answers),
        cmocka_unit_test(runs_are_inspected),
        cmocka_unit_test(programs_without_the_data_say_so),
        cmocka_unit_test(wrong_records_end_the_call),
        cmocka_unit_test(changing_records_end_the_call),
        cmocka_unit_test(wrong_exact_records_end_the_call),
        cmocka_unit_test(wrong_test_records_end_the_evaluation),
        cmocka_unit_test(sweeps_have_the_data),
        cmocka_unit_test(endless_records_are_validated_on_others),
        cmocka_unit_test(finite_records_need_a_validation_split),
    };
    return cmocka_run_group_tests(tests, runs_open, runs_close);
}
