/* baseline.c: see baseline.h. The baseline is a program of its own: PyTorch is never linked. */
#include "cli/bench/baseline.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/ui/out.h"

void cli_baseline_free(cli_baseline *p) {
    free(p->rows);
    *p = (cli_baseline){0};
}

const cli_baseline_row *cli_baseline_find(const cli_baseline *p, const char *task, const char *encoding, int length) {
    for (size_t i = 0; i < p->count; i++)
        if (p->rows[i].length == length && !strcmp(p->rows[i].task, task) && !strcmp(p->rows[i].encoding, encoding))
            return &p->rows[i];
    return NULL;
}

/* A case measured in several configurations keeps the best. */
static void add_row(cli_baseline *p, const cli_baseline_row *row) {
    cli_baseline_row *known = (cli_baseline_row *)cli_baseline_find(p, row->task, row->encoding, row->length);
    if (known) {
        if (row->steps_per_second > known->steps_per_second) *known = *row;
        return;
    }
    if (p->count == p->capacity) {
        size_t capacity = p->capacity ? 2 * p->capacity : 32;
        cli_baseline_row *more = realloc(p->rows, capacity * sizeof *more);
        if (!more) return;
        p->rows = more, p->capacity = capacity;
    }
    p->rows[p->count++] = *row;
}

void cli_product_read(cli_product *p, const json_t *answer) {
    const char *version;
    cli_product read = {0};
    if (json_unpack((json_t *)answer, "{s:{s:F, s:F, s:s}}", "product", "fp32", &read.gflops, "bf16",
                    &read.bf16_gflops, "version", &version))
        return;
    snprintf(read.version, sizeof read.version, "%s", version);
    *p = read;
}

void cli_product_add(const cli_product *p, json_t *to) {
    if (p->gflops <= 0) return;
    cli_out_text(to, "peer_version", p->version);
    cli_out_real(to, "peer_product_gflops", p->gflops);
    cli_out_real(to, "peer_product_bf16_gflops", p->bf16_gflops);
}

void cli_product_print(const cli_product *p) {
    if (p->gflops <= 0) return;
    printf("\nPyTorch %s multiplies matrices of 1024 x 1024 at %.0f GFLOP/s with one thread, in bf16 at %.0f.\n",
           p->version, p->gflops, p->bf16_gflops);
}

static void read_line(cli_baseline *p, const char *line) {
    json_t *o = json_loads(line, 0, NULL);
    const char *task, *encoding, *configuration;
    cli_baseline_row row = {0};
    int bad = json_unpack(o, "{s:s, s:s, s:s, s:i, s:F}", "task", &task, "encoding", &encoding, "configuration",
                          &configuration, "length", &row.length, "steps_per_second", &row.steps_per_second);
    if (o && !bad) {
        snprintf(row.task, sizeof row.task, "%s", task);
        snprintf(row.encoding, sizeof row.encoding, "%s", encoding);
        snprintf(row.configuration, sizeof row.configuration, "%s", configuration);
        add_row(p, &row);
        cli_product_read(&p->product, o);
    }
    json_decref(o);
}

static void read_all(cli_baseline *p, int from) {
    FILE *f = fdopen(from, "r");
    char line[1024];
    while (f && fgets(line, sizeof line, f)) read_line(p, line);
    if (f) fclose(f);
}

int cli_baseline_check(const char *program, const char *script) {
    if (access(script, R_OK)) return cli_fail(LG_USAGE, "--pytorch: cannot read %s: %s", script, strerror(errno));
    return access(program, X_OK) ? cli_fail(LG_FAILED, "--pytorch: cannot run %s: %s", program, strerror(errno))
                                 : LG_OK;
}

int cli_baseline_run(cli_baseline *p, char *const *arguments) {
    const char *script = arguments[1];
    int ends[2], checked = cli_baseline_check(arguments[0], script);
    if (checked != LG_OK) return checked;
    fflush(NULL);
    if (pipe(ends)) return cli_fail(LG_FAILED, "--pytorch: %s", strerror(errno));
    pid_t child = fork();
    if (child < 0) return cli_fail(LG_FAILED, "--pytorch: %s", strerror(errno));
    if (!child) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]), close(ends[1]);
        execv(arguments[0], arguments);
        _exit(127);
    }
    close(ends[1]);
    read_all(p, ends[0]);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    if (WIFEXITED(status) && !WEXITSTATUS(status)) return LG_OK;
    return cli_fail(LG_FAILED, "--pytorch: %s failed", script);
}
