/* curve_names.c: names the curves of several runs: a short directory name, and a label of the options that differ. */
#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "cli/ui/curve.h"
#include "cli/ui/text.h"

enum {
    NAME = 24,
    OPTIONS = 3 /* maximum in a label; if runs differ in more options, labels end with the directory instead */
};

/* ---- names ---- */

static size_t length_of(const char *path) {
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/') n--;
    return n;
}

/* Offset of the last `parts` components of a path; 0 if the path does not have more components. */
static size_t begin_of(const char *path, int parts) {
    size_t at = length_of(path);
    for (int i = 0; i < parts && at > 0; i++) {
        if (i > 0) at--;
        while (at > 0 && path[at - 1] != '/') at--;
    }
    return at;
}

static bool ends_alike(const char *a, const char *b, int parts) {
    const size_t x = begin_of(a, parts), y = begin_of(b, parts), n = length_of(a) - x;
    return n == length_of(b) - y && !memcmp(a + x, b + y, n);
}

/* The number of trailing path components that distinguish the path of curve i from all other paths. Curves with the
 * same path are ignored. */
static int parts_of(const cli_curve *curves, size_t count, size_t i) {
    int parts = 1;
    for (size_t k = 0; k < count; k++) {
        const char *a = curves[i].run, *b = curves[k].run;
        while (k != i && ends_alike(a, b, parts) && begin_of(a, parts) > 0 && begin_of(b, parts) > 0) parts++;
    }
    return parts;
}

/* Sets the name of a curve: its path if that is short, otherwise the unique end of the path, truncated if necessary. */
static void name_curve(cli_curve *curves, size_t count, size_t i) {
    char whole[512];
    const char *path = curves[i].run;
    const size_t n = length_of(path), begin = begin_of(path, parts_of(curves, count, i));
    snprintf(whole, sizeof whole, "%.*s", (int)n, path);
    if (cli_text_width(whole) > NAME) snprintf(whole, sizeof whole, "%.*s", (int)(n - begin), path + begin);
    lg_text_blank(whole, "", '?');
    cli_text_cut(curves[i].name, sizeof curves[i].name, whole, NAME);
}

/* ---- labels ---- */

static const char *value_of(const cli_curve *c, const char *key) {
    const char *text = lg_config_get(c->config, key);
    return text ? text : "";
}

/* The name that the user gave. It may be an alias such as "yarn", which stands for a choice and its options. */
static const char *name_of(const cli_curve *c, const char *axis) {
    const char *text = lg_config_alias(c->config, axis);
    return text ? text : "";
}

static bool share_name(const cli_curve *curves, size_t count, const char *axis) {
    char first[128];
    snprintf(first, sizeof first, "%s", name_of(&curves[0], axis));
    for (size_t i = 1; i < count; i++)
        if (strcmp(first, name_of(&curves[i], axis))) return false;
    return true;
}

bool cli_curves_share(const cli_curve *curves, size_t count, const char *key) {
    char first[128];
    snprintf(first, sizeof first, "%s", value_of(&curves[0], key));
    for (size_t i = 1; i < count; i++)
        if (strcmp(first, value_of(&curves[i], key))) return false;
    return true;
}

static void add_word(cli_curve *c, const char *before, const char *word) {
    size_t at = strlen(c->label);
    snprintf(c->label + at, sizeof c->label - at, "%s%s%s", at ? " " : "", before, word);
}

/* Did another curve have the same label as curve i? The other curve's label may have been extended since. It therefore
 * counts if it equals the label of curve i or continues it after a blank. */
static bool has_duplicate(const cli_curve *curves, size_t count, size_t i) {
    size_t n = strlen(curves[i].label);
    for (size_t k = 0; k < count; k++)
        if (k != i && !strncmp(curves[k].label, curves[i].label, n) && strchr(" ", curves[k].label[n])) return true;
    return false;
}

/* Adds seeds that differ between curves: "seed 3", "seed.init 3". The value -1 stands for train.seed and is not
 * shown. */
static void add_seeds(cli_curve *curves, size_t count, const char *key) {
    char word[64];
    const bool whole = !strcmp(key, "train.seed");
    if ((!whole && strncmp(key, "seed.", 5)) || cli_curves_share(curves, count, key)) return;
    snprintf(word, sizeof word, "%s ", whole ? "seed" : key);
    for (size_t i = 0; i < count; i++)
        if (strcmp(value_of(&curves[i], key), "-1")) add_word(&curves[i], word, value_of(&curves[i], key));
}

