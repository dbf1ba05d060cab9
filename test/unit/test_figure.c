/* test_figure.c: figures of the public interface: their data and scripts, and which figures are refused. Draws pictures
 * if gnuplot is installed. */
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "api/figure.h"
#include "api/report.h"
#include "config/context.h"
#include "lengthen.h"
#include "scratch.h"

static lg_context *context;
static scratch *folder;

static int open_all(void **state) {
    if (scratch_open(state) != 0) return -1;
    folder = *state;
    context = lg_context_new();
    return context ? 0 : -1;
}

static int close_all(void **state) {
    lg_context_free(context);
    return scratch_close(state);
}

/* ---- pictures ---- */

enum { POINTS = 6 };
static const double x[POINTS] = {1, 2, 4, 8, 16, 32}, rising[POINTS] = {10, 20, 30, 40, 50, 60},
                    level[POINTS] = {58, 58, 58, 58, 58, 58};

static lg_curve curve_of(const char *label, const double *y) {
    return (lg_curve){.label = label, .style = lg_style_at(0), .count = POINTS, .x = x, .y = y};
}

static lg_panel panel_of(const char *title, lg_curve *curves) {
    return (lg_panel){.title = title,
                      .curves = curves,
                      .guide = NAN,
                      .level = NAN,
                      .x_low = 1,
                      .x_high = 32,
                      .y_low = 0,
                      .y_high = 102};
}

static lg_figure figure_of(lg_panel *panels, size_t panel_count, size_t curve_count) {
    return (lg_figure){.name = "f",
                       .title = "Title",
                       .x_label = "length",
                       .y_label = "accuracy",
                       .panels = panels,
                       .panel_count = panel_count,
                       .curve_count = curve_count};
}

/* ---- files ---- */

static char *read_text(const char *name) {
    FILE *from = fopen(scratch_path(folder, name), "rb");
    char *text = calloc(1, 1 << 20);
    if (!from || !text) fail_msg("there is no %s", name);
    fread(text, 1, (1 << 20) - 1, from);
    fclose(from);
    return text;
}

static void assert_text(const char *name, const char *wanted, bool there) {
    char *text = read_text(name);
    if (!strstr(text, wanted) == there) fail_msg("%s '%s' in %s:\n%s", there ? "no" : "there is", wanted, name, text);
    free(text);
}

static void assert_written(const lg_figure *f) {
    const lg_status status =
        lg_figure_write(context, f, folder->folder, LG_FIGURE_SVG | LG_FIGURE_SCRIPT_ONLY, NULL, NULL);
    if (status != LG_OK) fail_msg("%s", lg_error_text(context));
}

static void on_file(void *user, const lg_report_file *f) {
    char *list = user;
    strcat(strcat(list, strrchr(f->path, '/') + 1), " ");
    assert_string_equal(f->name, "f");
}

/* ---- tests ---- */

/* There is one data file for each panel, or one for all panels. The caller gets the name of each written file. */
static void files_of_panels(void **state) {
    char list[256] = "";
    lg_curve curves[] = {curve_of("a", rising), curve_of("b", level)};
    lg_panel panels[] = {panel_of("one, \"1\"", curves), panel_of("two", curves)};
    lg_figure f = figure_of(panels, 2, 2);
    const int formats = LG_FIGURE_ALL | LG_FIGURE_SCRIPT_ONLY;
    (void)state;
    f.shared_x = true;
    assert_int_equal(lg_figure_write(context, &f, folder->folder, formats, on_file, list), LG_OK);
    assert_string_equal(list, "f-01-one---1-.csv f-02-two.csv f.gp ");
    assert_text("f-02-two.csv", "length,a: accuracy,b: accuracy\r\n1,10,58\r\n", true);
    *list = '\0', f.one_file = true;
    assert_int_equal(lg_figure_write(context, &f, folder->folder, formats, on_file, list), LG_OK);
    assert_string_equal(list, "f.csv f.gp ");
    assert_text("f.csv", "# one, \"1\": length,a: accuracy,b: accuracy\r\n1,10,58\r\n", true);
    assert_text("f.csv", "\r\n\r\n\r\n# two: length,a: accuracy,b: accuracy\r\n", true);
    assert_text("f.gp", "plot 'f.csv' index 1 using 1:2", true);
}

