/* run_record.c: reads and writes run.json: identity, machine, progress and score of a run. It is the only file that
 * contains dates. */
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "config/describe.h"
#include "lengthen.h"
#include "metric/metric.h"
#include "run/recorded.h"
#include "run/run_dir.h"
#include "run/score.h"

#define SCHEMA     "lengthen.run/2"
#define MAX_RECORD ((size_t)1 << 20)

static const char *const phases[] = {
    [LG_STATUS_NEW] = "new",
    [LG_STATUS_TRAINING] = "running",
    [LG_STATUS_EVALUATING] = "evaluating",
    [LG_STATUS_PREEMPTED] = "preempted",
    [LG_STATUS_PAUSED] = "paused",
    [LG_STATUS_DONE] = "done",
    [LG_STATUS_DIVERGED] = "diverged",
};

const char *lg_run_status_name(lg_run_status p) {
    return phases[p];
}

/* ---- writing ---- */

/* An unknown time is null. */
static void write_time(lg_json *j, const char *key, const char *utc) {
    if (*utc == '\0')
        lg_json_put_null(j, key);
    else
        lg_json_put_text(j, key, utc);
}

static void write_choices(lg_json *j, const lg_values *v) {
    lg_json_open(j, "choices");
    lg_json_put_text(j, "task", lg_text(v, "data"));
    lg_json_put_text(j, "positions", lg_text(v, "positions"));
    lg_json_put_text(j, "encoding", lg_text(v, "encoding"));
    lg_json_close(j);
}

static void write_machine(lg_json *j, const lg_runtime *w) {
    char cpu[LG_CPU_NAME], host[128] = "";
    gethostname(host, sizeof host - 1);
    lg_json_open(j, "machine");
    lg_json_put_text(j, "host", host);
    lg_json_put_text(j, "cpu", lg_cpu_name(cpu));
    lg_json_put_text(j, "kernels", lg_runtime_bits(w));
    lg_json_put_text(j, "compiler", lg_compiler_name());
    lg_json_put_text(j, "precision", lg_precision_name());
    lg_json_put_int(j, "threads", lg_pool_threads(w->pool));
    lg_json_close(j);
}

bool lg_run_record_is_trained(const lg_run_record *r) {
    return r->phase == LG_STATUS_EVALUATING || r->phase == LG_STATUS_DONE ||
           (r->phase == LG_STATUS_PREEMPTED && r->ended != LG_NOT_ENDED);
}

bool lg_run_record_describes(const lg_run_record *r) {
    return r->phase != LG_STATUS_NEW && r->phase != LG_STATUS_TRAINING;
}

static void write_state(lg_json *j, const lg_run_record *r) {
    lg_json_put_text(j, "status", phases[r->phase]);
    lg_json_put_int(j, "step", r->step);
    lg_json_put_int(j, "steps", r->steps);
    if (lg_run_record_is_trained(r)) lg_json_put_text(j, "ended", lg_ending_name(r->ended));
    write_time(j, "started", r->started);
    write_time(j, "finished", r->finished);
    lg_json_put_real(j, "seconds", r->seconds);
    lg_json_put_real(j, "loss", r->loss);
    lg_json_put_real(j, "accuracy", r->accuracy);
    lg_json_put_text(j, "evaluation", r->evaluation);
}

/* Writes the digests of data files; computed data has none. */
static void write_files(lg_json *j, const lg_run_record *r) {
    if (r->file_count == 0) return;
    lg_json_open(j, "files");
    for (int i = 0; i < r->file_count; i++) lg_json_put_text(j, r->files[i].option, r->files[i].digest);
    lg_json_close(j);
}

static void write_records(lg_json *j, const lg_run_record *r) {
    if (*r->records[LG_SPLIT_TRAIN] == '\0') return;
    lg_json_open(j, "records");
    for (lg_split i = LG_SPLIT_TRAIN; i <= LG_SPLIT_VALIDATION; i++)
        lg_json_put_text(j, lg_split_name(i), r->records[i]);
    lg_json_close(j);
}

static void write_weights(lg_json *j, const lg_run_record *r, const lg_values *v) {
    if (*r->weights == '\0') return;
    lg_json_open(j, "init");
    lg_json_put_text(j, "source", lg_text(v, "train.init"));
    lg_json_put_text(j, "digest", r->weights);
    lg_json_close(j);
}

