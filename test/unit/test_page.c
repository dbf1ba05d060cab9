/* test_page.c: the data of a sweep's page. JSON must be safe in a script element, curves must unpack to the measured
 * values, and the page must stay small. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <jansson.h>
#include <math.h>
#include <sys/stat.h>

#include "api/report.h"
#include "api/sweep.h"
#include "base/file.h"
#include "metrics.h"
#include "report/format/table.h"
#include "report/page/page.h"
#include "report/page/page_json.h"
#include "report/page/page_template.h"
#include "runs.h"
#include "sweep/plan/grid.h"

#define HOSTILE "</script><!-- & \\\"it's\\\" <b>"

/* ---- a sweep with made-up results ---- */

#define GRID                                                                                                           \
    "title: \"" HOSTILE "\"\nbase: base.yaml\n"                                                                        \
    "grid:\n  task: [even_pairs, parity_check]\n"                                                                      \
    "  scheme:\n    \"" HOSTILE "\": {positions: standard, encoding: none}\n    R rope: {encoding: rope}\n"            \
    "  seed: 0..2\n"
#define BASE                                                                                                           \
    "model: {width: 16, heads: 2, blocks: 1}\ntrain.steps: 10\npositions: {name: randomized, L: 64}\n"                 \
    "eval.lengths: '1..20'\ncurriculum.lengths: '1..10'\n"

typedef struct made {
    lg_manifest *manifest;
    lg_results results;
    lg_report *report;
    lg_point *points;
} made;

/* Makes a sweep in which all runs are done and tested at lengths 1..lengths. Run i of n has the accuracy i / n at every
 * length. */
static made make(const char *grid, int lengths) {
    made m = {0};
    lg_error err = {0};
    char path[300];
    snprintf(path, sizeof path, "%s/sweep.yaml", folder->folder);
    assert_true(lg_file_write_text(path, grid, NULL));
    assert_true(lg_file_write_text(scratch_path(folder, "base.yaml"), BASE, NULL));
    m.manifest = lg_grid_read(path, NULL, &err);
    if (!m.manifest) print_message("%s\n", err.text);
    assert_non_null(m.manifest);
    const size_t runs = m.manifest->run_count;
    m.points = calloc(runs * (size_t)lengths, sizeof *m.points);
    m.results = (lg_results){.manifest = m.manifest, .runs = calloc(runs, sizeof *m.results.runs)};
    for (size_t i = 0; i < runs; i++) {
        const double accuracy = (double)i / (double)runs;
        lg_point *points = &m.points[i * (size_t)lengths];
        for (int n = 1; n <= lengths; n++) points[n - 1] = (lg_point)POINT(n, accuracy);
        m.results.runs[i] = (lg_run_result){.state = LG_RUN_DONE,
                                            .reason = "",
                                            .owner = "",
                                            .started = "",
                                            .finished = "",
                                            .step = 10,
                                            .steps = 10,
                                            .scores = {accuracy},
                                            .loss = 0.5,
                                            .accuracy = 1,
                                            .seconds = 12.34,
                                            .points = points,
                                            .point_count = (size_t)lengths};
    }
    return m;
}

static void unmake(made *m) {
    lg_report_free(m->report);
    free(m->results.runs);
    free(m->points);
    lg_manifest_free(m->manifest);
}

static char *data_of_sweep(made *m, const char *dir, const lg_report_layout *layout, size_t *size) {
    char *text = NULL;
    lg_error err = {0};
    const lg_page_pictures none = {0};
    lg_report_free(m->report);
    m->report = lg_report_new(NULL, &m->results, dir, layout, &err);
    assert_non_null(m->report);
    FILE *to = open_memstream(&text, size);
    assert_true(lg_page_write_data(m->report, &none, to, &err));
    assert_int_equal(fclose(to), 0);
    return text;
}

static char *data_laid_out(made *m, const lg_report_layout *layout, size_t *size) {
    return data_of_sweep(m, "sweeps/s", layout, size);
}

