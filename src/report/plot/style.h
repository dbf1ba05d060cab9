/* style.h: how a column of a sweep is drawn, the same in every figure and on the page. The encoding has the colour, its
 * positions the dash, which means nothing else: randomized ones are solid, standard ones dashed. Further columns of the
 * same encoding and positions have other markers; so a figure can be read without colours too. Columns of one encoding
 * have colours by their order. */
#ifndef LG_REPORT_PLOT_STYLE_H
#define LG_REPORT_PLOT_STYLE_H

#include "api/figure.h"
#include "report/run_attributes.h"

/* The marker of number `round` that looks of one colour have, whose first is `marker`: all come before one returns. */
int lg_style_marker(int marker, int round);
void lg_styles_choose(const lg_run_attributes *columns, size_t count, lg_style *styles);
/* Of few curves, those that share a colour get colours that are free. */
void lg_styles_separate(size_t count, lg_style *styles);

#endif
