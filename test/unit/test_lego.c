/* test_lego.c: the LEGO tasks: their texts, sizes and random choices, and the checks of their records. */
#include "data/lego.h"
#include "text_sets.h"

static const char *const names[] = {"lego_chain", "lego_perm"};

static void they_are_those_of_the_study(void **state) {
    (void)state;
    for (int t = 0; t < 2; t++) {
        assert_vocabulary(names[t], 54);
        assert_depends(names[t]);
    }
}

/* Asserts the text for a chain of variables (`letters`), whose values have these signs. query: the index of the queried
 * variable. order: the order of the clauses. */
static void assert_lego(const char *letters, const char *signs, int query, const int *order, const char *wanted) {
    char source[LONGEST], target[LONGEST], both[2 * LONGEST];
    set s = set_open("lego_perm", "4..8", NULL, NULL);
    lg_lego_question x = {.chain = {.count = (int)strlen(letters), .query = query}};
    lg_text_writer to_source = {.text = source, .size = LONGEST}, to_target = {.text = target, .size = LONGEST};
    for (int i = 0; i < x.chain.count; i++) {
        x.chain.variable[i] = letters[i];
        x.chain.value[i] = signs[i] == '-' ? -1 : 1;
        x.order[i] = order[i];
    }
    lg_lego_write(s.data, &x, &to_source, &to_target);
    snprintf(both, sizeof both, "%s %s", source, target);
    assert_string_equal(both, wanted);
    set_close(&s);
}

static void lego_strings_are_those_of_the_study(void **state) {
    static const int chain[] = {0, 1, 2, 3}, perm[] = {2, 4, 1, 0, 3};
    (void)state;
    assert_lego("abcd", "-+++", 2, chain,
                "If a = -1, b = - a, c = + b, d = + c. Then, what is the value of c? The answer is +1.");
    assert_lego("qtfk", "+-++", 3, chain,
                "If q = +1, t = - q, f = - t, k = + f. Then, what is the value of k? The answer is +1.");
    assert_lego("qtcfr", "-++--", 4, perm,
                "If c = + t, r = + f, t = - q, q = -1, f = - c. Then, what is the value of r? The answer is -1.");
}

static void lego_is_asked_for_the_second_half(void **state) {
    (void)state;
    for (int t = 0; t < 2; t++) {
        set s = set_open(names[t], "4..8", NULL, NULL);
        assert_int_equal(lg_dataset_count(s.data, LG_SPLIT_TRAIN, 8), 20000);
        assert_int_equal(lg_dataset_count(s.data, LG_SPLIT_TRAIN, 7), 6666 * 3);
        assert_int_equal(lg_dataset_count(s.data, LG_SPLIT_VALIDATION, 8), 3000);
        assert_int_equal(lg_dataset_count(s.data, LG_SPLIT_TEST, 16), 156 * 8);
        assert_int_equal(lg_dataset_count(s.data, LG_SPLIT_TEST, 1), 0);
        assert_int_equal(lg_dataset_count(s.data, LG_SPLIT_TEST, 27), 0);
        for (int n = 2; n <= LG_LEGO_LONGEST; n++) {
            char cell[64], wanted[64];
            for (int i = 0; i < 2 * (n / 2); i++) {
                const lg_record *r = draw(&s, LG_SPLIT_TEST, n, i);
                assert_int_equal(r->cell, i % (n / 2));
                assert_target_is_checked(&s);
                s.record.cell += r->cell == 0 ? 1 : -1;
                assert_false(s.data->entry->methods->check(s.data, r));
                s.data->entry->methods->name_cell(s.data, n, i % (n / 2), cell, sizeof cell);
                snprintf(wanted, sizeof wanted, "variable-%d", (n + 1) / 2 + i % (n / 2));
                assert_string_equal(cell, wanted);
            }
        }
        draw(&s, LG_SPLIT_TEST, 8, 0);
        assert_int_equal(s.record.n + s.record.m, 55);
        draw(&s, LG_SPLIT_TEST, 16, 0);
        assert_int_equal(s.record.n + s.record.m, 95);
        set_close(&s);
    }
}

/* Writes the clauses of a record: its text up to the first full stop. */
static void write_clauses(const set *s, int64_t index, char out[LONGEST]) {
    write_both(s, LG_SPLIT_TRAIN, 8, index, out);
    *strchr(out, '.') = '\0';
}

/* Questions about the same chain are consecutive records. If clauses are permuted, each of these records has another
 * order. */
static void lego_asks_a_chain_several_times(void **state) {
    set chain = set_open("lego_chain", "4..8", NULL, NULL), perm = set_open("lego_perm", "4..8", NULL, NULL);
    char first[LONGEST], next[LONGEST];
    int same = 0;
    (void)state;
    for (int64_t i = 0; i < 400; i++) {
        write_clauses(&chain, i, first);
        write_clauses(&chain, i + 1, next);
        assert_int_equal(!strcmp(first, next), i % 4 != 3);
        write_clauses(&perm, i, first);
        write_clauses(&perm, i + 1, next);
        same += !strcmp(first, next);
    }
    assert_true(same <= 1); /* the same order twice is rare: there are 40,320 orders */
    set_close(&chain);
    set_close(&perm);
}

