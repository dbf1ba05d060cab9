/* generate.c: `lengthen generate RUN`: generates a trained model's answers to prompts. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/config.h"
#include "cli/ensemble.h"
#include "cli/ui/lines.h"
#include "cli/ui/out.h"
#include "cli/ui/print.h"
#include "cli/ui/text.h"

static const cli_flag flags[] = {
    {"prompt", 0, "TEXT", "text for the model to continue; repeatable", true},
    {"file", 0, "FILE", "read prompts from FILE, one per line; - is standard input; repeatable", true},
    {"limit", 0, "N", "generate at most N tokens per prompt (default 256, or fewer if the model has fewer positions)"},
    {"record", 0, "N", "use the random positions of record N of an evaluation with the same eval.seed (default 0)"},
    CLI_ENSEMBLE_FLAG,
    {"echo", 0, NULL, "print each prompt and a tab before its answer"},
    {0},
};

static const cli_other_name others[] = {
    {" max-tokens max_tokens max-new-tokens max_new_tokens max-length max_length ", "; here it is --limit"},
    {" temperature top-k top_k top-p top_p sample do-sample do_sample samples ",
     "; decoding is greedy, without sampling"},
    {0},
};

/* Prompts, each with its origin. */
typedef struct prompt_list {
    lg_prompt *items;
    size_t count, capacity;
} prompt_list;

typedef struct printer {
    cli *c;
    const char *run;
    const prompt_list *prompts;
    size_t done, cut; /* number of answers; number of answers that the limit truncated */
    bool bytes;
} printer;

/* ---- prompts ---- */

static void free_prompts(prompt_list *l) {
    for (size_t i = 0; i < l->count; i++) {
        free((char *)l->items[i].text);
        free((char *)l->items[i].where);
    }
    free(l->items);
}

static int add_prompt(prompt_list *l, const char *text, const char *where) {
    if (l->count == l->capacity) {
        lg_prompt *more = realloc(l->items, (2 * l->capacity + 64) * sizeof *more);
        if (!more) return cli_fail(LG_FAILED, "out of memory: %zu prompts", l->count);
        l->items = more;
        l->capacity = 2 * l->capacity + 64;
    }
    lg_prompt *p = &l->items[l->count++];
    *p = (lg_prompt){.text = strdup(text), .where = strdup(where)};
    return p->text && p->where ? LG_OK : cli_fail(LG_FAILED, "out of memory: %zu prompts", l->count);
}

static int add_lines(prompt_list *l, const cli_file_lines *lines) {
    char where[320];
    for (size_t i = 0; i < lines->count; i++) {
        char *end = strchr(lines->at[i], '\0');
        if (end > lines->at[i] && end[-1] == '\r') end[-1] = '\0';
        snprintf(where, sizeof where, "%.256s:%zu", lines->name, i + 1);
        const int status = add_prompt(l, lines->at[i], where);
        if (status != LG_OK) return status;
    }
    return lines->count > 0 ? LG_OK : cli_fail(LG_USAGE, "%s is empty; expected a prompt on each line", lines->name);
}

static int read_file(cli *c, prompt_list *l, const char *path) {
    cli_file_lines lines = {0};
    int status = cli_file_lines_read(c, &lines, path);
    if (status == LG_OK) status = add_lines(l, &lines);
    cli_file_lines_free(&lines);
    return status;
}

/* Collects prompts, first from flags, then from files. */
static int read_prompts(cli *c, prompt_list *l) {
    const cli_args *args = &c->args;
    int status = LG_OK;
    size_t at = 0, other = 0;
    char where[40] = "--prompt";
    const bool several = cli_flag_next(args, "prompt", &other) && cli_flag_next(args, "prompt", &other);
    for (const char *text; status == LG_OK && (text = cli_flag_next(args, "prompt", &at));) {
        if (several) snprintf(where, sizeof where, "--prompt %zu", l->count + 1);
        status = add_prompt(l, text, where);
    }
    at = 0;
    for (const char *path; status == LG_OK && (path = cli_flag_next(args, "file", &at));)
        status = read_file(c, l, path);
    if (status == LG_OK && l->count == 0)
        return cli_fail(LG_USAGE, "generate needs a prompt: --prompt TEXT, or --file FILE (- is standard input)");
    return status;
}

/* ---- answers ---- */

typedef struct row {
    const char *run, *prompt;
    lg_generated x;
} row;

static const lg_member members[] = {
    LG_MEMBER(row, run, "run", "run directory or model file"),
    LG_MEMBER(row, prompt, "prompt", "the prompt as given"),
    LG_MEMBER(row, x.text, "text", "the answer without its end token"),
    LG_LIST(row, x.words, x.tokens, "words", "tokens of the answer, including the end token"),
    LG_LIST(row, x.ids, x.tokens, "ids", "ids of the tokens in `words`"),
    LG_LIST(row, x.probabilities, x.tokens, "probabilities", "probability of each token given all before it"),
    LG_MEMBER(row, x.ended, "ended", "true if the model ended its answer; false if the limit cut it off"),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.generation/1",
    .about = "`generate`: one row per prompt.",
    .members = members,
};

static void print_answer(const printer *p, const row *r) {
    if (r->x.bytes && p->done > 0) putchar('\n'); /* separates texts of several lines */
    if (cli_flag_on(&p->c->args, "echo")) {
        cli_out_data(r->prompt, "\n\t");
        if (!r->x.bytes) putchar('\t');
    }
    cli_out_data(r->x.text, "\n\t");
    putchar('\n');
}

