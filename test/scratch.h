/* scratch.h: an empty folder for the files of a test, and functions that inspect and edit them. */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct scratch {
    char folder[256], path[1024];
} scratch;

static inline int scratch_open(void **state) {
    scratch *s = calloc(1, sizeof *s);
    const char *base = getenv("TMPDIR");
    if (!s) return -1;
    snprintf(s->folder, sizeof s->folder, "%s/lengthen-test-XXXXXX", base && *base ? base : "/tmp");
    *state = s;
    return mkdtemp(s->folder) ? 0 : -1;
}

/* The path of a file in the folder; the next call overwrites it. */
static inline const char *scratch_path(scratch *s, const char *name) {
    snprintf(s->path, sizeof s->path, "%s/%s", s->folder, name);
    return s->path;
}

/* Replaces the value that follows the first `member` (such as "\"score\": ") at or after line `line` (from 1) of a
 * file. False if there is none. */
static inline bool scratch_set(scratch *s, const char *name, int line, const char *member, const char *value) {
    FILE *f = fopen(scratch_path(s, name), "r+");
    char *text = calloc(1, 1 << 20);
    const size_t size = !f || !text ? 0 : fread(text, 1, (1 << 20) - 1, f);
    char *at = text;
    for (int i = 1; i < line && at; i++) at = strchr(at + (i > 1), '\n');
    if (at) at = strstr(at, member);
    if (at) {
        at += strlen(member);
        const char *rest = at + strcspn(at, ",]}\n");
        rewind(f);
        fwrite(text, 1, (size_t)(at - text), f);
        fputs(value, f);
        fwrite(rest, 1, size - (size_t)(rest - text), f);
        if (ftruncate(fileno(f), ftell(f)) != 0) at = NULL;
    }
    if (f && fclose(f) != 0) at = NULL;
    free(text);
    return at;
}

/* True if the file or folder exists. */
static inline bool scratch_has(const char *path) {
    return access(path, F_OK) == 0;
}

/* The number of files and folders in the folder. */
static inline int scratch_count(const scratch *s) {
    int count = 0;
    DIR *d = opendir(s->folder);
    for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d))
        count += strcmp(e->d_name, ".") && strcmp(e->d_name, "..");
    if (d) closedir(d);
    return count;
}

static inline int scratch_close(void **state) {
    scratch *s = *state;
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", s->folder);
    const int status = system(command);
    free(s);
    return status;
}

#endif
