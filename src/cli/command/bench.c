/* bench.c: `lengthen bench`: measures the speed of training steps and of evaluation on this machine, and compares it
 * with the machine's peak. This file chooses what to measure; cli/bench/print.c prints the results. Scripts in the
 * top-level folder bench/ compare the program with others. */
#include "cli/bench/bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/config.h"

static const cli_flag flags[] = {
    {"seconds", 0, "S", "seconds per row (default 1)"},
    {"length", 0, "N", "time only training steps of this length; 0: the mix of training lengths"},
    {"phases", 0, NULL, "also list the time of each op in a step"},
    {0},
};

/* Flags of version 0.1 that have become scripts in the source tree. */
static const cli_other_name others[] = {
    {" pytorch peer ",
     "; bench/pytorch.py in the source tree compares with PyTorch (decoding: bench/decoding.py --pytorch)"},
    {" compare versus ", "; bench/compare.py in the source tree compares one option with another"},
    {" variants ", "; bench/variants.py in the source tree times variants of the block"},
    {" growth ", "; bench/growth.py in the source tree times steps of 256 to 4096 tokens"},
    {" decode ", "; bench/decoding.py in the source tree times decoding"},
    {" large ", "; bench/sizes.py in the source tree times larger models and batches"},
    {" figure ", "; bench/roofline.py in the source tree draws the roofline"},
    {0},
};

/* The model of Ruoss et al. 2023 on a task whose sequences have n + 1 tokens, and on one with 2n tokens. */
static const char *const tasks[] = {"even_pairs", "reverse_string", NULL};
static const char *const encodings[] = {"none", "sinusoid", "relative", NULL};
static const int lengths[CLI_BENCH_LENGTHS] = {10, 20, 40, 0}; /* 0: a mix of lengths, drawn by the curriculum */

/* Evaluation rows: sequences of 100 tokens, sequences of 1000 tokens, and a mix of a few test lengths of Ruoss et al.
 * 2023. */
static const char *const eval_task = "reverse_string";
static const int eval_lengths[] = {50, 500, 0};
static const char *const eval_mix = "41..500:51";
enum { EVALS = sizeof eval_lengths / sizeof *eval_lengths, ONE_LENGTH = 20 /* for measurements at a single length */ };
static const char *const eval_sequences = "64";

static int count_names(const char *const *names) {
    int n = 0;
    while (names[n]) n++;
    return n;
}

static const char *last_name(const char *const *names) {
    return names[count_names(names) - 1];
}

/* ---- one row ---- */

/* Starts the progress bar of the next rows. */
static void begin_rows(cli_bench *b, const char *title) {
    cli_progress_begin(&b->c->progress, !b->c->json && !b->c->quiet, title, "row", 0);
}

static int put(cli_bench *b, const char *key, const char *value) {
    lg_status status = lg_config_set(b->config, key, value, LG_FLAG, "bench");
    return status == LG_OK ? LG_OK : cli_fail_library(b->c, status);
}

static bool is_default(cli_bench *b, const char *key) {
    for (size_t i = 0; i < lg_config_count(b->config); i++) {
        lg_setting s = lg_config_at(b->config, i);
        if (!strcmp(s.key, key)) return !strcmp(s.origin, "default");
    }
    return true;
}

static int choose(cli_bench *b, const char *task, const char *encoding) {
    int status = put(b, "data", task);
    if (status == LG_OK) status = put(b, "encoding", encoding);
    if (status != LG_OK) return status;
    lg_status checked = lg_config_check(b->config);
    return checked == LG_OK ? LG_OK : cli_fail_library(b->c, checked);
}

static double counted(double x) {
    return x > 0 ? x : (double)NAN;
}

