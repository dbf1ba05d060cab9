/* analyze.c: `lengthen analyze`: what trained models compute. This file parses the command line and opens the runs;
 * each kind of analysis has a file of its own. */
#include "cli/analyze/analyze.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/config.h"
#include "cli/options.h"
#include "cli/ui/figure.h"
#include "cli/ui/text.h"

static const cli_flag flags[] = {
    {"length", 0, "LIST",
     "lengths to look at; if not given: attention, activations, load: the longest trained one and the longest of "
     "eval.lengths; divergence: up to 16 of those that were trained or are in eval.lengths; distance: of these, those "
     "that are longer than any trained one, if there are such"},
    {"which", 0, "WHICH",
     "attention: self, or of an encoder and a decoder: encoder, the encoder's own, or cross, of the decoder's tokens "
     "to the encoder's; self is then the decoder's own (self)"},
    {"heads", 0, "HOW", "attention: what becomes of the heads of a block: max, mean or all (max)"},
    {"sequence", 0, "I", "attention: which sequence of those that are evaluated (0)"},
    {"vmax", 0, "WEIGHT", "attention: the weight at the dark end of the colour scale, as those above it (1)", false,
     "darkest"},
    {"sequences", 0, "N",
     "sequences of each length (activations: 30; divergence, distance, shifts: 10; gradients: 32; load, units: 100; or "
     "all records, where there are fewer)"},
    {"block", 0, "B", "units: of this block, from 0 on; if not given: of all that have a feed-forward network"},
    {"unit", 0, "LIST", "units: their numbers in each block, from 0 on, like 3,17; if not given: see --units"},
    {"units", 0, "N", "units: of each block, those of the largest activations (5)"},
    {"top", 0, "K", "units: places and output symbols of each (5)"},
    {"slots", 0, "WHICH", "activations: tokens of the input, those where outputs are read, or all (input)"},
    {"region", 0, "WHICH",
     "distance: whose queries are counted: all tokens, those of the source, of the target, of its scratchpad, or of "
     "the answer behind that (all)"},
    {"form", 0, "FORM",
     "divergence: what the figure shows: jensen_shannon, or released, as the paper's code computes it "
     "(jensen_shannon); distance: paper, (t - n + 1)/t, or released, (t - n)/t (paper)"},
    {"contexts", 0, "LIST",
     "context, recl: lengths of the context, in tokens, 100..1000:100; if not given: half to 2.5 times the longest "
     "trained length"},
    {"scored", 0, "K",
     "context, recl: so many last tokens of each window count; if not given: half the shortest context (recl: 1)"},
    {"windows", 0, "N", "context, recl, places: windows of the test text (100; recl: 1000)"},
    {"fractions", 0, "LIST", "recl: parts r of the tokens, the hardest ones, that are looked at (0.1,0.5,1)"},
    {"threshold", 0, "GAIN", "recl: a context whose next one gains less is the effective length (0.01)"},
    {"before", 0, "N", "places: tokens of the text that are read before each window (0)"},
    {"offsets", 0, "LIST", "shifts: numbers that are added to all positions (0,100,250,500)"},
    {"from", 0, "END", "outputs: where positions in the answer are counted from: start or end (start)"},
    {"pairs", 0, "N", "confusion: so many wrong pairs are listed where words are too many for a matrix (20)"},
    {"resamples", 0, "N", "curve: resamples of the bootstrap (1000)"},
    {"npy", 0, "DIR", "attention, activations, divergence: also write arrays, in full precision, into this folder"},
    {"figure", 0, "FILE", "draw it: FILE.svg, .png or .pdf; script and data stay beside it; repeatable", true},
    {"label", 0, "TEXT", "name of a run in tables and figure; repeatable, in the order of the runs", true},
    {"title", 0, "TEXT", "title of the figure; if not given: the task"},
    {0},
};

