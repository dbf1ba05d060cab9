/* api_presets.c: implements the lists of presets in lengthen.h: configs, and sweep files. */
#include "lab/lab.h"

static size_t look_for(lg_context *c, lg_preset_kind kind) {
    lg_preset_list_kept *l = &c->presets[kind];
    if (l->arena != NULL) return l->count;
    l->arena = lg_arena_new();
    if (l->arena == NULL || !lg_preset_list(kind, l->arena, &l->at, &l->count)) {
        l->count = 0;
        lg_fail(lg_context_begin(c), LG_FAILED, "no memory to list the presets");
    }
    return l->count;
}

size_t lg_preset_count(lg_context *c) {
    return look_for(c, LG_PRESET_RUN);
}

const char *lg_preset_name(lg_context *c, size_t i) {
    return i < look_for(c, LG_PRESET_RUN) ? c->presets[LG_PRESET_RUN].at[i].name : NULL;
}

const char *lg_preset_summary(lg_context *c, size_t i) {
    return i < look_for(c, LG_PRESET_RUN) ? c->presets[LG_PRESET_RUN].at[i].summary : NULL;
}

size_t lg_sweep_file_count(lg_context *c) {
    return look_for(c, LG_PRESET_SWEEP);
}

const char *lg_sweep_file_name(lg_context *c, size_t i) {
    return i < look_for(c, LG_PRESET_SWEEP) ? c->presets[LG_PRESET_SWEEP].at[i].name : NULL;
}

const char *lg_sweep_file_summary(lg_context *c, size_t i) {
    return i < look_for(c, LG_PRESET_SWEEP) ? c->presets[LG_PRESET_SWEEP].at[i].summary : NULL;
}

const char *lg_sweep_file_path(lg_context *c, size_t i) {
    return i < look_for(c, LG_PRESET_SWEEP) ? c->presets[LG_PRESET_SWEEP].at[i].path : NULL;
}
