/* data_files.c: see data_files.h. */
#include "run/data_files.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "config/context.h"
#include "data/curriculum.h"
#include "data/digest.h"

/* The recorded digest of the file of this option; NULL: none. */
static const char *find_digest(const lg_run_record *r, const char *option) {
    for (int i = 0; i < r->file_count; i++)
        if (!strcmp(r->files[i].option, option)) return r->files[i].digest;
    return NULL;
}

/* True if the path of the file differs from its path in training. */
static bool is_other(const lg_data_file *f, const lg_values *trained) {
    return trained && lg_values_has(trained, f->option) && strcmp(lg_text(trained, f->option), f->path);
}

static bool fail_changed(const lg_data_file *f, const char *then, const char *dir, const lg_values *trained, bool other,
                         lg_error *err) {
    if (other)
        return lg_fail_keys(err, f->option,
                            "%s: %s has digest %s, but %s was trained with %s, whose digest in run.json is %s",
                            f->option, f->path, f->digest, dir, lg_text(trained, f->option), then);
    return lg_fail_keys(err, f->option,
                        "%s: %s has changed since %s was started: its digest is %s, but run.json has %s (restore the "
                        "file, or train in another directory)",
                        f->option, f->path, dir, f->digest, then);
}

bool lg_data_files_check(const lg_run_record *r, const lg_dataset *d, const char *dir, const lg_values *trained,
                         lg_error *err) {
    for (int i = 0; i < d->file_count; i++) {
        const lg_data_file *f = &d->files[i];
        const bool other = is_other(f, trained);
        if (other && lg_data_is_test_file(d->entry, f->option)) continue;
        const char *then = find_digest(r, f->option);
        if (then && strcmp(then, f->digest)) return fail_changed(f, then, dir, trained, other, err);
    }
    return true;
}

static bool has_option(const lg_run_record *r, const char *option) {
    const size_t size = strlen(option);
    for (int i = 0; i < r->file_count; i++) {
        const char *of = r->files[i].option;
        if (!strncmp(of, option, size) && (of[size] == '\0' || of[size] == '/')) return true;
    }
    return false;
}

bool lg_data_files_has(const lg_run_dir *s, const char *option) {
    lg_run_record r;
    return lg_run_record_read(s, &r, NULL) && has_option(&r, option);
}

static bool is_absent(const char *path) {
    lg_file_kind kind;
    return *path != '\0' && lg_file_get_kind(path, &kind, NULL) && kind == LG_ABSENT;
}

bool lg_data_files_absent(const lg_run_record *r, const lg_values *v, char *flags, size_t size) {
    *flags = '\0';
    for (size_t i = 0; i < lg_values_count(v); i++) {
        const lg_option *o = lg_values_option(v, i);
        const size_t at = strlen(flags);
        if (o->type == LG_TEXT && has_option(r, o->name) && is_absent(lg_text(v, o->name)))
            snprintf(flags + at, size - at, "%s--%s PATH", at > 0 ? " " : "", o->name);
    }
    return *flags != '\0';
}

void lg_data_files_record(lg_run_record *r, const lg_dataset *d) {
    r->file_count = d->file_count;
    for (int i = 0; i < d->file_count; i++) {
        snprintf(r->files[i].option, sizeof r->files[i].option, "%s", d->files[i].option);
        memcpy(r->files[i].digest, d->files[i].digest, LG_DIGEST_SIZE);
    }
}

bool lg_data_records_check(lg_run_record *r, const lg_dataset *d, lg_pool *pool, const char *dir, lg_error *err) {
    for (lg_split s = LG_SPLIT_TRAIN; s <= LG_SPLIT_VALIDATION; s++) {
        char now[LG_DIGEST_SIZE], *then = r->records[s];
        if (!lg_dataset_digest(d, s, pool, now, err)) return false;
        if (*then != '\0' && strcmp(then, now))
            return lg_fail_keys(
                err, "data",
                "data: the %s records of %s have changed since %s was started: their digest is %s, but run.json has %s "
                "(resume with the version that started it, or train in another directory)",
                lg_split_adjective(s), d->entry->name, dir, now, then);
        memcpy(then, now, LG_DIGEST_SIZE);
    }
    return true;
}

/* Reports the digests of computed records. */
static void tell_records(lg_context *c, const lg_run_record *r, const lg_dataset *d) {
    char text[4 * LG_DIGEST_SIZE + 80] = "";
    for (lg_split s = LG_SPLIT_TRAIN; s <= LG_SPLIT_VALIDATION; s++) {
        const size_t at = strlen(text);
        if (*r->records[s] == '\0') continue;
        snprintf(text + at, sizeof text - at, "%s %s %s", at > 0 ? "," : "", lg_split_adjective(s), r->records[s]);
    }
    if (*text != '\0') lg_context_say(c, LG_INFO, "data: %s, digests:%s", d->entry->name, text);
}

/* Reports the sizes of splits that are token streams. */
static void tell_tokens(lg_context *c, const lg_dataset *d) {
    const lg_data_methods *m = d->entry->methods;
    if (!m->stream) return;
    lg_context_say(c, LG_INFO,
                   "data: %s, a vocabulary of %d; tokens: %" PRId64 " training, %" PRId64 " validation, %" PRId64
                   " test",
                   d->entry->name, d->target.size, m->stream(d, LG_SPLIT_TRAIN), m->stream(d, LG_SPLIT_VALIDATION),
                   m->stream(d, LG_SPLIT_TEST));
}

