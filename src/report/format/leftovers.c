/* leftovers.c: removes files of earlier reports; see leftovers.h. */
#include "report/format/leftovers.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"

/* Names of tables or figures whose files are removed. */
typedef struct names {
    const char *list[64];
    size_t count;
} names;

static void add_name(names *n, const char *name) {
    if (n->count < sizeof n->list / sizeof *n->list) n->list[n->count++] = name;
}

/* Is the file NAME.svg or, as data of several panels, NAME-01-even_pairs.csv? */
static bool is_file_of(const char *file, const char *name) {
    const size_t length = strlen(name);
    return !strncmp(file, name, length) && (file[length] == '.' || file[length] == '-');
}

static bool remove_file(void *user, const char *dir, const char *file, lg_error *err) {
    const names *n = user;
    char path[4400];
    size_t i = 0;
    while (i < n->count && !is_file_of(file, n->list[i])) i++;
    if (i == n->count || snprintf(path, sizeof path, "%s/%s", dir, file) >= (int)sizeof path) return true;
    return lg_file_remove(path, err);
}

static bool remove_data(void *user, const char *dir, const char *file, lg_error *err) {
    const char *dot = strrchr(file, '.');
    return !dot || strcmp(dot, ".csv") || remove_file(user, dir, file, err);
}

bool lg_leftovers_remove_data(const char *folder, const char *figure, lg_error *err) {
    names n = {.list = {figure}, .count = 1};
    return lg_file_each(folder, remove_data, &n, err);
}

static bool clear_folder(const char *dir, const char *folder, names *n, lg_error *err) {
    char path[4200];
    lg_file_kind kind;
    if (snprintf(path, sizeof path, "%s/%s", dir, folder) >= (int)sizeof path) return true;
    if (!lg_file_get_kind(path, &kind, err)) return false;
    return kind != LG_DIRECTORY || lg_file_each(path, remove_file, n, err);
}

/* Compares names and not pointers, because the tables of a sweep file are allocated anew for each list. */
static bool has_table(const lg_report_items *items, const char *name) {
    size_t i = 0;
    while (items->tables[i] && strcmp(items->tables[i]->name, name)) i++;
    return items->tables[i];
}

static bool has_figure(const lg_report_items *items, const char *name) {
    size_t i = 0;
    while (items->figures[i] && strcmp(items->figures[i]->name, name)) i++;
    return items->figures[i];
}

bool lg_leftovers_remove(const lg_report *r, const char *dir, const lg_report_items *items, lg_error *err) {
    names tables = {.count = 0}, figures = {.count = 0};
    const lg_table_kind *const *kinds = lg_report_tables(r, err);
    if (!kinds) return false;
    for (; *kinds; kinds++)
        if (!has_table(items, (*kinds)->name)) add_name(&tables, (*kinds)->name);
    for (size_t i = 0; lg_report_name(i); i++)
        if (!has_figure(items, lg_report_name(i))) add_name(&figures, lg_report_name(i));
    return clear_folder(dir, "tables", &tables, err) && clear_folder(dir, "figures", &figures, err);
}
