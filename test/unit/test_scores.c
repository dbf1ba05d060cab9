/* test_scores.c: BLEU and chrF. Compares them with numbers printed by sacreBLEU, tokens with tokens found by hand, and
 * the bootstrap with a second implementation in this file. Also tests that sums add up. test/score_judge.py compares
 * many more texts. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "alloc_fail_after.h"
#include "api/scorer.h"
#include "base/key.h"
#include "metric/scorer.h"
#include "metric/trie.h"

static lg_context *context;

static lg_scorer *open_scorer(const lg_scorer_options *o) {
    lg_scorer *s = NULL;
    if (lg_scorer_new(context, o, &s) != LG_OK) fail_msg("%s", lg_error_text(context));
    assert_true(lg_scorer_sums(s) <= LG_SCORE_SUMS);
    return s;
}

/* Adds the sums of a segment with one reference. */
static void add_pair(lg_scorer *s, const char *hypothesis, const char *reference, double sums[LG_SCORE_SUMS]) {
    double these[LG_SCORE_SUMS];
    assert_int_equal(lg_scorer_segment(context, s, hypothesis, &reference, 1, these), LG_OK);
    for (size_t i = 0; i < lg_scorer_sums(s); i++) sums[i] += these[i];
}

static lg_text_score score_pair(const lg_scorer_options *o, const char *hypothesis, const char *reference) {
    lg_scorer *s = open_scorer(o);
    double sums[LG_SCORE_SUMS] = {0};
    add_pair(s, hypothesis, reference, sums);
    lg_text_score x = lg_scorer_score(s, sums);
    x.name = NULL; /* belongs to the scorer, which is freed below */
    lg_scorer_free(s);
    return x;
}

static void assert_near(double found, double wanted, double within) {
    if (!(fabs(found - wanted) <= within)) fail_msg("%.10g, expected %.10g", found, wanted);
}

/* ---- numbers that sacreBLEU 2 printed ---- */

typedef struct printed {
    const char *texts[2][2]; /* two segments of hypothesis and reference; NULL: the segment is omitted */
    double counts[4], totals[4];
    double brevity, bleu, chrf, chrf_words;
} printed;

static const printed vectors[] = {
    {{{"The cat sat on the mat.", "The cat is on the mat."}},
     {6, 4, 2, 1},
     {7, 6, 5, 4},
     1,
     48.892302,
     67.172735,
     69.436953},
    {{{"the the the the", "the cat"}}, {1, 0, 0, 0}, {4, 3, 2, 1}, 1, 15.973578, 17.868922, 18.613922},
    {{{"a b c d e f", "a b c d e g h i"}}, {5, 4, 3, 2}, {6, 5, 4, 3}, 0.716531, 54.444606, 41.951759, 47.278344},
    {{{"Hello world", "Hello world"}}, {2, 1, 0, 0}, {2, 1, 0, 0}, 1, 0, 100, 100},
    {{{"The cat sat on the mat.", "The cat is on the mat."}, {"Dogs bark loudly .", "The dogs bark very loudly."}},
     {9, 5, 2, 1},
     {11, 9, 7, 5},
     0.833753,
     33.471269,
     56.800914,
     57.426216},
};
enum { VECTORS = sizeof vectors / sizeof *vectors };

static lg_text_score score_vector(const printed *v, const char *metric) {
    const lg_scorer_options o = lg_scorer_defaults(metric);
    lg_scorer *s = open_scorer(&o);
    double sums[LG_SCORE_SUMS] = {0};
    for (int i = 0; i < 2 && v->texts[i][0]; i++) add_pair(s, v->texts[i][0], v->texts[i][1], sums);
    const lg_text_score x = lg_scorer_score(s, sums);
    lg_scorer_free(s);
    return x;
}

