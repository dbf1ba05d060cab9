/* inspect.c: `lengthen inspect`: the numbers behind the names: what an encoding adds, what a source draws, what a run
 * has learnt and what it says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/array.h"
#include "cli/cli.h"
#include "cli/matrix.h"
#include "cli/options.h"
#include "cli/out.h"
#include "cli/symbols.h"
#include "cli/table.h"
#include "cli/text.h"

static const cli_flag flags[] = {
    {"length", 0, "T", "tokens that are numbered (8)"},
    {"q", 0, "FILE", "queries [T, heads*head_width], nested JSON lists or NPY: prints scores and rotations"},
    {"k", 0, "FILE", "keys of the same shape"},
    {"npy", 0, "[=PREFIX]", "write each matrix to PREFIX-WHAT.npy, in full precision"},
    {"input", 0, "TEXT", "ids of the input, between blanks or commas"},
    {"symbols", 0, "TEXT", "the same in the task's symbols, between blanks"},
    {"sequences", 0, "N", "sequences of a probe (4)"},
    {0},
};

/* ---- inspect encoding, inspect positions ---- */

static const char *npy_prefix(const cli *c, const char *name) {
    const char *value = cli_flag_value(&c->args, "npy");
    return value && !*value ? name : value;
}

/* Is this option still at its default? */
static bool untouched(lg_config *f, const char *key) {
    for (size_t i = 0; i < lg_config_count(f); i++) {
        lg_setting s = lg_config_at(f, i);
        if (!strcmp(s.key, key)) return !strcmp(s.origin, "default");
    }
    return false;
}

static int read_content(cli *c, const char *flag, cli_array *out) {
    const char *path = cli_flag_value(&c->args, flag);
    if (!path) return LG_OK;
    int status = cli_array_read(path, out);
    if (status == LG_OK && out->rank != 2)
        return cli_fail(LG_USAGE, "--%s %s: a matrix [T, heads*head_width] is wanted", flag, path);
    return status;
}

/* Sets what the shape of q decides when nobody else does: the width of the model, and T. */
static int fit_content(cli *c, lg_config *f, const cli_array *q, const cli_array *k, long *length) {
    if (!q->data != !k->data) return cli_fail(LG_USAGE, "--q and --k go together");
    if (!q->data) return LG_OK;
    if (k->shape[0] != q->shape[0] || k->shape[1] != q->shape[1])
        return cli_fail(LG_USAGE, "--q and --k differ in shape: [%zu, %zu] and [%zu, %zu]", q->shape[0], q->shape[1],
                        k->shape[0], k->shape[1]);
    if (!cli_flag_on(&c->args, "length")) *length = (long)q->shape[0];
    if ((size_t)*length != q->shape[0])
        return cli_fail(LG_USAGE, "--length %ld: --q has %zu rows", *length, q->shape[0]);
    char width[24];
    snprintf(width, sizeof width, "%zu", q->shape[1]);
    lg_status status = LG_OK;
    if (untouched(f, "model.width")) status = lg_config_set(f, "model.width", width, LG_FLAG, "--q");
    if (status == LG_OK) status = lg_config_check(f);
    if (status != LG_OK) return cli_fail_library(c, status);
    if ((size_t)cli_config_int(f, "model.width", 0) != q->shape[1])
        return cli_fail(LG_USAGE, "--q has %zu columns, but model.width is %s", q->shape[1],
                        lg_config_get(f, "model.width"));
    return LG_OK;
}

static int print_encoding(cli *c, lg_config *f, const cli_array *q, const cli_array *k, long length) {
    cli_matrix_sink sink = {.c = c, .subject = "encoding", .schema = "lengthen.matrix/1"};
    char name[64];
    snprintf(name, sizeof name, "%s", lg_config_get(f, "encoding"));
    sink.prefix = npy_prefix(c, name);
    lg_status status = lg_inspect_encoding(f, (int)length, q->data, k->data, cli_matrix_print, &sink);
    if (status != LG_OK) return cli_fail_library(c, status);
    if (!sink.printed)
        cli_note(c, "%s adds nothing that does not depend on content; give --q and --k for scores", name);
    return sink.status;
}

static int inspect_encoding(cli *c, lg_config *f, void *user) {
    long length = *(long *)user;
    cli_array q = {0}, k = {0};
    int status = read_content(c, "q", &q);
    if (status == LG_OK) status = read_content(c, "k", &k);
    if (status == LG_OK) status = fit_content(c, f, &q, &k, &length);
    if (status == LG_OK) status = print_encoding(c, f, &q, &k, length);
    cli_array_free(&q);
    cli_array_free(&k);
    return status;
}

static int inspect_positions(cli *c, lg_config *f, void *user) {
    long length = *(long *)user;
    cli_matrix_sink sink = {.c = c, .subject = "source", .schema = "lengthen.positions/1"};
    char name[64];
    snprintf(name, sizeof name, "%s", lg_config_get(f, "positions"));
    sink.prefix = npy_prefix(c, name);
    lg_status status = lg_inspect_positions(f, (int)length, cli_matrix_print, &sink);
    return status == LG_OK ? sink.status : cli_fail_library(c, status);
}

