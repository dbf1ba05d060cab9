/* inspect.c: `lengthen inspect`: prints matrices of an encoding, position samples, and the parameters and logits of a
 * run. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/analysis.h"
#include "cli/cli.h"
#include "cli/config.h"
#include "cli/inspect/profile.h"
#include "cli/inspect/samples.h"
#include "cli/ui/array.h"
#include "cli/ui/matrix.h"
#include "cli/ui/out.h"
#include "cli/ui/parameters.h"
#include "cli/ui/print.h"
#include "cli/ui/symbols.h"
#include "cli/ui/text.h"

static const cli_flag flags[] = {
    {"length", 0, "T", "number of tokens (default 8)"},
    {"q", 0, "FILE", "queries [T, heads*head_width] as nested JSON lists or NPY; also prints scores and rotations"},
    {"k", 0, "FILE", "keys, with the shape of the queries"},
    {"figure", 0, "FILE",
     "draw a figure FILE.svg, .png or .pdf, with its script and data next to it; each NAME has a panel, with scores "
     "by distance (encoding) or position ids (positions); repeatable",
     true},
    {"npy", 0, "[=PREFIX]", "write each matrix in full precision to PREFIX-MATRIX.npy and print the paths"},
    {"tokens", 0, "TEXT",
     "for `inspect positions document`: words of a sequence, separated by spaces; replaces --length"},
    {"input", 0, "TEXT", "input ids, separated by spaces or commas"},
    {"symbols", 0, "TEXT", "input symbols of the task, separated by spaces, in place of --input"},
    {"target", 0, "TEXT", "ids of target tokens; prints their logits and log-probabilities"},
    {"sequences", 0, "N", "number of sequences in the probe (default 4)"},
    {0},
};

/* ---- inspect encoding, inspect positions ---- */

/* The flags of `inspect encoding` and `inspect positions`. */
typedef struct request {
    long length;
    cli_array q, k; /* without data if not given */
} request;

static int read_content(cli *c, const char *flag, cli_array *out) {
    const char *path = cli_flag_value(&c->args, flag);
    if (!path) return LG_OK;
    int status = cli_array_read(c, path, out);
    if (status == LG_OK && out->rank != 2)
        return cli_fail(LG_USAGE, "--%s %s: expected a matrix [T, heads*head_width]", flag, path);
    return status;
}

/* Checks that q and k have the same shape with T rows. */
static int check_content(cli *c, request *r) {
    const size_t *q = r->q.shape, *k = r->k.shape;
    if (!r->q.data != !r->k.data) return cli_fail(LG_USAGE, "--q and --k go together");
    if (!r->q.data) return LG_OK;
    if (!q[0] || !q[1]) return cli_fail(LG_USAGE, "--q is empty: its shape is [%zu, %zu]", q[0], q[1]);
    if (k[0] != q[0] || k[1] != q[1])
        return cli_fail(LG_USAGE, "--q and --k differ in shape: [%zu, %zu] and [%zu, %zu]", q[0], q[1], k[0], k[1]);
    if (!cli_flag_on(&c->args, "length")) r->length = (long)q[0];
    return (size_t)r->length == q[0] ? LG_OK : cli_fail(LG_USAGE, "--length %ld: --q has %zu rows", r->length, q[0]);
}

/* If model.width is a default, fits it to the number of heads or, if q is given, sets it to the number of columns of
 * q. */
static int fit_model(cli *c, lg_config *f, void *user) {
    const request *r = user;
    char columns[24];
    snprintf(columns, sizeof columns, "%zu", r->q.shape[1]);
    lg_status status = lg_inspect_default_width(f);
    if (status == LG_OK) status = lg_config_check(f);
    if (status != LG_OK) return cli_fail_library(c, status);
    if (!r->q.data) return LG_OK;
    status = lg_config_set(f, "model.width", columns, LG_DEFAULT, "--q");
    if (status == LG_OK) status = lg_config_check(f);
    if (status != LG_OK) return cli_fail(status, "--q has %s columns: %s", columns, lg_error_text(c->context));
    if (strcmp(lg_config_get(f, "model.width"), columns))
        return cli_fail(LG_USAGE, "--q has %s columns, but model.width is %s", columns,
                        lg_config_get(f, "model.width"));
    return LG_OK;
}

