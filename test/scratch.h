/* scratch.h: an empty folder for a test's files, and ways to look into it. */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <dirent.h>
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
    if (s == NULL) return -1;
    snprintf(s->folder, sizeof s->folder, "%s/lengthen-test-XXXXXX", base && *base ? base : "/tmp");
    *state = s;
    return mkdtemp(s->folder) ? 0 : -1;
}

/* The path of a file in the folder; overwritten by the next call. */
static inline const char *scratch_path(scratch *s, const char *name) {
    snprintf(s->path, sizeof s->path, "%s/%s", s->folder, name);
    return s->path;
}

/* How many files and folders lie in the folder. */
static inline int scratch_count(const scratch *s) {
    int count = 0;
    DIR *d = opendir(s->folder);
    for (struct dirent *e = d ? readdir(d) : NULL; e != NULL; e = readdir(d))
        count += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    if (d != NULL) closedir(d);
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
