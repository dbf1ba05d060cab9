/* config.h: fills a config from files, environment variables and the command line, and prints it (--print-config). */
#ifndef CLI_CONFIG_H
#define CLI_CONFIG_H

#include "cli/cli.h"
#include "output/schema.h"

/* Returns LG_OK, or an exit status after a message. */
typedef int (*cli_config_fn)(cli *c, lg_config *f, void *user);
/* For commands that make a config. Fills the config from presets, files, the environment and flags. Calls `prepare` or,
 * if `prepare` is NULL, checks the config. With --print-config prints it, otherwise calls `work`. Finally frees it. */
int cli_config_run(cli *c, cli_config_fn prepare, cli_config_fn work, void *user);
/* Fills a config from presets and files, then `file` if it is not NULL, the environment, and flags. Does not check
 * it. */
int cli_config_fill(cli *c, lg_config *f, const char *file);
/* For commands that use a run's config. Overrides the config with LENGTHEN_EVAL_..., LENGTHEN_METRIC, LENGTHEN_THREADS
 * and the options given as flags, then checks it. */
int cli_config_override(cli *c, lg_config *f);
/* Sets the metric of a run's config to that of the first run, so that one table can show both runs. Returns LG_OK, or a
 * status after a message. */
int cli_config_share_metric(cli *c, lg_config *first, lg_config *f);
/* --print-config: checks the config and prints every value with its origin, as YAML or JSON. */
int cli_config_print(cli *c, lg_config *f);
/* --print-config for several new runs: one YAML document per run, or JSON objects that contain the run's name. */
int cli_config_print_all(cli *c, lg_config *const *configs, size_t count);
extern const lg_schema cli_schema_setting;
bool cli_is_preset(const cli *c, const char *name);
bool cli_is_sweep_file(const cli *c, const char *name); /* does a sweep file of this name come with the program? */
/* The value of an option as a whole number; `otherwise` if the config does not have the option. */
long cli_config_int(lg_config *f, const char *key, long otherwise);

#endif
