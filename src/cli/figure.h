/* figure.h: accuracy against length as a picture. The data (CSV) and the gnuplot script stay beside it, so that the
 * picture can be changed by hand and made again. */
#ifndef CLI_FIGURE_H
#define CLI_FIGURE_H

#include "cli/cli.h"
#include "cli/curve.h"

/* Is this a name that we can write: something.svg, .png or .pdf in a folder that exists? LG_OK, or a status after a
 * message. */
int cli_figure_check(const char *path);
/* Writes `path`, and the script and data under the same name with .gp and .csv. */
int cli_figure_write(cli *c, const char *path, const char *title, const cli_curve *curves, size_t count);

#endif
