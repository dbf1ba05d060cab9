/* k8s.c: a Kubernetes Job with an index for each array task. A pod that was stopped in good order, or whose node went
 * away, is replaced without being counted as a failure; what crashes is tried again a few times, index by index. */
#include <inttypes.h>

#include "base/text.h"
#include "config/values.h"
#include "sweep/export/export.h"

static const lg_option options[] = {
    LG_EXPORT_OPTIONS("lengthen"),
    {"image", LG_TEXT, "lengthen", 0, 0, NULL, "container image with the program"},
    {"claim", LG_TEXT, "lengthen", 0, 0, NULL, "persistent volume claim that holds the sweep directory"},
    {"folder", LG_TEXT, "", 0, 0, NULL, "of the sweep directory in the volume; empty: its own name"},
    {"memory", LG_TEXT, "1Gi", 0, 0, NULL, "memory of a pod"},
    {0},
};

static const char *last_part(const char *path) {
    const char *part = path;
    for (const char *c = path; *c; c++)
        if (*c == '/' && c[1]) part = c + 1;
    return part;
}

/* A sweep directory is named in the volume as here, unless another folder is given. */
static bool check_name(const char *dir, const lg_values *v, lg_error *err) {
    const char *c = *lg_text(v, "folder") ? "" : last_part(dir);
    while (*c && lg_text_character(c) > 0) c += lg_text_character(c);
    return !*c || lg_fail(err, LG_USAGE,
                          "Kubernetes cannot name a directory that is not UTF-8: give --folder, where "
                          "in the volume it is");
}

/* A character of several bytes as YAML has it in ASCII, since some are not allowed as they are. */
static void write_escape(FILE *to, const char *c, size_t bytes) {
    static const unsigned char first[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t code = (unsigned char)*c & first[bytes];
    for (size_t i = 1; i < bytes; i++) code = code << 6 | ((unsigned char)c[i] & 0x3f);
    fprintf(to, "\\U%08" PRIX32, code);
}

/* As a string of YAML: double-quoted, with its escapes. */
static void write_string(FILE *to, const char *text) {
    fputc('"', to);
    for (const char *c = text; *c; c += lg_text_character(c)) {
        if (lg_text_character(c) > 1) {
            write_escape(to, c, lg_text_character(c));
            continue;
        }
        if (*c == '"' || *c == '\\') fputc('\\', to);
        fputc(*c, to);
    }
    fputc('"', to);
}

static void write_help(FILE *to, const lg_array_tasks *p, const char *name) {
    fputs("# ", to), lg_export_comment(to, p);
    fprintf(to,
            ", on Kubernetes (1.29 or later).\n#\n"
            "#   kubectl apply -f k8s.yaml                            begins\n"
            "#   kubectl get job %s -o jsonpath='{.status}'  shows which tasks are done, and which failed\n"
            "#\n"
            "# Put the sweep directory into the volume first. Each pod trains the shard of its index and writes to\n"
            "# shards/. At the end, where the volume is mounted: lengthen sweep merge DIR. To train what is missing, "
            "delete\n"
            "# the job and apply this again: finished runs are skipped, others resume from their checkpoints.\n",
            name);
}

static void write_job(FILE *to, const lg_array_tasks *p, const lg_values *v, const char *name) {
    const size_t most = (size_t)lg_int(v, "at-once");
    fprintf(to, "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: %s\nspec:\n  completionMode: Indexed\n", name);
    fprintf(to, "  completions: %zu # tasks\n", p->count);
    fprintf(to, "  parallelism: %zu # pods at a time\n", most > 0 && most < p->count ? most : p->count);
    fputs("  backoffLimitPerIndex: 3 # a task may crash so often; the others go on\n"
          "  podFailurePolicy:\n"
          "    rules:\n"
          "      - action: Ignore # stopped in good order: a new pod resumes, and no failure is counted\n"
          "        onExitCodes: {containerName: worker, operator: In, values: [75]}\n"
          "      - action: Ignore # the node was drained or lost\n"
          "        onPodConditions: [{type: DisruptionTarget}]\n"
          "      - action: FailIndex # 2: wrong usage; 3: runs of the task failed, with their reasons recorded; not "
          "again\n"
          "        onExitCodes: {containerName: worker, operator: In, values: [2, 3]}\n",
          to);
}

static void write_command(FILE *to, const lg_array_tasks *p, const lg_values *v) {
    fputs("          command: [", to), write_string(to, lg_text(v, "program"));
    fprintf(to, ", sweep, worker, /sweep, --shard, \"$(JOB_COMPLETION_INDEX)/%zu\", --threads, \"%d\"]\n", p->count,
            (int)lg_int(v, "cpus"));
}

static void write_pod(FILE *to, const lg_array_tasks *p, const lg_values *v) {
    const char *folder = lg_text(v, "folder");
    fputs("  template:\n    spec:\n"
          "      restartPolicy: Never # a new pod each time, so that the rules above apply to the exit status of the "
          "last one\n"
          "      terminationGracePeriodSeconds: 120 # from SIGTERM until the checkpoints are written\n"
          "      containers:\n        - name: worker\n          image: ",
          to);
    write_string(to, lg_text(v, "image"));
    fputs("\n", to), write_command(to, p, v);
    fprintf(to, "          resources:\n            requests: {cpu: \"%d\", memory: ", (int)lg_int(v, "cpus"));
    write_string(to, lg_text(v, "memory"));
    fputs("}\n            limits: {memory: ", to), write_string(to, lg_text(v, "memory"));
    fputs("}\n          volumeMounts:\n            - name: sweeps\n              mountPath: /sweep\n              "
          "subPath: ",
          to);
    write_string(to, *folder ? folder : last_part(p->dir));
    fputs("\n      volumes:\n        - name: sweeps\n          persistentVolumeClaim: {claimName: ", to);
    write_string(to, lg_text(v, "claim"));
    fputs("}\n", to);
}

static void write_manifest(FILE *to, const lg_array_tasks *p, const lg_values *v) {
    char name[LG_EXPORT_NAME];
    lg_export_name(p->manifest->name, name);
    write_help(to, p, name);
    write_job(to, p, v, name);
    write_pod(to, p, v);
}

const lg_export lg_export_k8s = {
    .name = "k8s",
    .summary = "an indexed Job of Kubernetes, with a pod for each array task",
    .formula = "pod of index i: sweep worker DIR --shard i/tasks",
    .source = "Kubernetes 1.29, Jobs: indexed completion, backoff limit per index, pod failure policy",
    .options = options,
    .file = "k8s.yaml",
    .check = check_name,
    .write = write_manifest,
};
