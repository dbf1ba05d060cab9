/* figure.h: turns a figure (lg_figure of lengthen.h) into data, a gnuplot script and pictures. */
#ifndef LG_REPORT_PLOT_FIGURE_H
#define LG_REPORT_PLOT_FIGURE_H

#include <stdio.h>

#include "api/figure.h"
#include "api/report.h"
#include "base/error.h"
#include "lengthen.h"

enum { LG_DATA_NAME = 320 }; /* bytes of a data file's name */

typedef enum lg_figure_form { LG_FORM_CURVES, LG_FORM_POINTS, LG_FORM_IMAGES } lg_figure_form;
lg_figure_form lg_figure_form_of(const lg_figure *f); /* LG_FORM_POINTS if no curve has a line */
bool lg_figure_in_one_file(const lg_figure *f);
size_t lg_curve_step(const lg_figure *f, const lg_curve *c);  /* draw every n-th point */
bool lg_curve_is_dots(const lg_figure *f, const lg_curve *c); /* too many points for markers: they are drawn as dots */
bool lg_panel_is_empty(const lg_figure *f, size_t panel);     /* is nothing drawn in it? */

const char *lg_panel_name(const lg_panel *panel);
void lg_figure_data_name(const lg_figure *f, size_t panel, char out[LG_DATA_NAME]);
void lg_figure_write_data(const lg_figure *f, size_t panel, FILE *to);
void lg_figure_write_script(const lg_figure *f, int formats, FILE *to);
/* Writes the data and the script. */
bool lg_figure_write_files(const lg_figure *f, const char *folder, int formats, lg_report_fn each, void *user,
                           lg_error *err);
/* Like lg_gnuplot; *missing: gnuplot is not installed. */
lg_status lg_figure_draw(lg_context *c, const char *folder, const char *script, bool *missing);
/* Reports the pictures in these formats to `each`. */
void lg_figure_tell_pictures(const lg_figure *f, const char *folder, int formats, lg_report_fn each, void *user);

#endif
