/* translate.c: `lengthen translate RUN <in >out`: translates lines with a trained model's beam search. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/config.h"
#include "cli/ensemble.h"
#include "cli/translate/input.h"
#include "cli/ui/out.h"
#include "cli/ui/print.h"

static const cli_flag flags[] = {
    {"beam", 0, "N", "beam width (eval.beam, default 4)"},
    {"nbest", 0, "N", "print the N best hypotheses of each line: line number, score, log probability, text"},
    {"attention", 0, "FILE", "write the cross-attention of each translation, one JSON object per line"},
    CLI_ENSEMBLE_FLAG,
    {"window", 0, "N", "number of lines to read, up to 4 MiB, before the first translation is printed (default 4096)"},
    {0},
};

enum { WINDOW = 4096 };

typedef struct printer {
    cli *c;
    const cli_window *w;
    const char *run;
    FILE *attention;                               /* file of --attention; NULL: none */
    long best;                                     /* --nbest; 0: only the best text, without numbers */
    size_t done, refused, unknown, words, bounded; /* `done`, `refused`, `unknown`: number of all lines, of refused
                                                      lines, of lines with unknown words; `words`: number of unknown
                                                      words; `bounded`: number of translations cut at the length
                                                      limit */
    size_t first_refused;                          /* number of the first refused line, from 1 */
    char reason[512];                              /* why that line was refused */
} printer;

/* ---- translations ---- */

static const lg_member hypothesis_members[] = {
    LG_MEMBER(lg_translation, text, "text", "detokenized text without the end token"),
    LG_MEMBER(lg_translation, score, "score", "log probability, normalized by `eval.length_norm`"),
    LG_MEMBER(lg_translation, log_probability, "log_probability", "log probability of all tokens", .unit = "nats"),
    LG_LIST(lg_translation, words, tokens, "words", "tokens of the hypothesis, including the end token"),
    LG_LIST(lg_translation, ids, tokens, "ids", "ids of the tokens in `words`"),
    LG_LIST(lg_translation, probabilities, tokens, "probabilities", "probability of each token given all before it"),
    {0},
};
static const lg_schema hypothesis_schema = {.size = sizeof(lg_translation), .members = hypothesis_members};

typedef struct row {
    const char *run, *source;
    size_t line;
    lg_translated x;
    lg_translation best;
    lg_translation_attention attention;
    size_t shape[4];
    int rank;
} row;

static const lg_member members[] = {
    LG_MEMBER(row, run, "run", "run directory or model file"),
    LG_MEMBER(row, line, "line", "line number in the input, from 1"),
    LG_MEMBER(row, source, "source", "the line"),
    LG_ROWS(row, x.all, x.count, "hypotheses", "translations, highest score first", &hypothesis_schema),
    LG_MEMBER(row, x.unknown_words, "unknown_words", "number of words read as the unknown word"),
    LG_MEMBER(row, x.bounded, "bounded", "true if the length limit cut the best hypothesis"),
    LG_MEMBER(row, x.refused, "refused", "reason why there are no hypotheses", .optional = true),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.translation/1",
    .about = "`translate`: one row per line.",
    .members = members,
};

static const lg_member attention_members[] = {
    LG_MEMBER(row, run, "run", "run directory or model file"),
    LG_MEMBER(row, line, "line", "line number in the input, from 1"),
    LG_LIST(row, attention.source_words, attention.sources, "source", "tokens of the line"),
    LG_LIST(row, best.words, best.tokens, "target", "tokens of the best hypothesis, including the end token"),
    LG_ARRAY(row, attention.weights, shape, rank, "weights",
             "cross-attention by block, head, target token and source token", .bare = true),
    {0},
};
static const lg_schema attention_schema = {
    .name = "lengthen.translation-attention/1",
    .about = "`translate --attention FILE`: one row per translation, in that file.",
    .members = attention_members,
};

static row row_of(const printer *p, const lg_translated *x) {
    return (row){.run = p->run, .source = p->w->lines[x->line], .line = p->w->first + x->line + 1, .x = *x};
}

static void print_lines(const printer *p, const lg_translated *x) {
    if (p->best == 0 && x->count == 0) putchar('\n');
    for (int i = 0; i < x->count; i++) {
        const lg_translation *t = &x->all[i];
        if (p->best > 0) printf("%zu\t%.6g\t%.6g\t", p->w->first + x->line + 1, t->score, t->log_probability);
        cli_out_data(t->text, "");
        putchar('\n');
    }
}

