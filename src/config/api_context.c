/* api_context.c: implements the context of lengthen.h. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/text.h"
#include "config/context.h"

#define TEXT_(x) #x
#define TEXT(x)  TEXT_(x)

const char *lg_version(void) {
    return TEXT(LG_VERSION_MAJOR) "." TEXT(LG_VERSION_MINOR) "." TEXT(LG_VERSION_PATCH);
}

lg_context *lg_context_new(void) {
    return calloc(1, sizeof(lg_context));
}

void lg_context_free(lg_context *c) {
    if (!c) return;
    for (int k = 0; k < LG_PRESET_KINDS; k++) lg_arena_free(c->presets[k].arena);
    lg_custom_free(&c->custom);
    lg_arena_free(c->file);
    free(c);
}

const char *lg_error_text(const lg_context *c) {
    return c ? c->error.text : "";
}

void lg_context_log(lg_context *c, lg_log_fn log, void *user) {
    if (!c) return;
    c->log = log;
    c->user = user;
}

void lg_context_stop(lg_context *c, bool (*stop)(void *user), void *user) {
    if (c) c->stop = (lg_stop_hook){stop, user};
}

bool lg_flag_is_set(void *flag) {
    return flag && atomic_load((const atomic_int *)flag);
}

void lg_context_threads(lg_context *c, int threads) {
    if (c) c->threads = threads < 0 ? 0 : threads > LG_THREADS_MAX ? LG_THREADS_MAX : threads;
}

lg_status lg_context_register_data(lg_context *c, const lg_custom_data *data) {
    if (!c) return LG_USAGE;
    lg_error *err = lg_context_begin(c);
    if (LG_GIVEN(err, data)) lg_custom_register(&c->custom, data, err);
    return err->code;
}

lg_error *lg_context_begin(lg_context *c) {
    lg_error *err = &c->error; /* zeroing its long texts would be slow, so only their first bytes are cleared */
    err->code = LG_OK;
    err->text[0] = err->keys[0] = '\0';
    err->lasting = false;
    return err;
}

bool lg_argument_within(lg_error *err, const char *name, int64_t x, int64_t low, int64_t high) {
    if (x >= low && x <= high) return true;
    if (high == INT64_MAX) return lg_fail(err, LG_USAGE, "%s: %" PRId64 ": expected %" PRId64 " or more", name, x, low);
    return lg_fail(err, LG_USAGE, "%s: %" PRId64 ": expected %" PRId64 "..%" PRId64, name, x, low, high);
}

void lg_context_say(lg_context *c, lg_level level, const char *format, ...) {
    if (!c->log) return;
    char text[1024];
    va_list words;
    va_start(words, format);
    vsnprintf(text, sizeof text, format, words);
    va_end(words);
    lg_text_blank(text, "", '?');
    c->log(c->user, level, text);
}
