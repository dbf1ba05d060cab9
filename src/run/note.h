/* note.h: note.json, what a person wrote about a run: {"schema": "lengthen.note/1", "note": ..., "tags": ...}. Training
 * neither reads nor changes it. */
#ifndef LG_RUN_NOTE_H
#define LG_RUN_NOTE_H

#include "api/run_files.h"
#include "base/error.h"

/* A run without the file has an empty note. LG_CORRUPT for a damaged one. */
bool lg_note_read(const char *dir, lg_run_comment *out, lg_error *err);
/* Replaces it; without text and tags the file is removed. LG_USAGE for control characters. */
bool lg_note_write(const char *dir, const lg_run_comment *note, lg_error *err);

#endif
