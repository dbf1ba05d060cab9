/* test_config_memory.c: if memory runs out while a config file is loaded, the error is about memory, never about the
 * file. Loads the same file with ever more memory until loading succeeds. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "lengthen.h"
#include "sanitizer.h"
#include "scratch.h"

static const char text[] = "task: reverse_string\n"
                           "positions: {name: randomized, L: 64}\n"
                           "eval: {lengths: [1..4, 9], sequences: 20}\n"
                           "out: \"runs/\\x61\"\n";

#define PIECES 256
#define PIECE  ((size_t)16 << 10)

static void *pieces[PIECES];

/* Limits the process to its present size plus four megabytes, and allocates these four megabytes. */
static bool take_all(void) {
    long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f || fscanf(f, "%ld", &pages) != 1) return false;
    fclose(f);
    const rlim_t bytes = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + PIECES * PIECE;
    const struct rlimit limit = {bytes, bytes};
    if (setrlimit(RLIMIT_AS, &limit) != 0) return false;
    for (int i = 0; i < PIECES; i++) {
        pieces[i] = mmap(NULL, PIECE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pieces[i] == MAP_FAILED) return false;
    }
    for (void *volatile last = pieces; last; last = malloc(1000)) {
    }
    return true;
}

/* Loads a file repeatedly, freeing some memory after each failure. Returns 0 if loading first failed, each time with a
 * message about memory, and then succeeded. */
static int load_until_it_fits(lg_context *c, lg_config *f, const char *path) {
    if (!take_all()) return 1;
    for (int i = 0; i < PIECES; i++) {
        const lg_status status = lg_config_load(f, path);
        if (status == LG_OK) return i > 0 ? 0 : 2;
        const char *words = lg_error_text(c);
        if (status != LG_FAILED || (!strstr(words, "out of memory") && !strstr(words, strerror(ENOMEM)))) return 3;
        munmap(pieces[i], PIECE);
    }
    return 4;
}

static void a_lack_of_memory_is_no_damage(void **state) {
    if (SANITIZED) skip(); /* sanitizers need more memory */
    const char *path = scratch_path(*state, "a.yaml");
    lg_context *c = lg_context_new();
    lg_config *f;
    int status;
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0 && fclose(file) == 0);
    assert_int_equal(lg_config_new(c, &f), LG_OK);
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) _exit(load_until_it_fits(c, f, path));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    lg_config_free(f);
    lg_context_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_lack_of_memory_is_no_damage, scratch_open, scratch_close),
    };
    return cmocka_run_group_tests_name("config with little memory", tests, NULL, NULL);
}
