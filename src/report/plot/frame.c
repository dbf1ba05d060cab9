/* frame.c: sets the limits of panels that have none. */
#include <math.h>

#include "api/figure.h"
#include "report/plot/canvas.h"

/* Sets limits around all points. Both axes cover at least a tenth of the larger of the points' width and height. */
static void frame_points(const lg_figure *f, lg_panel *panel) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (size_t k = 0; k < f->curve_count; k++)
        for (size_t i = 0; i < panel->curves[k].count; i++) {
            const lg_curve *c = &panel->curves[k];
            low[0] = fmin(low[0], c->x[i]), high[0] = fmax(high[0], c->x[i]);
            low[1] = fmin(low[1], c->y[i]), high[1] = fmax(high[1], c->y[i]);
        }
    if (!(low[0] <= high[0] && low[1] <= high[1])) low[0] = low[1] = high[0] = high[1] = 0;
    const double width = high[0] - low[0], height = high[1] - low[1], larger = fmax(width, height),
                 least = larger > 0 ? 0.1 * larger : 1;
    const double margin[2] = {0.05 * width + (width < least ? least / 2 : 0),
                              0.05 * height + (height < least ? least / 2 : 0)};
    panel->x_low = low[0] - margin[0], panel->x_high = high[0] + margin[0];
    panel->y_low = low[1] - margin[1], panel->y_high = high[1] + margin[1];
}

lg_panel lg_canvas_framed(const lg_figure *f, size_t i) {
    lg_panel framed = f->panels[i];
    if (framed.x_low == framed.x_high || framed.y_low == framed.y_high) frame_points(f, &framed);
    return framed;
}
