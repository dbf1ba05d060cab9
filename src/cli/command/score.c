/* score.c: `lengthen score HYP REF...`: scores translations against references with BLEU or chrF. */
#include <string.h>

#include "cli/cli.h"
#include "cli/score/score.h"

static const cli_flag flags[] = {
    {"metric", 0, "NAME", "bleu, chrf, or chrf++, which includes word n-grams (default bleu)"},
    {"sentence", 0, NULL, "print a score for each segment, one per line (BLEU then uses --effective-order)"},
    {"versus", 0, "HYP", "compare another system with the first one by paired bootstrap; repeatable", true},
    {"resamples", 0, "N", "bootstrap resamples (default 1000 with --versus, otherwise none)"},
    {"seed", 0, "N", "seed of the resamples (default 0)"},
    {"source", 0, "FILE", "source segments: print scores by source length in words"},
    {"bucket", 0, "N", "with --source: width of the length buckets, 0..N-1, N..2N-1, ... (default 10)"},
    {"lowercase", 0, NULL, "ignore case"},
    {"tokenize", 0, "NAME", "BLEU tokenizer: 13a, intl, zh, char, or none for tokenized text (default 13a)"},
    {"smooth", 0, "NAME", "BLEU smoothing for orders without a matching n-gram: exp, floor, add-k, none (default exp)"},
    {"smooth-value", 0, "X", "BLEU: value of --smooth floor (default 0.1) or add-k (default 1)"},
    {"effective-order", 0, NULL, "BLEU: use only the n-gram orders that occur in the hypotheses"},
    {"char-order", 0, "N", "chrF: longest character n-gram (default 6)"},
    {"word-order", 0, "N", "chrF: longest word n-gram (default 0; chrf++: 2)"},
    {"beta", 0, "N", "chrF: weight of recall relative to precision (default 2)"},
    {0},
};

enum { RESAMPLES = 1000 };

/* ---- options ---- */

/* Rejects flags that apply only to the metric that was not chosen, BLEU or chrF. */
static int check_owner(const cli_args *args, bool is_chrf) {
    static const struct {
        const char *flag;
        bool of_chrf;
    } owners[] = {{"tokenize", false},  {"smooth", false},    {"smooth-value", false}, {"effective-order", false},
                  {"char-order", true}, {"word-order", true}, {"beta", true}};
    for (size_t i = 0; i < sizeof owners / sizeof *owners; i++)
        if (cli_flag_on(args, owners[i].flag) && owners[i].of_chrf != is_chrf)
            return cli_fail(LG_USAGE, "--%s applies only to %s; the metric is %s (--metric)", owners[i].flag,
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

/* Opens the scorer. The library's message about a wrong value begins with the flag's name, so only "--" is added. */
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
        return cli_fail(LG_USAGE, "--seed needs --resamples N or --versus HYP");
    if (wanted && cli_flag_on(args, "sentence"))
        return cli_fail(LG_USAGE, "--resamples applies to the whole corpus; remove --sentence");
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
        return cli_fail(LG_USAGE, "--bucket needs source lengths: --source FILE");
    if (source && cli_flag_on(args, "sentence"))
        return cli_fail(LG_USAGE, "--source prints scores by length; remove --sentence");
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
                "lengthen translate runs/mt <source.txt | lengthen score - references.txt\n"
                "lengthen score hyp.txt first.txt second.txt --metric chrf++        two references for each segment\n"
                "lengthen score hyp.txt ref.txt --sentence | paste - hyp.txt | sort -n | head\n"
                "lengthen score base.txt ref.txt --versus new.txt --versus newer.txt\n"
                "lengthen score hyp.txt ref.txt --source src.txt --bucket 10 --json",
    .text = "Every file has one segment per line, and line i is the same segment in all files; - is standard\n"
            "input. HYP holds detokenized translations. Each REF holds the translations of one translator. If\n"
            "there are several REF, a hypothesis can match any of them. A blank line in a REF means no reference.\n\n"
            "The n-gram precision is the share of the hypothesis n-grams that also occur in the references. BLEU\n"
            "is the geometric mean of the precisions for n = 1..4, times a brevity penalty for short\n"
            "translations. chrF is the F score of character n-grams (1 to 6), and chrF++ adds word n-grams; both\n"
            "need no tokenizer and suit morphologically rich languages. All three scores range from 0 to 100.\n"
            "They are computed from counts over the whole corpus, so they are not means of the segment scores\n"
            "that --sentence prints.\n\n"
            "The numbers equal those of sacreBLEU 2. Compare scores only if their signatures agree (apart from\n"
            "the version), and quote the signature with the score. Each invalid UTF-8 byte counts as one\n"
            "character.\n\n"
            "--versus tests whether another system is better: paired bootstrap (Koehn 2004) resamples the\n"
            "segments, with the same segments for all systems. The output has, for each system, its mean score\n"
            "over the resamples, a 95 % interval, and p: the probability of a difference at least this large if\n"
            "the systems were equally good. The same seed gives the same numbers.\n\n"
            "--source shows scores by source length in words, to see whether a model translates longer\n"
            "sentences than it was trained on.",
    .positionals = "@file",
    .flags = flags,
    .schemas = schemas,
    .tabular = true,
    .run = run_score,
};
