/* tensorboard.c: see tensorboard.h. An event file is a sequence of records. A record consists of the length of an
 * event, the checksum of the length, the event in the wire format of protocol buffers, and the checksum of the event.
 * Numbers are little-endian; checksums are masked CRC-32Cs. */
#include "run/tensorboard.h"

#include <assert.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/crc32c.h"
#include "base/file.h"
#include "base/text_buffer.h"
#include "config/values.h"
#include "metric/metric.h"
#include "run/event.pb-c.h"
#include "run/jsonl.h"

#define PREFIX   "events.out.tfevents."
#define VERSION  "brain.Event:2"
#define MAX_FILE ((size_t)1 << 32) /* maximum size of an event file in bytes */

enum { STEP_VALUES = 7, MAX_VALUES = STEP_VALUES < LG_METRICS ? LG_METRICS : STEP_VALUES }; /* per event */
enum { HEAD = 12, FOOT = 4, MAX_EVENT = 100 * MAX_VALUES, MAX_RECORD = HEAD + MAX_EVENT + FOOT };

struct lg_tensorboard {
    const char *path;
    double begun; /* seconds since 1970 */
    const lg_run_record *record;
};

/* ---- records ---- */

typedef struct record {
    uint8_t bytes[MAX_RECORD];
    size_t size; /* 0: there is no event */
} record;

static void put_number(uint8_t *to, uint64_t x, int bytes) {
    for (int i = 0; i < bytes; i++) to[i] = (uint8_t)(x >> 8 * i);
}

/* Writes a checksum, masked by a rotation and an addition as the format requires: a CRC of data that contains CRCs is
 * weak. */
static void put_checksum(uint8_t *to, const uint8_t *data, size_t size) {
    const uint32_t sum = lg_crc32c(data, size);
    put_number(to, (sum >> 15 | sum << 17) + 0xa282ead8u, 4);
}

static void put_event(record *r, const Lg__Event *e) {
    const size_t size = lg__event__get_packed_size(e);
    assert(size <= MAX_EVENT);
    put_number(r->bytes, size, 8);
    put_checksum(r->bytes + 8, r->bytes, 8);
    lg__event__pack(e, r->bytes + HEAD);
    put_checksum(r->bytes + HEAD + size, r->bytes + HEAD, size);
    r->size = HEAD + size + FOOT;
}

/* An event with values, under construction. */
typedef struct draft {
    Lg__Event event;
    Lg__Summary summary;
    Lg__Summary__Value value[MAX_VALUES], *list[MAX_VALUES];
    char tags[LG_METRICS][64]; /* memory for the tags of metrics */
} draft;

static void begin_event(draft *d, double time, int64_t step) {
    d->event = (Lg__Event)LG__EVENT__INIT;
    d->summary = (Lg__Summary)LG__SUMMARY__INIT;
    d->event.wall_time = time;
    d->event.has_step = true;
    d->event.step = step;
    d->event.summary = &d->summary;
    d->summary.value = d->list;
}

static void add_value(draft *d, const char *tag, double x) {
    const size_t i = d->summary.n_value++;
    assert(i < MAX_VALUES);
    d->value[i] = (Lg__Summary__Value)LG__SUMMARY__VALUE__INIT;
    d->value[i].tag = (char *)(uintptr_t)tag; /* read only */
    d->value[i].simple_value = (float)x;
    d->list[i] = &d->value[i];
}

/* ---- lines to records ---- */

/* Skips numbers that are not finite or too large for the format. */
static void add_finite(draft *d, const char *tag, double x) {
    if (fabs(x) <= (double)FLT_MAX) add_value(d, tag, x + 0.0); /* 0 for -0, as in the line */
}

/* Adds a value for each metric; where: "" or "_by_length". */
static void add_metrics(draft *d, lg_split split, const char *where, const double values[LG_METRICS]) {
    for (size_t i = 0; i < LG_METRICS; i++) {
        snprintf(d->tags[i], sizeof d->tags[i], "%s/%s%s", lg_split_name(split), lg_metrics[i]->name,
                 where);
        add_finite(d, d->tags[i], values[i]);
    }
}

static void translate(const lg_tensorboard *e, const lg_metrics_line *x, record *r) {
    const double seconds = isnan(x->seconds) ? e->record->seconds : x->seconds;
    draft d;
    begin_event(&d, e->begun + seconds, x->kind == LG_LINE_EVALUATION ? x->evaluation.result.length : x->step);
    switch (x->kind) {
    case LG_LINE_STEP:
        add_finite(&d, "train/loss", x->train.loss);
        if (x->train.experts > 0) {
            add_finite(&d, "train/expert_loss", x->train.expert_loss);
            add_finite(&d, "train/dropped", x->train.dropped);
        }
        add_finite(&d, "train/accuracy", x->train.accuracy);
        add_finite(&d, "train/grad_norm", x->train.grad_norm);
        add_finite(&d, "train/learning_rate", x->train.rate);
        add_finite(&d, "train/length", x->train.length);
        break;
    case LG_LINE_VALIDATION: add_metrics(&d, x->validation.split, "", x->validation.scores); break;
    case LG_LINE_EVALUATION: add_metrics(&d, LG_SPLIT_TEST, "_by_length", x->evaluation.result.values); break;
    case LG_LINE_UNKNOWN: break;
    }
    r->size = 0;
    if (d.summary.n_value > 0) put_event(r, &d.event);
}

