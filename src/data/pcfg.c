/* pcfg.c: see pcfg.h. */
#include "data/pcfg.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

enum { COPY, REVERSE, SHIFT, ECHO, SWAP_FIRST_LAST, REPEAT, APPEND, PREPEND, REMOVE_FIRST, REMOVE_SECOND };

#define TWENTY(c)                                                                                                      \
    c "1", c "2", c "3", c "4", c "5", c "6", c "7", c "8", c "9", c "10", c "11", c "12", c "13", c "14", c "15",     \
        c "16", c "17", c "18", c "19", c "20"

const char *const lg_pcfg_words[] = {"copy",      "reverse",   "shift",     "echo",         "swap_first_last",
                                     "repeat",    "append",    "prepend",   "remove_first", "remove_second",
                                     ",",         TWENTY("A"), TWENTY("B"), TWENTY("C"),    TWENTY("D"),
                                     TWENTY("E"), TWENTY("F"), TWENTY("G"), TWENTY("H"),    TWENTY("I"),
                                     TWENTY("J"), TWENTY("K"), TWENTY("L"), TWENTY("M"),    TWENTY("N"),
                                     TWENTY("O"), TWENTY("P"), TWENTY("Q"), TWENTY("R"),    TWENTY("S"),
                                     TWENTY("T"), TWENTY("U"), TWENTY("V"), TWENTY("W"),    TWENTY("X"),
                                     TWENTY("Y"), TWENTY("Z"), "[SEP]",     "Solve",        ":",
                                     NULL};
static_assert(sizeof lg_pcfg_words / sizeof *lg_pcfg_words == LG_PCFG_WORDS + 4, "a name for every word");

/* ---- evaluating ---- */

/* Values are built at the end of the target and edited there. Arguments that a function removes are not evaluated.
 * Every other function keeps all words of its arguments, so no intermediate value is longer than the result. */
typedef struct machine {
    const int32_t *source;
    int count, at;
    int32_t *target;
    int size, capacity;
} machine;

static bool is_string(const machine *m) {
    return m->at < m->count && m->source[m->at] >= LG_PCFG_STRING && m->source[m->at] < LG_PCFG_WORDS;
}

/* The next token if it is a function; otherwise -1. */
static int next_function(const machine *m) {
    const int32_t token = m->at < m->count ? m->source[m->at] : -1;
    return token >= 0 && token < LG_PCFG_FUNCTIONS ? token : -1;
}

static bool read_comma(machine *m) {
    return m->at < m->count && m->source[m->at++] == LG_PCFG_COMMA;
}

static bool skip_expression(machine *m) {
    const int f = next_function(m);
    if (f < 0) {
        const int first = m->at;
        while (is_string(m)) m->at++;
        return m->at > first;
    }
    m->at++;
    return skip_expression(m) && (f < LG_PCFG_UNARY || (read_comma(m) && skip_expression(m)));
}

static bool add_tokens(machine *m, const int32_t *tokens, int count) {
    if (count > m->capacity - m->size) return false;
    memcpy(m->target + m->size, tokens, sizeof *tokens * (size_t)count);
    m->size += count;
    return true;
}

static void swap_tokens(int32_t *a, int32_t *b) {
    const int32_t kept = *a;
    *a = *b;
    *b = kept;
}

/* Applies a unary function to the value that extends from `first` to the end of the target. */
static bool apply_unary(machine *m, int f, int first) {
    int32_t *x = m->target + first;
    const int n = m->size - first;
    switch (f) {
    case REVERSE:
        for (int i = 0; i < n / 2; i++) swap_tokens(&x[i], &x[n - 1 - i]);
        return true;
    case SHIFT:
        for (int i = 1; i < n; i++) swap_tokens(&x[i - 1], &x[i]);
        return true;
    case SWAP_FIRST_LAST: swap_tokens(&x[0], &x[n - 1]); return true;
    case ECHO: return add_tokens(m, &x[n - 1], 1);
    case REPEAT: return add_tokens(m, x, n);
    default: return true; /* copy */
    }
}

static bool evaluate(machine *m);

static bool evaluate_binary(machine *m, int f) {
    const int first = m->at;
    const bool left = f == APPEND || f == REMOVE_SECOND;
    if (!(left ? evaluate(m) : skip_expression(m)) || !read_comma(m)) return false;
    if (!(f == REMOVE_SECOND ? skip_expression(m) : evaluate(m))) return false;
    if (f != PREPEND) return true;
    const int end = m->at;
    m->at = first;
    const bool good = evaluate(m);
    m->at = end;
    return good;
}

static bool evaluate(machine *m) {
    const int f = next_function(m), first = f < 0 ? m->at : m->size;
    if (f < 0) return skip_expression(m) && add_tokens(m, m->source + first, m->at - first);
    m->at++;
    return f < LG_PCFG_UNARY ? evaluate(m) && apply_unary(m, f, first) : evaluate_binary(m, f);
}

int lg_pcfg_evaluate(const int32_t *source, int count, int32_t *target, int capacity) {
    assert(count <= LG_PCFG_SOURCE_MAX); /* bounds the recursion */
    machine m = {.source = source, .count = count, .target = target, .capacity = capacity};
    return evaluate(&m) && m.at == count ? m.size : -1;
}

/* ---- drawing ---- */

typedef struct drawing {
    lg_random *random;
    int32_t *source;
    int count; /* number of tokens; only those that fit are written */
} drawing;

static void draw_token(drawing *d, int32_t token) {
    if (d->count < LG_PCFG_SOURCE_MAX) d->source[d->count] = token;
    d->count++;
}

/* Draws a string of 2..5 words. The table is cumulative, in thousandths, as in the corpus. */
static void draw_string(drawing *d) {
    static const uint32_t below[] = {159, 456, 733, 1000};
    const uint32_t x = lg_random_below(d->random, 1000);
    int words = 2;
    while (x >= below[words - 2]) words++;
    for (int i = 0; i < words; i++)
        draw_token(d, LG_PCFG_STRING + (int32_t)lg_random_below(d->random, LG_PCFG_STRINGS));
}

static void draw_expression(drawing *d, int functions) {
    if (d->count > LG_PCFG_SOURCE_MAX) return;
    if (functions == 0) {
        draw_string(d);
    } else if (lg_random_below(d->random, 10) < 6) {
        draw_token(d, (int32_t)lg_random_below(d->random, LG_PCFG_UNARY));
        draw_expression(d, functions - 1);
    } else {
        const int left = (int)lg_random_below(d->random, (uint32_t)functions);
        draw_token(d, LG_PCFG_UNARY + (int32_t)lg_random_below(d->random, LG_PCFG_FUNCTIONS - LG_PCFG_UNARY));
        draw_expression(d, left);
        draw_token(d, LG_PCFG_COMMA);
        draw_expression(d, functions - 1 - left);
    }
}

int lg_pcfg_draw(lg_random *r, int functions, int32_t source[LG_PCFG_SOURCE_MAX]) {
    drawing d = {.random = r, .source = source};
    draw_expression(&d, functions);
    return d.count <= LG_PCFG_SOURCE_MAX ? d.count : -1;
}
