/* preset.c: finds presets in these folders, in this order:
 *   - ../share/lengthen/presets, relative to the shared library, if there is one
 *   - presets, relative to the shared library
 *   - $LENGTHEN_PRESETS
 *   - ../../presets, relative to the shared library (a source tree)
 *   - ../share/lengthen/presets, relative to the program
 *   - ../../presets, relative to the program
 *   - LG_PRESETS_DIR, set at installation
 *   - `presets` in the current directory */
#include "config/preset.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/machine.h"
#include "api/text.h"
#include "base/file.h"
#include "base/option.h"
#include "base/system.h"
#include "lengthen/core.h"

#define SUFFIX   ".yaml"
#define FOLDERS  8
#define MAX_FILE ((size_t)1 << 20) /* bytes, as for other config files */

/* The folder with the path `name`, relative to the file that `find` locates. NULL: there is none. */
static const char *beside(bool (*find)(char *path, size_t size), const char *name, lg_arena *arena) {
    char file[PATH_MAX], path[PATH_MAX];
    if (!find(file, sizeof file)) return NULL;
    const int folder = (int)(strrchr(file, '/') + 1 - file); /* the path is absolute */
    const char *joined = lg_arena_printf(arena, "%.*s%s", folder, file, name);
    return joined && realpath(joined, path) ? lg_arena_printf(arena, "%s", path) : NULL;
}

/* The folder in $LENGTHEN_PRESETS. The variable is read only in the program lengthen. Other programs that load the
 * library, such as Python, ignore it. */
static const char *from_environment(void) {
    char library[PATH_MAX], program[PATH_MAX];
    const bool loaded = lg_system_library_path(library, sizeof library);
    const bool ours =
        !loaded || (lg_program_path(program, sizeof program) && !strcmp(strrchr(program, '/'), "/lengthen"));
    return ours ? getenv("LENGTHEN_PRESETS") : NULL;
}

/* The folder with index i in search order; NULL: there is none. */
static const char *folder_at(int i, lg_arena *arena) {
    switch (i) {
    case 0: return beside(lg_system_library_path, "../share/lengthen/presets", arena);
    case 1: return beside(lg_system_library_path, "presets", arena);
    case 2: return from_environment();
    case 3: return beside(lg_system_library_path, "../../presets", arena);
    case 4: return beside(lg_program_path, "../share/lengthen/presets", arena);
    case 5: return beside(lg_program_path, "../../presets", arena);
#ifdef LG_PRESETS_DIR
    case 6: return LG_PRESETS_DIR;
#endif
    case 7: return "presets";
    default: return NULL;
    }
}

/* A file is a sweep file if it has `grid:` or `random:` at its top level. */
lg_preset_kind lg_preset_kind_of(const char *text) {
    static const char *const parts[] = {"\ngrid:", "\nrandom:"};
    text += lg_text_mark(text, strlen(text));
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strncmp(text, parts[i] + 1, strlen(parts[i]) - 1) || strstr(text, parts[i])) return LG_PRESET_SWEEP;
    return LG_PRESET_RUN;
}

/* The comment on the first line of the file. */
static const char *summary(const char *text, lg_arena *arena) {
    text += lg_text_mark(text, strlen(text));
    text += *text == '#' ? 1 + strspn(text + 1, "# ") : strlen(text);
    return lg_arena_printf(arena, "%.*s", (int)strcspn(text, "\r\n"), text);
}

/* The presets of one kind found so far. */
typedef struct list {
    lg_arena *arena;
    lg_preset_kind kind;
    lg_preset *at;
    size_t count, capacity;
} list;

static bool has(const list *l, const char *name) {
    for (size_t i = 0; i < l->count; i++)
        if (!strcmp(l->at[i].name, name)) return true;
    return false;
}

static bool keep(list *l, lg_preset p) {
    lg_preset *at = lg_arena_grow(l->arena, l->at, l->count, &l->capacity, sizeof *at);
    if (!at || !p.summary) return false;
    l->at = at;
    l->at[l->count++] = p;
    return true;
}

