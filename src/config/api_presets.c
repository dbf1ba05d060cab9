/* api_presets.c: implements the lists of presets for configs and sweeps. */
#include "api/sweep.h"
#include "config/context.h"

static size_t look_for(lg_context *c, lg_preset_kind kind) {
    lg_preset_cache *l = &c->presets[kind];
    if (l->arena) return l->count;
    l->arena = lg_arena_new();
    if (!l->arena || !lg_preset_list(kind, l->arena, &l->at, &l->count)) {
        l->count = 0;
        lg_fail(lg_context_begin(c), LG_FAILED, "out of memory: the list of presets");
    }
    return l->count;
}

/* Preset i; all members are NULL past the last preset. */
static lg_preset at(lg_context *c, lg_preset_kind kind, size_t i) {
    return c && i < look_for(c, kind) ? c->presets[kind].at[i] : (lg_preset){0};
}

size_t lg_preset_count(lg_context *c) {
    return c ? look_for(c, LG_PRESET_RUN) : 0;
}

const char *lg_preset_name(lg_context *c, size_t i) {
    return at(c, LG_PRESET_RUN, i).name;
}

const char *lg_preset_summary(lg_context *c, size_t i) {
    return at(c, LG_PRESET_RUN, i).summary;
}

size_t lg_sweep_file_count(lg_context *c) {
    return look_for(c, LG_PRESET_SWEEP);
}

const char *lg_sweep_file_name(lg_context *c, size_t i) {
    return at(c, LG_PRESET_SWEEP, i).name;
}

const char *lg_sweep_file_summary(lg_context *c, size_t i) {
    return at(c, LG_PRESET_SWEEP, i).summary;
}

const char *lg_sweep_file_path(lg_context *c, size_t i) {
    return at(c, LG_PRESET_SWEEP, i).path;
}
