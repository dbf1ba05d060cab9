/* test_tree.c: folders are removed and replaced as a whole, whenever the process is killed. Symbolic links are not
 * followed. This test includes the source, so that a process can end before any change of a file. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/system.h"
#include "scratch.h"

static int changes_left = -1; /* changes before the process ends; negative: it does not end */

static bool killed(void) {
    if (changes_left >= 0 && changes_left-- == 0) _exit(9);
    return false;
}

static int synced, synced_before; /* fsync calls so far, and before the first move of a folder */

static int counted_sync(int fd) {
    synced++;
    return lg_system_sync(fd);
}

static int counted_move(int a, const char *from, int b, const char *to) {
    const int before = synced, result = renameat(a, from, b, to);
    if (result == 0 && synced_before < 0) synced_before = before;
    return result;
}

#define lg_system_sync(fd)       counted_sync(fd)
#define renameat(a, from, b, to) (killed() ? -1 : counted_move(a, from, b, to))
#define unlinkat(at, name, how)  (killed() ? -1 : unlinkat(at, name, how))
#define mkdirat(at, name, mode)  (killed() ? -1 : mkdirat(at, name, mode))
#define write(to, bytes, n)      (killed() ? -1 : write(to, bytes, n))
#include "base/tree.c"

/* A path below the folder, which the caller frees. */
static char *at(scratch *s, const char *name) {
    return strdup(scratch_path(s, name));
}

static void put(scratch *s, const char *name, const char *text) {
    assert_true(lg_file_write_text(scratch_path(s, name), text, NULL));
}

static void make(scratch *s, const char *name) {
    assert_int_equal(mkdir(scratch_path(s, name), 0777), 0);
}

static bool holds(scratch *s, const char *name, const char *text) {
    char *there = lg_file_read(scratch_path(s, name), 1000, NULL, NULL);
    const bool same = there && !strcmp(there, text);
    free(there);
    return same;
}

static void fails_with(bool done, const lg_error *err, const char *words) {
    assert_false(done);
    assert_int_equal(err->code, LG_FAILED);
    if (!strstr(err->text, words)) fail_msg("wanted: %s, got: %s", words, err->text);
}

/* A folder with a file, a folder in it, and files that are not copied. */
static void make_run(scratch *s, const char *name, const char *text) {
    static const char *const files[] = {"run.json", "checkpoints/best", ".lock", "x.tmp"};
    char path[200];
    make(s, name);
    snprintf(path, sizeof path, "%s/checkpoints", name);
    make(s, path);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", name, files[i]);
        put(s, path, text);
    }
}

static bool is_run(scratch *s, const char *name, const char *text) {
    char first[200], second[200];
    snprintf(first, sizeof first, "%s/run.json", name);
    snprintf(second, sizeof second, "%s/checkpoints/best", name);
    return holds(s, first, text) && holds(s, second, text);
}

static void folders_are_replaced_and_removed(void **state) {
    scratch *s = *state;
    char *from = at(s, "from"), *to = at(s, "to");
    make_run(s, "from", "new");
    for (int i = 0; i < 2; i++) {
        assert_true(lg_tree_replace(from, to, NULL));
        assert_true(is_run(s, "to", "new") && is_run(s, "from", "new"));
        assert_false(scratch_has(scratch_path(s, "to/.lock")) || scratch_has(scratch_path(s, "to/x.tmp")));
        assert_int_equal(scratch_count(s), 2);
    }
    for (int i = 0; i < 2; i++) assert_true(lg_tree_remove(to, NULL));
    assert_int_equal(scratch_count(s), 1);
    assert_true(lg_tree_remove(scratch_path(s, "no/where"), NULL));
    free(from), free(to);
}

/* After a power loss, a copy is complete or absent. Its files and folders are written to disk before the copy is moved
 * to its place. Each move is written to disk before the next move. */
static void copies_are_on_the_disk(void **state) {
    scratch *s = *state;
    char *from = at(s, "from"), *to = at(s, "to");
    make_run(s, "from", "new");
    for (int i = 0; i < 2; i++) {
        synced = 0, synced_before = -1;
        assert_true(lg_tree_replace(from, to, NULL));
        assert_int_equal(synced_before, 4);        /* run.json, checkpoints/best, and the folders of both */
        assert_int_equal(synced, 4 + (i ? 3 : 1)); /* 1 move; replacing: 2 moves and a removal */
    }
    free(from), free(to);
}

/* If the path is a link to a folder, the link is removed or replaced. Its target does not change. */
static void a_link_is_not_followed(void **state) {
    scratch *s = *state;
    char *from = at(s, "from"), *to = at(s, "to"), *other = at(s, "other");
    lg_error err = {0};
    make_run(s, "from", "new");
    make_run(s, "other", "mine");
    assert_int_equal(symlink(other, to), 0);
    assert_true(lg_tree_remove(to, NULL));
    assert_true(is_run(s, "other", "mine") && !scratch_has(to));
    assert_int_equal(symlink(other, to), 0);
    assert_true(lg_tree_replace(from, to, NULL));
    assert_true(is_run(s, "other", "mine") && is_run(s, "to", "new"));
    assert_int_equal(symlink(other, scratch_path(s, "link")), 0);
    fails_with(lg_tree_replace(scratch_path(s, "link"), to, &err), &err, "symbolic links are not followed");
    assert_true(is_run(s, "to", "new"));
    assert_int_equal(scratch_count(s), 4);
    free(from), free(to), free(other);
}

