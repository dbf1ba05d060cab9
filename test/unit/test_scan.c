/* test_scan.c: the language of SCAN has as many commands as the published data set (test/cli/sample.sh compares a
 * digest of their text), and its examples are right. Also tests the task, its splits and its check. */
#include "data/scan.h"
#include "text_sets.h"

static void write_command(int command, char words[LONGEST], char actions[LONGEST]) {
    lg_text_writer to_words = {.text = words, .size = LONGEST}, to_actions = {.text = actions, .size = LONGEST};
    lg_scan_write_command(command, &to_words);
    lg_scan_write_actions(command, &to_actions);
}

static int count_words(const char *text) {
    int count = 1;
    for (; *text != '\0'; text++) count += *text == ' ';
    return count;
}

/* The numbers of commands, by their number of actions and by their number of words, are those of the published file. */
static void commands_are_as_many_as_in_the_data_set(void **state) {
    static const int by_actions[LG_SCAN_ACTIONS_MAX + 1] = {
        [1] = 6,     [2] = 88,    [3] = 398,   [4] = 860,  [5] = 1184, [6] = 1178, [7] = 1104, [8] = 1450, [9] = 1256,
        [10] = 1696, [11] = 1072, [12] = 1578, [13] = 432, [14] = 848, [15] = 688, [16] = 304, [17] = 512, [18] = 784,
        [19] = 448,  [20] = 464,  [21] = 64,   [22] = 576, [24] = 336, [25] = 448, [26] = 512, [27] = 448, [28] = 448,
        [30] = 576,  [32] = 448,  [33] = 256,  [36] = 64,  [40] = 256, [48] = 128};
    static const int by_words[LG_SCAN_WORDS_MAX + 1] = {0, 4, 18, 72, 328, 1288, 3520, 6080, 6400, 3200};
    int actions[LG_SCAN_ACTIONS_MAX + 1] = {0}, words[LG_SCAN_WORDS_MAX + 1] = {0}, sum = 0, longest = 0;
    (void)state;
    for (int c = 0; c < LG_SCAN_COMMANDS; c++) {
        char command[LONGEST], written[LONGEST];
        write_command(c, command, written);
        const int n = lg_scan_actions(c), w = count_words(command);
        assert_true(n >= 1 && n <= LG_SCAN_ACTIONS_MAX && w <= LG_SCAN_WORDS_MAX);
        assert_int_equal(count_words(written), n);
        actions[n]++;
        words[w]++;
        sum += n;
        if (n + w > longest) longest = n + w;
    }
    assert_memory_equal(actions, by_actions, sizeof actions);
    assert_memory_equal(words, by_words, sizeof words);
    assert_int_equal(sum, 299388);
    assert_int_equal(longest, 57);
}

static void commands_are_found_by_their_actions(void **state) {
    int next[LG_SCAN_ACTIONS_MAX + 1] = {0};
    (void)state;
    for (int c = 0; c < LG_SCAN_COMMANDS; c++) {
        const int n = lg_scan_actions(c);
        assert_int_equal(lg_scan_find(n, next[n]++), c);
    }
    for (int n = 0; n <= LG_SCAN_ACTIONS_MAX; n++) assert_int_equal(lg_scan_count(n), next[n]);
    assert_int_equal(lg_scan_count(LG_SCAN_ACTIONS_MAX + 1), 0);
}

static void commands_ask_for_what_the_paper_says(void **state) {
    static const char *const examples[][2] = {
        {"turn opposite left", "Left Left"},
        {"run opposite right twice and walk", "Right Right Run Right Right Run Walk"},
        {"look around left after jump left twice", "Left Jump Left Jump Left Look Left Look Left Look Left Look"},
        {"jump thrice", "Jump Jump Jump"},
        {"walk", "Walk"},
        {"turn around right", "Right Right Right Right"},
        {"turn left thrice after look right", "Right Look Left Left Left"}};
    int found = 0;
    (void)state;
    for (int c = 0; c < LG_SCAN_COMMANDS; c++) {
        char words[LONGEST], actions[LONGEST];
        write_command(c, words, actions);
        for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
            if (!strcmp(words, examples[i][0])) {
                assert_string_equal(actions, examples[i][1]);
                found++;
            }
    }
    assert_int_equal(found, sizeof examples / sizeof *examples);
}

/* ---- the task ---- */

static void its_vocabulary_is_that_of_the_study(void **state) {
    (void)state;
    assert_vocabulary("scan", 23);
}

static void assert_scan_counts(const char *key, const char *value, int64_t train, int64_t validation, int64_t test) {
    set s = set_open("scan", "1..22", key, value);
    const int64_t wanted[] = {train, validation, test};
    for (int k = 0; k < SPLITS; k++) {
        size_t count;
        int64_t sum = 0;
        const int *lengths = s.data->entry->methods->lengths(s.data, splits[k], &count);
        for (size_t i = 0; i < count; i++) {
            assert_true(i == 0 || lengths[i] > lengths[i - 1]);
            sum += lg_dataset_count(s.data, splits[k], lengths[i]);
        }
        assert_int_equal(sum, wanted[k]);
        assert_int_equal(count_all(&s, splits[k], 100), wanted[k]);
    }
    set_close(&s);
}

