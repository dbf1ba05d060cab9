/* theorem.c: `lengthen theorem [NUMBER]`: proofs by construction, run on the engine, and what they leave to be desired.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/ui/out.h"
#include "cli/ui/print.h"

static const cli_flag flags[] = {
    {"length", 0, "N", "tokens with <bos>, and hidden units of the feed-forward networks (64)"},
    {"width", 0, "D", "width of the residual stream (32)"},
    {"heads", 0, "H", "attention heads of 2 columns or more (4)"},
    {"seed", 0, "N", "of the tokens and of all weights that the proofs leave open (0)"},
    {0},
};

enum { SAMPLES = 9, HEADLINES = 4 };

/* Some numbers of a claim, and what it is about. */
typedef struct headline {
    char heading[64];
    size_t rows, columns;
    double found[SAMPLES], wanted[SAMPLES];
} headline;

/* The user of the callback. */
typedef struct printer {
    cli *c;
    lg_theorem_options options;
    lg_machine machine;
    lg_sheet *claims;
    headline headlines[HEADLINES];
    int count;             /* of headlines */
    int refused, unjudged; /* claims that do not hold, that rounding leaves open */
} printer;

/* ---- machine-readable ---- */

static void print_json(const printer *p, const lg_theorem_claim *c) {
    const size_t shape[] = {2, c->rows, c->columns}, count = c->rows * c->columns;
    double *both = malloc(2 * count * sizeof *both);
    json_t *o = cli_out_object("lengthen.theorem/1");
    if (!both) {
        json_decref(o);
        cli_out_lose();
        return;
    }
    cli_out_int(o, "theorem", c->theorem);
    cli_out_text(o, "claim", c->name);
    cli_out_text(o, "text", c->text);
    cli_out_text(o, "block", c->block);
    cli_out_int(o, "length", p->options.length);
    cli_out_text(o, "precision", p->machine.precision);
    cli_out_text(o, "kernels", p->machine.kernels);
    cli_out_real(o, "error", c->error);
    cli_out_real(o, "tolerance", c->tolerance);
    json_object_set_new(o, "judged", json_boolean(c->judged));
    json_object_set_new(o, "holds", json_boolean(c->holds));
    cli_out_sizes(o, "shape", shape, 3);
    memcpy(both, c->found, count * sizeof *both);
    memcpy(both + count, c->wanted, count * sizeof *both);
    for (size_t i = 0; i < count; i++)
        if (isnan(c->wanted[i])) both[i] = NAN;
    cli_out_line_data(o, shape, 3, both);
    free(both);
}

/* ---- tables ---- */

/* Which of `count` tokens sample i shows: the first and the last, and some between them. */
static size_t sample_at(size_t i, size_t count) {
    return count <= SAMPLES ? i : i * (count - 1) / (SAMPLES - 1);
}

static size_t samples_of(size_t count) {
    return count <= SAMPLES ? count : SAMPLES;
}

/* Keeps some numbers of the last row. */
static void keep_headline(printer *p, const lg_theorem_claim *c) {
    if (!c->headline || p->count == HEADLINES) return;
    headline *h = &p->headlines[p->count++];
    const size_t row = (c->rows - 1) * c->columns;
    snprintf(h->heading, sizeof h->heading, "%s, %s", c->name, c->block);
    h->rows = c->rows;
    h->columns = c->columns;
    for (size_t i = 0; i < samples_of(c->columns); i++) {
        h->found[i] = c->found[row + sample_at(i, c->columns)];
        h->wanted[i] = c->wanted[row + sample_at(i, c->columns)];
    }
}

