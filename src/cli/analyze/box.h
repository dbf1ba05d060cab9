/* box.h: positions of panels and text in a picture of many panels. */
#ifndef CLI_ANALYZE_BOX_H
#define CLI_ANALYZE_BOX_H

#include "cli/ui/picture.h"

/* A panel in a picture, in pixels from the top left; gnuplot's margins are set from it. */
typedef struct cli_box {
    double x, y, width, height;
} cli_box;
void cli_box_set(FILE *to, const cli_picture *p, const cli_box *b);
/* Left-aligned text, its vertical middle at y; *label counts the labels. */
void cli_box_text(FILE *to, const cli_picture *p, int *label, double x, double y, double size, const char *colour,
                  const char *text);
/* The name of an axis, centred at x, y; turned: of the vertical axis. */
void cli_box_axis(FILE *to, const cli_picture *p, int *label, double x, double y, bool turned, const char *text);

#endif
