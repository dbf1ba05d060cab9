/* test_export.c: compares scripts for clusters with the files in test/golden/export. Also tests that hostile text
 * cannot get into scripts. ACCEPT=1 rewrites the golden files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/sweep.h"
#include "base/file.h"
#include "config/values.h"
#include "sweep/export/export.h"
#include "sweep/sweep.h"

enum { RUNS = 2500 };

/* A plan of `runs` runs; run i has the cost cost(i). */
static lg_manifest *plan(size_t runs, double (*cost)(size_t i)) {
    static lg_planned_run all[RUNS];
    static lg_manifest m;
    assert_true(runs <= RUNS);
    for (size_t i = 0; i < runs; i++) all[i] = (lg_planned_run){.cost = cost(i)};
    m = (lg_manifest){.name = "encodings", .runs = all, .run_count = runs};
    return &m;
}

static double forty_minutes(size_t i) {
    (void)i;
    return 2400;
}

static double a_second(size_t i) {
    (void)i;
    return 1;
}

static double one_is_long(size_t i) {
    return i == 7 ? 5 * 3600 : 60;
}

/* The script of a kind of export, which the caller frees. settings: pairs of key and value, ended by NULL. Returns NULL
 * after a failure. */
static char *export_with(const char *kind, const lg_manifest *m, const char *dir, const char *const *settings,
                         lg_error *err) {
    const lg_export *e = lg_export_find(kind);
    assert_non_null(e);
    lg_values *v = lg_export_values(e);
    assert_non_null(v);
    for (; *settings; settings += 2) lg_values_set(v, settings[0], settings[1], err);
    char *text = err->code == LG_OK ? lg_export_text(e, m, dir, v, err) : NULL;
    lg_values_free(v);
    return text;
}

#define SETTINGS(...) ((const char *const[]){__VA_ARGS__ __VA_OPT__(, ) NULL})

static void expect_golden(const char *kind, const lg_manifest *m, const char *const *settings) {
    char path[128];
    lg_error err = {0};
    snprintf(path, sizeof path, "test/golden/export/%s", lg_export_find(kind)->file);
    char *text = export_with(kind, m, "/scratch/sweeps/encodings", settings, &err);
    if (!text) fail_msg("%s", err.text);
    if (getenv("ACCEPT")) assert_true(lg_file_write_text(path, text, &err));
    char *golden = lg_file_read(path, 1 << 20, NULL, &err);
    if (!golden) fail_msg("%s", err.text);
    assert_string_equal(text, golden);
    free(golden);
    free(text);
}

static void scripts_are_golden(void **state) {
    (void)state;
    const lg_manifest *m = plan(RUNS, forty_minutes);
    expect_golden("slurm", m,
                  SETTINGS("cpus", "2", "at-once", "50", "partition", "long", "account", "lab", "memory", "4G"));
    expect_golden("parallel", m, SETTINGS("cpus", "4"));
    expect_golden("k8s", m,
                  SETTINGS("minutes", "60", "cpus", "8", "at-once", "20", "image", "registry/lengthen:0.1", "folder",
                           "sweeps/encodings"));
}

/* Asserts that the script contains the text `what`. */
static void expect_says(const char *kind, const lg_manifest *m, const char *const *settings, const char *what) {
    lg_error err = {0};
    char *text = export_with(kind, m, "/scratch/sweep", settings, &err);
    if (!text) fail_msg("%s", err.text);
    if (!strstr(text, what)) fail_msg("wanted: %s\ngot: %s", what, text);
    free(text);
}