static char *data_of(made *m, size_t *size) {
    return data_laid_out(m, NULL, size);
}

static json_t *parsed(const char *text) {
    json_error_t why;
    json_t *o = json_loads(text, 0, &why);
    if (!o) print_message("%s: %.80s\n", why.text, text + (why.position > 40 ? why.position - 40 : 0));
    assert_non_null(o);
    return o;
}

static const json_t *at(const json_t *o, const char *a, const char *b) {
    return json_object_get(json_object_get(o, a), b);
}

/* ---- data ---- */

/* Writes a run directory with a log of `steps` steps. The loss of step i is i, except the last loss, which is not
 * finite. */
static void log_steps(const char *id, int steps) {
    char path[400], runs[300];
    snprintf(runs, sizeof runs, "%s/runs", folder->folder);
    mkdir(runs, 0777);
    snprintf(path, sizeof path, "%s/%s", runs, id);
    assert_int_equal(mkdir(path, 0777), 0);
    snprintf(path, sizeof path, "%s/%s/metrics.jsonl", runs, id);
    FILE *to = fopen(path, "w");
    assert_non_null(to);
    for (int i = 1; i <= steps; i++) {
        char loss[16] = "null";
        if (i < steps) snprintf(loss, sizeof loss, "%d", i);
        fprintf(
            to,
            "{\"step\": %d, \"split\": \"train\", \"length\": 5, \"loss\": %s, \"accuracy\": 0.5, \"grad_norm\": 2, "
            "\"lr\": 0.0003, \"t\": 1}\n",
            i, loss);
    }
    fputs("{\"step\": 7, \"split\": \"test\", \"token_accuracy\": 0.5, \"first\": 1, \"last\": 2, \"t\": 1}\n", to);
    assert_int_equal(fclose(to), 0);
}

static void has_the_training_of_runs_with_a_directory(void **state) {
    (void)state;
    made m = make(GRID, 20);
    size_t size;
    log_steps(m.manifest->runs[2].id, 3);
    log_steps(m.manifest->runs[4].id, 450);
    char *text = data_of_sweep(&m, folder->folder, NULL, &size);
    json_t *o = parsed(text);
    const json_t *training = json_object_get(o, "training");
    assert_int_equal(json_object_size(training), 2);
    char *few = json_dumps(json_object_get(training, "2"), JSON_COMPACT | JSON_REAL_PRECISION(5));
    assert_string_equal(few, "{\"merged\":1,\"step\":[1,2,3],\"loss\":[1,2,null],\"norm\":[2,2,2],"
                             "\"rate\":[0.0003,0.0003,0.0003]}");
    const json_t *many = json_object_get(training, "4"); /* at most 200 points, so each is a mean of three */
    assert_int_equal(json_integer_value(json_object_get(many, "merged")), 3);
    assert_int_equal(json_array_size(json_object_get(many, "loss")), 150);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(many, "step"), 1)), 6);
    assert_true(json_number_value(json_array_get(json_object_get(many, "loss"), 1)) == 5);
    assert_true(json_is_null(json_array_get(json_object_get(many, "loss"), 149)));
    free(few);
    free(text);
    json_decref(o);
    unmake(&m);
}

static void leaves_the_note_of_the_sweep_to_its_head(void **state) {
    (void)state;
    made m = make("note: Small models\n" GRID, 20);
    size_t size;
    char *text = data_of(&m, &size);
    assert_non_null(strstr(text, "\"note\":\"Small models\""));
    assert_null(strstr(text, "Note: "));
    const lg_table *t = lg_table_make(&lg_table_best, m.report, NULL);
    assert_string_equal(t->notes[t->note_count - 1], "Note: Small models.");
    free(text);
    unmake(&m);
}