/* Prints a note if choices differ between blocks: only the choice of the first block is shown. */
static void note_first_block(cli *c, const char *axis, const char *value) {
    if (strchr(value, ','))
        cli_note(c,
                 "%s: %s differs between blocks; block 0 is shown (to show another block, give only the choice of that "
                 "block)",
                 axis, value);
}

static void note_first_blocks(cli *c, lg_config *f) {
    static const char *const axes[] = {"encoding", "mask", "scale", "attention"};
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) note_first_block(c, axes[i], lg_config_get(f, axes[i]));
}

#define MATRIX_MEMBERS(subject)                                                                                        \
    LG_MEMBER(lg_matrix, name, subject, "name as given"),                                                              \
        LG_MEMBER(lg_matrix, what, "what", "kind of the numbers; `lengthen inspect --help` lists all kinds"),          \
        LG_ARRAY(lg_matrix, data, shape, rank, "data", "the numbers of the matrix")
static const lg_member matrix_members[] = {MATRIX_MEMBERS("encoding"), {0}};
static const lg_schema matrix_schema = {
    .name = "lengthen.matrix/1",
    .about = "`inspect encoding`: one row per matrix; a bias of zeros if the encoding adds nothing.",
    .members = matrix_members,
};
static const lg_member position_members[] = {MATRIX_MEMBERS("source"), {0}};
static const lg_schema position_schema = {
    .name = "lengthen.positions/1",
    .about = "`inspect positions`: one row per list of drawn numbers.",
    .members = position_members,
};

/* In data formats, an encoding that adds nothing has a bias of zeros. */
static void print_no_bias(cli_matrix_sink *sink, lg_config *f, size_t T) {
    const size_t heads = (size_t)cli_config_int(f, "model.heads", 1);
    double *zeros = calloc(heads * T * T, sizeof *zeros);
    const lg_matrix m = {
        .name = lg_config_get(f, "encoding"), .what = "bias", .rank = 3, .shape = {heads, T, T}, .data = zeros};
    if (zeros)
        cli_matrix_print(sink, &m);
    else
        sink->status = cli_fail(LG_FAILED, "out of memory: a bias of %zu heads and %zu tokens", heads, T);
    free(zeros);
}

static int print_encoding(cli *c, lg_config *f, void *user) {
    const request *r = user;
    cli_matrix_sink sink = {.c = c, .schema = &matrix_schema};
    sink.asked = cli_setting_value(&c->args, "encoding");
    sink.prefix = cli_flag_value(&c->args, "npy");
    lg_status status = lg_inspect_encoding(f, (int)r->length, r->q.data, r->k.data, cli_matrix_print, &sink);
    if (sink.status != LG_OK) return sink.status;
    if (status != LG_OK) return cli_fail_library(c, status);
    note_first_blocks(c, f);
    if (!sink.printed && (!cli_is_table() || sink.prefix))
        print_no_bias(&sink, f, (size_t)r->length);
    else if (!sink.printed)
        cli_note(c, "%s adds nothing that is independent of queries and keys; give --q and --k for scores",
                 lg_config_get(f, "encoding"));
    return sink.status;
}

static int print_positions(cli *c, lg_config *f, void *user) {
    const request *r = user;
    cli_matrix_sink sink = {.c = c, .schema = &position_schema};
    sink.asked = cli_setting_value(&c->args, "positions");
    sink.prefix = cli_flag_value(&c->args, "npy");
    const char *tokens = cli_flag_value(&c->args, "tokens");
    const lg_status status = tokens ? lg_inspect_positions_of(f, tokens, cli_matrix_print, &sink)
                                    : lg_inspect_positions(f, (int)r->length, cli_matrix_print, &sink);
    return sink.status != LG_OK ? sink.status : status == LG_OK ? LG_OK : cli_fail_library(c, status);
}

/* Sampling positions needs no model, and the library checks all other options. */
static int prepare_nothing(cli *c, lg_config *f, void *user) {
    (void)c, (void)f, (void)user;
    return LG_OK;
}

static int with_request(cli *c, cli_config_fn prepare, cli_config_fn work) {
    request r = {.length = 8};
    int status = cli_flag_int(&c->args, "length", 1, LG_LENGTH_MAX, &r.length);
    if (status == LG_OK) status = read_content(c, "q", &r.q);
    if (status == LG_OK) status = read_content(c, "k", &r.k);
    if (status == LG_OK) status = check_content(c, &r);
    if (status == LG_OK) status = cli_config_run(c, prepare, work, &r);
    cli_array_free(&r.q);
    cli_array_free(&r.k);
    return status;
}