static void lego_checks_what_it_reads(void **state) {
    static const struct {
        int cell;
        const char *source;
    } wrong[] = {{0, "If a = -1, b = - a, c = + b, d = + c. Then, what is the value of d?"},
                 {0, "If a = -1, b = - a, c = + b, d = + c. Then, what is the value of b?"},
                 {0, "If a = -1, b = - a, c = + b, d = + c. Then, what is the value of z?"},
                 {0, "If a = +1, b = - a, c = + b, d = + c. Then, what is the value of c?"},
                 {0, "If a = -1, b = + a, c = + b, d = + c. Then, what is the value of c?"},
                 {0, "If a = -1, b = - a, c = + b, a = + c. Then, what is the value of c?"},
                 {0, "If a = -1, b = - a, c = + a, d = + c. Then, what is the value of c?"},
                 {0, "If a = -1, b = - a, c = + b, d = +1. Then, what is the value of c?"},
                 {0, "If a = + d, b = - a, c = + b, d = + c. Then, what is the value of c?"},
                 {0, "If a = -1, b = - a, c = + b, d = + e. Then, what is the value of c?"},
                 {0, "If a = -1, b = - a, c = + b. d = + c. Then, what is the value of c?"},
                 {0, "a = -1, b = - a, c = + b, d = + c. Then, what is the value of c?"},
                 {0, "If a = -1, b = - a, c = + b, d = + c. Then what is the value of c?"}};
    static const char chain[] = "If a = -1, b = - a, c = + b, d = + c. Then, what is the value of c?";
    static const char perm[] = "If c = + b, b = - a, d = + c, a = -1. Then, what is the value of c?";
    set sets[] = {set_open("lego_chain", "4..8", NULL, NULL), set_open("lego_perm", "4..8", NULL, NULL)};
    (void)state;
    for (int t = 0; t < 2; t++) {
        assert_true(is_right(&sets[t], 4, 0, chain, "The answer is +1."));
        assert_false(is_right(&sets[t], 4, 0, chain, "The answer is -1."));
        assert_false(is_right(&sets[t], 4, 0, chain, "The answer is +1"));
        assert_false(is_right(&sets[t], 4, 1, chain, "The answer is +1."));
        assert_false(is_right(&sets[t], 3, 0, chain, "The answer is +1."));
        assert_int_equal(is_right(&sets[t], 4, 0, perm, "The answer is +1."), t == 1);
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
            if (is_right(&sets[t], 4, wrong[i].cell, wrong[i].source, "The answer is +1."))
                fail_msg("%s", wrong[i].source);
        set_close(&sets[t]);
    }
}

static void lego_chains_are_any(void **state) {
    enum { TRIALS = 6000 };
    set s = set_open("lego_perm", "3", NULL, NULL);
    char text[LONGEST];
    int first[26] = {0}, last[26] = {0}, positive = 0, flipped = 0, orders[6] = {0};
    (void)state;
    for (int i = 0; i < TRIALS; i++) {
        const lg_text_example e = {.split = LG_SPLIT_TRAIN, .length = 3, .number = i};
        const lg_lego x = lg_lego_draw(s.data, &e);
        first[x.variable[0] - 'a']++;
        last[x.variable[2] - 'a']++;
        positive += x.value[2] > 0;
        flipped += x.value[2] != x.value[1];
        assert_true(x.variable[0] != x.variable[1] && x.variable[0] != x.variable[2] && x.variable[1] != x.variable[2]);
        write_both(&s, LG_SPLIT_TRAIN, 3, i, text);
        int place[3]; /* where each clause is */
        for (int v = 0; v < 3; v++) {
            const char clause[] = {' ', x.variable[v], ' ', '=', '\0'};
            place[v] = (int)(strstr(text, clause) - text);
        }
        orders[2 * ((place[1] < place[0]) + (place[2] < place[0])) + (place[2] < place[1])]++;
    }
    for (int c = 0; c < 26; c++) {
        assert_share(first[c], TRIALS, 1. / 26);
        assert_share(last[c], TRIALS, 1. / 26);
    }
    assert_share(positive, TRIALS, 0.5);
    assert_share(flipped, TRIALS, 0.5);
    for (int o = 0; o < 6; o++) assert_share(orders[o], TRIALS, 1. / 6);
    set_close(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_are_those_of_the_study),       cmocka_unit_test(lego_strings_are_those_of_the_study),
        cmocka_unit_test(lego_is_asked_for_the_second_half), cmocka_unit_test(lego_asks_a_chain_several_times),
        cmocka_unit_test(lego_checks_what_it_reads),         cmocka_unit_test(lego_chains_are_any),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