/* If no axis has task labels, the page shows the task that all runs have in common, and its chance level. */
static void names_the_only_task(void **state) {
    static const char *const grids[] = {"grid: {encoding: [none, rope], task: [even_pairs]}",
                                        "grid: {encoding: [none, rope]}\nset: {task: even_pairs}"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        made m = make(grids[i], 20);
        size_t size;
        char *text = data_of(&m, &size);
        json_t *o = parsed(text);
        assert_string_equal(json_string_value(at(o, "task", "label")), i == 0 ? "" : "even_pairs");
        assert_true(i == 0 ? json_is_null(at(o, "task", "chance")) : json_real_value(at(o, "task", "chance")) == 0.5);
        json_decref(o);
        free(text);
        unmake(&m);
    }
}

static void says_what_was_planned_and_what_came_out(void **state) {
    (void)state;
    made m = make(GRID, 20);
    m.results.runs[1].state = LG_RUN_FAILED;
    m.results.runs[1].scores[ACCURACY] = NAN;
    m.results.runs[1].reason = HOSTILE;
    m.results.runs[1].point_count = 0;
    m.results.runs[3].scores[ACCURACY] = 0.682497664; /* 68.2 %; rounding to four digits first would give 68.3 */
    static const double load[] = {0.25, 0.75, 1.0 / 3, 2.0 / 3};
    m.results.runs[2].load = (lg_load_record){2, 2, 0.125, load};
    size_t size;
    char *text = data_of(&m, &size);
    json_t *o = parsed(text);
    char *experts = json_dumps(at(o, "runs", "experts"), JSON_COMPACT | JSON_REAL_PRECISION(4));
    assert_string_equal(experts, "{\"2\":{\"dropped\":0.125,\"load\":[[0.25,0.75],[0.3333,0.6667]]}}");
    free(experts);
    assert_string_equal(json_string_value(json_object_get(o, "schema")), "lengthen.page/2");
    assert_string_equal(json_string_value(at(o, "sweep", "title")), "</script><!-- & \"it's\" <b>");
    assert_int_equal(json_integer_value(json_array_get(at(o, "selection", "mean"), 0)), 2);
    assert_int_equal(json_array_size(json_object_get(o, "trained")), 12);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(o, "trained"), 11)), 10);
    assert_int_equal(json_array_size(at(o, "runs", "id")), 12);
    assert_string_equal(json_string_value(json_array_get(at(o, "runs", "id"), 3)), m.manifest->runs[3].id);
    assert_true(json_is_null(json_array_get(at(o, "runs", "score"), 1)));
    assert_true(json_real_value(json_array_get(at(o, "runs", "score"), 3)) == 0.68249766);
    assert_int_equal(json_integer_value(json_array_get(at(o, "runs", "state"), 1)), LG_RUN_FAILED);
    assert_string_equal(json_string_value(json_object_get(at(o, "runs", "reason"), "1")), HOSTILE);
    assert_int_equal(json_object_size(at(o, "runs", "reason")), 1);
    assert_string_equal(json_string_value(at(json_object_get(o, "owned"), "positions.L", "axis")), "positions");
    const json_t *scheme = json_array_get(json_object_get(o, "axes"), 1);
    const json_t *second = json_array_get(json_object_get(scheme, "choices"), 1);
    assert_string_equal(json_string_value(json_object_get(second, "colour")), m.report->styles[1].colour);
    assert_true(json_is_false(json_object_get(scheme, "seed")));
    assert_true(json_is_true(json_object_get(json_array_get(json_object_get(o, "axes"), 2), "seed")));
    const json_t *t = json_object_get(o, "t"); /* Student's t for intervals of 2, 3, ... up to all 12 runs */
    assert_true(json_array_size(t) == 11 && fabs(json_number_value(json_array_get(t, 1)) - 4.30265) < 1e-5);
    assert_true(json_array_size(json_object_get(o, "tables")) > 0);
    json_decref(o);
    free(text);
    unmake(&m);
}

