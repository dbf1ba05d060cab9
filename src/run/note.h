/* note.h: note.json, a user's note on a run: {"schema": "lengthen.note/1", "note": ..., "tags": ...}. Training neither
 * reads nor changes it. */
#ifndef LG_RUN_NOTE_H
#define LG_RUN_NOTE_H

#include "api/run_files.h"
#include "base/error.h"

/* Without the file the note is empty. LG_CORRUPT: damaged. */
bool lg_note_read(const char *dir, lg_run_comment *out, lg_error *err);
/* Replaces the note; if the new note has neither text nor tags, removes the file. LG_USAGE: control characters. */
bool lg_note_write(const char *dir, const lg_run_comment *note, lg_error *err);

#endif