/* Is this an option that add_options never adds to labels? Other functions add seeds and choices; the options of
 * directory, threads and evaluation do not describe the model. */
static bool is_never_added(const char *key) {
    static const char *const never[] = {"out", "threads", "train.seed", "metric"};
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        if (!strcmp(key, never[i])) return true;
    return cli_is_axis(key) || !strncmp(key, "seed.", 5) || !strncmp(key, "eval.", 5);
}

/* Do curves with the same label differ in this option? */
static bool separates_duplicates(const cli_curve *curves, size_t count, const char *key) {
    char value[128];
    for (size_t i = 1; i < count; i++)
        for (size_t k = 0; k < i; k++) {
            if (strcmp(curves[i].label, curves[k].label)) continue;
            snprintf(value, sizeof value, "%s", value_of(&curves[k], key));
            if (strcmp(value, value_of(&curves[i], key))) return true;
            break; /* curves with equal labels are all compared with the first of them */
        }
    return false;
}

/* Adds the options that differ between curves with the same label, such as "lr 1e-3". Adds none if more than OPTIONS
 * options differ. */
static void add_options(cli_curve *curves, size_t count) {
    char keys[OPTIONS][64];
    size_t found = 0;
    for (size_t i = 0; i < lg_config_count(curves[0].config); i++) {
        const char *key = lg_config_at(curves[0].config, i).key;
        if (!separates_duplicates(curves, count, key) || is_never_added(key)) continue;
        if (found == OPTIONS) return;
        snprintf(keys[found++], sizeof *keys, "%s", key);
    }
    for (size_t k = 0; k < found; k++)
        for (size_t i = 0; i < count; i++) {
            char word[80];
            const char *dot = strrchr(keys[k], '.'), *value = value_of(&curves[i], keys[k]);
            snprintf(word, sizeof word, "%s ", dot ? dot + 1 : keys[k]);
            if (*value != '\0') add_word(&curves[i], word, value);
        }
}

static void add_directory(cli_curve *curves, size_t count, size_t i) {
    char end[96];
    const char *path = curves[i].run;
    const size_t begin = begin_of(path, parts_of(curves, count, i));
    snprintf(end, sizeof end, "%.*s", (int)(length_of(path) - begin), path + begin);
    add_word(&curves[i], "", end);
}

/* Is the choice on this axis part of the labels? The metric is not, because a table shows one metric, the first
 * run's. */
static bool is_in_labels(const cli_curve *curves, size_t count, const char *axis) {
    if (!strcmp(axis, "metric")) return false;
    return !strcmp(axis, "positions") || !strcmp(axis, "encoding") || !share_name(curves, count, axis);
}

void cli_curves_words(const cli_curve *curves, size_t count, char *out, size_t size) {
    size_t at = 0;
    for (size_t a = 0; a < lg_axis_count() && at < size; a++)
        if (is_in_labels(curves, count, lg_axis_at(a).name))
            at += (size_t)snprintf(out + at, size - at, "%s%s", at ? ", " : "", lg_axis_at(a).name);
}

void cli_curves_name(cli_curve *curves, size_t count) {
    for (size_t i = 0; i < count; i++) curves[i].label[0] = 0, name_curve(curves, count, i);
    for (size_t a = 0; a < lg_axis_count(); a++) {
        const char *axis = lg_axis_at(a).name;
        const bool shown = is_in_labels(curves, count, axis);
        for (size_t i = 0; shown && i < count; i++) add_word(&curves[i], "", name_of(&curves[i], axis));
    }
    for (size_t o = 0; o < lg_common_option_count(); o++) add_seeds(curves, count, lg_common_option(o).name);
    if (count > 0) add_options(curves, count);
    for (size_t i = 0; i < count; i++)
        if (has_duplicate(curves, count, i)) add_directory(curves, count, i);
}

void cli_curve_name_as(cli_curve *c, const cli_curve *run) {
    memcpy(c->name, run->name, sizeof c->name);
    memcpy(c->label, run->label, sizeof c->label);
}

const char *cli_curve_title(const cli_curve *c, char out[CLI_CURVE_TITLE]) {
    snprintf(out, CLI_CURVE_TITLE, "%s%s%s", c->name, c->variant ? ", " : "", c->variant ? c->variant : "");
    return out;
}
