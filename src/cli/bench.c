/* bench.c: `lengthen bench`: how fast the training step and the evaluation are on this machine, against what the
 * machine can do and, on demand, against PyTorch. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/out.h"
#include "cli/peer.h"
#include "cli/table.h"

static const cli_flag flags[] = {
    {"seconds", 0, "S", "time for each row (1)"},
    {"length", 0, "N", "train at this length only; 0 is the mix that training draws"},
    {"peer", 0, "[=SCRIPT]", "the same steps in PyTorch, by tools/peer.py"},
    {0},
};

/* The study's model on one task whose tape is n+1 tokens long, and on one of 2n. */
static const char *const tasks[] = {"even_pairs", "reverse_string", NULL};
static const char *const encodings[] = {"none", "sinusoid", "relative", NULL};
static const int lengths[] = {10, 20, 40, 0}; /* 0: the mix */
enum { LENGTHS = 4, ROWS = 64 };

/* Tapes of 100 and 1000 tokens, for evaluation. */
static const char *const eval_task = "reverse_string";
static const int eval_lengths[] = {50, 500};
static const char *const eval_sequences = "64";

static const char *const python = "/usr/bin/python3"; /* the one that Debian's python3-torch is installed for */

typedef struct bench {
    cli *c;
    lg_config *config;
    lg_machine machine;
    double seconds;
    const char *tasks[4], *encodings[4]; /* end with NULL */
    int lengths[LENGTHS];
    int length_count;
    lg_speed train[ROWS], eval[ROWS], threads[ROWS];
    char names[ROWS * 3][2][64]; /* copies of the names in the rows, which live only until the next call */
    int trains, evals, threadings, copies;
    cli_peer peer;
} bench;

/* Measures one row and keeps it. */
static int measure(bench *b, const char *task, const char *encoding, int length, bool eval, lg_speed *out) {
    lg_status status = lg_config_set(b->config, "task", task, LG_FLAG, "bench");
    if (status == LG_OK) status = lg_config_set(b->config, "encoding", encoding, LG_FLAG, "bench");
    if (status == LG_OK) status = lg_config_check(b->config);
    if (status == LG_OK) status = lg_bench(b->config, length, b->seconds, eval, out);
    if (status != LG_OK) return cli_fail_library(b->c, status);
    char(*name)[64] = b->names[b->copies++];
    snprintf(name[0], sizeof name[0], "%s", task);
    snprintf(name[1], sizeof name[1], "%s", encoding);
    out->task = name[0], out->encoding = name[1], out->length = length;
    return LG_OK;
}

static int count(const char *const *words) {
    int n = 0;
    while (words[n]) n++;
    return n;
}

static void begin(bench *b, const char *title) {
    cli_progress_begin(&b->c->progress, !b->c->json && !b->c->quiet, title, "row", 0);
}

static int measure_training(bench *b) {
    int total = count(b->tasks) * count(b->encodings) * b->length_count;
    begin(b, "training");
    for (int t = 0; b->tasks[t]; t++)
        for (int e = 0; b->encodings[e]; e++)
            for (int l = 0; l < b->length_count; l++) {
                int status = measure(b, b->tasks[t], b->encodings[e], b->lengths[l], false, &b->train[b->trains]);
                if (status != LG_OK) return status;
                cli_progress_show(&b->c->progress, ++b->trains, total, "");
            }
    return LG_OK;
}

static int measure_eval(bench *b) {
    if (cli_flag_on(&b->c->args, "length")) return LG_OK;
    if (!cli_setting_value(&b->c->args, "eval.sequences") &&
        lg_config_set(b->config, "eval.sequences", eval_sequences, LG_FLAG, "bench") != LG_OK)
        return cli_fail_library(b->c, LG_FAILED);
    begin(b, "evaluation");
    for (int e = 0; b->encodings[e]; e++)
        for (size_t l = 0; l < sizeof eval_lengths / sizeof *eval_lengths; l++) {
            int status = measure(b, eval_task, b->encodings[e], eval_lengths[l], true, &b->eval[b->evals]);
            if (status != LG_OK) return status;
            cli_progress_show(&b->c->progress, ++b->evals,
                              count(b->encodings) * (int)(sizeof eval_lengths / sizeof *eval_lengths), "");
        }
    return LG_OK;
}

/* 1, 2, 4, ... threads and all of them, on the last task's mix. */
static int measure_threads(bench *b) {
    const char *task = b->tasks[count(b->tasks) - 1], *encoding = b->encodings[count(b->encodings) - 1];
    int status = LG_OK;
    begin(b, "threads");
    for (int n = 1, all = b->machine.threads; status == LG_OK; n = 2 * n < all ? 2 * n : all) {
        char text[16];
        snprintf(text, sizeof text, "%d", n);
        if (lg_config_set(b->config, "threads", text, LG_FLAG, "bench") != LG_OK)
            return cli_fail_library(b->c, LG_USAGE);
        lg_speed *s = &b->threads[b->threadings++];
        status = measure(b, task, encoding, b->lengths[b->length_count - 1], false, s);
        s->threads = n;
        cli_progress_show(&b->c->progress, b->threadings, 0, "");
        if (n >= all || b->threadings == ROWS) break;
    }
    return status;
}

