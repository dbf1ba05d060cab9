/* api_file.c: implements lg_read_file and lg_write_file. */
#include "api/text.h"
#include "base/file.h"
#include "config/context.h"

lg_status lg_write_file(lg_context *c, const char *path, const lg_bytes *parts, size_t count, bool script) {
    lg_error *err = lg_context_begin(c);
    lg_file_write_user(path, parts, count, script, err);
    return err->code;
}

lg_status lg_read_file(lg_context *c, const char *path, size_t limit, char **text, size_t *size) {
    lg_error *err = lg_context_begin(c);
    *text = lg_file_read_user(path, limit, size, err);
    return err->code;
}
