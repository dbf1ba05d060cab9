/* run_dir_read.c: reads a run directory without changing it. Another process may be writing, so the last line of a
 * running run may be torn. */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/file.h"
#include "base/lengths.h"
#include "base/lines.h"
#include "base/text.h"
#include "evaluate/evaluate.h"
#include "lengthen.h"
#include "metric/metric.h"
#include "run/jsonl.h"
#include "run/metrics_line.h"
#include "run/run_dir.h"
#include "run/score.h"

#define MAX_CONFIG ((size_t)1 << 24)
#define ROUNDING   1e-6 /* allowed deviation of a score from its mean */

bool lg_run_dir_is_busy(const lg_run_dir *s, bool *busy, lg_error *err) {
    lg_file_kind kind;
    const char *path = lg_arena_printf(s->arena, "%s/.lock", s->dir);
    *busy = false;
    if (!path) return lg_fail(err, LG_FAILED, "out of memory: opening %s", s->dir);
    if (!lg_file_get_kind(path, &kind, err)) return false;
    if (kind == LG_ABSENT) return true;
    const int file = lg_file_open(path, O_RDONLY, "read", err);
    if (file < 0) return false;
    *busy = flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    close(file);
    return true;
}

/* err: set if the line contains invalid numbers. */
typedef bool (*line_fn)(void *user, const json_t *line, lg_error *err);

/* Passes one line to `each`; false: stop, because `each` returned false or failed. */
static bool pass_line(const lg_lines *l, line_fn each, void *user, lg_error *err) {
    lg_error words = {0};
    json_t *line = lg_jsonl_line(l, err);
    if (!line) return err->code == LG_OK;
    const bool going = each(user, line, &words);
    json_decref(line);
    if (words.code != LG_OK)
        lg_fail_like(err, &words, "%s is damaged: line %zu: %s (remove the run's directory to train it again)", l->path,
                     l->number, words.text);
    return going;
}

/* Calls `each` for the lines from number `first` on that contain `mark`, until `each` returns false. The other lines,
 * mostly training steps in metrics.jsonl, are not parsed. */
static bool each_line(const char *path, size_t first, const char *mark, line_fn each, void *user, lg_error *err) {
    lg_lines l;
    lg_error words = {0};
    if (!lg_lines_open(&l, path, err)) return false;
    for (bool going = true; going && lg_lines_next(&l, &words);)
        if (l.number >= first && strstr(l.line, mark)) going = pass_line(&l, each, user, &words);
    lg_lines_close(&l);
    return words.code == LG_OK || lg_fail_like(err, &words, "%s", words.text);
}

/* The number of the last line that contains `mark`; 0: none. */
static bool find_last(const char *path, const char *mark, size_t *number, lg_error *err) {
    lg_lines l;
    lg_error words = {0};
    *number = 0;
    if (!lg_lines_open(&l, path, err)) return false;
    while (lg_lines_next(&l, &words))
        if (strstr(l.line, mark)) *number = l.number;
    lg_lines_close(&l);
    return words.code == LG_OK || lg_fail_like(err, &words, "%s", words.text);
}

typedef struct reader {
    lg_score_fn each;
    void *user;
} reader;

static bool on_score(void *user, const json_t *line, lg_error *err) {
    const reader *r = user;
    lg_metrics_line x;
    if (!lg_metrics_line_read(line, &x, err)) return false;
    return x.kind != LG_LINE_VALIDATION || r->each(r->user, x.step, x.validation.split, x.validation.scores, x.seconds);
}

bool lg_metrics_each_score(const lg_run_dir *s, lg_score_fn each, void *user, lg_error *err) {
    reader r = {.each = each, .user = user};
    return each_line(s->metrics, 1, "\"first\": ", on_score, &r, err);
}

typedef struct step_reader {
    lg_step_fn each;
    void *user;
} step_reader;

static bool on_step(void *user, const json_t *line, lg_error *err) {
    const step_reader *r = user;
    lg_metrics_line x;
    if (!lg_metrics_line_read(line, &x, err)) return false;
    return x.kind != LG_LINE_STEP || r->each(r->user, &x.train);
}

bool lg_metrics_each_step(const lg_run_dir *s, lg_step_fn each, void *user, lg_error *err) {
    step_reader r = {.each = each, .user = user};
    return each_line(s->metrics, 1, "\"grad_norm\": ", on_step, &r, err);
}

typedef struct load_reader {
    lg_arena *arena;
    lg_load_record *out;
} load_reader;

static bool on_load(void *user, const json_t *line, lg_error *err) {
    const load_reader *r = user;
    return lg_load_record_read(line, r->arena, r->out, err);
}

bool lg_metrics_last_load(const lg_run_dir *s, lg_arena *arena, lg_load_record *out, lg_error *err) {
    load_reader r = {arena, out};
    size_t last;
    *out = (lg_load_record){0};
    return find_last(s->metrics, "\"load\": ", &last, err) &&
           (last == 0 || each_line(s->metrics, last, "\"load\": ", on_load, &r, err));
}

