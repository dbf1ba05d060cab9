/* test_combinations.c: the combinations that the other suites test. Every entry of every axis is among them. Each pair
 * of values that the program accepts occurs in at least one tested combination (a row). The factors form groups, and
 * the program accepts exactly the product of the groups' states. */
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "api/catalogue.h"
#include "lengthen.h"
#include "pairwise.h"

#include <cmocka.h>

enum { DOUBLE = sizeof(real) == 8 }; /* the double build has no bfloat16 */

/* ---- tested combinations ---- */

static void every_axis_and_option_is_a_factor(void **state) {
    (void)state;
    const space *s = whole_space();
    int axes = 0;
    for (int a = 0; lg_axes[a].key; a++) {
        if (!lg_key_is_identity(lg_axes[a].key)) continue;
        const factor *f = &s->factors[axes];
        int entries = 0;
        assert_string_equal(f->key, lg_axes[a].key);
        for (const lg_entry *const *e = lg_axes[a].entries; *e; e++)
            if (!is_left_out((*e)->name)) assert_string_equal(s->name[f->first + entries++], (*e)->name);
        assert_int_equal(f->count, entries);
        axes++;
    }
    assert_true(axes > 0 && s->count > axes);
}

static bool is_there(const space *s, int value) {
    const row_list *states = &s->states[s->factors[s->factor_of[value]].group];
    for (size_t i = 0; i < states->count; i++)
        if (has_value(s, &states->row[i], value)) return true;
    return false;
}

/* Skips bfloat16 in the double build, data that comes from files, and entries that only such data use, such as stores
 * of earlier segments (test_memory.c, test_memories.c). */
static bool is_visited(const char *name) {
    static const char *const without[] = {"pairs",         "text",     "masked_text", "enwik8", "text8", "wikitext",
                                          "penn_treebank", "segments", "zeros",       "joint",  "bypass"};
    for (size_t i = 0; i < sizeof without / sizeof *without; i++)
        if (!strcmp(name, without[i])) return false;
    return !DOUBLE || strcmp(name, "bf16");
}

static void every_tested_value_is_accepted_somewhere(void **state) {
    (void)state;
    const space *s = whole_space();
    for (int v = 0; v < s->values; v++)
        if (is_there(s, v) != is_visited(s->name[v])) fail_msg("%s is wrongly visited or wrongly skipped", s->name[v]);
}

/* ---- pairs ---- */

/* The program accepts each row, each row occurs once, and the rows cover all possible pairs; some pairs are
 * impossible. */
static void rows_have_all_pairs(void **state) {
    (void)state;
    static pairs p;
    static bool seen[VALUES][VALUES];
    const space *s = whole_space();
    row_list all = covering_array(s);
    long covered = 0, missing = 0, wrong = 0;
    find_pairs(s, &p);
    for (size_t i = 0; i < all.count; i++) {
        if (!is_accepted(s, &all.row[i])) fail_msg("row %zu is refused", i);
        for (int e = 0; e < s->count; e++)
            for (int f = 0; f < s->count; f++) seen[all.row[i].value[e]][all.row[i].value[f]] = true;
    }
    for (int a = 0; a < s->values; a++)
        for (int b = a + 1; b < s->values; b++) {
            if (s->factor_of[a] == s->factor_of[b]) continue;
            covered += seen[a][b];
            missing += !seen[a][b];
            wrong += seen[a][b] != p.allowed[a][b];
        }
    assert_int_equal(wrong, 0);
    print_message("%zu rows cover %ld pairs of values; %ld pairs are incompatible\n", all.count, covered, missing);
    assert_true(covered > missing && missing > 0);
    free(all.row);
}

/* True for two choices on which the table of rules and the tested combinations may differ. Some choices are tested only
 * with options other than their defaults, combinations whose results are not finite are skipped, and settings that
 * recurrent networks ignore are omitted. */
static bool is_visited_otherwise(const char *a, const char *b) {
    static const char *const names[] = {"recurrent", "window", "chunk", "adafactor"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(a, names[i]) || !strcmp(b, names[i])) return true;
    return !strcmp(b, "t5") && (!strcmp(a, "no_norm") || !strcmp(a, "scalar")); /* is_too_large */
}

/* The table of rules and the tested combinations agree on which pairs of choices, with default options, are allowed. */
static void the_table_of_rules_agrees(void **state) {
    (void)state;
    static pairs p;
    const space *s = whole_space();
    lg_context *c = lg_context_new();
    int wrong = 0, refused = 0;
    find_pairs(s, &p);
    for (int a = 0; a < s->values; a++)
        for (int b = a + 1; b < s->values; b++) {
            const factor *x = &s->factors[s->factor_of[a]], *y = &s->factors[s->factor_of[b]];
            if (x == y || x->option || y->option || !is_there(s, a) || !is_there(s, b)) continue;
            if (is_visited_otherwise(s->name[a], s->name[b])) continue;
            const char *const axes[2] = {x->key, y->key}, *const names[2] = {s->name[a], s->name[b]};
            const lg_together together = lg_choices_together(c, axes, names);
            refused += together == LG_TOGETHER_NO;
            if (together == LG_TOGETHER_UNKNOWN || (together == LG_TOGETHER_YES) == p.allowed[a][b]) continue;
            print_message("%s: %s and %s: %s\n", x->key, names[0], names[1],
                          p.allowed[a][b] ? lg_error_text(c) : "accepted, but in no combination");
            wrong++;
        }
    assert_true(refused > 50);
    assert_int_equal(wrong, 0);
    lg_context_free(c);
}

/* ---- the product ---- */

