/* api_file.c: implements lg_write_file. */
#include "base/file.h"
#include "config/context.h"

lg_status lg_write_file(lg_context *c, const char *path, const lg_bytes *parts, size_t count, bool script) {
    lg_error *err = lg_context_begin(c);
    lg_file_write_user(path, parts, count, script, err);
    return err->code;
}
