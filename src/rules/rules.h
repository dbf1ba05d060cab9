/* rules.h: rules about choices that cannot be combined. A rule is a row: facts that must not hold together, the keys to
 * blame, and a message with the reason and an alternative. Checks of an entry's own options are in its `suits`;
 * arithmetic, such as heads that do not divide the width, is in lg_model_check. */
#ifndef LG_RULES_RULES_H
#define LG_RULES_RULES_H

#include "rules/facts.h"

/* The scope of a rule. */
typedef enum lg_rule_scope {
    LG_OF_CHOICE,   /* a model in which all blocks have one choice of the pattern: most rules */
    LG_OF_STREAM,   /* each stream of such a model: `encoding` and `positions` are those of the stream */
    LG_OF_SUBLAYER, /* each sublayer of model.order */
    LG_OF_CROSS,    /* cross-attention with an encoding: `encoding` is cross.encoding */
    LG_OF_MODEL,    /* the whole model, whose blocks may differ */
    LG_OF_TRAINING  /* the training */
} lg_rule_scope;

typedef struct lg_literal {
    lg_fact fact; /* LG_FACT_NONE: the end */
    bool holds;
} lg_literal;

enum { LG_LITERALS = 6 };
typedef struct lg_rule {
    const char *name;
    lg_rule_scope scope;
    const char *keys;            /* separated by blanks, the first one to blame first */
    lg_literal all[LG_LITERALS]; /* an error if all hold */
    const char *words;           /* the message, in the syntax of words.h */
    bool idle;                   /* the first key has no effect: the model is the same without it */
} lg_rule;

extern const lg_rule lg_rules[]; /* checked in this order; ends with a row without a name */

/* The value of an option for messages; NULL: not read. */
typedef const char *(*lg_rule_value)(const void *user, const char *key);

/* Fails if choices of a description cannot be combined, blames the keys, and stores the name of the violated rule, if
 * any. */
bool lg_description_check(const lg_description *d, lg_rule_value value, const void *user, lg_error *err);

#endif
