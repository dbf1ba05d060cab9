/* validate.c: checks of single settings, each without regard to the other settings. Error messages contain the location
 * and a suggestion. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "api/catalogue.h"
#include "config/axes.h"
#include "config/block_pattern.h"
#include "config/config.h"
#include "config/formula_file.h"
#include "config/preset.h"
#include "data/custom.h"
#include "lengthen.h"

/* Omits the key at the beginning of a message if `where`, which comes before the message, is the flag of this key, such
 * as "--metric". */
static const char *behind_key(const char *text, const char *where) {
    const char *flag = where + strspn(where, "-");
    if (flag == where) return text;
    const char *key = lg_key_full_name(flag);
    const size_t length = strlen(key);
    return !strncmp(text, key, length) && !strncmp(text + length, ": ", 2) ? text + length + 2 : text;
}

bool lg_fail_at_location(lg_error *err, lg_status code, const char *where, const char *format, ...) {
    char text[sizeof err->text];
    va_list words;
    va_start(words, format);
    vsnprintf(text, sizeof text, format, words);
    va_end(words);
    return lg_fail(err, code, "%s%s%s", where, *where == '\0' ? "" : ": ", behind_key(text, where));
}

bool lg_fail_saved(lg_error *err, const char *what, const lg_error *words) {
    if (words->code == LG_USAGE && !strcmp(words->keys, "data")) return lg_fail_like(err, words, "%s", words->text);
    return words->code == LG_USAGE ? lg_fail(err, LG_CORRUPT, "%s is damaged: %s (undo the edit)", what, words->text)
                                   : lg_fail_like(err, words, "%s", words->text);
}

/* ---- names ---- */

const char *lg_key_full_name(const char *key) {
    const char *of_flag = lg_option_of_flag(key);
    if (of_flag) return of_flag;
    const size_t length = strlen(key);
    if (length < 5 || strcmp(key + length - 5, ".name")) return key;
    for (const lg_axis_row *a = lg_axes; a->key; a++)
        if (strlen(a->key) == length - 5 && !strncmp(key, a->key, length - 5)) return a->key;
    return key;
}

/* A look-up of a key: the first option of that name, and whether any option of that name accepts the value. */
typedef struct lookup {
    const char *key, *value;
    const lg_option *first;
    bool fits;
} lookup;

static bool find_option(void *user, const lg_option *o, const lg_axis_row *axis, const lg_entry *entry) {
    lookup *l = user;
    (void)axis, (void)entry;
    if (strcmp(o->name, l->key)) return true;
    if (!l->first) l->first = o;
    l->fits = !l->value || lg_option_check(o, l->value, NULL);
    return !l->fits;
}

/* All names of options, including short ones, and the first name that ends in a dot and `key`. */
typedef struct known {
    const char *key, *tail, **names;
    size_t count, capacity;
} known;

static bool add_name(known *k, const char *name) {
    if (k->count == k->capacity) {
        const char **names = realloc(k->names, (2 * k->capacity + 64) * sizeof *names);
        if (!names) return false;
        k->names = names;
        k->capacity = 2 * k->capacity + 64;
    }
    k->names[k->count++] = name;
    return true;
}

static bool gather(void *user, const lg_option *o, const lg_axis_row *axis, const lg_entry *entry) {
    known *k = user;
    (void)axis, (void)entry;
    const char *dot = strrchr(o->name, '.'), *flag = lg_option_flag(o->name);
    if (dot && !strcasecmp(dot + 1, k->key) && !k->tail) k->tail = o->name;
    return add_name(k, o->name) && (*flag == '\0' || add_name(k, flag));
}

const char *lg_key_suggestion(const char *key) {
    const char *of_flag = lg_option_of_flag(key);
    if (of_flag) return of_flag;
    known k = {.key = key};
    lg_options_walk(gather, &k);
    const char *name = k.tail ? k.tail : lg_nearest(key, k.names, k.count);
    free(k.names);
    return name ? lg_key_full_name(name) : NULL;
}