/* Draws a figure of the encodings that the arguments name. */
static int draw_encodings(cli *c) {
    long length = 128;
    const char *const *names = c->args.positionals + 1;
    const int count = (int)c->args.positional_count - 1;
    if (cli_flag_on(&c->args, "q") || cli_flag_on(&c->args, "k") || cli_flag_on(&c->args, "npy"))
        return cli_fail(LG_USAGE, "--figure uses identical queries and keys; remove --q, --k and --npy");
    if (count < 1) return cli_fail(LG_USAGE, "--figure needs the names of encodings: inspect encoding alibi t5 ...");
    const int status = cli_flag_int(&c->args, "length", 2, 4096, &length);
    for (int i = 0; i < count; i++) note_first_block(c, "encoding", names[i]);
    return status == LG_OK ? cli_profile_encodings(c, names, count, (int)length) : status;
}

static int inspect_encoding(cli *c) {
    if (cli_flag_on(&c->args, "figure")) return draw_encodings(c);
    const int status =
        c->args.positional_count > 1 ? cli_args_name(&c->args, "encoding", c->args.positionals[1]) : LG_OK;
    return status != LG_OK ? status : with_request(c, fit_model, print_encoding);
}

/* Draws a figure of the position samplers that the arguments name. */
static int draw_positions(cli *c) {
    long length = 10;
    const int count = (int)c->args.positional_count - 1;
    if (cli_flag_on(&c->args, "tokens") || cli_flag_on(&c->args, "npy"))
        return cli_fail(LG_USAGE, "--figure draws samples of given lengths; remove --tokens and --npy");
    if (count < 1)
        return cli_fail(LG_USAGE, "--figure needs the names of positions: inspect positions standard randomized ...");
    const int status = cli_flag_int(&c->args, "length", 1, 1000, &length);
    if (status != LG_OK) return status;
    return cli_samples_draw(c, c->args.positionals + 1, count, (int)length, &position_schema);
}

static int inspect_positions(cli *c) {
    if (cli_flag_on(&c->args, "figure")) return draw_positions(c);
    const int status =
        c->args.positional_count > 1 ? cli_args_name(&c->args, "positions", c->args.positionals[1]) : LG_OK;
    if (cli_flag_on(&c->args, "tokens") && cli_flag_on(&c->args, "length"))
        return cli_fail(LG_USAGE, "--tokens sets the length; remove --length");
    return status != LG_OK ? status : with_request(c, prepare_nothing, print_positions);
}

/* ---- inspect model ---- */

static int print_model(cli *c, lg_config *f, void *user) {
    (void)user;
    return cli_parameters_print(c, f);
}

static int inspect_model(cli *c) {
    const char *other = c->args.positional_count > 1 ? c->args.positionals[1] : NULL;
    if (other)
        return cli_fail(LG_USAGE,
                        "inspect model: expected flags such as --width 128, or --config FILE, not '%s'; for a trained "
                        "model: lengthen inspect run %s",
                        other, other);
    return cli_config_run(c, NULL, print_model, NULL);
}

/* ---- inspect run ---- */

typedef struct parameter_row {
    const char *run;
    cli_parameter known;
    lg_parameter trained;
} parameter_row;

static const lg_member parameter_members[] = {
    LG_MEMBER(parameter_row, run, "run", "run directory or model file"),
    LG_ROW(parameter_row, known, NULL, "", &cli_schema_parameter),
    LG_MEMBER(parameter_row, trained.norm, "norm", "L2 norm of the parameter", .heading = "norm", .format = "%.4g"),
    LG_MEMBER(parameter_row, trained.mean, "mean", "mean of the parameter's elements", .heading = "mean",
              .format = "%.3g"),
    LG_MEMBER(parameter_row, trained.largest, "largest", "largest magnitude of the parameter's elements",
              .heading = "largest", .format = "%.4g"),
    {0},
};
static const lg_schema parameter_schema = {
    .name = "lengthen.parameter/1",
    .about = "`inspect run`: one row per parameter.",
    .members = parameter_members,
};

