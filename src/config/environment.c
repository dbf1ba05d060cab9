/* environment.c: reads settings from environment variables. The name of a variable is LENGTHEN_ and the key in
 * capitals, with _ in place of dots: LENGTHEN_TRAIN_LR sets train.lr. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "config/axes.h"
#include "config/config.h"

#define PREFIX       "LENGTHEN_"
#define LONGEST_NAME 128 /* maximum length of a variable's name */

static char letter(char c) {
    return c == '.' ? '_' : (char)toupper((unsigned char)c);
}

/* A search for the key of a variable; name: the variable's name without the prefix. */
typedef struct search {
    const char *name, *key;
} search;

static bool is_variable_of(const char *variable, const char *key) {
    while (*key != '\0' && *variable == letter(*key)) variable++, key++;
    return *key == '\0' && *variable == '\0';
}

static bool find_key(void *user, const lg_option *o, const lg_axis_row *axis, const lg_entry *entry) {
    search *s = user;
    (void)axis, (void)entry;
    if (is_variable_of(s->name, o->name)) s->key = o->name;
    return !s->key;
}

/* Returns the key that a misspelt word probably means. If it is an option name of another program, a remark may follow
 * the key. */
static const char *meant(const char *word) {
    const char *other = lg_other_option(word, strlen(word));
    return other ? other : lg_key_suggestion(word);
}

/* Fails because no key belongs to this variable, and suggests a similar variable. */
static bool unknown(const char *name, lg_error *err) {
    char word[LONGEST_NAME], variable[LONGEST_NAME];
    size_t length = 0;
    for (; name[length] != '\0' && length + 1 < sizeof word; length++)
        word[length] = (char)tolower((unsigned char)name[length]);
    word[length] = '\0';
    /* First the name itself is looked up (steps, log_every), then the name with a dot for its first _ (train.stepz). */
    const char *key = meant(word);
    char *line = strchr(word, '_');
    if (line) *line = '.';
    if (!key) key = meant(word);
    if (!key) return lg_fail(err, LG_USAGE, PREFIX "%.64s: there is no option of that name", name);
    for (length = 0; !strchr(" ,", key[length]) && length + 1 < sizeof variable; length++)
        variable[length] = letter(key[length]);
    variable[length] = '\0';
    return lg_fail(err, LG_USAGE, PREFIX "%.64s: there is no option of that name; did you mean " PREFIX "%s?", name,
                   variable);
}

/* Is this a variable of the library that is no setting, or one that is set for the command of --on-end? */
static bool reserved(const char *name) {
    static const char *const names[] = {"KERNELS", "PRESETS", "SHARDS", "ON_END",       "RUN",  "SWEEP",
                                        "STATUS",  "SCORE",   "COUNTS", "SCORE_METRIC", "ERROR"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i])) return true;
    return false;
}

/* Adds the setting of a variable. text: NAME=value without the prefix. */
static bool take(lg_assignments *s, const char *text, lg_error *err) {
    char name[LONGEST_NAME], where[sizeof PREFIX + LONGEST_NAME];
    const int length = (int)strcspn(text, "=");
    snprintf(name, sizeof name, "%.*s", length, text);
    snprintf(where, sizeof where, PREFIX "%s", name);
    const char *value = text + length + (text[length] == '=');
    search find = {.name = name};
    if (reserved(name)) return true;
    lg_options_walk(find_key, &find);
    if (!find.key) return unknown(name, err);
    return lg_value_check(s->custom, find.key, value, where, err) &&
           lg_assignments_add(s, find.key, value, LG_ENVIRONMENT, where, err);
}

bool lg_assignments_add_environment(lg_assignments *s, char *const *variables, lg_error *err) {
    const size_t before = s->count;
    bool good = true;
    for (char *const *v = variables; v && *v && good; v++)
        good = strncmp(*v, PREFIX, strlen(PREFIX)) || take(s, *v + strlen(PREFIX), err);
    return lg_assignments_commit(s, before, good);
}
