/* print.c: the table and the JSON lines of `lengthen bench`. */
#include <stdio.h>
#include <string.h>

#include "cli/bench/bench.h"
#include "cli/ui/out.h"
#include "cli/ui/print.h"

static const char *length_name(int length, char text[16]) {
    snprintf(text, 16, length ? "%d" : "mix", length);
    return text;
}

static lg_sheet *new_table(const char *columns, const char *const *heads) {
    lg_sheet *t = lg_sheet_new(columns);
    for (; *heads; heads++) lg_sheet_cell(t, "%s", *heads);
    return t;
}

static void end_table(lg_sheet *t) {
    cli_sheet_print(t, stdout);
}

/* A number, or a dash where none was counted. */
static void number_cell(lg_sheet *t, const char *format, double x) {
    char text[32];
    snprintf(text, sizeof text, format, x);
    lg_sheet_cell(t, "%s", x > 0 ? text : "-");
}

/* ---- tables ---- */

static void print_row(lg_sheet *t, const cli_bench_row *r) {
    const lg_speed *s = &r->speed;
    char n[16];
    lg_sheet_cell(t, "%s", s->steps_per_second > 0 ? "training" : "evaluation");
    lg_sheet_cell(t, "%s", s->task);
    lg_sheet_cell(t, "%s", s->encoding);
    lg_sheet_cell(t, "%s", length_name(s->length, n));
    number_cell(t, "%.0f", s->tokens);
    lg_sheet_cell(t, "%d", s->threads);
    number_cell(t, "%.2f", s->gflop_per_step);
    number_cell(t, "%.1f", s->steps_per_second);
    number_cell(t, "%.0f", s->eval_tokens_per_second);
    lg_sheet_cell(t, "%.1f", s->gflops);
    lg_sheet_cell(t, "%.0f %%", 100 * s->peak_fraction);
    lg_sheet_cell(t, "%.1f", (double)s->memory_bytes / (1 << 20));
}

static void print_phases(const cli_bench_set *set) {
    static const char *const heads[] = {"phase",   "ms a step",  "of time", "GFLOP/s",
                                        "of peak", "flops/byte", "GB/s",    NULL};
    const lg_speed *s = &set->row.speed;
    char n[16];
    printf("\n%s, %s, n = %s: %.1f steps/s\n", s->task, s->encoding, length_name(s->length, n), s->steps_per_second);
    lg_sheet *t = new_table("lrrrrrr", heads);
    for (int i = 0; i < set->count; i++) {
        const lg_phase_report *p = &set->phases[i];
        lg_sheet_cell(t, "%s", p->name);
        lg_sheet_cell(t, "%.2f", 1e3 * p->seconds / s->threads);
        lg_sheet_cell(t, "%.1f %%", 100 * p->fraction);
        number_cell(t, "%.1f", p->gflops);
        number_cell(t, "%.0f %%", 100 * p->peak_fraction);
        number_cell(t, "%.1f", p->intensity);
        number_cell(t, "%.1f", p->bandwidth);
    }
    end_table(t);
}

void cli_bench_print(const cli_bench *b) {
    static const char *const heads[] = {"measured", "task",     "encoding", "n",       "T",          "threads", "GFLOP",
                                        "steps/s",  "tokens/s", "GFLOP/s",  "of peak", "memory MiB", NULL};
    const lg_machine *m = &b->machine;
    const lg_speed *first = &b->rows[0].speed;
    printf("%s, %s kernels, %d thread%s, %s: peak %.1f GFLOP/s, measured\n\n", m->cpu, m->kernels, m->threads,
           m->threads == 1 ? "" : "s", first->precision, first->peak_gflops);
    lg_sheet *t = new_table("lllrrrrrrrrr", heads);
    for (int i = 0; i < b->count; i++) print_row(t, &b->rows[i]);
    end_table(t);
    for (int i = 0; i < b->set_count; i++) print_phases(&b->sets[i]);
}

/* ---- JSON ---- */

static json_t *new_line(const cli_bench_row *r) {
    const lg_speed *s = &r->speed;
    json_t *o = cli_out_object("lengthen.bench/1");
    cli_out_text(o, "kind", r->kind);
    cli_out_text(o, "task", s->task);
    cli_out_text(o, "encoding", s->encoding);
    cli_out_int(o, "width", r->width);
    cli_out_int(o, "length", s->length);
    cli_out_int(o, "tokens", s->tokens);
    cli_out_int(o, "threads", s->threads);
    cli_out_text(o, "precision", s->precision);
    cli_out_int(o, "memory_bytes", (int64_t)s->memory_bytes);
    if (s->steps_per_second > 0) {
        cli_out_int(o, "batch", r->batch);
        cli_out_real(o, "gflop_per_step", s->gflop_per_step);
        cli_out_real(o, "steps_per_second", s->steps_per_second);
        cli_out_real(o, "sequences_per_second", r->batch * s->steps_per_second);
    } else {
        cli_out_real(o, "eval_tokens_per_second", s->eval_tokens_per_second);
    }
    cli_out_real(o, "gflops", s->gflops);
    cli_out_real(o, "peak_share", s->peak_fraction);
    cli_out_real(o, "peak_gflops", s->peak_gflops);
    cli_out_real(o, "intensity", s->intensity);
    return o;
}

static json_t *phase_json(const lg_phase_report *p) {
    json_t *o = json_object();
    cli_out_text(o, "name", p->name);
    cli_out_real(o, "seconds", p->seconds);
    cli_out_real(o, "share", p->fraction);
    if (p->gflops > 0) cli_out_real(o, "gflops", p->gflops);
    if (p->gflops > 0) cli_out_real(o, "peak_share", p->peak_fraction);
    if (p->gflops > 0) cli_out_real(o, "intensity", p->intensity);
    if (p->bandwidth > 0) cli_out_real(o, "bandwidth", p->bandwidth);
    return o;
}

static void print_set(const cli_bench_set *s) {
    json_t *o = new_line(&s->row), *list = json_array();
    for (int i = 0; i < s->count; i++) json_array_append_new(list, phase_json(&s->phases[i]));
    json_object_set_new(o, "phases", list);
    cli_out_line(o);
}

void cli_bench_lines(const cli_bench *b) {
    for (int i = 0; i < b->count; i++) cli_out_line(new_line(&b->rows[i]));
    for (int i = 0; i < b->set_count; i++) print_set(&b->sets[i]);
}
