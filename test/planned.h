/* planned.h: plans a sweep in a folder of its own from the text of a sweep file; tests fill in its results. */
#ifndef PLANNED_H
#define PLANNED_H

#include "base/file.h"
#include "runs.h"
#include "sweep/plan/grid.h"
#include "sweep/registry/results.h"

static lg_manifest *manifest;
static lg_results results;

static int planned_open(void **state, const char *text) {
    lg_error err = {0};
    if (runs_open(state) != 0) return -1;
    const char *path = scratch_path(folder, "sweep.yaml");
    manifest = lg_file_write_text(path, text, &err) ? lg_grid_read(path, NULL, &err) : NULL;
    if (!manifest || !lg_manifest_write(manifest, folder->folder, &err)) return -1;
    return !lg_results_new(&results, manifest, &err);
}

static int close_sweep(void **state) {
    lg_results_free(&results);
    lg_manifest_free(manifest);
    return runs_close(state);
}

#endif
