/* export.h: exports a sweep as a script for a cluster. The runs of a plan are split into array tasks; the script (or,
 * for Kubernetes, a manifest) starts one worker for each task. Workers need only the sweep directory: each trains a
 * fixed shard and writes its results to shards/. They use no registry, because a database is not safe on a network file
 * system. Each kind of cluster has a file, a template and a line in exports.def. */
#ifndef LG_SWEEP_EXPORT_EXPORT_H
#define LG_SWEEP_EXPORT_EXPORT_H

#include <stdio.h>

#include "base/entry.h"
#include "config/values.h"
#include "sweep/plan/manifest.h"

/* The array tasks of a sweep: task i trains shard i of `count`. */
typedef struct lg_array_tasks {
    const lg_manifest *manifest;
    const char *dir; /* absolute path of the sweep directory */
    size_t count;
    double seconds; /* estimated time of a task, which trains as many runs at once as it has processors */
    double longest; /* estimated time of the longest task; exceeds `seconds` if a single run takes longer */
} lg_array_tasks;

/* A name in a template, and the function that writes its replacement (fill.c). */
typedef struct lg_export_place {
    const char *name; /* NULL terminates a list */
    void (*write)(FILE *to, const lg_array_tasks *p, const lg_values *v);
} lg_export_place;

typedef struct lg_export {
    LG_ENTRY;
    const char *file;              /* default file name: "slurm.sh" */
    const char *template;          /* embedded text: "tasks={{tasks}}" */
    const lg_export_place *places; /* names that only this kind has; they take precedence over common names */
    const char *replaced;          /* characters in paths that the cluster would replace; NULL: none */
    bool (*check)(const char *dir, const lg_values *v, lg_error *err); /* further checks; NULL: none */
} lg_export;

extern const lg_export *const lg_exports[];        /* terminated by NULL */
const lg_export *lg_export_find(const char *name); /* NULL if there is none */

/* The options of a kind, with their defaults. NULL: out of memory. */
lg_values *lg_export_values(const lg_export *e);
/* The whole text, which the caller frees; `dir` is absolute. NULL on failure: LG_USAGE for text that a script cannot
 * contain. */
char *lg_export_text(const lg_export *e, const lg_manifest *m, const char *dir, const lg_values *v, lg_error *err);

/* ---- functions for kinds ---- */

/* Options that every kind has. */
#define LG_EXPORT_OPTIONS(DEFAULT_PROGRAM)                                                                             \
    {"minutes", LG_REAL, "30", 10, 60, NULL, "estimated time of an array task"},                                       \
        {"tasks", LG_INT, "0", 0, 1e6, NULL, "number of array tasks; 0: from --minutes"},                              \
        {"cpus", LG_INT, "1", 1, 1024, NULL, "processors per array task, which trains as many runs at a time"},        \
        {"at-once", LG_INT, "0", 0, 1e6, NULL, "array tasks at a time; 0: as many as fit"}, {                          \
        "program", LG_TEXT, DEFAULT_PROGRAM, 0, 0, NULL, "path of the program on the workers"                          \
    }

/* Writes the filled template of a kind. */
void lg_export_fill(FILE *to, const lg_export *e, const lg_array_tasks *p, const lg_values *v);
/* Turns text into a lower-case name of at most 40 characters; characters other than letters, digits and - become
 * '-'. */
#define LG_EXPORT_NAME 41
const char *lg_export_name(const char *text, char out[LG_EXPORT_NAME]);

#endif
