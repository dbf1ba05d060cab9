/* facts.h: facts, the conditions of rules: properties of choices and settings that are known before data is opened.
 * Entries declare them as members of their axis; facts.inc lists all. */
#ifndef LG_RULES_FACTS_H
#define LG_RULES_FACTS_H

#include "rules/scene.h"

typedef enum lg_fact {
    LG_FACT_NONE,
#define FACT(name, words, holds) LG_FACT_##name,
#include "rules/facts.inc"
#undef FACT
    LG_FACTS
} lg_fact;

bool lg_fact_holds(lg_fact f, const lg_scene *s);
const char *lg_fact_words(lg_fact f); /* "attention encodes order by itself" */

#endif
