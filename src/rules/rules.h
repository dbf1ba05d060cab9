/* rules.h: which choices do not go together. A rule is a row: facts that may not hold together, the keys to blame, and
 * words that say why and what to use. What a choice asks of its own options, and arithmetic such as heads that do not
 * divide a width, is not here but beside the entry (`suits`), or in lg_model_check. */
#ifndef LG_RULES_RULES_H
#define LG_RULES_RULES_H

#include "rules/facts.h"

/* What a rule applies to. */
typedef enum lg_rule_scope {
    LG_OF_CHOICE,   /* the model of each choice of its pattern: most rules */
    LG_OF_STREAM,   /* each stream of such a model: keys encoding and positions are those of the stream */
    LG_OF_SUBLAYER, /* each sublayer of model.order */
    LG_OF_CROSS,    /* cross-attention with an encoding: keys encoding are cross.encoding */
    LG_OF_MODEL,    /* the model as a whole, whose blocks may differ */
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
    const char *keys;            /* separated by blanks, the first to blame first */
    lg_literal all[LG_LITERALS]; /* refused where all hold */
    const char *words;           /* words.h */
    bool idle;                   /* the value of the first key has no effect; the model without it is the same */
} lg_rule;

extern const lg_rule lg_rules[]; /* ends with a row without a name, checked in this order */

/* The value of an option, as messages show it; NULL: it is not read. */
typedef const char *(*lg_rule_value)(const void *user, const char *key);

/* Fails with what does not go together in a description, blames the keys, and names the rule, if it is one of these. */
bool lg_description_check(const lg_description *d, lg_rule_value value, const void *user, lg_error *err);

#endif
