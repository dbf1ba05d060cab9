/* roofline.c: the roofline figure of `lengthen bench` (Williams, Waterman and Patterson 2009): speed against
 * multiply-adds for each byte. No work can be faster than the peak, nor than bandwidth times work for each byte: that
 * is the roof. Bytes are counted as if every op read and wrote each of its arrays once; between ops these are in a
 * core's cache, so the roof of the cache is the relevant one; that of the memory shows what the cache gains. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/bench/bench.h"
#include "cli/ui/picture.h"

enum { MAX_PHASES = 6, MAX_CURVES = MAX_PHASES + 3, ROOF = 3, ROW_NAME = 96 };
static const double aside = 0.06, clear = 0.035; /* parts of the panel by which names are beside and off their roofs */

/* Everything that the figure points to. */
typedef struct roofline {
    const cli_bench *b;
    lg_panel panel;
    lg_curve curves[MAX_CURVES]; /* roofs of memory and cache, then whole steps, then phases */
    size_t count;
    double roof_x[2][ROOF], roof_y[2][ROOF];
    lg_panel_text texts[3];
    char text[3][64];
    double *numbers;         /* x and y of points */
    char (*names)[ROW_NAME]; /* of the runs that they belong to */
    const char **name_of;    /* [points] */
    size_t used;             /* of both */
} roofline;

static bool is_counted(const lg_phase_report *p) {
    return p->gflops > 0;
}

/* ---- points ---- */

static void include_point(lg_panel *panel, double x, double y) {
    while (x > 0.6 * panel->x_high) panel->x_high *= 2;
    while (x < 4 * panel->x_low) panel->x_low /= 2;
    while (y > 0 && y < 2 * panel->y_low) panel->y_low /= 2;
}

/* Points of a curve lie one after another: x at `used`, y as far behind as there are points in all. */
static void add_point(roofline *r, lg_curve *c, size_t capacity, const cli_bench_row *row, double x, double y) {
    const size_t at = r->used++;
    const lg_speed *s = &row->speed;
    if (c->count++ == 0) c->x = &r->numbers[at], c->y = &r->numbers[capacity + at], c->names = &r->name_of[at];
    r->numbers[at] = x, r->numbers[capacity + at] = y;
    snprintf(r->names[at], ROW_NAME, "%s %s width %d n %d", s->task, s->encoding, row->width, s->length);
    r->name_of[at] = r->names[at];
    include_point(&r->panel, x, y);
}

static void add_phase(roofline *r, size_t capacity, const char *name) {
    lg_curve *c = &r->curves[r->count++];
    *c = (lg_curve){.label = name, .style = lg_style_at(r->count - 4)};
    c->style.dash = 0, c->style.marker = 0;
    for (int i = 0; i < r->b->set_count; i++)
        for (int j = 0; j < r->b->sets[i].count; j++) {
            const lg_phase_report *q = &r->b->sets[i].phases[j];
            if (is_counted(q) && !strcmp(q->name, name))
                add_point(r, c, capacity, &r->b->sets[i].row, q->intensity, q->gflops);
        }
}

static void add_steps(roofline *r, size_t capacity) {
    lg_curve *c = &r->curves[r->count++];
    *c = (lg_curve){.label = "whole steps", .style = {"#000000", 0, 7}};
    for (int i = 0; i < r->b->trains; i++)
        add_point(r, c, capacity, &r->b->train[i], r->b->train[i].speed.intensity, r->b->train[i].speed.gflops);
}

static size_t count_points(const cli_bench *b) {
    size_t n = (size_t)b->trains;
    for (int i = 0; i < b->set_count; i++) n += (size_t)b->sets[i].count;
    return n;
}

static bool add_points(roofline *r) {
    const cli_bench *b = r->b;
    const size_t capacity = count_points(b);
    r->numbers = calloc(2 * capacity + 1, sizeof *r->numbers);
    r->names = calloc(capacity + 1, sizeof *r->names);
    r->name_of = calloc(capacity + 1, sizeof *r->name_of);
    if (!r->numbers || !r->names || !r->name_of) return false;
    add_steps(r, capacity); /* phases lie over them */
    for (int j = 0; b->set_count && j < b->sets[0].count && r->count < MAX_CURVES; j++)
        if (is_counted(&b->sets[0].phases[j])) add_phase(r, capacity, b->sets[0].phases[j].name);
    return true;
}