/* A panel without data has no block in the data file. The script reads the other panels from the right blocks. */
static void empty_panels(void **state) {
    lg_curve curves[] = {curve_of("a", rising)}, none[] = {{.label = "a", .style = lg_style_at(0)}};
    lg_panel panels[] = {panel_of("one", none), panel_of("two", curves), panel_of(NULL, none),
                         panel_of("four", curves)};
    lg_figure f = figure_of(panels, 4, 1);
    (void)state;
    f.one_file = true;
    assert_written(&f);
    assert_text("f.gp", "nothing to show yet", true);
    assert_text("f.gp", "'f.csv' index 0 using", true);
    assert_text("f.gp", "'f.csv' index 1 using", true);
    assert_text("f.gp", "index 2", false);
    assert_text("f.csv", "# two", true);
    assert_text("f.csv", "# one", false);
}

/* The first panel lacks a curve. The legend takes this curve from another panel. */
static void curves_of_later_panels(void **state) {
    lg_curve few[] = {curve_of("a", rising), {0}}, both[] = {curve_of("a", rising), curve_of("bbbb", level)};
    lg_panel panels[] = {panel_of("one", few), panel_of("two", both)};
    lg_figure f = figure_of(panels, 2, 2);
    (void)state;
    both[1].style = (lg_style){"#123456", 1, 3};
    assert_written(&f);
    assert_text("f.gp", "set label 'bbbb' at screen", true);
    assert_text("f.gp", "point pt 11 ps 0.7 lc rgb '#123456'", true);
    assert_text("f.gp", "(null)", false);
}

/* Labels are at the ends of curves, with space between them. If there are too many curves, or several panels, there is
 * a legend instead. */
static void labels_at_ends(void **state) {
    lg_curve curves[20];
    for (size_t i = 0; i < 20; i++) curves[i] = curve_of("curve", i % 2 > 0 ? rising : level);
    lg_panel panels[] = {panel_of("", curves), panel_of("", curves)};
    lg_figure f = figure_of(panels, 1, 2);
    (void)state;
    f.guide_label = "here", panels[0].guide = 4, f.end_labels = true;
    assert_written(&f);
    assert_text("f.gp", "set label 'here' at first 4, graph 1", true);
    char *text = read_text("f.gp");
    const char *first = strstr(text, "'curve' at screen "), *second = first ? strstr(first + 1, "'curve' at") : NULL;
    assert_non_null(second);
    double at[2][2];
    assert_int_equal(sscanf(first, "'curve' at screen %lf, screen %lf", &at[0][0], &at[0][1]), 2);
    assert_int_equal(sscanf(second, "'curve' at screen %lf, screen %lf", &at[1][0], &at[1][1]), 2);
    assert_float_equal(at[0][0], at[1][0], 1e-9);
    /* The labels are one text line apart, though the curves end only 2 % apart. */
    assert_float_equal(at[1][1] - at[0][1], 22 / 532.0, 1e-4);
    free(text);
    f.curve_count = 20;
    assert_written(&f);
    assert_text("f.gp", "set label 'here' at screen", true);
    f.curve_count = 2, f.panel_count = 2;
    assert_written(&f);
    assert_text("f.gp", "set label 'here' at screen", true);
}