static bool write_attention(const printer *p, const lg_translated *x) {
    const lg_translation_attention *a = x->attention;
    row r = row_of(p, x);
    r.best = x->all[0], r.attention = *a, r.rank = 4;
    const int shape[] = {a->blocks, a->heads, a->tokens, a->sources};
    for (int i = 0; i < r.rank; i++) r.shape[i] = (size_t)shape[i];
    return lg_row_write_json(&attention_schema, &r, p->attention);
}

/* Counts a line for the notes at the end. */
static void count_line(printer *p, const lg_translated *x) {
    p->unknown += x->unknown_words > 0;
    p->words += (size_t)x->unknown_words;
    p->bounded += x->bounded;
    if (x->refused && p->refused++ == 0) {
        p->first_refused = p->w->first + x->line + 1;
        snprintf(p->reason, sizeof p->reason, "%s", x->refused);
    }
    p->done++;
}

static bool on_line(void *user, const lg_translated *x) {
    printer *p = user;
    count_line(p, x);
    cli_progress_clear(&p->c->progress);
    const row r = row_of(p, x);
    if (cli_is_table())
        print_lines(p, x);
    else
        cli_row_put(&schema, &r);
    return !cli_out_write_failed() && (!x->attention || write_attention(p, x));
}

/* Shows the progress. The remaining time is only known if the input is a file or has been read to its end. */
static void on_progress(void *user, int64_t done, int64_t all, double fraction) {
    const printer *p = user;
    const cli_window *w = p->w;
    const double bytes = (double)w->bytes_before + fraction * (double)w->bytes;
    /* `all` and `done` count the lines of the window that are neither empty nor refused. */
    const int64_t lines = (int64_t)(w->first + w->count) - (all - done);
    if (w->all_lines > 0 && lines >= w->all_lines) return;
    if (w->all_bytes > 0) cli_progress_weigh(&p->c->progress, fmin(1, bytes / (double)w->all_bytes));
    cli_progress_show(&p->c->progress, lines, w->all_lines, "");
}

static void tell_counts(const printer *p) {
    if (p->w->foreign > 0)
        cli_note(p->c,
                 "%zu of %zu lines have invalid UTF-8, which is read as an unknown character; the first is line %zu",
                 p->w->foreign, p->done, p->w->first_foreign);
    if (p->unknown > 0)
        cli_note(p->c, "%zu of %zu lines have words outside the vocabulary: %zu unknown word%s, read as <unk>",
                 p->unknown, p->done, p->words, p->words == 1 ? "" : "s");
    if (p->bounded > 0)
        cli_note(p->c,
                 "%zu of %zu translations were cut at the length limit (--eval.length_factor, --eval.length_extra)",
                 p->bounded, p->done);
    if (p->refused > 0)
        cli_note(p->c, "%zu of %zu lines are not translated (empty output); the first is line %zu: %s", p->refused,
                 p->done, p->first_refused, p->reason);
}

static int translate_all(cli *c, lg_run *run, cli_window *w, printer *p) {
    int status = LG_OK;
    cli_progress_begin(&c->progress, !c->json && !c->quiet, "translating", "line", 0);
    cli_progress_weigh(&c->progress, 0);
    while (status == LG_OK && !w->ended && !cli_out_write_failed()) {
        if ((status = cli_window_read(w)) != LG_OK || w->count == 0) break;
        status = lg_translate(run, (const char *const *)w->lines, w->count, p->best > 0 ? (int)p->best : 1,
                              p->attention, on_line, on_progress, p);
        if (p->attention && ferror(p->attention)) break;
        if (status != LG_OK) cli_fail_library(c, status);
        fflush(stdout);
    }
    cli_progress_end(&c->progress);
    if (status == LG_OK) tell_counts(p);
    return status;
}

static int open_attention(printer *p) {
    const char *path = cli_flag_value(&p->c->args, "attention");
    if (!path || (p->attention = fopen(path, "we"))) return LG_OK;
    return cli_fail(cli_path_status(), "--attention %s: %s", path, strerror(errno));
}

static int close_attention(const printer *p, int status) {
    const bool written = !ferror(p->attention);
    if (fclose(p->attention) == 0 && written) return status;
    return cli_fail(LG_FAILED, "--attention %s: %s", cli_flag_value(&p->c->args, "attention"), strerror(errno));
}