static void tasks_take_their_time(void **state) {
    (void)state;
    /* 100 runs of 40 minutes would fill 134 tasks of 30 minutes. But there are only 100 runs, so there are 100
     * tasks. */
    expect_says("slurm", plan(100, forty_minutes), SETTINGS(), "\ntasks=100\n");
    expect_says("slurm", plan(100, forty_minutes), SETTINGS("minutes", "60"), "\ntasks=67\n");
    expect_says("slurm", plan(100, forty_minutes), SETTINGS("minutes", "60", "cpus", "2"), "\ntasks=34\n");
    expect_says("slurm", plan(100, forty_minutes), SETTINGS("tasks", "7"), "\ntasks=7\n");
    expect_says("slurm", plan(100, a_second), SETTINGS(), "\ntasks=1\n");
    expect_says("slurm", plan(100, a_second), SETTINGS(), ": 100 runs in 1 task of about 2 min,");
    expect_says("slurm", plan(1, a_second), SETTINGS("tasks", "3"), ": 1 run in 1 task of about 1 s,");
}

/* A time limit is twice the time of the longest task plus ten minutes, rounded. Tested with tasks of a minute and of
 * half an hour, and with a run of five hours. */
static void limits_leave_room(void **state) {
    (void)state;
    expect_says("slurm", plan(60, a_second), SETTINGS(), "\n#SBATCH --time=00:10:00\n");
    expect_says("slurm", plan(1800, a_second), SETTINGS(), "\n#SBATCH --time=01:10:00\n");
    expect_says("slurm", plan(100, one_is_long), SETTINGS("cpus", "4"), "\n#SBATCH --time=10:10:00\n");
    expect_says("slurm", plan(100, one_is_long), SETTINGS("time", "1-12"), "\n#SBATCH --time=1-12\n");
}

static void names_become_harmless(void **state) {
    (void)state;
    char out[LG_EXPORT_NAME];
    assert_string_equal(lg_export_name("randpe-table1", out), "randpe-table1");
    assert_string_equal(lg_export_name("My Sweep_2!", out), "my-sweep-2");
    assert_string_equal(lg_export_name("$(rm -rf /)", out), "rm--rf");
    assert_string_equal(lg_export_name("\303\266\n", out), "sweep");
    assert_int_equal(strlen(lg_export_name("0123456789012345678901234567890123456789012345", out)), LG_EXPORT_NAME - 1);
}

static void expect_refused(const char *dir, const char *const *settings, const char *words) {
    lg_error err = {0};
    assert_null(export_with("slurm", plan(3, a_second), dir, settings, &err));
    assert_int_equal(err.code, LG_USAGE);
    if (!strstr(err.text, words)) fail_msg("wanted: %s, got: %s", words, err.text);
}

static void commands_stay_out(void **state) {
    (void)state;
    expect_says("slurm", plan(3, a_second), SETTINGS(), "\nsweep='/scratch/sweep' ");
    expect_refused("/scratch/a\nb", SETTINGS(), "control characters");
    expect_refused("/scratch/%j", SETTINGS(), "/scratch/%j: slurm would replace %");
    expect_refused("/scratch/a\\b", SETTINGS(), "slurm would replace \\");
    lg_error err = {0};
    assert_null(export_with("parallel", plan(3, a_second), "/scratch/{}", SETTINGS(), &err));
    assert_non_null(strstr(err.text, "parallel would replace {"));
    expect_refused("/scratch", SETTINGS("partition", "a b"), "--partition: 'a b' cannot be used in a script");
    expect_refused("/scratch", SETTINGS("account", "x\n#SBATCH"), "account: ");
    expect_refused("/scratch", SETTINGS("program", "$(reboot)"), "program: ");
    expect_refused("/scratch", SETTINGS("minutes", "5"), "minutes: '5' is too small");
    expect_refused("/scratch", SETTINGS("image", "lengthen"), "unknown option 'image'");
}

static void quotes_survive_quoting(void **state) {
    (void)state;
    lg_error err = {0};
    char *text = export_with("parallel", plan(3, a_second), "/it's \"$HOME\"", SETTINGS(), &err);
    assert_non_null(text);
    assert_non_null(strstr(text, "\nsweep='/it'\\''s \"$HOME\"'\n"));
    free(text);
    text = export_with("k8s", plan(3, a_second), "/a/it's \"\\ here\"", SETTINGS(), &err);
    assert_non_null(text);
    assert_non_null(strstr(text, "subPath: \"it's \\\"\\\\ here\\\"\"\n"));
    free(text);
}

