/* canvas.c: see canvas.h. */
#include "report/plot/canvas.h"

#include "base/text.h"

enum { MANY = 100 }; /* points of a curve: a thin line */

/* A line break would end the comment or the string, and what follows it would be run. */
void lg_canvas_write_line(FILE *to, const char *text, const char *apostrophe) {
    for (; *text != '\0'; text++)
        fputs(*text == '\'' ? apostrophe : (char[]){lg_text_is_control(*text) ? ' ' : *text, '\0'}, to);
}

void lg_write_quoted(FILE *to, const char *text) {
    fputc('\'', to);
    lg_canvas_write_line(to, text, "''");
    fputc('\'', to);
}

void lg_canvas_label(const lg_canvas *g, const char *text, double x, double y, const char *look) {
    fputs("set label ", g->to);
    lg_write_quoted(g->to, text);
    fprintf(g->to, " at screen %.5f, screen %.5f %s noenhanced\n", lg_canvas_across(g, x), lg_canvas_up(g, y), look);
}

void lg_canvas_line(const lg_style *s, size_t points, char out[96]) {
    static const char *const dashes[] = {"1", "1", "(9,5)", "(2,4)", "(10,4,2,4)"};
    snprintf(out, 96, "dashtype %s lw %g lc rgb '%s'", dashes[s->dash],
             (s->dash == 1 ? 2 : 1.7) * (points > MANY ? 0.65 : 1), s->colour);
}

int lg_canvas_marker(const lg_style *s) {
    static const int markers[] = {7, 5, 9, 11, 13, 15, 4};
    return markers[s->marker];
}
