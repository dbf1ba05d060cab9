/* system.h: operating system calls beyond C11 and POSIX. Only system.c implements them: for Linux, for macOS where
 * documented (untested), and with a minimal fallback for other systems. */
#ifndef LG_BASE_SYSTEM_H
#define LG_BASE_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Processors available to this process by its affinity and the quotas of its control groups; at least 1. */
int lg_system_processors(void);
bool lg_system_cpu(char *out, size_t size);     /* processor model; false: unknown */
size_t lg_system_cache_bytes(int level);        /* size of cache L2 or L3; 0: unknown */
void lg_system_large_pages(void *, size_t);     /* lets this memory use pages of 2 MiB */
void lg_system_release(const void *, size_t);   /* these bytes of a mapped file may leave memory */
bool lg_system_allow_tiles(void);               /* requests the tile registers of AMX; false: unavailable */
int lg_system_sync(int fd);                     /* fsync down to the physical disk; 0, or -1 and errno */
void lg_system_boot(char *out, size_t size);    /* id of the current boot; "": unknown */
void lg_system_machine(char *out, size_t size); /* id of this machine; "": unknown */

/* Absolute path, without symbolic links, of the shared library that contains this code; false: the code is in the
 * program itself, or the path is unknown. */
bool lg_system_library_path(char *path, size_t size);

/* Start time of a process in system-specific units; 0: no such process, or a zombie; LG_SYSTEM_UNTOLD: unknown, for
 * instance because no descriptor is free. */
#define LG_SYSTEM_UNTOLD (-1)
int64_t lg_system_process_start(int64_t pid);

#endif
