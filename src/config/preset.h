/* preset.h: presets: config files that come with the program. A preset is a file NAME.yaml in one of the preset
 * folders; its first line is a comment with its purpose. */
#ifndef LG_CONFIG_PRESET_H
#define LG_CONFIG_PRESET_H

#include "base/arena.h"
#include "base/error.h"

/* The config of a run, or a sweep file, which has `grid:` or `random:`. */
typedef enum lg_preset_kind { LG_PRESET_RUN, LG_PRESET_SWEEP, LG_PRESET_KINDS } lg_preset_kind;

/* The kind of a file, from its text. */
lg_preset_kind lg_preset_kind_of(const char *text);
/* The path of a preset, allocated in the arena. For LG_PRESET_RUN, sweep files are also found, because a sweep file
 * contains a config that its runs share. LG_USAGE: there is no such preset; the message contains the most similar name,
 * or the command that lists all presets. */
const char *lg_preset_path(lg_preset_kind kind, const char *name, lg_arena *arena, lg_error *err);

/* Is there a preset of this name? Also false if memory runs out. */
bool lg_is_preset(const char *name);

typedef struct lg_preset {
    const char *name, *summary, *path;
} lg_preset;
/* All presets, sorted by name. If two folders have a preset of the same name, the first folder's is listed. False: out
 * of memory. */
bool lg_preset_list(lg_preset_kind kind, lg_arena *arena, lg_preset **out, size_t *count);

#endif