static const struct kind {
    const char *name, *flags;
    int (*run)(cli_analysis *a);
    size_t lengths; /* at most, of --length */
    bool evaluates; /* reads all options of evaluation */
} kinds[] = {
    {"attention", " length which heads sequence vmax npy figure label title ", cli_analyze_attention,
     CLI_ANALYZE_LENGTHS},
    {"activations", " length sequences slots npy figure label title ", cli_analyze_activations, CLI_ANALYZE_LENGTHS},
    {"curve", " resamples figure label title ", cli_analyze_curve, 0, true},
    {"divergence", " length sequences form npy figure label title ", cli_analyze_divergence, CLI_ANALYZE_MAX_LENGTHS},
    {"distance", " length sequences region form figure label title ", cli_analyze_distance, CLI_ANALYZE_MAX_LENGTHS},
    {"context", " contexts scored windows figure label title ", cli_analyze_context, 0},
    {"recl", " contexts scored windows fractions threshold figure label title ", cli_analyze_recl, 0},
    {"places", " length windows before figure label title ", cli_analyze_places, 1},
    {"cells", " figure label title ", cli_analyze_cells, 0, true},
    {"outputs", " from figure label title ", cli_analyze_outputs, 0, true},
    {"confusion", " pairs figure label title ", cli_analyze_confusion, 0, true},
    {"shifts", " length offsets sequences figure label title ", cli_analyze_shifts, 1},
    {"gradients", " length sequences figure label title ", cli_analyze_gradients, 1},
    {"load", " length sequences figure label title ", cli_analyze_load, CLI_ANALYZE_LENGTHS},
    {"units", " length sequences block unit units top label ", cli_analyze_units, CLI_ANALYZE_LENGTHS},
};
#define KINDS_OF_ANALYSIS                                                                                              \
    "attention|activations|curve|divergence|distance|context|recl|places|cells|outputs|confusion|shifts|gradients|"    \
    "load|units"
enum { KINDS = sizeof kinds / sizeof *kinds };

/* ---- the command line ---- */

static const struct kind *find_kind(const char *name) {
    for (int i = 0; i < KINDS; i++)
        if (!strcmp(name, kinds[i].name)) return &kinds[i];
    return NULL;
}

/* Fails with the kind that was meant; false, without a message, where none is like the word. */
static bool suggest_kind(const char *word) {
    cli_nearest near = cli_nearest_to(word, strlen(word));
    for (int i = 0; i < KINDS; i++) cli_nearest_try(&near, kinds[i].name);
    const char *best = cli_nearest_best(&near);
    if (best) cli_fail(LG_USAGE, "analyze: there is no kind of analysis '%s'; did you mean '%s'?", word, best);
    return best;
}

/* Is the word in the place of a kind, and no run? */
static bool is_no_run(const char *word) {
    return *word && !strchr(word, '/') && access(word, F_OK);
}

static void fail_kind(const char *first, const char *last) {
    char word[LG_SHELL_WORD];
    const char *unknown = is_no_run(last) ? last : is_no_run(first) ? first : NULL;
    if (suggest_kind(last) || suggest_kind(first)) return;
    if (*first && unknown)
        cli_fail(LG_USAGE, "analyze: there is no kind of analysis '%s'; there are: " KINDS_OF_ANALYSIS, unknown);
    else
        cli_fail(LG_USAGE, "missing kind of analysis after the runs: lengthen analyze %s " KINDS_OF_ANALYSIS,
                 *first  ? lg_text_shell_word(first, word)
                 : *last ? lg_text_shell_word(last, word)
                         : "runs/NAME");
}

/* The kind is the last positional, or the first; the others are the runs. NULL after a message. */
static const struct kind *take_kind(cli_args *args) {
    const size_t n = args->positional_count;
    const struct kind *k = n ? find_kind(args->positionals[n - 1]) : NULL;
    if (!k && n && (k = find_kind(args->positionals[0]))) args->positionals++;
    if (k) args->positional_count--;
    if (k && args->positional_count) return k;
    const char *last = n > 0 && !k ? args->positionals[n - 1] : "", *first = n > 1 && !k ? args->positionals[0] : "";
    if (k)
        cli_fail(LG_USAGE, "analyze needs a run directory: lengthen analyze runs/NAME %s", k->name);
    else
        fail_kind(first, last);
    return NULL;
}

/* Refuses flags that this kind does not read, and options of evaluation where it evaluates nothing. */
static int check_flags(const cli *c, const struct kind *k) {
    for (size_t i = 0; i < c->args.flag_count; i++) {
        const cli_flag_value_pair *g = &c->args.flags[i];
        char between[32];
        snprintf(between, sizeof between, " %s ", g->name);
        bool own = false;
        for (const cli_flag *f = flags; f->name; f++) own |= !g->setting && !strcmp(f->name, g->name);
        if (own && !strstr(k->flags, between))
            return cli_fail(LG_USAGE, "analyze %s does not read --%s%s", k->name, g->name,
                            strcmp(g->name, "length")        ? ""
                            : strstr(k->flags, " contexts ") ? "; it takes --contexts 64,128"
                                                             : "; it takes --lengths 1..500");
        if (!g->setting || k->evaluates) continue;
        const char *option = cli_option_find(g->name, strlen(g->name))->info.name;
        if (!strncmp(option, "eval.", 5) && strcmp(option, "eval.seed"))
            return cli_fail(LG_USAGE, "analyze %s evaluates nothing and does not read --%s%s", k->name, g->name,
                            strcmp(option, "eval.lengths")   ? ""
                            : strstr(k->flags, " contexts ") ? "; it takes --contexts 64,128"
                                                             : "; it takes --length 40,150");
    }
    return LG_OK;
}