static int show_run(cli *c, const char *dir, lg_run *r) {
    char text[96];
    size_t total = 0;
    if (!lg_run_parameters(r)) return cli_fail_library(c, LG_USAGE);
    cli_rows rows = cli_rows_begin(&parameter_schema);
    for (size_t i = 0; i < lg_run_parameters(r); i++) {
        parameter_row row = {.run = dir, .trained = lg_run_parameter(r, i)};
        cli_parameter_fill(&row.known, &row.trained);
        total += row.known.count;
        cli_rows_put(&rows, &row);
    }
    cli_rows_end(&rows, LG_OK);
    snprintf(text, sizeof text, "%zu parameters in %zu arrays", total, lg_run_parameters(r));
    cli_legend(text);
    return LG_OK;
}

/* ---- inspect logits ---- */

static int argmax(const double *row, int count) {
    int best = 0;
    for (int i = 1; i < count; i++)
        if (row[i] > row[best]) best = i;
    return best;
}

/* Numbers of the position sample: one list, or one per block if blocks differ. */
typedef struct number_lists {
    double *data;
    size_t shape[2];
} number_lists;

typedef struct logits_row {
    const char *run;
    const int32_t *input;
    int inputs, *output, rank; /* rank: 2 */
    number_lists positions, distances;
    size_t shape[2];
    double *logits;
    const int32_t *target; /* [targets] */
    int targets;
    double *target_logits, *log_probabilities;
} logits_row;

static const lg_member logits_members[] = {
    LG_MEMBER(logits_row, run, "run", "run directory or model file"),
    LG_LIST(logits_row, input, inputs, "input", "ids of the input tokens"),
    LG_LIST(logits_row, output, shape[0], "output", "the predicted classes"),
    LG_ARRAY(logits_row, positions.data, positions.shape, rank, "positions",
             "positions if they are not 0, 1, 2, ...: one list per position sample", .bare = true, .optional = true),
    LG_ARRAY(logits_row, distances.data, distances.shape, rank, "distances",
             "distances if the encoding reads distances instead of positions: one list per position sample",
             .bare = true, .optional = true),
    LG_LIST(logits_row, target, targets, "target", "with `--target`: ids of the target tokens", .optional = true),
    LG_LIST(logits_row, target_logits, targets, "target_logits", "with `--target`: logit of each target token",
            .optional = true),
    LG_LIST(logits_row, log_probabilities, targets, "log_probabilities",
            "with `--target`: log-probability of each target token", .unit = "nats", .optional = true),
    LG_ARRAY(logits_row, logits, shape, rank, "data", "logits by output and class"),
    {0},
};
static const lg_schema logits_schema = {
    .name = "lengthen.logits/1",
    .about = "`inspect logits`: the output for one input.",
    .members = logits_members,
};

static void add_numbers(void *user, const lg_matrix *m) {
    logits_row *r = user;
    number_lists *x = strcmp(m->what, "positions") ? &r->distances : &r->positions;
    const size_t count = m->shape[0];
    double *more = realloc(x->data, (x->shape[0] + 1) * count * sizeof *more);
    if (!more) {
        cli_out_lose();
        return;
    }
    x->data = more, x->shape[1] = count;
    memcpy(x->data + x->shape[0]++ * count, m->data, count * sizeof *more);
}

static void put_logits(lg_run *r, logits_row *row) {
    row->output = calloc(row->shape[0] + 1, sizeof *row->output);
    for (size_t i = 0; row->output && i < row->shape[0]; i++)
        row->output[i] = argmax(row->logits + i * row->shape[1], (int)row->shape[1]);
    lg_run_positions(r, add_numbers, row);
    if (row->output)
        cli_row_put(&logits_schema, row);
    else
        cli_out_lose();
    free(row->output);
    free(row->positions.data);
    free(row->distances.data);
}

static void logits_table(const cli_symbols *s, const double *logits, int outputs, int classes) {
    char kinds[16] = "rlrrrrrrrrrrrrr";
    kinds[2 + (classes < 12 ? classes : 12)] = 0;
    lg_sheet *t = lg_sheet_new(kinds);
    lg_sheet_cell(t, "output");
    lg_sheet_cell(t, "symbol");
    for (int j = 0; j < classes && j < 12; j++) lg_sheet_cell(t, "%s", cli_symbols_output(s, j));
    for (int i = 0; i < outputs; i++) {
        lg_sheet_cell(t, "%d", i);
        lg_sheet_cell(t, "%s", cli_symbols_output(s, argmax(logits + i * classes, classes)));
        for (int j = 0; j < classes && j < 12; j++) lg_sheet_cell(t, "%.4f", logits[i * classes + j]);
    }
    cli_sheet_print(t, stdout);
}

