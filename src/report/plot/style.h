/* style.h: the style of each column of a sweep, the same in every figure and on the page. The encoding of a column
 * determines the colour, and its positions the dash: solid for randomized positions, dashed for standard ones. Further
 * columns with the same encoding and positions differ in their markers, so figures can also be read without colours. If
 * all columns have one encoding, colours follow their order. */
#ifndef LG_REPORT_PLOT_STYLE_H
#define LG_REPORT_PLOT_STYLE_H

#include "api/figure.h"
#include "report/run_attributes.h"

/* Marker number `round` of a colour whose first marker is `marker`; all markers are used before one repeats. */
int lg_style_marker(int marker, int round);
void lg_styles_choose(const lg_run_attributes *columns, size_t count, lg_style *styles);
/* If there are no more curves than colours, gives unused colours to curves that share one. */
void lg_styles_separate(size_t count, lg_style *styles);

#endif
