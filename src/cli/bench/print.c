/* print.c: the tables and JSON lines of `lengthen bench`. */
#include <stdio.h>
#include <string.h>

#include "cli/bench/bench.h"
#include "cli/ui/out.h"
#include "cli/ui/table.h"

static const char *length_name(int length, char text[16]) {
    snprintf(text, 16, length ? "%d" : "mix", length);
    return text;
}

static cli_table *new_table(const char *columns, const char *const *heads) {
    cli_table *t = cli_table_new(columns);
    for (; *heads; heads++) cli_table_cell(t, "%s", *heads);
    return t;
}

static void end_table(cli_table *t) {
    cli_table_print(t, stdout);
    cli_table_free(t);
}

/* A number, or a dash where none was counted. */
static void number_cell(cli_table *t, const char *format, double x) {
    char text[32];
    snprintf(text, sizeof text, format, x);
    cli_table_cell(t, "%s", x > 0 ? text : "-");
}

static double mebibytes(const lg_speed *s) {
    return (double)s->memory_bytes / (1 << 20);
}

static double sequences_per_second(const cli_bench_row *r) {
    return r->batch * r->speed.steps_per_second;
}

/* ---- the baseline in PyTorch ---- */

static const cli_baseline_row *baseline_of(const cli_bench *b, const lg_speed *s) {
    return cli_baseline_find(&b->baseline, s->task, s->encoding, s->length);
}

/* ---- tables ---- */

static double versus_ratio(const cli_bench *b, int i) {
    return b->against[i] > 0 ? b->train[i].speed.steps_per_second / b->against[i] : 0;
}

static void training_row(const cli_bench *b, cli_table *t, int i) {
    const cli_bench_row *r = &b->train[i];
    const lg_speed *s = &r->speed;
    char n[16];
    cli_table_cell(t, "%s", s->task);
    cli_table_cell(t, "%s", s->encoding);
    if (b->large) cli_table_cell(t, "%d", r->width);
    cli_table_cell(t, "%s", length_name(s->length, n));
    number_cell(t, "%.0f", s->tokens);
    cli_table_cell(t, "%.2f", s->gflop_per_step);
    cli_table_cell(t, b->large ? "%.2f" : "%.1f", s->steps_per_second);
    cli_table_cell(t, "%.1f", s->gflops);
    cli_table_cell(t, "%.0f %%", 100 * s->peak_fraction);
    cli_table_cell(t, "%.1f", mebibytes(s));
    if (b->versus) {
        cli_table_cell(t, "%.1f", b->against[i]);
        number_cell(t, "%.2f", versus_ratio(b, i));
    }
    if (!b->baseline.count) return;
    const cli_baseline_row *best = baseline_of(b, s);
    number_cell(t, "%.1f", best ? best->steps_per_second : 0);
    number_cell(t, "%.2f", best ? s->steps_per_second / best->steps_per_second : 0);
    cli_table_cell(t, "%s", best ? best->configuration : "-");
}

/* Some columns depend on the flags. */
static cli_table *new_training_table(const cli_bench *b) {
    const char *heads[16] = {"training", "encoding"};
    int n = 2;
    if (b->large) heads[n++] = "width";
    for (const char *const *w =
             (const char *const[]){"n", "T", "GFLOP", "steps/s", "GFLOP/s", "of peak", "memory MiB", NULL};
         *w;)
        heads[n++] = *w++;
    if (b->versus) heads[n++] = b->versus, heads[n++] = "ratio";
    if (b->baseline.count) heads[n++] = "PyTorch steps/s", heads[n++] = "ratio", heads[n++] = "PyTorch's way";
    char columns[16] = "ll";
    memset(columns + 2, 'r', (size_t)n - 2);
    if (b->baseline.count) columns[n - 1] = 'l';
    return new_table(columns, heads);
}

static void print_training(const cli_bench *b) {
    cli_table *t = new_training_table(b);
    for (int i = 0; i < b->trains; i++) training_row(b, t, i);
    end_table(t);
    cli_product_print(&b->baseline.product);
}

/* The model that all rows of a table share. */
static void print_model(const lg_speed *s) {
    char n[16];
    printf("\n%s, %s, n = %s\n", s->task, s->encoding, length_name(s->length, n));
}

static void print_threads(const cli_bench *b) {
    static const char *const heads[] = {"threads", "steps/s", "speed-up", NULL};
    const lg_speed *one = &b->threads[0].speed;
    if (!b->threadings) return;
    print_model(one);
    cli_table *t = new_table("rrr", heads);
    for (int i = 0; i < b->threadings; i++) {
        const lg_speed *s = &b->threads[i].speed;
        cli_table_cell(t, "%d", s->threads);
        cli_table_cell(t, "%.1f", s->steps_per_second);
        cli_table_cell(t, "%.2f", s->steps_per_second / one->steps_per_second);
    }
    end_table(t);
}

static void print_batches(const cli_bench *b) {
    static const char *const heads[] = {"batch", "steps/s", "sequences/s", "of peak", NULL};
    if (!b->batch_count) return;
    print_model(&b->batches[0].speed);
    cli_table *t = new_table("rrrr", heads);
    for (int i = 0; i < b->batch_count; i++) {
        const cli_bench_row *r = &b->batches[i];
        cli_table_cell(t, "%d", r->batch);
        cli_table_cell(t, "%.1f", r->speed.steps_per_second);
        cli_table_cell(t, "%.0f", sequences_per_second(r));
        cli_table_cell(t, "%.0f %%", 100 * r->speed.peak_fraction);
    }
    end_table(t);
}

