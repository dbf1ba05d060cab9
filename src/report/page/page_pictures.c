/* page_pictures.c: reads the figures of a report for its page. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "api/report.h"
#include "base/file.h"
#include "report/page/page.h"
#include "report/page/page_json.h"

#define MAX_PICTURES 64                  /* pictures */
#define LARGE_SVG    ((size_t)200 << 10) /* bytes; heat maps have a rectangle for each cell and exceed this */
#define MAX_TOTAL    ((size_t)2 << 20)   /* bytes of all, before base64; attention maps of 300 tokens take half */

typedef struct found {
    lg_arena *arena;
    const char **names;
    size_t count;
} found;

static bool on_file(void *user, const char *dir, const char *name, lg_error *err) {
    (void)dir;
    found *f = user;
    const char *dot = strrchr(name, '.');
    if (f->count == MAX_PICTURES || !dot || dot == name || strcmp(dot, ".svg")) return true;
    f->names[f->count] = lg_arena_printf(f->arena, "%.*s", (int)(dot - name), name);
    return f->names[f->count++] || lg_fail(err, LG_FAILED, "out of memory: the names of pictures");
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The summary of a figure from the list of figures, or its name. */
static const char *title_of(const char *name) {
    for (size_t i = 0; i < lg_report_count(); i++) {
        const lg_report_item item = lg_report_at(i);
        if (item.figure && !strcmp(item.name, name)) return item.summary;
    }
    return name;
}

/* Returns true with p->bytes NULL if there is no such file or the file is too large. Returns false and sets the error
 * if the file cannot be read. Also returns false if memory runs out, but leaves the error to the caller. */
static bool read_file(const char *folder, const char *ending, size_t max, lg_arena *arena, lg_page_picture *p,
                      lg_error *err) {
    char *path = lg_arena_printf(arena, "%s/%s.%s", folder, p->name, ending), *bytes = NULL;
    lg_error words = {0};
    if (!path) return false;
    if (!lg_file_read_if_there(path, max, &bytes, &p->size, &words) && errno != 0)
        return lg_fail_like(err, &words, "%s", words.text);
    void *kept = bytes ? lg_arena_alloc(arena, p->size + 1) : NULL;
    if (kept) memcpy(kept, bytes, p->size);
    const bool good = !kept == !bytes;
    free(bytes);
    p->bytes = kept;
    return good;
}

static bool read_picture(const char *folder, const char *name, lg_arena *arena, lg_page_pictures *out, size_t *bytes,
                         lg_error *err) {
    lg_page_picture p = {.name = name, .title = title_of(name), .type = "image/svg+xml"};
    const size_t capacity = MAX_TOTAL - *bytes;
    if (!read_file(folder, "svg", capacity < LARGE_SVG ? capacity : LARGE_SVG, arena, &p, err)) return false;
    if (!p.bytes) {
        p.type = "image/png";
        if (!read_file(folder, "png", capacity, arena, &p, err)) return false;
    }
    if (!p.bytes) return true;
    out->list[out->count++] = p;
    *bytes += p.size;
    return true;
}

void lg_page_write_picture(const lg_page_picture *p, FILE *to) {
    lg_page_base64 b = {.to = to};
    fprintf(to, "data:%s;base64,", p->type);
    for (size_t i = 0; i < p->size; i++) lg_page_base64_put(&b, p->bytes[i]);
    lg_page_base64_finish(&b);
}

bool lg_page_pictures_read(const char *folder, lg_arena *arena, lg_page_pictures *out, lg_error *err) {
    *out = (lg_page_pictures){0};
    found f = {.arena = arena};
    size_t bytes = 0;
    lg_file_kind kind = LG_ABSENT;
    if (folder && !lg_file_get_kind(folder, &kind, err)) return false;
    if (kind == LG_ABSENT) return true;
    f.names = lg_arena_alloc(arena, MAX_PICTURES * sizeof *f.names);
    out->list = lg_arena_alloc(arena, MAX_PICTURES * sizeof *out->list);
    bool good = f.names && out->list && lg_file_each(folder, on_file, &f, err);
    if (good) qsort(f.names, f.count, sizeof *f.names, by_name);
    for (size_t i = 0; good && i < f.count; i++) good = read_picture(folder, f.names[i], arena, out, &bytes, err);
    return good || lg_fail(err, LG_FAILED, "out of memory: the pictures of a page");
}