/* A job is YAML in UTF-8, with escapes for characters that YAML cannot contain, like U+2028. */
static void names_are_yaml(void **state) {
    (void)state;
    lg_error err = {0};
    char *text =
        export_with("k8s", plan(3, a_second), "/a/\xe9/caf\xc3\xa9 \xe2\x80\xa8 \xf0\x9f\x98\x80", SETTINGS(), &err);
    assert_non_null(text);
    assert_non_null(strstr(text, "subPath: \"caf\\U000000E9 \\U00002028 \\U0001F600\"\n"));
    free(text);
    assert_null(export_with("k8s", plan(3, a_second), "/a/caf\xe9", SETTINGS(), &err));
    assert_int_equal(err.code, LG_USAGE);
    assert_non_null(strstr(err.text, "use --folder"));
    err = (lg_error){0};
    text = export_with("k8s", plan(3, a_second), "/a/caf\xe9", SETTINGS("folder", "cafe"), &err);
    assert_non_null(text);
    assert_non_null(strstr(text, "subPath: \"cafe\"\n"));
    free(text);
}

static void keep(void *user, const char *text) {
    char **kept = user;
    *kept = strdup(text);
}

/* The public call makes the directory's path absolute, and reports mistakes with a message. */
static void sweeps_are_exported(void **state) {
    (void)state;
    lg_sweep s = {.context = lg_context_new(), .dir = "test/golden", .manifest = plan(3, a_second)};
    char here[4096], wanted[5000], *text = NULL;
    assert_non_null(s.context);
    assert_non_null(realpath("test/golden", here));
    snprintf(wanted, sizeof wanted, "\nsweep='%s' ", here);
    assert_int_equal(lg_sweep_export(&s, "slurm", (lg_export_option[]){{"tasks", "2"}}, 1, keep, &text), LG_OK);
    assert_non_null(text);
    assert_non_null(strstr(text, "\ntasks=2\n"));
    if (!strstr(text, wanted)) fail_msg("wanted: %s\ngot: %s", wanted, text);
    free(text);

    assert_int_equal(lg_sweep_export(&s, "pbs", NULL, 0, keep, &text), LG_USAGE);
    assert_string_equal(lg_error_text(s.context), "'pbs' is not a kind of cluster (expected slurm, parallel or k8s)");
    assert_int_equal(lg_sweep_export(&s, "k8s", (lg_export_option[]){{"account", "x"}}, 1, keep, &text), LG_USAGE);
    assert_string_equal(lg_error_text(s.context), "k8s has no option account");
    s.dir = "test/nowhere";
    assert_int_equal(lg_sweep_export(&s, "k8s", NULL, 0, keep, &text), LG_FAILED);
    lg_context_free(s.context);
}

/* The public list of kinds of export agrees with the message about an unknown kind. */
static void kinds_are_listed(void **state) {
    (void)state;
    size_t count = 0, established = 0;
    for (; lg_exports[count]; count++) {
        assert_string_equal(lg_export_at(count).name, lg_exports[count]->name);
        assert_string_equal(lg_export_at(count).file, lg_exports[count]->file);
        established += !lg_exports[count]->experimental;
    }
    assert_int_equal(lg_export_count(), count);
    assert_int_equal(established, 3);
    assert_string_equal(lg_export_at(0).name, "slurm");
    assert_string_equal(lg_export_at(1).file, "parallel.sh");
    assert_string_equal(lg_export_at(count).name, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scripts_are_golden),  cmocka_unit_test(tasks_take_their_time),
        cmocka_unit_test(limits_leave_room),   cmocka_unit_test(names_become_harmless),
        cmocka_unit_test(commands_stay_out),   cmocka_unit_test(quotes_survive_quoting),
        cmocka_unit_test(sweeps_are_exported), cmocka_unit_test(kinds_are_listed),
        cmocka_unit_test(names_are_yaml),
    };
    return cmocka_run_group_tests_name("export", tests, NULL, NULL);
}
