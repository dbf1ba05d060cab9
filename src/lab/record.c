/* record.c: run.json: what a run is, on what machine, how far it is and what it scored. The only file with times. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "lab/score.h"
#include "lab/store.h"

#define SCHEMA      "lengthen.run/1"
#define MOST_RECORD ((size_t)1 << 20)

static const char *const phases[] = {
    [LG_NEW] = "new",          [LG_TRAINING] = "running", [LG_EVALUATING] = "evaluating",
    [LG_PAUSED] = "preempted", [LG_DONE] = "done",        [LG_BROKEN] = "diverged",
};

const char *lg_phase_name(lg_phase p) {
    return phases[p];
}

/* ---- writing ---- */

/* JSON has no NaN: null. */
static json_t *number(double x) {
    return isfinite(x) ? json_real(x) : json_null();
}

/* A time that is not there is null. */
static json_t *moment(const char *utc) {
    return *utc == '\0' ? json_null() : json_string(utc);
}

static json_t *score(const lg_score_report *s) {
    return json_pack("{s:s, s:o, s:i, s:i, s:I, s:i}", "rule", s->rule, "score", number(s->score), "first", s->first,
                     "last", s->last, "lengths", (json_int_t)s->lengths, "trained", s->trained);
}

static json_t *machine(const lg_workshop *w) {
    char cpu[LG_CPU_NAME], host[128] = "";
    gethostname(host, sizeof host - 1);
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:i}", "host", host, "cpu", lg_cpu_name(cpu), "kernels",
                     w->kernels->name, "compiler", lg_compiler_name(), "precision", lg_precision_name(), "threads",
                     lg_pool_threads(w->pool));
}

static json_t *choices(const lg_values *v) {
    return json_pack("{s:s, s:s, s:s}", "task", lg_text(v, "task"), "positions", lg_text(v, "positions"), "encoding",
                     lg_text(v, "encoding"));
}

static json_t *object(const lg_record *r, const lg_settled *config, const lg_workshop *w) {
    json_t *o =
        json_pack("{s:s, s:s, s:s, s:o, s:o, s:s, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:s}", "schema", SCHEMA, "hash",
                  config->hash, "version", lg_version(), "choices", choices(config->values), "machine", machine(w),
                  "status", phases[r->phase], "step", (json_int_t)r->step, "steps", (json_int_t)r->steps, "started",
                  moment(r->started), "finished", moment(r->finished), "seconds", number(r->seconds), "loss",
                  number(r->loss), "accuracy", number(r->accuracy), "evaluation", r->evaluation);
    if (o != NULL && r->has_score) json_object_set_new(o, "score", score(&r->score));
    return o;
}

bool lg_record_write(const lg_store *s, const lg_record *r, const lg_settled *config, const lg_workshop *w,
                     lg_error *err) {
    json_t *o = object(r, config, w);
    char *text = o == NULL ? NULL : json_dumps(o, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    json_decref(o);
    if (text == NULL) return lg_fail(err, LG_FAILED, "%s: no memory to write it", s->record);
    const lg_bytes parts[] = {{text, strlen(text)}, {"\n", 1}};
    const bool good = lg_file_write(s->record, parts, 2, err);
    free(text);
    return good;
}

/* ---- reading ---- */

/* The member as a number; null, which stands for what is no number, is NaN. */
static double real_of(const json_t *o, const char *key) {
    const json_t *n = json_object_get(o, key);
    return json_is_number(n) ? json_number_value(n) : (double)NAN;
}

static int64_t int_of(const json_t *o, const char *key) {
    return json_integer_value(json_object_get(o, key));
}

static void text_of(const json_t *o, const char *key, char *out, size_t size) {
    const char *text = json_string_value(json_object_get(o, key));
    snprintf(out, size, "%s", text == NULL ? "" : text);
}

static void read_score(const json_t *o, lg_record *r) {
    const char *rule = json_string_value(json_object_get(o, "rule"));
    r->has_score = rule != NULL;
    if (rule == NULL) return;
    r->score = (lg_score_report){.score = real_of(o, "score"),
                                 .rule = lg_score_rule(rule),
                                 .first = (int)int_of(o, "first"),
                                 .last = (int)int_of(o, "last"),
                                 .lengths = (size_t)int_of(o, "lengths"),
                                 .trained = (int)int_of(o, "trained")};
}

static bool read_object(const json_t *o, lg_record *r) {
    char word[32];
    text_of(o, "schema", word, sizeof word);
    if (strcmp(word, SCHEMA) != 0) return false;
    text_of(o, "status", word, sizeof word);
    while (r->phase <= LG_BROKEN && strcmp(phases[r->phase], word) != 0) r->phase++;
    if (r->phase > LG_BROKEN) return false;
    r->step = int_of(o, "step");
    r->steps = int_of(o, "steps");
    text_of(o, "started", r->started, sizeof r->started);
    text_of(o, "finished", r->finished, sizeof r->finished);
    r->seconds = real_of(o, "seconds");
    r->loss = real_of(o, "loss");
    r->accuracy = real_of(o, "accuracy");
    text_of(o, "evaluation", r->evaluation, sizeof r->evaluation);
    text_of(json_object_get(o, "machine"), "kernels", r->kernels, sizeof r->kernels);
    read_score(json_object_get(o, "score"), r);
    return true;
}

bool lg_record_read(const lg_store *s, lg_record *r, lg_error *err) {
    *r = (lg_record){.phase = LG_NEW, .loss = NAN, .accuracy = NAN};
    if (!lg_file_exists(s->record)) return true;
    size_t size;
    char *text = lg_file_read(s->record, MOST_RECORD, &size, err);
    if (text == NULL) return false;
    json_t *o = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    const bool good = read_object(o, r);
    json_decref(o);
    free(text);
    return good ||
           lg_fail(err, LG_CORRUPT, "%s is damaged; without it the run goes on from its last checkpoint", s->record);
}
