/* score.c: `lengthen score HYP REF...`: how near translations are to references, in BLEU or chrF. */
#include <string.h>

#include "cli/cli.h"
#include "cli/score/score.h"

static const cli_flag flags[] = {
    {"metric", 0, "NAME", "bleu (default), chrf, or chrf++, which has words too"},
    {"sentence", 0, NULL, "a score for each segment, a line each; BLEU with --effective-order"},
    {"versus", 0, "HYP", "another system, to be compared with the first one by paired bootstrap; repeatable", true},
    {"resamples", 0, "N", "resamples of the bootstrap (with --versus 1000, else none)"},
    {"seed", 0, "N", "of the resamples (0)"},
    {"source", 0, "FILE", "the source of each segment: scores by its length in words"},
    {"bucket", 0, "N", "with --source: lengths 0..N-1 are one bucket, N..2N-1 the next one (10)"},
    {"lowercase", 0, NULL, "compare in lower case"},
    {"tokenize", 0, "NAME", "BLEU: 13a (default), intl, zh, char, or none for text that is cut into tokens already"},
    {"smooth", 0, "NAME", "BLEU: if no n-gram of an order is right: exp (default), floor, add-k, none"},
    {"smooth-value", 0, "X", "BLEU: n-grams that --smooth floor counts (0.1) or add-k adds (1)"},
    {"effective-order", 0, NULL, "BLEU: only orders that hypotheses have n-grams of"},
    {"char-order", 0, "N", "chrF: n-grams of up to N characters (6)"},
    {"word-order", 0, "N", "chrF: and of up to N words (0; chrf++: 2)"},
    {"beta", 0, "N", "chrF: recall weighs N times as much as precision (2)"},
    {0},
};

enum { RESAMPLES = 1000 };

/* ---- options ---- */

/* A flag of the other metric is an error. */
static int check_owner(const cli_args *args, bool is_chrf) {
    static const struct {
        const char *flag;
        bool of_chrf;
    } owners[] = {{"tokenize", false},  {"smooth", false},    {"smooth-value", false}, {"effective-order", false},
                  {"char-order", true}, {"word-order", true}, {"beta", true}};
    for (size_t i = 0; i < sizeof owners / sizeof *owners; i++)
        if (cli_flag_on(args, owners[i].flag) && owners[i].of_chrf != is_chrf)
            return cli_fail(LG_USAGE, "--%s is of %s; the metric is %s (--metric)", owners[i].flag,
                            is_chrf ? "BLEU" : "chrF", is_chrf ? "chrF" : "BLEU");
    return LG_OK;
}

static int read_bleu(const cli_args *args, lg_scorer_options *o) {
    if (cli_flag_value(args, "tokenize")) o->tokenize = cli_flag_value(args, "tokenize");
    if (cli_flag_value(args, "smooth")) o->smooth = cli_flag_value(args, "smooth");
    o->effective_order = cli_flag_on(args, "effective-order") || cli_flag_on(args, "sentence");
    return cli_flag_real(args, "smooth-value", 0, 1e6, &o->smooth_value);
}

static int read_chrf(const cli_args *args, lg_scorer_options *o) {
    long characters = o->char_order, words = o->word_order, beta = o->beta;
    if (cli_flag_int(args, "char-order", 1, LG_SCORE_ORDERS, &characters) ||
        cli_flag_int(args, "word-order", 0, LG_SCORE_ORDERS, &words) || cli_flag_int(args, "beta", 0, 1000, &beta))
        return LG_USAGE;
    o->char_order = (int)characters;
    o->word_order = (int)words;
    o->beta = (int)beta;
    return LG_OK;
}

/* What is wrong with a name or a number is said by the library, which begins with the name of the flag. */
static int open_scorer(cli_scoring *s) {
    const cli_args *args = &s->c->args;
    const char *metric = cli_flag_value(args, "metric");
    lg_scorer_options o = lg_scorer_defaults(metric ? metric : "bleu");
    s->is_chrf = o.char_order > 0;
    int status = read_bleu(args, &o);
    if (status == LG_OK) status = read_chrf(args, &o);
    if (status != LG_OK) return status;
    o.lowercase = cli_flag_on(args, "lowercase");
    status = lg_scorer_new(s->c->context, &o, &s->scorer);
    if (status == LG_USAGE) return cli_fail(status, "--%s", lg_error_text(s->c->context));
    return status == LG_OK ? check_owner(args, s->is_chrf) : cli_fail_library(s->c, status);
}