/* ---- roofs ---- */

/* Such a part of the height of the panel, as a factor. */
static double rise(const roofline *r, double part) {
    return pow(r->panel.y_high / r->panel.y_low, part);
}

/* A slope up to the peak, with its name below it, beside where it leaves the frame at the bottom or at the left. */
static void add_roof(roofline *r, size_t i, const char *name, double bandwidth, double peak) {
    const lg_panel *panel = &r->panel;
    if (bandwidth <= 0) return; /* was not measured */
    const double start = fmax(panel->x_low, panel->y_low / bandwidth), knee = peak / bandwidth;
    const double x[ROOF] = {start, knee, panel->x_high}, y[ROOF] = {start * bandwidth, peak, peak};
    lg_curve *c = &r->curves[i];
    memcpy(r->roof_x[i], x, sizeof x);
    memcpy(r->roof_y[i], y, sizeof y);
    c->x = r->roof_x[i], c->y = r->roof_y[i], c->count = ROOF;
    snprintf(r->text[i], sizeof r->text[i], "%s, %.0f GB/s", name, bandwidth);
    const double at = start * pow(panel->x_high / panel->x_low, aside);
    r->texts[i] = (lg_panel_text){r->text[i], at, at * bandwidth / rise(r, clear)};
}

static void add_roofs(roofline *r, double peak) {
    const lg_machine *m = &r->b->machine;
    r->curves[0].style = (lg_style){"#9a9a9a", 2, -1}, r->curves[1].style = (lg_style){"#9a9a9a", 1, -1};
    r->curves[0].label = "roof of the memory", r->curves[1].label = "roof of the cache";
    add_roof(r, 0, "memory", m->memory_bandwidth, peak);
    add_roof(r, 1, "cache", m->cache_bandwidth, peak);
    snprintf(r->text[2], sizeof r->text[2], "peak, %.0f GFLOP/s", peak);
    r->texts[2] = (lg_panel_text){r->text[2], fmax(r->panel.x_low, r->roof_x[1][1]), peak * rise(r, clear)};
    r->panel.texts = r->texts, r->panel.text_count = 3;
}

/* ---- the figure ---- */

static int draw_figure(const roofline *r, const char *path) {
    char subtitle[256];
    cli_picture p;
    lg_panel panel = r->panel;
    const lg_machine *m = &r->b->machine;
    snprintf(subtitle, sizeof subtitle, "%d thread%s of %s; %s kernels, %s", m->threads, m->threads == 1 ? "" : "s",
             m->cpu, m->kernels, r->b->train[0].speed.precision);
    lg_figure f = {.title = "A training step under the roofline", .subtitle = subtitle, .x_log = 2, .y_log = 10};
    f.x_label = "multiply-adds x 2 per byte that ops read or write", f.y_label = "GFLOP/s";
    f.panels = &panel, f.panel_count = 1, f.curve_count = r->count;
    const int status = cli_picture_init(&p, path);
    return status == LG_OK ? cli_picture_draw(r->b->c, &p, &f) : status;
}

int cli_bench_draw(const cli_bench *b, const char *path) {
    const double peak = b->train[0].speed.peak_gflops;
    roofline r = {.b = b, .count = 2};
    r.panel = (lg_panel){.curves = r.curves, .guide = NAN, .level = NAN};
    r.panel.x_low = 0.25, r.panel.x_high = 16, r.panel.y_low = peak / 8, r.panel.y_high = 1.5 * peak;
    int status = add_points(&r) ? LG_OK : cli_fail(LG_FAILED, "out of memory: a figure");
    if (status == LG_OK) {
        add_roofs(&r, peak);
        status = draw_figure(&r, path);
    }
    free(r.numbers);
    free(r.names);
    free(r.name_of);
    return status;
}