static void scores_are_those_of_sacrebleu(void **state) {
    (void)state;
    for (size_t i = 0; i < VECTORS; i++) {
        const printed *v = &vectors[i];
        const lg_text_score x = score_vector(v, "bleu");
        for (int n = 0; n < 4; n++) assert_true(x.counts[n] == v->counts[n] && x.totals[n] == v->totals[n]);
        assert_int_equal(x.orders, 4);
        assert_near(x.brevity_penalty, v->brevity, 5e-7);
        assert_near(x.score, v->bleu, 5e-7);
        assert_near(score_vector(v, "chrf").score, v->chrf, 5e-7);
        assert_near(score_vector(v, "chrf++").score, v->chrf_words, 5e-7);
    }
}

/* ---- smoothing and orders ---- */

static double smoothed(const char *method, double value, const char *hypothesis, const char *reference) {
    lg_scorer_options o = lg_scorer_defaults("bleu");
    o.smooth = method;
    o.smooth_value = value;
    return score_pair(&o, hypothesis, reference).score;
}

/* "the the the the" has 4, 3, 2 and 1 n-grams of the orders 1, 2, 3 and 4. Only one unigram matches "the cat". */
static void smoothing_by_hand(void **state) {
    (void)state;
    const char *h = "the the the the", *r = "the cat";
    assert_near(smoothed("exp", NAN, h, r), 100 * pow(1.0 / 4 * 1 / 6 * 1 / 8 * 1 / 8, 0.25), 1e-12);
    assert_near(smoothed("floor", NAN, h, r), 100 * pow(1.0 / 4 * 0.1 / 3 * 0.1 / 2 * 0.1, 0.25), 1e-12);
    assert_near(smoothed("floor", 0.5, h, r), 100 * pow(1.0 / 4 * 0.5 / 3 * 0.5 / 2 * 0.5, 0.25), 1e-12);
    assert_near(smoothed("add-k", NAN, h, r), 100 * pow(1.0 / 4 * 1 / 4 * 1 / 3 * 1 / 2, 0.25), 1e-12);
    assert_near(smoothed("add-k", 2, h, r), 100 * pow(1.0 / 4 * 2 / 5 * 2 / 4 * 2 / 3, 0.25), 1e-12);
    assert_true(smoothed("none", NAN, h, r) == 0 && smoothed("floor", 0, h, r) == 0);
    assert_true(smoothed("floor", 5, "a b c d e", "x y") == 0); /* no n-gram matches */
    /* With two tokens, there are no n-grams of orders 3 and 4, so add-k gives k of k. */
    assert_near(smoothed("add-k", NAN, "Hello world", "Hello world"), 100, 1e-12);
}

static void effective_order_ends_with_the_segment(void **state) {
    (void)state;
    lg_scorer_options o = lg_scorer_defaults("bleu");
    o.effective_order = true;
    assert_near(score_pair(&o, "Hello world", "Hello world").score, 100, 1e-12);
    assert_near(score_pair(&o, "a", "a b").score, 100 * exp(1 - 2.0), 1e-12);
    assert_near(score_pair(&o, "a b c", "a b d").score, 100 * pow(2.0 / 3 * 1 / 2 * 1 / 2, 1.0 / 3), 1e-12);
    assert_true(score_pair(&o, "", "a b").score == 0);
}

static void lower_case_is_that_of_unicode(void **state) {
    (void)state;
    lg_scorer_options o = lg_scorer_defaults("bleu");
    o.tokenize = "none";
    o.effective_order = true;
    assert_true(score_pair(&o, "\xc3\x84 \xce\xa3", "\xc3\xa4 \xcf\x83").score == 0);
    o.lowercase = true;
    assert_near(score_pair(&o, "\xc3\x84 \xce\xa3", "\xc3\xa4 \xcf\x83").score, 100, 1e-12);
    /* "ODOS" in Greek ends in a final sigma; the dotted capital I becomes two characters. */
    assert_near(score_pair(&o, "\xce\x9f\xce\x94\xce\x9f\xce\xa3", "\xce\xbf\xce\xb4\xce\xbf\xcf\x82").score, 100,
                1e-12);
    assert_near(score_pair(&o, "\xc4\xb0", "i\xcc\x87").score, 100, 1e-12);
    /* An invalid UTF-8 byte ends a word, and is not changed. */
    assert_near(score_pair(&o,
                           "A\xce\xa3\xff"
                           "B",
                           "a\xcf\x82\xff"
                           "b")
                    .score,
                100, 1e-12);
}

