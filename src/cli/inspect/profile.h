/* profile.h: attention scores of encodings against distance (`lengthen inspect encoding NAME... --figure FILE`). */
#ifndef CLI_INSPECT_PROFILE_H
#define CLI_INSPECT_PROFILE_H

#include "cli/cli.h"
#include "output/schema.h"

/* Computes the scores of T tokens by distance for each of the `count` encodings. Prints rows or a table, and draws
 * every file of --figure with a panel per encoding. Returns an exit status. */
int cli_profile_encodings(cli *c, const char *const *names, int count, int T);
extern const lg_schema cli_schema_profile;

#endif
