/* tree.h: the syntax tree of a formula: parse.c builds it, print.c prints it, compile.c turns it into steps. */
#ifndef LG_FORMULA_TREE_H
#define LG_FORMULA_TREE_H

#include "formula/formula.h"

typedef enum lg_node_kind {
    LG_NODE_NUMBER,
    LG_NODE_NAME,
    LG_NODE_INDEX, /* name[argument] */
    LG_NODE_CALL,  /* name(arguments) */
    LG_NODE_MINUS, /* unary minus */
    LG_NODE_NOT,
    LG_NODE_BINARY
} lg_node_kind;

/* Binary operators: OPERATOR(symbol, text, precedence). */
#define LG_OPERATORS(OPERATOR)                                                                                         \
    OPERATOR(OR, "or", 1)                                                                                              \
    OPERATOR(AND, "and", 2)                                                                                            \
    OPERATOR(LESS, "<", 4)                                                                                             \
    OPERATOR(LESS_EQUAL, "<=", 4)                                                                                      \
    OPERATOR(GREATER, ">", 4)                                                                                          \
    OPERATOR(GREATER_EQUAL, ">=", 4)                                                                                   \
    OPERATOR(EQUAL, "==", 4)                                                                                           \
    OPERATOR(UNEQUAL, "!=", 4)                                                                                         \
    OPERATOR(ADD, "+", 5)                                                                                              \
    OPERATOR(SUBTRACT, "-", 5)                                                                                         \
    OPERATOR(MULTIPLY, "*", 6)                                                                                         \
    OPERATOR(DIVIDE, "/", 6)                                                                                           \
    OPERATOR(POWER, "^", 8)
enum { LG_BINDS_NOT = 3, LG_BINDS_MINUS = 7, LG_BINDS_POWER = 8 };

typedef enum lg_operator {
#define OPERATOR(name, text, tight) LG_##name,
    LG_OPERATORS(OPERATOR)
#undef OPERATOR
        LG_OPERATOR_COUNT
} lg_operator;
extern const char *const lg_operator_text[LG_OPERATOR_COUNT];
extern const int lg_operator_binds[LG_OPERATOR_COUNT];

typedef struct lg_node {
    lg_node_kind kind;
    lg_operator op;
    double number;
    const char *name;
    int at; /* offset of the node's first character in the text */
    int count;
    struct lg_node *argument[3];
} lg_node;

typedef struct lg_definition {
    const char *name;
    lg_node *value;
    int at;
} lg_definition;

enum { LG_DEFINITIONS = 32 };

typedef struct lg_tree {
    const lg_formula_place *place;
    const char *key, *text;         /* option and text, for messages; the text is as the user wrote it */
    const lg_formula_number *given; /* numbers to which declarations may refer; NULL: there are none */
    lg_definition definitions[LG_DEFINITIONS];
    int definition_count;
    lg_node *result;
    lg_arena *arena;
    lg_error *err;
} lg_tree;

/* Reports an error at character `at` of the text; the message shows the text around it. Always returns false. */
bool lg_tree_fail(const lg_tree *t, int at, const char *format, ...) __attribute__((format(printf, 3, 4)));

bool lg_tree_parse(lg_tree *t);
/* Parses declarations of parameters or numbers, such as "s[head] = -2; ...". Returns the number of declarations, or -1
 * on failure. */
int lg_declarations_parse(lg_tree *t, bool numbers, lg_formula_parameter out[LG_FORMULA_PARAMETERS]);
const char *lg_tree_print(const lg_tree *t); /* NULL: out of memory */
const char *lg_declarations_print(const lg_formula_parameter *p, int count, lg_arena *arena);
const lg_program *lg_tree_compile(const lg_tree *t, const lg_formula *f);

#endif