/* Each vertical line is labelled with its number, unless the label would touch the previous one. */
static void lines_at_several_places(void **state) {
    static const double marks[] = {0.5, 4, 4.3, 32};
    lg_curve curve = curve_of("a", rising);
    lg_panel panel = panel_of("", &curve);
    lg_figure f = figure_of(&panel, 1, 1);
    (void)state;
    panel.marks = marks, panel.mark_count = 4;
    assert_written(&f);
    assert_text("f.gp", "set arrow from first 4, graph 0 to first 4, graph 1 nohead dashtype (2,4)", true);
    assert_text("f.gp", "set arrow from first 4.3, graph 0", true);
    assert_text("f.gp", "set arrow from first 32, graph 0", true);
    assert_text("f.gp", "first 0.5", false);
    assert_text("f.gp", "set label '4' at first 4, graph 1", true);
    assert_text("f.gp", "set label '4.3'", false);
    assert_text("f.gp", "set label '32' at first 32, graph 1", true);
}

/* Tests numbers of logarithmic axes, lines without marks, marks without lines, and texts. */
static void logarithmic_axes(void **state) {
    lg_curve curves[] = {curve_of("", rising), curve_of("b", level)};
    lg_panel_text text = {"it's here", 2, 20};
    lg_panel panel = panel_of(NULL, curves);
    lg_figure f = figure_of(&panel, 1, 2);
    (void)state;
    curves[0].style = (lg_style){"#9a9a9a", 2, -1}, curves[1].style = (lg_style){"#000000", 0, 7};
    panel.y_low = 4, panel.texts = &text, panel.text_count = 1;
    f.x_log = 2, f.y_log = 10;
    assert_written(&f);
    assert_text("f.gp", "set logscale x 2\nset logscale y 10\n", true);
    assert_text("f.gp", "set xtics ('1' 1, '2' 2, '4' 4, '8' 8, '16' 16, '32' 32)", true);
    assert_text("f.gp", "set ytics ('5' 5, '10' 10, '20' 20, '50' 50, '100' 100)", true);
    assert_text("f.gp", "using 2:3 with lines dashtype (9,5)", true);
    assert_text("f.gp", "using 4:5 with points pt 6", true);
    assert_text("f.gp", "set label 'it''s here' at first 2, first 20", true);
    assert_text("f.csv", "point,length,accuracy,b: length,b: accuracy\r\n1,1,10,1,58\r\n", true);
    assert_text("f.csv", "6,32,60,32,58\r\n", true);
}

/* If there are many points, only every k-th point is drawn. The data file and the axes include all points. If the drawn
 * points are still many, they are dots. */
static void point_sets(void **state) {
    static double many[1000];
    lg_curve curves[] = {{.label = "a", .style = {"#0072B2", 0, 0}, .count = 1000, .x = many, .y = many}};
    lg_panel panel = panel_of("", curves);
    lg_figure f = figure_of(&panel, 1, 1);
    (void)state;
    for (int i = 0; i < 1000; i++) many[i] = i;
    panel.x_low = panel.x_high = panel.y_low = panel.y_high = 0, f.points_max = 250;
    assert_written(&f);
    assert_text("f.csv", "\r\n2,1,1\r\n", true);
    assert_text("f.csv", "\r\n1000,999,999\r\n", true);
    assert_text("f.gp", "set xrange [-49.95:1048.95]", true);
    assert_text("f.gp", "skip 1 every 32::28 using 2:3 with points pt 7 ps 0.35 lc rgb '#600072B2'", true);
    f.points_max = 1000, curves->style.marker = 2;
    assert_written(&f);
    assert_text("f.gp", "skip 1 every 8::7 using 2:3:(0.478):(0) with vectors nohead lw 1.5 lc rgb '#600072B2'", true);
    assert_text("f.gp", "point pt 7 ps 0.7 lc rgb '#0072B2'", true); /* the legend has dots too */
    assert_text("f.gp", " rounded background", true);
}