/* `implied` lists, for each run, the choices that another choice sets. Here, data: copy_cmc sets the architecture and
 * the curriculum. `owned` lists options that belong to an architecture. Such an option is a setting of a run only if
 * the run has this architecture. */
static void choices_that_others_set_are_shown(void **state) {
    (void)state;
    made m = make("base: base.yaml\nset: {architecture.memory: 0, data.alphabet: 5}\n"
                  "grid: {data: [copy_cmc], encoding: [t5, rope], seed: 0..1}\n"
                  "include: [{data: copy_cmc, encoding: rope, seed: 2, set: {architecture: encoder_decoder}}]\n",
                  20);
    size_t size;
    char *text = data_of(&m, &size);
    json_t *o = parsed(text);
    const json_t *implied = at(o, "runs", "implied");
    char *first = json_dumps(json_object_get(implied, "0"), JSON_COMPACT);
    char *own = json_dumps(json_object_get(implied, "4"), JSON_COMPACT); /* this run sets its architecture */
    assert_string_equal(first, "[[\"architecture\",\"decoder\"],[\"curriculum\",\"epochs\"]]");
    assert_string_equal(own, "[[\"curriculum\",\"epochs\"]]");
    assert_int_equal(json_object_size(implied), 5);
    assert_string_equal(json_string_value(at(json_object_get(o, "owned"), "architecture.memory", "axis")),
                        "architecture");
    free(first);
    free(own);
    json_decref(o);
    free(text);
    unmake(&m);
}

/* ---- layout ---- */

#define WIDE                                                                                                           \
    "set: {model: {width: 16, heads: 2, blocks: 1}, eval.lengths: '1..20', curriculum.lengths: '1..10'}\n"             \
    "grid:\n  task: [even_pairs, bucket_sort]\n  encoding: [sinusoid, relative]\n"                                     \
    "  positions: [standard, randomized]\n  lr: [1e-3, 3e-3]\n  seed: 1..3\n"

static void assert_list(const json_t *list, const char *expected) {
    char *text = json_dumps(list, JSON_COMPACT | JSON_ENCODE_ANY);
    assert_string_equal(text, expected);
    free(text);
}

static json_t *laid_out(made *m, const lg_report_layout *layout) {
    size_t size;
    char *text = data_laid_out(m, layout, &size);
    json_t *o = parsed(text);
    free(text);
    return o;
}

static void names_the_axes_of_each_role(void **state) {
    (void)state;
    made m = make(WIDE, 20);
    json_t *o = laid_out(&m, &(lg_report_layout){.columns = "encoding,positions"});
    assert_list(json_object_get(o, "selection"), "{\"rows\":[0],\"columns\":[1,2],\"mean\":[4],\"best\":[3],\"where\":"
                                                 "\"\",\"kept\":[null,null,null,null,null]}");
    json_decref(o);
    const char *const where[] = {"seed=2..3", "encoding=relative"};
    o = laid_out(&m, &(lg_report_layout){.rows = "positions,task", .columns = "lr", .where = where, .where_count = 2});
    assert_list(json_object_get(o, "selection"),
                "{\"rows\":[2,0],\"columns\":[3],\"mean\":[4],\"best\":[],\"where\":\"seed=2..3; encoding=relative\","
                "\"kept\":[null,[1],null,null,[1,2]]}");
    json_decref(o);
    unmake(&m);
}

/* If columns are combinations of several axes, their lines are drawn as in the report's figures. If columns are the
 * labels of one axis, lines have the style of these labels. */
