/* export.c: `lengthen sweep export`: writes a script that trains a sweep on a cluster. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/ui/print.h"

static const cli_flag flags[] = {
    {"slurm", 0, NULL, "a Slurm script that submits task arrays and a final merge job"},
    {"parallel", 0, NULL, "a script for GNU parallel, on this machine or on several over ssh"},
    {"k8s", 0, NULL, "an indexed Job of Kubernetes"},
    {"out", 'o', "FILE", "output file, - for stdout (default SWEEP/slurm.sh, parallel.sh or k8s.yaml)"},
    {"dry-run", 'n', NULL, "print the script and write nothing, like -o -"},
    {"minutes", 0, "M", "estimated minutes per array task, 10 to 60 (default 30)"},
    {"tasks", 0, "N", "number of array tasks, whatever time they take"},
    {"cpus", 0, "N", "processors per array task, which trains as many runs at a time (default 1)"},
    {"at-once", 0, "N", "tasks at a time per array or machine (default: as many as fit)"},
    {"program", 0, "NAME", "path of the program on the workers (default lengthen)"},
    {"memory", 0, "SIZE", "memory per task: 4G for Slurm, 4Gi for Kubernetes (default 1Gi)"},
    {"partition", 0, "NAME", "Slurm partition"},
    {"account", 0, "NAME", "Slurm account"},
    {"time", 0, "LIMIT", "Slurm time limit per task (default: twice its estimate)"},
    {"image", 0, "NAME", "Kubernetes container image (default lengthen)"},
    {"claim", 0, "NAME", "Kubernetes persistent volume claim that holds the sweep directory (default lengthen)"},
    {"folder", 0, "PATH", "Kubernetes: path of the sweep directory in the volume (default: name of this directory)"},
    {0},
};
/* The flags from index FIRST_OPTION on are options of the library's exporter, which checks their values. */
enum { FIRST_OPTION = 5, OPTIONS = sizeof flags / sizeof *flags - 1 - FIRST_OPTION };

/* Sets *kind to the index of the cluster kind in the library's list. */
static int read_kind(const cli *c, size_t *kind) {
    int count = 0;
    for (size_t i = 0; i < lg_export_count(); i++) {
        if (!cli_flag_on(&c->args, lg_export_at(i).name)) continue;
        *kind = i;
        count++;
    }
    if (count == 1) return LG_OK;
    return cli_fail(LG_USAGE, "sweep export needs %s of --slurm, --parallel and --k8s", count ? "only one" : "one");
}

static size_t read_options(const cli *c, lg_export_option settings[OPTIONS]) {
    size_t count = 0;
    for (const cli_flag *f = flags + FIRST_OPTION; f->name; f++) {
        const char *value = cli_flag_value(&c->args, f->name);
        if (value) settings[count++] = (lg_export_option){f->name, value};
    }
    return count;
}

/* ---- output ---- */

typedef struct target {
    cli *c;
    char path[4096]; /* "-": stdout */
} target;

typedef struct row {
    const char *text;
} row;
static const lg_member members[] = {
    LG_MEMBER(row, text, "text", "text of the script"),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.export/1",
    .about = "`sweep export --dry-run`: the script.",
    .members = members,
};

/* Writes a file. Its errors need no check here, because the library remembers an error of lg_write_file and returns it
 * from lg_sweep_export. */
static void write_file(const cli *c, const char *path, const char *text) {
    const size_t length = strlen(path);
    const bool script = length > 3 && !strcmp(path + length - 3, ".sh");
    lg_write_file(c->context, path, &(lg_bytes){text, strlen(text)}, 1, script);
}

static void on_script(void *user, const char *text) {
    const target *t = user;
    if (strcmp(t->path, "-"))
        write_file(t->c, t->path, text);
    else if (t->c->json)
        cli_row_put(&schema, &(row){text});
    else
        fputs(text, stdout);
}

static int name_target(target *t, const char *dir, const char *file) {
    const char *out = cli_flag_value(&t->c->args, "out");
    const bool dry = cli_flag_on(&t->c->args, "dry-run");
    if (out && dry) return cli_fail(LG_USAGE, "--dry-run writes nothing; omit --out %s", out);
    const int length = dry   ? snprintf(t->path, sizeof t->path, "-")
                       : out ? snprintf(t->path, sizeof t->path, "%s", out)
                             : snprintf(t->path, sizeof t->path, "%s/%s", dir, file);
    return length < (int)sizeof t->path ? LG_OK : cli_fail(LG_USAGE, "--out: the path is too long");
}

/* ---- the command ---- */

static int export_sweep(cli *c, lg_sweep *s, size_t kind) {
    target t = {.c = c};
    lg_export_option settings[OPTIONS];
    const lg_export_info about = lg_export_at(kind);
    const size_t count = read_options(c, settings);
    int status = name_target(&t, lg_sweep_about(s).dir, about.file);
    if (status != LG_OK) return status;
    status = lg_sweep_export(s, about.name, settings, count, on_script, &t);
    if (status != LG_OK) return cli_fail_library(c, status);
    if (!strcmp(t.path, "-")) return LG_OK;
    cli_file_put(t.path);
    cli_note(c, "wrote %s; its first lines show how to start it", t.path);
    return LG_OK;
}

static int run_sweep_export(cli *c) {
    lg_sweep *s;
    size_t kind = 0;
    if (c->args.positional_count != 1)
        return cli_fail(LG_USAGE, "sweep export takes one sweep directory: lengthen sweep export sweeps/NAME --slurm");
    int status = read_kind(c, &kind);
    if (status != LG_OK) return status;
    status = lg_sweep_open(c->context, c->args.positionals[0], &s);
    if (status != LG_OK) return cli_fail_library(c, status);
    status = export_sweep(c, s, kind);
    lg_sweep_free(s);
    return status;
}

static const lg_schema *const schemas[] = {&schema, &cli_schema_file, NULL};

const cli_command cli_sweep_export = {
    .name = "sweep export",
    .summary = "write a script that trains a sweep on a cluster",
    .usage = "lengthen sweep export SWEEP --slurm | --parallel | --k8s [--out FILE] [flags]",
    .examples = "lengthen sweep export sweeps/small --slurm --cpus 4 --partition long && bash sweeps/small/slurm.sh\n"
                "lengthen sweep export sweeps/small --parallel && bash sweeps/small/parallel.sh --eta\n"
                "lengthen sweep export sweeps/small --k8s --image registry/lengthen:0.1 --out - | kubectl apply -f -\n"
                "lengthen sweep export sweeps/small --slurm --minutes 60 --dry-run",
    .text = "Splits the runs into array tasks of about --minutes each, by the estimates of the plan. Each task\n"
            "of an array, each job and each pod runs `lengthen sweep worker SWEEP --shard I/N`. The machines\n"
            "need to share only the sweep directory: each worker writes its own file in shards/, and `lengthen\n"
            "sweep merge` builds the registry at the end. Interrupted runs resume from their checkpoints and\n"
            "finished runs are skipped, so the scripts can be started again at any time.\n\n"
            "On one machine, use `lengthen sweep run` instead.",
    .positionals = "@folder",
    .flags = flags,
    .schemas = schemas,
    .run = run_sweep_export,
};
