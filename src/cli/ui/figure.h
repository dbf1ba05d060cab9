/* figure.h: the flags of commands that draw figures of runs, and the figure of a metric against length. */
#ifndef CLI_UI_FIGURE_H
#define CLI_UI_FIGURE_H

#include "cli/cli.h"
#include "cli/ui/curve.h"

/* Of commands that draw several runs. */
#define CLI_LABEL_FLAG                                                                                                 \
    { "label", 0, "TEXT", "name of a run in the table and figure; repeatable, in the order of the runs", true }
#define CLI_FIGURE_FLAGS                                                                                               \
    {"figure", 0, "FILE", "draw a figure: FILE.svg, .png or .pdf, with its script and data next to it; repeatable",    \
     true},                                                                                                            \
        CLI_LABEL_FLAG, {                                                                                              \
        "title", 0, "TEXT", "title of the figure (default: the task)"                                                  \
    }

/* The flags --figure, --label and --title of commands that draw several runs. Can the figures be written:
 * something.svg, .png or .pdf in folders that exist, and no more labels than runs? LG_OK, or a status after a message.
 */
int cli_figure_check(const cli *c, size_t runs);
/* The values of --label replace the names that the configs gave: of the first runs, if there are fewer of them. */
void cli_figure_label(const cli *c, cli_curve *curves, size_t count);
/* --title, or the task, or else `otherwise`. */
const char *cli_figure_title(const cli *c, const cli_curve *curves, size_t count, const char *otherwise);
/* How the curve of each is drawn, [count]. */
int cli_figure_styles(cli *c, const cli_curve *curves, size_t count, lg_style *styles);
/* Writes every file of --figure, and the script and data under the same name with .gp and .csv. */
int cli_figure_draw(cli *c, lg_figure *f);
/* The same with the metric against length. Where points have intervals, they are bands. */
int cli_figure_write_all(cli *c, const cli_curve *curves, size_t count);

#endif