static void add_claim(printer *p, const lg_theorem_claim *c) {
    static const char *const verdicts[2][2] = {{"FAILS", "FAILS"}, {"not judged", "holds"}};
    const size_t at = c->row * c->columns + c->column;
    lg_sheet *t = p->claims;
    lg_sheet_cell(t, "%s", c->name);
    lg_sheet_cell(t, "%s", c->block);
    lg_sheet_cell(t, "%.2g", c->error);
    lg_sheet_cell(t, "%.2g", c->tolerance);
    lg_sheet_cell(t, "%s", verdicts[c->holds][c->judged]);
    lg_sheet_cell(t, "%.7g", c->found[at]);
    lg_sheet_cell(t, "%.7g", c->wanted[at]);
    lg_sheet_cell(t, "%s", c->text);
}

static void on_claim(void *user, const lg_theorem_claim *c) {
    printer *p = user;
    p->refused += !c->holds;
    p->unjudged += !c->judged;
    if (p->c->json) {
        print_json(p, c);
        return;
    }
    add_claim(p, c);
    keep_headline(p, c);
}

static void print_headlines(const printer *p) {
    char kinds[2 * HEADLINES + 2] = "r";
    for (int i = 0; i < p->count; i++) strcat(kinds, "rr");
    lg_sheet *t = lg_sheet_new(kinds);
    lg_sheet_cell(t, "%s", p->headlines[0].rows > 1 ? "key of the last token" : "token");
    for (int i = 0; i < p->count; i++) {
        lg_sheet_cell(t, "%s", p->headlines[i].heading);
        lg_sheet_cell(t, "theorem");
    }
    const size_t columns = p->headlines[0].columns;
    for (size_t k = 0; k < samples_of(columns); k++) {
        lg_sheet_cell(t, "%zu", sample_at(k, columns) + 1);
        for (int i = 0; i < p->count; i++) {
            lg_sheet_cell(t, "%.7g", p->headlines[i].found[k]);
            lg_sheet_cell(t, "%.7g", p->headlines[i].wanted[k]);
        }
    }
    cli_sheet_print(t, stdout);
}

static void begin_claims(printer *p) {
    static const char *const heads[] = {"claim", "block", "error", "allowed", "", "found", "wanted", "what"};
    p->count = p->unjudged = 0;
    p->claims = lg_sheet_new("llrrlrrl");
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) lg_sheet_cell(p->claims, "%s", heads[i]);
}

static void print_theorem(const printer *p, int number) {
    const lg_theorem_info info = lg_theorem_at(number);
    printf("Theorem %d: %s.\n%s\n\n", number, info.title, info.source);
    if (p->c->verbose) printf("%s\n\n", info.statement);
    printf("%d tokens, decoder of 2 blocks of width %d, encoding none; %s, kernels %s\n\n", p->options.length,
           p->options.width, p->machine.precision, p->machine.kernels);
    print_headlines(p);
    putchar('\n');
    cli_sheet_print(p->claims, stdout);
    if (p->unjudged > 0)
        puts("Not judged: beyond 64 tokens rounding of float32 may come to what is allowed; the double build judges.");
}

static int check_theorem(printer *p, int number) {
    if (!p->c->json) begin_claims(p);
    const lg_status status = lg_theorem_check(p->c->context, number, &p->options, on_claim, p);
    if (status == LG_OK && !p->c->json) print_theorem(p, number);
    lg_sheet_free(p->claims);
    p->claims = NULL;
    return status == LG_OK ? LG_OK : cli_fail_library(p->c, status);
}

/* ---- the command line ---- */

static int read_options(const cli_args *args, lg_theorem_options *o, int from) {
    long length = 64, width = 32, heads = 0, seed = 0;
    if (cli_flag_int(args, "length", lg_theorem_at(from).shortest, LG_THEOREM_LENGTH_MAX, &length) ||
        cli_flag_int(args, "width", 5, LG_THEOREM_WIDTH_MAX, &width) ||
        cli_flag_int(args, "heads", 1, LG_THEOREM_WIDTH_MAX / 2, &heads) ||
        cli_flag_int(args, "seed", 0, 1L << 52, &seed))
        return LG_USAGE;
    *o = (lg_theorem_options){(int)length, (int)width, (int)heads, (uint64_t)seed};
    return LG_OK;
}

