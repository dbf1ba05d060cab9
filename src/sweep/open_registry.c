/* open_registry.c: opens the registry of a sweep; a new one is filled from run directories and shards. */
#include <stdio.h>

#include "api/sweep.h"
#include "api/text.h"
#include "base/file.h"
#include "base/quote.h"
#include "sweep/registry/merge.h"
#include "sweep/registry/shard.h"
#include "sweep/sweep.h"

static bool has_record(const lg_sweep *s, bool *has, lg_error *err) {
    static const char *const places[] = {"runs", LG_SHARDS};
    char path[4096];
    lg_file_kind kind = LG_ABSENT;
    bool good = true;
    for (size_t i = 0; i < sizeof places / sizeof *places && good && kind == LG_ABSENT; i++) {
        snprintf(path, sizeof path, "%s/%s", s->dir, places[i]);
        good = lg_file_get_kind(path, &kind, err);
    }
    *has = kind != LG_ABSENT;
    return good;
}

bool lg_sweep_rebuild(lg_sweep *s, lg_damage *damage, lg_error *err) {
    lg_results recorded;
    if (!lg_merge_read(s->dir, s->manifest, &recorded, damage, err)) return false;
    size_t changed;
    const bool good = lg_registry_rebuild(s->registry, &recorded, err) &&
                      lg_registry_promote(s->registry, s->dir, false, &changed, err);
    lg_results_free(&recorded);
    return good;
}

/* Reports damaged runs as an error. All other runs stay usable. */
void lg_sweep_tell_damage(const lg_sweep *s, const lg_damage *damage, lg_error *err) {
    const bool one = damage->count == 1;
    char word[LG_SHELL_WORD];
    if (damage->count > 0)
        lg_fail(err, LG_CORRUPT, "%s; %zu of %zu runs %s damaged and planned again: `lengthen sweep run %s` trains %s",
                damage->first.text, damage->count, s->manifest->run_count, one ? "is" : "are",
                lg_text_shell_word(s->dir, word), one ? "it" : "them");
}

static bool rebuild_or_warn(lg_sweep *s, lg_error *err) {
    lg_damage damage;
    lg_error words = {0};
    if (!lg_sweep_rebuild(s, &damage, err)) return false;
    lg_sweep_tell_damage(s, &damage, &words);
    if (words.code != LG_OK) lg_context_say(s->context, LG_WARNING, "%s", words.text);
    return true;
}

lg_registry *lg_sweep_registry(lg_sweep *s, lg_error *err) {
    bool made, recorded;
    if (s->registry) return s->registry;
    if (!has_record(s, &recorded, err)) return NULL; /* a later failure would leave the registry empty */
    s->registry = lg_registry_open(s->dir, s->manifest, &made, err);
    if (!lg_registry_can_be_kept(s->dir))
        lg_context_say(s->context, LG_WARNING,
                       "%s cannot be written: results are read from its runs, and no run is shown as running", s->dir);
    if (!s->registry || !made || !recorded || rebuild_or_warn(s, err)) return s->registry;
    lg_registry_close(s->registry);
    return s->registry = NULL;
}
