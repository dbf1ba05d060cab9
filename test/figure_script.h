/* figure_script.h: the gnuplot script of a figure. */
#ifndef FIGURE_SCRIPT_H
#define FIGURE_SCRIPT_H

#include <stdio.h>

#include "api/figure.h"
#include "report/figures.h"
#include "report/plot/figure.h"

/* The caller frees the result. */
static inline char *figure_script(const lg_plot *p) {
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    lg_figure_write_script(&p->figure, LG_FIGURE_ALL, to);
    fclose(to);
    return text;
}

#endif