/* Is the row, restricted to any group's factors, one of that group's states? */
static bool is_in_product(const space *s, const row *r) {
    for (int g = 0; g < s->count; g++) {
        const row_list *states = &s->states[g];
        bool found = s->factors[g].group != g;
        for (size_t i = 0; i < states->count && !found; i++) {
            found = true;
            for (int f = 0; f < s->count; f++)
                if (s->factors[f].group == g && states->row[i].value[f] != r->value[f]) found = false;
        }
        if (!found) return false;
    }
    return true;
}

static long check(const space *s, const row *r) {
    const bool accepted = is_accepted(s, r);
    if (accepted != is_in_product(s, r)) {
        char settings[SETTINGS];
        write_settings(s, r, settings);
        fail_msg("%s: %s", settings, accepted ? "accepted, but not in the product" : "refused, but in the product");
    }
    return accepted;
}

static long check_each(const space *s, row *r, int f) {
    long accepted = 0;
    if (f == s->count) return check(s, r);
    const factor *x = &s->factors[f];
    for (int v = x->first; v < x->first + x->count; v++) {
        if (v != x->fallback && is_in_pairs_alone(x)) continue;
        r->value[f] = v;
        accepted += check_each(s, r, f + 1);
    }
    return accepted;
}

/* A random value of every factor, or a row of the product with one value changed. */
static row draw_row(const space *s, lg_random *random, bool near) {
    row r;
    for (int f = 0; f < s->count; f++)
        r.value[f] = s->factors[f].first + (int)lg_random_below(random, (uint32_t)s->factors[f].count);
    for (int g = 0; near && g < s->count; g++) {
        if (!s->states[g].count) continue;
        const row *part = &s->states[g].row[lg_random_below(random, (uint32_t)s->states[g].count)];
        for (int f = 0; f < s->count; f++)
            if (s->factors[f].group == g) r.value[f] = part->value[f];
    }
    const int f = (int)lg_random_below(random, (uint32_t)s->count);
    r.value[f] = s->factors[f].first + (int)lg_random_below(random, (uint32_t)s->factors[f].count);
    return r;
}

/* Groups are independent. With COMBINATIONS=product all choices are tried; otherwise random ones. */
static void the_program_accepts_the_product(void **state) {
    (void)state;
    const space *s = whole_space();
    row r;
    if (is_product()) {
        assert_int_equal(check_each(s, &r, 0), DOUBLE ? 1467000 : 2934000);
        return;
    }
    lg_random random = lg_random_from(lg_key_root(3));
    int accepted = 0;
    for (int i = 0; i < 3000; i++) {
        r = draw_row(s, &random, i % 3);
        accepted += check(s, &r);
    }
    assert_true(accepted > 500 && accepted < 2500);
}

/* ---- parts ---- */

static long visits;
static void look_for(const char *settings) {
    visits++;
    /* Recurrent networks ignore the mask. */
    const bool masked = strstr(settings, "mask=causal") || strstr(settings, "architecture=recurrent");
    if (!masked || !strstr(settings, "train.lr=0.5")) fail_msg("%s", settings);
}

static void what_is_fixed_is_in_every_combination(void **state) {
    (void)state;
    const char *fixed = "mask=causal task=odds_first train.lr=0.5 schedule=cosine curriculum=fixed scale=one";
    const long count = each_combination(fixed, look_for);
    assert_true(count > 0);
    assert_int_equal(visits, visits_of(fixed, count));
}

/* ---- identities ---- */

/* The identity of a config omits newer options that have their fallback values. Asserts that an identity, read as
 * settings, resolves to a config with the same identity. Checkpoints need this: reading a checkpoint compares the
 * identities of two configs. Returns false if the settings are refused. */
static bool reads_back(const char *settings) {
    lg_error err = {0};
    lg_resolved_config *d = bench_resolve(settings, &err), *back = NULL;
    lg_assignments s = {.identity = true};
    if (!d) return false;
    if (lg_assignments_read(&s, d->identity, strlen(d->identity), "identity", &err))
        back = lg_assignments_resolve(&s, &err);
    if (!back) fail_msg("%s: %s", settings, err.text);
    assert_string_equal(back->identity, d->identity);
    lg_assignments_clear(&s);
    lg_resolved_config_free(back);
    lg_resolved_config_free(d);
    return true;
}

static void assert_reads_back(const char *settings) {
    assert_true(reads_back(settings));
}

static void identities_are_read_back(void **state) {
    (void)state;
    assert_each_combination("", assert_reads_back);
    const lg_axis_row *data = lg_axis_find("data"), *architecture = lg_axis_find("architecture");
    int count = 0;
    for (const lg_entry *const *x = data->entries; *x; x++)
        for (const lg_entry *const *y = architecture->entries; *y; y++) {
            char settings[SETTINGS] = "";
            append(settings, "data", strlen("data"), (*x)->name);
            append_small(settings, (*x)->options);
            append(settings, "architecture", strlen("architecture"), (*y)->name);
            append_small(settings, (*y)->options);
            count += reads_back(settings);
        }
    assert_true(count > 0);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_axis_and_option_is_a_factor),
        cmocka_unit_test(every_tested_value_is_accepted_somewhere),
        cmocka_unit_test(rows_have_all_pairs),
        cmocka_unit_test(the_table_of_rules_agrees),
        cmocka_unit_test(the_program_accepts_the_product),
        cmocka_unit_test(what_is_fixed_is_in_every_combination),
        cmocka_unit_test(identities_are_read_back),
    };
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests_name("combinations", tests, NULL, NULL);
}