/* The logarithm of the softmax probability of a class. */
static double log_probability(const double *row, int classes, int class) {
    const double largest = row[argmax(row, classes)];
    double sum = 0;
    for (int j = 0; j < classes; j++) sum += exp(row[j] - largest);
    return row[class] - largest - log(sum);
}

static void targets_table(const cli_symbols *s, const logits_row *x) {
    lg_sheet *t = lg_sheet_new("rlrrl");
    double sum = 0;
    const char *const headings[] = {"output", "target", "logit", "log-probability", "most probable"};
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++) lg_sheet_cell(t, "%s", headings[i]);
    for (int i = 0; i < x->targets; i++) {
        sum += x->log_probabilities[i];
        lg_sheet_cell(t, "%d", i);
        lg_sheet_cell(t, "%s", cli_symbols_output(s, x->target[i]));
        lg_sheet_cell(t, "%.4f", x->target_logits[i]);
        lg_sheet_cell(t, "%.4f", x->log_probabilities[i]);
        lg_sheet_cell(t, "%s", cli_symbols_output(s, argmax(x->logits + (size_t)i * x->shape[1], (int)x->shape[1])));
    }
    cli_sheet_print(t, stdout);
    char text[80];
    snprintf(text, sizeof text, "log-probability of all targets: %.4f nats", sum);
    cli_legend(text);
}

/* Allocates the logits of all outputs, and the logits and log probabilities of the targets. */
static int reserve_logits(logits_row *x, int outputs, int classes) {
    x->shape[0] = (size_t)outputs, x->shape[1] = (size_t)classes;
    x->logits = calloc(x->shape[0] * x->shape[1] + 1, sizeof *x->logits);
    x->target_logits = calloc((size_t)x->targets + 1, sizeof *x->target_logits);
    x->log_probabilities = calloc((size_t)x->targets + 1, sizeof *x->log_probabilities);
    return x->logits && x->target_logits && x->log_probabilities
               ? LG_OK
               : cli_fail(LG_FAILED, "out of memory: %d outputs of %d classes", outputs, classes);
}

static void fill_targets(logits_row *x) {
    for (int i = 0; i < x->targets; i++) {
        const double *row = x->logits + (size_t)i * x->shape[1];
        x->target_logits[i] = row[x->target[i]];
        x->log_probabilities[i] = log_probability(row, (int)x->shape[1], x->target[i]);
    }
}

static lg_status compute_logits(lg_run *r, logits_row *x, size_t capacity, int *outputs, int *classes) {
    return lg_run_target_logits(r, x->input, x->inputs, x->target, x->targets, x->logits, capacity, outputs, classes);
}

/* Computes all logits. Reports errors of the model or the data first, then an unknown symbol. */
static int fill_logits(cli *c, lg_run *r, logits_row *x, const char *unknown) {
    int outputs, classes, status;
    compute_logits(r, x, 0, &outputs, &classes); /* capacity 0: gets only `outputs` and `classes` */
    if (outputs == 0) return cli_fail_library(c, LG_USAGE);
    if (unknown) return cli_symbols_refuse(unknown);
    status = reserve_logits(x, outputs, classes);
    if (status != LG_OK) return status;
    status = compute_logits(r, x, x->shape[0] * x->shape[1], &outputs, &classes);
    if (status != LG_OK) return cli_fail_library(c, status);
    fill_targets(x);
    return LG_OK;
}

static int print_logits(cli *c, lg_run *r, const cli_symbols *s, logits_row *x, const char *unknown) {
    const int status = fill_logits(c, r, x, unknown);
    if (status == LG_OK && !cli_is_table())
        put_logits(r, x);
    else if (status == LG_OK && x->target)
        targets_table(s, x);
    else if (status == LG_OK)
        logits_table(s, x->logits, (int)x->shape[0], (int)x->shape[1]);
    free(x->logits);
    free(x->target_logits);
    free(x->log_probabilities);
    return status;
}

