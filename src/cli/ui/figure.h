/* figure.h: flags of commands that draw figures of runs, and the figure of a metric against length. */
#ifndef CLI_UI_FIGURE_H
#define CLI_UI_FIGURE_H

#include "cli/cli.h"
#include "cli/ui/curve.h"

/* The flag --label, for commands that draw several runs. */
#define CLI_LABEL_FLAG                                                                                                 \
    { "label", 0, "TEXT", "name of a run in the table and figure; repeatable, in the order of the runs", true }
#define CLI_FIGURE_FLAGS                                                                                               \
    {"figure", 0, "FILE", "draw a figure: FILE.svg, .png or .pdf, with its script and data next to it; repeatable",    \
     true},                                                                                                            \
        CLI_LABEL_FLAG, {                                                                                              \
        "title", 0, "TEXT", "title of the figure (default: the task)"                                                  \
    }

/* Checks --figure and --label: files must be named *.svg, *.png or *.pdf in existing folders, and there must not be
 * more labels than runs. Returns LG_OK, or an error status after printing a message. */
int cli_figure_check(const cli *c, size_t runs);
/* Replaces the labels of the first runs with the values of --label, in order. */
void cli_figure_label(const cli *c, cli_curve *curves, size_t count);
/* The title of a figure: the value of --title. Without --title: the task if all runs have the same task, or else the
 * text `otherwise`. */
const char *cli_figure_title(const cli *c, const cli_curve *curves, size_t count, const char *otherwise);
/* Chooses the style of each curve; styles [count]. */
int cli_figure_styles(cli *c, const cli_curve *curves, size_t count, lg_style *styles);
/* Writes every file of --figure, with its script (.gp) and data (.csv) under the same name. */
int cli_figure_draw(cli *c, lg_figure *f);
/* Draws the metric against length, with bands where points have intervals. */
int cli_figure_write_all(cli *c, const cli_curve *curves, size_t count);

#endif
