/* published.c: see published.h. The numbers themselves, and the tables that a study has alone, are data:
 * published/NAME.inc, one study each. */
#include "report/published.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "report/format/table.h"

#include "metric/metric.h"
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

/* The cell and the store of a recurrent network, or none of a Transformer? */
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

/* ---- words of a line ---- */

enum { WORD = 24 };

static const lg_published_value none = {NAN, NAN, NAN, false, ""};

static const char *find_line(const lg_study *s, const char *table, const char *task) {
    for (const lg_study_line *l = s->lines; l->table; l++)
        if (!strcmp(l->table, table) && !strcmp(l->task, task)) return l->cells;
    return NULL;
}

static bool find_word(const char *cells, int column, char word[WORD]) {
    for (;; column--) {
        cells += strspn(cells, " ");
        const size_t length = strcspn(cells, " ");
        if (length == 0) return false;
        if (column == 0) return snprintf(word, WORD, "%.*s", (int)length, cells) < WORD;
        cells += length;
    }
}

/* "96." has no digit after its point: anything up to 97. */
static void read_value(const char *text, lg_published_value *n) {
    const size_t length = strlen(text);
    char whole[WORD];
    double x;
    snprintf(whole, sizeof whole, "%s%s", text, length > 0 && text[length - 1] == '.' ? "0" : "");
    if (!lg_text_real(whole, &x)) return;
    n->low = x;
    n->high = x + (length > 0 && text[length - 1] == '.' ? 1 : 0);
}

/* A digit that is hardly legible has a question mark; a number without any digit is none. */
static double read_spread(const char *text) {
    char digits[WORD];
    double x;
    snprintf(digits, sizeof digits, "%.*s", (int)strcspn(text, "?"), text);
    return lg_text_real(digits, &x) ? x : NAN;
}

static lg_published_value read_word(const char *cells, int column, lg_arena *arena) {
    lg_published_value n = none;
    char word[WORD];
    if (!find_word(cells, column, word) || !strcmp(word, "-")) return n;
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
    const char *cells = !s || column < 0 ? NULL : find_line(s, table, task);
    return cells ? read_word(cells, column, arena) : none;
}

/* ---- scores at single lengths ---- */

const lg_study_curve *lg_study_curve_of(const lg_study *s, const lg_run_attributes *f, const char *task) {
    const int column = lg_study_column_of(s, f);
    for (const lg_study_curve *c = s ? s->curves : NULL; column >= 0 && c && c->task; c++)
        if (c->column == column && is(c->encoding, f->encoding) && !strcmp(c->task, task)) return c;
    return NULL;
}

/* The length of number i; 0: there are fewer. */
static int length_at(const lg_study_curve *c, int i) {
    char word[WORD];
    return find_word(c->lengths, i, word) ? atoi(word) : 0;
}

int lg_study_curve_next(const lg_study_curve *c, int after) {
    int i = 0;
    while (length_at(c, i) > 0 && length_at(c, i) <= after) i++;
    return length_at(c, i);
}

lg_published_value lg_study_curve_value(const lg_study_curve *c, int length, lg_arena *arena) {
    int i = 0;
    while (length_at(c, i) > 0 && length_at(c, i) != length) i++;
    return length_at(c, i) > 0 ? read_word(c->cells, i, arena) : none;
}

bool lg_published_value_is(const lg_published_value *n) {
    return isfinite(n->low);
}

double lg_published_value_difference(const lg_published_value *n, double ours) {
    if (ours < n->low) return ours - n->low;
    return ours < n->high ? 0 : ours - n->high;
}