/* ---- tokens ---- */

static size_t write_utf8(uint32_t c, char *to) {
    if (c >= 0xDC80 && c <= 0xDCFF) return to[0] = (char)(c - 0xDC00), 1;
    if (c < 0x80) return to[0] = (char)c, 1;
    const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char marks[] = {0, 0xc0, 0xe0, 0xf0};
    to[0] = (char)(marks[more] | c >> 6 * more);
    for (int i = 1; i <= more; i++) to[i] = (char)(0x80 | (c >> 6 * (more - i) & 0x3f));
    return (size_t)more + 1;
}

/* Returns the tokens of a text, separated by blanks. */
static const char *tokens_of(const char *name, const char *text) {
    static char out[1024];
    size_t size = 0;
    lg_segment s = {0};
    const lg_tokenization *const *t = lg_tokenizations;
    while (strcmp((*t)->name, name)) t++;
    lg_segment_read(&s, text, false);
    (*t)->separate(&s);
    for (size_t i = 0; i < s.text.count; i++) {
        const bool space = lg_character_is_space(s.text.at[i]);
        if (!space) size += write_utf8(s.text.at[i], out + size);
        if (space && size > 0 && out[size - 1] != ' ') out[size++] = ' ';
    }
    while (size > 0 && out[size - 1] == ' ') size--;
    out[size] = '\0';
    lg_segment_free(&s);
    return out;
}

static void tokens_by_hand(void **state) {
    (void)state;
    static const char *const vectors_of[][3] = {
        {"13a", "It costs $1,200.50 - cheap!", "It costs $ 1,200.50 - cheap !"},
        {"13a", "He said: \"no-one's in 2-3 rooms\"...", "He said : \" no-one's in 2 - 3 rooms \" . . ."},
        {"13a", "&amp;lt; &quot;x&quot; &gt;&lt;", "< \" x \" > <"},
        {"13a", "a<skipped>b -\nc\nd", "ab c d"},
        {"13a", "1. .5 a,b ,,", "1 . . 5 a , b , ,"},
        {"13a",
         "  \xc2\xa0 a\xe3\x80\x80"
         "b \x1c",
         "a b"},
        {"13a", "3,\xff\xfe.4", "3 , \xff\xfe . 4"},
        {"13a", "", ""},
        {"none", " a.b\tc ", "a.b c"},
        {"char", "ab \xc3\xa9.", "a b \xc3\xa9 ."},
        {"intl",
         "\xc2\xab"
         "Oui\xc2\xbb, 1.5\xe2\x82\xac",
         "\xc2\xab Oui \xc2\xbb , 1.5 \xe2\x82\xac"},
        {"intl", "In 1999.", "In 1999."},
        {"intl", "In 1999. So", "In 1999 . So"},
        {"intl", "a--b \xc2\xbd.x", "a - - b \xc2\xbd . x"},
        {"intl", "no-one's $5", "no - one ' s $ 5"},
        {"zh",
         " \xe6\x88\x91\xe6\x9c\x89"
         "2.5kg\xe8\x8b\xb9\xe6\x9e\x9c\xe3\x80\x82",
         "\xe6\x88\x91 \xe6\x9c\x89 2.5kg \xe8\x8b\xb9 \xe6\x9e\x9c \xe3\x80\x82"},
        {"zh",
         "a\xe2\x80\x9c"
         "b\xe2\x80\x9d",
         "a \xe2\x80\x9c b \xe2\x80\x9d"},
        {"zh", "\xf0\xa0\x80\x80\xf0\xa0\x80\x80", "\xf0\xa0\x80\x80\xf0\xa0\x80\x80"}, /* U+20000: see zh.c */
    };
    for (size_t i = 0; i < sizeof vectors_of / sizeof *vectors_of; i++)
        assert_string_equal(tokens_of(vectors_of[i][0], vectors_of[i][1]), vectors_of[i][2]);
}

