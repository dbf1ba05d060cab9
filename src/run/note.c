/* note.c: see note.h. */
#include "run/note.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/run_files.h"
#include "api/text.h"
#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "lengthen/core.h"

#define SCHEMA     "lengthen.note/1"
#define NOTE_LIMIT ((size_t)1 << 16) /* bytes of the file */

enum { PATH = 4096 };

static bool find_path(const char *dir, char path[PATH], lg_error *err) {
    return snprintf(path, PATH, "%s/note.json", dir) < PATH || lg_fail(err, LG_USAGE, "%s: the path is too long", dir);
}

static bool read_text(const json_t *o, const char *key, char *out, size_t size) {
    const char *text = json_string_value(json_object_get(o, key));
    return text && strlen(text) < size && !lg_text_has_control(text, "") && strcpy(out, text);
}

static bool read_note(const json_t *o, lg_run_comment *out) {
    const char *schema = json_string_value(json_object_get(o, "schema"));
    return schema && !strcmp(schema, SCHEMA) && read_text(o, "note", out->text, sizeof out->text) &&
           read_text(o, "tags", out->tags, sizeof out->tags);
}

bool lg_note_read(const char *dir, lg_run_comment *out, lg_error *err) {
    char path[PATH], *text;
    size_t size;
    *out = (lg_run_comment){{0}, {0}};
    if (!find_path(dir, path, err) || !lg_file_read_if_there(path, NOTE_LIMIT, &text, &size, err)) return false;
    if (!text) return true;
    errno = 0;
    json_t *o = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    const bool no_memory = !o && errno == ENOMEM, good = read_note(o, out);
    json_decref(o);
    free(text);
    if (no_memory) return lg_fail(err, LG_FAILED, "out of memory: reading %s", path);
    return good || lg_fail(err, LG_CORRUPT, "%s is damaged; `lengthen note` writes a new one", path);
}

bool lg_note_write(const char *dir, const lg_run_comment *note, lg_error *err) {
    char path[PATH];
    if (lg_text_has_control(note->text, "") || lg_text_has_control(note->tags, ""))
        return lg_fail(err, LG_USAGE, "note: expected one line without control characters");
    if (!find_path(dir, path, err) || !lg_file_remove_temporary(dir, true, err)) return false;
    if (*note->text == '\0' && *note->tags == '\0') return lg_file_remove(path, err);
    lg_json j;
    lg_json_begin(&j, LG_JSON_FILE);
    lg_json_put_text(&j, "schema", SCHEMA);
    lg_json_put_text(&j, "note", note->text);
    lg_json_put_text(&j, "tags", note->tags);
    return lg_json_write(&j, path, err);
}