static void links_within_are_not_followed(void **state) {
    scratch *s = *state;
    char *from = at(s, "from"), *to = at(s, "to"), *other = at(s, "other");
    make_run(s, "other", "mine");
    make_run(s, "to", "old");
    for (int folder = 0; folder < 2; folder++) {
        lg_error err = {0};
        make_run(s, "from", "new");
        assert_int_equal(symlink(folder ? other : "../other/run.json", scratch_path(s, "from/checkpoints/link")), 0);
        fails_with(lg_tree_replace(from, to, &err), &err, "'link': symbolic links are not followed");
        assert_true(is_run(s, "to", "old"));
        assert_true(lg_tree_remove(from, NULL));
        assert_true(is_run(s, "other", "mine"));
        assert_int_equal(scratch_count(s), 2);
    }
    free(from), free(to), free(other);
}

static void a_pipe_is_not_waited_for(void **state) {
    scratch *s = *state;
    char *from = at(s, "from"), *to = at(s, "to");
    lg_error err = {0};
    make_run(s, "from", "new");
    assert_int_equal(mkfifo(scratch_path(s, "from/pipe"), 0666), 0);
    fails_with(lg_tree_replace(from, to, &err), &err, "'pipe': neither a file nor a folder");
    assert_true(lg_tree_remove(from, NULL));
    assert_int_equal(scratch_count(s), 0);
    free(from), free(to);
}

/* Paths in the folder are longer than the system accepts. */
static void long_paths_are_walked(void **state) {
    scratch *s = *state;
    char path[4096], part[256];
    memset(part, 'p', sizeof part);
    part[0] = '/';
    int size = snprintf(path, sizeof path, "%s", s->folder);
    while (size < 4094) {
        const int more = 4094 - size < 200 ? 4094 - size : 4094 - size < 202 ? 100 : 200;
        size += snprintf(path + size, sizeof path - (size_t)size, "%.*s", more, part);
        assert_int_equal(mkdir(path, 0777), 0);
    }
    const int inside = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert_int_equal(mkdirat(inside, "a folder with a long path", 0777), 0);
    close(inside);
    assert_true(lg_tree_remove(path, NULL));
    assert_false(scratch_has(path));
    *strchr(path + strlen(s->folder) + 1, '/') = '\0';
    lg_error err = {0};
    fails_with(lg_tree_remove(path, &err), &err, "folders are nested too deeply");
}

/* Runs a change in a child process, which ends before file operation `number`. Returns false if the change has fewer
 * operations. */
typedef bool (*change_fn)(const char *from, const char *to);
static bool is_killed(change_fn change, const char *from, const char *to, int number) {
    int status;
    const pid_t child = fork();
    if (child == 0) {
        changes_left = number;
        _exit(change(from, to) ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) != 1);
    return WEXITSTATUS(status) == 9;
}

static bool replace_it(const char *from, const char *to) {
    return lg_tree_replace(from, to, NULL);
}

static bool remove_it(const char *from, const char *to) {
    (void)from;
    return lg_tree_remove(to, NULL);
}

static bool recover_it(const char *from, const char *to) {
    (void)from;
    return lg_tree_recover(to, NULL);
}

/* The process is killed at each moment, and again at each moment of the recovery. After that, there is only the old
 * folder or only the new folder, and it is complete. */
static void a_kill_loses_nothing(void **state) {
    scratch *s = *state;
    char *from = at(s, "from"), *to = at(s, "to");
    int old = 0, new = 0;
    bool going = true, again = true;
    make_run(s, "from", "new");
    for (int n = 0; going; n++)
        for (int k = 0; k == 0 || (going && again); k++) {
            assert_true(lg_tree_recover(to, NULL) && lg_tree_remove(to, NULL));
            make_run(s, "to", "old");
            going = is_killed(replace_it, from, to, n);
            again = is_killed(recover_it, from, to, k);
            assert_true(lg_tree_restore(to, NULL));
            assert_true(is_run(s, "to", "old") != is_run(s, "to", "new"));
            old += is_run(s, "to", "old"), new += is_run(s, "to", "new");
            assert_true(lg_tree_recover(to, NULL));
            assert_int_equal(scratch_count(s), 2);
        }
    assert_true(old > 10 && new > 3);
    free(from), free(to);
}

/* A folder that is being removed is either complete or gone. */
static void a_killed_removal_leaves_no_part(void **state) {
    scratch *s = *state;
    char *to = at(s, "to");
    bool going = true;
    for (int n = 0; going; n++) {
        make_run(s, "to", "old");
        going = is_killed(remove_it, NULL, to, n);
        assert_true(lg_tree_restore(to, NULL));
        assert_true(is_run(s, "to", "old") || !scratch_has(to));
        assert_true(lg_tree_remove(to, NULL));
        assert_int_equal(scratch_count(s), 0);
    }
    free(to);
}

#define test(name) cmocka_unit_test_setup_teardown(name, scratch_open, scratch_close)

int main(void) {
    const struct CMUnitTest tests[] = {
        test(folders_are_replaced_and_removed),
        test(copies_are_on_the_disk),
        test(a_link_is_not_followed),
        test(links_within_are_not_followed),
        test(a_pipe_is_not_waited_for),
        test(long_paths_are_walked),
        test(a_kill_loses_nothing),
        test(a_killed_removal_leaves_no_part),
    };
    return cmocka_run_group_tests_name("tree", tests, NULL, NULL);
}