static int check_npy(const cli *c) {
    const char *folder = cli_flag_value(&c->args, "npy");
    struct stat about;
    if (!folder || !mkdir(folder, 0777)) return LG_OK;
    if (errno != EEXIST)
        return cli_fail(cli_path_status(), "--npy %s: cannot make this folder: %s", folder, strerror(errno));
    if (stat(folder, &about)) return cli_fail(LG_FAILED, "--npy %s: cannot look at it: %s", folder, strerror(errno));
    return S_ISDIR(about.st_mode) ? LG_OK
                                  : cli_fail(LG_USAGE, "--npy %s: expected a folder, and this is a file", folder);
}

/* ---- the runs ---- */

static int open_run(cli_analysis *a, size_t i) {
    cli *c = a->c;
    lg_status status = lg_run_open(c->context, c->args.positionals[i], &a->runs[i]);
    if (status != LG_OK) return cli_fail_library(c, status);
    a->curves[i] = (cli_curve){.run = c->args.positionals[i], .config = lg_run_config(a->runs[i])};
    const int wrong = cli_config_override(c, a->curves[i].config);
    if (wrong != LG_OK || i == 0) return wrong;
    return cli_config_share_metric(c, a->curves[0].config, a->curves[i].config);
}

/* Where nobody lists any. */
static void choose_lengths(cli_analysis *a, const struct kind *k) {
    a->length_count = lg_analyze_lengths(a->runs[0], a->lengths);
    if (k->lengths <= CLI_ANALYZE_LENGTHS) return;
    const int trained = k->run == cli_analyze_distance ? a->lengths[0] : 0;
    a->length_count = lg_analyze_spread_lengths(a->runs[0], trained, CLI_ANALYZE_SPREAD, a->lengths);
    if (a->length_count == 0)
        a->length_count = lg_analyze_spread_lengths(a->runs[0], 0, CLI_ANALYZE_SPREAD, a->lengths);
}

static int with_runs(cli_analysis *a, const struct kind *k) {
    const bool print = cli_flag_on(&a->c->args, "print-config");
    int status = LG_OK;
    for (size_t i = 0; i < a->count && status == LG_OK; i++) {
        status = open_run(a, i);
        if (status == LG_OK && print) status = cli_config_print(a->c, a->curves[i].config);
    }
    if (print || status != LG_OK) return status;
    if (a->length_count == 0) choose_lengths(a, k);
    cli_curves_name(a->curves, a->count);
    cli_figure_label(a->c, a->curves, a->count);
    return k->run(a);
}

static int run_analyze(cli *c) {
    const char **positionals = c->args.positionals;
    const struct kind *k = take_kind(&c->args);
    cli_analysis a = {.c = c, .count = c->args.positional_count};
    int status = k ? check_flags(c, k) : LG_USAGE;
    if (status == LG_OK) status = cli_analysis_lengths(&a, "length", k->lengths, a.lengths, &a.length_count);
    if (k && k->lengths > CLI_ANALYZE_LENGTHS) a.length_count = cli_analysis_ascend(a.lengths, a.length_count);
    if (status == LG_OK) status = cli_figure_check(c, a.count);
    if (status == LG_OK) status = check_npy(c);
    if (status == LG_OK) {
        a.runs = calloc(a.count, sizeof(lg_run *));
        a.curves = calloc(a.count, sizeof *a.curves);
        status = a.runs && a.curves ? with_runs(&a, k) : cli_fail(LG_FAILED, "out of memory");
    }
    for (size_t i = 0; a.runs && a.curves && i < a.count; i++) {
        cli_curve_free(&a.curves[i]);
        lg_run_free(a.runs[i]);
    }
    free(a.runs);
    free(a.curves);
    c->args.positionals = positionals; /* which cli_args_free frees */
    return status;
}