static void draws_columns_as_the_figures_do(void **state) {
    (void)state;
    made m = make(WIDE, 20);
    json_t *o = laid_out(&m, &(lg_report_layout){.columns = "encoding,positions"});
    assert_int_equal(json_array_size(json_object_get(o, "columns")), 4);
    for (size_t i = 0; i < 4; i++) {
        const json_t *column = json_array_get(json_object_get(o, "columns"), i);
        char labels[16];
        snprintf(labels, sizeof labels, "[%zu,%zu]", i / 2, i % 2);
        assert_list(json_object_get(column, "labels"), labels);
        assert_string_equal(json_string_value(json_object_get(column, "colour")), m.report->styles[i].colour);
        assert_int_equal(json_integer_value(json_object_get(column, "dash")), m.report->styles[i].dash - 1);
        assert_int_equal(json_integer_value(json_object_get(column, "mark")), m.report->styles[i].marker);
    }
    const json_t *positions = json_object_get(json_array_get(json_object_get(o, "axes"), 2), "choices");
    const json_t *plain = json_array_get(positions, 0), *random = json_array_get(positions, 1);
    assert_int_equal(json_integer_value(json_object_get(plain, "dash")), 1);
    assert_int_equal(json_integer_value(json_object_get(random, "dash")), 0);
    assert_string_not_equal(json_string_value(json_object_get(plain, "colour")),
                            json_string_value(json_object_get(random, "colour")));
    json_decref(o);
    unmake(&m);
}

/* The rows can be those of any axis. Each task has its chance level, and tasks are never chosen by their scores. */
static void knows_the_axis_of_tasks_and_their_chance(void **state) {
    (void)state;
    made m = make(WIDE, 20);
    json_t *o = laid_out(&m, &(lg_report_layout){.rows = "encoding", .columns = "positions", .mean = "task"});
    const json_t *axes = json_object_get(o, "axes");
    for (size_t i = 0; i < 5; i++) {
        const json_t *axis = json_array_get(axes, i);
        const json_t *chance = json_object_get(json_array_get(json_object_get(axis, "choices"), 0), "chance");
        assert_int_equal(json_is_true(json_object_get(axis, "task")), i == 0);
        assert_int_equal(json_is_real(chance), i == 0);
        if (i == 0) assert_float_equal(json_real_value(chance), 0.5, 1e-6);
    }
    json_decref(o);
    unmake(&m);
}

/* ---- texts and numbers ---- */

static void cannot_end_its_script_element(void **state) {
    (void)state;
    made m = make(GRID, 20);
    size_t size;
    char *text = data_of(&m, &size);
    assert_int_equal(strlen(text), size);
    assert_null(strpbrk(text, "<>&"));
    free(text);
    unmake(&m);
}

static void rounds_numbers_and_knows_none(void **state) {
    (void)state;
    static const struct {
        double x;
        int digits;
        const char *rounded, *significant;
    } cases[] = {{0.123456, 4, "0.1235", "0.1235"},
                 {12.34567, 3, "12.346", "12.3"},
                 {1, 4, "1", "1"},
                 {-0.0, 2, "0", "0"},
                 {NAN, 2, "null", "null"},
                 {INFINITY, 2, "null", "null"},
                 {1e300, 3, "1e+300", "1e+300"},
                 {0.00031234, 2, "0", "0.00031"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lg_json j;
        char expected[64];
        lg_json_begin(&j, LG_JSON_SCRIPT);
        lg_page_put_rounded(&j, "r", cases[i].x, cases[i].digits);
        lg_page_put_significant(&j, "s", cases[i].x, cases[i].digits);
        snprintf(expected, sizeof expected, "{\"r\":%s,\"s\":%s}", cases[i].rounded, cases[i].significant);
        char *text = lg_json_end(&j);
        assert_string_equal(text, expected);
        free(text);
    }
}

/* ---- curves ---- */

/* Unpacks the numbers of a curve, and returns how many there are. */
static size_t unpack(const char *base64, unsigned *out) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned bits = 0, pending = 0;
    size_t bytes = 0;
    assert_int_equal(strlen(base64) % 4, 0);
    for (; *base64 != '\0' && *base64 != '='; base64++) {
        bits = bits << 6 | (unsigned)(strchr(digits, *base64) - digits);
        if ((pending += 6) < 8) continue;
        pending -= 8;
        const unsigned byte = bits >> pending & 255;
        if (bytes % 2 == 0)
            out[bytes / 2] = byte;
        else
            out[bytes / 2] |= byte << 8;
        bytes++;
    }
    assert_int_equal(bytes % 2, 0);
    return bytes / 2;
}

