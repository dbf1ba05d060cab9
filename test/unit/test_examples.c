/* test_examples.c: compares the catalogue's descriptions of entries with the program. Runs the commands of examples
 * through the public header. Compares the examples' rows of numbers and pictures of masks with the results. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/catalogue.h"
#include "config/values.h"
#include "kernel/kernel.h"
#include "lengthen.h"
#include "nn/axes/encoding.h"
#include "nn/axes/mask.h"
#include "nn/stream/documents.h"

enum { MOST = 16, COLUMNS = 98, ONES = 4 }; /* COLUMNS: width of an unindented page; ONES: side of `ones` and `rows` */

static const char *const axes[] = {"encoding", "positions", "mask", "scale", "attention"};

/* The state of the check of an example, including the matrices that its last command showed. */
typedef struct desk {
    const char *entry;
    lg_context *context;
    lg_config *config;
    lg_matrix seen[MOST];
    int count;
    lg_values *mask_values;
    lg_chosen_mask mask;
    int T, query;          /* the picture of a mask: its tokens, and its next row */
    int32_t documents[64]; /* the first token of each token's document */
    int checked;           /* number of compared rows */
} desk;

static void forget(desk *d) {
    for (int i = 0; i < d->count; i++) free((void *)d->seen[i].data), free((void *)d->seen[i].what);
    d->count = 0;
    lg_values_free(d->mask_values);
    lg_config_free(d->config);
    d->mask_values = NULL, d->mask.entry = NULL, d->config = NULL;
}

static int sit_down(void **state) {
    desk *d = calloc(1, sizeof *d);
    assert_non_null(d);
    assert_non_null(d->context = lg_context_new());
    *state = d;
    return 0;
}

static int clear_up(void **state) {
    desk *d = *state;
    forget(d);
    lg_context_free(d->context);
    free(d);
    return 0;
}

static size_t size_of(const lg_matrix *m) {
    size_t count = 1;
    for (int i = 0; i < m->rank; i++) count *= m->shape[i];
    return count;
}

static void see(void *user, const lg_matrix *m) {
    desk *d = user;
    assert_true(d->count < MOST);
    lg_matrix *copy = &d->seen[d->count++];
    double *data = malloc(sizeof *data * size_of(m));
    assert_non_null(data);
    *copy = *m;
    copy->data = memcpy(data, m->data, sizeof *data * size_of(m));
    assert_non_null(copy->what = strdup(m->what));
}

/* ---- commands ---- */

/* The option that a flag sets: the flag itself or, if it is an abbreviation, the full name. */
static const char *key_of(const char *flag) {
    for (size_t i = 0; i < lg_common_option_count(); i++)
        if (!strcmp(lg_common_option(i).flag, flag)) return lg_common_option(i).name;
    return flag;
}

static void set(desk *d, const char *key, const char *value) {
    if (lg_config_set(d->config, key, value, LG_FLAG, "an example") != LG_OK)
        fail_msg("%s: %s", d->entry ? d->entry : "", lg_error_text(d->context));
}

/* The next word, or words between quotes. */
static char *next_value(char **rest) {
    if (!*rest || (**rest != '"' && **rest != '\'')) return strsep(rest, " ");
    const char quote[] = {*(*rest)++, '\0'};
    return strsep(rest, quote);
}

/* "lengthen inspect KIND NAME --FLAG VALUE ..." */
static void run_command(desk *d, char *command) {
    char *rest = command, *word[3] = {strsep(&rest, " "), strsep(&rest, " "), strsep(&rest, " ")};
    double ones[ONES * ONES], rows[ONES * ONES]; /* in `rows`, all elements of row i are i */
    const double *q = NULL, *k = NULL;
    const char *tokens = NULL;
    int T = 8;
    assert_string_equal(word[1], "inspect");
    const bool sampler = !strcmp(word[2], "positions");
    assert_int_equal(lg_config_new(d->context, &d->config), LG_OK);
    set(d, word[2], strsep(&rest, " "));
    for (int i = 0; i < ONES * ONES; i++) ones[i] = 1, rows[i] = i / ONES;
    for (char *flag; (flag = strsep(&rest, " "));) {
        if (!*flag) continue;
        char *value = next_value(&rest);
        if (strncmp(flag, "--", 2) || !value) fail_msg("%s: %s: not a flag with a value", d->entry, flag);
        if (!strcmp(flag, "--length"))
            T = atoi(value);
        else if (!strcmp(flag, "--tokens"))
            tokens = value;
        else if (!strcmp(flag, "--q") || !strcmp(flag, "--k"))
            *(flag[2] == 'q' ? &q : &k) = !strcmp(value, "ONES") ? ones : rows;
        else
            set(d, key_of(flag + 2), value);
    }
    if (q) set(d, "model.width", "4"), T = ONES;
    lg_inspect_default_width(d->config);
    const lg_status status = tokens    ? lg_inspect_positions_of(d->config, tokens, see, d)
                             : sampler ? lg_inspect_positions(d->config, T, see, d)
                                       : lg_inspect_encoding(d->config, T, q, k, see, d);
    if (status != LG_OK) fail_msg("%s", lg_error_text(d->context));
}

