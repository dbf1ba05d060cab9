/* picture.h: the files that --figure names. Data (CSV) and a gnuplot script stay beside a picture, so that it can be
 * changed by hand and made again. */
#ifndef CLI_UI_PICTURE_H
#define CLI_UI_PICTURE_H

#include "cli/cli.h"

typedef struct cli_picture {
    const char *path;
    char folder[512];
    char name[256]; /* of the file, without its ending */
    int format;     /* LG_FIGURE_SVG or another */
} cli_picture;

/* Can the file that --figure names be written: something.svg, .png or .pdf in a folder that exists? LG_OK, or a status
 * after a message. */
int cli_picture_init(cli_picture *p, const char *path);
/* Writes the figure under the name of the picture; its data in one file. */
int cli_picture_draw(cli *c, const cli_picture *p, lg_figure *f);

#endif