static bool on_answer(void *user, const lg_generated *g) {
    printer *p = user;
    p->cut += !g->ended;
    p->bytes = g->bytes;
    cli_progress_clear(&p->c->progress);
    const row r = {p->run, p->prompts->items[g->prompt].text, *g};
    if (cli_is_table())
        print_answer(p, &r);
    else
        cli_row_put(&schema, &r);
    cli_progress_show(&p->c->progress, (int64_t)++p->done, (int64_t)p->prompts->count, "");
    return !cli_out_write_failed();
}

static int generate_all(cli *c, const cli_ensemble *x, const prompt_list *prompts) {
    printer p = {.c = c, .run = x->name, .prompts = prompts};
    long limit = 0, record = 0;
    if (cli_flag_int(&c->args, "limit", 1, LG_LENGTH_MAX, &limit) != LG_OK ||
        cli_flag_int(&c->args, "record", 0, INT_MAX, &record) != LG_OK)
        return LG_USAGE;
    for (size_t i = 0; i < prompts->count; i++) prompts->items[i].record = record;
    cli_progress_begin(&c->progress, !c->json && !c->quiet && prompts->count > 512 && !cli_terminal(stdout),
                       "generating", "prompt", 0);
    const lg_status status = lg_generate(x->runs[0], prompts->items, prompts->count, (int)limit, on_answer, &p);
    cli_progress_end(&c->progress);
    if (status != LG_OK) return cli_fail_library(c, status);
    if (p.cut > 0 && !p.bytes && !c->json)
        cli_note(c, "%zu of %zu answers were cut off (--limit N sets the limit)", p.cut, p.done);
    return LG_OK;
}

static int open_and_generate(cli *c, const prompt_list *prompts) {
    cli_ensemble x;
    int result = cli_ensemble_open(c, cli_config_override, &x);
    if (result == LG_OK)
        result = cli_flag_on(&c->args, "print-config") ? cli_config_print(c, lg_run_config(x.runs[0]))
                                                       : generate_all(c, &x, prompts);
    cli_ensemble_close(&x);
    return result;
}

static const lg_schema *const schemas[] = {&schema, NULL};

static int run_generate(cli *c) {
    if (c->args.positional_count == 0)
        return cli_fail(LG_USAGE, "generate needs a run directory: lengthen generate runs/NAME --prompt TEXT");
    if (c->args.positional_count > 1 && !cli_flag_on(&c->args, "ensemble"))
        return cli_fail(LG_USAGE,
                        "generate takes one run (or several with --ensemble); remove %s; a prompt of several words "
                        "needs quotes",
                        c->args.positionals[1]);
    if (cli_setting_value(&c->args, "eval.max_tokens"))
        return cli_fail(LG_USAGE, "generate does not read --eval.max_tokens; use --limit N, without the prompt");
    prompt_list prompts = {0};
    int status = cli_flag_on(&c->args, "print-config") ? LG_OK : read_prompts(c, &prompts);
    if (status == LG_OK) status = open_and_generate(c, &prompts);
    free_prompts(&prompts);
    return status;
}

const cli_command cli_command_generate = {
    .name = "generate",
    .summary = "generate a trained model's answers to prompts",
    .usage = "lengthen generate RUN... --prompt TEXT [flags]\n"
             "lengthen generate RUN... --file FILE [flags]",
    .examples = "lengthen generate runs/addition --prompt 'Compute 5 3 + 1 9 ?'\n"
                "lengthen generate runs/copy --prompt 'Copy: a b c' --prompt 'Copy: q q' --echo\n"
                "lengthen generate runs/copy --file prompts.txt --json >answers.jsonl\n"
                "lengthen sample addition --split test --text | cut -f 1 | lengthen generate runs/addition --file -\n"
                "lengthen generate runs/book --prompt 'It was ' --limit 500",
    .text = "The model generates the most probable token repeatedly until its answer ends or reaches --limit\n"
            "tokens. Write prompts as `lengthen sample TASK --text` prints sources: words separated by spaces,\n"
            "or any text for models that read bytes. The fixed beginning and end of every source (\"Solve: \",\n"
            "[SEP]) are added if missing. Text after [SEP] is the beginning of the answer, which the model\n"
            "completes.\n\n"
            "Answers are printed one per line in the order of the prompts. They do not depend on other prompts or\n"
            "on threads. With --json, each answer is an object with the members prompt, text, words, ids,\n"
            "probabilities (of each token, given all tokens before it) and ended (true if the model ended the\n"
            "answer). A word outside the vocabulary is an error, and nothing is generated.\n\n"
            "An evaluation draws randomized positions for each record. `generate` uses the positions of record 0\n"
            "for all prompts, or the positions of record N with --record N. To reproduce an answer of an\n"
            "evaluation, give the prompt and the number of its record; `lengthen eval --show` prints both. Models\n"
            "without random positions ignore --record.\n\n"
            "--ensemble uses the mean of the probabilities of several runs, which must have the same task and\n"
            "architecture.\n\n"
            "`generate` needs an autoregressive model: architecture decoder or encoder_decoder. Flags can change\n"
            "positions, mask and scale, as in `lengthen eval`.",
    .positionals = "@folder",
    .flags = flags,
    .others = others,
    .settings = cli_stored_flags,
    .frequent = "positions mask scale eval.seed threads",
    .schemas = schemas,
    .run = run_generate,
};
