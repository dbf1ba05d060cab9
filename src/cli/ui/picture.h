/* picture.h: the files of a picture: data (CSV) and a gnuplot script stay beside it, so that the picture can be changed
 * by hand and made again. The caller writes the two, then runs gnuplot. */
#ifndef CLI_UI_PICTURE_H
#define CLI_UI_PICTURE_H

#include <stdio.h>

#include "cli/cli.h"

typedef struct cli_picture {
    const char *path;
    char folder[512];                         /* gnuplot runs there, so the script can be run by hand */
    char figure[256], script[256], data[256]; /* names in it: demo.svg, demo.gp, demo.csv */
    const struct cli_picture_format *format;  /* of the file, from its ending */
    double width, height;                     /* 880 by 500 unless it is set: hundredths of an inch, or pixels */
    bool cells;                               /* images have cells, which viewers of SVG must not blur */
    double size;                              /* of letters, in points: all pictures look alike */
} cli_picture;

/* The colours of Okabe and Ito (2008), distinguished by colour-blind readers too. */
extern const char *const cli_picture_colours[];
enum { CLI_PICTURE_COLOURS = 7 };

/* Can the file that --figure names be written: something.svg, .png or .pdf in a folder that exists? LG_OK, or a status
 * after a message. */
int cli_picture_init(cli_picture *p, const char *path);
/* The data or the script, for writing; NULL after a message. */
FILE *cli_picture_open(const cli_picture *p, const char *name);
int cli_picture_close(FILE *file, const cli_picture *p, const char *name);
void cli_picture_cell(FILE *to, const char *text);   /* in CSV */
void cli_picture_quoted(FILE *to, const char *text); /* in gnuplot's single quotes, control characters as blanks */
void cli_picture_name(FILE *to, const char *name);   /* of a file of the picture: the same */
/* The script begins: what it draws, for a comment; terminal, output, data. */
void cli_picture_begin(FILE *to, const cli_picture *p, const char *what);
/* Ends the panels of a picture: `set multiplot` began them. */
void cli_picture_end(FILE *to);
/* The same, with border, tics and grid of a single plot, and `right` columns at the right. */
void cli_picture_page(FILE *to, const cli_picture *p, const char *what, size_t right);
void cli_picture_titles(FILE *to, const cli_picture *p, const char *title, const char *below); /* labels 1 and 2 */
/* Runs gnuplot on the script. */
int cli_picture_draw(cli *c, const cli_picture *p);

#endif