const cli_command cli_command_analyze = {
    .name = "analyze",
    .summary =
        "look inside trained models: attention, activations, curves, contexts, answers, gradients, experts, units",
    .usage =
        "lengthen analyze RUN... attention [--length LIST] [--which WHICH] [--heads max|mean|all] [flags]\n"
        "lengthen analyze RUN... activations [--length LIST] [--sequences N] [--slots WHICH] [flags]\n"
        "lengthen analyze RUN... curve [--lengths LIST] [--resamples N] [flags]\n"
        "lengthen analyze REFERENCE RUN... divergence [--length LIST] [--sequences N] [--form FORM] [flags]\n"
        "lengthen analyze RUN... distance [--length LIST] [--sequences N] [--region WHICH] [--form FORM] [flags]\n"
        "lengthen analyze RUN... context [--contexts LIST] [--scored K] [--windows N] [flags]\n"
        "lengthen analyze RUN... recl [--contexts LIST] [--fractions LIST] [--threshold GAIN] [--windows N] [flags]\n"
        "lengthen analyze RUN... places [--length N] [--before N] [--windows N] [flags]\n"
        "lengthen analyze RUN... cells [--lengths LIST] [flags]\n"
        "lengthen analyze RUN... outputs [--lengths LIST] [--from start|end] [flags]\n"
        "lengthen analyze RUN... confusion [--lengths LIST] [--pairs N] [flags]\n"
        "lengthen analyze RUN... shifts [--offsets LIST] [--length N] [--sequences N] [flags]\n"
        "lengthen analyze RUN... gradients [--length N] [--sequences N] [flags]\n"
        "lengthen analyze RUN... load [--length LIST] [--sequences N] [flags]\n"
        "lengthen analyze RUN... units [--block B] [--unit LIST] [--top K] [--length LIST] [--sequences N] [flags]",
    .examples = "lengthen analyze runs/a attention --length 40,150 --figure attention.svg\n"
                "lengthen analyze runs/a runs/b activations --figure points.png\n"
                "lengthen analyze runs/a runs/b curve --lengths 1..200:5 --figure curve.pdf\n"
                "lengthen analyze runs/a attention --heads all --length 12 --json\n"
                "lengthen analyze runs/reverse attention --which cross --length 8 --figure cross.svg\n"
                "lengthen analyze runs/a activations --slots all --npy arrays\n"
                "lengthen analyze runs/nope runs/nope-seed2 runs/rope divergence --figure divergence.svg\n"
                "lengthen analyze runs/nope runs/alibi distance --region target --figure distance.svg\n"
                "lengthen analyze runs/text-rope runs/text-alibi context --contexts 64..320:32 --figure context.svg\n"
                "lengthen analyze runs/text-rope runs/text-alibi recl --contexts 16..256:16 --figure recl.svg\n"
                "lengthen analyze runs/text-rope places --length 64 --before 64\n"
                "lengthen analyze runs/addition-nope runs/addition-t5 cells --figure cells.svg\n"
                "lengthen analyze runs/a runs/b outputs --lengths 5..60:5 --figure outputs.svg\n"
                "lengthen analyze runs/a confusion --lengths 5..60:5 --figure confusion.svg\n"
                "lengthen analyze runs/sinusoid runs/shape shifts --length 40 --figure shifts.svg\n"
                "lengthen analyze runs/post_norm runs/pre_norm runs/b2t gradients --figure gradients.svg\n"
                "lengthen analyze runs/switch runs/base load --length 8,40 --figure load.svg\n"
                "lengthen analyze runs/text-rope units --block 1 --units 3 --top 10",
    .text =
        "attention    The weights with which each token looks at each other one, block by block, for one\n"
        "             sequence of each length. The heads of a block become one matrix: their largest\n"
        "             weight, or their mean; or all are kept. The table has the largest weight of\n"
        "             a query, and the weights of key t and key K-1-t of K of query t, in the mean over\n"
        "             queries. The figure has a row for each run and length, a column for each block;\n"
        "             queries go down, keys to the right, both from the top left; thin lines part the\n"
        "             input from the rest. An encoder and a decoder have three kinds of it: of the\n"
        "             decoder's tokens to each other, of the encoder's, and cross-attention of the decoder\n"
        "             to the encoder (--which).\n"
        "activations  What the residual stream holds: the embedding and the output of each block (layer 0\n"
        "             and layer i + 1 of block i in JSON and arrays), at the tokens of the input (--slots).\n"
        "             A plane is fitted to the FIRST length's points of each layer, by principal components,\n"
        "             not whitened; all lengths are shown in it. Overlap is the Bhattacharyya coefficient of\n"
        "             two sets' histograms: the sum of sqrt(p q) over 32 x 32 cells of the box that holds\n"
        "             both, p and q being shares of their points; 1: alike, 0: nowhere together. A point\n"
        "             counts for the four cells around it, linearly.\n"
        "curve        The metric (--metric) at each length with a 95 % interval: sequences are drawn again,\n"
        "             with replacement, from those of the evaluation, and 95 % of such resamples lie in\n"
        "             it. It says how sure the number of this model is; other seeds make other models.\n"
        "             Lengths are those that the run was tested at, or --lengths.\n"
        "divergence   How far the attention of runs is from that of the FIRST one: of two heads the mean over\n"
        "             queries of the Jensen-Shannon divergence of their weights, in nats (0..0.6931), of a\n"
        "             block the smallest of all pairs of heads; source, true target and end are read. Give a\n"
        "             run of another seed to see how far equal models are. \"released\" is what the code of\n"
        "             Kazemnejad et al. 2023 computes: KL divergences with swapped arguments, of pairs in which\n"
        "             the run's head has the lower number.\n"
        "distance     How far back queries look: a histogram of the distance from query t to the key n of\n"
        "             its largest weight (of equals the first), divided by t, over all heads and blocks; under\n"
        "             softmax that is the key of the largest score. Needs a causal mask.\n"
        "context      Of language models (data text): perplexity, bits and nats of the SAME tokens, the last\n"
        "             ones of windows of the test text, predicted from contexts of several lengths.\n"
        "recl         Of a group of language models: the relative effective context length (Dai et al. 2019),\n"
        "             the first of the contexts whose next one gains less than 1 % of perplexity. Of the group the\n"
        "             best model at a context sets what each token is worth; the part r of tokens that are\n"
        "             hardest for it is looked at. Contexts are exact with --scored 1. Lengths of runs compare\n"
        "             within one group.\n"
        "places       Of language models: loss of tokens by their place in windows of the test text. The first\n"
        "             ones have little context; with --before N all have N tokens more.\n"
        "cells        The share of right answers in each cell of the test records, as a grid: of addition, by the\n"
        "             digits of both numbers. It evaluates the run's own lengths unless --lengths is given.\n"
        "outputs      How many of the k-th tokens of the answers are right, by length; k is counted from the start\n"
        "             or from the end of the target, of which only tokens that count are counted. A decoder that\n"
        "             ends its answer too early misses those behind. It evaluates as cells does.\n"
        "confusion    Which token was said for which one of the target, at the same positions: a matrix for the\n"
        "             lengths of training and one for longer ones; where words are many, the most frequent wrong\n"
        "             pairs. It evaluates as cells does.\n"
        "shifts       How far the states of a layer change when all positions are shifted: the cosine\n"
        "             similarity of the states of the same token under two offsets, of all pairs of --offsets, as\n"
        "             in Kiyono et al. 2021 (SHAPE). 1: not at all, as an encoding of distances must have\n"
        "             it; of a model with both, the encoder's before the decoder's. Runs at the longest\n"
        "             trained length unless --length is given.\n"
        "gradients    The gradient of the loss at the input of each block, behind each sum and behind each norm\n"
        "             (its norm over the root of the tokens), and of each parameter: at initialisation, at the\n"
        "             models that train.keep kept, and at the last one; of batches that training does not see,\n"
        "             without dropout. update: how much a parameter changed per step since the point before,\n"
        "             over its norm. Of a model file: of it alone.\n"
        "load         Of models with experts (model.order with e or b): the share of tokens that chose each\n"
        "             expert of each block, and of those that found no room; true targets are read.\n"
        "units        Feed-forward networks as memories of keys and values (Geva et al. 2021): unit i of the\n"
        "             hidden layer answers act(x k_i) to a token, and adds that many times v_i. Of each unit the\n"
        "             tokens of the largest activations, as text around them, and the output symbols of the\n"
        "             largest probabilities softmax(v_i E^T), E what the head multiplies by. Runs at the longest\n"
        "             trained length unless --length is given.\n\n"
        "Dropout is off but where eval.dropout is set for what is evaluated or a load. Sequences and positions are\n"
        "those of tests (eval.seed); where nothing is evaluated, records of trained lengths are from the validation\n"
        "split, where data has a number of records and such a split. Several runs make one table and one figure,\n"
        "by default at the lengths of the first.\n"
        "With --json: a line for each matrix, cloud, or length.",
    .positionals = "@folder attention activations curve divergence distance context recl places cells outputs "
                   "confusion shifts gradients load units",
    .flags = flags,
    .settings = cli_stored_flags,
    .frequent = "lengths eval.sequences eval.seed positions mask scale threads",
    .run = run_analyze,
};