static int read_resampling(cli_scoring *s) {
    const cli_args *args = &s->c->args;
    const bool wanted = cli_flag_on(args, "resamples"), paired = cli_flag_on(args, "versus");
    long resamples = paired && !cli_flag_on(args, "sentence") ? RESAMPLES : 0, seed = 0;
    if (cli_flag_int(args, "resamples", 1, 1000000, &resamples) || cli_flag_int(args, "seed", 0, 1L << 52, &seed))
        return LG_USAGE;
    if (cli_flag_on(args, "seed") && resamples == 0)
        return cli_fail(LG_USAGE, "--seed is of resamples; --resamples N or --versus HYP asks for them");
    if (wanted && cli_flag_on(args, "sentence"))
        return cli_fail(LG_USAGE, "--resamples is of a whole corpus; leave out --sentence");
    s->resamples = (int)resamples;
    s->seed = (uint64_t)seed;
    return LG_OK;
}

static int read_bucket(const cli_args *args, size_t *width) {
    long words = 10;
    if (cli_flag_int(args, "bucket", 1, 1000000, &words)) return LG_USAGE;
    *width = (size_t)words;
    const bool source = cli_flag_on(args, "source");
    if (cli_flag_on(args, "bucket") && !source)
        return cli_fail(LG_USAGE, "--bucket needs the lengths of sources: --source FILE");
    if (source && cli_flag_on(args, "sentence"))
        return cli_fail(LG_USAGE, "--source is of scores by length; leave out --sentence");
    return LG_OK;
}

/* ---- the command ---- */

static int print_scores(const cli_scoring *s, size_t width) {
    const bool sentences = cli_flag_on(&s->c->args, "sentence");
    if (sentences) cli_csv_choose(&cli_schema_translation_segment);
    if (s->source.text) cli_csv_choose(&cli_schema_translation_bucket);
    if (sentences) return cli_score_segments(s);
    const int status = cli_score_corpora(s);
    return status == LG_OK && s->source.text ? cli_score_buckets(s, width) : status;
}

static const lg_schema *const schemas[] = {&cli_schema_translation_score, &cli_schema_translation_segment,
                                           &cli_schema_translation_bucket, NULL};

static int run_score(cli *c) {
    cli_scoring s = {.c = c};
    size_t width = 0;
    if (c->args.positional_count < 2)
        return cli_fail(LG_USAGE, "score needs translations and references: lengthen score HYP REF...");
    int status = open_scorer(&s);
    if (status == LG_OK) status = read_resampling(&s);
    if (status == LG_OK) status = read_bucket(&c->args, &width);
    if (status == LG_OK) status = cli_scoring_read(&s);
    if (status == LG_OK) status = cli_scoring_measure(&s);
    if (status == LG_OK) status = print_scores(&s, width);
    cli_scoring_free(&s);
    return status;
}

const cli_command cli_command_score = {
    .name = "score",
    .summary = "score translations against references: BLEU, chrF",
    .usage = "lengthen score HYP REF... [flags]",
    .examples = "lengthen score translations.txt references.txt\n"
                "lengthen generate runs/mt --file source.txt | lengthen score - references.txt\n"
                "lengthen score hyp.txt first.txt second.txt --metric chrf++        two references for each segment\n"
                "lengthen score hyp.txt ref.txt --sentence | paste - hyp.txt | sort -n | head\n"
                "lengthen score base.txt ref.txt --versus new.txt --versus newer.txt\n"
                "lengthen score hyp.txt ref.txt --source src.txt --bucket 10 --json",
    .text = "Every file has a segment on each line, line i of all files about the same one; - is standard input.\n"
            "HYP are translations as people read them, not cut into tokens; each REF is what one translator\n"
            "wrote, and where there are several, a hypothesis may agree with any. A line of white space in\n"
            "one is no reference.\n\n"
            "BLEU is the geometric mean of the precisions of n-grams of 1 to 4 tokens: what part of those of\n"
            "the translations references have too. Translations that are shorter than references lose by the\n"
            "brevity penalty. chrF is the F score of n-grams of 1 to 6 characters, chrF++ of words too: it\n"
            "needs no tokens, and suits languages of long words. Both go from 0 to 100, and are made of counts\n"
            "over the whole corpus: they are no means of the scores of segments, which --sentence prints.\n\n"
            "The numbers are those of sacreBLEU 2. Scores can be compared only where their signatures are the\n"
            "same but for the version: quote it beside the score. Bytes that are no UTF-8 count as characters of\n"
            "their own.\n\n"
            "Is one system better than another, or would other segments say otherwise? --versus draws as many\n"
            "segments as there are, again and again, the same for all systems: the middle 95 % of these scores\n"
            "is how far one can be trusted, and p how likely such a difference from HYP is where there is none\n"
            "(paired bootstrap, Koehn 2004). A seed gives the same numbers again.\n\n"
            "--source shows how scores change with the length of the source, in words between white space:\n"
            "whether a model translates longer sentences than it was trained on.",
    .positionals = "@file",
    .flags = flags,
    .schemas = schemas,
    .tabular = true,
    .run = run_score,
};
