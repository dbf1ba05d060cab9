/* box.c: see box.h. */
#include "cli/analyze/box.h"

void cli_box_set(FILE *to, const cli_picture *p, const cli_box *b) {
    const double x[2] = {b->x / p->width, (b->x + b->width) / p->width};
    const double y[2] = {1 - b->y / p->height, 1 - (b->y + b->height) / p->height};
    fprintf(to, "set lmargin at screen %.5f\nset rmargin at screen %.5f\n", x[0], x[1]);
    fprintf(to, "set tmargin at screen %.5f\nset bmargin at screen %.5f\n", y[0], y[1]);
}

void cli_box_text(FILE *to, const cli_picture *p, int *label, double x, double y, double size, const char *colour,
                  const char *text) {
    fprintf(to, "set label %d ", ++*label);
    cli_picture_quoted(to, text);
    fprintf(to, " at screen %.5f, screen %.5f left font ',%g' textcolor rgb '%s' noenhanced\n", x / p->width,
            1 - y / p->height, size * p->size, colour);
}

void cli_box_axis(FILE *to, const cli_picture *p, int *label, double x, double y, bool turned, const char *text) {
    fprintf(to, "set label %d '%s' at screen %.5f, screen %.5f center %sfont ',%g' textcolor rgb '#444444'\n", ++*label,
            text, x / p->width, 1 - y / p->height, turned ? "rotate by 90 " : "", 0.8 * p->size);
}
