/* data.c: your own data in fifty lines of code. Registers a generator of records, trains a small model on short records
 * and evaluates it on longer records. Build and run:
 * cc data.c $(pkg-config --cflags --libs lengthen) -o data && ./data runs/majority */
#include <lengthen.h>
#include <stdio.h>
#include <stdlib.h>

/* The largest numbers of inputs and targets of a record. Here a record has `length` bits as input, and the majority bit
 * as target (0 in a tie). */
static void bound(void *user, int length, int *inputs, int *targets) {
    (void)user;
    *inputs = length;
    *targets = 1;
}

/* Draws a record. The record depends only on the seed and the length, so that any thread can draw it again. */
static bool draw(void *user, lg_split split, int length, int64_t index, uint64_t seed, lg_custom_record *r) {
    (void)user, (void)split, (void)index;
    int ones = 0;
    for (int i = 0; i < length; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        ones += r->input[i] = (int32_t)(seed >> 63);
    }
    r->target[0] = 2 * ones > length;
    return true;
}

/* Checks a record by another method than `draw`, to find mistakes in `draw`. */
static bool check_target(void *user, const lg_custom_record *r) {
    (void)user;
    int lead = 0;
    for (int i = 0; i < r->inputs; i++) lead += r->input[i] == 1 ? 1 : -1;
    return r->targets == 1 && r->target[0] == (lead > 0 ? 1 : 0);
}

/* Prints the library's message and exits if a call failed. */
static void check(const lg_context *c, lg_status status) {
    if (status == LG_OK) return;
    fprintf(stderr, "%s\n", lg_error_text(c));
    exit(status);
}

int main(int count, char **words) {
    static const char *const bits[] = {"0", "1"};
    const lg_custom_data majority = {.size = sizeof majority,
                                     .name = "majority",
                                     .summary = "the majority of bits",
                                     .input_words = bits,
                                     .input_word_count = 2,
                                     .exact = true,
                                     .bound = bound,
                                     .draw = draw,
                                     .check = check_target};
    static const char *const settings[][2] = {
        {"data", "majority"},  {"encoding", "none"},   {"curriculum.lengths", "1..10"}, {"model.width", "16"},
        {"model.heads", "2"},  {"model.blocks", "1"},  {"model.dropout", "0"},          {"train.lr", "0.003"},
        {"train.batch", "64"}, {"train.steps", "300"}, {"eval.lengths", "10..40:10"},   {"train.log_every", "100"}};
    lg_context *c = lg_context_new();
    lg_config *f;
    lg_outcome outcome;
    if (!c) return LG_FAILED; /* out of memory; all other failures have a message */
    check(c, lg_context_register_data(c, &majority));
    check(c, lg_config_new(c, &f));
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        check(c, lg_config_set(f, settings[i][0], settings[i][1], LG_FLAG, "data.c"));
    check(c, lg_config_set(f, "out", count > 1 ? words[1] : "runs/majority", LG_FLAG, "the first argument"));
    check(c, lg_sample_verify(f, LG_SPLIT_TRAIN, 7, 100, 1));
    check(c, lg_train(f, NULL, &outcome));
    printf("%s: accuracy %.1f %% on lengths %d..%d\n", outcome.dir, 100 * outcome.score.score, outcome.score.first,
           outcome.score.last);
    lg_config_free(f);
    lg_context_free(c);
    return 0;
}
