/* confusion.c: `lengthen analyze confusion`: which tokens a model predicts for each target token, at training lengths
 * and beyond. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analyze/analyze.h"
#include "cli/ui/out.h"

enum {
    MATRIX = 12, /* maximum number of words in a table; if there are more, pairs are listed instead */
    NAMES = 40   /* maximum number of words in a figure: those with the most wrong tokens */
};

/* A target token and the prediction for it. */
typedef struct element {
    int target, predicted; /* -1: none, the answer had ended */
    int64_t tokens;
} element;

typedef struct word {
    int id;
    const char *text;
    int64_t wrong; /* wrong tokens with this word as target or prediction */
    double of[2];  /* number of target tokens that are this word, in each part */
} word;

/* The elements of a range of lengths of a run. */
typedef struct part {
    element *all; /* [count] */
    size_t count, capacity;
    int first, last; /* lengths; first 0: there are none */
    double tokens, right;
    double *image; /* [words, words] */
} part;

/* The results of one run. */
typedef struct matrix {
    int trained;   /* the longest training length */
    part parts[2]; /* up to that length, and beyond */
    word *words;   /* [count]: all words found, sorted by id with -1 last */
    size_t count, capacity;
    const char **names; /* of the words in the figure */
    char titles[2][48];
} matrix;

typedef struct confusion {
    cli_analysis *a;
    matrix *runs; /* [runs] */
    long pairs;   /* number of pairs to list */
    bool out_of_memory;
} confusion;

/* ---- rows ---- */

typedef struct row {
    const char *run;
    lg_confusion_report x;
    bool has_prediction;
} row;

static const lg_member members[] = {
    CLI_RUN_MEMBER(row),
    LG_MEMBER(row, x.length, "length", "record length"),
    LG_MEMBER(row, x.target_word, "target", "target word"),
    LG_MEMBER(row, x.predicted_word, "said", "predicted word; null: the answer had ended"),
    LG_MEMBER(row, x.target, "target_id", "id of the target word"),
    LG_MEMBER(row, x.predicted, "said_id", "id of the predicted word", .when = LG_WHEN(row, has_prediction),
              .null = true),
    LG_MEMBER(row, x.tokens, "tokens", "number of tokens with this target and prediction"),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.confusion/1",
    .about = "`analyze confusion`: one row per run, length and observed pair of tokens.",
    .members = members,
};

/* ---- collecting ---- */

static int compare_elements(const void *a, const void *b) {
    const element *x = a, *y = b;
    if (x->target != y->target) return x->target < y->target ? -1 : 1;
    return (x->predicted > y->predicted) - (x->predicted < y->predicted);
}

/* Merges the elements for the same pair of words at several lengths. */
static void join_elements(part *p) {
    size_t kept = 0;
    if (p->count > 0) qsort(p->all, p->count, sizeof *p->all, compare_elements);
    for (size_t i = 0; i < p->count; i++) {
        if (kept > 0 && !compare_elements(&p->all[kept - 1], &p->all[i]))
            p->all[kept - 1].tokens += p->all[i].tokens;
        else
            p->all[kept++] = p->all[i];
    }
    p->count = kept;
}

static bool add_element(part *p, const lg_confusion_report *r) {
    const bool full = p->count == p->capacity;
    if (full) join_elements(p);
    if (full && 2 * p->count >= p->capacity) {
        const size_t capacity = p->capacity ? 2 * p->capacity : 1024;
        element *more = realloc(p->all, capacity * sizeof *more);
        if (!more) return false;
        p->all = more, p->capacity = capacity;
    }
    p->all[p->count++] = (element){r->target, r->predicted, r->tokens};
    if (p->first == 0 || r->length < p->first) p->first = r->length;
    if (r->length > p->last) p->last = r->length;
    p->tokens += (double)r->tokens;
    if (r->target == r->predicted) p->right += (double)r->tokens;
    return true;
}