const lg_option *lg_key_option(const char *key) {
    lookup l = {.key = key};
    lg_options_walk(find_option, &l);
    return l.first;
}

bool lg_key_check(const char *key, const char *where, lg_error *err) {
    if (lg_key_option(key)) return true;
    const char *suggestion = lg_key_suggestion(key);
    if (!strcmp(key, "preset"))
        return lg_fail_at_location(err, LG_USAGE, where,
                                   "there is no option 'preset'; name a preset under base: in a file, or with "
                                   "--preset");
    char word[LG_OTHER_WORD];
    if (!strcmp(key, "on-end"))
        return lg_fail_at_location(err, LG_USAGE, where,
                                   "there is no option 'on-end': a command can be given only as a flag, --on-end");
    if (lg_other_word(key, strlen(key), "", word))
        return lg_fail_at_location(err, LG_USAGE, where, "there is no option '%.64s'%s", key, word);
    if (!suggestion) return lg_fail_at_location(err, LG_USAGE, where, "there is no option '%.64s'", key);
    return lg_fail_at_location(err, LG_USAGE, where, "there is no option '%.64s'; did you mean '%s'?", key, suggestion);
}

static bool entry_check(const lg_custom_list *custom, const lg_axis_row *axis, const char *name, const char *where,
                        lg_error *err) {
    if (lg_axis_entry(axis, lg_axis_first_name(axis->key, name))) return true;
    if (!strcmp(axis->key, "data") && lg_custom_find(custom, name)) return true;
    char words[700], meant[300];
    const bool is_meant = lg_choice_meant(axis->key, name, meant, sizeof meant);
    if (strpbrk(name, ",:"))
        snprintf(words, sizeof words, "blocks can differ only in encoding, mask, scale and attention");
    else if (lg_is_preset(name)) /* a name from a paper may be the name of a preset, which sets several choices */
        snprintf(words, sizeof words, "it is a preset: --preset %.64s%s%s", name, is_meant ? "; " : "",
                 is_meant ? meant : "");
    else if (is_meant)
        snprintf(words, sizeof words, "%s", meant);
    else
        snprintf(words, sizeof words, "there are: "), lg_choice_list(axis->key, words + 11, sizeof words - 11);
    return lg_fail_at_location(err, LG_USAGE, where, "there %s no %s '%.64s'; %s",
                               strcmp(axis->key, "positions") ? "is" : "are", axis->key, name, words);
}

/* Checks a pattern. */
static bool pattern_check(const lg_custom_list *custom, const lg_axis_row *axis, const char *value, const char *where,
                          lg_error *err) {
    lg_error words = {0};
    lg_pattern_items p;
    char name[64];
    for (const char *at = value; *at != '\0'; at += strcspn(at, ","), at += *at == ',') {
        at += strspn(at, " ");
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, " ,:"), at);
        if (*name != '\0' && !entry_check(custom, axis, name, where, err)) return false;
    }
    lg_arena *arena = lg_arena_new();
    const bool good = arena ? lg_pattern_items_read(axis, value, arena, &p, &words)
                            : lg_fail(&words, LG_FAILED, "out of memory: the config");
    lg_arena_free(arena);
    return good || lg_fail_at_location(err, words.code, where, "%s", words.text);
}

bool lg_value_check(const lg_custom_list *custom, const char *key, const char *value, const char *where,
                    lg_error *err) {
    const lg_axis_row *axis = lg_axis_find(key);
    if (axis && lg_axis_has_patterns(axis) && lg_is_pattern(value))
        return pattern_check(custom, axis, value, where, err);
    if (axis && lg_is_formula_file(key, value)) {
        lg_error words = {0};
        return lg_formula_file_check(value, key, &words) ||
               lg_fail_at_location(err, words.code, where, "%s", words.text);
    }
    if (axis) return entry_check(custom, axis, value, where, err);
    lookup l = {.key = key, .value = value};
    lg_options_walk(find_option, &l);
    lg_error words = {0};
    return l.fits || !l.first || lg_row_check(l.first, value, &words) ||
           lg_fail_at_location(err, words.code, where, "%s", words.text);
}