static void images(void **state) {
    static const double image[] = {0, 0.25, 0.5, 0.123456789};
    static const char *const names[] = {"a, b", "%d"};
    lg_panel panels[] = {panel_of("one", NULL), panel_of("two", NULL)};
    lg_figure f = figure_of(panels, 2, 0);
    (void)state;
    panels[1].x_names = panels[1].y_names = names;
    for (int i = 0; i < 2; i++) panels[i].image = image, panels[i].side = 2, panels[i].pixel = 1, panels[i].split = 1;
    f.one_file = true, f.scale_max = 0.5, f.scale_label = "weight";
    assert_written(&f);
    assert_text("f.csv", "# one\r\n# values: weight\r\n0,0.25\r\n0.5,0.123456789\r\n", true);
    assert_text("f.csv", "# two\r\n# values: weight\r\n# columns: a, b; %d\r\n# rows: a, b; %d\r\n0,0.25\r\n", true);
    assert_text("f.gp", "'f.csv' index 1 matrix using (1+1*($1+0.5)):(102+1*($2+0.5)):3 with image", true);
    assert_text("f.gp", "'a, b' 0.5, '%%d' 1.5) noenhanced", true);
    assert_text("f.gp", "set cbrange [0:0.5]", true);
    assert_text("f.gp", "set arrow from first 1, graph 0 to first 1, graph 1 nohead front", true);
    assert_text("f.gp", "image-rendering:pixelated", true);
    panels[1].side = 3, panels[1].rows = 1, panels[1].x_names = panels[1].y_names = NULL;
    assert_written(&f);
    assert_text("f.gp", "(102+1*($2+0.5)):(0.5):(0.5):3 with boxxyerror fillcolor palette", true);
}

/* The ticks of lengths and of an image's elements have integer labels, all within the axes. The first element of an
 * image has a label. */
static void numbers_are_whole(void **state) {
    static const double image[] = {0, 1, 0, 1, 1, 0};
    static const double few[] = {1, 2, 3, 4, 5, 6};
    lg_curve curve = curve_of("a", rising);
    lg_panel panels[] = {panel_of("one", NULL), panel_of("two", NULL)}, lengths = panel_of("", &curve);
    lg_figure f = figure_of(panels, 2, 0);
    (void)state;
    for (int i = 0; i < 2; i++) panels[i].image = image, panels[i].side = 3, panels[i].rows = 2;
    panels[0].pixel = 1, panels[0].x_low = 6.5, panels[0].x_high = 9.5, panels[0].y_high = 0.5, panels[0].y_low = 2.5;
    panels[1].pixel = 20, panels[1].x_low = panels[1].y_high = 0.5, panels[1].x_high = 60.5, panels[1].y_low = 40.5;
    assert_written(&f);
    assert_text("f.gp", "set yrange [2.5:0.5]\nset xtics ('7' 7, '8' 8, '9' 9) offset 0,0.3\nset ytics ('1' 1, '2' 2)",
                true);
    assert_text("f.gp", "set xtics ('1' 1, '20' 20, '40' 40, '60' 60)", true);
    assert_text("f.gp", "set ytics ('1' 1, '10' 10, '20' 20, '30' 30, '40' 40)", true);
    f = figure_of(&lengths, 1, 1);
    curve.x = few, lengths.x_high = 6;
    assert_written(&f);
    assert_text("f.gp", "set xtics ('1' 1, '2' 2, '3' 3, '4' 4, '5' 5, '6' 6)", true);
}

/* Labels of a logarithmic axis are omitted where they would touch each other. */
static void numbers_have_room(void **state) {
    static const double small[] = {0.001, 0.002, 0.01, 0.05, 0.2, 0.9};
    lg_curve curve = curve_of("a", rising);
    lg_panel panel = panel_of("", &curve);
    lg_figure f = figure_of(&panel, 1, 1);
    (void)state;
    curve.x = small, panel.x_low = 0.001, panel.x_high = 1, f.x_log = 10, f.panel_width = 230;
    assert_written(&f);
    assert_text("f.gp", "set xtics ('0.001' 0.001, '0.01' 0.01, '0.1' 0.1, '1' 1)", true);
    f.panel_width = 720;
    assert_written(&f);
    assert_text("f.gp", "'0.001' 0.001, '0.002' 0.002, '0.005' 0.005, '0.01' 0.01,", true);
    f.panel_width = 230, panel.x_low = 0.31, panel.x_high = 0.42;
    assert_written(&f);
    assert_text("f.gp", "set xtics ('0.35' 0.35, '0.4' 0.4)", true);
}

