/* facts.c: see facts.h. */
#include "report/facts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "lab/score.h"

const lg_facts lg_no_facts = {
    .task = "", .positions = "", .encoding = "", .normaliser = "", .score = "", .chance = NAN};

/* Tasks that need no order of their input (Ruoss et al. 2023 mark them in their tables). */
static bool any_order(const char *task) {
    static const char *const names[] = {"parity_check", "cycle_navigation", "bucket_sort"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(task, names[i]) == 0) return true;
    return false;
}

/* From the properties of the task: "level: regular, chance: 0.5". */
static double chance_of(const char *task) {
    char path[128], number[LG_REAL_TEXT];
    double chance;
    lg_choice choice;
    snprintf(path, sizeof path, "task/%s", task);
    const char *at = lg_choice_find(path, &choice) ? strstr(choice.properties, "chance: ") : NULL;
    if (at == NULL) return NAN;
    at += strlen("chance: ");
    snprintf(number, sizeof number, "%.*s", (int)strcspn(at, ", "), at);
    return lg_text_real(number, &chance) ? chance : NAN;
}

static bool copy(const lg_values *v, const char *key, lg_arena *arena, const char **out) {
    return (*out = lg_arena_text(arena, "%s", lg_text(v, key))) != NULL;
}

/* Which of the tested lengths the score counts is the rule's to say. */
static bool read_score(const lg_values *v, lg_budget *b) {
    size_t count;
    const int *lengths = lg_lengths(v, "eval.lengths", &count);
    lg_tested *tests = calloc(count + 1, sizeof *tests);
    if (tests == NULL) return false;
    for (size_t i = 0; i < count; i++) tests[i].length = lengths[i];
    const lg_score_report r = lg_score(v, tests, count);
    free(tests);
    b->trained = r.trained;
    b->lengths = (double)r.lengths, b->first = r.first, b->last = r.last;
    return true;
}

static bool read_budget(const lg_values *v, lg_budget *b) {
    b->steps = (double)lg_int(v, "train.steps");
    b->batch = (double)lg_int(v, "train.batch");
    b->width = (double)lg_int(v, "model.width");
    b->heads = (double)lg_int(v, "model.heads");
    b->blocks = (double)lg_int(v, "model.blocks");
    b->feed_forward = (double)lg_int(v, "model.feed_forward");
    b->dropout = lg_real(v, "model.dropout");
    b->sequences = (double)lg_int(v, "eval.sequences");
    return read_score(v, b);
}

static bool read(const lg_values *v, lg_arena *arena, lg_facts *f) {
    f->chance = chance_of(lg_text(v, "task"));
    f->any_order = any_order(lg_text(v, "task"));
    return read_budget(v, &f->budget) && copy(v, "task", arena, &f->task) &&
           copy(v, "positions", arena, &f->positions) && copy(v, "encoding", arena, &f->encoding) &&
           copy(v, "normaliser", arena, &f->normaliser) && copy(v, "eval.score", arena, &f->score);
}

bool lg_facts_of(const lg_manifest *m, size_t run, lg_arena *arena, lg_facts *out, lg_error *err) {
    lg_error words = {0};
    lg_settings settings = {0};
    *out = lg_no_facts;
    lg_settled *d = NULL;
    if (lg_planned_settings(m, run, &settings, &words)) d = lg_settings_settle(&settings, &words);
    lg_settings_clear(&settings);
    const bool good = d == NULL ? words.code != LG_FAILED : read(d->values, arena, out);
    lg_settled_free(d);
    return good ? true : lg_fail(err, LG_FAILED, "no memory for what the runs of a sweep are");
}
