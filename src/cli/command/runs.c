/* runs.c: `lengthen runs`: lists runs with their state, score, and the options that differ. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/show/run_rows.h"
#include "cli/ui/metric.h"
#include "cli/ui/print.h"
#include "cli/ui/text.h"

static const cli_flag flags[] = {
    {"where", 0, "TEST", "only runs that satisfy TEST: score>0.9, state=done, lr=0.001, tags=good", .repeats = true},
    {"sort", 0, "FIELD", "sort by FIELD; scores in descending order (default run)"},
    {"reverse", 0, NULL, "reverse the order"},
    {"columns", 0, "LIST", "show these options and fields instead of the options that differ"},
    {0},
};

static const cli_other_name others[] = {
    {" tag tags ", "; here it is --where tags=NAME"},
    {" filter select ", "; here it is --where"},
    {0},
};

enum { SHOWN = 6, COLUMNS = 256 }; /* maximum number of option columns: in a table; in any output */
enum { NOTE = 40, VALUE = 24 };    /* maximum width of a note and of an option's value, in terminal columns */

/* Optional columns, to the right of the columns that every list has. */
typedef struct columns {
    const char *key[COLUMNS];
    size_t count, left_out;
} columns;

/* ---- names of fields ---- */

/* Returns the field, or the option, that the user means by a name. Returns NULL after printing a message. */
static const char *field_meant(const char *flag, const char *name, size_t length) {
    cli_nearest near = cli_nearest_to(name, length);
    for (const char *const *field = cli_run_fields; *field; field++) {
        if (strlen(*field) == length && !strncmp(*field, name, length)) return *field;
        cli_nearest_try(&near, *field);
    }
    const cli_option *o = cli_option_find(name, length);
    if (o) return o->info.name;
    cli_options_suggest(&near);
    const char *best = cli_nearest_best(&near);
    char all[300] = "";
    for (size_t i = 0, n = 0; cli_run_fields[i] && n < sizeof all; i++)
        n += (size_t)snprintf(all + n, sizeof all - n, "%s, ", cli_run_fields[i]);
    cli_fail(LG_USAGE, "--%s: there is no field or option %.*s; %s%s%s", flag, (int)length, name,
             best ? "did you mean " : "expected one of: ", best ? best : all,
             best ? "?" : "or an option such as train.lr");
    return NULL;
}

/* ---- tests ---- */

typedef struct test {
    const char *key, *value;
    bool below, equal, above; /* does the test hold if the field is below the value, equal to it, above it? */
} test;

static bool is_field(const char *name, size_t length) {
    for (const char *const *field = cli_run_fields; *field; field++)
        if (strlen(*field) == length && !strncmp(*field, name, length)) return true;
    return cli_option_find(name, length);
}

/* Finds a second test within the value of a test, as in "score>0.5,state=done"; NULL: none. The values of the fields
 * `note` and `eval.with` are not searched, because they may contain such text. */
static const char *second_test(const test *t) {
    if (!strcmp(t->key, "note") || !strcmp(t->key, "eval.with")) return NULL;
    for (const char *at = strpbrk(t->value, ",&| "); at; at = strpbrk(at, ",&| ")) {
        at += strspn(at, ",&| ");
        const size_t name = strcspn(at, "=<>!,&| ");
        if (at[name] != '\0' && strchr("=<>!", at[name]) && is_field(at, name)) return at;
    }
    return NULL;
}

static int fail_second(const char *text, const char *second) {
    size_t first = (size_t)(second - text);
    while (first > 0 && strchr(",&| ", text[first - 1])) first--;
    return cli_fail(LG_USAGE, "--where %s: expected one test for each flag: --where '%.*s' --where '%s'", text,
                    (int)first, text, second);
}

static int check_state(const char *text, const char *state) {
    char states[160] = "";
    for (size_t i = 0, at = 0; lg_run_state_at(i); i++) {
        if (!strcmp(lg_run_state_at(i), state)) return LG_OK;
        at += (size_t)snprintf(states + at, sizeof states - at, "%s%s", i > 0 ? ", " : "", lg_run_state_at(i));
    }
    return cli_fail(LG_USAGE, "--where %s: there is no state %s; expected one of: %s", text, state, states);
}

