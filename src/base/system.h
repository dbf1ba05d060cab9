/* system.h: what is asked of an operating system beyond C11 and POSIX. system.c alone has the answers of Linux, and
 * those of macOS where they are documented; other systems get the ones that say least. */
#ifndef LG_BASE_SYSTEM_H
#define LG_BASE_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Processors that the system gives to this process: its affinity and the quotas of its control groups; 1 or more. */
int lg_system_processors(void);
bool lg_system_cpu(char *out, size_t size);     /* the processor's own name; false: it does not tell */
size_t lg_system_cache_bytes(int level);        /* of the cache L2 or L3; 0: it does not tell */
void lg_system_large_pages(void *, size_t);     /* this memory may have pages of 2 MiB */
void lg_system_release(const void *, size_t);   /* these bytes of a mapped file need not stay in memory */
bool lg_system_allow_tiles(void);               /* requests the tile registers of AMX; false: unavailable */
int lg_system_sync(int fd);                     /* fsync, until the disk has it; 0, or -1 and errno */
void lg_system_boot(char *out, size_t size);    /* which one since it was installed; "": it does not tell */
void lg_system_machine(char *out, size_t size); /* which one of all machines; "": it does not tell */

/* The file of the shared library that this code is in, absolute and without links; false: it is in the program itself,
 * or the system does not tell. */
bool lg_system_library_path(char *path, size_t size);

/* When a process was started, in a unit of the system's; 0: it is not there, or nothing of it but its status;
 * LG_SYSTEM_UNTOLD: the system does not tell, as a process that has no descriptor left. */
#define LG_SYSTEM_UNTOLD (-1)
int64_t lg_system_process_start(int64_t pid);

#endif
