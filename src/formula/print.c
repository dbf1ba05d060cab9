/* print.c: prints the canonical text of a formula: no redundant parentheses, blanks around operators of low precedence,
 * and numbers in their shortest form. Parsing this text yields the same tree. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/text_buffer.h"
#include "formula/tree.h"

static void print_node(const lg_node *n, FILE *to);

static int binds(const lg_node *n) {
    switch (n->kind) {
    case LG_NODE_BINARY: return lg_operator_binds[n->op];
    case LG_NODE_MINUS: return LG_BINDS_MINUS;
    case LG_NODE_NOT: return LG_BINDS_NOT;
    default: return 100;
    }
}

/* Adds parentheses if the node's precedence is below `least`. */
static void print_within(const lg_node *n, int least, FILE *to) {
    const bool parentheses = binds(n) < least;
    if (parentheses) fputc('(', to);
    print_node(n, to);
    if (parentheses) fputc(')', to);
}

static void print_number(double x, FILE *to) {
    char digits[LG_REAL_TEXT];
    lg_real_text(x, digits);
    fputs(digits, to);
}

static void print_binary(const lg_node *n, FILE *to) {
    const int tight = lg_operator_binds[n->op];
    const bool power = n->op == LG_POWER, comparison = tight == lg_operator_binds[LG_LESS];
    print_within(n->argument[0], power || comparison ? tight + 1 : tight, to);
    fprintf(to, tight >= lg_operator_binds[LG_MULTIPLY] ? "%s" : " %s ", lg_operator_text[n->op]);
    print_within(n->argument[1], power ? LG_BINDS_MINUS : tight + 1, to);
}

static void print_arguments(const lg_node *n, const char *open, const char *close, FILE *to) {
    fprintf(to, "%s%s", n->name, open);
    for (int i = 0; i < n->count; i++) {
        if (i > 0) fputs(", ", to);
        print_node(n->argument[i], to);
    }
    fputs(close, to);
}

static void print_node(const lg_node *n, FILE *to) {
    switch (n->kind) {
    case LG_NODE_NUMBER: print_number(n->number, to); break;
    case LG_NODE_NAME: fputs(n->name, to); break;
    case LG_NODE_INDEX: print_arguments(n, "[", "]", to); break;
    case LG_NODE_CALL: print_arguments(n, "(", ")", to); break;
    case LG_NODE_MINUS: fputc('-', to), print_within(n->argument[0], LG_BINDS_MINUS, to); break;
    case LG_NODE_NOT: fputs("not ", to), print_within(n->argument[0], LG_BINDS_NOT, to); break;
    default: print_binary(n, to);
    }
}

/* Closes the stream and copies its text into the arena. */
static const char *take(lg_text_buffer *s, lg_arena *arena) {
    const bool good = lg_text_buffer_close(s);
    const char *text = good ? lg_arena_printf(arena, "%s", s->text) : NULL;
    free(s->text);
    return text;
}

const char *lg_tree_print(const lg_tree *t) {
    lg_text_buffer s;
    if (!lg_text_buffer_open(&s)) return NULL;
    for (int i = 0; i < t->definition_count; i++) {
        fprintf(s.to, "%s = ", t->definitions[i].name);
        print_node(t->definitions[i].value, s.to);
        fputs("; ", s.to);
    }
    print_node(t->result, s.to);
    return take(&s, t->arena);
}

static void print_distribution(const lg_formula_parameter *p, FILE *to) {
    if (p->distribution != LG_DISTRIBUTION_NUMBER)
        fputs(p->distribution == LG_DISTRIBUTION_NORMAL ? "normal(" : "uniform(", to);
    print_number(p->first, to);
    if (p->distribution == LG_DISTRIBUTION_NUMBER) return;
    fputs(", ", to), print_number(p->second, to), fputc(')', to);
}

static void print_declaration(const lg_formula_parameter *p, FILE *to) {
    fputs(p->name, to);
    if (p->by_head && p->count)
        fprintf(to, "[head, %d]", p->count);
    else if (p->by_head)
        fputs("[head]", to);
    else if (p->count)
        fprintf(to, "[%d]", p->count);
    fputs(" = ", to);
    print_distribution(p, to);
    if (isfinite(p->least)) fputs(" >= ", to), print_number(p->least, to);
    if (isfinite(p->most)) fputs(" <= ", to), print_number(p->most, to);
}

const char *lg_declarations_print(const lg_formula_parameter *p, int count, lg_arena *arena) {
    lg_text_buffer s;
    if (!lg_text_buffer_open(&s)) return NULL;
    for (int i = 0; i < count; i++) {
        if (i > 0) fputs("; ", s.to);
        print_declaration(&p[i], s.to);
    }
    return take(&s, arena);
}
