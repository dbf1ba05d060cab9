/* config.h: fills a config from files, variables and the command line, and prints it (--print-config). */
#ifndef CLI_CONFIG_H
#define CLI_CONFIG_H

#include "cli/cli.h"
#include "output/schema.h"

/* Returns LG_OK, or an exit status after a message. */
typedef int (*cli_config_fn)(cli *c, lg_config *f, void *user);
/* For commands with a new config: fills it from presets, files, the environment and flags; calls `prepare`, or checks
 * it where that is NULL; prints it when --print-config is on, else calls `work`; frees it. */
int cli_config_run(cli *c, cli_config_fn prepare, cli_config_fn work, void *user);
/* Fills a config from presets and files, then `file` if it is not NULL, the environment and flags; checks nothing. */
int cli_config_fill(cli *c, lg_config *f, const char *file);
/* Sets LENGTHEN_EVAL_..., LENGTHEN_METRIC and LENGTHEN_THREADS and the settings given as flags into the config of a
 * run; checks it. */
int cli_config_override(cli *c, lg_config *f);
/* Gives a run the metric of the first of several, so that one table can hold them. LG_OK, or a status after a message.
 */
int cli_config_share_metric(cli *c, lg_config *first, lg_config *f);
/* --print-config: every value with its origin, as YAML or JSON, if the config is right. */
int cli_config_print(cli *c, lg_config *f);
/* The same of several new runs, which are checked: YAML documents, or objects that name their run. */
int cli_config_print_all(cli *c, lg_config *const *configs, size_t count);
extern const lg_schema cli_schema_setting;
bool cli_is_preset(const cli *c, const char *name);
bool cli_is_sweep_file(const cli *c, const char *name); /* one that comes with the program */
/* The value of an option of f as a whole number; `otherwise` when the config does not have it. */
long cli_config_int(lg_config *f, const char *key, long otherwise);

#endif
