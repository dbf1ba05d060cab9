/* picture.h: writes the files that --figure names. The data (CSV) and the gnuplot script of a picture are written next
 * to it, so that users can edit and redraw it. */
#ifndef CLI_UI_PICTURE_H
#define CLI_UI_PICTURE_H

#include "cli/cli.h"

typedef struct cli_picture {
    const char *path;
    char folder[512];
    char name[256]; /* file name without its ending */
    int format;     /* LG_FIGURE_SVG, _PDF or _PNG */
} cli_picture;

/* Checks that the file can be written: *.svg, *.png or *.pdf in an existing folder. Returns LG_OK, or an error status
 * after printing a message. */
int cli_picture_init(cli_picture *p, const char *path);
/* Writes the picture, its gnuplot script, and its data. All data is in one CSV file. */
int cli_picture_draw(cli *c, const cli_picture *p, lg_figure *f);

#endif