static void write_model(lg_json *j, const lg_model_measure *m) {
    lg_json_open(j, "model");
    lg_json_put_int(j, "parameters", m->size.parameters);
    lg_json_put_int(j, "embedding", m->size.embedding);
    lg_json_put_int(j, "active", m->size.active);
    lg_json_put_real(j, "flops_per_token", m->flops / m->tokens);
    lg_json_put_int(j, "length", m->length);
    lg_json_close(j);
}

/* Writes the split of the validations, and the options that choose something by validation scores. */
static void write_validations(lg_json *j, const lg_values *v) {
    char chose[120] = "";
    const char *option;
    if (!lg_validates(v)) return;
    for (int i = 0; (option = lg_validations_choose_of(v, i)); i++) {
        const size_t at = strlen(chose);
        snprintf(chose + at, sizeof chose - at, "%s%s", i > 0 ? ", " : "", option);
    }
    lg_json_open(j, "validations");
    lg_json_put_text(j, "split", lg_split_name(lg_validation_split_of(v)));
    lg_json_put_text(j, "chose", chose);
    lg_json_close(j);
}

/* The digests of the files of `step`. */
static void write_checkpoint(lg_json *j, const lg_run_record *r) {
    if (!lg_run_record_describes(r) || *r->model_digest == '\0') return;
    lg_json_open(j, "checkpoint");
    if (*r->state_digest != '\0') lg_json_put_text(j, "state", r->state_digest);
    lg_json_put_text(j, "model", r->model_digest);
    lg_json_close(j);
}

static void write_best(lg_json *j, const lg_run_record *r) {
    if (!r->has_best) return;
    lg_json_open(j, "best");
    lg_json_put_text(j, "split", lg_split_name(r->best.split));
    lg_json_put_text(j, "metric", lg_metrics[r->best.metric]->name);
    if (*r->best_model.digest != '\0') {
        lg_json_put_int(j, "step", r->best_model.step);
        lg_json_put_text(j, "digest", r->best_model.digest);
    }
    lg_json_close(j);
}

static void write_score(lg_json *j, const lg_score_report *s) {
    lg_json_open(j, "score");
    lg_json_put_text(j, "rule", s->rule);
    lg_json_put_text(j, "average", s->average);
    lg_json_put_text(j, "metric", lg_metrics[s->metric]->name);
    lg_json_put_text(j, "unit", lg_metric_at(s->metric).value_unit);
    lg_json_put_real(j, "score", s->score);
    lg_json_open(j, "scores");
    for (size_t i = 0; i < LG_METRICS; i++)
        if (lg_metric_applies(i, s->scores)) lg_json_put_real(j, lg_metrics[i]->name, s->scores[i]);
    lg_json_close(j);
    lg_json_put_int(j, "first", s->first);
    lg_json_put_int(j, "last", s->last);
    lg_json_put_int(j, "lengths", (int64_t)s->lengths);
    lg_json_put_int(j, "trained", s->trained);
    if (s->above > 0) lg_json_put_int(j, "above", s->above);
    lg_json_close(j);
}

bool lg_run_record_write(const lg_run_dir *s, const lg_run_record *r, const lg_resolved_config *config,
                         const lg_runtime *w, lg_error *err) {
    lg_json j;
    lg_json_begin(&j, LG_JSON_FILE);
    lg_json_put_text(&j, "schema", SCHEMA);
    lg_json_put_text(&j, "hash", config->hash);
    lg_json_put_text(&j, "version", lg_version());
    write_choices(&j, config->values);
    write_machine(&j, w);
    write_files(&j, r);
    write_records(&j, r);
    write_weights(&j, r, config->values);
    if (r->model.size.parameters > 0) write_model(&j, &r->model);
    write_state(&j, r);
    write_validations(&j, config->values);
    write_checkpoint(&j, r);
    write_best(&j, r);
    if (r->has_score) write_score(&j, &r->score);
    return lg_json_write(&j, s->record, err);
}

#define ERROR ",\n  \"error\": " /* always the last member */

/* Returns the text from the comma before the member `error` to the end of the object. The caller frees it. */
static char *error_member(const char *error) {
    lg_json j;
    lg_json_begin(&j, LG_JSON_FILE);
    lg_json_put_text(&j, "error", error);
    char *text = lg_json_end(&j);
    if (text) *text = ',';
    return text;
}

