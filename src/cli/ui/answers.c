/* answers.c: collects a model's answers and prints them next to the targets. Answers arrive in any order; those with
 * the lowest record numbers are kept, so that the selection does not depend on the evaluation's batch size. */
#include "cli/ui/answers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/ui/out.h"
#include "cli/ui/print.h"
#include "cli/ui/text.h"

/* A copy of an lg_answer_report. The strings belong to the vocabulary, which lives as long as the run. */
typedef struct answer {
    lg_answer_report r;
    char *prompt, *target, *answer;
    int32_t *ids;       /* token ids: first the target's, then the answer's */
    const char **words; /* the texts of the same tokens */
} answer;

/* The answers to the records of one length, or of one cell of a length. */
typedef struct cli_answer_bucket {
    char cell[64];       /* "": the length is not divided into cells */
    int64_t all, wanted; /* number of answers: in total; selected by --show */
    int64_t first;       /* lowest record number */
    answer *kept;        /* [kept_count], sorted by record number */
    size_t kept_count;
} cli_answer_bucket;

/* ---- keeping ---- */

int cli_answers_read(cli_answers *a, const cli *c) {
    const char *which = cli_flag_value(&c->args, "show");
    *a = (cli_answers){.which = which, .run = c->args.positionals[0], .count = 5};
    if (!which && cli_flag_on(&c->args, "count"))
        return cli_fail(LG_USAGE, "--count needs --show; --eval.sequences sets how many sequences are evaluated");
    if (!which) return LG_OK;
    if (strcmp(which, "wrong") && strcmp(which, "right") && strcmp(which, "all"))
        return cli_fail(LG_USAGE, "--show %s: expected wrong, right or all", which);
    if (c->args.positional_count > 1 && !cli_flag_on(&c->args, "ensemble"))
        return cli_fail(LG_USAGE, "--show takes one run; omit %s", c->args.positionals[1]);
    cli_csv_choose(&cli_schema_answer);
    return cli_flag_int(&c->args, "count", 1, 1000000, &a->count);
}

static void free_answer(answer *x) {
    free(x->prompt);
    free(x->target);
    free(x->answer);
    free(x->ids);
    free(x->words);
}

static bool copy_answer(answer *x, const lg_answer_report *r) {
    const size_t targets = (size_t)r->targets, tokens = (size_t)r->tokens;
    *x = (answer){.r = *r, .prompt = strdup(r->prompt), .target = strdup(r->target), .answer = strdup(r->answer)};
    x->ids = calloc(targets + tokens + 1, sizeof *x->ids);
    x->words = calloc(targets + tokens + 1, sizeof *x->words);
    if (!x->prompt || !x->target || !x->answer || !x->ids || !x->words) {
        free_answer(x);
        return false;
    }
    memcpy(x->ids, r->target_ids, targets * sizeof *x->ids);
    memcpy(x->ids + targets, r->ids, tokens * sizeof *x->ids);
    memcpy(x->words, r->target_words, targets * sizeof *x->words);
    memcpy(x->words + targets, r->words, tokens * sizeof *x->words);
    return true;
}

/* Returns the bucket of a cell, and creates it if necessary. Returns NULL if memory runs out. */
static cli_answer_bucket *find_bucket(cli_answers *a, const lg_answer_report *r) {
    const char *cell = r->cell ? r->cell : "";
    for (size_t i = 0; i < a->bucket_count; i++)
        if (!strcmp(a->buckets[i].cell, cell)) return &a->buckets[i];
    cli_answer_bucket *more = realloc(a->buckets, (a->bucket_count + 1) * sizeof *more);
    if (!more) return NULL;
    a->buckets = more;
    cli_answer_bucket *b = &more[a->bucket_count];
    *b = (cli_answer_bucket){.first = r->record, .kept = calloc((size_t)a->count + 1, sizeof *b->kept)};
    if (!b->kept) return NULL;
    snprintf(b->cell, sizeof b->cell, "%s", cell);
    a->bucket_count++;
    return b;
}

/* Inserts the answer, sorted by record number. If there are then more than `count` answers, drops the last one. Returns
 * false if memory runs out. */
static bool keep_answer(cli_answer_bucket *b, size_t count, const lg_answer_report *r) {
    size_t at = b->kept_count;
    answer x;
    while (at > 0 && b->kept[at - 1].r.record > r->record) at--;
    if (at == count) return true;
    if (!copy_answer(&x, r)) return false;
    memmove(b->kept + at + 1, b->kept + at, (b->kept_count - at) * sizeof *b->kept);
    b->kept[at] = x;
    if (++b->kept_count > count) free_answer(&b->kept[--b->kept_count]);
    return true;
}