/* Options accept exactly the names in the lists of smoothings and of tokenizations. */
static void names_are_listed(void **state) {
    (void)state;
    char names[256] = "";
    for (const lg_smoothing *x = lg_smoothings; x->name; x++)
        sprintf(names + strlen(names), "%s%s", *names ? " " : "", x->name);
    assert_string_equal(names, LG_SMOOTHING_NAMES);
    for (const lg_text_metric *m = lg_text_metrics; m->name; m++) {
        const lg_scorer_options o = lg_scorer_defaults(m->name);
        lg_scorer_free(open_scorer(&o));
    }
}

/* ---- references ---- */

static lg_text_score score_references(const char *metric, const char *hypothesis, const char *const *references,
                                      size_t count) {
    const lg_scorer_options o = lg_scorer_defaults(metric);
    lg_scorer *s = open_scorer(&o);
    double sums[LG_SCORE_SUMS];
    assert_int_equal(lg_scorer_segment(context, s, hypothesis, references, count, sums), LG_OK);
    const lg_text_score x = lg_scorer_score(s, sums);
    lg_scorer_free(s);
    return x;
}

static void several_references(void **state) {
    (void)state;
    const char *const two[] = {"a a b c", "b b a d e f g h"}, *const near[] = {"a b c d e", "a b c", "  "};
    /* Counts are clipped to those of the reference with the largest count: "a" to 2, in the first reference, and "b" to
     * 2, in the second. The second reference also has the bigram "b a". */
    const lg_text_score x = score_references("bleu", "a a a b b a", two, 2);
    assert_true(x.counts[0] == 4 && x.counts[1] == 4 && x.totals[1] == 5 && x.reference_length == 4);
    /* If two references are equally near in length, the shorter one counts. Blank references are ignored. */
    assert_true(score_references("bleu", "a b c d", near, 3).reference_length == 3);
    assert_int_equal(lg_scorer_references(near, 3), 2);
    /* chrF takes the reference with the best score. */
    const char *const texts[] = {"abc", "abcdefgh", "abcdefg"};
    assert_near(score_references("chrf", "abcdefgh", texts, 3).score, 100, 1e-12);
    assert_true(score_references("chrf", "abcdefgh", texts, 3).reference_length == 8);
}

/* ---- degenerate texts ---- */

static void nothing_scores_zero(void **state) {
    (void)state;
    static const char *const texts[] = {"", " \t\xc2\xa0", "a", ".", "\xff", "a b"};
    static const char *const metrics[] = {"bleu", "chrf", "chrf++"};
    for (size_t m = 0; m < 3; m++)
        for (size_t i = 0; i < 6; i++)
            for (size_t j = 0; j < 6; j++) {
                const lg_text_score x = score_references(metrics[m], texts[i], &texts[j], 1);
                assert_true(x.score >= 0 && x.score <= 100 + 1e-9);
                if (i < 2 || j < 2) assert_true(x.score == 0);
                if (i < 2) assert_true(x.totals[0] == 0 && x.hypothesis_length == 0);
                if (i >= 2 && i == j && m > 0) assert_near(x.score, 100, 1e-12);
            }
    const lg_text_score none = score_references("bleu", "a b", NULL, 0);
    assert_true(none.score == 0 && none.totals[0] == 2 && none.reference_length == 0 && none.brevity_penalty == 1);
    const double zeros[LG_SCORE_SUMS] = {0};
    const lg_scorer_options o = lg_scorer_defaults("bleu");
    lg_scorer *s = open_scorer(&o);
    assert_true(lg_scorer_score(s, zeros).score == 0);
    lg_scorer_free(s);
}

/* An invalid byte is not a character: "\xff" differs from U+00FF. */
static void bytes_that_are_no_text(void **state) {
    (void)state;
    const char *other = "\xc3\xbf";
    assert_true(score_references("chrf", "\xff", &other, 1).score == 0);
    const char *same = "a\xed\xa0\x80"
                       "b";
    const lg_text_score x = score_references("chrf", same, &same, 1);
    assert_true(x.hypothesis_length == 5);
    assert_near(x.score, 100, 1e-12);
}

