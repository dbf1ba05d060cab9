/* write_csv.c: a table as CSV (RFC 4180): a line for each cell with all its statistics. A list keeps its rows and
 * columns, with units in the headings. Numbers are "%.9g"; missing numbers are empty. */
#include <math.h>
#include <string.h>

#include "api/sweep.h"
#include "api/text.h"
#include "base/quote.h"
#include "report/format/table.h"

#define END "\r\n"

const char *lg_csv_text(const char *text, char *to, size_t capacity) {
    if (capacity == 0) return to;
    FILE *f = fmemopen(to, capacity, "w");
    *to = '\0';
    if (f) lg_quote_csv(f, text), fclose(f);
    to[capacity - 1] = '\0';
    return to;
}

static void write_number(FILE *to, double x) {
    fputc(',', to);
    if (isfinite(x)) fprintf(to, "%.9g", x + 0.0);
}

/* ---- a line for each cell ---- */

static void write_statistics(const lg_summary *s, FILE *to) {
    const double all[] = {s->mean, s->sample_sd, s->median, s->min, s->max, s->low, s->high};
    fprintf(to, ",%zu", s->count);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) write_number(to, all[i]);
}

static void write_cell(const lg_table *t, size_t row, size_t column, FILE *to) {
    const lg_cell *c = lg_table_cell(t, row, column);
    const lg_row *r = &t->rows[row];
    char words[LG_CELL_WORDS];
    lg_quote_csv(to, r->group);
    fputc(',', to), lg_quote_csv(to, r->label);
    fputc(',', to), lg_quote_csv(to, t->columns[column].label);
    fputc(',', to), lg_quote_csv(to, lg_cell_words(t, row, column, words));
    write_number(to, c->value);
    write_statistics(&c->summary, to);
    write_number(to, c->published.low);
    write_number(to, c->published.high);
    write_number(to, c->difference);
    fprintf(to, ",%zu", c->tally.planned);
    for (int s = LG_RUN_RUNNING; s < LG_RUN_STATES; s++) fprintf(to, ",%zu", c->tally.state[s]);
    fputc(',', to), lg_quote_csv(to, c->winner ? c->winner : "");
    fputc(',', to), lg_quote_csv(to, lg_row_unit(t, row));
    fputc(',', to), lg_quote_csv(to, t->metric);
    fputs(END, to);
}

static void write_cells(const lg_table *t, FILE *to) {
    fputs("group,row,column,text,value,count,mean,sample_sd,median,min,max,low_95,high_95,published_low,published_high,"
          "difference,planned,running,done,failed,diverged,paused,stopped,chosen,unit,metric" END,
          to);
    for (size_t i = 0; i < t->row_count; i++)
        for (size_t j = 0; j < t->column_count; j++) write_cell(t, i, j, to);
}

/* ---- lists ---- */

static void write_plain(const lg_cell *c, FILE *to) {
    if (!c->text)
        write_number(to, c->value);
    else
        fputc(',', to), lg_quote_csv(to, c->text);
}

/* "score, %": the heading and its unit. */
static void write_heading(const lg_column *c, FILE *to) {
    char heading[LG_CELL_WORDS];
    const bool named = c->unit && *c->unit;
    if (named) snprintf(heading, sizeof heading, "%s, %s", c->label, c->unit);
    lg_quote_csv(to, named ? heading : c->label);
}

static void write_list(const lg_table *t, FILE *to) {
    lg_quote_csv(to, t->corner);
    for (size_t j = 0; j < t->column_count; j++) fputc(',', to), write_heading(&t->columns[j], to);
    fputs(END, to);
    for (size_t i = 0; i < t->row_count; i++) {
        lg_quote_csv(to, t->rows[i].label);
        for (size_t j = 0; j < t->column_count; j++) write_plain(lg_table_cell(t, i, j), to);
        fputs(END, to);
    }
}

bool lg_table_write_csv(const lg_table *t, FILE *to) {
    (t->list ? write_list : write_cells)(t, to);
    return true;
}
