/* test_frequencies.c: frequencies for longer sequences, compared with numbers that were computed independently. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "config/values.h"
#include "nn/pieces/frequencies.h"

#include <cmocka.h>

typedef struct rotary {
    lg_frequency_options frequencies;
} rotary;

static const lg_option options[] = {LG_OPTIONS_FREQUENCIES(rotary, frequencies), {0}};

static lg_frequency_options options_of(const lg_values *v) {
    rotary of;
    lg_values_read(v, options, &of);
    return of.frequencies;
}

static lg_formula_source source_of(const lg_frequency_options *o) {
    return (lg_formula_source){.place = &lg_formula_frequency,
                               .text = lg_frequencies_text(o),
                               .given = {{"base", 10000}, {"trained", o->trained}, {"extension", o->extension}}};
}

static void tune(const lg_frequency_options *o, lg_sinusoid *s) {
    const lg_formula_source source = source_of(o);
    lg_error err = {0};
    if (!lg_frequencies_by_formula(&source, 2 * s->pairs, 0, s->frequency, &err)) fail_msg("%s", err.text);
    lg_frequencies_finish(o, 0, s);
}

/* The frequencies for a width and the base 10000, with these options of encodings: frequencies, extension, trained, and
 * temperature. */
static lg_sinusoid table_of(int width, const char *how, const char *by, const char *trained, const char *temperature) {
    lg_sinusoid s;
    lg_error err = {0};
    lg_values *v = lg_values_new();
    assert_non_null(v);
    assert_true(lg_values_add(v, options) && lg_values_set(v, "encoding.frequencies", how, &err) &&
                lg_values_set(v, "encoding.extension", by, &err) &&
                lg_values_set(v, "encoding.trained", trained, &err) &&
                lg_values_set(v, "encoding.temperature", temperature, &err));
    assert_true(lg_sinusoid_init(&s, width, 10000, 0));
    const lg_frequency_options o = options_of(v);
    tune(&o, &s);
    lg_values_free(v);
    return s;
}

/* Asserts the ratios of the frequencies for a fourfold extension to the frequencies in training, for some pairs of
 * columns. */
static void expect_ratios(int width, const char *how, const char *trained, int first, int step, int count,
                          const double *want) {
    lg_sinusoid s = table_of(width, how, "4", trained, "0");
    for (int i = 0; i < count; i++) {
        const int pair = first + i * step;
        const double ratio = s.frequency[pair] / pow(10000, -2.0 * pair / width);
        if (!(fabs(ratio - want[i]) < 1e-6)) fail_msg("%s, pair %d of %d: %.8g", how, pair, width / 2, ratio);
    }
    lg_sinusoid_free(&s);
}

static void parts_are_those_of_paper_and_program(void **state) {
    (void)state;
    static const double small_rotations[8] = {.4722399, .3037356, .2504498, .25, .25, .25, .25, .25};
    static const double small_index[8] = {1, .75, .5, .25, .25, .25, .25, .25};
    static const double rotations[7] = {1, .6692616, .4751796, .3660393, .3046652, .2701520, .2507438};
    static const double by_index[7] = {1, .8846154, .7692308, .6538462, .5384615, .4230769, .3076923};
    expect_ratios(16, "parts_rotations", "64", 0, 1, 8, small_rotations);
    expect_ratios(16, "parts_index", "64", 0, 1, 8, small_index);
    expect_ratios(64, "parts_rotations", "2048", 8, 2, 7, rotations);
    expect_ratios(64, "parts_index", "2048", 8, 2, 7, by_index);
}

static void all_is_interpolated(void **state) {
    (void)state;
    expect_ratios(16, "interpolated", "64", 0, 1, 8, (double[]){.25, .25, .25, .25, .25, .25, .25, .25});
    expect_ratios(16, "trained", "64", 0, 1, 8, (double[]){1, 1, 1, 1, 1, 1, 1, 1});
}

