/* lego.c: see lego.h. */
#include "data/lego.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Those of the scratchpad are the second line. */
const char *const lg_lego_words[] = {
    "If", "=",  ",",  ".",        "Then", "what", "is", "the", "value", "of",  "?",  "The", "answer", "+",
    "-",  "+1", "-1", "Thinking", "step", "by",   ":",  "in",  "comp",  "out", "re", "#",   "Thus",   "a",
    "b",  "c",  "d",  "e",        "f",    "g",    "h",  "i",   "j",     "k",   "l",  "m",   "n",      "o",
    "p",  "q",  "r",  "s",        "t",    "u",    "v",  "w",   "x",     "y",   "z",  NULL};

const lg_entry_default lg_lego_defaults[] = {{"architecture", "decoder"}, {"curriculum", "epochs"},
                                             {"metric", "exact_match"},   {"curriculum.lengths", "4..8"},
                                             {"eval.lengths", "4..16"},   {0}};

lg_record_size lg_lego_bound(const lg_dataset *d, int length) {
    (void)d;
    return (lg_record_size){5 * length + 9, 5};
}

int lg_lego_longest(const lg_dataset *d) {
    (void)d;
    return LG_LEGO_LONGEST;
}

int lg_lego_queries(int length) {
    return length / 2;
}

static int query_of(int length, int cell) {
    return length - lg_lego_queries(length) + cell;
}

void lg_lego_name_cell(int length, int cell, char *out, size_t size) {
    snprintf(out, size, "variable-%d", query_of(length, cell));
}

/* ---- composing ---- */

lg_lego lg_lego_draw(const lg_dataset *d, const lg_text_example *e) {
    const int length = e->length;
    lg_random r = lg_random_from(lg_text_task_key(d, e));
    lg_lego x = {.count = length, .query = query_of(length, e->cell)};
    char letters[] = "abcdefghijklmnopqrstuvwxyz";
    assert(length <= LG_LEGO_LONGEST);
    for (int i = 0; i < length; i++) {
        const int other = i + (int)lg_random_below(&r, (uint32_t)(LG_LEGO_LONGEST - i));
        x.variable[i] = letters[other];
        letters[other] = letters[i];
        x.value[i] = lg_random_below(&r, 2) == 0 ? -1 : 1;
    }
    return x;
}

/* "b = - a,": what ends it is a comma or a full stop. */
static void write_clause(const lg_lego *x, int i, char end, lg_text_writer *w) {
    char text[16];
    if (i == 0)
        snprintf(text, sizeof text, "%c = %+d%c", x->variable[0], x->value[0], end);
    else
        snprintf(text, sizeof text, "%c = %c %c%c", x->variable[i], x->value[i] == x->value[i - 1] ? '+' : '-',
                 x->variable[i - 1], end);
    lg_text_write(w, text);
}

void lg_lego_write(const lg_lego *x, const int *order, lg_text_writer *source, lg_text_writer *target) {
    char text[64];
    lg_text_write(source, "If");
    for (int i = 0; i < x->count; i++) write_clause(x, order[i], i + 1 < x->count ? ',' : '.', source);
    snprintf(text, sizeof text, "Then, what is the value of %c?", x->variable[x->query]);
    lg_text_write(source, text);
    snprintf(text, sizeof text, "The answer is %+d.", x->value[x->query]);
    lg_text_write(target, text);
}

/* ---- judging ---- */

typedef struct clause {
    char left, right; /* right: 0 where the value is given */
    int sign;
} clause;

static bool read_variable(lg_text_reader *x, char *out) {
    const char *word = lg_read_word(x);
    *out = *word;
    return *word >= 'a' && *word <= 'z' && word[1] == '\0';
}

static bool read_clause(lg_text_reader *x, clause *c) {
    if (!read_variable(x, &c->left) || !lg_read_words(x, "=")) return false;
    const char *word = lg_read_word(x);
    c->right = '\0';
    c->sign = *word == '-' ? -1 : 1;
    if (!strcmp(word, "-1") || !strcmp(word, "+1")) return true;
    return (!strcmp(word, "-") || !strcmp(word, "+")) && read_variable(x, &c->right);
}

/* The clause whose right side this is, -1 unless there is one. */
static int find_clause(const clause *clauses, int count, char right) {
    int found = -1;
    for (int i = 0; i < count; i++) {
        if (clauses[i].right != right) continue;
        if (found >= 0) return -1;
        found = i;
    }
    return found;
}

/* Follows the chain from the value that is given: the place of each clause and the value of its variable. */
static bool follow_chain(const clause *clauses, int count, int *place, int *value) {
    bool known[LG_LEGO_LONGEST] = {false};
    char right = '\0';
    for (int i = 0, product = 1; i < count; i++) {
        const int at = find_clause(clauses, count, right);
        if (at < 0 || known[clauses[at].left - 'a']) return false;
        right = clauses[at].left;
        known[right - 'a'] = true;
        place[at] = i;
        value[at] = product *= clauses[at].sign;
    }
    return true;
}

bool lg_lego_is_answered(const lg_record *r, lg_text_reader source, lg_text_reader target, int *place) {
    clause clauses[LG_LEGO_LONGEST];
    int value[LG_LEGO_LONGEST], asked = 0;
    const int n = r->length, query = n - n / 2 + r->cell;
    char variable;
    if (n > LG_LEGO_LONGEST || !lg_read_words(&source, "If")) return false;
    for (int i = 0; i < n; i++)
        if (!read_clause(&source, &clauses[i]) || !lg_read_words(&source, i + 1 < n ? "," : ".")) return false;
    if (!lg_read_words(&source, "Then , what is the value of") || !read_variable(&source, &variable) ||
        !lg_read_words(&source, "?") || !lg_read_ended(&source) || !follow_chain(clauses, n, place, value))
        return false;
    while (asked < n && clauses[asked].left != variable) asked++;
    return asked < n && place[asked] == query && lg_read_words(&target, "The answer is") &&
           lg_read_words(&target, value[asked] < 0 ? "-1 ." : "+1 .") && lg_read_ended(&target);
}