/* Computes the fields that depend on other fields. */
static void complete_row(cli_bench_row *r, int length) {
    lg_speed *s = &r->speed;
    const bool trains = s->steps_per_second > 0;
    snprintf(r->n, sizeof r->n, length ? "%d" : "mix", length);
    r->measured = trains ? "training" : "evaluation";
    if (!trains) r->batch = 0;
    r->mebibytes = (double)s->memory_bytes / (1 << 20);
    s->length = length;
    s->steps_per_second = counted(s->steps_per_second);
    s->gflop_per_step = trains ? s->gflop_per_step : (double)NAN;
    s->eval_tokens_per_second = trains ? (double)NAN : s->eval_tokens_per_second;
    r->sequences_per_second = r->batch * s->steps_per_second;
}

static void keep(cli_bench *b, const char *kind, const char *task, const char *encoding, int length,
                 cli_bench_row *out) {
    out->kind = kind;
    snprintf(out->task, sizeof out->task, "%s", task);
    snprintf(out->encoding, sizeof out->encoding, "%s", encoding);
    out->width = (int)cli_config_int(b->config, "model.width", 0);
    out->batch = (int)cli_config_int(b->config, "train.batch", 0);
    complete_row(out, length);
}

/* Measures the next row. */
static int measure_row(cli_bench *b, const char *kind, const char *task, const char *encoding, int length) {
    if (b->count == CLI_BENCH_ROWS) return LG_OK;
    cli_bench_row *r = &b->rows[b->count];
    lg_status status = lg_bench(b->config, length, b->seconds, !strcmp(kind, "eval"), &r->speed);
    if (status != LG_OK) return cli_fail_library(b->c, status);
    keep(b, kind, task, encoding, length, r);
    b->count++;
    return LG_OK;
}

/* ---- all rows ---- */

static int measure_training(cli_bench *b) {
    const int total = count_names(b->tasks) * count_names(b->encodings) * b->length_count;
    int status = LG_OK;
    begin_rows(b, "training");
    for (int t = 0; b->tasks[t]; t++)
        for (int e = 0; status == LG_OK && b->encodings[e]; e++) {
            status = choose(b, b->tasks[t], b->encodings[e]);
            for (int l = 0; status == LG_OK && l < b->length_count; l++) {
                status = measure_row(b, "train", b->tasks[t], b->encodings[e], b->lengths[l]);
                cli_progress_show(&b->c->progress, b->count, total, "");
            }
        }
    return status;
}

/* Measures with each power of two below the number of all threads (1, 2, 4, ...), on the mix of lengths of the last
 * task. */
static int measure_threads(cli_bench *b) {
    const char *task = last_name(b->tasks), *encoding = last_name(b->encodings);
    int status = choose(b, task, encoding);
    begin_rows(b, "threads");
    for (int n = 1; status == LG_OK && n < b->machine.threads; n *= 2) {
        char text[16];
        snprintf(text, sizeof text, "%d", n);
        status = put(b, "threads", text);
        if (status == LG_OK) status = measure_row(b, "threads", task, encoding, b->lengths[b->length_count - 1]);
    }
    return status;
}

static int measure_eval(cli_bench *b) {
    if (b->skips_eval) return LG_OK;
    int status = is_default(b, "eval.sequences") ? put(b, "eval.sequences", eval_sequences) : LG_OK;
    if (status == LG_OK && is_default(b, "eval.lengths")) status = put(b, "eval.lengths", eval_mix);
    begin_rows(b, "evaluation");
    for (int e = 0; status == LG_OK && b->encodings[e]; e++) {
        status = choose(b, eval_task, b->encodings[e]);
        for (int l = 0; status == LG_OK && l < EVALS; l++) {
            status = measure_row(b, "eval", eval_task, b->encodings[e], eval_lengths[l]);
            cli_progress_show(&b->c->progress, EVALS * e + l + 1, EVALS * count_names(b->encodings), "");
        }
    }
    return status;
}

/* The length for measurements at a single length: the last length of the list, unless that is the mix (0). In place of
 * the mix: ONE_LENGTH if the list contains it, otherwise the length before the mix. A list of only the mix gives the
 * mix. */