static int read_test(const char *text, test *t) {
    const size_t name = strcspn(text, "=<>!");
    const char *sign = text + name;
    if (name == 0 || *sign == '\0' || (*sign == '!' && sign[1] != '='))
        return cli_fail(LG_USAGE, "--where %s: expected FIELD=VALUE, or !=, <, <=, > or >= instead of =", text);
    const bool two = *sign != '=' && sign[1] == '=';
    if (strchr("=<>!", sign[1 + two]) && sign[1 + two] != '\0')
        return cli_fail(LG_USAGE, "--where %s: expected =, !=, <, <=, > or >=", text);
    *t = (test){.value = sign + 1 + two,
                .below = *sign == '<' || *sign == '!',
                .equal = *sign == '=' || (*sign != '!' && two),
                .above = *sign == '>' || *sign == '!'};
    t->key = field_meant("where", text, name);
    if (!t->key) return LG_USAGE;
    if (second_test(t)) return fail_second(text, second_test(t));
    if (!strcmp(t->key, "state")) return check_state(text, t->value);
    if (!strcmp(t->key, "score") && strchr(t->value, '%'))
        return cli_fail(LG_USAGE, "--where %s: scores are fractions, not percentages (score>0.5)", text);
    return LG_OK;
}

static bool has_word(const char *words, const char *word) {
    for (size_t n; *words != '\0'; words += n, words += strspn(words, " ")) {
        n = strcspn(words, " ");
        if (strlen(word) == n && !strncmp(words, word, n)) return true;
    }
    return false;
}

/* Evaluates a test. A run without the field satisfies only tests with !=, since the field is neither below nor above
 * nor equal to any value. */
static bool holds(const test *t, const cli_run_rows *rows, const cli_run_row *r) {
    char buffer[CLI_RUN_FIELD];
    const char *field = cli_run_field(rows, r, t->key, buffer);
    if (!strcmp(t->key, "tags")) return has_word(field, t->value) ? t->equal : t->below && t->above;
    if (*field == '\0' && *t->value != '\0') return t->below && t->above;
    const int order = cli_run_compare(field, t->value);
    return order < 0 ? t->below : order > 0 ? t->above : t->equal;
}

/* Rejects a test of the score if its value is above the range of every listed run's metric, because the value is then
 * probably a percentage. */
static int check_scale(const cli_run_rows *rows, const test *t, const char *text) {
    char *end;
    const double value = strtod(t->value, &end);
    size_t shares = 0;
    if (strcmp(t->key, "score") || end == t->value || *end != '\0') return LG_OK;
    for (size_t i = 0; i < rows->count; i++) {
        const lg_run_summary *s = &rows->row[i].summary;
        if (!s->has_score) continue;
        if (!(value > lg_metric_at(s->score.metric).high)) return LG_OK;
        shares += lg_metric_at(s->score.metric).high == 1;
    }
    if (!shares) return LG_OK;
    return cli_fail(LG_USAGE, "--where %s: scores are fractions, not percentages, as in --train.until (%.*s%g)", text,
                    (int)(t->value - text), text, value / 100);
}

/* Rejects a test for a choice that is neither on the axis nor in any listed run, because it is probably a typo. */
static int check_choice(const cli_run_rows *rows, const test *t, const char *text) {
    const cli_option *o = cli_option_find(t->key, strlen(t->key));
    char field[CLI_RUN_FIELD];
    if (!o || !o->axis || !t->equal || t->below || t->above || has_word(o->names, t->value)) return LG_OK;
    for (size_t i = 0; i < rows->count; i++)
        if (!strcmp(cli_run_field(rows, &rows->row[i], t->key, field), t->value)) return LG_OK;
    cli_nearest near = cli_nearest_to(t->value, strlen(t->value));
    for (size_t i = 0; i < lg_choice_count(); i++)
        if (has_word(o->names, lg_choice_at(i).name)) cli_nearest_try(&near, lg_choice_at(i).name);
    const char *best = cli_nearest_best(&near);
    return cli_fail(LG_USAGE, "--where %s: %s has no choice %s%s%s%s", text, t->key, t->value,
                    best ? "; did you mean " : "; see `lengthen list`", best ? best : "", best ? "?" : "");
}

static int filter(cli_run_rows *rows) {
    size_t at = 0;
    for (const char *text; (text = cli_flag_next(&rows->c->args, "where", &at));) {
        test t = {0};
        if (read_test(text, &t) != LG_OK || check_scale(rows, &t, text) != LG_OK) return LG_USAGE;
        if (check_choice(rows, &t, text) != LG_OK) return LG_USAGE;
        for (size_t i = rows->count; i-- > 0;)
            if (!holds(&t, rows, &rows->row[i])) cli_run_rows_drop(rows, i);
    }
    return LG_OK;
}

