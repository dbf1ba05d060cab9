/* profile.h: `lengthen inspect encoding NAME... --figure FILE`: scores against distance. */
#ifndef CLI_INSPECT_PROFILE_H
#define CLI_INSPECT_PROFILE_H

#include "cli/cli.h"
#include "output/schema.h"

/* How encodings weigh the keys of the last of T tokens by their distance: rows on standard output, and every file of
 * --figure, with a panel for each of the `count` names. Returns an exit status. */
int cli_profile_encodings(cli *c, const char *const *names, int count, int T);
extern const lg_schema cli_schema_profile;

#endif
