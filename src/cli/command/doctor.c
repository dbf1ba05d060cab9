/* doctor.c: `lengthen doctor`: what this machine is, what is used of it, and what is missing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/ui/out.h"

static const cli_flag flags[] = {
    {"threads", 0, "N", "threads to use; 0: one per processor (0)"},
    {"fast", 0, NULL, "skip the measurement of peak and bandwidth"},
    {0},
};

/* Is there such a program on the PATH? */
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

/* A possible problem, and what to do about it. */
typedef struct finding {
    bool found;
    const char *message;
} finding;

enum { FINDINGS = 5 };

static void find_problems(cli *c, const lg_machine *m, finding out[FINDINGS]) {
    out[0] =
        (finding){!strcmp(m->kernels, "ref"), "the reference kernels are in use: right, and slow (LENGTHEN_KERNELS)"};
    out[1] = (finding){m->threads < m->processors, "fewer threads than processors (--threads, OMP_NUM_THREADS)"};
    out[2] = (finding){!strcmp(m->precision, "float64"), "this is the double build: for checks, half as fast"};
    out[3] = (finding){!has_program("gnuplot"), "gnuplot is missing: no figures (Debian package gnuplot-nox)"};
    out[4] = (finding){!lg_preset_count(c->context), "no presets found (LENGTHEN_PRESETS, or the folder presets)"};
}

/* How products of bfloat16 are computed. */
static const char *bfloat16_words(const lg_machine *m) {
    if (!strcmp(m->bf16_products, "instruction")) return "by the processor's instruction";
    if (!strcmp(m->bf16_products, "matrix unit")) return "by the processor's matrix unit";
    return m->bf16_products;
}

static void print_text(const lg_machine *m, const finding *findings) {
    printf("version     lengthen %s, %s, %s\n", m->version, m->compiler, m->precision);
    printf("processor   %s\n", m->cpu);
    printf("processors  %d, of which %d thread%s will be used\n", m->processors, m->threads,
           m->threads == 1 ? "" : "s");
    printf("kernels     %s, of %s; products of bfloat16: %s\n", m->kernels, m->kernel_sets, bfloat16_words(m));
    if (m->peak_gflops > 0)
        printf("peak        %.1f GFLOP/s of multiply-adds, %.1f in bfloat16, measured with all threads\n",
               m->peak_gflops, m->peak_bf16_gflops);
    if (m->cache_bandwidth > 0)
        printf("bandwidth   %.1f GB/s read and written in caches, %.1f in memory\n", m->cache_bandwidth,
               m->memory_bandwidth);
    for (int i = 0; i < FINDINGS; i++)
        if (findings[i].found) printf("warning     %s\n", findings[i].message);
}

static void print_json(const lg_machine *m, const finding *findings) {
    json_t *o = cli_out_object("lengthen.doctor/1"), *warnings = json_array();
    cli_out_text(o, "version", m->version);
    cli_out_text(o, "compiler", m->compiler);
    cli_out_text(o, "precision", m->precision);
    cli_out_text(o, "cpu", m->cpu);
    cli_out_text(o, "kernels", m->kernels);
    cli_out_text(o, "kernel_sets", m->kernel_sets);
    cli_out_text(o, "bf16_products", m->bf16_products);
    cli_out_int(o, "processors", m->processors);
    cli_out_int(o, "threads", m->threads);
    if (m->peak_gflops > 0) cli_out_real(o, "peak_gflops", m->peak_gflops);
    if (m->peak_gflops > 0) cli_out_real(o, "peak_bf16_gflops", m->peak_bf16_gflops);
    if (m->cache_bandwidth > 0) cli_out_real(o, "cache_bandwidth", m->cache_bandwidth);
    if (m->memory_bandwidth > 0) cli_out_real(o, "memory_bandwidth", m->memory_bandwidth);
    for (int i = 0; i < FINDINGS; i++)
        if (findings[i].found) json_array_append_new(warnings, json_string(findings[i].message));
    json_object_set_new(o, "warnings", warnings);
    cli_out_line(o);
}

static int run_doctor(cli *c) {
    long threads = 0;
    if (cli_flag_int(&c->args, "threads", 0, 1024, &threads)) return LG_USAGE;
    lg_context_threads(c->context, (int)threads);
    lg_machine m;
    lg_status status = lg_doctor(c->context, !cli_flag_on(&c->args, "fast"), &m);
    if (status != LG_OK) return cli_fail_library(c, status);
    finding findings[FINDINGS];
    find_problems(c, &m, findings);
    if (c->json)
        print_json(&m, findings);
    else
        print_text(&m, findings);
    return LG_OK;
}

const cli_command cli_command_doctor = {
    .name = "doctor",
    .summary = "describe this machine and what is used of it",
    .usage = "lengthen doctor [flags]",
    .examples = "lengthen doctor\n"
                "lengthen doctor --json\n"
                "LENGTHEN_KERNELS=ref lengthen doctor",
    .text = "Prints processor, instruction set in use, how products of bfloat16 are made, threads, the measured\n"
            "peak and bandwidth, and warns about what makes runs slow or figures impossible.",
    .flags = flags,
    .run = run_doctor,
};