/* The left edge of the second panel and the right edge of the first, as fractions of the page. */
static void read_gap(double *left, double *right) {
    char *text = read_text("f.gp"), *first = strstr(text, "set rmargin at screen "),
         *second = first ? strstr(first, "set lmargin at screen ") : NULL;
    assert_true(second && sscanf(first, "set rmargin at screen %lf", right) == 1);
    assert_int_equal(sscanf(second, "set lmargin at screen %lf", left), 1);
    free(text);
}

/* Labels at the left of an image do not reach into the image before it. Labels below an image are vertical where they
 * would touch each other. */
static void names_have_room(void **state) {
    static const double image[] = {0, 1, 0, 1};
    static const char *const names[] = {"a name of thirty-two characters!", "b"}, *const few[] = {"a", "b"};
    lg_panel panels[] = {panel_of("one", NULL), panel_of("two", NULL)};
    lg_figure f = figure_of(panels, 2, 0);
    double left, right;
    (void)state;
    for (int i = 0; i < 2; i++) {
        panels[i].image = image, panels[i].side = panels[i].rows = 2, panels[i].pixel = 1;
        panels[i].x_names = panels[i].y_names = names;
    }
    assert_written(&f);
    read_gap(&left, &right);
    assert_true((left - right) * (44 + 256 + 2 * 230 + 274 + 24) > 8 * 32 + 10);
    assert_text("f.gp", "'b' 1.5) noenhanced scale 0 rotate by 90 right", true);
    for (int i = 0; i < 2; i++) panels[i].x_names = panels[i].y_names = few;
    assert_written(&f);
    assert_text("f.gp", "rotate by 90 right", false);
}

/* The legend names the dotted line if a panel draws it. */
static void the_legend_names_lines_that_are_drawn(void **state) {
    lg_curve curves[] = {curve_of("a", rising)};
    lg_panel panels[] = {panel_of("one", curves), panel_of("two", curves)};
    lg_figure f = figure_of(panels, 2, 1);
    (void)state;
    f.level_label = "chance";
    for (size_t i = 0; i < 2; i++) panels[i].y_low = 0.5, panels[i].y_high = 1, panels[i].level = NAN;
    assert_written(&f);
    assert_text("f.gp", "chance", false);
    panels[1].level = 0.25; /* below the axis */
    assert_written(&f);
    assert_text("f.gp", "chance", false);
    panels[1].level = 0.75;
    assert_written(&f);
    assert_text("f.gp", "chance", true);
}

/* No label can break a line of the script or of the data. */
static void labels_stay_in_their_lines(void **state) {
    lg_curve curves[] = {curve_of("a\r\nsystem('b')", rising)};
    lg_panel panels[] = {panel_of("c\nsystem('d')", curves), panel_of("e", curves)};
    lg_panel_text text = {"f\nsystem('g')", 1, 1};
    lg_figure f = figure_of(panels, 2, 1);
    (void)state;
    f.title = f.subtitle = f.x_label = f.y_label = f.guide_label = f.level_label = "h\nsystem('i')";
    panels[0].texts = &text, panels[0].text_count = 1, panels[0].row = panels[0].subtitle = "j\n\177system('k')";
    for (int one = 0; one < 2; one++) {
        f.one_file = one, f.shared_x = one;
        assert_written(&f);
        assert_text("f.gp", "\nsystem", false);
        assert_text("f.gp", "\177", false);
        assert_text(one ? "f.csv" : "f-01-c-system--d--.csv", "\nsystem", false);
    }
}

