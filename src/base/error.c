/* error.c: records the first failure of a sequence of calls. The first failure is kept, as in SQLite's sticky errors.
 * So one check at the end of a long sequence reports the cause, not a consequence. Messages quote files and file names,
 * and terminals show the messages. So control characters are replaced; only line breaks before indented lines are
 * kept. */
#include "base/error.h"

#include "api/text.h"
#include "lengthen/core.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

bool lg_fail_at(lg_error *err, lg_status code, const char *format, va_list words) {
    assert(code != LG_OK);
    if (!err || err->code != LG_OK) return false;
    err->code = code;
    vsnprintf(err->text, sizeof err->text, format, words);
    lg_text_message(err->text);
    return false;
}

bool lg_fail(lg_error *err, lg_status code, const char *format, ...) {
    va_list words;
    va_start(words, format);
    lg_fail_at(err, code, format, words);
    va_end(words);
    return false;
}

bool lg_fail_permanent(lg_error *err, const char *format, ...) {
    va_list words;
    if (!err || err->code != LG_OK) return false;
    err->lasting = true;
    va_start(words, format);
    lg_fail_at(err, LG_FAILED, format, words);
    va_end(words);
    return false;
}

bool lg_fail_like(lg_error *err, const lg_error *kind, const char *format, ...) {
    va_list words;
    if (!err || err->code != LG_OK) return false;
    err->lasting = kind->lasting;
    va_start(words, format);
    lg_fail_at(err, kind->code, format, words);
    va_end(words);
    return false;
}

bool lg_error_is_shortage(const lg_error *err) {
    return err->code == LG_FAILED && !err->lasting;
}

bool lg_blame(lg_error *err, const char *keys) {
    if (!err) return false;
    assert(err->code != LG_OK);
    const size_t at = strlen(err->keys);
    snprintf(err->keys + at, sizeof err->keys - at, "%s%s", at > 0 ? " " : "", keys);
    return false;
}

bool lg_fail_keys(lg_error *err, const char *keys, const char *format, ...) {
    va_list words;
    va_start(words, format);
    lg_fail_at(err, LG_USAGE, format, words);
    va_end(words);
    return lg_blame(err, keys);
}