/* ---- sorting ---- */

/* Arguments of compare_rows, which qsort cannot pass. */
static const cli_run_rows *sorted;
static const char *sort_key;

static int compare_scores(const cli_run_row *a, const cli_run_row *b) {
    const lg_run_summary *x = &a->summary, *y = &b->summary;
    if (!x->has_score || !y->has_score) return (int)y->has_score - (int)x->has_score;
    if (x->score.metric != y->score.metric) return x->score.metric < y->score.metric ? -1 : 1;
    return lg_metric_better(y->score.metric, y->score.score, x->score.score) -
           lg_metric_better(x->score.metric, x->score.score, y->score.score);
}

/* Ties are sorted by name. */
static int compare_rows(const void *a, const void *b) {
    char first[CLI_RUN_FIELD], second[CLI_RUN_FIELD];
    const cli_run_row *x = a, *y = b;
    const int order = !strcmp(sort_key, "score") ? compare_scores(x, y)
                                                 : cli_run_compare(cli_run_field(sorted, x, sort_key, first),
                                                                   cli_run_field(sorted, y, sort_key, second));
    return order ? order : cli_run_compare(x->dir, y->dir);
}

static void reverse(cli_run_rows *rows) {
    for (size_t i = 0, j = rows->count; i + 1 < j; i++) {
        const cli_run_row kept = rows->row[i];
        rows->row[i] = rows->row[--j];
        rows->row[j] = kept;
    }
}

static int sort(cli_run_rows *rows) {
    const char *name = cli_flag_value(&rows->c->args, "sort");
    sorted = rows;
    if (name && !(sort_key = field_meant("sort", name, strlen(name)))) return LG_USAGE;
    if (name && rows->count > 1) qsort(rows->row, rows->count, sizeof *rows->row, compare_rows);
    if (cli_flag_on(&rows->c->args, "reverse")) reverse(rows);
    return LG_OK;
}

/* ---- columns ---- */

/* Whether an option gets a column: it must differ between runs. `out` and `threads` never get a column. The seed of a
 * single random stream, such as seed.init, gets a column only if its value in some run differs from `seed`. */
static bool is_shown(const cli_run_rows *rows, const char *key) {
    static const char *const never[] = {"out", "threads"};
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        if (!strcmp(key, never[i])) return false;
    if (!cli_run_differs(rows, key)) return false;
    if (strncmp(key, "seed.", 5)) return true;
    char a[CLI_RUN_FIELD], b[CLI_RUN_FIELD];
    for (size_t i = 0; i < rows->count; i++)
        if (strcmp(cli_run_field(rows, &rows->row[i], key, a), cli_run_field(rows, &rows->row[i], "seed", b)))
            return true;
    return false;
}

static bool is_chosen(const columns *x, const char *key) {
    for (size_t i = 0; i < x->count; i++)
        if (!strcmp(x->key[i], key)) return true;
    return false;
}

/* Adds columns for options that differ between runs, up to `most` columns. If `axes`, adds only choices on axes;
 * otherwise adds only the other options. */
static void choose_options(const cli_run_rows *rows, bool axes, size_t most, columns *x) {
    for (size_t k = 0; k < rows->key_count; k++) {
        if (cli_is_axis(rows->keys[k]) != axes || !is_shown(rows, rows->keys[k]) || is_chosen(x, rows->keys[k]))
            continue;
        if (x->count >= most)
            x->left_out++;
        else
            x->key[x->count++] = rows->keys[k];
    }
}

/* Adds the field that a table is sorted by, unless it is among the columns of every list. */
static void choose_sorted(columns *x) {
    static const char *const there[] = {"run", "state", "step", "steps", "score"};
    for (size_t i = 0; i < sizeof there / sizeof *there; i++)
        if (!strcmp(sort_key, there[i])) return;
    x->key[x->count++] = sort_key;
}

static int choose_columns(const cli_run_rows *rows, columns *x) {
    const char *list = cli_flag_value(&rows->c->args, "columns");
    *x = (columns){.count = 0};
    if (cli_is_table() && !list && sort_key) choose_sorted(x);
    for (int axes = 1; axes >= 0 && !list; axes--) choose_options(rows, axes, cli_is_table() ? SHOWN : COLUMNS, x);
    for (size_t n; list && *list != '\0'; list += n, list += *list == ',') {
        n = strcspn(list, ",");
        if (x->count == COLUMNS) return cli_fail(LG_USAGE, "--columns: expected at most %d", COLUMNS);
        const char *key = field_meant("columns", list, n);
        if (!key) return LG_USAGE;
        if (!is_chosen(x, key)) x->key[x->count++] = key;
    }
    return LG_OK;
}

