/* rules.h: rules about choices that cannot be combined. A rule is a row: facts that must not hold together, the keys to
 * blame, and a message with the reason and an alternative. Two kinds of checks are not rules: an entry checks its own
 * options in its member `suits`, and lg_model_check checks sizes (the number of heads must divide the width). */
#ifndef LG_RULES_RULES_H
#define LG_RULES_RULES_H

#include "rules/facts.h"

/* The scope of a rule, which determines for what it is checked. */
typedef enum lg_rule_scope {
    LG_OF_CHOICE,   /* each choice of the block pattern, as if all blocks had it (most rules) */
    LG_OF_STREAM,   /* each stream of each such model; `encoding` and `positions` are those of the stream */
    LG_OF_SUBLAYER, /* each kind of sublayer in model.order */
    LG_OF_CROSS,    /* cross-attention with an encoding: `encoding` is cross.encoding */
    LG_OF_MODEL,    /* the whole model, whose blocks may differ */
    LG_OF_TRAINING  /* the training */
} lg_rule_scope;

typedef struct lg_literal {
    lg_fact fact; /* LG_FACT_NONE: the end */
    bool holds;   /* the literal is true if the fact holds (true), or does not hold (false) */
} lg_literal;

enum { LG_LITERALS = 6 };
typedef struct lg_rule {
    const char *name;
    lg_rule_scope scope;
    const char *keys;            /* keys to blame, separated by blanks; the first is the most likely cause */
    lg_literal all[LG_LITERALS]; /* the combination is an error if all of these literals are true */
    const char *words;           /* the message, in the syntax of words.h */
    bool idle;                   /* the first key has no effect: the model is the same without it */
} lg_rule;

extern const lg_rule lg_rules[]; /* checked in this order; ends with a row without a name */

/* Returns the value of an option, for messages; NULL if no chosen entry reads the option. */
typedef const char *(*lg_rule_value)(const void *user, const char *key);

/* Fails if choices of the description cannot be combined. The error contains the keys to blame and, if a rule is
 * violated, the rule's name. */
bool lg_description_check(const lg_description *d, lg_rule_value value, const void *user, lg_error *err);

#endif
