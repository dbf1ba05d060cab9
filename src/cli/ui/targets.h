/* targets.h: which tokens of a text were scored, and how, in words and JSON. */
#ifndef CLI_UI_TARGETS_H
#define CLI_UI_TARGETS_H

#include "cli/ui/curve.h"

/* The member "targets": these tokens of the test split. */
void cli_targets_put(json_t *o, int64_t first, int64_t last, int64_t count, const char *digest);
/* Members of one length; none of data that is no text. */
void cli_targets_json(json_t *o, const lg_target_report *x);

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