/* A file name may contain characters that gnuplot or a shell would interpret. Names with a folder or a line break, and
 * empty names, are refused. */
static void names_of_files(void **state) {
    static const char *const refused[] = {"", "a/b", "a\nb", NULL};
    lg_curve curves[] = {curve_of("a", rising)};
    lg_panel panel = panel_of("", curves);
    lg_figure f = figure_of(&panel, 1, 1);
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        f.name = refused[i];
        assert_int_equal(lg_figure_write(context, &f, folder->folder, LG_FIGURE_SVG, NULL, NULL), LG_USAGE);
        assert_non_null(strstr(lg_error_text(context), "a figure cannot be named"));
    }
    assert_int_equal(scratch_count(folder), 0);
    f.name = "|touch ran'; '", curves[0].style.dash = 1;
    assert_written(&f);
    assert_text("|touch ran'; '.gp", "set output './|touch ran''; ''.svg'", true);
    assert_text("|touch ran'; '.gp", "plot './|touch ran''; ''.csv' skip 1", true);
    f.name = "none";
    assert_int_equal(lg_figure_write(context, &f, "/no/such/folder", LG_FIGURE_SVG, NULL, NULL), LG_FAILED);
}

static bool has_gnuplot(void) {
    return system("gnuplot --version >/dev/null 2>&1") == 0;
}

