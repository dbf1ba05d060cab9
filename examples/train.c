/* train.c: the library in forty lines of code. Trains a small model on short sequences, opens the run again and
 * evaluates it on longer sequences. Build and run:
 * cc train.c $(pkg-config --cflags --libs lengthen) -o train && ./train runs/example */
#include <lengthen.h>
#include <stdio.h>
#include <stdlib.h>

static void on_step(void *user, const lg_step_report *r) {
    (void)user;
    if (r->logged) printf("step %lld of %lld: loss %.3f\n", (long long)r->step, (long long)r->steps, r->loss);
}

/* Prints the library's message and exits if a call failed. */
static void check(const lg_context *c, lg_status status) {
    if (status == LG_OK) return;
    fprintf(stderr, "%s\n", lg_error_text(c));
    exit(status);
}

int main(int count, char **words) {
    static const char *const settings[][2] = {
        {"task", "bucket_sort"}, {"positions", "randomized"}, {"encoding", "relative"}, {"curriculum.lengths", "1..10"},
        {"model.width", "32"},   {"model.heads", "4"},        {"model.blocks", "2"},    {"model.feed_forward", "64"},
        {"train.batch", "64"},   {"train.steps", "400"},      {"eval.lengths", "5,10"},
    };
    lg_context *c = lg_context_new();
    lg_config *f;
    if (!c) return LG_FAILED; /* out of memory; all other failures have a message */
    check(c, lg_config_new(c, &f));
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        check(c, lg_config_set(f, settings[i][0], settings[i][1], LG_FLAG, "train.c"));
    check(c, lg_config_set(f, "out", count > 1 ? words[1] : "runs/example", LG_FLAG, "the first argument"));

    lg_callbacks calls = {.step = on_step};
    lg_outcome outcome;
    check(c, lg_train(f, &calls, &outcome));

    lg_run *run;
    lg_score_report score;
    check(c, lg_run_open(c, outcome.dir, &run));
    check(c, lg_config_set(lg_run_config(run), "eval.lengths", "10..40:10", LG_FLAG, "train.c"));
    check(c, lg_run_eval(run, &calls, &score));
    const lg_metric_info metric = lg_metric_at(score.metric);
    printf("mean %s on lengths %d..%d: %.*f %s\n", metric.title, score.first, score.last, metric.digits,
           metric.scale * score.score, metric.unit);

    lg_run_free(run);
    lg_config_free(f);
    lg_context_free(c);
    return 0;
}