/* A line of 256 KiB of short words, and a line of 256 KiB with a single word. Quadratic time would take minutes. */
static void long_lines(void **state) {
    (void)state;
    enum { BYTES = 1 << 18 };
    char *text = malloc(BYTES + 1);
    assert_non_null(text);
    for (int spaces = 0; spaces < 2; spaces++) {
        for (int i = 0; i < BYTES; i++) text[i] = (char)(spaces && i % 2 ? ' ' : 'a' + i / 2 % 3);
        text[BYTES] = '\0';
        const char *reference = text;
        const lg_text_score x = score_references("bleu", text, &reference, 1),
                            y = score_references("chrf++", text, &reference, 1);
        assert_true(x.totals[0] == (spaces ? BYTES / 2 : 1) && x.counts[0] == x.totals[0]);
        assert_near(y.score, 100, 1e-9);
    }
    free(text);
}

/* ---- sums ---- */

static const char *const segments[][2] = {
    {"the cat sat on the mat", "the cat is on the mat"},
    {"dogs bark", "the dogs bark loudly"},
    {"one two three four five", "one two three five four"},
    {"", "nothing was said"},
    {"a b c d e f g", "a b c d x f g"},
    {"yes", "no"},
    {"he went home at 5.30", "he went home at 5.30 !"},
};
enum { SEGMENTS = sizeof segments / sizeof *segments };

/* All sums are integers, so sums of segments have the same bits however segments are grouped. */
static void sums_add_up(void **state) {
    (void)state;
    static const char *const metrics[] = {"bleu", "chrf", "chrf++"};
    for (size_t m = 0; m < 3; m++) {
        const lg_scorer_options o = lg_scorer_defaults(metrics[m]);
        lg_scorer *s = open_scorer(&o);
        double all[LG_SCORE_SUMS] = {0}, odd[LG_SCORE_SUMS] = {0}, even[LG_SCORE_SUMS] = {0};
        for (size_t i = 0; i < SEGMENTS; i++) {
            add_pair(s, segments[i][0], segments[i][1], all);
            add_pair(s, segments[i][0], segments[i][1], i % 2 ? odd : even);
        }
        for (size_t i = 0; i < lg_scorer_sums(s); i++) {
            assert_true(all[i] == odd[i] + even[i] && all[i] == floor(all[i]));
            odd[i] += even[i];
        }
        const lg_text_score x = lg_scorer_score(s, all), y = lg_scorer_score(s, odd);
        assert_true(x.score == y.score && x.score > 0);
        lg_scorer_free(s);
    }
}

static const char *const others[SEGMENTS] = {
    "the cat is on a mat", "the dogs bark", "one two three four five", "nothing was", "a b", "no", "he went home"};

/* Computes the sums of two systems: for each system [SEGMENTS, sums]. */
static void measure_systems(lg_scorer *s, double *sums[2]) {
    const size_t width = lg_scorer_sums(s);
    for (size_t k = 0; k < 2; k++) {
        sums[k] = calloc(SEGMENTS * width, sizeof **sums);
        assert_non_null(sums[k]);
        for (size_t i = 0; i < SEGMENTS; i++)
            add_pair(s, k ? others[i] : segments[i][0], segments[i][1], sums[k] + i * width);
    }
}