void cli_answers_add(cli_answers *a, const lg_answer_report *r) {
    cli_answer_bucket *b = find_bucket(a, r);
    if (!b) {
        cli_out_lose();
        return;
    }
    if (r->record < b->first) b->first = r->record;
    b->all++;
    if (strcmp(a->which, "all") && r->right != !strcmp(a->which, "right")) return;
    b->wanted++;
    if (!keep_answer(b, (size_t)a->count, r)) cli_out_lose();
}

/* ---- lines of tokens ---- */

enum { MARGIN = 8 }; /* width of "target  " */

/* The shown range of tokens in the target and the answer, which are printed one above the other. */
typedef struct window {
    const answer *x;
    int count;       /* tokens of the longer sequence */
    int first, last; /* tokens first..last-1 */
    int joint;       /* blank columns between two tokens */
} window;

/* Word j of the target or, if `output`, of the model's answer. Returns "" beyond the last word. A byte token takes one
 * column, so a byte that is not printable ASCII becomes a dot. */
static const char *word_at(const answer *x, bool output, int j) {
    const int count = output ? x->r.tokens : x->r.targets;
    const int at = output ? x->r.targets + j : j;
    if (j >= count) return "";
    if (x->r.bytes && x->ids[at] == ' ') return " ";
    return x->r.bytes && x->words[at][1] != '\0' ? "." : x->words[at];
}

static int cell_width(const answer *x, int j) {
    const int a = cli_text_width(word_at(x, false, j)), b = cli_text_width(word_at(x, true, j));
    return a > b ? a : b;
}

/* Extends the window to the left while its width stays at most `limit` columns. `used` is its present width; the new
 * width is returned. */
static int extend_left(window *w, int used, int limit) {
    for (; w->first > 0 && used + cell_width(w->x, w->first - 1) + w->joint <= limit; w->first--)
        used += cell_width(w->x, w->first - 1) + w->joint;
    return used;
}

static int extend_right(window *w, int used, int limit) {
    for (; w->last < w->count && used + cell_width(w->x, w->last) + w->joint <= limit; w->last++)
        used += cell_width(w->x, w->last) + w->joint;
    return used;
}

/* Chooses the tokens to show: all of them if they fit, otherwise as many as fit around the first difference. "..."
 * takes the place of omitted tokens. */
static window choose_window(const answer *x, int columns) {
    window w = {.x = x, .joint = x->r.bytes ? 0 : 1};
    w.count = x->r.tokens > x->r.targets ? x->r.tokens : x->r.targets;
    extend_right(&w, 0, columns);
    if (w.last == w.count) return w;
    columns -= 8; /* "... " at both ends */
    w.first = w.last = x->r.difference < 0 ? 0 : x->r.difference;
    const int before = extend_left(&w, 0, columns / 2);
    extend_left(&w, extend_right(&w, before, columns), columns);
    return w;
}

static void print_words(const window *w, const char *name, bool output) {
    const int count = output ? w->x->r.tokens : w->x->r.targets;
    printf("%-*s%s", MARGIN, name, w->first > 0 ? "... " : "");
    for (int j = w->first; j < w->last && j < count; j++) {
        const char *word = word_at(w->x, output, j);
        const bool more = j + 1 < w->last && j + 1 < count;
        cli_out_print(word, "");
        printf("%*s", more ? cell_width(w->x, j) - cli_text_width(word) + w->joint : 0, "");
    }
    puts(w->last < count ? " ..." : "");
}

/* Prints a line that marks the first differing token. A text stands on the side of the mark that has enough room. */
static void print_mark(const window *w, int columns) {
    const answer *x = w->x;
    char words[80];
    int at = MARGIN + (w->first > 0 ? 4 : 0);
    for (int j = w->first; j < x->r.difference; j++) at += cell_width(x, j) + w->joint;
    const int width = snprintf(words, sizeof words, "token %d of %d%s", x->r.difference + 1, x->r.targets,
                               x->r.right ? "; but the answer is right" : "");
    if (at + 2 + width > columns && at > width)
        printf("%*s%s ^\n", at - width - 1, "", words);
    else
        printf("%*s^ %s\n", at, "", words);
}

/* ---- printing ---- */

static int columns_of_output(void) {
    const int columns = cli_columns(stdout);
    return columns < 40 ? 40 : columns > 160 ? 160 : columns;
}

static void print_answer(const answer *x) {
    const int columns = columns_of_output();
    const size_t size = strlen(x->prompt) + 8;
    char *prompt = malloc(size);
    printf("\n%-*s%" PRId64 "\n", MARGIN, "record", x->r.record);
    printf("%-*s", MARGIN, "prompt");
    cli_text_wrap(stdout, prompt ? cli_text_cut(prompt, size, x->prompt, 4 * (columns - MARGIN)) : x->prompt, MARGIN,
                  MARGIN, columns);
    free(prompt);
    const window w = choose_window(x, columns - MARGIN);
    print_words(&w, "target", false);
    print_words(&w, "answer", true);
    if (x->r.difference >= 0) print_mark(&w, columns);
}