static void print_eval(const cli_bench *b) {
    static const char *const heads[] = {"evaluation", "encoding", "n",          "T", "tokens/s",
                                        "GFLOP/s",    "of peak",  "memory MiB", NULL};
    char n[16];
    if (!b->evals) return;
    putchar('\n');
    cli_table *t = new_table("llrrrrrr", heads);
    for (int i = 0; i < b->evals; i++) {
        const lg_speed *s = &b->eval[i].speed;
        cli_table_cell(t, "%s", s->task);
        cli_table_cell(t, "%s", s->encoding);
        cli_table_cell(t, "%s", length_name(s->length, n));
        number_cell(t, "%.0f", s->tokens);
        cli_table_cell(t, "%.0f", s->eval_tokens_per_second);
        cli_table_cell(t, "%.1f", s->gflops);
        cli_table_cell(t, "%.0f %%", 100 * s->peak_fraction);
        cli_table_cell(t, "%.1f", mebibytes(s));
    }
    end_table(t);
}

static void print_phases(const cli_bench_set *set) {
    static const char *const heads[] = {"phase",   "ms a step",  "of time", "GFLOP/s",
                                        "of peak", "flops/byte", "GB/s",    NULL};
    const lg_speed *s = &set->row.speed;
    char n[16];
    printf("\n%s, %s, n = %s: %.1f steps/s\n", s->task, s->encoding, length_name(s->length, n), s->steps_per_second);
    cli_table *t = new_table("lrrrrrr", heads);
    for (int i = 0; i < set->count; i++) {
        const lg_phase_report *p = &set->phases[i];
        cli_table_cell(t, "%s", p->name);
        cli_table_cell(t, "%.2f", 1e3 * p->seconds / s->threads);
        cli_table_cell(t, "%.1f %%", 100 * p->fraction);
        number_cell(t, "%.1f", p->gflops);
        number_cell(t, "%.0f %%", 100 * p->peak_fraction);
        number_cell(t, "%.1f", p->intensity);
        number_cell(t, "%.1f", p->bandwidth);
    }
    end_table(t);
}

void cli_bench_print(const cli_bench *b) {
    const lg_machine *m = &b->machine;
    const lg_speed *first = &b->train[0].speed;
    printf("%s, %s kernels, %d thread%s, %s: peak %.1f GFLOP/s, measured\n\n", m->cpu, m->kernels, m->threads,
           m->threads == 1 ? "" : "s", first->precision, first->peak_gflops);
    print_training(b);
    for (int i = 0; i < b->set_count; i++) print_phases(&b->sets[i]);
    print_threads(b);
    print_batches(b);
    print_eval(b);
}

/* ---- JSON ---- */

static void add_steps(json_t *o, const cli_bench_row *r) {
    cli_out_int(o, "batch", r->batch);
    cli_out_real(o, "gflop_per_step", r->speed.gflop_per_step);
    cli_out_real(o, "steps_per_second", r->speed.steps_per_second);
    cli_out_real(o, "sequences_per_second", sequences_per_second(r));
}

static json_t *new_line(const char *kind, const cli_bench_row *r) {
    const lg_speed *s = &r->speed;
    json_t *o = cli_out_object("lengthen.bench/1");
    cli_out_text(o, "kind", kind);
    cli_out_text(o, "task", s->task);
    cli_out_text(o, "encoding", s->encoding);
    cli_out_int(o, "width", r->width);
    cli_out_int(o, "length", s->length);
    cli_out_int(o, "tokens", s->tokens);
    cli_out_int(o, "threads", s->threads);
    cli_out_text(o, "precision", s->precision);
    cli_out_int(o, "memory_bytes", (int64_t)s->memory_bytes);
    if (s->steps_per_second > 0)
        add_steps(o, r);
    else
        cli_out_real(o, "eval_tokens_per_second", s->eval_tokens_per_second);
    cli_out_real(o, "gflops", s->gflops);
    cli_out_real(o, "peak_share", s->peak_fraction);
    cli_out_real(o, "peak_gflops", s->peak_gflops);
    cli_out_real(o, "intensity", s->intensity);
    return o;
}

static void add_versus(const cli_bench *b, json_t *o, int i) {
    if (!b->versus) return;
    cli_out_text(o, "versus", b->versus);
    cli_out_real(o, "versus_steps_per_second", b->against[i]);
    cli_out_real(o, "ratio", versus_ratio(b, i));
}

static void add_baseline(const cli_bench *b, json_t *o, const lg_speed *s) {
    const cli_baseline_row *best = baseline_of(b, s);
    if (!best) return;
    cli_out_real(o, "peer_steps_per_second", best->steps_per_second);
    cli_out_text(o, "peer_configuration", best->configuration);
    cli_product_add(&b->baseline.product, o);
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
    json_t *o = new_line("phases", &s->row), *list = json_array();
    for (int i = 0; i < s->count; i++) json_array_append_new(list, phase_json(&s->phases[i]));
    json_object_set_new(o, "phases", list);
    cli_out_line(o);
}

void cli_bench_lines(const cli_bench *b) {
    for (int i = 0; i < b->trains; i++) {
        json_t *o = new_line("train", &b->train[i]);
        add_versus(b, o, i);
        add_baseline(b, o, &b->train[i].speed);
        cli_out_line(o);
    }
    for (int i = 0; i < b->set_count; i++) print_set(&b->sets[i]);
    for (int i = 0; i < b->threadings; i++) cli_out_line(new_line("threads", &b->threads[i]));
    for (int i = 0; i < b->batch_count; i++) cli_out_line(new_line("batches", &b->batches[i]));
    for (int i = 0; i < b->evals; i++) cli_out_line(new_line("eval", &b->eval[i]));
}
