/* targets.c: describes which tokens of a text were scored, and how. */
#include "cli/ui/targets.h"

#include <stdio.h>
#include <string.h>

#include "cli/ui/print.h"

static const lg_member members[] = {
    LG_MEMBER(lg_target_report, first, "first", "index of the first token in the test split, from 0"),
    LG_MEMBER(lg_target_report, last, "last", "index of the last token in the test split"),
    LG_MEMBER(lg_target_report, count, "count", "number of tokens"),
    LG_MEMBER(lg_target_report, digest, "digest", "128-bit XXH3 digest of the tokens"),
    {0},
};
const lg_schema cli_schema_targets = {.members = members};

/* Is the stride equal to the length at every length, so that windows do not overlap? */
static bool are_apart(const cli_curve *c) {
    for (size_t i = 0; i < c->count; i++)
        if (c->points[i].targets.stride != c->points[i].length) return false;
    return true;
}

static void describe_reading(const cli_curve *c, char out[CLI_TARGETS]) {
    const lg_length_report *first = &c->points[0], *last = &c->points[c->count - 1];
    if (first->memory >= 0 && first->memory != last->memory)
        snprintf(out, CLI_TARGETS, "segments, memory %d..%d", last->memory, first->memory);
    else if (first->memory >= 0)
        snprintf(out, CLI_TARGETS, "segments, memory %d", first->memory);
    else if (are_apart(c))
        snprintf(out, CLI_TARGETS, "windows without overlap");
    else
        snprintf(out, CLI_TARGETS, "windows, stride %d%s", last->targets.stride,
                 first->targets.stride < last->targets.stride ? " (shorter windows: stride = length)" : "");
}

void cli_targets_name(const cli_curve *c, char out[CLI_TARGETS]) {
    char reading[CLI_TARGETS];
    *out = '\0';
    if (c->count == 0 || c->points[0].targets.count == 0) return;
    describe_reading(c, reading);
    snprintf(out, CLI_TARGETS, "%.300s, %lld targets", reading, (long long)c->points[0].targets.count);
}

bool cli_targets_agree(const cli_curve *curves, size_t count) {
    char first[CLI_TARGETS], other[CLI_TARGETS];
    cli_targets_words(&curves[0], first);
    for (size_t i = 1; i < count; i++) {
        cli_targets_words(&curves[i], other);
        if (strcmp(first, other)) return false;
    }
    return true;
}

void cli_targets_words(const cli_curve *c, char out[CLI_TARGETS]) {
    char name[CLI_TARGETS], lacking[80] = "";
    cli_targets_name(c, out);
    if (*out == '\0') return;
    const lg_target_report *x = &c->points[0].targets;
    if (x->count < x->wanted) snprintf(lacking, sizeof lacking, "; %lld were requested", (long long)x->wanted);
    snprintf(name, sizeof name, "%.200s", out);
    snprintf(out, CLI_TARGETS,
             "%.200s, the same at every length: tokens %lld to %lld of the test split, digest %.8s%.70s", name,
             (long long)x->first, (long long)x->last, x->digest, lacking);
}

void cli_targets_print(const cli_curve *curves, size_t count) {
    char words[CLI_TARGETS], title[CLI_CURVE_TITLE], line[CLI_TARGETS + CLI_CURVE_TITLE + 4];
    const bool alike = cli_targets_agree(curves, count);
    for (size_t i = 0; i < (alike ? 1 : count); i++) {
        cli_targets_words(&curves[i], words);
        if (*words == '\0') continue;
        snprintf(line, sizeof line, "%s%s%s", alike ? "" : cli_curve_title(&curves[i], title), alike ? "" : ": ",
                 words);
        cli_legend(line);
    }
    if (!alike) cli_legend("These values cannot be compared: runs score different targets, or in different ways.");
}
