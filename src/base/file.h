/* file.h: whole files, and the few ways in which we change them: replaced at once, appended by lines, cut. Failures are
 * LG_FAILED with a message that names the path and the system's reason. */
#ifndef LG_BASE_FILE_H
#define LG_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* "cannot write runs/a/run.json: No space left on device (free some space, or choose another directory)"; verb:
 * "write", reason: the system's. It is a lasting failure but for reasons that do not lie in the path, and LG_USAGE
 * where the path is too long. Always false. */
bool lg_file_fail(lg_error *err, const char *verb, const char *path, int reason);

/* Opens a regular file without waiting: anything else, as a pipe or a device, is refused, and a symbolic link where it
 * is opened for writing: it could lead to any file of the user. verb: what for, in error messages; flags: those of
 * open. A descriptor, -1 on failure. */
int lg_file_open(const char *path, int flags, const char *verb, lg_error *err);

/* The content of a regular file, to be freed, with a NUL after its last byte; *size may be NULL. A file of more than
 * `limit` bytes is a failure. After a failure errno is the system's reason, 0 if there was none. */
char *lg_file_read(const char *path, size_t limit, size_t *size, lg_error *err);
double lg_file_time(const char *path); /* when it was written last, in seconds; 0: not known, or NULL */

/* The same for a file that need not be there: then *text is NULL. False on failure. */
bool lg_file_read_if_there(const char *path, size_t limit, char **text, size_t *size, lg_error *err);

/* The same for a path that the user gave, which may also be a pipe with a writer (bash's <(command)) or a terminal.
 * A file that cannot be read is LG_USAGE, unless the machine lacks something. */
char *lg_file_read_user(const char *path, size_t limit, size_t *size, lg_error *err);

/* Replaces the file by the parts, one after another: a reader, or the disk after a crash, has the old content or the
 * new one, never a mixture. */
bool lg_file_write(const char *path, const lg_bytes *parts, size_t count, lg_error *err);
bool lg_file_write_text(const char *path, const char *text, lg_error *err);
/* For a path that the user gave: executable, if it is a script; a pipe or a device is written to as it is. A place that
 * is not there is LG_USAGE. */
bool lg_file_write_user(const char *path, const lg_bytes *parts, size_t count, bool script, lg_error *err);

/* Appends up to four parts in one write, so that those of several writers do not mix; makes the file if missing.
 * sync: return when they are on the disk. After a failure a part may be there. */
bool lg_file_append(const char *path, const lg_bytes *parts, size_t count, bool sync, lg_error *err);
/* The same: a line and its end. */
bool lg_file_append_line(const char *path, const char *line, bool sync, lg_error *err);

bool lg_file_truncate(const char *path, size_t size, lg_error *err); /* to its first `size` bytes, on the disk */
bool lg_file_remove(const char *path, lg_error *err);                /* a missing file is as good as removed */
bool lg_file_make_directory(const char *path, lg_error *err);        /* with its parents; may exist */

/* What is there under this name, at the end of links. Only a name that certainly does not exist is absent; where the
 * system cannot tell (no permission, a disk that does not answer) that is a failure. */
typedef enum lg_file_kind { LG_ABSENT, LG_REGULAR, LG_DIRECTORY, LG_SPECIAL } lg_file_kind; /* LG_SPECIAL: all else */
bool lg_file_get_kind(const char *path, lg_file_kind *kind, lg_error *err);
bool lg_file_is_link(const char *path); /* is the name itself a symbolic link? */

/* Calls `each` for every name in a directory, in no order, until it returns false; returns what it returned last. */
typedef bool (*lg_file_visit)(void *user, const char *dir, const char *name, lg_error *err);
bool lg_file_each(const char *dir, lg_file_visit each, void *user, lg_error *err);

/* Is it a name that lg_file_write gives to a file while it writes it: FILE.PID-N.tmp? */
bool lg_file_is_temporary(const char *name);
/* Removes those of a directory; dead: only of processes that are not there on this machine. */
bool lg_file_remove_temporary(const char *dir, bool dead, lg_error *err);

/* XXH3-128 of some bytes as 32 hex digits. */
#define LG_DIGEST_SIZE 33
void lg_digest(const void *data, size_t size, char out[LG_DIGEST_SIZE]);
/* The same of a part of a mapped file, of which a few MiB are in memory at a time. False without memory. */
bool lg_digest_mapped(const void *data, size_t size, char out[LG_DIGEST_SIZE]);

#endif
