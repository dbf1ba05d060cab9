/* stream_options.c: see stream_options.h. The options of all entries under all prefixes are created once per process.
 * They never change, because values and error messages point to them. */
#include "config/stream_options.h"

#include <pthread.h>
#include <string.h>

#include "base/arena.h"
#include "nn/axes/encoding.h"
#include "nn/axes/position.h"

#define ENCODINGS .entries = (const lg_entry *const *)lg_encodings
#define SAMPLERS  .entries = (const lg_entry *const *)lg_positions
const lg_axis_row lg_stream_axes[] = {
    {.key = "encoder.encoding", .summary = "positional encoding of the source", ENCODINGS},
    {.key = "encoder.positions", .summary = "how source tokens get their position ids", SAMPLERS},
    {.key = "decoder.encoding", .summary = "positional encoding of the target", ENCODINGS},
    {.key = "decoder.positions", .summary = "how target tokens get their position ids", SAMPLERS},
    {.key = "cross.encoding", .summary = "positional encoding of cross-attention", ENCODINGS},
    {0}};
enum { AXES = sizeof lg_stream_axes / sizeof *lg_stream_axes - 1, ENTRIES = 64 };

static const lg_option *tables[AXES][ENTRIES]; /* [axis][entry]; written once, under `made` */
static lg_arena *arena;                        /* owns the tables; static, so that leak checkers do not report it */
static pthread_once_t made = PTHREAD_ONCE_INIT;

/* Copies a table of options. Puts the first `prefix` characters of the key before each name. Marks options of positions
 * as changeable in evaluation. */
static const lg_option *add_prefix(const char *key, int prefix, const lg_option *table) {
    size_t count = 0;
    while (table && table[count].name) count++;
    lg_option *rows = lg_arena_alloc(arena, (count + 1) * sizeof *rows);
    for (size_t i = 0; rows && i < count; i++) {
        rows[i] = table[i];
        rows[i].in_evaluation |= !strncmp(table[i].name, "positions.", 10);
        if (!(rows[i].name = lg_arena_printf(arena, "%.*s%s", prefix, key, table[i].name))) return NULL;
    }
    return rows;
}

static void make(void) {
    arena = lg_arena_new();
    for (int a = 0; arena && a < AXES; a++) {
        const char *key = lg_stream_axes[a].key;
        const int prefix = (int)(strchr(key, '.') + 1 - key);
        for (int e = 0; lg_stream_axes[a].entries[e]; e++)
            tables[a][e] = add_prefix(key, prefix, lg_stream_axes[a].entries[e]->options);
    }
}

const lg_option *lg_stream_options(const lg_axis_row *axis, const lg_entry *e) {
    pthread_once(&made, make);
    for (int i = 0; axis->entries[i]; i++)
        if (axis->entries[i] == e) return tables[axis - lg_stream_axes][i];
    return NULL;
}