static void packs_every_length_of_a_small_sweep(void **state) {
    (void)state;
    for (int lengths = 18; lengths <= 20; lengths++) { /* with two, one and no = at the end of base64 */
        made m = make(GRID, lengths);
        m.points[3 * lengths + 4].values[ACCURACY] = NAN;
        m.results.runs[5].point_count = 7; /* its test was interrupted */
        size_t size;
        unsigned numbers[32];
        char *text = data_of(&m, &size);
        json_t *o = parsed(text);
        const json_t *curves = json_object_get(o, "curves");
        assert_int_equal(json_array_size(at(o, "bins", "first")), lengths);
        assert_int_equal(unpack(json_string_value(json_array_get(curves, 3)), numbers), lengths);
        for (int n = 0; n < lengths; n++) assert_int_equal(numbers[n], n == 4 ? 65535 : lround(3.0 / 12 * 65534));
        assert_int_equal(unpack(json_string_value(json_array_get(curves, 5)), numbers), lengths);
        assert_int_equal(numbers[6], lround(5.0 / 12 * 65534));
        assert_int_equal(numbers[7], 65535);
        json_decref(o);
        free(text);
        unmake(&m);
    }
}

#define LARGE                                                                                                          \
    "set: {model: {width: 16, heads: 2, blocks: 1}, eval.lengths: '1..500', curriculum.lengths: '1..40'}\n"            \
    "grid:\n  task: [even_pairs, parity_check, cycle_navigation, stack_manipulation, reverse_string]\n"                \
    "  encoding: [none, sinusoid, learned, relative, alibi, rope]\n"                                                   \
    "  train.lr: [1e-4, 3e-4, 5e-4, 1e-3]\n  seed: 0..49\n"

static void stays_small_with_six_thousand_runs(void **state) {
    (void)state;
    made m = make(LARGE, 500);
    size_t size;
    assert_int_equal(m.manifest->run_count, 6000);
    char *text = data_of(&m, &size);
    assert_in_range(size, 1 << 20, 4500000);
    json_t *o = parsed(text);
    const json_t *first = at(o, "bins", "first"), *last = at(o, "bins", "last");
    const size_t bins = json_array_size(first);
    assert_in_range(bins, 160, 175);
    for (size_t i = 0; i < bins; i++) { /* bins are contiguous, and no bin contains both 40 and 41 */
        const json_int_t a = json_integer_value(json_array_get(first, i)),
                         b = json_integer_value(json_array_get(last, i));
        assert_int_equal(a, i == 0 ? 1 : json_integer_value(json_array_get(last, i - 1)) + 1);
        assert_true(b <= 40 || a > 40);
        if (i == bins - 1) assert_int_equal(b, 500);
    }
    unsigned numbers[512];
    assert_int_equal(unpack(json_string_value(json_array_get(json_object_get(o, "curves"), 4321)), numbers), bins);
    for (size_t i = 0; i < bins; i++) assert_int_equal(numbers[i], lround(4321.0 / 6000 * 65534));
    json_decref(o);
    free(text);
    unmake(&m);
}

/* ---- HTML ---- */