/* Index of the word or, if it is missing, the index at which to insert it. The cast sorts -1 last. */
static size_t find_word(const matrix *m, int id) {
    size_t low = 0, high = m->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if ((unsigned)m->words[middle].id < (unsigned)id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool add_word(matrix *m, int id, const char *text, const lg_confusion_report *r, int of) {
    const size_t at = find_word(m, id);
    if (at == m->count || m->words[at].id != id) {
        if (m->count == m->capacity) {
            const size_t capacity = m->capacity ? 2 * m->capacity : 64;
            word *more = realloc(m->words, capacity * sizeof *more);
            if (!more) return false;
            m->words = more, m->capacity = capacity;
        }
        memmove(m->words + at + 1, m->words + at, (m->count++ - at) * sizeof *m->words);
        m->words[at] = (word){.id = id, .text = text ? text : "(nothing)"};
    }
    if (r->target != r->predicted) m->words[at].wrong += r->tokens;
    if (of >= 0) m->words[at].of[of] += (double)r->tokens;
    return true;
}

static void on_confusion(void *user, const lg_confusion_report *r) {
    confusion *x = user;
    matrix *m = &x->runs[x->a->run];
    const int longer = r->length > m->trained;
    cli_row_put(&schema, &(row){x->a->curves[x->a->run].run, *r, r->predicted_word});
    if (x->out_of_memory) return;
    x->out_of_memory = !add_element(&m->parts[longer], r) || !add_word(m, r->target, r->target_word, r, longer) ||
                       !add_word(m, r->predicted, r->predicted_word, r, -1);
}

static lg_status evaluate_run(void *user, lg_run *r, const lg_callbacks *calls) {
    confusion *x = user;
    matrix *m = &x->runs[x->a->run];
    int lengths[2];
    lg_analyze_lengths(r, lengths);
    m->trained = lengths[0];
    const lg_status status = lg_analyze_confusion(r, calls, on_confusion, x);
    for (int i = 0; i < 2; i++) join_elements(&m->parts[i]);
    return status;
}

/* ---- table ---- */

static const element *find_element(const part *p, int target, int predicted) {
    const element key = {.target = target, .predicted = predicted};
    return p->count > 0 ? bsearch(&key, p->all, p->count, sizeof key, compare_elements) : NULL;
}

/* "quick, lengths 1..10, as trained: 99.2 % of 4000 tokens are right" */
static void print_heading(const confusion *x, size_t run, int longer) {
    const part *p = &x->runs[run].parts[longer];
    char text[240];
    snprintf(text, sizeof text, "%s, lengths %d..%d, %s: %.1f %% of %.0f tokens are right", x->a->curves[run].label,
             p->first, p->last, longer ? "longer than trained" : "as trained", 100 * p->right / p->tokens, p->tokens);
    cli_heading(text);
}

static void print_matrix(const matrix *m, int longer) {
    lg_sheet *t = lg_sheet_new(&"rrrrrrrrrrrrrr"[MATRIX - m->count]);
    lg_sheet_cell(t, "target");
    for (size_t j = 0; j < m->count; j++) lg_sheet_cell(t, "%s", m->words[j].text);
    lg_sheet_cell(t, "tokens");
    for (size_t i = 0; i < m->count; i++) {
        if (m->words[i].of[longer] <= 0) continue;
        lg_sheet_cell(t, "%s", m->words[i].text);
        for (size_t j = 0; j < m->count; j++) {
            const element *e = find_element(&m->parts[longer], m->words[i].id, m->words[j].id);
            if (e)
                lg_sheet_number(t, 100 * (double)e->tokens / m->words[i].of[longer], 1);
            else
                lg_sheet_cell(t, "%s", "");
        }
        lg_sheet_cell(t, "%.0f", m->words[i].of[longer]);
    }
    cli_sheet_print(t, stdout);
}

/* Sorts wrong pairs first, then right pairs; within each of these two groups, the most frequent pair is first. */
static int by_tokens(const void *a, const void *b) {
    const element *x = a, *y = b;
    const int right[2] = {x->target == x->predicted, y->target == y->predicted};
    if (right[0] != right[1]) return right[0] - right[1];
    if (x->tokens != y->tokens) return x->tokens > y->tokens ? -1 : 1;
    return compare_elements(a, b);
}

typedef struct pair {
    const char *target, *predicted;
    int64_t tokens;
    double share; /* of the target's tokens */
} pair;

static const lg_member pair_members[] = {
    LG_MEMBER(pair, target, NULL, "", .heading = "target"),
    LG_MEMBER(pair, predicted, NULL, "", .heading = "predicted"),
    LG_MEMBER(pair, tokens, NULL, "", .heading = "tokens"),
    LG_MEMBER(pair, share, NULL, "", .heading = "% of target", .scale = 100, .digits = 1),
    {0},
};
static const lg_schema pair_schema = {.members = pair_members};

static void print_pairs(const confusion *x, const matrix *m, int longer) {
    const part *p = &m->parts[longer];
    element *wrong = malloc(p->count * sizeof *wrong);
    if (!wrong) {
        cli_out_lose();
        return;
    }
    memcpy(wrong, p->all, p->count * sizeof *wrong);
    qsort(wrong, p->count, sizeof *wrong, by_tokens);
    cli_rows rows = cli_rows_begin(&pair_schema);
    for (size_t i = 0; i < p->count && i < (size_t)x->pairs && wrong[i].target != wrong[i].predicted; i++) {
        const word *target = &m->words[find_word(m, wrong[i].target)];
        pair r = {target->text, m->words[find_word(m, wrong[i].predicted)].text, wrong[i].tokens, 0};
        r.share = (double)r.tokens / target->of[longer];
        cli_rows_put(&rows, &r);
    }
    cli_rows_end(&rows, LG_OK);
    free(wrong);
}

static void print_part(const confusion *x, size_t run, int longer) {
    const matrix *m = &x->runs[run];
    if (m->parts[longer].count == 0) return;
    print_heading(x, run, longer);
    if (m->count <= MATRIX)
        print_matrix(m, longer);
    else if (m->parts[longer].right < m->parts[longer].tokens)
        print_pairs(x, m, longer);
    cli_line();
}

static void print_tables(const confusion *x) {
    bool matrices = false, lists = false;
    for (size_t run = 0; run < x->a->count; run++) {
        for (int longer = 0; longer < 2; longer++) print_part(x, run, longer);
        matrices |= x->runs[run].count <= MATRIX, lists |= x->runs[run].count > MATRIX;
    }
    if (matrices)
        cli_legend("matrices: a row per target token, with its predicted tokens in %; tokens: number of occurrences of "
                   "the target; (nothing): the answer had ended");
    if (lists) cli_legend("lists: the most frequent wrong tokens (--pairs)");
}

/* ---- figure ---- */

static int by_wrong(const void *a, const void *b) {
    const word *x = a, *y = b;
    if (x->wrong != y->wrong) return x->wrong > y->wrong ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

static int by_id(const void *a, const void *b) {
    const unsigned x = (unsigned)((const word *)a)->id, y = (unsigned)((const word *)b)->id;
    return (x > y) - (x < y);
}

/* Keeps the NAMES words with the most wrong tokens. */
static bool choose_words(matrix *m) {
    if (m->count > NAMES) {
        qsort(m->words, m->count, sizeof *m->words, by_wrong);
        m->count = NAMES;
        qsort(m->words, m->count, sizeof *m->words, by_id);
    }
    m->names = calloc(m->count + 1, sizeof *m->names);
    for (size_t i = 0; m->names && i < m->count; i++) m->names[i] = m->words[i].text;
    return m->names;
}

static bool fill_image(matrix *m, int longer) {
    const size_t n = m->count;
    part *p = &m->parts[longer];
    p->image = malloc(n * n * sizeof *p->image);
    for (size_t i = 0; p->image && i < n * n; i++) {
        const word *target = &m->words[i / n];
        const element *e = find_element(p, target->id, m->words[i % n].id);
        p->image[i] = target->of[longer] > 0 ? (e ? (double)e->tokens / target->of[longer] : 0) : (double)NAN;
    }
    return p->image;
}

static bool fill_panels(const confusion *x, size_t run, lg_panel *panels) {
    matrix *m = &x->runs[run];
    bool good = choose_words(m);
    for (int longer = 0; good && longer < 2; longer++) {
        const part *p = &m->parts[longer];
        panels[longer] = (lg_panel){.guide = NAN, .level = NAN, .pixel = 1};
        if (longer == 0) panels[longer].row = x->a->curves[run].label;
        if (p->count == 0) continue;
        snprintf(m->titles[longer], sizeof m->titles[longer], "lengths %d..%d, %s", p->first, p->last,
                 longer ? "longer than trained" : "as trained");
        good = fill_image(m, longer);
        panels[longer].title = m->titles[longer];
        panels[longer].image = p->image, panels[longer].side = panels[longer].rows = m->count;
        panels[longer].x_names = panels[longer].y_names = m->names;
        panels[longer].x_high = panels[longer].y_low = (double)m->count;
    }
    return good;
}

static int draw_figure(const confusion *x) {
    bool cut = false, good = true;
    lg_figure f = {.panel_count = 2 * x->a->count,
                   .columns = 2,
                   .x_label = "predicted token",
                   .y_label = "target token",
                   .scale_label = "share of the target's tokens"};
    if (!cli_flag_on(&x->a->c->args, "figure")) return LG_OK;
    f.panels = calloc(f.panel_count, sizeof *f.panels);
    for (size_t i = 0; i < x->a->count; i++) cut |= x->runs[i].count > NAMES;
    for (size_t i = 0; good && i < x->a->count; i++) good = f.panels && fill_panels(x, i, f.panels + 2 * i);
    f.title = cli_figure_title(x->a->c, x->a->curves, x->a->count, "token confusion");
    f.subtitle = cut ? "predictions for each target token: only the 40 tokens with the most errors"
                     : "predictions for each target token";
    const int status = good ? cli_figure_draw(x->a->c, &f) : cli_fail(LG_FAILED, "out of memory: a figure");
    free(f.panels);
    return status;
}

/* ---- all ---- */

static void free_run(matrix *m) {
    for (int i = 0; i < 2; i++) {
        free(m->parts[i].all);
        free(m->parts[i].image);
    }
    free(m->words);
    free(m->names);
}

static int analyze(cli_analysis *a) {
    confusion x = {.a = a, .pairs = 20};
    int status = cli_flag_int(&a->c->args, "pairs", 1, 1000000, &x.pairs);
    if (status != LG_OK) return status;
    x.runs = calloc(a->count, sizeof *x.runs);
    status = x.runs ? cli_analysis_evaluate(a, evaluate_run, &x) : LG_OK;
    if (status == LG_OK && (!x.runs || x.out_of_memory))
        status = cli_fail(LG_FAILED, "out of memory: a confusion matrix");
    if (status == LG_OK && cli_is_table()) print_tables(&x);
    if (status == LG_OK) status = draw_figure(&x);
    for (size_t i = 0; x.runs && i < a->count; i++) free_run(&x.runs[i]);
    free(x.runs);
    return status;
}

static const cli_flag flags[] = {
    {"pairs", 0, "N", "number of wrong pairs to list if the vocabulary is too large for a matrix (default 20)"},
    CLI_FIGURE_FLAGS,
    {0},
};

static const lg_schema *const schemas[] = {&schema, NULL};

static int run_confusion(cli *c) {
    return cli_analysis_run(c, &(cli_analysis_kind){.run = analyze, .evaluates = true});
}

const cli_command cli_analyze_confusion = {
    .name = "analyze confusion",
    .summary = "which tokens were predicted for each target token",
    .usage = "lengthen analyze confusion RUN... [--lengths LIST] [--pairs N] [flags]",
    .examples = "lengthen analyze confusion runs/a --lengths 5..60:5 --figure confusion.svg",
    .text = "Counts which token was predicted for each target token. There are two confusion matrices: one for\n"
            "the training lengths, one for longer lengths. If the vocabulary is large, lists of the most frequent\n"
            "wrong predictions (--pairs) replace the matrices. Without --lengths, each run is evaluated at its\n"
            "own eval.lengths.",
    CLI_EVALUATION_OPTIONS,
    .flags = flags,
    .others = cli_other_lengths,
    .schemas = schemas,
    .run = run_confusion,
};
