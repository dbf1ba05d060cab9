/* row.c: one row of the tables of `lengthen bench`: a model is chosen and timed, once or in turns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/bench/bench.h"
#include "cli/config.h"

enum {
    LARGE_HEAD = 64, /* columns of a head in models of --large */
    ROUNDS = 5,      /* of --compare; the best of each side counts */
    ONE_LENGTH = 20, /* where one length is enough */
};

void cli_bench_begin(cli_bench *b, const char *title) {
    cli_progress_begin(&b->c->progress, !b->c->json && !b->c->quiet, title, "row", 0);
}

int cli_bench_put(cli_bench *b, const char *key, const char *value) {
    lg_status status = lg_config_set(b->config, key, value, LG_FLAG, "bench");
    return status == LG_OK ? LG_OK : cli_fail_library(b->c, status);
}

int cli_bench_put_number(cli_bench *b, const char *key, int value) {
    char text[16];
    snprintf(text, sizeof text, "%d", value);
    return cli_bench_put(b, key, text);
}

bool cli_bench_is_default(cli_bench *b, const char *key) {
    for (size_t i = 0; i < lg_config_count(b->config); i++) {
        lg_setting s = lg_config_at(b->config, i);
        if (!strcmp(s.key, key)) return !strcmp(s.origin, "default");
    }
    return true;
}

int cli_bench_one_length(const cli_bench *b) {
    const int last = b->lengths[b->length_count - 1];
    if (last || b->length_count == 1) return last;
    for (int i = 0; i < b->length_count; i++)
        if (b->lengths[i] == ONE_LENGTH) return ONE_LENGTH;
    return b->lengths[b->length_count - 2];
}

int cli_bench_choose(cli_bench *b, const char *task, const char *encoding, int width) {
    int status = cli_bench_put(b, "data", task);
    if (status == LG_OK) status = cli_bench_put(b, "encoding", encoding);
    if (status == LG_OK && width) status = cli_bench_put_number(b, "model.width", width);
    if (status == LG_OK && width) status = cli_bench_put_number(b, "model.heads", width / LARGE_HEAD);
    if (status == LG_OK && width) status = cli_bench_put_number(b, "model.feed_forward", 4 * width);
    if (status != LG_OK) return status;
    lg_status checked = lg_config_check(b->config);
    return checked == LG_OK ? LG_OK : cli_fail_library(b->c, checked);
}

void cli_bench_keep(cli_bench *b, const char *task, const char *encoding, int length, cli_bench_row *out) {
    snprintf(out->task, sizeof out->task, "%s", task);
    snprintf(out->encoding, sizeof out->encoding, "%s", encoding);
    out->width = (int)cli_config_int(b->config, "model.width", 0);
    out->batch = (int)cli_config_int(b->config, "train.batch", 0);
    out->speed.task = out->task, out->speed.encoding = out->encoding, out->speed.length = length;
}

int cli_bench_measure(cli_bench *b, const char *task, const char *encoding, int length, bool eval, cli_bench_row *out) {
    lg_status status = lg_bench(b->config, length, b->seconds, eval, &out->speed);
    if (status != LG_OK) return cli_fail_library(b->c, status);
    cli_bench_keep(b, task, encoding, length, out);
    return LG_OK;
}

/* One more time; the fastest is kept. `first`: there is none yet. */
static int measure_again(cli_bench *b, const cli_bench_row *r, bool first, lg_speed *best) {
    cli_bench_row now;
    int status = cli_bench_measure(b, r->task, r->encoding, r->speed.length, false, &now);
    if (status == LG_OK && (first || now.speed.steps_per_second > best->steps_per_second)) *best = now.speed;
    best->task = r->task, best->encoding = r->encoding;
    return status;
}

/* A training row, alternating with its other setting, so that noise of the machine affects both alike. */
static int measure_versus(cli_bench *b, const char *task, const char *encoding, int length) {
    cli_bench_row *r = &b->train[b->trains];
    lg_speed theirs = {0};
    const char *value = lg_config_get(b->config, b->versus_key);
    if (!value) return cli_fail(LG_USAGE, "--compare: %s is not an option of encoding %s", b->versus_key, encoding);
    char *ours = strdup(value);
    cli_bench_keep(b, task, encoding, length, r);
    int status = ours ? LG_OK : cli_fail(LG_FAILED, "out of memory");
    for (int i = 0; status == LG_OK && i < ROUNDS; i++) {
        status = measure_again(b, r, i == 0, &r->speed);
        if (status == LG_OK) status = cli_bench_put(b, b->versus_key, b->versus_value);
        if (status == LG_OK) status = measure_again(b, r, i == 0, &theirs);
        if (status == LG_OK) status = cli_bench_put(b, b->versus_key, ours);
    }
    b->against[b->trains] = theirs.steps_per_second;
    free(ours);
    return status;
}

int cli_bench_step(cli_bench *b, const char *task, const char *encoding, int length) {
    return b->versus ? measure_versus(b, task, encoding, length)
                     : cli_bench_measure(b, task, encoding, length, false, &b->train[b->trains]);
}