/* Limits the size to which this process may write files. */
static void limit_files(rlim_t bytes) {
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* All three formats are drawn, and hostile texts are not executed. Without gnuplot, data and script are still
 * written. */
static void pictures(void **state) {
    char list[256] = "";
    lg_curve curves[] = {curve_of("} `touch ran` @x {", rising), curve_of("it's \\", level)};
    lg_panel panels[] = {panel_of("{", curves), panel_of("''}", curves)};
    lg_figure f = figure_of(panels, 2, 2);
    (void)state;
    f.title = "} {\"a\" `touch ran` \\";
    const lg_status status = lg_figure_write(context, &f, folder->folder, LG_FIGURE_ALL, on_file, list);
    assert_int_equal(status, has_gnuplot() ? LG_OK : LG_FAILED);
    assert_true(scratch_has(scratch_path(folder, "f.gp")) && scratch_has(scratch_path(folder, "f-01--.csv")));
    assert_false(scratch_has(scratch_path(folder, "ran")));
    if (status != LG_OK) return;
    assert_string_equal(list, "f-01--.csv f-02----.csv f.gp f.svg f.pdf f.png ");
    assert_text("f.svg", "</svg>", true);
    assert_text("f.svg", "touch ran", true);
    assert_true(scratch_has(scratch_path(folder, "f.pdf")) && scratch_has(scratch_path(folder, "f.png")));
    struct stat about;
    assert_int_equal(stat(scratch_path(folder, "f.svg"), &about), 0);
    limit_files((rlim_t)about.st_size - 10); /* fails like a full disk: gnuplot prints no error */
    assert_int_equal(lg_figure_write(context, &f, folder->folder, LG_FIGURE_SVG, NULL, NULL), LG_FAILED);
    limit_files(RLIM_INFINITY);
    assert_non_null(strstr(lg_error_text(context), "f.svg: is the disk full?"));
    assert_true(lg_error_is_shortage(&context->error));
    assert_int_equal(unlink(scratch_path(folder, "f.svg")), 0);
    /* A link, which another user could have put there, is replaced, not followed. */
    assert_int_equal(symlink("target", scratch_path(folder, "f.svg")), 0);
    assert_int_equal(lg_figure_write(context, &f, folder->folder, LG_FIGURE_SVG, NULL, NULL), LG_OK);
    assert_false(scratch_has(scratch_path(folder, "target")));
    assert_text("f.svg", "</svg>", true);
}

/* Calls `draw` and returns the number of bytes written to stderr meanwhile. */
static long count_messages(lg_status (*draw)(void), lg_status wanted) {
    FILE *words = tmpfile();
    const int before = dup(STDERR_FILENO);
    assert_true(words && before >= 0);
    assert_true(dup2(fileno(words), STDERR_FILENO) >= 0);
    const lg_status status = draw();
    dup2(before, STDERR_FILENO);
    close(before);
    assert_int_equal(status, wanted);
    assert_int_equal(fseek(words, 0, SEEK_END), 0);
    const long bytes = ftell(words);
    fclose(words);
    return bytes;
}

static lg_status draw_gaps(void) {
    static const double image[] = {0, NAN, 0.5, 1};
    lg_panel panel = panel_of("one", NULL);
    lg_figure f = figure_of(&panel, 1, 0);
    panel.image = image, panel.side = 2, panel.pixel = 1;
    return lg_figure_write(context, &f, folder->folder, LG_FIGURE_SVG, NULL, NULL);
}

static lg_status draw_mistake(void) {
    FILE *to = fopen(scratch_path(folder, "wrong.gp"), "wb");
    assert_non_null(to);
    fputs("set terminal svg\nset output 'wrong.svg'\nplot nothing(x)\n", to);
    fclose(to);
    return lg_gnuplot(context, folder->folder, "wrong.gp");
}

/* Warnings of gnuplot, such as those about points without a number, are suppressed. An error of gnuplot is reported
 * with gnuplot's message. */
static void messages_of_gnuplot(void **state) {
    (void)state;
    if (!has_gnuplot()) skip();
    assert_int_equal(count_messages(draw_gaps, LG_OK), 0);
    assert_int_equal(count_messages(draw_mistake, LG_FAILED), 0);
    assert_non_null(strstr(lg_error_text(context), "wrong.gp: \"./wrong.gp\" line 3: undefined function: nothing"));
    assert_false(lg_error_is_shortage(&context->error));
}

/* A missing program is not a shortage of memory or disk space: waiting does not help. */
static void no_gnuplot_is_no_shortage(void **state) {
    (void)state;
    char *path = strdup(getenv("PATH"));
    assert_non_null(path);
    assert_int_equal(setenv("PATH", folder->folder, 1), 0);
    const lg_status status = draw_mistake();
    setenv("PATH", path, 1);
    free(path);
    assert_int_equal(status, LG_FAILED);
    assert_non_null(strstr(lg_error_text(context), "gnuplot was not found"));
    assert_false(lg_error_is_shortage(&context->error));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(files_of_panels, open_all, close_all),
        cmocka_unit_test_setup_teardown(empty_panels, open_all, close_all),
        cmocka_unit_test_setup_teardown(curves_of_later_panels, open_all, close_all),
        cmocka_unit_test_setup_teardown(labels_at_ends, open_all, close_all),
        cmocka_unit_test_setup_teardown(lines_at_several_places, open_all, close_all),
        cmocka_unit_test_setup_teardown(logarithmic_axes, open_all, close_all),
        cmocka_unit_test_setup_teardown(point_sets, open_all, close_all),
        cmocka_unit_test_setup_teardown(images, open_all, close_all),
        cmocka_unit_test_setup_teardown(numbers_are_whole, open_all, close_all),
        cmocka_unit_test_setup_teardown(numbers_have_room, open_all, close_all),
        cmocka_unit_test_setup_teardown(names_have_room, open_all, close_all),
        cmocka_unit_test_setup_teardown(the_legend_names_lines_that_are_drawn, open_all, close_all),
        cmocka_unit_test_setup_teardown(labels_stay_in_their_lines, open_all, close_all),
        cmocka_unit_test_setup_teardown(names_of_files, open_all, close_all),
        cmocka_unit_test_setup_teardown(pictures, open_all, close_all),
        cmocka_unit_test_setup_teardown(messages_of_gnuplot, open_all, close_all),
        cmocka_unit_test_setup_teardown(no_gnuplot_is_no_shortage, open_all, close_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