bool lg_run_record_set_error(const lg_run_dir *s, const char *error, lg_error *err) {
    char *text = lg_file_read(s->record, MAX_RECORD, NULL, err), *all = NULL;
    if (!text) return false;
    char *tail = error ? error_member(error) : strdup("\n}\n"), *end = strstr(text, ERROR);
    if (!end)
        for (end = strrchr(text, '}'); end > text && strchr(" \n", end[-1]);) end--;
    if (tail && (all = malloc((size_t)(end - text) + strlen(tail) + 1)))
        sprintf(all, "%.*s%s", (int)(end - text), text, tail);
    const bool good =
        all ? lg_file_write_text(s->record, all, err) : lg_fail(err, LG_FAILED, "out of memory: writing %s", s->record);
    free(text);
    free(tail);
    free(all);
    return good;
}

/* ---- reading ---- */

static void text_of(const json_t *o, const char *key, char *out, size_t size) {
    const char *text = json_string_value(json_object_get(o, key));
    snprintf(out, size, "%s", text ? text : "");
}

static bool count_of(const json_t *o, const char *key, int64_t most, int64_t *out, lg_error *err) {
    return lg_recorded_count(json_object_get(o, key), key, 0, most, out, err);
}

/* Reads the score in each metric. */
static bool read_scores(const json_t *o, lg_score_report *s, lg_error *err) {
    const json_t *all = json_object_get(o, "scores");
    if (!lg_metric_find(json_string_value(json_object_get(o, "metric")), &s->metric))
        return lg_fail(err, LG_CORRUPT, "the metric of its score is unknown to this version");
    for (size_t i = 0; i < LG_METRICS; i++) {
        const char *name = lg_metrics[i]->name;
        if (!lg_recorded_real(json_object_get(all, name), name, &s->scores[i], err)) return false;
    }
    return lg_recorded_real(json_object_get(o, "score"), "score", &s->score, err);
}

static bool read_best(const json_t *o, lg_run_record *r, lg_error *err) {
    const char *split = json_string_value(json_object_get(o, "split"));
    const char *metric = json_string_value(json_object_get(o, "metric"));
    r->has_best = o;
    if (!o) return true;
    text_of(o, "digest", r->best_model.digest, LG_DIGEST_SIZE);
    if (!count_of(o, "step", INT64_MAX, &r->best_model.step, err)) return false;
    const bool validation = split && !strcmp(split, lg_split_name(LG_SPLIT_VALIDATION));
    r->best.split = validation ? LG_SPLIT_VALIDATION : LG_SPLIT_TEST;
    return (metric && lg_metric_find(metric, &r->best.metric)) ||
           lg_fail(err, LG_CORRUPT, "the metric of its best model is unknown to this version");
}

/* Reads the score; lg_eval_check_score compares it with the results. */
static bool read_score(const json_t *o, lg_run_record *r, lg_error *err) {
    const char *rule = json_string_value(json_object_get(o, "rule"));
    const char *average = json_string_value(json_object_get(o, "average"));
    int64_t first, last, lengths, trained, above;
    r->has_score = rule;
    if (!rule) return true;
    r->score.split = LG_SPLIT_TEST;
    r->score.rule = lg_score_rule(rule);
    r->score.average = lg_score_average(average ? average : "");
    if (!read_scores(o, &r->score, err) || !count_of(o, "first", LG_LENGTH_MAX, &first, err) ||
        !count_of(o, "last", LG_LENGTH_MAX, &last, err) || !count_of(o, "lengths", LG_LENGTH_MAX, &lengths, err) ||
        !count_of(o, "trained", INT_MAX, &trained, err) || !count_of(o, "above", LG_LENGTH_MAX, &above, err))
        return false;
    r->score.first = (int)first;
    r->score.last = (int)last;
    r->score.lengths = (size_t)lengths;
    r->score.trained = (int)trained;
    r->score.above = (int)above;
    return true;
}

static bool read_numbers(const json_t *o, lg_run_record *r, lg_error *err) {
    return count_of(o, "step", INT64_MAX, &r->step, err) && count_of(o, "steps", INT64_MAX, &r->steps, err) &&
           lg_recorded_amount(json_object_get(o, "seconds"), "seconds", &r->seconds, err) &&
           lg_recorded_amount(json_object_get(o, "loss"), "loss", &r->loss, err) &&
           lg_recorded_fraction(json_object_get(o, "accuracy"), "accuracy", &r->accuracy, err) &&
           read_best(json_object_get(o, "best"), r, err) && read_score(json_object_get(o, "score"), r, err);
}

