/* theorem.c: `lengthen theorem [NUMBER]`: builds models from proofs by construction, and compares them with the
 * theorems. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/ui/out.h"
#include "cli/ui/print.h"

static const cli_flag flags[] = {
    {"length", 0, "N", "number of tokens, including <bos>; also the number of hidden feed-forward units (default 64)"},
    {"width", 0, "D", "width of the residual stream (default 32)"},
    {"heads", 0, "H", "attention heads, of at least 2 columns each (default 4)"},
    {"seed", 0, "N", "seed of the tokens and of all weights that the proofs do not fix (default 0)"},
    {0},
};

enum { SAMPLES = 9, HEADLINES = 4 };

/* Some numbers of a claim, taken from the last row of its matrix, for the table above the list of claims. */
typedef struct headline {
    char heading[64];
    size_t rows, columns;
    double found[SAMPLES], wanted[SAMPLES];
} headline;

/* The `user` of the callback. */
typedef struct printer {
    cli *c;
    lg_theorem_options options;
    lg_machine machine;
    cli_rows claims;
    headline headlines[HEADLINES];
    int count;              /* of headlines */
    int refused, undecided; /* numbers of claims that fail, and of claims that rounding errors leave undecided */
} printer;

/* ---- rows ---- */

typedef struct row {
    lg_theorem_claim x;
    int length;
    const char *precision, *kernels, *verdict;
    double found, wanted; /* the model's and the theorem's value in the cell with the largest difference */
    double *both;
    size_t shape[3];
    int rank;
} row;

static const lg_member members[] = {
    LG_MEMBER(row, x.theorem, "theorem", "number of the theorem"),
    LG_MEMBER(row, x.name, "claim", "name of the claim", .heading = "claim"),
    LG_MEMBER(row, x.block, "block", "`no_norm` or `pre_norm`", .heading = "block"),
    LG_MEMBER(row, length, "length", "number of tokens, including `<bos>`"),
    LG_MEMBER(row, precision, "precision", "floating-point type: `float32` or `float64`"),
    LG_MEMBER(row, kernels, "kernels", "kernel set in use"),
    LG_MEMBER(row, x.error, "error", "largest difference between model and theorem", .heading = "error",
              .format = "%.2g"),
    LG_MEMBER(row, x.tolerance, "tolerance", "largest error allowed; 0: the bits must be equal", .heading = "allowed",
              .format = "%.2g"),
    LG_MEMBER(row, x.decided, "judged", "false beyond 64 tokens in float32, where rounding may exceed any tolerance"),
    LG_MEMBER(row, x.holds, "holds", "the error is within the tolerance, or the claim is not checked"),
    LG_MEMBER(row, verdict, NULL, "", .heading = ""),
    LG_MEMBER(row, found, NULL, "", .heading = "found", .format = "%.7g"),
    LG_MEMBER(row, wanted, NULL, "", .heading = "wanted", .format = "%.7g"),
    LG_MEMBER(row, x.text, "text", "description of the numbers and of what the theorem claims", .heading = "what"),
    LG_ARRAY(row, both, shape, rank, "data",
             "numbers of the model, then those of the theorem, by row and column; null where nothing is claimed"),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.theorem/1",
    .about = "`theorem`: one row per claim.",
    .members = members,
};

static void put_claim(printer *p, const lg_theorem_claim *c) {
    static const char *const verdicts[2][2] = {{"FAILS", "FAILS"}, {"not checked", "holds"}};
    const size_t count = c->rows * c->columns, at = c->row * c->columns + c->column;
    row r = {*c, p->options.length, p->machine.precision, p->machine.kernels, verdicts[c->holds][c->decided]};
    r.found = c->found[at], r.wanted = c->wanted[at];
    r.rank = 3, r.shape[0] = 2, r.shape[1] = c->rows, r.shape[2] = c->columns;
    r.both = malloc(2 * count * sizeof *r.both);
    if (!r.both) {
        cli_out_lose();
        return;
    }
    memcpy(r.both + count, c->wanted, count * sizeof *r.both);
    for (size_t i = 0; i < count; i++) r.both[i] = isnan(c->wanted[i]) ? NAN : c->found[i];
    cli_rows_put(&p->claims, &r);
    free(r.both);
}

/* ---- tables ---- */

/* The index of the token that sample i shows, out of `count` tokens. If there are at most SAMPLES tokens, samples show
 * all of them; otherwise the first, the last, and evenly spaced tokens in between. */
static size_t sample_at(size_t i, size_t count) {
    return count <= SAMPLES ? i : i * (count - 1) / (SAMPLES - 1);
}

static size_t samples_of(size_t count) {
    return count <= SAMPLES ? count : SAMPLES;
}

/* Copies numbers from the last row of the claim into a headline, if the claim is one and there is room for it. */
static void keep_headline(printer *p, const lg_theorem_claim *c) {
    if (!c->headline || p->count == HEADLINES) return;
    headline *h = &p->headlines[p->count++];
    const size_t last = (c->rows - 1) * c->columns;
    snprintf(h->heading, sizeof h->heading, "%s, %s", c->name, c->block);
    h->rows = c->rows;
    h->columns = c->columns;
    for (size_t i = 0; i < samples_of(c->columns); i++) {
        h->found[i] = c->found[last + sample_at(i, c->columns)];
        h->wanted[i] = c->wanted[last + sample_at(i, c->columns)];
    }
}

