/* variants.h: evaluates trained models with other options: --variant 'NAME: OPTION: VALUE, OPTION: VALUE'. */
#ifndef CLI_UI_VARIANTS_H
#define CLI_UI_VARIANTS_H

#include "cli/cli.h"

typedef struct cli_variant {
    char name[40];
    const char *options; /* "mask: window, mask.width: 16" */
} cli_variant;

#define CLI_VARIANT_FLAG                                                                                               \
    {                                                                                                                  \
        "variant", 0, "'NAME: OPTION: VALUE, ...'",                                                                    \
            "also evaluate each model with these options, as a row NAME; repeatable", true                             \
    }

/* Reads the variants of the command line, in order; the caller frees *out. Returns LG_OK, or LG_USAGE after printing a
 * message. */
int cli_variants_read(const cli_args *args, cli_variant **out, size_t *count);
/* Sets a variant's options in the config of a run, and checks it. Returns LG_OK, or an error status after printing a
 * message. */
int cli_variant_set(cli *c, const cli_variant *v, lg_config *f);
/* Like cli_fail_library, but the message names the variant, unless v is NULL or the status is LG_FAILED. */
int cli_variant_fail(cli *c, const cli_variant *v, lg_status status);

#endif