/* The theorems first..last that are asked for: all, or the one that is a positional. */
static int read_number(const cli_args *args, int *first, int *last) {
    *first = 1;
    *last = (int)lg_theorem_count();
    if (args->positional_count == 0) return LG_OK;
    char *end;
    const char *text = args->positionals[0];
    const long number = strtol(text, &end, 10);
    if (end == text || *end || number < 1 || number > *last)
        return cli_fail(LG_USAGE, "theorem %s: expected 1 or %d, or nothing for both", text, *last);
    if (args->positional_count > 1)
        return cli_fail(LG_USAGE, "theorem takes one number, not %s too", args->positionals[1]);
    *first = *last = (int)number;
    return LG_OK;
}

static int run_theorem(cli *c) {
    int first, last;
    printer p = {.c = c};
    int status = read_number(&c->args, &first, &last);
    if (status == LG_OK) status = read_options(&c->args, &p.options, last);
    const lg_status known = status == LG_OK ? lg_doctor(c->context, false, &p.machine) : LG_OK;
    if (known != LG_OK) status = cli_fail_library(c, known);
    for (int i = first; status == LG_OK && i <= last; i++) {
        if (i > first && !c->json) putchar('\n');
        status = check_theorem(&p, i);
    }
    if (status == LG_OK && p.refused > 0)
        return cli_fail(LG_MISMATCH, "%d claim%s of the theorem%s did not hold", p.refused, p.refused == 1 ? "" : "s",
                        first == last ? "" : "s");
    return status;
}

const cli_command cli_command_theorem = {
    .name = "theorem",
    .summary = "run the proofs about decoders without positional encoding",
    .usage = "lengthen theorem [1|2] [flags]",
    .examples = "lengthen theorem 1\n"
                "lengthen theorem 2 --length 40 --seed 7\n"
                "lengthen theorem --length 512 --json",
    .text = "Can a decoder without positional encoding (NoPE) know where its tokens are? Two theorems say that\n"
            "it can, and their proofs give the weights (Kazemnejad et al. 2023, appendix C). This command\n"
            "writes them into ordinary models (decoder, encoding none, causal mask, two layers), runs these\n"
            "and compares what they compute with what the proofs say. It needs no training, and proves that\n"
            "such weights exist, not that training finds them.\n\n"
            "1  Absolute positions in the first layer. Every token has a 1 in coordinate 1, <bos> alone also\n"
            "   in coordinate 2. With equal keys, attention is the mean over the t tokens that are seen; where\n"
            "   the value of <bos> is 1 and all others are 0, coordinate 3 becomes 1/t. A feed-forward network\n"
            "   of N ReLU units maps 1/t to t. Tokens and queries do not matter; without <bos>, or without the\n"
            "   causal mask, all tokens get the same number.\n"
            "2  Relative attention in later layers. Queries (1, -t, ...) and keys (i, 1, ...) have the product\n"
            "   content - (t - i): equal content gives the attention of an ALiBi head of slope 1, and tokens\n"
            "   that are inserted behind <bos> change no score between the others.\n\n"
            "Block no_norm is the setting of the proofs. With pre_norm (RMS norms before the sublayers, as in\n"
            "the models of the study) the first needs token vectors of one norm, and scores are exactly\n"
            "relative where the first layer writes cos and sin of an angle instead of t (our addition).\n\n"
            "Each claim has its largest error, what is allowed, and both numbers where the error is largest.\n"
            "Numbers are in float32. Weights have the size of N^2: beyond 64 tokens what is allowed grows with\n"
            "N^2, and a claim is `not judged` (it is in the double build). The exit status is 5 if a claim does\n"
            "not hold. --verbose also prints theorem and proof.",
    .positionals = "1 2",
    .flags = flags,
    .run = run_theorem,
};