static bool add(list *l, const char *dir, const char *file) {
    const size_t length = strlen(file);
    if (length <= strlen(SUFFIX) || strcmp(file + length - strlen(SUFFIX), SUFFIX) || *file == '.') return true;
    char *name = lg_arena_printf(l->arena, "%.*s", (int)(length - strlen(SUFFIX)), file);
    const char *path = lg_arena_printf(l->arena, "%s/%s", dir, file);
    if (!name || !path) return false;
    if (has(l, name)) return true;
    char *text = lg_file_read(path, MAX_FILE, NULL, NULL);
    if (!text) return errno != ENOMEM; /* the list omits the file; loading the preset by name reports the error */
    const bool good = lg_preset_kind_of(text) != l->kind || keep(l, (lg_preset){name, summary(text, l->arena), path});
    free(text);
    return good;
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const lg_preset *)a)->name, ((const lg_preset *)b)->name);
}

bool lg_preset_list(lg_preset_kind kind, lg_arena *arena, lg_preset **out, size_t *count) {
    list l = {.arena = arena, .kind = kind};
    bool good = true;
    for (int i = 0; i < FOLDERS && good; i++) {
        const char *dir = folder_at(i, arena);
        DIR *d = dir ? opendir(dir) : NULL;
        for (struct dirent *e; d && good && (e = readdir(d));) good = add(&l, dir, e->d_name);
        if (d) closedir(d);
    }
    if (l.count > 0) qsort(l.at, l.count, sizeof *l.at, by_name);
    *out = l.at;
    *count = l.count;
    return good;
}

/* Fails because there is no preset `name`, and suggests the most similar name of the requested kind. */
static void unknown(lg_preset_kind kind, const char *name, lg_arena *arena, lg_error *err) {
    static const char *const kinds[] = {"preset", "sweep file or sweep preset"};
    lg_preset *all;
    size_t count;
    if (!lg_preset_list(kind, arena, &all, &count)) {
        lg_fail(err, LG_FAILED, "out of memory: the list of presets");
        return;
    }
    if (count == 0) {
        lg_fail(err, LG_USAGE, "there is no %s '%s'; no folder of presets was found: set LENGTHEN_PRESETS", kinds[kind],
                name);
        return;
    }
    const char **names = lg_arena_alloc(arena, count * sizeof *names);
    for (size_t i = 0; i < count && names; i++) names[i] = all[i].name;
    const char *nearest = names ? lg_nearest(name, names, count) : NULL;
    if (nearest)
        lg_fail(err, LG_USAGE, "there is no %s '%s'; did you mean '%s'?", kinds[kind], name, nearest);
    else
        lg_fail(err, LG_USAGE, "there is no %s '%s'; `lengthen list %s` shows all", kinds[kind], name,
                kind == LG_PRESET_RUN ? "presets" : "sweeps");
}

const char *lg_preset_path(lg_preset_kind kind, const char *name, lg_arena *arena, lg_error *err) {
    for (int i = 0; i < FOLDERS && !strchr(name, '/'); i++) {
        const char *dir = folder_at(i, arena);
        const char *path = dir ? lg_arena_printf(arena, "%s/%s" SUFFIX, dir, name) : NULL;
        lg_file_kind there = LG_ABSENT;
        if (path && !lg_file_get_kind(path, &there, err)) return NULL;
        if (there == LG_ABSENT) continue;
        char *text = lg_file_read(path, MAX_FILE, NULL, err);
        const bool right = text && (kind == LG_PRESET_RUN || lg_preset_kind_of(text) == kind);
        if (text && !right)
            lg_fail(err, LG_USAGE, "the preset '%s' is for a run, not a sweep (use lengthen train --preset %s)", name,
                    name);
        free(text);
        return right ? path : NULL;
    }
    unknown(kind, name, arena, err);
    return NULL;
}

bool lg_is_preset(const char *name) {
    lg_error none = {0};
    lg_arena *arena = lg_arena_new();
    const bool found = arena && lg_preset_path(LG_PRESET_RUN, name, arena, &none);
    lg_arena_free(arena);
    return found;
}