/* ---- output ---- */

typedef struct row {
    const char *run;
    lg_run_summary x;
    cli_metric_row metric;
    const lg_named_text *options;
    size_t option_count;
    lg_named_text option[COLUMNS]; /* storage of `options` */
    /* texts of the fields, for tables */
    char steps[80], score[CLI_METRIC], note[sizeof(lg_run_comment)], shown[COLUMNS][CLI_CUT(VALUE)];
} row;

static const lg_member members[] = {
    LG_MEMBER(row, run, "run", "run directory", .heading = "run"),
    LG_MEMBER(row, x.state, "state",
              "`new`, `running`, `evaluating`, `interrupted`, `preempted`, `paused`, `done`, `diverged`, `damaged` or "
              "`old`",
              .heading = "state"),
    LG_MEMBER(row, x.step, "step", "steps trained so far"),
    LG_MEMBER(row, x.steps, "steps", "steps of the whole training"),
    LG_MEMBER(row, x.ended, "ended",
              "why training ended: `steps`, `until`, `patience` or `time`; absent if training has not ended",
              .optional = true),
    LG_MEMBER(row, steps, NULL, "", .heading = "steps", .right = true),
    LG_MEMBER(row, x.score.score, "score",
              "test score; score, metric, unit and rule are absent if the run is not tested",
              .when = LG_WHEN(row, x.has_score)),
    LG_MEMBER(row, score, NULL, "", .heading = "score", .right = true),
    LG_ROW(row, metric, NULL, "", &cli_schema_metric, .when = LG_WHEN(row, x.has_score)),
    LG_MEMBER(row, x.score.rule, "rule", "which lengths count for the score", .when = LG_WHEN(row, x.has_score)),
    LG_MEMBER(row, x.loss, "loss", "loss of the last training batch; absent if unknown", .optional = true),
    LG_MEMBER(row, x.seconds, "seconds", "seconds of training"),
    LG_MEMBER(row, x.started, "started", "start time in UTC; empty if unknown"),
    LG_MEMBER(row, x.finished, "finished", "end time in UTC; empty if the run has not ended"),
    LG_MEMBER(row, x.error, "error", "why the last process failed; absent if it did not fail", .optional = true),
    LG_MEMBER(row, x.note.text, "note", "text of the note"),
    LG_MEMBER(row, x.note.tags, "tags", "tags of the note, separated by spaces"),
    LG_LIST(row, options, option_count, "options",
            "values of the options that differ between the runs, or of those of `--columns`; empty if the run lacks "
            "the option",
            .heading = ""),
    LG_MEMBER(row, note, NULL, "", .heading = "note", .optional = true),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.run_summary/1",
    .about = "`runs`: one row per run.",
    .members = members,
};

/* Sets the cells of the chosen columns. In data formats, fields such as `state` are already members of the row, so only
 * options are set. */
static void set_options(row *to, const cli_run_rows *rows, const cli_run_row *r, const columns *x) {
    char buffer[CLI_RUN_FIELD];
    for (size_t i = 0; i < x->count; i++) {
        const char *text = (cli_is_table() ? cli_run_name : cli_run_field)(rows, r, x->key[i], buffer);
        if (cli_is_table())
            text = *text ? cli_text_cut(to->shown[i], sizeof to->shown[i], text, VALUE) : "-";
        else if (cli_run_is_field(x->key[i]))
            continue;
        to->option[to->option_count++] = (lg_named_text){x->key[i], text};
    }
    to->options = to->option;
}

static void put_row(cli_rows *to, const cli_run_rows *rows, const cli_run_row *run, const columns *x) {
    const lg_run_summary *s = &run->summary;
    const bool early = s->step < s->steps && *s->ended;
    char cut[CLI_CUT(NOTE)];
    row r = {.run = run->dir, .x = *s, .steps = "-", .score = "-"};
    if (s->steps > 0)
        snprintf(r.steps, sizeof r.steps, "%" PRId64 " of %" PRId64 "%s%s%s", s->step, s->steps, early ? " (" : "",
                 early ? s->ended : "", early ? ")" : "");
    if (s->has_score) {
        r.metric = cli_metric_of(s->score.metric, NULL);
        cli_metric_words(s->score.metric, s->score.score, r.score);
    }
    snprintf(r.note, sizeof r.note, "%s%s%s%s", *s->note.tags ? "[" : "", s->note.tags, *s->note.tags ? "] " : "",
             cli_text_cut(cut, sizeof cut, s->note.text, NOTE));
    set_options(&r, rows, run, x);
    cli_rows_put(to, &r);
}

