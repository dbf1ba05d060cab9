/* expression.c: draws random bracketed expressions modulo 5, and parses them independently.
 *
 * Drawing: an operator has a shorter and a longer operand. A recursive call draws the shorter operand; the loop
 * continues with the longer operand. The recursion is therefore at most log2(length) deep, although brackets may be
 * nested length/4 deep. When the shorter operand is known, the value of the whole expression is an affine function of
 * the longer operand. */
#include "data/expression.h"

#include <stdlib.h>
#include <string.h>

int32_t lg_expression_id(const char *alphabet, char c) {
    return (int32_t)(strchr(alphabet, c) - alphabet);
}

/* The value of the whole expression as a function of the operand x that is still to be drawn: scale x + shift. Both
 * coefficients are in 0..4. */
typedef struct affine {
    int scale, shift;
} affine;

static affine around(affine f, int known, char op, bool known_is_left) {
    if (op == '*') return (affine){f.scale * known % LG_MODULUS, f.shift};
    const int plus = f.scale * known % LG_MODULUS, minus = (LG_MODULUS - plus) % LG_MODULUS;
    if (op == '+') return (affine){f.scale, (f.shift + plus) % LG_MODULUS};
    if (known_is_left) return (affine){(LG_MODULUS - f.scale) % LG_MODULUS, (f.shift + plus) % LG_MODULUS};
    return (affine){f.scale, (f.shift + minus) % LG_MODULUS};
}

static int draw_leaf(lg_random *r, const char *alphabet, int length, int32_t *out) {
    static const char *const forms[] = {"d", "-d", "(d)", "(-d)"};
    const char *form = forms[length - 1];
    const int digit = (int)lg_random_below(r, LG_MODULUS);
    for (int i = 0; i < length; i++) out[i] = form[i] == 'd' ? digit : lg_expression_id(alphabet, form[i]);
    return strchr(form, '-') ? (LG_MODULUS - digit) % LG_MODULUS : digit;
}

int lg_expression_draw(lg_random *r, const char *alphabet, int length, int32_t *out) {
    const uint32_t operators = strchr(alphabet, '*') ? 3 : 2;
    affine whole = {1, 0};
    while (length > 4) {
        const int left = 1 + (int)lg_random_below(r, (uint32_t)length - 4), right = length - 3 - left;
        const char op = "+-*"[lg_random_below(r, operators)];
        out[0] = lg_expression_id(alphabet, '(');
        out[1 + left] = lg_expression_id(alphabet, op);
        out[length - 1] = lg_expression_id(alphabet, ')');
        int32_t *const left_out = out + 1, *const right_out = out + left + 2;
        const bool left_first = left <= right;
        const int known = left_first ? lg_expression_draw(r, alphabet, left, left_out)
                                     : lg_expression_draw(r, alphabet, right, right_out);
        whole = around(whole, known, op, left_first);
        out = left_first ? right_out : left_out;
        length = left_first ? right : left;
    }
    return (whole.scale * draw_leaf(r, alphabet, length, out) + whole.shift) % LG_MODULUS;
}

/* The parser has one frame per open bracket. */
typedef struct frame {
    char op; /* 0 until the left operand is complete */
    signed char left;
} frame;

typedef struct parser {
    const char *alphabet;
    const int32_t *ids;
    int count, at, unknown;
    frame *frames;
    int depth;
} parser;

static char next(parser *p) {
    return p->at < p->count ? p->alphabet[p->ids[p->at++]] : '\0';
}

static int apply(int a, char op, int b) {
    const int result = op == '+' ? a + b : op == '-' ? a - b : a * b;
    return (result + LG_MODULUS) % LG_MODULUS;
}

/* Reads an operand without brackets that begins with c. The operand is a digit or x, optionally after a minus. */
static bool read_number(parser *p, char c, int *value) {
    const bool negative = c == '-';
    if (negative) c = next(p);
    const bool digit = c >= '0' && c < '0' + LG_MODULUS;
    if (!digit && c != 'x') return false;
    *value = apply(0, negative ? '-' : '+', digit ? c - '0' : p->unknown);
    return true;
}

/* Call after an operand: closes the brackets that end here. Returns true if no bracket is open, or if an operator
 * follows; its right operand is then next. */
static bool close_brackets(parser *p, int *value) {
    bool number = true; /* (d) is an expression, ((d)) is not */
    while (p->depth > 0) {
        frame *f = &p->frames[p->depth - 1];
        const char c = next(p);
        if (f->op == 0 && (c == '+' || c == '-' || c == '*')) {
            *f = (frame){c, (signed char)*value};
            return true;
        }
        if (c != ')' || (f->op == 0 && !number)) return false;
        if (f->op) *value = apply(f->left, f->op, *value);
        number = false;
        p->depth--;
    }
    return true;
}

static bool parse(parser *p, int *value) {
    do {
        char c = next(p);
        for (; c == '('; c = next(p)) p->frames[p->depth++] = (frame){0};
        if (!read_number(p, c, value) || !close_brackets(p, value)) return false;
    } while (p->depth > 0);
    return p->at == p->count;
}

bool lg_expression_value(const char *alphabet, const int32_t *ids, int count, int unknown, int *value) {
    frame *frames = malloc((size_t)count * sizeof *frames); /* each bracket is a token, so depth <= count */
    if (!frames) return false;
    parser p = {alphabet, ids, count, 0, unknown, frames, 0};
    const bool fine = parse(&p, value);
    free(frames);
    return fine;
}