/* ---- the peer ---- */

static void join(char *to, size_t room, const char *const *words) {
    size_t at = 0;
    for (int i = 0; words[i]; i++) at += (size_t)snprintf(to + at, room - at, "%s%s", i ? "," : "", words[i]);
}

/* The script of --peer; NULL: no peer is wanted. */
static const char *peer_script(const bench *b) {
    const char *script = cli_flag_value(&b->c->args, "peer");
    return script && !*script ? "tools/peer.py" : script;
}

static int measure_peer(bench *b) {
    const char *script = peer_script(b);
    if (!script) return LG_OK;
    char task[160], encoding[160], length[64], seconds[32];
    join(task, sizeof task, b->tasks);
    join(encoding, sizeof encoding, b->encodings);
    for (int i = 0, at = 0; i < b->length_count; i++)
        at += snprintf(length + at, sizeof length - (size_t)at, "%s%d", i ? "," : "", b->lengths[i]);
    snprintf(seconds, sizeof seconds, "%g", b->seconds);
    char *words[] = {(char *)python, (char *)script, "--tasks",   task,    "--encodings", encoding,
                     "--lengths",    length,         "--seconds", seconds, NULL};
    cli_note(b->c, "measuring PyTorch ...");
    return cli_peer_run(&b->peer, words);
}

/* ---- tables ---- */

static const char *length_name(int length, char text[16]) {
    snprintf(text, 16, length ? "%d" : "mix", length);
    return text;
}

static void heads(cli_table *t, const char *const *words) {
    for (; *words; words++) cli_table_cell(t, "%s", *words);
}

static void training_row(const bench *b, cli_table *t, const lg_speed *s) {
    char n[16];
    cli_table_cell(t, "%s", s->task);
    cli_table_cell(t, "%s", s->encoding);
    cli_table_cell(t, "%s", length_name(s->length, n));
    if (s->length)
        cli_table_cell(t, "%d", s->tokens);
    else
        cli_table_cell(t, "-");
    cli_table_cell(t, "%.1f", s->steps_per_second);
    cli_table_cell(t, "%.1f", s->gflops);
    cli_table_cell(t, "%.0f %%", 100 * s->peak_share);
    cli_table_cell(t, "%.1f", (double)s->memory_bytes / (1 << 20));
    if (!b->peer.count) return;
    const cli_peer_row *p = cli_peer_find(&b->peer, s->task, s->encoding, s->length);
    cli_table_cell(t, p ? "%.1f" : "-", p ? p->steps_per_second : 0);
    cli_table_cell(t, p ? "%.2f" : "-", p ? s->steps_per_second / p->steps_per_second : 0);
}

static void print_training(const bench *b) {
    static const char *const words[] = {"training", "encoding", "n",          "T", "steps/s",
                                        "GFLOP/s",  "of peak",  "memory MiB", NULL},
                             *const more[] = {"PyTorch steps/s", "ratio", NULL};
    cli_table *t = cli_table_new(b->peer.count ? "llrrrrrrrr" : "llrrrrrr");
    heads(t, words);
    if (b->peer.count) heads(t, more);
    for (int i = 0; i < b->trains; i++) training_row(b, t, &b->train[i]);
    cli_table_print(t, stdout);
    cli_table_free(t);
}

static void print_threads(const bench *b) {
    static const char *const words[] = {"threads", "steps/s", "speed-up", NULL};
    const lg_speed *one = &b->threads[0];
    char n[16];
    printf("\n%s, %s, n = %s\n", one->task, one->encoding, length_name(one->length, n));
    cli_table *t = cli_table_new("rrr");
    heads(t, words);
    for (int i = 0; i < b->threadings; i++) {
        cli_table_cell(t, "%d", b->threads[i].threads);
        cli_table_cell(t, "%.1f", b->threads[i].steps_per_second);
        cli_table_cell(t, "%.2f", b->threads[i].steps_per_second / one->steps_per_second);
    }
    cli_table_print(t, stdout);
    cli_table_free(t);
}

static void print_eval(const bench *b) {
    static const char *const words[] = {"evaluation", "encoding", "T", "tokens/s", "memory MiB", NULL};
    if (!b->evals) return;
    putchar('\n');
    cli_table *t = cli_table_new("llrrr");
    heads(t, words);
    for (int i = 0; i < b->evals; i++) {
        const lg_speed *s = &b->eval[i];
        cli_table_cell(t, "%s", s->task);
        cli_table_cell(t, "%s", s->encoding);
        cli_table_cell(t, "%d", s->tokens);
        cli_table_cell(t, "%.0f", s->eval_tokens_per_second);
        cli_table_cell(t, "%.1f", (double)s->memory_bytes / (1 << 20));
    }
    cli_table_print(t, stdout);
    cli_table_free(t);
}

/* The peak that a row was compared with: measured once in this process for each number of threads. */
static double peak_of(const lg_speed *s) {
    return s->peak_share > 0 ? s->gflops / s->peak_share : 0;
}

