/* file.h: reads and writes whole files: replace atomically, append lines, truncate. Failures are LG_FAILED with a
 * message that names the path and the system's reason. */
#ifndef LG_BASE_FILE_H
#define LG_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* Fails with a message such as "cannot write runs/a/run.json: No space left on device (free some space, or choose
 * another directory)". verb: "write"; reason: an errno value. The failure is lasting if the reason lies in the path,
 * and LG_USAGE if the path is too long. Always returns false. */
bool lg_file_fail(lg_error *err, const char *verb, const char *path, int reason);

/* Opens a regular file without blocking; pipes, devices and so on are errors. A symbolic link is an error when opened
 * for writing, since it could point to any file of the user. verb: the action, for error messages; flags: those of
 * open(2). Returns a descriptor, or -1 on failure. */
int lg_file_open(const char *path, int flags, const char *verb, lg_error *err);

/* Reads a regular file. Returns its content with a NUL after the last byte, to be freed; *size may be NULL. A file
 * larger than `limit` bytes is an error. After a failure errno is the system's reason, or 0 if there was none. */
char *lg_file_read(const char *path, size_t limit, size_t *size, lg_error *err);
double lg_file_time(const char *path); /* modification time in seconds; 0: unknown, or path is NULL */

/* Like lg_file_read, but a missing file is no error: *text is then NULL. False on failure. */
bool lg_file_read_if_there(const char *path, size_t limit, char **text, size_t *size, lg_error *err);

/* Like lg_file_read for a path from the user, which may also be a pipe with a writer (bash's <(command)) or a terminal.
 * An unreadable file is LG_USAGE unless the machine lacks something. */
char *lg_file_read_user(const char *path, size_t limit, size_t *size, lg_error *err);

/* Replaces the content of the file with the concatenated parts. A reader sees the old content or the new content, never
 * a mixture, even after a crash. */
bool lg_file_write(const char *path, const lg_bytes *parts, size_t count, lg_error *err);
bool lg_file_write_text(const char *path, const char *text, lg_error *err);
/* Like lg_file_write for a path from the user. script: make the file executable. A pipe or a device is written to
 * directly. A missing directory is LG_USAGE. */
bool lg_file_write_user(const char *path, const lg_bytes *parts, size_t count, bool script, lg_error *err);

/* Appends up to four parts in one write, so that lines of several writers do not mix. Creates the file if it is
 * missing. sync: return once the data is on disk. After a failure the file may end with a partial write. */
bool lg_file_append(const char *path, const lg_bytes *parts, size_t count, bool sync, lg_error *err);
/* Appends a line and its newline. */
bool lg_file_append_line(const char *path, const char *line, bool sync, lg_error *err);

bool lg_file_truncate(const char *path, size_t size, lg_error *err); /* to its first `size` bytes, and syncs */
bool lg_file_remove(const char *path, lg_error *err);                /* a missing file is no error */
bool lg_file_make_directory(const char *path, lg_error *err);        /* with its parents; may already exist */

/* What a path refers to, following symbolic links. LG_ABSENT means that the path certainly does not exist. If the
 * system cannot determine this (no permission, an unresponsive disk), the call fails. */
typedef enum lg_file_kind { LG_ABSENT, LG_REGULAR, LG_DIRECTORY, LG_SPECIAL } lg_file_kind; /* LG_SPECIAL: pipes, ... */
bool lg_file_get_kind(const char *path, lg_file_kind *kind, lg_error *err);
bool lg_file_is_link(const char *path); /* is the path itself a symbolic link? */

/* Calls `each` for every name in a directory, in no particular order, until it returns false. Returns the result of the
 * last call. */
typedef bool (*lg_file_visit)(void *user, const char *dir, const char *name, lg_error *err);
bool lg_file_each(const char *dir, lg_file_visit each, void *user, lg_error *err);

/* Does the name have the form of lg_file_write's temporary files, FILE.PID-N.tmp? */
bool lg_file_is_temporary(const char *name);
/* Removes the temporary files of a directory. dead: only those of processes that no longer run on this machine. */
bool lg_file_remove_temporary(const char *dir, bool dead, lg_error *err);

/* XXH3-128 of a block of bytes as 32 hex digits. */
#define LG_DIGEST_SIZE 33
void lg_digest(const void *data, size_t size, char out[LG_DIGEST_SIZE]);
/* Like lg_digest, for a block of a mapped file: keeps only a few MiB of the block in memory at a time. False: out of
 * memory. */
bool lg_digest_mapped(const void *data, size_t size, char out[LG_DIGEST_SIZE]);

#endif