static int64_t count_records(const lg_dataset *d, lg_split split) {
    size_t count = 0;
    const int *lengths = d->entry->methods->lengths(d, split, &count);
    int64_t records = 0;
    for (size_t i = 0; lengths && i < count; i++) records += lg_dataset_count(d, split, lengths[i]);
    return records;
}

/* Reports the sizes of splits read from files of records. */
static void tell_counts(lg_context *c, const lg_dataset *d) {
    const lg_data_methods *m = d->entry->methods;
    if (d->file_count == 0 || m->by_split || !m->lengths) return;
    lg_context_say(c, LG_INFO, "data: %s; records: %" PRId64 " training, %" PRId64 " validation, %" PRId64 " test",
                   d->entry->name, count_records(d, LG_SPLIT_TRAIN), count_records(d, LG_SPLIT_VALIDATION),
                   count_records(d, LG_SPLIT_TEST));
}

void lg_data_files_tell(lg_context *c, const lg_run_record *r, const lg_dataset *d) {
    if (r) tell_records(c, r, d);
    for (int i = 0; i < d->file_count; i++)
        lg_context_say(c, LG_INFO, "%s: %s, digest %s", d->files[i].option, d->files[i].path, d->files[i].digest);
    tell_tokens(c, d);
    if (r) tell_counts(c, d);
    if (d->description) lg_context_say(c, LG_INFO, "data: %s", d->description);
    lg_data_words_tell(c, d);
}

void lg_data_words_tell(lg_context *c, const lg_dataset *d) {
    for (lg_split s = LG_SPLIT_TRAIN; s <= LG_SPLIT_VALIDATION; s++)
        if (d->unread_members[s]) lg_context_say(c, LG_WARNING, "%s", d->unread_members[s]);
    for (lg_split s = LG_SPLIT_TRAIN; s <= LG_SPLIT_VALIDATION; s++)
        if (d->left_out[s]) lg_context_say(c, LG_WARNING, "%s", d->left_out[s]);
    if (d->unknown_words == 0) return;
    lg_context_say(c, LG_WARNING, "%s: %" PRId64 " of %" PRId64 " %s are not in the vocabulary and are read as <unk>",
                   d->unknown_in, d->unknown_words, d->test_words, d->tokens ? d->tokens : "words");
}

/* ---- lengths ---- */

static bool is_tested(const lg_dataset *d, int length) {
    const lg_length_list *tested = &d->settings.tested;
    for (size_t i = 0; i < tested->count; i++)
        if (tested->values[i] == length) return true;
    return false;
}

/* Counts all records of a split, and the records whose lengths are used. False: the split is endless. */
static bool count_read(const lg_dataset *d, lg_split split, int64_t *all, int64_t *read) {
    bool (*const is_read)(const lg_dataset *, int) = split == LG_SPLIT_TEST ? is_tested : lg_curriculum_trains;
    size_t count = 0;
    const int *lengths = d->entry->methods->lengths ? d->entry->methods->lengths(d, split, &count) : NULL;
    *all = *read = 0;
    for (size_t i = 0; lengths && i < count; i++) {
        const int64_t records = lg_dataset_count(d, split, lengths[i]);
        if (records == LG_ENDLESS) return false;
        *all += records;
        if (is_read(d, lengths[i])) *read += records;
    }
    return true;
}

enum { SHOWN_LENGTHS = 60 }; /* characters: longer lists of lengths are omitted from messages */

/* Explains why records are skipped: "not in curriculum.lengths (10,20)". */
static void say_reason(const lg_dataset *d, lg_split split, char *text, size_t size) {
    const bool tests = split == LG_SPLIT_TEST;
    const lg_length_list *list = tests ? &d->settings.tested : &d->settings.trained;
    const char *key = tests ? "eval.lengths" : "curriculum.lengths";
    char *lengths = list->count > 0 ? lg_lengths_text(&(lg_length_set){(int *)list->values, list->count}) : NULL;
    if (split == LG_SPLIT_VALIDATION || list->count == 0)
        snprintf(text, size, "not drawn in training");
    else if (!lengths || strlen(lengths) > SHOWN_LENGTHS)
        snprintf(text, size, "not in %s", key);
    else
        snprintf(text, size, "not in %s (%s)", key, lengths);
    free(lengths);
}

void lg_data_lengths_tell(lg_context *c, const lg_dataset *d, lg_split split) {
    static const char *const readers[] = {[LG_SPLIT_TRAIN] = "training uses",
                                          [LG_SPLIT_TEST] = "the test uses",
                                          [LG_SPLIT_VALIDATION] = "validation uses"};
    char reason[200];
    int64_t all, read;
    if (!count_read(d, split, &all, &read) || read == all) return;
    say_reason(d, split, reason, sizeof reason);
    lg_context_say(c, LG_INFO, "data: %s %" PRId64 " of %" PRId64 " records: the length%s of %" PRId64 " %s %s",
                   readers[split], read, all, all - read == 1 ? "" : "s", all - read, all - read == 1 ? "is" : "are",
                   reason);
}
