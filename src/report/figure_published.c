/* figure_published.c: draws published scores in figures by length, as crosses in the colour of their column. If a study
 * has other training lengths than our runs, its scores are drawn at the same multiples of the longest training
 * length. */
#include <math.h>

#include "api/figure.h"
#include "report/figures.h"

enum { CROSS = 12 }; /* a marker that no column uses */

/* Does the study have scores by length for the models of this column? */
static bool is_published(const lg_report *r, size_t column) {
    for (size_t i = 0; i < r->layout->row_count; i++)
        if (lg_report_curve(r, i, column)) return true;
    return false;
}

static size_t count_published(const lg_report *r) {
    size_t count = 0;
    for (size_t j = 0; j < r->layout->column_count; j++) count += is_published(r, j);
    return count;
}

bool lg_plot_columns(lg_plot *p, const lg_report *r) {
    return lg_plot_size(p, r->layout->row_count, r->layout->column_count + count_published(r));
}

/* The shortest and the longest length of the first `curves` curves of a panel. */
static lg_range drawn_lengths(const lg_panel *panel, size_t curves) {
    lg_range drawn = {INFINITY, -INFINITY};
    for (size_t j = 0; j < curves; j++)
        for (size_t k = 0; k < panel->curves[j].count; k++) {
            drawn.low = fmin(drawn.low, panel->curves[j].x[k]);
            drawn.high = fmax(drawn.high, panel->curves[j].x[k]);
        }
    return drawn;
}

/* Fills a curve with the published scores within the lengths `drawn`. trained: our longest training length. A published
 * number with illegible decimals is drawn at the value of its legible digits. */
static void fill_points(lg_plot *p, lg_curve *c, const char *study, int trained, lg_range drawn) {
    size_t count = 0;
    for (int length = 0; (length = lg_study_curve_next(study, length)) > 0;) count++;
    double *x = lg_plot_alloc(p, count * sizeof *x), *y = lg_plot_alloc(p, count * sizeof *y);
    if (p->failed) return;
    for (int length = 0; (length = lg_study_curve_next(study, length)) > 0;) {
        const lg_published_value n = lg_study_curve_value(study, length, p->arena);
        const double at = (double)length * trained / lg_study_curve_trained(study);
        if (lg_published_value_is(&n) && at >= drawn.low && at <= drawn.high) x[c->count] = at, y[c->count++] = n.low;
    }
    c->x = x, c->y = y;
}

static void fill_panel(lg_plot *p, const lg_report *r, size_t row) {
    lg_panel *panel = &p->figure.panels[row];
    const int trained = lg_report_trained_in(r, row);
    const lg_range drawn = drawn_lengths(panel, r->layout->column_count);
    lg_curve *c = &panel->curves[r->layout->column_count];
    for (size_t j = 0; j < r->layout->column_count; j++) {
        if (!is_published(r, j)) continue;
        const char *study = lg_report_curve(r, row, j);
        *c = (lg_curve){.label = lg_plot_text(p, "%s, published", r->layout->columns[j]),
                        .style = {r->styles[j].colour, 0, CROSS}};
        if (study && trained > 0) fill_points(p, c, study, trained, drawn);
        c++;
    }
}

void lg_plot_published(lg_plot *p, const lg_report *r) {
    for (size_t i = 0; i < p->figure.panel_count && !p->failed; i++) fill_panel(p, r, i);
}

const char *lg_plot_crosses(lg_plot *p, const lg_report *r) {
    if (count_published(r) == 0) return "";
    return lg_plot_text(p, " Crosses: %s, means of %zu runs, at the same multiples of the longest training length.",
                        r->study->source, r->study->seeds * r->study->rates);
}
