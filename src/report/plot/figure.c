/* figure.c: the form of a figure and the names of its data files; see figure.h. */
#include "report/plot/figure.h"

#include <ctype.h>
#include <string.h>

#include "api/figure.h"

enum { MARKS = 500 }; /* sets of more points than this get dots instead of markers */

lg_figure_form lg_figure_form_of(const lg_figure *f) {
    if (f->curve_count == 0) return LG_FORM_IMAGES;
    for (size_t i = 0; i < f->panel_count; i++)
        for (size_t k = 0; k < f->curve_count; k++)
            if (f->panels[i].curves[k].style.dash > 0) return LG_FORM_CURVES;
    return LG_FORM_POINTS;
}

bool lg_figure_in_one_file(const lg_figure *f) {
    return f->one_file || f->panel_count == 1;
}

size_t lg_curve_step(const lg_figure *f, const lg_curve *c) {
    return f->points_max > 0 && c->count > f->points_max ? (c->count + f->points_max - 1) / f->points_max : 1;
}

bool lg_curve_is_dots(const lg_figure *f, const lg_curve *c) {
    return lg_figure_form_of(f) == LG_FORM_POINTS && f->x_log == 0 && c->count / lg_curve_step(f, c) > MARKS;
}

bool lg_panel_is_empty(const lg_figure *f, size_t panel) {
    for (size_t k = 0; k < f->curve_count; k++)
        if (f->panels[panel].curves[k].count > 0) return false;
    return f->panels[panel].side == 0;
}

const char *lg_panel_name(const lg_panel *panel) {
    return panel->name ? panel->name : panel->title ? panel->title : "";
}

/* A label as part of a file name: other characters than letters, digits and "_.-" become '-'. */
void lg_figure_data_name(const lg_figure *f, size_t panel, char out[LG_DATA_NAME]) {
    size_t at = (size_t)snprintf(out, LG_DATA_NAME - 16, "%s", f->name);
    const char *label = lg_panel_name(&f->panels[panel]);
    if (!lg_figure_in_one_file(f)) at += (size_t)snprintf(out + at, LG_DATA_NAME - at, "-%02zu-", panel + 1);
    for (; !lg_figure_in_one_file(f) && *label && at < 80; label++)
        out[at++] = isalnum((unsigned char)*label) || strchr("_.-", *label) ? *label : '-';
    snprintf(out + at, LG_DATA_NAME - at, ".csv");
}