typedef struct row {
    const char *run, *cell;
    bool differs;
    lg_answer_report x;
} row;

static const lg_member members[] = {
    LG_MEMBER(row, run, "run", "run directory or model file"),
    LG_MEMBER(row, x.length, "length", "sequence length", .heading = "length"),
    LG_MEMBER(row, cell, "cell", "cell of the record, if the records of one length are divided into cells",
              .optional = true, .heading = "cell"),
    LG_MEMBER(row, x.record, "record", "index among the records of this length", .heading = "record"),
    LG_MEMBER(row, x.right, "right", "whether the answer is right", .heading = "right"),
    LG_MEMBER(row, x.difference, "difference", "index of the first scored token that differs, from 0; null: none",
              .when = LG_WHEN(row, differs), .null = true),
    LG_MEMBER(row, x.prompt, "prompt", "source as text", .heading = "prompt"),
    LG_MEMBER(row, x.target, "target", "target as text, without the end token", .heading = "target"),
    LG_MEMBER(row, x.answer, "said", "the model's answer as text, without the end token", .heading = "answer"),
    LG_LIST(row, x.target_words, x.targets, "target_words", "tokens of the target, with the end token"),
    LG_LIST(row, x.words, x.tokens, "words", "tokens of the answer, with the end token"),
    LG_LIST(row, x.target_ids, x.targets, "target_ids", "ids of the target's tokens"),
    LG_LIST(row, x.ids, x.tokens, "ids", "ids of the answer's tokens"),
    {0},
};
const lg_schema cli_schema_answer = {
    .name = "lengthen.answer/1",
    .about = "`eval --show`: one row per answer, before the row of its length.",
    .members = members,
};

static void put_answer(cli_rows *rows, const cli_answers *a, const answer *x, const char *cell) {
    row r = {a->run, cell, x->r.difference >= 0, x->r};
    r.x.prompt = x->prompt, r.x.target = x->target, r.x.answer = x->answer;
    r.x.target_words = x->words, r.x.words = x->words + x->r.targets;
    r.x.target_ids = x->ids, r.x.ids = x->ids + x->r.targets;
    cli_rows_put(rows, &r);
}

/* Prints the heading of a bucket: "length 8, 3-by-8: 5 of 30 are wrong; the first 2:". */
static void print_heading(const cli_answers *a, const cli_answer_bucket *b, int length) {
    printf("length %d%s%s: ", length, *b->cell ? ", " : "", b->cell);
    if (!strcmp(a->which, "all"))
        printf("%" PRId64 " answers", b->all);
    else
        printf("%" PRId64 " of %" PRId64 " %s %s", b->wanted, b->all, b->wanted == 1 ? "is" : "are", a->which);
    if (b->kept_count == 1 && b->wanted > 1)
        puts("; the first:");
    else if ((int64_t)b->kept_count < b->wanted)
        printf("; the first %zu:\n", b->kept_count);
    else
        puts(b->wanted > 0 ? ":" : "");
}

static int by_first(const void *a, const void *b) {
    const cli_answer_bucket *x = a, *y = b;
    return (x->first > y->first) - (x->first < y->first);
}

static void print_bucket(const cli_answers *a, const cli_answer_bucket *b, int length) {
    print_heading(a, b, length);
    for (size_t i = 0; i < b->kept_count; i++) print_answer(&b->kept[i]);
    cli_line();
}

static void put_rows(const cli_answers *a) {
    cli_rows rows = cli_rows_begin(&cli_schema_answer);
    for (size_t i = 0; i < a->bucket_count; i++)
        for (size_t k = 0; k < a->buckets[i].kept_count; k++)
            put_answer(&rows, a, &a->buckets[i].kept[k], a->buckets[i].cell);
    cli_rows_end(&rows, LG_OK);
    cli_line();
}

void cli_answers_print(cli_answers *a, int length) {
    if (a->bucket_count > 0) qsort(a->buckets, a->bucket_count, sizeof *a->buckets, by_first);
    for (size_t i = 0; i < a->bucket_count && cli_is_plain(); i++) print_bucket(a, &a->buckets[i], length);
    if (!cli_is_plain()) put_rows(a);
    cli_answers_free(a);
}

void cli_answers_free(cli_answers *a) {
    for (size_t i = 0; i < a->bucket_count; i++) {
        for (size_t j = 0; j < a->buckets[i].kept_count; j++) free_answer(&a->buckets[i].kept[j]);
        free(a->buckets[i].kept);
    }
    free(a->buckets);
    a->buckets = NULL;
    a->bucket_count = 0;
}
