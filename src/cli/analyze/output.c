/* output.c: functions that the kinds of `lengthen analyze` have in common: they parse flags, show progress, and write
 * rows and arrays. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analyze/analyze.h"
#include "cli/ui/array.h"
#include "cli/ui/out.h"
#include "cli/ui/text.h"

int cli_analysis_lengths(const cli_analysis *a, const char *flag, size_t capacity, int *lengths, size_t *count) {
    const char *given = cli_flag_value(&a->c->args, flag), *text = given;
    cli_range r;
    bool good = true;
    *count = 0;
    if (!given) return LG_OK;
    while (good && (good = cli_range_next(&text, &r) && r.first >= 1 && r.last <= LG_LENGTH_MAX)) {
        for (long n = r.first; n <= r.last; n += r.step) {
            if (*count == capacity) return cli_fail(LG_USAGE, "--%s %s: more than %zu lengths", flag, given, capacity);
            lengths[(*count)++] = (int)n;
        }
        if (!*text) return LG_OK;
    }
    return cli_fail(LG_USAGE, "--%s %s: expected lengths of 1..%d, like 40,150", flag, given, LG_LENGTH_MAX);
}

const cli_other_name cli_other_lengths[] = {
    {" length ", "; here it is --lengths 1..500"},
    {0},
};

const cli_other_name cli_other_contexts[] = {
    {" length ", "; here it is --contexts 64,128"},
    {0},
};

static int compare_ints(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

size_t cli_analysis_ascend(int *lengths, size_t count) {
    size_t kept = 0;
    qsort(lengths, count, sizeof *lengths, compare_ints);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || lengths[i] != lengths[i - 1]) lengths[kept++] = lengths[i];
    return kept;
}

int cli_analysis_choice(const cli_analysis *a, const char *flag, const char *const *names, int first, int *out) {
    char all[128] = "";
    const char *given = cli_flag_value(&a->c->args, flag);
    *out = first;
    for (int i = 0; given && names[i]; i++) {
        if (!strcmp(given, names[i])) return *out = i, LG_OK;
        strcat(strcat(all, i == 0 ? "" : names[i + 1] ? ", " : " or "), names[i]);
    }
    return given ? cli_fail(LG_USAGE, "--%s %s: expected %s", flag, given, all) : LG_OK;
}

const char *const cli_region_names[] = {"all", "source", "target", "scratchpad", "answer", NULL};

int cli_analysis_fail(const cli_analysis *a, size_t run, lg_status status) {
    const char *text = lg_error_text(a->c->context), *dir = a->curves[run].run;
    const size_t n = strlen(dir);
    const bool named = !strncmp(text, dir, n) && text[n] == ':';
    if (a->count == 1 || !*text || named) return cli_fail_library(a->c, status);
    cli_progress_clear(&a->c->progress);
    return cli_fail(status, "%s: %s", dir, text);
}

int cli_analysis_each(cli_analysis *a, const char *what, const char *unit, lg_status (*analyse)(void *user, lg_run *r),
                      void *user) {
    cli *c = a->c;
    int status = LG_OK;
    cli_progress_begin(&c->progress, !c->json && !c->quiet, what, unit, 0);
    for (a->run = 0; a->run < a->count && status == LG_OK; a->run++) {
        cli_analysis_progress(a, 0, 1, 0);
        const lg_status analysed = analyse(user, a->runs[a->run]);
        if (analysed != LG_OK) status = cli_analysis_fail(a, a->run, analysed);
    }
    cli_progress_end(&c->progress);
    return status;
}

void cli_analysis_progress(const cli_analysis *a, int64_t done, int64_t all, double fraction) {
    const int64_t runs = (int64_t)a->count;
    cli_progress_weigh(&a->c->progress, ((double)a->run + fraction) / (double)runs);
    cli_progress_show(&a->c->progress, (int64_t)a->run * all + done, runs * all, "");
}

static const lg_member token_members[] = {
    LG_MEMBER(lg_predicted_tokens, first, "first", "index of the first token in the test split, from 0"),
    LG_MEMBER(lg_predicted_tokens, last, "last", "index of the last token in the test split"),
    LG_MEMBER(lg_predicted_tokens, count, "count", "number of tokens"),
    LG_MEMBER(lg_predicted_tokens, digest, "digest", "128-bit XXH3 digest of the tokens"),
    {0},
};
const lg_schema cli_schema_tokens = {.members = token_members};

static const lg_member loss_members[] = {
    LG_MEMBER(lg_token_loss, perplexity, "perplexity", "exp(nll)", .heading = "perplexity", .format = "%#.4g"),
    LG_MEMBER(lg_token_loss, bits, "bits_per_token", "nll / log 2", .heading = "bits/token", .digits = 4),
    LG_MEMBER(lg_token_loss, nll, "nll", "mean cross-entropy", .unit = "nats per token", .heading = "nats/token",
              .digits = 4),
    LG_MEMBER(lg_token_loss, error, "error",
              "standard error of the mean cross-entropy over windows; absent if there is one window",
              .unit = "nats per token", .heading = "error", .digits = 4, .optional = true),
    {0},
};
const lg_schema cli_schema_loss = {.members = loss_members};

const char *cli_analysis_token_words(const lg_predicted_tokens *x, char out[CLI_TOKEN_WORDS]) {
    snprintf(out, CLI_TOKEN_WORDS, "tokens %lld to %lld of the test split, digest %.8s", (long long)x->first,
             (long long)x->last, x->digest);
    return out;
}

double cli_analysis_interval(const lg_token_loss *x) {
    return isfinite(x->error) ? 1.96 * x->error : 0; /* 0.975 quantile of the normal distribution */
}

static const char *last_part(const char *path, int *length) {
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/') n--;
    size_t from = n;
    while (from > 0 && path[from - 1] != '/') from--;
    *length = (int)(n - from);
    return path + from;
}

static bool same_part(const char *a, const char *b) {
    int n, m;
    const char *x = last_part(a, &n), *y = last_part(b, &m);
    return n == m && !strncmp(x, y, (size_t)n);
}

/* The last part of the run's directory, with the run's number if another run has the same name. */
static void name_run(const cli_analysis *a, size_t run, char *to, size_t capacity) {
    int length;
    const char *name = last_part(a->curves[run].run, &length);
    bool duplicate = false;
    for (size_t i = 0; i < a->count; i++) duplicate |= i != run && same_part(a->curves[i].run, a->curves[run].run);
    snprintf(to, capacity, "%.*s", length, name);
    if (duplicate) snprintf(to, capacity, "%.*s-%zu", length, name, run + 1);
}

int cli_analysis_array(const cli_analysis *a, size_t run, const char *kind, int length, const size_t *shape, int rank,
                       const double *data) {
    char name[300], path[1024];
    const char *folder = cli_flag_value(&a->c->args, "npy");
    if (!folder) return LG_OK;
    name_run(a, run, name, sizeof name);
    snprintf(path, sizeof path, "%s/%s-%s-n%d.npy", folder, name, kind, length);
    int status = cli_array_write(a->c, path, shape, rank, data);
    if (status == LG_OK) cli_file_put(path);
    if (status == LG_OK) cli_note(a->c, "wrote %s", path);
    return status;
}
