/* parse.c: parses a text to a syntax tree by operator precedence (Pratt 1973). */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "formula/tree.h"

#define OPERATOR(name, text, tight) [LG_##name] = text,
const char *const lg_operator_text[LG_OPERATOR_COUNT] = {LG_OPERATORS(OPERATOR)};
#undef OPERATOR
#define OPERATOR(name, text, tight) [LG_##name] = tight,
const int lg_operator_binds[LG_OPERATOR_COUNT] = {LG_OPERATORS(OPERATOR)};
#undef OPERATOR

enum { DEEPEST = 100, LONGEST = 4000, LONGEST_NAME = 40 };

typedef enum token_kind { END, NUMBER, NAME, SIGN } token_kind;

typedef struct reader {
    lg_tree *tree;
    const char *text;
    int at; /* offset in the text after the token */
    int depth;
    struct {
        token_kind kind;
        int at, length;
        double number;
    } token;
} reader;

/* ---- tokens ---- */

static bool fail_memory(const lg_tree *t) {
    return lg_fail(t->err, LG_FAILED, "out of memory: %s", t->place->key);
}

/* Character classes that do not depend on the locale. */
static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_name_character(char c) {
    return is_letter(c) || is_digit(c) || c == '_';
}

bool lg_tree_fail(const lg_tree *t, int at, const char *format, ...) {
    char words[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    const int before = at < 40 ? at : 40, dots = at > before ? 3 : 0;
    char part[96];
    snprintf(part, sizeof part, "%.*s%.*s", dots, "...", before + 40, t->text + at - before);
    for (char *s = part; *s != '\0'; s++)
        if (is_blank(*s)) *s = ' ';
    return lg_fail_keys(t->err, t->key, "%s: %s\n  %s\n  %*s^ character %d", t->key, words, part, dots + before, "",
                        at + 1);
}

/* The length of a decimal number with optional point and exponent. strtod would also accept hexadecimal numbers. */
static int number_length(const char *s) {
    int n = (int)strspn(s, "0123456789");
    if (s[n] == '.') n += 1 + (int)strspn(s + n + 1, "0123456789");
    const int exponent = s[n] == 'e' || s[n] == 'E' ? 1 + (s[n + 1] == '+' || s[n + 1] == '-') : 0;
    const int digits = exponent ? (int)strspn(s + n + exponent, "0123456789") : 0;
    return digits > 0 ? n + exponent + digits : n;
}

static bool read_number(reader *r) {
    char copy[64];
    const char *s = r->text + r->token.at;
    r->token.kind = NUMBER, r->token.length = number_length(s);
    if (r->token.length >= (int)sizeof copy) return lg_tree_fail(r->tree, r->token.at, "too many digits");
    snprintf(copy, sizeof copy, "%.*s", r->token.length, s);
    if (!lg_text_real(copy, &r->token.number))
        return lg_tree_fail(r->tree, r->token.at, "%s is not a number; expected one such as 0.5, 2 or 1e-3", copy);
    return true;
}

/* Suggests a replacement for a character that is not allowed in formulas. */
static const char *hint_of(char c) {
    switch (c) {
    case '&':
    case '|':
    case '!': return "; write and, or, not";
    case '%': return "; the remainder of a by b is a - b*floor(a/b)";
    case '?':
    case ':': return "; write if(c, a, b)";
    default: return "";
    }
}

static bool next_token(reader *r) {
    static const char *const pairs[] = {"<=", ">=", "==", "!="};
    while (is_blank(r->text[r->at])) r->at++;
    const char *s = r->text + r->at;
    r->token.at = r->at, r->token.length = 1, r->token.kind = *s == '\0' ? END : SIGN;
    if (is_digit(*s) || (*s == '.' && is_digit(s[1]))) {
        if (!read_number(r)) return false;
    } else if (is_letter(*s)) {
        r->token.kind = NAME;
        while (is_name_character(s[r->token.length])) r->token.length++;
    } else {
        for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
            if (!strncmp(s, pairs[i], 2)) r->token.length = 2;
        if (*s != '\0' && r->token.length == 1 && !strchr("+-*/^()[],;<>=", *s))
            return lg_tree_fail(r->tree, r->at, "unexpected character%s", hint_of(*s));
    }
    r->at += *s == '\0' ? 0 : r->token.length;
    return true;
}

static bool is_token(const reader *r, const char *text) {
    return r->token.kind != END && (int)strlen(text) == r->token.length &&
           !strncmp(r->text + r->token.at, text, (size_t)r->token.length);
}

/* The token in quotes, for messages. */
static const char *shown(const reader *r, char out[48]) {
    if (r->token.kind == END)
        snprintf(out, 48, "the end");
    else
        snprintf(out, 48, "'%.*s'", r->token.length < 40 ? r->token.length : 40, r->text + r->token.at);
    return out;
}

static bool expect(reader *r, const char *text, const char *why) {
    char word[48];
    if (is_token(r, text)) return next_token(r);
    return lg_tree_fail(r->tree, r->token.at, "expected %s %s, found %s%s", text, why, shown(r, word),
                        is_token(r, "=") ? "; == compares" : "");
}

static char *copy_token(const reader *r) {
    return lg_arena_printf(r->tree->arena, "%.*s", r->token.length, r->text + r->token.at);
}

/* ---- expressions ---- */

static lg_node *parse_expression(reader *r, int tight);

static lg_node *new_node(const reader *r, lg_node_kind kind, int at) {
    lg_node *n = lg_arena_alloc(r->tree->arena, sizeof *n);
    if (!n) return fail_memory(r->tree), NULL;
    n->kind = kind, n->at = at;
    return n;
}

/* Parses "(a, b)" after a name. */
static lg_node *parse_arguments(reader *r, lg_node *n) {
    n->kind = LG_NODE_CALL;
    do {
        if (!next_token(r)) return NULL;
        if (n->count == 3) return lg_tree_fail(r->tree, r->token.at, "no function has more than 3 arguments"), NULL;
        if (!(n->argument[n->count++] = parse_expression(r, 0))) return NULL;
    } while (is_token(r, ","));
    return expect(r, ")", "after the arguments") ? n : NULL;
}

static lg_node *parse_name(reader *r) {
    lg_node *n = new_node(r, LG_NODE_NAME, r->token.at);
    if (!n) return NULL;
    n->name = copy_token(r);
    if (!n->name) return fail_memory(r->tree), NULL;
    if (!next_token(r)) return NULL;
    if (is_token(r, "(")) return parse_arguments(r, n);
    if (!is_token(r, "[")) return n;
    n->kind = LG_NODE_INDEX, n->count = 1;
    if (!next_token(r) || !(n->argument[0] = parse_expression(r, 0))) return NULL;
    return expect(r, "]", "after the index") ? n : NULL;
}

static lg_node *parse_prefix(reader *r, lg_node_kind kind, int tight) {
    lg_node *n = new_node(r, kind, r->token.at);
    if (!n || !next_token(r)) return NULL;
    n->count = 1;
    return (n->argument[0] = parse_expression(r, tight)) ? n : NULL;
}

static lg_node *parse_first(reader *r) {
    char word[48];
    if (is_token(r, "-")) return parse_prefix(r, LG_NODE_MINUS, LG_BINDS_MINUS);
    if (is_token(r, "not")) return parse_prefix(r, LG_NODE_NOT, LG_BINDS_NOT);
    if (r->token.kind == NUMBER) {
        lg_node *n = new_node(r, LG_NODE_NUMBER, r->token.at);
        if (n) n->number = r->token.number;
        return n && next_token(r) ? n : NULL;
    }
    if (is_token(r, "and") || is_token(r, "or"))
        return lg_tree_fail(r->tree, r->token.at, "expected a number, a name or ( before %s", shown(r, word)), NULL;
    if (r->token.kind == NAME) return parse_name(r);
    if (!is_token(r, "("))
        return lg_tree_fail(r->tree, r->token.at, "expected a number, a name or (, found %s%s", shown(r, word),
                            is_token(r, "*")   ? "; a power is a^b"
                            : is_token(r, "/") ? "; integer division is floor(a/b)"
                                               : ""),
               NULL;
    if (!next_token(r)) return NULL;
    lg_node *inner = parse_expression(r, 0);
    return inner && expect(r, ")", "to close the (") ? inner : NULL;
}

/* The operator at the current token; LG_OPERATOR_COUNT: there is none. */
static lg_operator next_operator(const reader *r) {
    lg_operator op = 0;
    while (op < LG_OPERATOR_COUNT && !is_token(r, lg_operator_text[op])) op++;
    return op;
}

static lg_node *parse_behind(reader *r, lg_node *left, int tight) {
    for (lg_operator op; (op = next_operator(r)) < LG_OPERATOR_COUNT && lg_operator_binds[op] > tight;) {
        lg_node *n = new_node(r, LG_NODE_BINARY, r->token.at);
        if (!n || !next_token(r)) return NULL;
        n->op = op, n->count = 2, n->argument[0] = left;
        const bool comparison = lg_operator_binds[op] == lg_operator_binds[LG_LESS];
        /* The right side of "^" may begin with a unary minus, or contain another "^": 2^-1 is 2^(-1), and 2^3^2 is
         * 2^(3^2). */
        n->argument[1] = parse_expression(r, op == LG_POWER ? LG_BINDS_MINUS - 1 : lg_operator_binds[op]);
        if (!n->argument[1]) return NULL;
        left = n;
        const lg_operator behind = next_operator(r);
        if (comparison && behind < LG_OPERATOR_COUNT && lg_operator_binds[behind] == lg_operator_binds[op])
            return lg_tree_fail(r->tree, r->token.at, "comparisons cannot be chained; write a < b and b < c"), NULL;
    }
    return left;
}

static lg_node *parse_expression(reader *r, int tight) {
    if (++r->depth > DEEPEST) return lg_tree_fail(r->tree, r->token.at, "nested more than %d deep", DEEPEST), NULL;
    lg_node *left = parse_first(r);
    if (left) left = parse_behind(r, left, tight);
    r->depth--;
    return left;
}

/* ---- definitions ---- */

/* Is the current token the start of "P = ..."? */
static bool begins_definition(const reader *r) {
    const char *s = r->text + r->at;
    if (r->token.kind != NAME) return false;
    while (is_blank(*s)) s++;
    return *s == '=' && s[1] != '=';
}

static bool parse_definition(reader *r) {
    lg_tree *t = r->tree;
    if (t->definition_count == LG_DEFINITIONS)
        return lg_tree_fail(t, r->token.at, "more than %d definitions", LG_DEFINITIONS);
    lg_definition *d = &t->definitions[t->definition_count];
    d->name = copy_token(r), d->at = r->token.at;
    if (!d->name) return fail_memory(t);
    if (!next_token(r) || !next_token(r) || !(d->value = parse_expression(r, 0))) return false;
    t->definition_count++;
    return expect(r, ";", "after a definition; the formula itself comes last");
}

static bool check_length(const lg_tree *t) {
    return strlen(t->text) <= LONGEST || lg_fail_keys(t->err, t->key, "%s: more than %d characters", t->key, LONGEST);
}

bool lg_tree_parse(lg_tree *t) {
    char word[48];
    t->key = t->place->key;
    reader r = {.tree = t, .text = t->text};
    if (!check_length(t)) return false;
    if (!next_token(&r)) return false;
    while (begins_definition(&r))
        if (!parse_definition(&r)) return false;
    if (!(t->result = parse_expression(&r, 0))) return false;
    if (is_token(&r, "=")) return lg_tree_fail(t, r.token.at, "= defines a name (P = 2; P * d); == compares");
    if (r.token.kind != END)
        return lg_tree_fail(t, r.token.at, "expected an operator or the end, found %s%s", shown(&r, word),
                            r.token.kind == NAME || r.token.kind == NUMBER || is_token(&r, "(") ? "; a product is a*b"
                                                                                                : "");
    return true;
}

/* ---- declarations ---- */

static bool read_signed(reader *r, double *out) {
    char word[48];
    const bool minus = is_token(r, "-");
    if (minus && !next_token(r)) return false;
    for (const lg_formula_number *x = r->tree->given; x && x->name; x++)
        if (is_token(r, x->name)) return *out = minus ? -x->value : x->value, next_token(r);
    if (r->token.kind != NUMBER)
        return lg_tree_fail(r->tree, r->token.at,
                            "expected a number, normal(MEAN, DEVIATION) or uniform(LOW, HIGH), found %s",
                            shown(r, word));
    *out = minus ? -r->token.number : r->token.number;
    return next_token(r);
}

/* Parses "[head, 32]". */
static bool read_axes(reader *r, lg_formula_parameter *p) {
    if (!next_token(r)) return false;
    if (is_token(r, "head")) {
        p->by_head = true;
        if (!next_token(r)) return false;
        if (is_token(r, "]")) return next_token(r);
        if (!expect(r, ",", "or ] after head")) return false;
    }
    const double n = r->token.kind == NUMBER ? r->token.number : 0;
    if (n < 1 || n > 65536 || n != floor(n))
        return lg_tree_fail(r->tree, r->token.at, "expected head or a count of 1..65536: s[head], w[32], w[head, 32]");
    p->count = (int)n;
    return next_token(r) && expect(r, "]", "after the axes");
}

/* Parses "-2", "normal(0, 0.02)" or "uniform(-1, 1)". */
static bool read_distribution(reader *r, lg_formula_parameter *p) {
    const bool normal = is_token(r, "normal"), uniform = is_token(r, "uniform");
    if (!normal && !uniform) return read_signed(r, &p->first);
    const int at = r->token.at;
    p->distribution = normal ? LG_DISTRIBUTION_NORMAL : LG_DISTRIBUTION_UNIFORM;
    if (!next_token(r) || !expect(r, "(", "before two numbers") || !read_signed(r, &p->first) ||
        !expect(r, ",", "between two numbers") || !read_signed(r, &p->second) || !expect(r, ")", "after two numbers"))
        return false;
    if (normal ? p->second < 0 : p->second < p->first)
        return lg_tree_fail(r->tree, at, normal ? "expected a deviation of 0 or more" : "expected LOW, HIGH");
    return true;
}

/* Parses ">= 0.01 <= 2". */
static bool read_bounds(reader *r, lg_formula_parameter *p) {
    const int at = r->token.at;
    p->least = -INFINITY, p->most = INFINITY;
    if (is_token(r, ">=") && (!next_token(r) || !read_signed(r, &p->least))) return false;
    if (is_token(r, "<=") && (!next_token(r) || !read_signed(r, &p->most))) return false;
    if (p->least > p->most) return lg_tree_fail(r->tree, at, "expected the lower bound first: >= 0 <= 1");
    return p->distribution != LG_DISTRIBUTION_NUMBER || (p->first >= p->least && p->first <= p->most) ||
           lg_tree_fail(r->tree, at, "%s is not within its bounds", p->name);
}

/* Fails if a number that is not trained has axes or a distribution. */
static bool check_number(const reader *r, const lg_formula_parameter *p, int at) {
    if (p->by_head || p->count || p->distribution != LG_DISTRIBUTION_NUMBER)
        return lg_tree_fail(r->tree, at, "expected one number: rate = 0.5");
    return true;
}

static bool read_declaration(reader *r, bool numbers, lg_formula_parameter *all, int count) {
    char word[48];
    const int at = r->token.at;
    if (r->token.kind != NAME)
        return lg_tree_fail(r->tree, at, "expected a name, as in %s, found %s", numbers ? "rate = 0.5" : "s[head] = -2",
                            shown(r, word));
    if (r->token.length > LONGEST_NAME)
        return lg_tree_fail(r->tree, at, "a name has at most %d characters", LONGEST_NAME);
    if (count == LG_FORMULA_PARAMETERS) return lg_tree_fail(r->tree, at, "more than %d names", LG_FORMULA_PARAMETERS);
    lg_formula_parameter *p = &all[count];
    for (int i = 0; i < count; i++)
        if (is_token(r, all[i].name)) return lg_tree_fail(r->tree, at, "this name is declared twice");
    *p = (lg_formula_parameter){.name = copy_token(r)};
    if (!p->name) return fail_memory(r->tree);
    return next_token(r) && (!is_token(r, "[") || read_axes(r, p)) && expect(r, "=", "and an initial value") &&
           read_distribution(r, p) && read_bounds(r, p) && (!numbers || check_number(r, p, at));
}

int lg_declarations_parse(lg_tree *t, bool numbers, lg_formula_parameter out[LG_FORMULA_PARAMETERS]) {
    char word[48];
    const char *key = numbers ? t->place->numbers_key : t->place->parameters_key;
    int count = 0;
    t->key = key ? key : t->place->key;
    reader r = {.tree = t, .text = t->text};
    if (!check_length(t)) return -1;
    if (!next_token(&r)) return -1;
    while (r.token.kind != END) {
        if (!read_declaration(&r, numbers, out, count++)) return -1;
        if (r.token.kind != END && !is_token(&r, ";"))
            return lg_tree_fail(t, r.token.at, "expected ; or the end after a declaration, found %s", shown(&r, word)),
                   -1;
        if (is_token(&r, ";") && !next_token(&r)) return -1;
    }
    return count;
}

bool lg_formula_names(const char *text, const char *name) {
    const size_t length = strlen(name);
    for (const char *s = text; (s = strstr(s, name)); s += length)
        if ((s == text || !is_name_character(s[-1])) && !is_name_character(s[length])) return true;
    return false;
}
