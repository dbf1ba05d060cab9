/* targets.h: which tokens of a text were scored, and how, in words and rows. */
#ifndef CLI_UI_TARGETS_H
#define CLI_UI_TARGETS_H

#include "cli/ui/curve.h"

/* The members of an lg_target_report that say which tokens of the test split they are. */
extern const lg_schema cli_schema_targets;

enum { CLI_TARGETS = 400 };
/* "windows, stride 64, 32000 targets"; "" of data that is no text. */
void cli_targets_name(const cli_curve *c, char out[CLI_TARGETS]);
/* The same with the tokens that they are. */
void cli_targets_words(const cli_curve *c, char out[CLI_TARGETS]);
/* Are the texts of all curves scored alike? */
bool cli_targets_agree(const cli_curve *curves, size_t count);
/* A line for all curves, or for each where they differ. */
void cli_targets_print(const cli_curve *curves, size_t count);

#endif