static void scan_is_split_as_in_the_studies(void **state) {
    (void)state;
    assert_scan_counts(NULL, NULL, 15997, 1777, 3136);
    assert_scan_counts("data.validation", "0", 17774, 0, 3136);
    assert_scan_counts("data.split", "orig", 15291, 1699, 3920);
    set s = set_open("scan", "1..22", "data.split", "orig");
    assert_int_equal(lg_dataset_count(s.data, LG_SPLIT_TEST, 24), 336);
    assert_int_equal(lg_dataset_count(s.data, LG_SPLIT_TRAIN, 24), 0);
    assert_int_equal(lg_dataset_count(s.data, LG_SPLIT_TRAIN, 23), 0);
    set_close(&s);
}

static int compare_texts(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Each command is in exactly one split, where it occurs once and is accepted. */
static void scan_has_every_command_once(void **state) {
    static char *all[LG_SCAN_COMMANDS];
    char text[LONGEST];
    size_t count = 0;
    set s = set_open("scan", "1..22,24,25", NULL, NULL);
    (void)state;
    for (int k = 0; k < SPLITS; k++)
        for (int n = 1; n <= LG_SCAN_ACTIONS_MAX; n++)
            for (int64_t i = 0; i < lg_dataset_count(s.data, splits[k], n); i++) {
                const lg_record *r = draw(&s, splits[k], n, i);
                assert_true(s.data->entry->methods->check(s.data, r));
                assert_true(r->m == n + 1);
                if (i % 97 == 0) assert_target_is_checked(&s);
                write_both(&s, splits[k], n, i, text);
                assert_true(count < LG_SCAN_COMMANDS);
                all[count++] = strdup(text);
            }
    assert_int_equal(count, LG_SCAN_COMMANDS);
    qsort(all, count, sizeof *all, compare_texts);
    for (size_t i = 1; i < count; i++) assert_string_not_equal(all[i - 1], all[i]);
    for (size_t i = 0; i < count; i++) free(all[i]);
    set_close(&s);
}

static void another_seed_holds_other_commands_out(void **state) {
    set s = set_open("scan", "1..25", NULL, NULL), other = set_open("scan", "1..25", "data.seed", "1");
    char a[LONGEST], b[LONGEST];
    int same = 0, count = (int)lg_dataset_count(s.data, LG_SPLIT_VALIDATION, 10);
    (void)state;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            write_both(&s, LG_SPLIT_VALIDATION, 10, i, a);
            write_both(&other, LG_SPLIT_VALIDATION, 10, j, b);
            same += !strcmp(a, b);
        }
    assert_true(count > 100 && same < count / 2); /* on average, a tenth are the same */
    set_close(&s);
    set_close(&other);
}

static void scan_checks_what_it_reads(void **state) {
    static const char *const wrong[][2] = {{"Solve: walk", "Walk Walk"},
                                           {"Solve: turn", "Walk"},
                                           {"walk", "Walk"},
                                           {"Solve: walk walk", "Walk"},
                                           {"Solve: walk twice twice", "Walk"},
                                           {"Solve: walk opposite", "Walk"},
                                           {"Solve: opposite walk", "Walk"},
                                           {"Solve: walk around", "Walk"},
                                           {"Solve: walk and", "Walk"},
                                           {"Solve: and walk", "Walk"},
                                           {"Solve: twice", "Walk"},
                                           {"Solve: left", "Left"},
                                           {"Solve: Walk", "Walk"},
                                           {"Solve:", "Walk"},
                                           {"Solve: [SEP] walk", "Walk"}};
    set s = set_open("scan", "1..25", NULL, NULL);
    (void)state;
    assert_true(is_right(&s, 1, 0, "Solve: walk", "Walk"));
    assert_true(is_right(&s, 2, 0, "Solve: turn opposite left", "Left Left"));
    assert_true(is_right(&s, 4, 0, "Solve: jump and run thrice", "Jump Run Run Run"));
    assert_true(is_right(&s, 4, 0, "Solve: jump after run thrice", "Run Run Run Jump"));
    assert_false(is_right(&s, 4, 0, "Solve: jump after run thrice", "Jump Run Run Run"));
    assert_false(is_right(&s, 5, 0, "Solve: jump and run thrice", "Jump Run Run Run"));
    assert_false(is_right(&s, 3, 0, "Solve: walk and walk and walk", "Walk Walk Walk"));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (is_right(&s, 1, 0, wrong[i][0], wrong[i][1])) fail_msg("%s", wrong[i][0]);
    set_close(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_are_as_many_as_in_the_data_set),
        cmocka_unit_test(commands_are_found_by_their_actions),
        cmocka_unit_test(commands_ask_for_what_the_paper_says),
        cmocka_unit_test(its_vocabulary_is_that_of_the_study),
        cmocka_unit_test(scan_is_split_as_in_the_studies),
        cmocka_unit_test(scan_has_every_command_once),
        cmocka_unit_test(another_seed_holds_other_commands_out),
        cmocka_unit_test(scan_checks_what_it_reads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