static int one_length(const cli_bench *b) {
    const int last = b->lengths[b->length_count - 1];
    if (last || b->length_count == 1) return last;
    for (int i = 0; i < b->length_count; i++)
        if (b->lengths[i] == ONE_LENGTH) return ONE_LENGTH;
    return b->lengths[b->length_count - 2];
}

static void on_phase(void *user, const lg_phase_report *p) {
    cli_bench_set *s = user;
    if (s->row.phase_count == CLI_BENCH_PHASES) return;
    cli_bench_phase *to = &s->phases[s->row.phase_count++];
    to->x = *p;
    if (!(p->gflops > 0)) to->x.gflops = to->x.peak_fraction = to->x.intensity = NAN;
    to->x.bandwidth = counted(p->bandwidth);
}

/* Measures the phases of a training step on the last task, with each encoding. */
static int measure_phases(cli_bench *b) {
    const char *task = last_name(b->tasks);
    int status = LG_OK;
    if (!cli_flag_on(&b->c->args, "phases")) return LG_OK;
    begin_rows(b, "phases");
    for (int e = 0; status == LG_OK && b->encodings[e]; e++) {
        cli_bench_set *s = &b->sets[b->set_count];
        status = choose(b, task, b->encodings[e]);
        if (status != LG_OK) break;
        lg_status timed = lg_bench_phases(b->config, one_length(b), b->seconds, &s->row.speed, on_phase, s);
        if (timed != LG_OK) return cli_fail_library(b->c, timed);
        keep(b, "phases", task, b->encodings[e], one_length(b), &s->row);
        s->row.phases = s->phases;
        for (int i = 0; i < s->row.phase_count; i++)
            s->phases[i].milliseconds = 1e3 * s->phases[i].x.seconds / s->row.speed.threads;
        cli_progress_show(&b->c->progress, ++b->set_count, count_names(b->encodings), "");
    }
    return status;
}

/* ---- what to measure ---- */

/* Copies all names, or only the one given by a flag. */
static void pick_names(const cli_bench *b, const char *axis, const char *const *all, const char **out) {
    const char *given = cli_setting_value(&b->c->args, axis);
    int n = 0;
    for (; !given && all[n]; n++) out[n] = all[n];
    if (given) out[n++] = given;
    out[n] = NULL;
}

static void ignore_record(void *user, const lg_example *x) {
    (void)user, (void)x;
}

/* Skips lengths for which the data has no records. */
static int plan_given_lengths(cli_bench *b) {
    int count = 0;
    for (int i = 0; i < b->length_count; i++) {
        const int n = b->lengths[i];
        if (n && lg_sample_split(b->config, LG_SPLIT_TRAIN, n, 1, 0, ignore_record, NULL) != LG_OK)
            cli_note(b->c, "skipped: %s", lg_error_text(b->c->context));
        else
            b->lengths[count++] = n;
    }
    b->length_count = count;
    return count > 0 ? LG_OK : cli_fail_library(b->c, LG_USAGE);
}

/* Evaluation has its own task; it is skipped if that task does not take the data options. */
static int plan_given_data(cli_bench *b) {
    const char *data = cli_setting_value(&b->c->args, "data");
    if (!data || cli_flag_on(&b->c->args, "length")) return LG_OK;
    int status = plan_given_lengths(b);
    if (status == LG_OK) status = put(b, "data", eval_task);
    if (status != LG_OK) return status;
    b->skips_eval = lg_config_check(b->config) != LG_OK;
    if (b->skips_eval)
        cli_note(b->c, "evaluation, which uses %s, is skipped: %s", eval_task, lg_error_text(b->c->context));
    return put(b, "data", data);
}

