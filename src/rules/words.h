/* words.h: what a rule says of a scene. In its words {mask} is the name of a choice, {mask:} "mask: window", and
 * {mask.key} its key: of a stream with choices of its own that is encoder.encoding or decoder.positions. Others in
 * braces are {mask.causal}, the flag that makes the mask causal; {memory}, the option that has rows remembered;
 * {pattern}, the axis in which blocks differ; {embedded}, an encoding of some blocks; {distances}, a choice of
 * positions without any; {longest}, of the lengths of training; {sublayer} and {sublayer.summary}; and the value of an
 * option by its key, {model.order}. */
#ifndef LG_RULES_WORDS_H
#define LG_RULES_WORDS_H

#include "rules/rules.h"

void lg_rule_write(const lg_rule *r, const lg_scene *s, lg_rule_value value, const void *user, char *out, size_t size);
/* The keys to blame, with those of the stream; of rules about a model as a whole as they are. */
void lg_rule_write_keys(const lg_rule *r, const lg_scene *s, char *out, size_t size);

#endif