/* Finds the documents in a text like "a b / c d / e", whose tokens are single characters. A document ends with the
 * token mask.separator. */
static void read_documents(desk *d, const char *words) {
    const char *separator = lg_text(d->mask_values, "mask.separator");
    int32_t ids[64];
    assert_int_equal(strlen(words), 2 * d->T - 1);
    for (int t = 0; t < d->T; t++) ids[t] = words[2 * t];
    lg_documents_begin(ids, *separator, d->T, d->documents);
}

/* Starts the picture of a mask, after a line "--mask NAME --mask.OPTION VALUE ..., T = N", with ", tokens WORDS" if the
 * mask reads tokens. */
static void begin_mask(desk *d, char *line) {
    char *rest = strstr(line, ", T = "), *words = strstr(line, ", tokens ");
    lg_error err = {0};
    assert_non_null(rest);
    d->T = atoi(rest + 6), d->query = 0;
    *rest = 0, rest = line;
    for (char *flag; (flag = strsep(&rest, " "));) {
        if (!*flag) continue;
        const char *value = next_value(&rest);
        assert_non_null(value);
        if (!strcmp(flag, "--mask")) {
            assert_non_null(d->mask.entry = lg_entry_find(lg_masks, value));
            d->mask_values = lg_values_new();
            lg_values_add(d->mask_values, d->mask.entry->options);
        } else if (!lg_values_set(d->mask_values, flag + 2, value, &err)) {
            fail_msg("%s", err.text);
        }
    }
    d->mask.own = lg_own_read((const lg_entry *)d->mask.entry, d->mask_values);
    assert_true(!words == !d->mask.entry->documents);
    if (words) read_documents(d, words + strlen(", tokens "));
}

/* ---- rows ---- */

/* Compares a line with a matrix: "bias[0,3]: 1 2 3", "positions: 1 2 3", or the beginning of a row, "bucket_bias[0]: 1
 * 2 ...". Returns false if the line is of another kind. */
static bool check_row(desk *d, const char *line) {
    const size_t name = strspn(line, "abcdefghijklmnopqrstuvwxyz_0123456789");
    const char *at = line + name;
    size_t index[3], row = 0, columns;
    int rank = 1;
    if (*at == '[')
        for (char *end; *at != ']'; at = end) index[rank++ - 1] = strtoul(at + 1, &end, 10);
    if (rank > 1) at++;
    if (!name || strncmp(at, ": ", 2)) return false;
    const lg_matrix *m = NULL;
    for (int i = 0; i < d->count; i++)
        if (strlen(d->seen[i].what) == name && !strncmp(d->seen[i].what, line, name)) m = &d->seen[i];
    if (!m) fail_msg("%s: %s: there is no such matrix", d->entry, line);
    if (m->rank != rank) fail_msg("%s: %s: rank %d", d->entry, line, m->rank);
    for (int i = 0; i + 1 < rank; row = row * m->shape[i] + index[i], i++) assert_true(index[i] < m->shape[i]);
    columns = m->shape[rank - 1];
    at++;
    for (size_t j = 0; j < columns && strcmp(at, " ..."); j++) {
        char *end;
        const double want = m->data[row * columns + j], got = strtod(at, &end);
        if (end == at || !(fabs(got - want) <= 1e-6 + 1e-5 * fabs(want)))
            fail_msg("%s: %s: number %zu is %.6g", d->entry, line, j, want);
        at = end;
    }
    if (*at && strcmp(at, " ...")) fail_msg("%s: %s: a row has %zu numbers", d->entry, line, columns);
    d->checked++;
    return true;
}

/* Compares one row of a mask's picture. */
static void check_picture(desk *d, const char *line) {
    int32_t key_begin[64], key_end[64];
    const int i = d->query++, T = d->T, prefix = lg_mask_prefix(&d->mask);
    assert_true(i < T && T <= 64 && (int)strlen(line) == T);
    for (int k = 0; k < T; k++) key_begin[k] = 0, key_end[k] = T;
    if (!lg_mask_shows_all(&d->mask)) lg_mask_range(&d->mask, 0, T, key_begin, key_end, NULL);
    if (d->mask.entry->documents) memcpy(key_begin, d->documents, (size_t)T * sizeof *key_begin);
    for (int j = 0; j < T; j++)
        if ((line[j] == '#') != (j < key_end[i] && (j >= key_begin[i] || j < prefix)))
            fail_msg("%s: %s: query %d, key %d", d->entry, line, i, j);
    d->checked++;
}

static bool is_picture(const char *line) {
    return *line && !line[strspn(line, "#.")];
}

/* Ends the check of a command. A picture that has begun must be complete. */
static void end_command(desk *d) {
    if (d->mask.entry) assert_int_equal(d->query, d->T);
    forget(d);
}