static bool read_files(json_t *files, lg_run_record *r, lg_error *err) {
    const char *option;
    json_t *digest;
    json_object_foreach(files, option, digest) {
        if (r->file_count == LG_DATA_FILES) return lg_fail(err, LG_CORRUPT, "it has more than %d files", LG_DATA_FILES);
        text_of(files, option, r->files[r->file_count].digest, LG_DIGEST_SIZE);
        snprintf(r->files[r->file_count].option, sizeof r->files[0].option, "%s", option);
        r->file_count++;
    }
    return true;
}

/* Reads why training ended. For a preempted run, this determines whether its training was over. */
static lg_ending read_ending(const json_t *o, lg_run_status phase) {
    const char *name = json_string_value(json_object_get(o, "ended"));
    const lg_ending e = name ? lg_ending_find(name) : LG_NOT_ENDED;
    return phase == LG_STATUS_EVALUATING || phase == LG_STATUS_DONE || phase == LG_STATUS_PREEMPTED ? e : LG_NOT_ENDED;
}

/* True if the schema shows that another version wrote the record. */
static bool is_of_other_version(const json_t *o) {
    const char *schema = json_string_value(json_object_get(o, "schema"));
    const size_t name = strcspn(SCHEMA, "/") + 1;
    return schema && !strncmp(schema, SCHEMA, name) && strcmp(schema, SCHEMA);
}

static bool fail_other_version(const lg_run_dir *s, const json_t *o, lg_error *err) {
    char version[32], shown[LG_SHOWN];
    text_of(o, "version", version, sizeof version);
    return lg_fail(err, LG_USAGE,
                   "%s was written by version %s, whose runs this version cannot continue: retrain it with `lengthen "
                   "train --config %s --out ...`",
                   s->dir, lg_text_shown(version, shown), s->config);
}

static bool read_object(const lg_run_dir *s, const json_t *o, lg_run_record *r, lg_error *err) {
    char word[32];
    if (is_of_other_version(o)) return fail_other_version(s, o, err);
    text_of(o, "schema", word, sizeof word);
    if (strcmp(word, SCHEMA)) return false;
    text_of(o, "status", word, sizeof word);
    while (r->phase <= LG_STATUS_DIVERGED && strcmp(phases[r->phase], word)) r->phase++;
    if (r->phase > LG_STATUS_DIVERGED) return false;
    r->ended = read_ending(o, r->phase);
    text_of(o, "hash", r->hash, sizeof r->hash);
    text_of(o, "started", r->started, sizeof r->started);
    text_of(o, "finished", r->finished, sizeof r->finished);
    text_of(o, "evaluation", r->evaluation, sizeof r->evaluation);
    text_of(o, "error", r->error, sizeof r->error);
    text_of(json_object_get(o, "machine"), "kernels", r->kernels, sizeof r->kernels);
    text_of(json_object_get(o, "init"), "digest", r->weights, sizeof r->weights);
    text_of(json_object_get(o, "checkpoint"), "state", r->state_digest, sizeof r->state_digest);
    text_of(json_object_get(o, "checkpoint"), "model", r->model_digest, sizeof r->model_digest);
    for (lg_split i = LG_SPLIT_TRAIN; i <= LG_SPLIT_VALIDATION; i++)
        text_of(json_object_get(o, "records"), lg_split_name(i), r->records[i], LG_DIGEST_SIZE);
    return read_files(json_object_get(o, "files"), r, err) && read_numbers(o, r, err);
}

bool lg_run_record_read(const lg_run_dir *s, lg_run_record *r, lg_error *err) {
    *r = (lg_run_record){.phase = LG_STATUS_NEW, .loss = NAN, .accuracy = NAN};
    char *text;
    size_t size;
    if (!lg_file_read_if_there(s->record, MAX_RECORD, &text, &size, err)) return false;
    if (!text) return true;
    lg_error words = {0};
    errno = 0;
    json_t *o = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    const bool no_memory = !o && errno == ENOMEM, good = read_object(s, o, r, &words);
    json_decref(o);
    free(text);
    if (no_memory) return lg_fail(err, LG_FAILED, "out of memory: reading %s", s->record);
    if (words.code == LG_USAGE) return lg_fail_like(err, &words, "%s", words.text);
    return good || lg_fail(err, LG_CORRUPT,
                           "%s is damaged%s%s; remove it to continue the run from its last checkpoint, if there is one",
                           s->record, words.code == LG_OK ? "" : ": ", words.text);
}

bool lg_run_record_check_version(const lg_run_dir *s, lg_error *err) {
    lg_run_record r;
    lg_error words = {0};
    return lg_run_record_read(s, &r, &words) || words.code != LG_USAGE || lg_fail_like(err, &words, "%s", words.text);
}
