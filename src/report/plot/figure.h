/* figure.h: how a figure (lg_figure of lengthen.h) becomes data, a gnuplot script and pictures. */
#ifndef LG_REPORT_PLOT_FIGURE_H
#define LG_REPORT_PLOT_FIGURE_H

#include <stdio.h>

#include "api/figure.h"
#include "api/report.h"
#include "base/error.h"
#include "lengthen.h"

enum { LG_DATA_NAME = 320 }; /* bytes of the name of a data file */

typedef enum lg_figure_form { LG_FORM_CURVES, LG_FORM_POINTS, LG_FORM_IMAGES } lg_figure_form;
lg_figure_form lg_figure_form_of(const lg_figure *f); /* points: no curve of it has a line */
bool lg_figure_in_one_file(const lg_figure *f);
size_t lg_curve_step(const lg_figure *f, const lg_curve *c);  /* every so manyth of its points is drawn */
bool lg_curve_is_dots(const lg_figure *f, const lg_curve *c); /* a set of so many points that marks have no room */
bool lg_panel_is_empty(const lg_figure *f, size_t panel);     /* nothing is drawn in it */

const char *lg_panel_name(const lg_panel *panel);
void lg_figure_data_name(const lg_figure *f, size_t panel, char out[LG_DATA_NAME]);
void lg_figure_write_data(const lg_figure *f, size_t panel, FILE *to);
void lg_figure_write_script(const lg_figure *f, int formats, FILE *to);
/* Data and script. */
bool lg_figure_write_files(const lg_figure *f, const char *folder, int formats, lg_report_fn each, void *user,
                           lg_error *err);
/* As lg_gnuplot; *missing: there is no such program. */
lg_status lg_figure_draw(lg_context *c, const char *folder, const char *script, bool *missing);
/* Tells of the pictures in the formats. */
void lg_figure_tell_pictures(const lg_figure *f, const char *folder, int formats, lg_report_fn each, void *user);

#endif
