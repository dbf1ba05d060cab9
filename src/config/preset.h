/* preset.h: config files that come with the program. A preset is a file NAME.yaml in one of the preset folders; the
 * first line is a comment that says what it is for. */
#ifndef LG_CONFIG_PRESET_H
#define LG_CONFIG_PRESET_H

#include "base/arena.h"
#include "base/error.h"

/* The config of a run, or a sweep file, which has a grid. */
typedef enum lg_preset_kind { LG_PRESET_RUN, LG_PRESET_SWEEP, LG_PRESET_KINDS } lg_preset_kind;

/* Of which kind is the text of this file? */
lg_preset_kind lg_preset_kind_of(const char *text);
/* The path of a preset, taken from the arena: of a sweep, or of either kind where the config of a run is asked for,
 * since a sweep has one that its runs share. Fails (LG_USAGE) with the nearest name, or all of the kind. */
const char *lg_preset_path(lg_preset_kind kind, const char *name, lg_arena *arena, lg_error *err);

/* Is there one of this name? No without memory. */
bool lg_is_preset(const char *name);

typedef struct lg_preset {
    const char *name, *summary, *path;
} lg_preset;
/* All presets, by name; an earlier folder hides the same name in a later one. False only without memory. */
bool lg_preset_list(lg_preset_kind kind, lg_arena *arena, lg_preset **out, size_t *count);

#endif