static int print_rows(const cli_run_rows *rows) {
    columns x;
    if (choose_columns(rows, &x) != LG_OK) return LG_USAGE;
    cli_rows to = cli_rows_begin(&schema);
    for (size_t i = 0; i < rows->count; i++) put_row(&to, rows, &rows->row[i], &x);
    if (rows->count > 0)
        cli_rows_end(&to, LG_OK);
    else if (cli_is_table())
        cli_note(rows->c, "no runs");
    if (x.left_out > 0 && fflush(stdout) == 0) /* so that the note comes after the table if both go to the same file */
        cli_note(rows->c, "%zu more option%s; --columns selects, --format csv and --json print all", x.left_out,
                 x.left_out == 1 ? " differs" : "s differ");
    return LG_OK;
}

static int collect(cli_run_rows *rows) {
    const cli_args *a = &rows->c->args;
    int status = LG_OK;
    cli_progress_begin(&rows->c->progress, !rows->c->quiet, "reading", "runs", 0);
    if (a->positional_count == 0) status = cli_run_rows_add(rows, "runs");
    for (size_t i = 0; i < a->positional_count && status == LG_OK; i++)
        status = cli_run_rows_add(rows, a->positionals[i]);
    cli_progress_end(&rows->c->progress);
    return status;
}

/* Reports the damaged runs in the list. Runs that --where excludes are not reported. */
static int tell_damaged(const cli_run_rows *rows) {
    int status = rows->status;
    for (size_t i = 0; i < rows->count; i++) {
        if (!rows->row[i].problem) continue;
        const bool whole = strstr(rows->row[i].problem, " is damaged"); /* the message already names the damaged file */
        status = cli_fail(LG_SOME_FAILED, "%s%s%s", whole ? "" : rows->row[i].dir,
                          whole ? "" : " is damaged: ", rows->row[i].problem);
    }
    return status;
}

static int run_runs(cli *c) {
    cli_run_rows rows = {.c = c};
    int status = collect(&rows);
    if (status == LG_OK) status = filter(&rows);
    if (status == LG_OK) status = sort(&rows);
    if (status == LG_OK) status = print_rows(&rows);
    if (status == LG_OK) status = tell_damaged(&rows);
    cli_run_rows_free(&rows);
    return status;
}

static const lg_schema *const schemas[] = {&schema, NULL};

const cli_command cli_command_runs = {
    .name = "runs",
    .summary = "list runs with their states, their scores, and the options that differ between them",
    .usage = "lengthen runs [DIR...] [flags]",
    .examples = "lengthen runs\n"
                "lengthen runs --sort score --where state=done\n"
                "lengthen runs runs sweeps/mine --where data=reverse_string --where 'score>0.9'\n"
                "lengthen runs --columns encoding,positions,seed,seconds\n"
                "lengthen runs --format csv > runs.csv\n"
                "lengthen runs --json | jq -r 'select(.score > 0.9) | .run'",
    .text = "Finds every run in DIR and below (default: runs). Fields are run, state, step, steps, ended,\n"
            "seconds, started, finished, loss, metric, score, note, tags, error, and the names of all options\n"
            "(such as encoding, train.lr or lr). `ended` is the reason training stopped: steps, until, patience\n"
            "or time (`lengthen train --help`). Scores are fractions, as in --train.until: 0.9 is 90 %. In\n"
            "--where, a run without the field satisfies neither < nor >.\n\n"
            "States:\n"
            "  new           no training step yet\n"
            "  running       training\n"
            "  evaluating    training is over; the model is being tested\n"
            "  done          tested\n"
            "  preempted     stopped by Ctrl-C or a signal, with a checkpoint\n"
            "  paused        waiting at a rung of successive halving in its sweep\n"
            "  interrupted   killed\n"
            "  diverged      the loss became infinite or NaN\n"
            "  damaged       files cannot be read; the exit status is then 3\n"
            "  old           written by an incompatible earlier version; train it again\n"
            "`lengthen train RUN` resumes preempted, paused and interrupted runs. `lengthen note` writes notes\n"
            "and tags.",
    .positionals = "@folder",
    .flags = flags,
    .others = others,
    .schemas = schemas,
    .tabular = true,
    .run = run_runs,
};