static void writes_a_page_without_a_script(void **state) {
    (void)state;
    made m = make(GRID, 20);
    size_t size;
    free(data_of(&m, &size));
    char *text = NULL;
    lg_error err = {0};
    const unsigned char svg[] = "<svg/>";
    lg_page_picture picture = {"p", "a <title>", "image/svg+xml", svg, sizeof svg - 1};
    const lg_page_pictures pictures = {&picture, 1};
    FILE *to = open_memstream(&text, &size);
    assert_true(lg_page_write_static(m.report, &pictures, to, &err));
    fclose(to);
    assert_null(strstr(text, "</script>"));
    assert_null(strstr(text, "<svg"));
    assert_non_null(strstr(text, "<h1>&lt;/script&gt;&lt;!-- &amp; &quot;it&#39;s&quot; &lt;b&gt;</h1>"));
    assert_non_null(strstr(text, "alt=\"a &lt;title&gt;\""));
    assert_non_null(strstr(text, "<td class=\"words\">parity_check</td>"));
    assert_non_null(strstr(text, "<th class=\"words\">state</th>"));
    assert_non_null(strstr(text, "src=\"data:image/svg+xml;base64,PHN2Zy8+\""));
    free(text);
    unmake(&m);
}

static void has_templates_with_a_place_for_data(void **state) {
    (void)state;
    assert_non_null(strstr(lg_page_static_template(), LG_PAGE_DATA_MARK));
    assert_non_null(strstr(lg_page_static_template(), LG_PAGE_TITLE_MARK));
    if (!lg_page_template()) skip(); /* built without Node.js */
    const char *mark = strstr(lg_page_template(), LG_PAGE_DATA_MARK);
    assert_non_null(mark);
    assert_null(strstr(mark + 1, LG_PAGE_DATA_MARK));
}

static void takes_the_pictures_of_a_folder_by_name(void **state) {
    (void)state;
    lg_error err = {0};
    lg_page_pictures p;
    lg_arena *arena = lg_arena_new();
    char dir[300];
    snprintf(dir, sizeof dir, "%s/figures", folder->folder);
    assert_true(lg_page_pictures_read(dir, arena, &p, &err)); /* a missing folder is not an error */
    assert_int_equal(p.count, 0);
    assert_true(lg_file_make_directory(dir, &err));
    char *large = calloc(1, 300001);
    memset(large, 'x', 300000);
    assert_true(lg_file_write_text(scratch_path(folder, "figures/maps.svg"), large, &err));
    assert_true(lg_file_write_text(scratch_path(folder, "figures/maps.png"), "png", &err));
    assert_true(lg_file_write_text(scratch_path(folder, "figures/alone.svg"), large, &err)); /* too large */
    assert_true(lg_file_write_text(scratch_path(folder, "figures/curves.svg"), "<svg/>", &err));
    assert_true(lg_file_write_text(scratch_path(folder, "figures/c.csv"), "1", &err));
    assert_true(lg_page_pictures_read(dir, arena, &p, &err));
    assert_int_equal(p.count, 2);
    assert_string_equal(p.list[0].name, "curves");
    assert_string_not_equal(p.list[0].title, "curves");
    assert_string_equal(p.list[0].type, "image/svg+xml");
    assert_string_equal(p.list[1].title, "maps");
    assert_string_equal(p.list[1].type, "image/png");
    assert_int_equal(p.list[1].size, 3);
    free(large);
    lg_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_the_training_of_runs_with_a_directory),
        cmocka_unit_test(leaves_the_note_of_the_sweep_to_its_head),
        cmocka_unit_test(names_the_only_task),
        cmocka_unit_test(choices_that_others_set_are_shown),
        cmocka_unit_test(says_what_was_planned_and_what_came_out),
        cmocka_unit_test(names_the_axes_of_each_role),
        cmocka_unit_test(draws_columns_as_the_figures_do),
        cmocka_unit_test(knows_the_axis_of_tasks_and_their_chance),
        cmocka_unit_test(cannot_end_its_script_element),
        cmocka_unit_test(rounds_numbers_and_knows_none),
        cmocka_unit_test(packs_every_length_of_a_small_sweep),
        cmocka_unit_test(stays_small_with_six_thousand_runs),
        cmocka_unit_test(writes_a_page_without_a_script),
        cmocka_unit_test(has_templates_with_a_place_for_data),
        cmocka_unit_test(takes_the_pictures_of_a_folder_by_name),
    };
    return cmocka_run_group_tests_name("page", tests, runs_open, runs_close);
}