/* ---- results of a finished run ---- */

/* Finds the value of a key such as "\neval.lengths: " in the canonical text of a config, and terminates it there with
 * NUL. Parsing YAML would be slow for thousands of runs. */
static const char *find_value(char *text, const char *key) {
    char *at = strstr(text, key);
    if (!at) return "";
    at += strlen(key);
    at += *at == '"';
    at[strcspn(at, "\"\n")] = '\0';
    return at;
}

static bool read_lengths(const lg_run_dir *s, lg_length_set *out, lg_error *err) {
    char *text;
    lg_error words = {0};
    if (!lg_file_read_if_there(s->config, MAX_CONFIG, &text, NULL, err)) return false;
    if (!text) return lg_fail(err, LG_CORRUPT, "%s is missing", s->config);
    const bool good = lg_lengths_parse(find_value(text, "\neval.lengths: "), 1, LG_LENGTH_MAX, out, &words);
    free(text);
    return good || lg_fail(err, words.code == LG_USAGE ? LG_CORRUPT : words.code, "%s: eval.lengths: %s", s->config,
                           words.text);
}

/* The later of the two keys is read first, because find_value truncates the text after the value. */
bool lg_run_dir_best_choice(const lg_run_dir *s, lg_best_choice *choice, lg_error *err) {
    char *text;
    *choice = (lg_best_choice){lg_metric_index(&lg_metric_token_accuracy), LG_SPLIT_TEST};
    if (!lg_file_read_if_there(s->config, MAX_CONFIG, &text, NULL, err)) return false;
    if (text) lg_metric_find(find_value(text, "\nmetric: "), &choice->metric);
    if (text && !strcmp(find_value(text, "\neval.validation: "), lg_split_name(LG_SPLIT_VALIDATION)))
        choice->split = LG_SPLIT_VALIDATION;
    free(text);
    return true;
}

static bool read_results(const lg_run_dir *s, const lg_length_set *wanted, lg_eval_result *results, lg_error *err) {
    size_t read;
    lg_error wrong = {0};
    if (!results) return lg_fail(err, LG_FAILED, "out of memory: the evaluation of %s", s->dir);
    if (!lg_eval_read(s, wanted->values, wanted->count, NULL, false, results, &read, &wrong, err)) return false;
    if (read == wanted->count) return true;
    return wrong.code != LG_OK ? lg_fail(err, LG_CORRUPT, "%s is damaged: %s", s->eval, wrong.text)
                               : lg_fail(err, LG_CORRUPT, "%s is damaged: expected results of %zu lengths, %zu are %s",
                                         s->eval, wanted->count, read, read == 0 ? "present" : "intact");
}

lg_eval_result *lg_eval_read_all(const lg_run_dir *s, size_t *count, lg_error *err) {
    lg_length_set wanted;
    if (!read_lengths(s, &wanted, err)) return NULL;
    lg_eval_result *results = calloc(wanted.count + 1, sizeof *results);
    const bool good = read_results(s, &wanted, results, err);
    *count = wanted.count;
    free(wanted.values);
    if (good) return results;
    free(results);
    return NULL;
}

/* Compares scores up to rounding. A score is NaN if a length has no value of the metric; two NaNs are equal. */
static bool is_equal(double a, double b) {
    return isnan(a) ? isnan(b) : a == b || fabs(a - b) <= ROUNDING * fmax(1, fabs(b));
}

/* Checks that a score equals the mean of its results. */
static bool check_score(const lg_run_dir *s, size_t metric, double score, const double means[LG_METRICS],
                        const char *rule, lg_error *err) {
    char is[LG_REAL_TEXT], wanted[LG_REAL_TEXT];
    if (is_equal(score, means[metric])) return true;
    lg_real_text(score, is);
    lg_real_text(means[metric], wanted);
    return lg_fail(err, LG_CORRUPT, "%s is damaged: score is %s, but the mean %s of the results is %s (eval.score: %s)",
                   s->record, is, lg_metrics[metric]->info.title, wanted, rule);
}

bool lg_eval_check_score(const lg_run_dir *s, lg_run_record *r, const lg_eval_result *results, size_t count,
                         lg_error *err) {
    lg_score_report *there = &r->score;
    if (!r->has_score) return lg_fail(err, LG_CORRUPT, "%s is damaged: it has no score", s->record);
    const lg_score_report made = lg_score_as(there, results, count);
    if (there->first != made.first || there->last != made.last || there->lengths != made.lengths)
        return lg_fail(err, LG_CORRUPT,
                       "%s is damaged: its score covers %zu lengths (%d..%d); eval.score: %s covers %zu (%d..%d)",
                       s->record, there->lengths, there->first, there->last, there->rule, made.lengths, made.first,
                       made.last);
    bool good = check_score(s, there->metric, there->score, made.scores, there->rule, err);
    for (size_t i = 0; i < LG_METRICS && good; i++) {
        if (isnan(there->scores[i])) there->scores[i] = made.scores[i];
        good = check_score(s, i, there->scores[i], made.scores, there->rule, err);
    }
    return good;
}
