/* page_pictures.c: the figures of a report, for its page. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "report/page.h"

#define MOST     64                /* pictures */
#define LARGEST  ((size_t)1 << 20) /* bytes of one */
#define TOGETHER ((size_t)3 << 19) /* bytes of all: the page shall stay below 5 MB */

typedef struct found {
    lg_arena *arena;
    const char **names;
    size_t count;
} found;

static bool find(void *user, const char *dir, const char *name, lg_error *err) {
    (void)dir;
    found *f = user;
    const char *dot = strrchr(name, '.');
    if (f->count == MOST || dot == NULL || dot == name || strcmp(dot, ".svg") != 0) return true;
    f->names[f->count] = lg_arena_text(f->arena, "%.*s", (int)(dot - name), name);
    return f->names[f->count++] != NULL || lg_fail(err, LG_FAILED, "no memory for the names of pictures");
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* What the picture says that it is: its <title>, or its name. */
static const char *title_of(const char *svg, const char *name, lg_arena *arena) {
    const char *begin = strstr(svg, "<title>"), *end = begin == NULL ? NULL : strstr(begin, "</title>");
    if (end == NULL || end - begin > 300) return name;
    return lg_arena_text(arena, "%.*s", (int)(end - begin - 7), begin + 7);
}

/* A picture that is too large, or gone, is left out. */
static bool read(const char *folder, const char *name, lg_arena *arena, lg_page_pictures *out, size_t *bytes) {
    char *path = lg_arena_text(arena, "%s/%s.svg", folder, name);
    size_t size = 0;
    char *svg = path == NULL ? NULL : lg_file_read(path, LARGEST, &size, NULL);
    if (svg == NULL) return path != NULL;
    lg_page_picture *p = &out->list[out->count];
    const bool fits = *bytes + size <= TOGETHER && strlen(svg) == size;
    if (fits) {
        *p = (lg_page_picture){name, title_of(svg, name, arena), lg_arena_text(arena, "%s", svg)};
        *bytes += size;
        out->count++;
    }
    free(svg);
    return !fits || (p->title != NULL && p->svg != NULL);
}

bool lg_page_pictures_read(const char *folder, lg_arena *arena, lg_page_pictures *out, lg_error *err) {
    *out = (lg_page_pictures){0};
    found f = {.arena = arena};
    size_t bytes = 0;
    if (folder == NULL || !lg_file_exists(folder)) return true;
    f.names = lg_arena_take(arena, MOST * sizeof *f.names);
    out->list = lg_arena_take(arena, MOST * sizeof *out->list);
    bool good = f.names != NULL && out->list != NULL && lg_file_each(folder, find, &f, err);
    if (good) qsort(f.names, f.count, sizeof *f.names, by_name);
    for (size_t i = 0; good && i < f.count; i++) good = read(folder, f.names[i], arena, out, &bytes);
    return good || lg_fail(err, LG_FAILED, "no memory for the pictures of a page");
}