static int plan_rows(cli_bench *b) {
    const cli_args *args = &b->c->args;
    long only = -1;
    b->seconds = 1;
    if (cli_flag_real(args, "seconds", 0.01, 3600, &b->seconds)) return LG_USAGE;
    if (cli_flag_int(args, "length", 0, LG_LENGTH_MAX, &only)) return LG_USAGE;
    pick_names(b, "data", tasks, b->tasks);
    pick_names(b, "encoding", encodings, b->encodings);
    b->length_count = only >= 0 ? 1 : CLI_BENCH_LENGTHS;
    memcpy(b->lengths, lengths, sizeof lengths);
    if (only >= 0) b->lengths[0] = (int)only;
    int status = plan_given_data(b);
    if (status != LG_OK) return status;
    lg_context_threads(b->c->context, (int)cli_config_int(b->config, "threads", 0));
    lg_status known = lg_doctor(b->c->context, false, &b->machine);
    return known == LG_OK ? LG_OK : cli_fail_library(b->c, known);
}

static int measure_all(cli *c, lg_config *f, void *user) {
    cli_bench *b = user;
    b->c = c, b->config = f;
    const bool all = !cli_flag_on(&c->args, "length");
    int status = plan_rows(b);
    if (status == LG_OK) status = measure_training(b);
    if (status == LG_OK) status = measure_phases(b);
    if (status == LG_OK && all) status = measure_eval(b);
    if (status == LG_OK && all) status = measure_threads(b); /* last, because it sets the number of threads */
    if (status == LG_OK) cli_bench_print(b);
    return status;
}

static const lg_schema *const schemas[] = {&cli_schema_bench, NULL};

static int run_bench(cli *c) {
    cli_bench *b = calloc(1, sizeof *b);
    if (!b) return cli_fail(LG_FAILED, "out of memory");
    int status = cli_config_run(c, NULL, measure_all, b);
    free(b);
    return status;
}

const cli_command cli_command_bench = {
    .name = "bench",
    .summary = "time training steps and evaluation on this machine",
    .usage = "lengthen bench [flags]",
    .examples = "lengthen bench\n"
                "lengthen bench --encoding rope --length 40 --seconds 3\n"
                "lengthen bench --task reverse_string --phases\n"
                "lengthen bench --width 512 --heads 8 --model.feed_forward 2048 --batch 16 --length 64\n"
                "lengthen bench --threads 1 --json",
    .text = "Measures the time of three things:\n"
            "- training steps of two tasks with three encodings, at the lengths n = 10, 20 and 40 and at the mix\n"
            "  of training lengths; even_pairs has n+1 tokens, reverse_string has 2n tokens\n"
            "- training steps of reverse_string at the mix of lengths, with 1, 2, 4, ... threads\n"
            "- evaluation of reverse_string at 100 tokens, at 1,000 tokens, and at ten values of n from 41 to\n"
            "  500; if the data options of the config do not fit this task, evaluation is skipped\n\n"
            "The config sets batch size, model and optimizer; training steps include dropout. --task selects one\n"
            "task for all training steps, and --encoding selects one encoding. With --length, `bench` times only\n"
            "training steps of this length.\n\n"
            "Columns:\n"
            "  T         number of tokens in a sequence\n"
            "  GFLOP     floating-point operations of a training step, in billions\n"
            "  steps/s   training steps per second\n"
            "  tokens/s  evaluated tokens per second\n"
            "  GFLOP/s   floating-point operations per second, in billions\n"
            "  of peak   GFLOP/s as a share of the peak of this machine\n\n"
            "`bench` measures the peak itself, with the number of threads and the vector instructions\n"
            "(LENGTHEN_KERNELS) of the timed steps. A multiply-add counts as two operations. Masked keys and rows\n"
            "that no result needs (pruned rows) do not count.\n\n"
            "With --phases, `bench` also times every op of a training step of reverse_string (or of --task), at\n"
            "n = 20 (or at --length).\n\n"
            "Scripts in bench/ of the source tree (doc/testing.md) compare lengthen with PyTorch, and compare\n"
            "options, variants of the block, model sizes and batch sizes. Other scripts time decoding and draw\n"
            "the roofline.",
    .flags = flags,
    .others = others,
    .settings = cli_config_flags,
    .frequent = "task encoding positions threads batch",
    .schemas = schemas,
    .tabular = true,
    .run = run_bench,
};