/* Scaling the base changes all frequencies except that of the first pair, which is 1 with any base. */
static void bases_grow(void **state) {
    (void)state;
    static const struct {
        int width;
        const char *by;
        double base;
    } known[] = {{64, "2", 20452.23},  {64, "4", 41829.37},  {64, "8", 85550.38},
                 {128, "2", 20221.26}, {128, "4", 40889.94}, {128, "8", 82684.62}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        lg_sinusoid s = table_of(known[i].width, "ntk", known[i].by, "64", "0");
        assert_true(fabs(s.frequency[3] - pow(known[i].base, -6.0 / known[i].width)) < 1e-6);
        lg_sinusoid_free(&s);
    }
    lg_sinusoid one = table_of(2, "ntk", "4", "64", "0");
    assert_true(one.frequency[0] == 1);
    lg_sinusoid_free(&one);
}

static void rows_grow_with_the_temperature(void **state) {
    (void)state;
    static const struct {
        const char *by;
        double factor;
    } known[] = {{"1", 1}, {"2", 1.069315}, {"4", 1.138629}, {"8", 1.207944}, {"16", 1.277259}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        real sine[4], cosine[4];
        lg_sinusoid s = table_of(8, "trained", known[i].by, "64", "0.1");
        for (int p = 0; p < 6; p += 5) {
            lg_sinusoid_at(&s, p, sine, cosine);
            for (int k = 0; k < 4; k++) assert_true(fabs(hypot(sine[k], cosine[k]) - known[i].factor) < 1e-6);
        }
        lg_sinusoid_free(&s);
    }
}

/* If training had m tokens, encoding.dynamic gives T tokens the frequencies of the extension T / m. For m or fewer
 * tokens, frequencies are those of training, whatever the formula. */
static void dynamic_ones_follow_the_length(void **state) {
    (void)state;
    static const char *const ways[] = {"interpolated", "ntk", "parts_rotations", "parts_index"};
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        lg_values *v = lg_values_new();
        assert_true(lg_values_add(v, options) && lg_values_set(v, "encoding.frequencies", ways[w], NULL) &&
                    lg_values_set(v, "encoding.trained", "64", NULL) &&
                    lg_values_set(v, "encoding.temperature", "0.1", NULL) &&
                    lg_values_set(v, "encoding.dynamic", "true", NULL));
        const lg_frequency_options o = options_of(v);
        lg_sinusoid trained, fixed = table_of(16, ways[w], "4", "64", "0.1");
        double frequency[8];
        assert_true(lg_sinusoid_init(&trained, 16, 10000, 0) && lg_frequencies_by_length(&o));
        tune(&o, &trained);
        for (int i = 0; i < 8; i++) assert_true(trained.frequency[i] == pow(10000, -2.0 * i / 16));
        const lg_formula_source source = source_of(&o);
        lg_sinusoid s = lg_frequencies_of_length(&source, &trained, 256, frequency);
        lg_frequencies_finish(&o, 256, &s);
        for (int i = 0; i < 8; i++) assert_true(fabs(frequency[i] - fixed.frequency[i]) < 1e-15);
        assert_true(fabs(s.amplitude - fixed.amplitude) < 1e-15);
        s = lg_frequencies_of_length(&source, &trained, 40, frequency);
        lg_frequencies_finish(&o, 40, &s);
        for (int i = 0; i < 8; i++) assert_true(fabs(frequency[i] - trained.frequency[i]) < 1e-15);
        assert_true(s.amplitude == 1);
        lg_sinusoid_free(&trained);
        lg_sinusoid_free(&fixed);
        lg_values_free(v);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_those_of_paper_and_program),
        cmocka_unit_test(all_is_interpolated),
        cmocka_unit_test(bases_grow),
        cmocka_unit_test(rows_grow_with_the_temperature),
        cmocka_unit_test(dynamic_ones_follow_the_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