/* Joins the lines of commands that continue on the next line. */
static char *joined(const char *example) {
    char *copy = strdup(example);
    assert_non_null(copy);
    for (char *at; (at = strstr(copy, "\\\n"));) at[0] = at[1] = ' ';
    return copy;
}

static void check_example(desk *d, const lg_choice *c) {
    char *copy = joined(c->example), *rest = copy;
    d->checked = 0, d->entry = c->name;
    for (char *line; (line = strsep(&rest, "\n"));) {
        if (!strncmp(line, "lengthen ", 9))
            end_command(d), run_command(d, line);
        else if (!strncmp(line, "--mask ", 7))
            end_command(d), begin_mask(d, line);
        else if (is_picture(line))
            check_picture(d, line);
        else
            check_row(d, line);
    }
    end_command(d);
    free(copy);
    if (!d->checked) fail_msg("%s/%s: no row of its example was compared", c->axis, c->name);
}

static void every_example_is_what_is_computed(void **state) {
    desk *d = *state;
    for (size_t i = 0; i < lg_choice_count(); i++) {
        const lg_choice c = lg_choice_at(i);
        if (!*c.example && strstr(c.properties, "experimental")) continue;
        for (size_t a = 0; a < sizeof axes / sizeof *axes; a++)
            if (!strcmp(c.axis, axes[a])) check_example(d, &c);
    }
}

static void expect_narrow(const lg_choice *c, const char *what, const char *text) {
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (strcspn(line, "\n") > COLUMNS)
            fail_msg("%s/%s: a line of its %s has more than %d columns: %.*s", c->axis, c->name, what, COLUMNS,
                     (int)strcspn(line, "\n"), line);
}

/* `show` prints formulas and examples as they are written, so each line must fit the page. */
static void lines_of_formulas_and_examples_fit(void **state) {
    (void)state;
    for (size_t i = 0; i < lg_choice_count(); i++) {
        const lg_choice c = lg_choice_at(i);
        expect_narrow(&c, "formula", c.formula), expect_narrow(&c, "example", c.example);
    }
}

/* ---- encodings ---- */

/* The contextual vectors e[p] of a new model are zeros. The last line of the example of cope assumes e[p] = (p, p, p,
 * p) / 4, so this test checks that line. */
static void contextual_positions_are_those_of_the_example(void **state) {
    (void)state;
    enum { P = 4 };
    static const int32_t key_end[LG_PAD(ONES)] = {1, 2, 3, 4};
    real ones[ONES * ONES], e[(P + 1) * ONES], extra[ONES * LG_PAD(ONES)];
    double scratch[64];
    const lg_view content = {ones, 0};
    lg_choice cope;
    assert_true(lg_choice_find("encoding/cope", &cope));
    for (int i = 0; i < ONES * ONES; i++) ones[i] = 1;
    for (int i = 0; i < (P + 1) * ONES; i++) e[i] = (real)(i / ONES) / ONES;
    lg_contextual_scores a = {.S = 1, .T = ONES, .Q = ONES, .H = 1, .D = ONES, .P = P, .q = content, .k = content};
    a.e = (lg_view){e, 0}, a.extra = (lg_view){extra, 0}, a.scratch = (lg_view){scratch, 0};
    a.key_end = (lg_view){(void *)key_end, 0};
    lg_kernels_ref.contextual_scores(&lg_kernels_ref, &a);
    const char *at = strrchr(cope.example, ':');
    assert_non_null(at++);
    for (int j = 0; j < ONES; j++) {
        char *end;
        const double want = (ONES + (double)extra[j * LG_PAD(ONES) + ONES - 1]) / 2, got = strtod(at, &end);
        if (!(fabs(got - want) < 1e-5)) fail_msg("key %d: %.6g", j, want);
        at = end;
    }
    assert_true(!*at);
}

static void count_parameter(void *user, const lg_parameter *p) {
    size_t count = 1;
    for (int i = 0; i < p->rank; i++) count *= p->shape[i];
    *(size_t *)user += count;
}

static size_t parameters_with(desk *d, const char *encoding) {
    size_t count = 0;
    forget(d);
    assert_int_equal(lg_config_new(d->context, &d->config), LG_OK);
    set(d, "encoding", encoding);
    if (lg_inspect_model(d->config, count_parameter, &count) != LG_OK) fail_msg("%s", lg_error_text(d->context));
    return count;
}

/* An encoding lists trained parameters if and only if a model has parameters for it. */
static void encodings_tell_what_they_train(void **state) {
    desk *d = *state;
    const size_t without = parameters_with(d, "none");
    for (const lg_encoding *const *e = lg_encodings; *e; e++)
        if ((parameters_with(d, (*e)->name) > without) != !!(*e)->trained)
            fail_msg("%s: %zu numbers more", (*e)->name, parameters_with(d, (*e)->name) - without);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, sit_down, clear_up)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(every_example_is_what_is_computed),
        TEST(lines_of_formulas_and_examples_fit),
        TEST(contextual_positions_are_those_of_the_example),
        TEST(encodings_tell_what_they_train),
    };
    return cmocka_run_group_tests_name("examples", tests, NULL, NULL);
}
