/* test_hints.c: messages that refuse a pair of choices suggest other choices. Users who follow the suggestions reach a
 * valid model after a few messages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "combinations.h"
#include "config/describe.h"

enum { WORDS = 2 * SETTINGS, FOLLOWED = 4 };

/* Replaces the setting with that key, or appends a setting. Each setting is a word KEY=VALUE after a blank. */
static void put_setting(char settings[WORDS], const char *key, size_t key_size, const char *value, size_t value_size) {
    char rest[WORDS], word[200];
    snprintf(word, sizeof word, " %.*s=", (int)key_size, key);
    char *at = strstr(settings, word);
    if (!at) at = settings + strlen(settings);
    snprintf(rest, sizeof rest, "%s", *at == '\0' ? "" : at + 1 + strcspn(at + 1, " "));
    snprintf(at, WORDS - (size_t)(at - settings), "%s%.*s%s", word, (int)value_size, value, rest);
}

/* Applies "--KEY VALUE" or "--KEY=VALUE". Returns the text after the option, or NULL if there is no option. Sets *own
 * if the value is in capitals, such as FILE: users must fill it in. */
static const char *follow_flag(const char *words, char settings[WORDS], bool *own) {
    if (strncmp(words, "--", 2)) return NULL;
    const char *key = words + 2, *value = key + strcspn(key, " =),");
    if (*value != ' ' && *value != '=') return NULL;
    const size_t size = strcspn(value + 1, " ,;)");
    *own = strspn(value + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == size;
    put_setting(settings, key, (size_t)(value - key), value + 1, size);
    return value + 1 + size;
}

/* Applies one suggestion: "--KEY VALUE and --KEY VALUE". */
static bool follow(const char *words, char settings[WORDS], bool *own) {
    words = follow_flag(words, settings, own);
    while (words && !*own && !strncmp(words, " and ", 5)) words = follow_flag(words + 5, settings, own);
    return words;
}

/* Removes the setting KEY if the message is "KEY is not used with ...". */
static bool leave_out(const char *message, char settings[WORDS]) {
    const char *end = strstr(message, " is not used with ");
    char word[200];
    if (!end) return false;
    snprintf(word, sizeof word, " %.*s=", (int)(end - message), message);
    char *at = strstr(settings, word);
    if (!at) return false;
    const char *rest = at + 1 + strcspn(at + 1, " ");
    memmove(at, rest, strlen(rest) + 1);
    return true;
}

static bool is_refused(const char *settings, lg_error *err) {
    *err = (lg_error){0};
    lg_resolved_config *d = bench_resolve(settings, err);
    lg_model *m = d ? lg_model_of(d->values, lg_kernels_find(NULL), err) : NULL;
    const bool refused = !m;
    lg_model_free(m);
    lg_resolved_config_free(d);
    return refused;
}

/* Where suggestions lead, from best to worst: to a valid model; to a value that users must fill in; nowhere. */
typedef enum way { MODEL, OWN, NOWHERE } way;

/* Follows all suggestions of a message, then those of the next message, for up to `left` messages. Appends the messages
 * to `words`. */
static way find_way(const char *settings, int left, char words[], size_t size) {
    char next[WORDS];
    lg_error err;
    bool own = false;
    if (!is_refused(settings, &err)) return MODEL;
    if (err.code != LG_USAGE) fail_msg("%s: %s", settings, err.text);
    const size_t used = strlen(words);
    snprintf(words + used, size - used, "\n   %s\n     %s", settings, err.text);
    if (strstr(err.text, "(expected ")) return OWN;
    if (left == 0) return NOWHERE;
    snprintf(next, sizeof next, "%s", settings);
    if (leave_out(err.text, next)) return find_way(next, left - 1, words, size);
    way best = NOWHERE;
    const char *advice = strstr(err.text, "(use --");
    for (const char *one = advice ? advice + strlen("(use ") : NULL; one && best != MODEL; one = strstr(one, "--")) {
        snprintf(next, sizeof next, "%s", settings);
        const way found = !follow(one, next, &own) ? NOWHERE : own ? OWN : find_way(next, left - 1, words, size);
        if (found < best) best = found;
        one = strstr(one, ", or ");
        if (!one) break;
    }
    return best;
}

static long counts[NOWHERE + 1];

static void try_settings(const char *settings) {
    char first[WORDS], words[60 * WORDS] = "";
    snprintf(first, sizeof first, " %s", settings);
    const way found = find_way(first, FOLLOWED, words, sizeof words);
    counts[found]++;
    if (found == NOWHERE) printf("%s leads nowhere:%s\n", settings, words);
}

static void append_entry(char *out, const lg_axis_row *axis, const lg_entry *entry) {
    append(out, axis->key, strlen(axis->key), entry->name);
    append_small(out, entry->options);
}

/* All pairs of entries of two axes. */
static void test_pairs_of_entries(void **state) {
    (void)state;
    for (int a = 0; lg_axes[a].key; a++)
        for (int b = 0; b < a; b++)
            for (const lg_entry *const *x = lg_axes[a].entries; *x; x++)
                for (const lg_entry *const *y = lg_axes[b].entries; *y; y++) {
                    char settings[SETTINGS] = "";
                    append_entry(settings, &lg_axes[a], *x);
                    append_entry(settings, &lg_axes[b], *y);
                    try_settings(settings);
                }
    printf("pairs that are a model, or come to one: %ld; that users have to add to: %ld\n", counts[MODEL], counts[OWN]);
    assert_int_equal(counts[NOWHERE], 0);
    assert_true(counts[MODEL] > 5 * counts[OWN]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pairs_of_entries)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
