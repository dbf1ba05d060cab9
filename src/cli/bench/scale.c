/* scale.c: how the speed of the training step of `lengthen bench` grows with the threads and with the batch. */
#include "cli/bench/bench.h"
#include "cli/config.h"

static const int batches[] = {16, 32, 64, 128, 256};
enum { BATCHES = sizeof batches / sizeof *batches };

#define LONGEST_STEP 10 /* seconds: batches whose steps take longer are left out */

static const char *last_name(const char *const *names) {
    while (names[1]) names++;
    return *names;
}

/* 1, 2, 4, ... threads and all of them, on the last task's mix. */
int cli_bench_threads(cli_bench *b) {
    if (b->large || b->versus) return LG_OK;
    const char *task = last_name(b->tasks), *encoding = last_name(b->encodings);
    int status = cli_bench_choose(b, task, encoding, 0);
    cli_bench_begin(b, "threads");
    for (int n = 1, all = b->machine.threads; status == LG_OK; n = 2 * n < all ? 2 * n : all) {
        status = cli_bench_put_number(b, "threads", n);
        cli_bench_row *r = &b->threads[b->threadings++];
        if (status == LG_OK) status = cli_bench_measure(b, task, encoding, b->lengths[b->length_count - 1], false, r);
        cli_progress_show(&b->c->progress, b->threadings, 0, "");
        if (n >= all || b->threadings == CLI_BENCH_ROWS) break;
    }
    return status;
}

/* Does a step of so many sequences take too long, by the speed of those timed so far? */
static bool is_too_large(const cli_bench *b, int own, int batch) {
    const double sequences_per_second = b->train[b->trains - 1].speed.steps_per_second * own;
    return batch > own && batch > LONGEST_STEP * sequences_per_second;
}

/* The usual ones and the config's own, in order; how many. */
static int list_batches(int own, int out[BATCHES + 1]) {
    int n = 0;
    for (int i = 0, before = 0; i < BATCHES; before = batches[i++]) {
        if (before < own && own < batches[i]) out[n++] = own;
        out[n++] = batches[i];
    }
    if (own > out[n - 1]) out[n++] = own;
    return n;
}

/* On the last task, with all threads. */
int cli_bench_batches(cli_bench *b) {
    if (b->large || b->versus) return LG_OK;
    const char *task = last_name(b->tasks), *encoding = last_name(b->encodings);
    int list[BATCHES + 1];
    const int own = (int)cli_config_int(b->config, "train.batch", 0);
    int count = list_batches(own, list);
    while (count > 1 && is_too_large(b, own, list[count - 1])) count--;
    int status = cli_bench_choose(b, task, encoding, 0);
    cli_bench_begin(b, "batches");
    for (int i = 0; status == LG_OK && i < count; i++) {
        status = cli_bench_put_number(b, "train.batch", list[i]);
        cli_bench_row *r = &b->batches[b->batch_count++];
        if (status == LG_OK) status = cli_bench_measure(b, task, encoding, cli_bench_one_length(b), false, r);
        cli_progress_show(&b->c->progress, b->batch_count, count, "");
    }
    return status;
}