static void on_claim(void *user, const lg_theorem_claim *c) {
    printer *p = user;
    p->refused += !c->holds;
    p->undecided += !c->decided;
    put_claim(p, c);
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

/* Prints the text above the tables. */
static void print_title(const printer *p, int number) {
    char text[1024];
    const lg_theorem_info info = lg_theorem_at(number);
    snprintf(text, sizeof text, "Theorem %d: %s.", number, info.title);
    cli_legend(text);
    cli_legend(info.source);
    cli_line();
    snprintf(text, sizeof text, "%s", info.statement);
    for (char *end; (end = strchr(text, '\n'));) *end = ' ';
    if (p->c->verbose) cli_legend(text), cli_line();
    snprintf(text, sizeof text, "%d tokens, decoder of 2 blocks of width %d, encoding none; %s, kernels %s",
             p->options.length, p->options.width, p->machine.precision, p->machine.kernels);
    cli_legend(text);
    cli_line();
}

static int check_theorem(printer *p, int number) {
    p->count = p->undecided = 0;
    p->claims = cli_rows_begin(&schema);
    const lg_status status = lg_theorem_check(p->c->context, number, &p->options, on_claim, p);
    if (status == LG_OK && cli_is_table()) {
        print_title(p, number);
        print_headlines(p);
        cli_line();
    }
    cli_rows_end(&p->claims, (int)status);
    if (status == LG_OK && p->undecided > 0)
        cli_legend("Not checked: beyond 64 tokens, float32 rounding can exceed the tolerance. Use the double build.");
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

/* Sets the range first..last of theorems to check: the theorem of the positional argument, or all theorems if there is
 * no argument. */
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
        return cli_fail(LG_USAGE, "theorem takes one number; remove %s", args->positionals[1]);
    *first = *last = (int)number;
    return LG_OK;
}

static const lg_schema *const schemas[] = {&schema, NULL};

static int run_theorem(cli *c) {
    int first, last;
    printer p = {.c = c};
    int status = read_number(&c->args, &first, &last);
    if (status == LG_OK) status = read_options(&c->args, &p.options, last);
    const lg_status known = status == LG_OK ? lg_doctor(c->context, false, &p.machine) : LG_OK;
    if (known != LG_OK) status = cli_fail_library(c, known);
    for (int i = first; status == LG_OK && i <= last; i++) {
        if (i > first) cli_line();
        status = check_theorem(&p, i);
    }
    if (status == LG_OK && p.refused > 0)
        return cli_fail(LG_MISMATCH, "%d claim%s of the theorem%s did not hold", p.refused, p.refused == 1 ? "" : "s",
                        first == last ? "" : "s");
    return status;
}

const cli_command cli_command_theorem = {
    .name = "theorem",
    .summary = "verify the proofs about decoders without positional encoding",
    .usage = "lengthen theorem [1|2] [flags]",
    .examples = "lengthen theorem 1\n"
                "lengthen theorem 2 --length 40 --seed 7\n"
                "lengthen theorem --length 512 --json",
    .text = "Can a decoder without positional encoding (NoPE) represent positions? Two theorems prove that it\n"
            "can: they give weights that represent positions (Kazemnejad et al. 2023, appendix C). This command\n"
            "writes those weights into ordinary models (decoder, encoding none, causal mask, two layers), runs\n"
            "them, and compares the results with the proofs. Nothing is trained: the command verifies that such\n"
            "weights exist, but not that training finds them.\n\n"
            "1  Absolute positions in the first layer. Coordinate 1 of every token vector is 1; coordinate 2 is 1\n"
            "   for <bos> and 0 for all other tokens. All keys are equal, so attention averages the values of the\n"
            "   t visible tokens. The value of a token is its coordinate 2, so coordinate 3 becomes 1/t. A\n"
            "   feed-forward network of N ReLU units maps 1/t to t. The result does not depend on the other\n"
            "   tokens or on the queries. Without <bos> or without the causal mask, all tokens get the same\n"
            "   number.\n"
            "2  Relative attention in later layers. The query of token t is (1, -t, ...), the key of token i is\n"
            "   (i, 1, ...), and their product is content - (t - i), where content is the product of the other\n"
            "   columns. If content is the same for all pairs, this is the attention of an ALiBi head of slope 1.\n"
            "   Inserting tokens after <bos> does not change the scores between the other tokens.\n\n"
            "The proofs assume block no_norm. With block pre_norm (RMS norms before the sublayers, as in the\n"
            "models of the study), theorem 1 needs token vectors of equal norm. In theorem 2 with pre_norm,\n"
            "scores are exactly relative only if the first layer writes the cosine and sine of an angle instead\n"
            "of t (our addition).\n\n"
            "Each claim is printed with its largest error, the tolerance, and the two compared values where the\n"
            "error is largest. Numbers are float32. Weights grow as N^2, where N is --length. Beyond 64 tokens,\n"
            "the tolerance therefore grows with N^2, and single precision can be too coarse to check a claim;\n"
            "such a claim is `not checked` (build/double/lengthen, built by `make FLAVOUR=double`, can check it).\n"
            "The exit status is 5 if a claim fails. --verbose also prints the theorem and its proof.",
    .positionals = "1 2",
    .flags = flags,
    .schemas = schemas,
    .tabular = true,
    .run = run_theorem,
};