static int show_logits(cli *c, const char *dir, lg_run *r) {
    const char *ids = cli_flag_value(&c->args, "input"), *symbols = cli_flag_value(&c->args, "symbols"), *unknown;
    const char *targets = cli_flag_value(&c->args, "target");
    if (!ids == !symbols)
        return cli_fail(LG_USAGE, "inspect logits needs either --input \"0 1 1 0\" (ids) or --symbols");
    cli_symbols s;
    cli_symbols_learn(&s, lg_run_config(r));
    int32_t *input = NULL, *target = NULL;
    logits_row x = {.run = dir, .rank = 2};
    int status = targets ? cli_ids_read("target", targets, &target, &x.targets) : LG_OK;
    if (status == LG_OK)
        status = ids ? cli_ids_read("input", ids, &input, &x.inputs)
                     : cli_symbols_read(&s, symbols, &input, &x.inputs, &unknown);
    x.input = input, x.target = target;
    if (status == LG_OK) status = print_logits(c, r, &s, &x, ids ? NULL : unknown);
    free(input);
    free(target);
    cli_symbols_free(&s);
    return status;
}

/* ---- inspect probe ---- */

static int show_probe(cli *c, const char *dir, lg_run *r) {
    long length = 8, sequences = 4;
    if (cli_flag_int(&c->args, "length", 1, LG_LENGTH_MAX, &length)) return LG_USAGE;
    if (cli_flag_int(&c->args, "sequences", 1, 1 << 16, &sequences)) return LG_USAGE;
    const char *out = cli_setting_value(&c->args, "out");
    char path[4096];
    snprintf(path, sizeof path, "%s%s", out ? out : dir, out ? "" : "/probe.safetensors");
    int writable = cli_check_folder("out", path);
    if (writable != LG_OK) return writable;
    lg_status status = lg_run_probe(r, (int)length, (int)sequences, path);
    if (status != LG_OK) return cli_fail_library(c, status);
    cli_file_put(path);
    cli_note(c, "wrote %s", path);
    return LG_OK;
}

/* Opens the run that the second positional argument names, and calls `then` with this run. */
static int with_run(cli *c, int (*then)(cli *c, const char *dir, lg_run *r)) {
    const char *form = c->args.positionals[0], *dir = c->args.positionals[1];
    if (c->args.positional_count < 2)
        return cli_fail(LG_USAGE, "inspect %s needs a run directory: lengthen inspect %s runs/NAME", form, form);
    if (cli_flag_on(&c->args, "config") || cli_flag_on(&c->args, "preset"))
        return cli_fail(LG_USAGE, "inspect %s reads the config of the run; remove --config and --preset", form);
    lg_run *r;
    lg_status opened = lg_run_open(c->context, dir, &r);
    if (opened != LG_OK) return cli_fail_library(c, opened);
    int status = cli_config_override(c, lg_run_config(r));
    if (status == LG_OK)
        status = cli_flag_on(&c->args, "print-config") ? cli_config_print(c, lg_run_config(r)) : then(c, dir, r);
    lg_run_free(r);
    return status;
}

static int inspect_run(cli *c) {
    return with_run(c, show_run);
}

static int inspect_logits(cli *c) {
    return with_run(c, show_logits);
}

static int inspect_probe(cli *c) {
    return with_run(c, show_probe);
}

/* ---- forms of the command ---- */

static const struct form {
    const char *name;
    const char *axis;       /* its second argument is a choice on this axis; NULL: a run */
    const char *flags;      /* flags it reads, each between blanks */
    const lg_schema *table; /* schema of CSV rows; NULL: it has no table */
    int (*run)(cli *c);
} forms[] = {
    {"encoding", "encoding", " length q k npy figure ", NULL, inspect_encoding},
    {"positions", "positions", " length tokens npy figure ", NULL, inspect_positions},
    {"model", NULL, "", &cli_schema_model, inspect_model},
    {"run", NULL, "", &parameter_schema, inspect_run},
    {"logits", NULL, " input symbols target ", &logits_schema, inspect_logits},
    {"probe", NULL, " length sequences ", NULL, inspect_probe},
};
enum { FORMS = sizeof forms / sizeof *forms };

