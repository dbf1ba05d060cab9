/* targets.h: describes which tokens of a text were scored, and how, in words and rows. */
#ifndef CLI_UI_TARGETS_H
#define CLI_UI_TARGETS_H

#include "cli/ui/curve.h"

/* The members of an lg_target_report that tell which tokens of the test split were scored. */
extern const lg_schema cli_schema_targets;

enum { CLI_TARGETS = 400 };
/* Describes how the text was scored: "windows, stride 64, 32000 targets"; "" if the data is not text. */
void cli_targets_name(const cli_curve *c, char out[CLI_TARGETS]);
/* Describes how the text was scored, and which tokens of the test split were scored. */
void cli_targets_words(const cli_curve *c, char out[CLI_TARGETS]);
/* Are the texts of all curves scored in the same way? */
bool cli_targets_agree(const cli_curve *curves, size_t count);
/* Prints one line for all curves, or one per curve if they differ. */
void cli_targets_print(const cli_curve *curves, size_t count);

#endif
