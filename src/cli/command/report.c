/* report.c: `lengthen report`: writes tables and figures of a sweep, also while it is running. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "cli/ui/out.h"
#include "cli/ui/print.h"
#include "cli/ui/text.h"

static const cli_flag flags[] = {
    {"out", 'o', "DIR", "output directory (default DIR/report)"},
    {"tables", 0, "NAMES", "names of tables, separated by commas (default: the tables in `reports` of the sweep)"},
    {"figures", 0, "NAMES", "names of figures, separated by commas"},
    {"rows", 0, "AXES", "rows of tables and panels of figures: an axis of the grid, or a product of several axes"},
    {"columns", 0, "AXES",
     "columns of tables and curves of figures: an axis, or a product of several axes, such as encoding,positions"},
    {"mean", 0, "AXES", "average over these axes (default seed)"},
    {"best", 0, "AXES", "for these axes, use and show the label with the best result (default lr)"},
    {"where", 0, "AXIS=LABELS", "only runs with these labels: seed=1..3, task=even_pairs,bucket_sort", true},
    {"metric", 0, "NAME", "metric of scores, tables and figures; `lengthen list metric` lists all"},
    {"html", 0, NULL, "also write index.html, one self-contained file with tables, curves and figures"},
    {"list", 0, NULL, "list the available tables and figures"},
    {"no-pictures", 0, NULL, "write data and scripts of figures without running gnuplot"},
    {0},
};

static const cli_other_name others[] = {
    {" csv tex latex markdown format ", ": every table is written as .md, .tex, .csv and .json"},
    {0},
};

/* ---- rows ---- */

typedef struct item {
    const char *kind;
    lg_report_item x;
} item;
static const lg_member item_members[] = {
    LG_MEMBER(item, kind, "kind", "`table` or `figure`"),
    LG_MEMBER(item, x.name, "name", "name for `--tables` and `--figures`"),
    LG_MEMBER(item, x.summary, "summary", "what the table or figure shows"),
    LG_MEMBER(item, x.source, "source", "table or figure of a paper that it reproduces, or empty"),
    {0},
};
static const lg_schema item_schema = {
    .name = "lengthen.report/1",
    .about = "`report --list`: one row per table or figure.",
    .members = item_members,
};

static const lg_member file_members[] = {
    LG_MEMBER(lg_report_file, kind, "kind", "`table`, `data`, `script`, `picture` or `index`"),
    LG_MEMBER(lg_report_file, name, "name", "name of the table or figure"),
    LG_MEMBER(lg_report_file, path, "path", "path of the file"),
    LG_MEMBER(lg_report_file, finding, "finding", "only for kind `index`: the finding in one sentence",
              .optional = true),
    {0},
};
static const lg_schema file_schema = {
    .name = "lengthen.report_file/1",
    .about = "`report`: one row per file written.",
    .members = file_members,
};
static const lg_schema *const schemas[] = {&file_schema, &item_schema, &lg_table_schema, NULL};

/* ---- --list ---- */

static void list_item(const cli *c, const lg_report_item *x, int width) {
    char text[256];
    cli_row_put(&item_schema, &(item){x->figure ? "figure" : "table", *x});
    if (c->json) return;
    const int at = printf("  %-*s", width, x->name);
    snprintf(text, sizeof text, "%s%s%s", x->summary, *x->source ? "; " : "", x->source);
    cli_text_wrap(stdout, text, at, at, cli_columns(stdout));
}

/* The width of the longest name plus two blanks. */
static int list_width(void) {
    size_t width = 0;
    for (size_t i = 0; i < lg_report_count(); i++) {
        const size_t name = strlen(lg_report_at(i).name);
        if (name > width) width = name;
    }
    return (int)width + 2;
}

static int list_items(cli *c) {
    const int width = list_width();
    for (int figure = 0; figure < 2; figure++) {
        if (!c->json) printf("%s%s%s\n", cli_bold(stdout), figure ? "figures" : "tables", cli_plain(stdout));
        for (size_t i = 0; i < lg_report_count(); i++) {
            lg_report_item x = lg_report_at(i);
            if (x.figure == (bool)figure) list_item(c, &x, width);
        }
    }
    return LG_OK;
}

