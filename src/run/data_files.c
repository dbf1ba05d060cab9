/* data_files.c: see data_files.h. */
#include "run/data_files.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "config/context.h"
#include "data/digest.h"

/* The digest that a record has of the file of this option; NULL: none. */
static const char *find_digest(const lg_run_record *r, const char *option) {
    for (int i = 0; i < r->file_count; i++)
        if (!strcmp(r->files[i].option, option)) return r->files[i].digest;
    return NULL;
}

/* Is it a file to test on, and was it another one? */
static bool is_other(const lg_dataset *d, const char *option, const lg_values *trained) {
    return trained && lg_data_is_test_file(d->entry, option) && lg_values_has(trained, option) &&
           strcmp(lg_text(trained, option), lg_text(d->values, option));
}

bool lg_data_files_check(const lg_run_record *r, const lg_dataset *d, const char *dir, const lg_values *trained,
                         lg_error *err) {
    for (int i = 0; i < d->file_count; i++) {
        const lg_data_file *f = &d->files[i];
        if (is_other(d, f->option, trained)) continue;
        const char *then = find_digest(r, f->option);
        if (then && strcmp(then, f->digest))
            return lg_fail_keys(err, f->option,
                                "%s: %s has changed since %s was begun: its digest is %s, and that in run.json is %s "
                                "(put the former file back, or train a run in another directory)",
                                f->option, f->path, dir, f->digest, then);
    }
    return true;
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
            return lg_fail_keys(err, "data",
                                "data: the %s records of %s are not those that %s was begun with: their digest is %s, "
                                "and that in run.json is %s (resume it with the program that began it, or train a run "
                                "in another directory)",
                                lg_split_adjective(s), d->entry->name, dir, now, then);
        memcpy(then, now, LG_DIGEST_SIZE);
    }
    return true;
}

/* Of records that are computed. */
static void tell_records(lg_context *c, const lg_run_record *r, const lg_dataset *d) {
    char text[4 * LG_DIGEST_SIZE + 80] = "";
    for (lg_split s = LG_SPLIT_TRAIN; s <= LG_SPLIT_VALIDATION; s++) {
        const size_t at = strlen(text);
        if (*r->records[s] == '\0') continue;
        snprintf(text + at, sizeof text - at, "%s %s %s", at > 0 ? "," : "", lg_split_adjective(s), r->records[s]);
    }
    if (*text != '\0') lg_context_say(c, LG_INFO, "data: %s, digests:%s", d->entry->name, text);
}

/* Of splits that are streams of tokens. */
static void tell_tokens(lg_context *c, const lg_dataset *d) {
    const lg_data_methods *m = d->entry->methods;
    if (!m->stream) return;
    lg_context_say(c, LG_INFO,
                   "data: %s, a vocabulary of %d; tokens: %" PRId64 " to train, %" PRId64 " to validate, %" PRId64
                   " to test on",
                   d->entry->name, d->target.size, m->stream(d, LG_SPLIT_TRAIN), m->stream(d, LG_SPLIT_VALIDATION),
                   m->stream(d, LG_SPLIT_TEST));
}

void lg_data_files_tell(lg_context *c, const lg_run_record *r, const lg_dataset *d) {
    if (r) tell_records(c, r, d);
    for (int i = 0; i < d->file_count; i++)
        lg_context_say(c, LG_INFO, "%s: %s, digest %s", d->files[i].option, d->files[i].path, d->files[i].digest);
    tell_tokens(c, d);
    if (d->told) lg_context_say(c, LG_INFO, "data: %s", d->told);
    lg_data_words_tell(c, d);
}

void lg_data_words_tell(lg_context *c, const lg_dataset *d) {
    for (lg_split s = LG_SPLIT_TRAIN; s <= LG_SPLIT_VALIDATION; s++)
        if (d->left_out[s]) lg_context_say(c, LG_WARNING, "%s", d->left_out[s]);
    if (d->unknown_words == 0) return;
    lg_context_say(c, LG_WARNING, "%s: %" PRId64 " of %" PRId64 " %s are not in the vocabulary and are read as <unk>",
                   d->unknown_in, d->unknown_words, d->test_words,
                   d->unit == LG_UNIT_CHARACTER ? "characters" : "words");
}
