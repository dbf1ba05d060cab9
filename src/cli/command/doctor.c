/* doctor.c: `lengthen doctor`: describes this machine, how the program uses it, and what is missing. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/ui/print.h"

static const cli_flag flags[] = {
    {"threads", 0, "N", "threads to use; 0: one per processor (default 0)"},
    {"fast", 0, NULL, "skip the measurement of peak and bandwidth"},
    {0},
};

/* Is there a program of this name on the PATH? */
static bool has_program(const char *name) {
    const char *path = getenv("PATH");
    while (path && *path) {
        char file[1024];
        int length = (int)strcspn(path, ":");
        snprintf(file, sizeof file, "%.*s/%s", length, path, name);
        if (!access(file, X_OK)) return true;
        path += length + (path[length] == ':');
    }
    return false;
}

enum { WARNINGS = 5 };

typedef struct row {
    lg_machine x; /* NaN: not measured */
    const char *warnings[WARNINGS], *const *first;
    int count;
} row;

static const lg_member members[] = {
    LG_MEMBER(row, x.version, "version", "program version"),
    LG_MEMBER(row, x.compiler, "compiler", "compiler that built the program"),
    LG_MEMBER(row, x.precision, "precision", "floating-point type: `float32` or `float64`"),
    LG_MEMBER(row, x.cpu, "cpu", "processor name"),
    LG_MEMBER(row, x.kernels, "kernels", "kernel set in use"),
    LG_MEMBER(row, x.kernel_sets, "kernel_sets", "kernel sets that this processor supports, best first"),
    LG_MEMBER(row, x.bf16_products, "bf16_products",
              "how bfloat16 products are computed: `matrix unit`, `instruction`, `emulated` or `none`"),
    LG_MEMBER(row, x.processors, "processors", "number of processors"),
    LG_MEMBER(row, x.threads, "threads", "number of threads used"),
    LG_MEMBER(row, x.peak_gflops, "peak_gflops", "peak of multiply-adds with all threads; absent with `--fast`",
              .unit = "GFLOP/s", .optional = true),
    LG_MEMBER(row, x.peak_bf16_gflops, "peak_bf16_gflops",
              "peak of multiply-adds in bfloat16 with all threads; absent with `--fast`",
              .unit = "GFLOP/s", .optional = true),
    LG_MEMBER(row, x.cache_bandwidth, "cache_bandwidth", "reads plus writes in caches; absent with `--fast`",
              .unit = "GB/s", .optional = true),
    LG_MEMBER(row, x.memory_bandwidth, "memory_bandwidth", "reads plus writes in memory; absent with `--fast`",
              .unit = "GB/s", .optional = true),
    LG_LIST(row, first, count, "warnings", "what slows runs down or prevents drawing figures"),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.doctor/1",
    .about = "`doctor`: this machine.",
    .members = members,
};

static void warn(row *r, bool found, const char *message) {
    if (found) r->warnings[r->count++] = message;
}

static void find_problems(cli *c, row *r) {
    const lg_machine *m = &r->x;
    warn(r, !strcmp(m->kernels, "ref"), "the reference kernels are in use: correct but slow (LENGTHEN_KERNELS)");
    warn(r, m->threads < m->processors, "fewer threads than processors (--threads, OMP_NUM_THREADS)");
    warn(r, !strcmp(m->precision, "float64"), "this is the double build, which is for checks and half as fast");
    warn(r, !has_program("gnuplot"), "gnuplot is missing: no figures (Debian package gnuplot-nox)");
    warn(r, !lg_preset_count(c->context), "no presets found (LENGTHEN_PRESETS, or the folder presets)");
}

/* How bfloat16 products are computed. */
static const char *bfloat16_words(const lg_machine *m) {
    if (!strcmp(m->bf16_products, "instruction")) return "by the processor's instruction";
    if (!strcmp(m->bf16_products, "matrix unit")) return "by the processor's matrix unit";
    return m->bf16_products;
}

static void print_text(const row *r) {
    const lg_machine *m = &r->x;
    printf("version     lengthen %s, %s, %s\n", m->version, m->compiler, m->precision);
    printf("processor   %s\n", m->cpu);
    printf("processors  %d, using %d thread%s\n", m->processors, m->threads,
           m->threads == 1 ? "" : "s");
    printf("kernels     %s, one of %s; bfloat16 products: %s\n", m->kernels, m->kernel_sets, bfloat16_words(m));
    if (m->peak_gflops > 0)
        printf("peak        %.1f GFLOP/s of multiply-adds, %.1f in bfloat16, measured with all threads\n",
               m->peak_gflops, m->peak_bf16_gflops);
    if (m->cache_bandwidth > 0)
        printf("bandwidth   %.1f GB/s in caches, %.1f in memory (reads plus writes)\n", m->cache_bandwidth,
               m->memory_bandwidth);
    for (int i = 0; i < r->count; i++) printf("warning     %s\n", r->warnings[i]);
}

static int run_doctor(cli *c) {
    long threads = 0;
    if (cli_flag_int(&c->args, "threads", 0, 1024, &threads)) return LG_USAGE;
    lg_context_threads(c->context, (int)threads);
    row r = {.first = r.warnings};
    lg_machine *m = &r.x;
    lg_status status = lg_doctor(c->context, !cli_flag_on(&c->args, "fast"), m);
    if (status != LG_OK) return cli_fail_library(c, status);
    find_problems(c, &r);
    double *const measured[] = {&m->peak_gflops, &m->peak_bf16_gflops, &m->cache_bandwidth, &m->memory_bandwidth};
    for (int i = 0; i < 4; i++)
        if (!(*measured[i] > 0)) *measured[i] = NAN;
    if (cli_is_table())
        print_text(&r);
    else
        cli_row_put(&schema, &r);
    return LG_OK;
}

static const lg_schema *const schemas[] = {&schema, NULL};

const cli_command cli_command_doctor = {
    .name = "doctor",
    .summary = "describe this machine and how the program uses it",
    .usage = "lengthen doctor [flags]",
    .examples = "lengthen doctor\n"
                "lengthen doctor --json\n"
                "LENGTHEN_KERNELS=ref lengthen doctor",
    .text = "Prints the processor, the instruction set in use, how bfloat16 products are computed, the number\n"
            "of threads, and two measured values: peak operations per second, and bandwidth of caches and memory.\n"
            "Warns about anything that slows runs down or prevents drawing figures.",
    .flags = flags,
    .schemas = schemas,
    .run = run_doctor,
};
