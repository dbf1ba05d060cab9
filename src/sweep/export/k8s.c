/* k8s.c: a Kubernetes Job with an index for each array task. A pod that was stopped cleanly or whose node went away is
 * replaced without counting as a failure; crashes are retried a few times per index. */
#include <inttypes.h>

#include "base/embed.h"
#include "base/text.h"
#include "config/values.h"
#include "sweep/export/export.h"

LG_EMBED(lg_export_k8s_text, "src/sweep/export/k8s.yaml");

static const lg_option options[] = {
    LG_EXPORT_OPTIONS("lengthen"),
    {"image", LG_TEXT, "lengthen", 0, 0, NULL, "container image with the program"},
    {"claim", LG_TEXT, "lengthen", 0, 0, NULL, "persistent volume claim that holds the sweep directory"},
    {"folder", LG_TEXT, "", 0, 0, NULL, "folder of the sweep in the volume; empty: name of the sweep directory"},
    {"memory", LG_TEXT, "1Gi", 0, 0, NULL, "memory of a pod"},
    {0},
};

static const char *last_part(const char *path) {
    const char *part = path;
    for (const char *c = path; *c; c++)
        if (*c == '/' && c[1]) part = c + 1;
    return part;
}

/* Without --folder, the sweep directory has the same name in the volume, so the name must be UTF-8. */
static bool check_name(const char *dir, const lg_values *v, lg_error *err) {
    const char *c = *lg_text(v, "folder") ? "" : last_part(dir);
    while (*c && lg_text_character(c) > 0) c += lg_text_character(c);
    return !*c ||
           lg_fail(err, LG_USAGE,
                   "Kubernetes requires UTF-8 directory names: use --folder to name the directory in the volume");
}

/* Writes a multi-byte character as a YAML escape in ASCII, because YAML does not allow some of these characters
 * unescaped. */
static void write_escape(FILE *to, const char *c, size_t bytes) {
    static const unsigned char first[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t code = (unsigned char)*c & first[bytes];
    for (size_t i = 1; i < bytes; i++) code = code << 6 | ((unsigned char)c[i] & 0x3f);
    fprintf(to, "\\U%08" PRIX32, code);
}

/* Writes a YAML string in double quotes. */
static void write_string(FILE *to, const char *text) {
    fputc('"', to);
    for (const char *c = text; *c; c += lg_text_character(c)) {
        if (lg_text_character(c) > 1) {
            write_escape(to, c, lg_text_character(c));
            continue;
        }
        if (*c == '"' || *c == '\\') fputc('\\', to);
        fputc(*c, to);
    }
    fputc('"', to);
}

static void write_folder(FILE *to, const lg_array_tasks *p, const lg_values *v) {
    const char *folder = lg_text(v, "folder");
    write_string(to, *folder ? folder : last_part(p->dir));
}

static void write_parallelism(FILE *to, const lg_array_tasks *p, const lg_values *v) {
    const size_t most = (size_t)lg_int(v, "at-once");
    fprintf(to, "%zu", most > 0 && most < p->count ? most : p->count);
}

static const lg_export_place places[] = {{"folder", write_folder}, {"parallelism", write_parallelism}, {0}};

const lg_export lg_export_k8s = {
    .name = "k8s",
    .summary = "a Kubernetes indexed Job with a pod for each array task",
    .formula = "pod of index i: sweep worker DIR --shard i/tasks",
    .source = "Kubernetes 1.29, Jobs: indexed completion, backoff limit per index, pod failure policy",
    .options = options,
    .file = "k8s.yaml",
    .template = lg_export_k8s_text,
    .places = places,
    .check = check_name,
};
