/* matrix.c: prints a matrix as text or JSON, or writes it to an NPY file. */
#include "cli/ui/matrix.h"

#include <stdio.h>
#include <string.h>

#include "cli/ui/array.h"
#include "cli/ui/out.h"
#include "cli/ui/print.h"

enum { EDGE = 4 };  /* rows and columns shown at each end of a large matrix */
enum { LINE = 10 }; /* numbers per line of a vector */

static void print_npy(cli_matrix_sink *s, const lg_matrix *m) {
    char path[1024];
    snprintf(path, sizeof path, "%s-%s.npy", *s->prefix ? s->prefix : m->name, m->what);
    s->status = cli_array_write(s->c, path, m->shape, m->rank, m->data);
    if (s->status != LG_OK) return;
    cli_file_put(path);
    if (cli_is_table()) cli_out_say("%s", path);
}

/* Is index i of `count` shown? In large matrices the middle rows and columns are omitted. */
static bool is_shown(size_t i, size_t count) {
    return count <= 2 * EDGE + 2 || i < EDGE || i >= count - EDGE;
}

static void print_row(const double *row, size_t columns) {
    printf(" ");
    for (size_t j = 0; j < columns; j++) {
        if (is_shown(j, columns))
            printf(" %9.4g", row[j] + 0.0); /* avoids "-0" */
        else if (j == EDGE)
            printf("  ...");
    }
    putchar('\n');
}

static void print_sheet(const double *data, size_t rows, size_t columns) {
    for (size_t i = 0; i < rows; i++) {
        if (is_shown(i, rows))
            print_row(data + i * columns, columns);
        else if (i == EDGE)
            printf("        ...\n");
    }
}

/* Prints a vector without omissions, LINE numbers per line. */
static void print_vector(const double *data, size_t count) {
    for (size_t i = 0; i < count; i += LINE) print_row(data + i, count - i < LINE ? count - i : LINE);
}

/* A matrix with three indices is printed in sheets, one per value of the first index. Returns the name of this index:
 * "query" if the matrix has one vector per pair of tokens, otherwise "head". */
static const char *sheet_of(const lg_matrix *m) {
    return !strcmp(m->what, "sinusoid") || !strcmp(m->what, "vectors") ? "query" : "head";
}

static void print_text(const cli_matrix_sink *s, const lg_matrix *m) {
    printf("%s%s %s [", s->printed ? "\n" : "", m->name, m->what);
    for (int i = 0; i < m->rank; i++) printf("%s%zu", i ? ", " : "", m->shape[i]);
    printf("]\n");
    if (m->rank < 2) {
        print_vector(m->data, m->rank ? m->shape[0] : 1);
        return;
    }
    size_t columns = m->shape[m->rank - 1], rows = m->shape[m->rank - 2], sheets = 1;
    for (int i = 0; i + 2 < m->rank; i++) sheets *= m->shape[i];
    for (size_t i = 0; i < sheets; i++) {
        if (sheets > 1) printf(" %s %zu\n", sheet_of(m), i);
        print_sheet(m->data + i * rows * columns, rows, columns);
    }
}

void cli_matrix_print(void *sink, const lg_matrix *m) {
    cli_matrix_sink *s = sink;
    if (s->status != LG_OK) return; /* after one file has failed, the next ones would fail too */
    lg_matrix x = *m;
    if (s->asked) x.name = s->asked;
    if (s->prefix)
        print_npy(s, &x);
    else if (cli_is_table())
        print_text(s, &x);
    else
        cli_row_put(s->schema, &x);
    s->printed++;
}