/* ---- writing ---- */

/* Statistics of the written files, for the summary at the end. */
typedef struct written {
    size_t tables, figures, pictures;
    char index[4200], page[4200]; /* paths of report.md, and of index.html beside it */
    char finding[4096];           /* the first sentence of report.md */
    bool earlier;                 /* the page is from an earlier report */
} written;

static void on_file(void *user, const lg_report_file *f) {
    written *w = user;
    cli_row_put(&file_schema, f);
    size_t length = strlen(f->path);
    w->tables += length > 3 && !strcmp(f->path + length - 3, ".md") && !strcmp(f->kind, "table");
    w->figures += !strcmp(f->kind, "script");
    w->pictures += !strcmp(f->kind, "picture");
    if (!strcmp(f->kind, "index")) snprintf(w->index, sizeof w->index, "%s", f->path);
    if (f->finding) snprintf(w->finding, sizeof w->finding, "%s", f->finding);
}

static void print_summary(const written *w, const lg_sweep_info *about) {
    cli_out_say("%s", w->finding);
    cli_out_print(*about->title ? about->title : about->name, "");
    printf(": %zu of %zu runs are finished", about->count[LG_RUN_DONE], about->runs);
    for (int s = LG_RUN_RUNNING; s < LG_RUN_STATES; s++)
        if (s != LG_RUN_DONE && about->count[s])
            printf(", %zu %s", about->count[s], lg_run_state_name((lg_run_state)s));
    putchar('\n');
    cli_out_say("%zu table%s, %zu figure%s%s: %s", w->tables, w->tables == 1 ? "" : "s", w->figures,
                w->figures == 1 ? "" : "s", w->figures && !w->pictures ? " (without pictures)" : "", w->index);
    if (w->earlier)
        cli_out_say("%s is from an earlier report; --html rewrites it", w->page);
    else if (*w->page)
        cli_out_say("page for a browser: %s", w->page);
}

static int folder_size(const written *w) {
    return (int)(strrchr(w->index, '/') - w->index);
}

static void name_page(written *w) {
    snprintf(w->page, sizeof w->page, "%.*s/index.html", folder_size(w), w->index);
}

/* Finds the page of an earlier report. A report without --html does not change this page, so the page may show old
 * results. */
static void find_earlier_page(written *w) {
    struct stat about;
    name_page(w);
    w->earlier = stat(w->page, &about) == 0;
    if (!w->earlier) *w->page = '\0';
}

/* Writes index.html, with those figures that exist as files. */
static lg_status write_page(lg_sweep *s, const lg_report_layout *layout, written *w) {
    char figures[4300];
    snprintf(figures, sizeof figures, "%.*s/figures", folder_size(w), w->index);
    name_page(w);
    const lg_status status = lg_page_write(s, layout, figures, w->page);
    const lg_report_file page = {w->page, "index", "page", NULL};
    if (status == LG_OK) on_file(w, &page);
    return status;
}

enum { MAX_WHERE = 32 };

/* Reads the flags that lay out the axes of the sweep. where [MAX_WHERE]: receives the values of --where. */
static int read_layout(cli *c, const char **where, lg_report_layout *out) {
    *out = (lg_report_layout){.rows = cli_flag_value(&c->args, "rows"),
                              .columns = cli_flag_value(&c->args, "columns"),
                              .mean = cli_flag_value(&c->args, "mean"),
                              .best = cli_flag_value(&c->args, "best"),
                              .where = where,
                              .metric = cli_flag_value(&c->args, "metric")};
    for (size_t i = 0; (where[out->where_count] = cli_flag_next(&c->args, "where", &i)); out->where_count++)
        if (out->where_count + 1 == MAX_WHERE)
            return cli_fail(LG_USAGE, "--where can be given at most %d times", MAX_WHERE - 1);
    return LG_OK;
}

