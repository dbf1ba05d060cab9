/* page_pictures.c: the figures of a report, for its page. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "report/page/page.h"
#include "report/page/page_json.h"

#define MOST      64                  /* pictures */
#define LARGE_SVG ((size_t)200 << 10) /* bytes: heat maps have more, a rectangle for each cell */
#define TOGETHER  ((size_t)700 << 10) /* bytes of all; base64 makes 4 of 3. The page shall stay below 5 MB */

typedef struct found {
    lg_arena *arena;
    const char **names;
    size_t count;
} found;

static bool find(void *user, const char *dir, const char *name, lg_error *err) {
    (void)dir;
    found *f = user;
    const char *dot = strrchr(name, '.');
    if (f->count == MOST || !dot || dot == name || strcmp(dot, ".svg")) return true;
    f->names[f->count] = lg_arena_printf(f->arena, "%.*s", (int)(dot - name), name);
    return f->names[f->count++] || lg_fail(err, LG_FAILED, "no memory for the names of pictures");
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* What a report says that the figure is, or its name. */
static const char *title_of(const char *name) {
    for (size_t i = 0; i < lg_report_count(); i++) {
        const lg_report_item item = lg_report_at(i);
        if (item.figure && !strcmp(item.name, name)) return item.summary;
    }
    return name;
}

/* True, and no bytes, where there is no such file, or it is too large; false where it cannot be read, or without
 * memory, which is told by others. */
static bool read_file(const char *folder, const char *ending, size_t most, lg_arena *arena, lg_page_picture *p,
                      lg_error *err) {
    char *path = lg_arena_printf(arena, "%s/%s.%s", folder, p->name, ending), *bytes = NULL;
    lg_error words = {0};
    if (!path) return false;
    if (!lg_file_read_if_there(path, most, &bytes, &p->size, &words) && errno != 0)
        return lg_fail(err, words.code, "%s", words.text);
    void *kept = bytes ? lg_arena_alloc(arena, p->size + 1) : NULL;
    if (kept) memcpy(kept, bytes, p->size);
    const bool good = !kept == !bytes;
    free(bytes);
    p->bytes = kept;
    return good;
}

static bool read(const char *folder, const char *name, lg_arena *arena, lg_page_pictures *out, size_t *bytes,
                 lg_error *err) {
    lg_page_picture p = {.name = name, .title = title_of(name), .type = "image/svg+xml"};
    const size_t capacity = TOGETHER - *bytes;
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
    if (folder && !lg_file_look(folder, &kind, err)) return false;
    if (kind == LG_ABSENT) return true;
    f.names = lg_arena_alloc(arena, MOST * sizeof *f.names);
    out->list = lg_arena_alloc(arena, MOST * sizeof *out->list);
    bool good = f.names && out->list && lg_file_each(folder, find, &f, err);
    if (good) qsort(f.names, f.count, sizeof *f.names, by_name);
    for (size_t i = 0; good && i < f.count; i++) good = read(folder, f.names[i], arena, out, &bytes, err);
    return good || lg_fail(err, LG_FAILED, "no memory for the pictures of a page");
}