static int unknown_form(const char *name) {
    cli_nearest near = cli_nearest_to(name, strlen(name));
    for (int i = 0; i < FORMS; i++) cli_nearest_try(&near, forms[i].name);
    const char *best = cli_nearest_best(&near);
    if (best) return cli_fail(LG_USAGE, "there is no inspect %s; did you mean inspect %s?", name, best);
    return cli_fail(LG_USAGE, "inspect needs one of: encoding, positions, model, run, logits, probe%s%s",
                    *name ? "; not " : "", name);
}

static int check_flags(const cli *c, const struct form *form) {
    for (const cli_flag *f = flags; f->name; f++) {
        char between[32];
        snprintf(between, sizeof between, " %s ", f->name);
        if (cli_flag_on(&c->args, f->name) && !strstr(form->flags, between))
            return cli_fail(LG_USAGE,
                            "inspect %s does not read --%s; `lengthen inspect --help` lists the kinds that do",
                            form->name, f->name);
    }
    return LG_OK;
}

/* Chooses the schema of CSV rows, and rejects tables for forms without one. Figures come with a table. */
static int check_format(const cli *c, const struct form *form) {
    const char *format = cli_flag_value(&c->args, "format");
    const lg_schema *drawn = form->run == inspect_encoding ? &cli_schema_profile : &position_schema;
    const lg_schema *table = cli_flag_on(&c->args, "figure") ? drawn : form->table;
    cli_csv_choose(table);
    if (table || !format || !strcmp(format, "table") || !strcmp(format, "json")) return LG_OK;
    return cli_fail(LG_USAGE, "--format %s: inspect %s prints no table; expected --format json", format, form->name);
}

static const lg_schema *const schemas[] = {
    &matrix_schema,    &position_schema, &cli_schema_profile, &cli_schema_model,
    &parameter_schema, &logits_schema,   &cli_schema_file,    NULL,
};

static int run_inspect(cli *c) {
    const char *name = c->args.positional_count ? c->args.positionals[0] : "";
    int i = 0;
    while (i < FORMS && strcmp(name, forms[i].name)) i++;
    if (i == FORMS) return unknown_form(name);
    const char *prefix = cli_flag_value(&c->args, "npy");
    if (c->args.positional_count > 2 && prefix && !*prefix)
        return cli_fail(LG_USAGE, "inspect %s: unexpected argument '%s'; did you mean --npy=%s?", name,
                        c->args.positionals[2], c->args.positionals[2]);
    if (c->args.positional_count > 2 && !cli_flag_on(&c->args, "figure"))
        return cli_fail(LG_USAGE, "inspect %s takes one %s; remove %s", name, forms[i].axis ? "name" : "run",
                        c->args.positionals[2]);
    int status = check_flags(c, &forms[i]);
    if (status == LG_OK) status = check_format(c, &forms[i]);
    return status == LG_OK ? forms[i].run(c) : status;
}