static int write_report(cli *c, lg_sweep *s) {
    written w = {0};
    const char *where[MAX_WHERE];
    lg_report_layout layout;
    if (read_layout(c, where, &layout) != LG_OK) return LG_USAGE;
    const lg_report_options options = {.dir = cli_flag_value(&c->args, "out"),
                                       .tables = cli_flag_value(&c->args, "tables"),
                                       .figures = cli_flag_value(&c->args, "figures"),
                                       .scripts = cli_flag_on(&c->args, "no-pictures"),
                                       .layout = layout};
    lg_status status = lg_sweep_refresh(s);
    if (status == LG_OK) status = lg_report_write(s, &options, on_file, &w);
    if (status == LG_OK && cli_flag_on(&c->args, "html")) status = write_page(s, &layout, &w);
    if (status != LG_OK) return cli_fail_library(c, status);
    if (*w.page == '\0') find_earlier_page(&w);
    lg_sweep_info about = lg_sweep_about(s);
    if (!c->json && !c->quiet) print_summary(&w, &about);
    return LG_OK;
}

static int run_report(cli *c) {
    if (cli_flag_on(&c->args, "list")) return list_items(c);
    if (c->args.positional_count != 1)
        return cli_fail(LG_USAGE, "report needs one directory, a sweep or runs: lengthen report sweeps/NAME");
    lg_sweep *s;
    lg_status status = lg_sweep_open_any(c->context, c->args.positionals[0], &s);
    if (status != LG_OK) return cli_fail_library(c, status);
    int result = write_report(c, s);
    lg_sweep_free(s);
    return result;
}

const cli_command cli_command_report = {
    .name = "report",
    .summary = "write tables and figures of a sweep or of any runs, also during training",
    .usage = "lengthen report DIR [flags]",
    .examples = "lengthen report sweeps/my\n"
                "lengthen report sweeps/my --html            one page to sort, zoom and share\n"
                "lengthen report runs --html                 the same for all runs in a directory\n"
                "lengthen report sweeps/my -o paper --tables mean,pairs --figures curves\n"
                "lengthen report sweeps/my --rows task --columns encoding,positions --best lr --where seed=1..3\n"
                "lengthen report sweeps/my --tables pairs --figures \"\" --json\n"
                "lengthen report --list",
    .text = "DIR is a sweep or any directory that contains runs. If DIR is not a sweep, the axes are the data,\n"
            "the seed and `scheme`, which combines all other options that differ between the runs.\n\n"
            "Writes report.md, one page with everything, and each table (tables/NAME.md, .tex, .csv, .json) and\n"
            "figure (figures/NAME.svg, .pdf, .png, with its data and gnuplot script) as separate files. The\n"
            "page starts with one sentence: the finding, the size of the effect, its 95 % interval, and what is\n"
            "undecided.\n\n"
            "Reports read only results; the figures `attention` and `activations` also read models. Cells show\n"
            "whether runs are missing, running or failed. If the sweep names a study, the published numbers of\n"
            "this study appear next to your numbers. A table's JSON file lists the runs behind each number. The\n"
            "same results always give the same bytes.\n\n"
            "Scores are means with 95 % intervals. Maxima over runs appear only in the table `best` and the\n"
            "figure `best_curves`.\n\n"
            "Each axis of the grid has one of four roles:\n"
            "  --rows     rows of tables; several axes form a product\n"
            "  --columns  columns of tables; several axes form a product\n"
            "  --mean     the axis is averaged\n"
            "  --best     the axis is optimized: each cell shows the result of the best label, and names this\n"
            "             label\n"
            "A label is a value of an axis, or the name of a set of options. By default, tasks are rows, seeds\n"
            "are averaged, the learning rate is optimized, and all other axes are columns. If no axis is left for\n"
            "rows and columns, learning rates are the columns. Flags override `select:` in SWEEP/sweep.yaml,\n"
            "which you can edit at any time.\n\n"
            "--metric selects the metric of the scores (`lengthen list metric`). Every evaluation stores all\n"
            "metrics.\n\n"
            "gnuplot draws the figures. Without gnuplot, everything else is written.\n\n"
            "--html writes one self-contained HTML file with sortable tables, zoomable curves and, for each\n"
            "point, the command of its run. `lengthen serve` shows the same page while the sweep runs.",
    .positionals = "@folder",
    .flags = flags,
    .others = others,
    .schemas = schemas,
    .run = run_report,
};