static double score_drawn(lg_scorer *s, const double *sums, uint64_t seed, int number) {
    lg_random r = lg_random_from(lg_key_fold(lg_key_fold(lg_key_root(seed), LG_KEY_RESAMPLE), (uint64_t)number));
    double total[LG_SCORE_SUMS] = {0};
    for (size_t i = 0; i < SEGMENTS; i++) {
        const size_t at = lg_random_below(&r, SEGMENTS);
        for (size_t j = 0; j < lg_scorer_sums(s); j++) total[j] += sums[at * lg_scorer_sums(s) + j];
    }
    return lg_scorer_score(s, total).score;
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void bootstrap_is_that_of_the_paper(void **state) {
    (void)state;
    enum { N = 200 };
    const lg_scorer_options o = lg_scorer_defaults("chrf");
    lg_scorer *s = open_scorer(&o);
    double *sums[2], drawn[2][N], mean[2] = {0}, gap = 0;
    measure_systems(s, sums);
    const double *const both[] = {sums[0], sums[1]};
    lg_score_estimate e[2], again[2];
    assert_int_equal(lg_scorer_bootstrap(context, s, both, 2, SEGMENTS, N, 7, e), LG_OK);
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 2; k++) mean[k] += (drawn[k][i] = score_drawn(s, sums[k], 7, i)) / N;
        gap += fabs(drawn[1][i] - drawn[0][i]) / N;
    }
    int beyond = 0;
    for (int i = 0; i < N; i++) beyond += fabs(drawn[1][i] - drawn[0][i]) - gap > fabs(e[1].score - e[0].score);
    assert_near(e[1].p, (beyond + 1.0) / (N + 1), 1e-12);
    assert_true(isnan(e[0].p) && e[0].score != e[1].score);
    for (int k = 0; k < 2; k++) {
        qsort(drawn[k], N, sizeof **drawn, ascending);
        assert_near(e[k].mean, mean[k], 1e-9);
        assert_true(e[k].low == drawn[k][N / 40] && e[k].high == drawn[k][N - 1 - N / 40]);
        assert_true(e[k].low < e[k].score && e[k].score < e[k].high);
    }
    assert_int_equal(lg_scorer_bootstrap(context, s, both, 2, SEGMENTS, N, 7, again), LG_OK);
    assert_true(again[1].p == e[1].p && again[1].mean == e[1].mean && again[0].low == e[0].low);
    assert_int_equal(lg_scorer_bootstrap(context, s, both, 2, SEGMENTS, N, 8, again), LG_OK);
    assert_true(again[1].mean != e[1].mean);
    const double *const twice[] = {sums[0], sums[0]};
    assert_int_equal(lg_scorer_bootstrap(context, s, twice, 2, SEGMENTS, N, 7, again), LG_OK);
    assert_true(again[1].p == 1 && again[1].mean == again[0].mean);
    assert_int_equal(lg_scorer_bootstrap(context, s, both, 2, 0, N, 7, again), LG_USAGE);
    for (int k = 0; k < 2; k++) free(sums[k]);
    lg_scorer_free(s);
}

/* ---- names, signatures, errors ---- */

static void signatures_say_all(void **state) {
    (void)state;
    char text[LG_SIGNATURE];
    lg_scorer_options o = lg_scorer_defaults("bleu");
    lg_scorer *s = open_scorer(&o);
    char wanted[LG_SIGNATURE];
    snprintf(wanted, sizeof wanted, "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:lengthen-%s", lg_version());
    assert_string_equal(lg_scorer_signature(s, 1, 0, 0, text), wanted);
    lg_scorer_free(s);
    o.smooth = "floor", o.tokenize = "intl", o.lowercase = o.effective_order = true;
    s = open_scorer(&o);
    snprintf(wanted, sizeof wanted,
             "nrefs:var|bs:1000|seed:9|case:lc|eff:yes|tok:intl|smooth:floor[0.10]|version:lengthen-%s", lg_version());
    assert_string_equal(lg_scorer_signature(s, 0, 1000, 9, text), wanted);
    lg_scorer_free(s);
    o = lg_scorer_defaults("chrf++");
    s = open_scorer(&o);
    snprintf(wanted, sizeof wanted, "nrefs:2|case:mixed|eff:yes|nc:6|nw:2|space:no|version:lengthen-%s", lg_version());
    assert_string_equal(lg_scorer_signature(s, 2, 0, 0, text), wanted);
    assert_string_equal(lg_scorer_score(s, (const double[LG_SCORE_SUMS]){0}).name, "chrF2++");
    lg_scorer_free(s);
}

static void assert_refused(lg_scorer_options o, const char *words) {
    lg_scorer *s = NULL;
    assert_int_equal(lg_scorer_new(context, &o, &s), LG_USAGE);
    assert_null(s);
    if (!strstr(lg_error_text(context), words)) fail_msg("%s, expected %s", lg_error_text(context), words);
}

