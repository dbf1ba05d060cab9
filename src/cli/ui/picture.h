/* picture.h: writes the files that --figure names. The data (CSV) and the gnuplot script are kept next to a picture, so
 * that it can be edited and drawn again. */
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
/* Writes the figure under the picture's name, with its data in one file. */
int cli_picture_draw(cli *c, const cli_picture *p, lg_figure *f);

#endif