/* The choice of `axis` is the word after the verb, or a flag. */
static int with_config(cli *c, const char *axis, cli_config_fn work) {
    long length = 8;
    if (cli_flag_int(&c->args, "length", 1, LG_LENGTH_MAX, &length)) return LG_USAGE;
    if (c->args.word_count > 1) cli_args_add(&c->args, axis, c->args.words[1]);
    return cli_config_run(c, NULL, work, &length);
}

/* ---- inspect run ---- */

static size_t size_of(const lg_parameter *p) {
    size_t count = 1;
    for (int i = 0; i < p->rank; i++) count *= p->shape[i];
    return count;
}

static void parameter_json(const char *dir, const lg_parameter *p) {
    json_t *o = cli_out_object("lengthen.parameter/1");
    cli_out_text(o, "run", dir);
    cli_out_text(o, "name", p->name);
    cli_out_sizes(o, "shape", p->shape, p->rank);
    cli_out_int(o, "count", (int64_t)size_of(p));
    cli_out_real(o, "norm", p->norm);
    cli_out_real(o, "mean", p->mean);
    cli_out_real(o, "largest", p->largest);
    cli_out_line(o);
}

static void parameter_row(cli_table *t, const lg_parameter *p) {
    char shape[96] = "";
    for (int i = 0, at = 0; i < p->rank; i++)
        at += snprintf(shape + at, sizeof shape - (size_t)at, "%s%zu", i ? " x " : "", p->shape[i]);
    cli_table_cell(t, "%s", p->name);
    cli_table_cell(t, "%s", shape);
    cli_table_cell(t, "%zu", size_of(p));
    cli_table_cell(t, "%.4g", p->norm);
    cli_table_cell(t, "%.3g", p->mean);
    cli_table_cell(t, "%.4g", p->largest);
}

static int inspect_run(cli *c, const char *dir, lg_run *r) {
    cli_table *t = c->json ? NULL : cli_table_new("llrrrr");
    const char *const heads[] = {"parameter", "shape", "count", "norm", "mean", "largest"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) cli_table_cell(t, "%s", heads[i]);
    size_t total = 0;
    for (size_t i = 0; i < lg_run_parameters(r); i++) {
        lg_parameter p = lg_run_parameter(r, i);
        total += size_of(&p);
        if (c->json)
            parameter_json(dir, &p);
        else
            parameter_row(t, &p);
    }
    cli_table_print(t, stdout);
    cli_table_free(t);
    if (!c->json) printf("%zu numbers in %zu parameters\n", total, lg_run_parameters(r));
    return LG_OK;
}

/* ---- inspect logits ---- */

static int argmax(const double *row, int count) {
    int best = 0;
    for (int i = 1; i < count; i++)
        if (row[i] > row[best]) best = i;
    return best;
}

static void logits_json(const char *dir, const int32_t *input, int inputs, const double *logits, int outputs,
                        int classes) {
    json_t *o = cli_out_object("lengthen.logits/1"), *says = json_array();
    const size_t shape[] = {(size_t)outputs, (size_t)classes};
    cli_out_text(o, "run", dir);
    cli_out_ids(o, "input", input, inputs);
    for (int i = 0; i < outputs; i++) json_array_append_new(says, json_integer(argmax(logits + i * classes, classes)));
    json_object_set_new(o, "output", says);
    cli_out_sizes(o, "shape", shape, 2);
    cli_out_line_data(o, shape, 2, logits);
}

static void logits_table(const cli_symbols *s, const double *logits, int outputs, int classes) {
    char kinds[16] = "rlrrrrrrrrrrrrr";
    kinds[2 + (classes < 12 ? classes : 12)] = 0;
    cli_table *t = cli_table_new(kinds);
    cli_table_cell(t, "output");
    cli_table_cell(t, "says");
    for (int j = 0; j < classes && j < 12; j++) cli_table_cell(t, "%s", cli_symbols_output(s, j));
    for (int i = 0; i < outputs; i++) {
        cli_table_cell(t, "%d", i);
        cli_table_cell(t, "%s", cli_symbols_output(s, argmax(logits + i * classes, classes)));
        for (int j = 0; j < classes && j < 12; j++) cli_table_cell(t, "%.4f", logits[i * classes + j]);
    }
    cli_table_print(t, stdout);
    cli_table_free(t);
}

/* Room for any task: no target is longer than twice the input and a few tokens, no alphabet has 16 symbols. */
static size_t logits_room(int inputs) {
    return ((size_t)inputs * 2 + 16) * 64;
}

static int say_logits(cli *c, const char *dir, lg_run *r, const cli_symbols *s, const int32_t *input, int inputs) {
    size_t room = logits_room(inputs);
    double *logits = calloc(room, sizeof *logits);
    if (!logits) return cli_fail(LG_FAILED, "out of memory");
    int outputs = 0, classes = 0;
    lg_status status = lg_run_logits(r, input, inputs, logits, room, &outputs, &classes);
    int result = status == LG_OK ? LG_OK : cli_fail_library(c, status);
    if (result == LG_OK && c->json)
        logits_json(dir, input, inputs, logits, outputs, classes);
    else if (result == LG_OK)
        logits_table(s, logits, outputs, classes);
    free(logits);
    return result;
}

