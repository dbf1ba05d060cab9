/* variants.c: reads --variant, and sets the options of a variant in the config of a run. */
#include "cli/ui/variants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

static int fail_form(const char *text) {
    return cli_fail(LG_USAGE,
                    "--variant '%s': expected 'NAME: OPTION: VALUE, OPTION: VALUE', as 'near: mask: window, "
                    "mask.width: 16'",
                    text);
}

/* Does the list start with "OPTION: VALUE"? */
static bool begins_with_option(const char *list) {
    const size_t option = strcspn(list, ":,");
    return list[option] == ':' && strspn(list, " ") < option;
}

static int read_variant(const char *text, cli_variant *v) {
    const size_t blanks = strspn(text, " "), end = strcspn(text, ":");
    if (text[end] != ':' || blanks == end || !begins_with_option(text + end + 1)) return fail_form(text);
    if (end - blanks >= sizeof v->name)
        return cli_fail(LG_USAGE, "--variant '%s': the name has %zu bytes; expected %zu or fewer", text, end - blanks,
                        sizeof v->name - 1);
    snprintf(v->name, sizeof v->name, "%.*s", (int)(end - blanks), text + blanks);
    v->options = text + end + 1;
    return LG_OK;
}

/* Fails if a previous variant has the same name. others [count]: the previous variants. */
static int check_name(const cli_variant *v, const cli_variant *others, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!strcmp(others[i].name, v->name))
            return cli_fail(LG_USAGE, "--variant: two variants have the name %s; rename one, for example %s-2",
                            v->name, v->name);
    return LG_OK;
}

int cli_variants_read(const cli_args *args, cli_variant **out, size_t *count) {
    const char *text;
    int status = LG_OK;
    *count = 0;
    *out = calloc(args->flag_count + 1, sizeof **out);
    if (!*out) return cli_fail(LG_FAILED, "out of memory: variants");
    for (size_t at = 0; status == LG_OK && (text = cli_flag_next(args, "variant", &at)); ++*count) {
        cli_variant *v = &(*out)[*count];
        status = read_variant(text, v);
        if (status == LG_OK) status = check_name(v, *out, *count);
    }
    return status;
}

/* ---- a run ---- */

int cli_variant_fail(cli *c, const cli_variant *v, lg_status status) {
    const char *words = lg_error_text(c->context);
    if (!v || status == LG_FAILED || !strncmp(words, "--variant", strlen("--variant")))
        return cli_fail_library(c, status);
    return cli_fail((int)status, "--variant %s: %s", v->name, words);
}

int cli_variant_set(cli *c, const cli_variant *v, lg_config *f) {
    char where[64], metric[64];
    snprintf(where, sizeof where, "--variant %s", v->name);
    snprintf(metric, sizeof metric, "%s", lg_config_get(f, "metric"));
    lg_status status = lg_config_set_list(f, v->options, LG_FLAG, where);
    if (status == LG_OK) status = lg_config_check(f);
    if (status != LG_OK) return cli_variant_fail(c, v, status);
    if (!strcmp(lg_config_get(f, "metric"), metric)) return LG_OK;
    return cli_fail(LG_USAGE, "%s: all variants have one metric; use --metric %s instead", where,
                    lg_config_get(f, "metric"));
}