bool lg_tensorboard_append(const lg_run_dir *s, const lg_metrics_line *x, lg_error *err) {
    if (!s->events) return true;
    record r;
    translate(s->events, x, &r);
    const lg_bytes part = {r.bytes, r.size};
    return r.size == 0 || lg_file_append(s->events->path, &part, 1, false, err);
}

/* ---- the whole file ---- */

typedef struct rebuild {
    const lg_tensorboard *events;
    FILE *to;
} rebuild;

static void print_record(const rebuild *c, const record *r) {
    fwrite(r->bytes, 1, r->size, c->to);
}

static bool print_line(void *user, const json_t *line) {
    const rebuild *c = user;
    record r;
    lg_metrics_line x;
    lg_metrics_line_read(line, &x, NULL);
    translate(c->events, &x, &r);
    print_record(c, &r);
    return true;
}

static void print_version(const rebuild *c) {
    Lg__Event e = LG__EVENT__INIT;
    record r;
    e.wall_time = c->events->begun;
    e.file_version = (char *)(uintptr_t)VERSION;
    put_event(&r, &e);
    print_record(c, &r);
}

static void print_score(const rebuild *c) {
    const lg_run_record *now = c->events->record;
    draft d;
    record r;
    if (!now->has_score) return;
    begin_event(&d, c->events->begun + now->seconds, now->step);
    add_metrics(&d, LG_SPLIT_TEST, "", now->score.scores);
    if (d.summary.n_value == 0) return;
    put_event(&r, &d.event);
    print_record(c, &r);
}

/* The contents that the file should have; the caller frees them. */
static char *file_bytes(const lg_run_dir *s, size_t *size, lg_error *err) {
    lg_text_buffer stream;
    bool good = lg_text_buffer_open(&stream);
    rebuild c = {s->events, stream.to};
    if (good) print_version(&c);
    good = good && lg_jsonl_read(s->metrics, print_line, &c, false, err) &&
           lg_jsonl_read(s->eval, print_line, &c, false, err);
    if (good) print_score(&c);
    good = lg_text_buffer_close(&stream) && good;
    *size = stream.size;
    if (good) return stream.text;
    free(stream.text);
    lg_fail(err, LG_FAILED, "out of memory: writing %s", s->events->path);
    return NULL;
}

/* Makes these bytes the contents of the file. Does not rewrite the beginning that is already right, so that a running
 * TensorBoard can continue reading. */
static bool replace_tail(const char *path, const char *bytes, size_t size, lg_error *err) {
    char *old;
    size_t there = 0, same = 0;
    if (!lg_file_read_if_there(path, MAX_FILE, &old, &there, err)) return false;
    while (old && same < size && same < there && old[same] == bytes[same]) same++;
    free(old);
    const lg_bytes rest = {bytes + same, size - same};
    return (same == there || lg_file_truncate(path, same, err)) && lg_file_append(path, &rest, 1, true, err);
}

/* Removes event files with other names, which come from a process on another host or from earlier settings. */
static bool drop_other(void *user, const char *dir, const char *name, lg_error *err) {
    const lg_run_dir *s = user;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    if (strncmp(name, PREFIX, strlen(PREFIX))) return true;
    return (s->events && !strcmp(path, s->events->path)) || lg_file_remove(path, err);
}

bool lg_tensorboard_write(const lg_run_dir *s, lg_error *err) {
    size_t size;
    if (!lg_file_each(s->dir, drop_other, (void *)(uintptr_t)s, err)) return false;
    if (!s->events) return true;
    char *bytes = file_bytes(s, &size, err);
    const bool good = bytes && replace_tail(s->events->path, bytes, size, err);
    free(bytes);
    return good;
}

bool lg_tensorboard_open(lg_run_dir *s, const lg_values *v, const lg_run_record *r, lg_error *err) {
    if (strcmp(lg_text(v, "log"), "tensorboard")) return true;
    const int64_t begun = lg_utc_seconds(r->started);
    char host[128] = "";
    gethostname(host, sizeof host - 1);
    lg_tensorboard *e = lg_arena_alloc(s->arena, sizeof *e);
    const char *path = lg_arena_printf(s->arena, "%s/" PREFIX "%010" PRId64 ".%s", s->dir, begun, host);
    if (!e || !path) return lg_fail(err, LG_FAILED, "out of memory: the event file of %s", s->dir);
    *e = (lg_tensorboard){path, (double)begun, r};
    s->events = e;
    return true;
}