static int translate_input(cli *c, const cli_ensemble *x) {
    printer p = {.c = c, .run = x->name};
    long lines = WINDOW;
    if (cli_flag_int(&c->args, "nbest", 1, 1024, &p.best) != LG_OK ||
        cli_flag_int(&c->args, "window", 1, 1000000, &lines) != LG_OK)
        return LG_USAGE;
    cli_window w;
    p.w = &w;
    int status = cli_window_open(&w, (size_t)lines);
    if (status != LG_OK) return status;
    status = open_attention(&p);
    if (status == LG_OK) status = translate_all(c, x->runs[0], &w, &p);
    if (p.attention) status = close_attention(&p, status);
    cli_window_close(&w);
    return status;
}

/* Sets the protocol to `beam`, even if the run was tested with another protocol. Then sets the options of the search
 * from the flags. */
static int set_search(cli *c, lg_config *f) {
    const char *beam = cli_flag_value(&c->args, "beam");
    lg_status status = lg_config_set(f, "protocol", "beam", LG_FLAG, "translate");
    if (status == LG_OK && beam) status = lg_config_set(f, "eval.beam", beam, LG_FLAG, "--beam");
    return status == LG_OK ? cli_config_override(c, f) : cli_fail_library(c, status);
}

static const lg_schema *const schemas[] = {&schema, &attention_schema, NULL};

static int run_translate(cli *c) {
    if (c->args.positional_count == 0)
        return cli_fail(LG_USAGE, "translate needs a run directory: lengthen translate runs/NAME <FILE");
    if (c->args.positional_count > 1 && !cli_flag_on(&c->args, "ensemble"))
        return cli_fail(LG_USAGE,
                        "translate takes one run (or several with --ensemble); remove %s; lines are read from "
                        "standard input",
                        c->args.positionals[1]);
    cli_ensemble x;
    int result = cli_ensemble_open(c, set_search, &x);
    if (result == LG_OK)
        result = cli_flag_on(&c->args, "print-config") ? cli_config_print(c, lg_run_config(x.runs[0]))
                                                       : translate_input(c, &x);
    cli_ensemble_close(&x);
    return result;
}

const cli_command cli_command_translate = {
    .name = "translate",
    .summary = "translate lines of text with beam search",
    .usage = "lengthen translate RUN... [flags] <FILE",
    .examples = "lengthen translate runs/pairs <source.txt >target.txt\n"
                "lengthen translate runs/pairs --beam 8 --nbest 3 <source.txt\n"
                "lengthen translate runs/pairs --eval.length_norm fairseq --eval.length_penalty 1 <source.txt\n"
                "lengthen translate runs/pairs --attention weights.jsonl <source.txt\n"
                "lengthen translate runs/pairs --json <source.txt | jq -r '.hypotheses[0].score'",
    .text = "Each line of standard input is a source, in the form that `lengthen sample --text` prints. For each\n"
            "source, standard output has one line, in the same order: the best hypothesis of a beam search\n"
            "(`lengthen show beam`). An empty line gives an empty line. --nbest N prints N lines for each source.\n"
            "Each of these lines has the number of the source, the score, the log probability and the text,\n"
            "separated by tabs.\n\n"
            "Words outside the vocabulary are read as the unknown word of the data (<unk> for data: pairs). A\n"
            "line with more than 100,000 bytes, more tokens than the model has positions, or a word that the data\n"
            "cannot represent gives an empty line. At the end, standard error shows how many lines gave an empty\n"
            "line, how many translations reached their length limit, and how many lines had invalid UTF-8 (such\n"
            "bytes are read as an unknown character).\n\n"
            "With --json, each line is an object with these members:\n"
            "  run            run directory or model file\n"
            "  line           number of the line\n"
            "  source         the line\n"
            "  hypotheses     objects with text, score, log_probability, words, ids and probabilities\n"
            "  unknown_words  number of words outside the vocabulary\n"
            "  bounded        true if the best hypothesis was cut off at the length limit\n"
            "  refused        why there are no hypotheses\n\n"
            "--attention FILE writes one JSON object for the best translation of each line. The object has the\n"
            "line number (line), the tokens of the line (source) and of the translation (target), and the\n"
            "cross-attention of each token of the translation (weights[block][head][target][source]).\n\n"
            "--ensemble uses the mean of the probabilities of several runs, which must have the same task and\n"
            "architecture.\n\n"
            "Lines are read in batches, and lines of similar length are decoded together. Results depend\n"
            "neither on the other lines nor on threads. `translate` needs an autoregressive model: architecture\n"
            "encoder_decoder or decoder.",
    .positionals = "@folder",
    .flags = flags,
    .settings = cli_stored_flags,
    .frequent = "eval.length_norm eval.length_penalty eval.length_factor eval.length_extra threads",
    .schemas = schemas,
    .run = run_translate,
};