static int inspect_logits(cli *c, const char *dir, lg_run *r) {
    const char *ids = cli_flag_value(&c->args, "input"), *words = cli_flag_value(&c->args, "symbols");
    if (!ids == !words) return cli_fail(LG_USAGE, "inspect logits wants --input \"0 1 1 0\" (ids) or --symbols");
    cli_symbols s;
    cli_symbols_learn(&s, lg_run_config(r));
    int32_t *input = NULL;
    int inputs = 0, status = cli_symbols_read(&s, ids ? ids : words, ids != NULL, &input, &inputs);
    if (status == LG_OK) status = say_logits(c, dir, r, &s, input, inputs);
    free(input);
    cli_symbols_free(&s);
    return status;
}

/* ---- inspect probe ---- */

static int inspect_probe(cli *c, const char *dir, lg_run *r) {
    long length = 8, sequences = 4;
    if (cli_flag_int(&c->args, "length", 1, LG_LENGTH_MAX, &length)) return LG_USAGE;
    if (cli_flag_int(&c->args, "sequences", 1, 1 << 16, &sequences)) return LG_USAGE;
    char path[4096];
    snprintf(path, sizeof path, "%s/probe.safetensors", dir);
    lg_status status = lg_run_probe(r, (int)length, (int)sequences, path);
    if (status != LG_OK) return cli_fail_library(c, status);
    cli_note(c, "wrote %s", path);
    return LG_OK;
}

/* The run is the word after the verb. */
static int with_run(cli *c, int (*then)(cli *c, const char *dir, lg_run *r)) {
    if (c->args.word_count < 2) return cli_fail(LG_USAGE, "inspect %s wants a run directory", c->args.words[0]);
    if (cli_flag_on(&c->args, "config") || cli_flag_on(&c->args, "preset"))
        return cli_fail(LG_USAGE, "inspect %s reads the config of the run; no --config and no --preset",
                        c->args.words[0]);
    const char *dir = c->args.words[1];
    lg_run *r;
    lg_status opened = lg_run_open(c->context, dir, &r);
    if (opened != LG_OK) return cli_fail_library(c, opened);
    int status = cli_config_override(c, lg_run_config(r));
    if (status == LG_OK)
        status = cli_flag_on(&c->args, "print-config") ? cli_config_print(c, lg_run_config(r)) : then(c, dir, r);
    lg_run_free(r);
    return status;
}

static int run(cli *c) {
    const char *what = c->args.word_count ? c->args.words[0] : "";
    if (c->args.word_count > 2) return cli_fail(LG_USAGE, "inspect %s takes no word %s", what, c->args.words[2]);
    if (!strcmp(what, "encoding")) return with_config(c, "encoding", inspect_encoding);
    if (!strcmp(what, "positions")) return with_config(c, "positions", inspect_positions);
    if (!strcmp(what, "run")) return with_run(c, inspect_run);
    if (!strcmp(what, "logits")) return with_run(c, inspect_logits);
    if (!strcmp(what, "probe")) return with_run(c, inspect_probe);
    return cli_fail(LG_USAGE, "inspect wants one of: encoding, positions, run, logits, probe%s%s",
                    *what ? "; not " : "", what);
}

const cli_command cli_command_inspect = {
    .name = "inspect",
    .summary = "print the numbers: matrices of an encoding, a draw, parameters, logits",
    .usage = "lengthen inspect encoding [NAME] [flags]\n"
             "lengthen inspect positions [NAME] [flags]\n"
             "lengthen inspect run RUN\n"
             "lengthen inspect logits RUN --input IDS | --symbols WORDS\n"
             "lengthen inspect probe RUN",
    .examples = "lengthen inspect encoding alibi --length 5 --heads 8\n"
                "lengthen inspect encoding rope --q q.npy --k k.npy --heads 4 --json\n"
                "lengthen inspect encoding relative --positions randomized --length 6 --npy=/tmp/rel\n"
                "lengthen inspect positions randomized --positions.L 64 --length 10 --seed 3\n"
                "lengthen inspect run runs/a\n"
                "lengthen inspect logits runs/a --input \"0 1 1 0\"\n"
                "lengthen inspect probe runs/a --length 12 --sequences 2",
    .text = "encoding   what an encoding adds or applies, for T tokens and one draw of positions: embedding\n"
            "           [T, width], bias [heads, T, T] by (head, query, key), rotations, and, with queries and\n"
            "           keys, the scaled scores without bias and mask\n"
            "positions  what a position source draws: positions [T], or distances [2T-1] by offset\n"
            "run        the parameters of a trained model by name, shape and size\n"
            "logits     what a trained model says to one input\n"
            "probe      a batch, its logits, its loss and the gradient of every parameter, written to\n"
            "           RUN/probe.safetensors, for independent checks such as tools/oracle.py",
    .words = "encoding positions run logits probe",
    .flags = flags,
    .settings = cli_config_flags,
    .frequent = "positions encoding heads width seed",
    .run = run,
};