static void wrong_options_are_refused(void **state) {
    (void)state;
    lg_scorer_options o = lg_scorer_defaults("blue");
    assert_refused(o, "did you mean 'bleu'?");
    o = lg_scorer_defaults("bleu");
    o.tokenize = "13";
    assert_refused(o, "did you mean '13a'?");
    o = lg_scorer_defaults("bleu");
    o.smooth = "floored";
    assert_refused(o, "did you mean 'floor'?");
    o = lg_scorer_defaults("bleu");
    o.smooth_value = 1;
    assert_refused(o, "smooth-value: smooth exp takes no value");
    o.smooth = "floor", o.smooth_value = -1;
    assert_refused(o, "smooth-value");
    o = lg_scorer_defaults("chrf");
    o.char_order = 0;
    assert_refused(o, "char-order");
    o.char_order = 10, o.word_order = 7;
    assert_refused(o, "word-order");
    o.word_order = 6, o.beta = -1;
    assert_refused(o, "beta");
}

/* ---- memory ---- */

/* Any failing allocation is reported by the call, and the next call succeeds. */
static void no_memory_is_an_error(void **state) {
    (void)state;
    if (!CAN_REFUSE) skip();
    static const char *const metrics[] = {"bleu", "chrf++"};
    const char *hypothesis = segments[0][0], *reference = segments[0][1];
    for (int m = 0; m < 2; m++) {
        lg_scorer_options o = lg_scorer_defaults(metrics[m]);
        o.lowercase = true;
        lg_status status = LG_FAILED;
        for (long granted = 0; status != LG_OK; granted++) {
            lg_scorer *s = open_scorer(&o);
            double sums[LG_SCORE_SUMS], later[LG_SCORE_SUMS];
            left = granted + 1;
            status = lg_scorer_segment(context, s, hypothesis, &reference, 1, sums);
            left = -1;
            assert_true(status == LG_OK || strstr(lg_error_text(context), "out of memory"));
            assert_int_equal(lg_scorer_segment(context, s, hypothesis, &reference, 1, later), LG_OK);
            if (status == LG_OK) assert_memory_equal(sums, later, lg_scorer_sums(s) * sizeof *sums);
            assert_true(lg_scorer_score(s, later).score > 30);
            lg_scorer_free(s);
            assert_true(granted < 1000);
        }
    }
}

/* Two sequences in a trie share a node only if they are equal, also after the trie was cleared and filled again. */
static void nodes_are_sequences(void **state) {
    (void)state;
    lg_trie t = {0};
    for (int round = 0; round < 3; round++) {
        lg_trie_clear(&t);
        for (uint32_t i = 0; i < 5000; i++) {
            const uint32_t node = lg_trie_enter(&t, lg_trie_enter(&t, 0, i % 50), i);
            assert_int_equal(lg_trie_find(&t, lg_trie_find(&t, 0, i % 50), i), node);
            assert_int_equal(lg_trie_find(&t, node, i), 0);
        }
        assert_int_equal(t.count, 5050);
    }
    assert_false(t.lost);
    lg_trie_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_are_those_of_sacrebleu),
        cmocka_unit_test(smoothing_by_hand),
        cmocka_unit_test(effective_order_ends_with_the_segment),
        cmocka_unit_test(lower_case_is_that_of_unicode),
        cmocka_unit_test(tokens_by_hand),
        cmocka_unit_test(names_are_listed),
        cmocka_unit_test(several_references),
        cmocka_unit_test(nothing_scores_zero),
        cmocka_unit_test(bytes_that_are_no_text),
        cmocka_unit_test(long_lines),
        cmocka_unit_test(sums_add_up),
        cmocka_unit_test(bootstrap_is_that_of_the_paper),
        cmocka_unit_test(signatures_say_all),
        cmocka_unit_test(wrong_options_are_refused),
        cmocka_unit_test(no_memory_is_an_error),
        cmocka_unit_test(nodes_are_sequences),
    };
    context = lg_context_new();
    const int failed = context ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
    lg_context_free(context);
    return failed;
}