static void print_tables(const bench *b) {
    const lg_machine *m = &b->machine;
    printf("%s, %s kernels, %d thread%s, %s: peak %.1f GFLOP/s, measured\n\n", m->cpu, m->kernels, m->threads,
           m->threads == 1 ? "" : "s", m->precision, peak_of(&b->train[0]));
    print_training(b);
    print_threads(b);
    print_eval(b);
}

static void print_json(const bench *b, const char *kind, const lg_speed *s) {
    json_t *o = cli_out_object("lengthen.bench/1");
    cli_out_text(o, "kind", kind);
    cli_out_text(o, "task", s->task);
    cli_out_text(o, "encoding", s->encoding);
    cli_out_int(o, "length", s->length);
    cli_out_int(o, "tokens", s->tokens);
    cli_out_int(o, "threads", s->threads);
    cli_out_int(o, "memory_bytes", (int64_t)s->memory_bytes);
    if (!strcmp(kind, "eval")) {
        cli_out_real(o, "eval_tokens_per_second", s->eval_tokens_per_second);
    } else {
        cli_out_real(o, "steps_per_second", s->steps_per_second);
        cli_out_real(o, "gflops", s->gflops);
        cli_out_real(o, "peak_share", s->peak_share);
        cli_out_real(o, "peak_gflops", peak_of(s));
    }
    const cli_peer_row *p = !strcmp(kind, "train") ? cli_peer_find(&b->peer, s->task, s->encoding, s->length) : NULL;
    if (p) cli_out_real(o, "peer_steps_per_second", p->steps_per_second);
    if (p) cli_out_text(o, "peer_configuration", p->configuration);
    cli_out_line(o);
}

static void print_lines(const bench *b) {
    for (int i = 0; i < b->trains; i++) print_json(b, "train", &b->train[i]);
    for (int i = 0; i < b->threadings; i++) print_json(b, "threads", &b->threads[i]);
    for (int i = 0; i < b->evals; i++) print_json(b, "eval", &b->eval[i]);
}

/* ---- what to measure ---- */

/* All of the words, or the one that a flag names. */
static void choose(const bench *b, const char *axis, const char *const *all, const char **out) {
    const char *given = cli_setting_value(&b->c->args, axis);
    int n = 0;
    for (; !given && all[n]; n++) out[n] = all[n];
    if (given) out[n++] = given;
    out[n] = NULL;
}

static int plan(bench *b) {
    long only = -1;
    b->seconds = 1;
    if (cli_flag_real(&b->c->args, "seconds", 0.01, 3600, &b->seconds)) return LG_USAGE;
    if (cli_flag_int(&b->c->args, "length", 0, LG_LENGTH_MAX, &only)) return LG_USAGE;
    choose(b, "task", tasks, b->tasks);
    choose(b, "encoding", encodings, b->encodings);
    for (; only < 0 && b->length_count < LENGTHS; b->length_count++)
        b->lengths[b->length_count] = lengths[b->length_count];
    if (only >= 0) b->lengths[b->length_count++] = (int)only;
    lg_context_threads(b->c->context, (int)cli_config_int(b->config, "threads", 0));
    lg_status status = lg_doctor(b->c->context, false, &b->machine);
    if (status != LG_OK) return cli_fail_library(b->c, status);
    return peer_script(b) ? cli_peer_check(python, peer_script(b)) : LG_OK;
}

static int measure_all(cli *c, lg_config *f, void *user) {
    bench *b = user;
    b->c = c, b->config = f;
    int status = plan(b);
    if (status == LG_OK) status = measure_training(b);
    if (status == LG_OK) status = measure_eval(b);
    if (status == LG_OK) status = measure_threads(b);
    if (status == LG_OK) status = measure_peer(b);
    if (status != LG_OK) return status;
    if (c->json)
        print_lines(b);
    else
        print_tables(b);
    return LG_OK;
}

static int run(cli *c) {
    bench *b = calloc(1, sizeof *b);
    if (!b) return cli_fail(LG_FAILED, "out of memory");
    int status = cli_config_run(c, NULL, measure_all, b);
    cli_peer_free(&b->peer);
    free(b);
    return status;
}

const cli_command cli_command_bench = {
    .name = "bench",
    .summary = "time training steps and evaluation on this machine",
    .usage = "lengthen bench [flags]",
    .examples = "lengthen bench\n"
                "lengthen bench --encoding rope --length 40 --seconds 3\n"
                "lengthen bench --threads 1 --json\n"
                "lengthen bench --peer",
    .text = "Times the training step (batch, model and optimizer of the config, dropout on) for three encodings,\n"
            "tapes of n+1 and of 2n tokens, n = 10, 20, 40 and the mix of lengths that training draws; then\n"
            "evaluation at 100 and 1000 tokens, and training with more and more threads. The peak of the\n"
            "machine is measured in the same run. --task, --encoding and --length narrow it down; a\n"
            "single length leaves evaluation out.\n\n"
            "--peer times the same steps in PyTorch (package python3-torch) and prints how many times faster\n"
            "we are.",
    .flags = flags,
    .settings = cli_config_flags,
    .frequent = "task encoding positions threads batch",
    .run = run,
};
