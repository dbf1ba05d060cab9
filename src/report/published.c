/* published.c: looks up published numbers; see published.h. published/NAME.csv holds the numbers of a study,
 * published/NAME.inc describes it and its special tables. */
#include "report/published.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/embed.h"
#include "base/text.h"
#include "metric/metric.h"
#include "report/format/table.h"
#include "report/published/chomsky_2023.inc"
#include "report/published/nope_2023.inc"
#include "report/published/nope_2023_scratchpad.inc"
#include "report/published/randpe_2023.inc"

static const lg_study *const studies[] = {&chomsky_2023, &nope_2023, &nope_2023_scratchpad, &randpe_2023};

enum { STUDIES = sizeof studies / sizeof *studies };

const char *lg_study_name(size_t i) {
    return i < STUDIES ? studies[i]->name : NULL;
}

const lg_study *lg_study_find(const char *name) {
    for (size_t i = 0; i < STUDIES; i++)
        if (!strcmp(studies[i]->name, name)) return studies[i];
    return NULL;
}

static bool is(const char *wanted, const char *name) {
    return !wanted || !strcmp(wanted, name);
}

/* Does the column match the run's network: the same cell and store, or neither for a Transformer? */
static bool is_network(const lg_study_column *c, const lg_run_attributes *f) {
    if (!c->cell) return *f->cell == '\0';
    return !strcmp(c->cell, f->cell) && !strcmp(c->store, f->store);
}

int lg_study_column_of(const lg_study *s, const lg_run_attributes *f) {
    if (!s || strcmp(f->attention, "softmax")) return -1;
    for (int i = 0; s->columns[i].positions; i++) {
        const lg_study_column *c = &s->columns[i];
        if (is(c->positions, f->positions) && is(c->encoding, f->encoding) && is(c->scratchpad, f->scratchpad) &&
            is_network(c, f))
            return i;
    }
    return -1;
}

/* ---- cells of a row ---- */

enum { WORD = 24 };

static const lg_published_value none = {NAN, NAN, NAN, false, ""};

/* The part of the row after the table and the task; NULL without such a row. */
static const char *find_row(const lg_study *s, const char *table, const char *task) {
    char start[128];
    const size_t length = (size_t)snprintf(start, sizeof start, "%s,%s,", table, task);
    for (const char *at = s->scores; *at && length < sizeof start; at += strcspn(at, "\n") + 1)
        if (!strncmp(at, start, length)) return at + length;
    return NULL;
}

static bool find_word(const char *cells, int column, char word[WORD]) {
    for (; column > 0; column--) {
        cells += strcspn(cells, ",\n");
        if (*cells++ != ',') return false;
    }
    const size_t length = strcspn(cells, ",\n");
    assert(length > 0 && length < WORD);
    return snprintf(word, WORD, "%.*s", (int)length, cells) > 0;
}

/* "96." lacks the digit after its point: the range [96, 97). */
static void read_value(const char *text, lg_published_value *n) {
    const size_t length = strlen(text);
    char whole[WORD];
    double x;
    snprintf(whole, sizeof whole, "%s%s", text, length > 0 && text[length - 1] == '.' ? "0" : "");
    if (!lg_text_real(whole, &x)) return;
    n->low = x;
    n->high = x + (length > 0 && text[length - 1] == '.' ? 1 : 0);
}

/* A question mark follows a barely legible digit. NaN without any digit. */
static double read_spread(const char *text) {
    char digits[WORD];
    double x;
    snprintf(digits, sizeof digits, "%.*s", (int)strcspn(text, "?"), text);
    return lg_text_real(digits, &x) ? x : NAN;
}

static lg_published_value read_word(char *word, lg_arena *arena) {
    lg_published_value n = none;
    if (!strcmp(word, "-")) return n;
    char *spread = strstr(word, "±"), *value = word + (*word == '~');
    n.guessed = *word == '~';
    n.text = !spread ? lg_arena_printf(arena, "%s", word)
                     : lg_arena_printf(arena, "%.*s ± %s", (int)(spread - word), word, spread + strlen("±"));
    if (spread) {
        *spread = '\0';
        n.spread = read_spread(spread + strlen("±"));
    }
    read_value(value, &n);
    return n;
}

lg_published_value lg_study_value(const lg_study *s, const char *table, const char *task, int column, lg_arena *arena) {
    const char *cells = !s || column < 0 ? NULL : find_row(s, table, task);
    char word[WORD];
    return cells && find_word(cells, column, word) ? read_word(word, arena) : none;
}

/* ---- scores at single lengths ---- */

const char *lg_study_curve_of(const lg_study *s, const lg_run_attributes *f, const char *task) {
    char models[128];
    snprintf(models, sizeof models, "%s %s %s", f->positions, f->encoding, f->scratchpad);
    return lg_study_column_of(s, f) < 0 ? NULL : find_row(s, models, task);
}

int lg_study_curve_trained(const char *curve) {
    return atoi(curve);
}

/* The first length above `after`, and its cell; 0 without one. */
static int find_length(const char *curve, int after, char word[WORD]) {
    for (int i = 1; find_word(curve, i, word); i++) {
        assert(strchr(word, ':'));
        if (atoi(word) > after) return atoi(word);
    }
    return 0;
}

int lg_study_curve_next(const char *curve, int after) {
    char word[WORD];
    return find_length(curve, after, word);
}

lg_published_value lg_study_curve_value(const char *curve, int length, lg_arena *arena) {
    char word[WORD];
    return find_length(curve, length - 1, word) == length ? read_word(strchr(word, ':') + 1, arena) : none;
}

bool lg_published_value_is(const lg_published_value *n) {
    return isfinite(n->low);
}

double lg_published_value_difference(const lg_published_value *n, double ours) {
    if (ours < n->low) return ours - n->low;
    return ours < n->high ? 0 : ours - n->high;
}
