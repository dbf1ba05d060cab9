/* words.h: writes the message of a rule for a scene. Placeholders:
 * - {mask}: the name of a choice
 * - {mask:}: the key and the name, "mask: window"
 * - {mask.key}: the key, which is encoder.encoding or decoder.positions for streams with their own choice
 * - {mask.causal}: the flag that makes the mask causal
 * - {memory}: the option that enables memory
 * - {pattern}: the axis that differs between blocks
 * - {embedded}: an encoding that is added to embeddings in only some blocks
 * - {distances}: a sampler that has only distances
 * - {longest}: the longest training length
 * - {sublayer}, {sublayer.summary}: the letter and the summary of the sublayer
 * - {model.order}: the value of an option */
#ifndef LG_RULES_WORDS_H
#define LG_RULES_WORDS_H

#include "rules/rules.h"

void lg_rule_write(const lg_rule *r, const lg_scene *s, lg_rule_value value, const void *user, char *out, size_t size);
/* Writes the keys to blame. Keys of encodings and positions become those of the current stream, such as
 * "encoder.encoding", except in LG_OF_MODEL rules. */
void lg_rule_write_keys(const lg_rule *r, const lg_scene *s, char *out, size_t size);

#endif
