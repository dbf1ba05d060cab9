/* roofline.c: the roofline picture of `lengthen bench` (Williams, Waterman and Patterson 2009): speed against
 * multiply-adds for each byte. No work can be faster than the peak, nor than bandwidth times work for each byte: that
 * is the roof. Bytes are counted as if every op read and wrote each of its arrays once; between ops these are in a
 * core's cache, so the roof of the cache is the relevant one; that of the memory shows what the cache gains. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/bench/bench.h"
#include "cli/ui/picture.h"
#include "cli/ui/text.h"

static const char *const whole_steps = "whole steps";

/* What the axes must show. */
typedef struct frame {
    double left, right, low, high;
} frame;

static bool is_counted(const lg_phase_report *p) {
    return p->gflops > 0;
}

/* ---- data ---- */

static void write_point(FILE *to, const char *name, const cli_bench_row *r, double intensity, double gflops) {
    cli_picture_cell(to, name);
    fprintf(to, ",%s,%s,%d,%d,%.9g,%.9g\r\n", r->speed.task, r->speed.encoding, r->width, r->speed.length, intensity,
            gflops);
}

static int write_data(const cli_bench *b, const cli_picture *p) {
    FILE *to = cli_picture_open(p, p->data);
    if (!to) return LG_FAILED;
    fputs("what,task,encoding,width,n,flops_per_byte,gflops\r\n", to);
    for (int i = 0; i < b->trains; i++)
        write_point(to, whole_steps, &b->train[i], b->train[i].speed.intensity, b->train[i].speed.gflops);
    for (int i = 0; i < b->set_count; i++)
        for (int j = 0; j < b->sets[i].count; j++) {
            const lg_phase_report *q = &b->sets[i].phases[j];
            if (is_counted(q)) write_point(to, q->name, &b->sets[i].row, q->intensity, q->gflops);
        }
    return cli_picture_close(to, p, p->data);
}

/* ---- script ---- */

static void include_point(frame *f, double x, double y) {
    while (x > 0.6 * f->right) f->right *= 2;
    while (x < 4 * f->left) f->left /= 2;
    while (y > 0 && y < 2 * f->low) f->low /= 2;
}

static frame measure_frame(const cli_bench *b) {
    const double peak = b->train[0].speed.peak_gflops;
    frame f = {.left = 0.25, .right = 16, .low = peak / 8, .high = 1.5 * peak};
    for (int i = 0; i < b->trains; i++) include_point(&f, b->train[i].speed.intensity, b->train[i].speed.gflops);
    for (int i = 0; i < b->set_count; i++)
        for (int j = 0; j < b->sets[i].count; j++)
            if (is_counted(&b->sets[i].phases[j]))
                include_point(&f, b->sets[i].phases[j].intensity, b->sets[i].phases[j].gflops);
    return f;
}

static void write_axes(FILE *to, const frame *f) {
    fprintf(to, "set samples 1000\nset logscale x 2\nset logscale y\nset xrange [%g:%g]\nset yrange [%g:%g]\n", f->left,
            f->right, f->low, f->high);
    fprintf(to, "set ytics (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)\n");
    fprintf(to, "set xlabel 'multiply-adds x 2 for each byte that ops read and write' textcolor rgb '#444444'"
                " offset 0,0.3\n");
}

static void write_titles(FILE *to, const cli_bench *b, const cli_picture *p) {
    char below[256];
    const lg_machine *m = &b->machine;
    snprintf(below, sizeof below, "GFLOP/s on %d thread%s of %s; %s kernels, %s", m->threads,
             m->threads == 1 ? "" : "s", m->cpu, m->kernels, b->train[0].speed.precision);
    cli_picture_titles(to, p, "A training step under the roofline", below);
}

/* A slope, with its name where it leaves the frame at the bottom or at the left. */
static void write_slope(FILE *to, const cli_picture *p, const frame *f, int label, const char *name, double bandwidth) {
    double x = f->low / bandwidth, y;
    if (x < f->left) x = f->left;
    x *= 1.12, y = x * bandwidth;
    fprintf(to, "set label %d '%s, %.0f GB/s' at first %.4g, first %.4g offset 0.8,0", label, name, bandwidth, x, y);
    fprintf(to, " font ',%g' textcolor rgb '#666666'\n", 0.8 * p->size);
}