const cli_command cli_command_inspect = {
    .name = "inspect",
    .summary = "print matrices of an encoding, position samples, parameters or logits",
    .usage = "lengthen inspect encoding [NAME] [flags]\n"
             "lengthen inspect encoding NAME... --figure FILE [flags]\n"
             "lengthen inspect positions [NAME] [flags]\n"
             "lengthen inspect positions NAME... --figure FILE [flags]\n"
             "lengthen inspect model [flags]\n"
             "lengthen inspect run RUN\n"
             "lengthen inspect logits RUN --input IDS | --symbols WORDS [--target IDS]\n"
             "lengthen inspect probe RUN [--length N] [--sequences N] [--out FILE]",
    .examples = "lengthen inspect encoding alibi --length 5 --heads 3\n"
                "lengthen inspect encoding alibi kerple t5 sandwich --length 512 --figure biases.svg\n"
                "lengthen inspect encoding rope --q q.npy --k k.npy --heads 4 --json\n"
                "lengthen inspect encoding relative --positions randomized --length 6 --npy=/tmp/rel\n"
                "lengthen inspect encoding none --attention geometric --q q.json --k k.json --heads 2\n"
                "lengthen inspect positions randomized --positions.L 64 --length 10 --seed 3\n"
                "lengthen inspect positions standard randomized --length 10 --figure positions.svg\n"
                "lengthen inspect model --width 128 --blocks 12 --encoding learned\n"
                "lengthen inspect run runs/a\n"
                "lengthen inspect logits runs/a --input \"0 1 1 0\"\n"
                "lengthen inspect logits runs/a --input \"0 1 1 0\" --target \"0 1 1 0\"\n"
                "lengthen inspect probe runs/a --length 12 --sequences 2",
    .text = "encoding   what an encoding adds or applies to T tokens in the first block, at initialization:\n"
            "             embedding [T, width]       sinusoid, learned: added to the embeddings\n"
            "             bias [heads, T, T]         alibi: added to the scores after they are scaled\n"
            "             cosine, sine [T, D/2]      rope, for D columns per head\n"
            "             rotated_q, rotated_k [T, width]   rope with --q and --k\n"
            "             sinusoid [2T-1, width]     relative: A(D) by offset -(T-1)..T-1, key minus query\n"
            "             vectors [2T-1, width]      relative: r(D) = A(D) projection. If positions are random,\n"
            "                                        sinusoid and vectors have the shape [T, T, width]\n"
            "             projection [width, width]  relative: W_R\n"
            "             content_bias [heads, D]    relative: u\n"
            "             position_bias [heads, D]   relative: v\n"
            "             distance_keys [2K+1, D]    shaw: aK by distance -K..K, K = encoding.clip\n"
            "             distance_values [2K+1, D]  shaw: aV\n"
            "             positions [T]              random positions, if the encoding reads positions\n"
            "             distances [2T-1]           random distances, if the encoding reads distances\n"
            "           With --q and --k, two more matrices, by (head, query, key):\n"
            "             scores [heads, T, T]       scaled logits, without bias and mask\n"
            "             weights [heads, T, T]      attention weights without mask, if attention is not\n"
            "                                        softmax; geometric assumes that the sublayer input is 0\n"
            "           With --q, the model is as wide as the queries. Without --q and --width, it has the\n"
            "           default width, or 8 columns per head if the default is not a multiple of --heads.\n"
            "           With --init RUN, parameters are those of RUN; its options are also needed (--config\n"
            "           RUN/config.yaml). Otherwise, parameters are drawn with --seed from normal distributions.\n"
            "           Their standard deviations are 1/sqrt(width) for W_R, 0.02 for u and v, and 1 for learned\n"
            "           positions. W_R and learned positions are truncated at two standard deviations.\n"
            "           `lengthen show NAME` prints formulas.\n"
            "           --figure draws, for each head, the score between the last of T tokens (default 128) and\n"
            "           the key D tokens to its left. Queries and keys are identical, so the score is 1 at every\n"
            "           distance if positions have no effect. For encodings added to embeddings, the score is the\n"
            "           product of the vectors added to the two tokens, scaled to 1 at distance 0. If the mask is\n"
            "           not causal, the figure also has negative D: the score between the first token and the\n"
            "           key -D tokens to its right.\n"
            "positions  a sample of positions, for any encoding: positions [T], distances [2T-1] by offset, or\n"
            "           both. --figure draws the position ids of four training sequences of T tokens (default 10)\n"
            "           and of four test sequences of 4 T tokens. The figure shows whether test ids are within\n"
            "           the range of training ids\n"
            "model      the parameters of an untrained model with the given options: name, shape, count and share;\n"
            "           identical blocks share a row (block.0..4). With --json, one object has the members\n"
            "           parameters (the total), architecture, choices and arrays\n"
            "run        the parameters of a trained model: name, shape and size\n"
            "logits     the output of a trained model for one input, with one row for each target token. If the\n"
            "           input does not determine the number of target tokens, there is one row, for the next\n"
            "           token. An autoregressive model decodes greedily. With --target, the output has the logits\n"
            "           and log-probabilities of the given target tokens. Each is predicted from the input and\n"
            "           the target tokens before it. `lengthen sample --json` prints ids of inputs and targets\n"
            "probe      a batch, its logits, its loss and the gradient of every parameter, written to\n"
            "           RUN/probe.safetensors or --out FILE, for independent checks such as tools/oracle.py. The\n"
            "           model is computed as in training, but without dropout. If it has experts, `loss` excludes\n"
            "           the auxiliary loss (`expert_loss`), and the gradients are those of the sum of both losses",
    .positionals = "encoding positions model run logits probe",
    .flags = flags,
    .settings = cli_config_flags,
    .frequent = "positions encoding heads width seed",
    .schemas = schemas,
    .tabular = true,
    .run = run_inspect,
};
