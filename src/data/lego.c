/* lego.c: see lego.h. */
#include "data/lego.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* The words of records. Those from "Thinking" to "Thus" occur only in scratchpads. */
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

void lg_lego_place_cell(int length, int cell, int place[2]) {
    place[0] = length;
    place[1] = query_of(length, cell);
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

static char sign_of(const lg_lego *x, int i) {
    return x->value[i] == x->value[i - 1] ? '+' : '-';
}

/* Writes clause i of the chain: "b = - a". */
static void write_clause(const lg_lego *x, int i, lg_text_writer *w) {
    char text[16];
    if (i == 0)
        snprintf(text, sizeof text, "%c = %+d", x->variable[0], x->value[0]);
    else
        snprintf(text, sizeof text, "%c = %c %c", x->variable[i], sign_of(x, i), x->variable[i - 1]);
    lg_text_write(w, text);
}

/* Writes the clauses with index `first` and above in the chain, in the order in which the question lists them. */
static void write_clauses(const lg_lego_question *x, int first, lg_text_writer *w) {
    bool any = false;
    for (int i = 0; i < x->chain.count; i++) {
        if (x->order[i] < first) continue;
        if (any) lg_text_append(w, ",");
        write_clause(&x->chain, x->order[i], w);
        any = true;
    }
}

void lg_lego_write(const lg_dataset *d, lg_lego_question *x, lg_text_writer *source, lg_text_writer *target) {
    const lg_lego *chain = &x->chain;
    char text[64];
    lg_text_write(source, "If");
    write_clauses(x, 0, source);
    snprintf(text, sizeof text, ". Then, what is the value of %c?", chain->variable[chain->query]);
    lg_text_append(source, text);
    lg_text_task_write_steps(d, x, target);
    snprintf(text, sizeof text, "The answer is %+d.", chain->value[chain->query]);
    lg_text_write(target, text);
}

/* ---- steps: one per variable of the chain, up to the queried one ---- */

static bool next_variable(void *question) {
    lg_lego_question *x = question;
    return x->step++ <= x->chain.query;
}

static void write_variable(const void *question, lg_text_writer *w) {
    const lg_lego_question *x = question;
    const char text[] = {x->chain.variable[x->step - 1], '\0'};
    lg_text_write(w, text);
}

static void write_computation(const void *question, lg_text_writer *w) {
    const lg_lego_question *x = question;
    const int before = x->step - 2;
    char text[32];
    if (before < 0) return;
    const char sign = sign_of(&x->chain, before + 1);
    snprintf(text, sizeof text, "%c %c = %c %+d", sign, x->chain.variable[before], sign, x->chain.value[before]);
    lg_text_write(w, text);
}

static void write_value(const void *question, lg_text_writer *w) {
    const lg_lego_question *x = question;
    char text[16];
    snprintf(text, sizeof text, "%+d", x->chain.value[x->step - 1]);
    lg_text_write(w, text);
}

static void write_rest(const void *question, lg_text_writer *w) {
    const lg_lego_question *x = question;
    write_clauses(x, x->step, w);
}

static int count_tokens(const lg_dataset *d, int length, lg_part part, const lg_scratchpad *s) {
    const int rest = 5 * length * (length - 1) / 2 - (length - 1);
    const int tokens[LG_PARTS] = {length, 5 * (length - 1), length, 0, rest};
    (void)d, (void)s;
    return tokens[part];
}

const lg_steps lg_lego_steps = {.next = next_variable,
                                .write = {write_variable, write_computation, write_value, NULL, write_rest},
                                .tokens = count_tokens};

/* ---- checking ---- */

typedef struct clause {
    char left, right; /* right: 0 if the value is given */
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

/* Index of the only clause with this variable on its right side; -1: none or several. */
static int find_clause(const clause *clauses, int count, char right) {
    int found = -1;
    for (int i = 0; i < count; i++) {
        if (clauses[i].right != right) continue;
        if (found >= 0) return -1;
        found = i;
    }
    return found;
}

/* Follows the chain from the given value. Sets the position of each clause in the chain, and the value of its
 * variable. */
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

/* A clause, and its text in the source. */
typedef struct written_clause {
    clause c;
    lg_text_reader text;
} written_clause;

/* Checks the part `rest` of a step, which lists the clauses whose variables are still unknown. */
static bool check_rest(const lg_step_text *step, const written_clause *clauses, int count, const bool *known) {
    lg_text_reader x = step->part[LG_PART_REST];
    if (!x.words) return true;
    for (int i = 0, seen = 0; i < count; i++) {
        if (known[i]) continue;
        if ((seen++ > 0 && !lg_read_words(&x, ",")) || !lg_read_text(&x, clauses[i].text)) return false;
    }
    return lg_read_ended(&x);
}

/* Checks the step of a clause's variable. before: the value of the variable on the clause's right side; 1 if the right
 * side is a number. */
static bool check_variable(const lg_step_text *step, const clause *c, int before) {
    const char sign = c->sign < 0 ? '-' : '+';
    const bool computed = c->right == '\0' ? lg_step_says(step, LG_PART_COMPUTATION, "%s", "")
                                           : lg_step_says(step, LG_PART_COMPUTATION, "%c %c = %c %s", sign, c->right,
                                                          sign, before < 0 ? "-1" : "+1");
    return computed && lg_step_says(step, LG_PART_INPUT, "%c", c->left) &&
           lg_step_says(step, LG_PART_OUTPUT, "%s", c->sign * before < 0 ? "-1" : "+1");
}

static void read_clauses(lg_text_reader source, int count, written_clause *clauses) {
    source.at++; /* skips "If" */
    for (int i = 0; i < count; i++) {
        clauses[i].text = source;
        read_clause(&source, &clauses[i].c);
        clauses[i].text.count = source.at++;
    }
}

/* Follows the chain from the variable with a given value. Each next variable is defined by the variable before it. */
bool lg_lego_check_steps(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_step_reader *steps) {
    written_clause clauses[LG_LEGO_LONGEST];
    bool known[LG_LEGO_LONGEST] = {false};
    const char asked = *source.words[source.ids[source.count - 2]]; /* the word before the final "?" */
    char last = '\0';
    lg_step_text step;
    (void)d;
    read_clauses(source, r->length, clauses);
    for (int value = 1; last != asked;) {
        int at = 0;
        while (clauses[at].c.right != last) at++;
        known[at] = true;
        if (!lg_read_step(steps, &step) || !check_variable(&step, &clauses[at].c, value) ||
            !check_rest(&step, clauses, r->length, known))
            return false;
        value *= clauses[at].c.sign;
        last = clauses[at].c.left;
    }
    return true;
}