static void write_roofs(FILE *to, const cli_bench *b, const cli_picture *p, const frame *f) {
    const lg_machine *m = &b->machine;
    const double peak = b->train[0].speed.peak_gflops;
    fprintf(to, "peak = %.6g\ncache = %.6g\nmemory = %.6g\nroof(x, slope) = slope * x < peak ? slope * x : peak\n",
            peak, m->cache_bandwidth, m->memory_bandwidth);
    fprintf(to, "set label 3 'peak, %.0f GFLOP/s' at graph 1, first peak right offset -0.4,0.55", peak);
    fprintf(to, " font ',%g' textcolor rgb '#666666'\n", 0.8 * p->size);
    write_slope(to, p, f, 4, "cache", m->cache_bandwidth);
    write_slope(to, p, f, 5, "memory", m->memory_bandwidth);
}

/* The phases of which there are points, and whole steps, in the order of their colours; how many. */
static int collect_names(const cli_bench *b, const char *names[CLI_PICTURE_COLOURS]) {
    int n = 0;
    for (int j = 0; b->set_count && j < b->sets[0].count && n + 1 < CLI_PICTURE_COLOURS; j++)
        if (is_counted(&b->sets[0].phases[j])) names[n++] = b->sets[0].phases[j].name;
    names[n++] = whole_steps;
    return n;
}

static const char *point_colour(int i, int count) {
    return cli_picture_colours[i + 1 < count ? i : CLI_PICTURE_COLOURS - 1];
}

/* How points are drawn: phases are filled, whole steps are not. */
static const char *point_style(int i, int count) {
    return i + 1 < count ? "pt 7 ps 0.7" : "pt 6 ps 0.6";
}

static void write_names(FILE *to, const char *const *names, int count) {
    for (int i = 0; i < count; i++) {
        fprintf(to, "set label %d ", i + 10);
        cli_picture_quoted(to, names[i]);
        fprintf(to, " at graph 1.03, graph %.3f left offset 1,-0.25 textcolor rgb '%s' point %s lc rgb '%s'\n",
                0.78 - 0.09 * i, point_colour(i, count), point_style(i, count), point_colour(i, count));
    }
}

static void write_plot(FILE *to, const cli_picture *p, const char *const *names, int count) {
    fprintf(to, "plot roof(x, memory) with lines lw 1.4 dashtype (9,6) lc rgb '#9a9a9a', \\\n");
    fprintf(to, "    roof(x, cache) with lines lw 2.4 lc rgb '#9a9a9a'");
    for (int i = count - 1; i >= 0; i--) { /* phases lie over the steps */
        fprintf(to, ", \\\n    ");
        cli_picture_name(to, p->data);
        fprintf(to, " skip 1 using 6:(strcol(1) eq ");
        cli_picture_quoted(to, names[i]);
        fprintf(to, " ? $7 : 1/0) with points %s lc rgb '%s'", point_style(i, count), point_colour(i, count));
    }
    fputc('\n', to);
}

static int write_script(const cli_bench *b, const cli_picture *p) {
    const char *names[CLI_PICTURE_COLOURS];
    const int count = collect_names(b, names);
    const frame f = measure_frame(b);
    int widest = 0;
    for (int i = 0; i < count; i++)
        if (cli_text_width(names[i]) > widest) widest = cli_text_width(names[i]);
    FILE *to = cli_picture_open(p, p->script);
    if (!to) return LG_FAILED;
    cli_picture_page(to, p, "Speed against work for each byte", (size_t)widest + 3);
    write_axes(to, &f);
    write_titles(to, b, p);
    write_roofs(to, b, p, &f);
    write_names(to, names, count);
    write_plot(to, p, names, count);
    return cli_picture_close(to, p, p->script);
}

int cli_bench_draw(const cli_bench *b, const char *path) {
    cli_picture p;
    int status = cli_picture_init(&p, path);
    if (!status) status = write_data(b, &p);
    if (!status) status = write_script(b, &p);
    return status ? status : cli_picture_draw(b->c, &p);
}
