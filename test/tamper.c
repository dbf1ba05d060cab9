/* tamper.c: changes the state of a run but keeps its checksum valid. It changes a moment of the optimizer or a memory
 * by 0.1 %, or adds one to the step. A run that resumes from such a state must not end with the bytes of an
 * uninterrupted run. tools/survive.sh uses this to show that its comparison can fail.
 *
 *     tamper moment|step|memory RUN */
#include <stdio.h>
#include <string.h>

#include "run/checkpoint.h"
#include "run/run_dir.h"
#include "run/session.h"

static void spoil(lg_trainer *t, const char *what) {
    const lg_named_array first = strcmp(what, "memory") ? lg_trainer_moment(t, 0) : lg_trainer_state(t, 0);
    if (!strcmp(what, "step"))
        lg_trainer_resume(t, lg_trainer_steps(t) + 1);
    else
        for (size_t i = 0; i < first.count; i++) first.value[i] *= (real)1.001;
}

static bool tamper(const lg_run_dir *run, const char *what, lg_error *err) {
    lg_context context = {.threads = 1};
    lg_assignments settings = {0};
    lg_session hands = {0};
    lg_resolved_config *config =
        lg_assignments_load(&settings, run->config, LG_FILE, err) ? lg_assignments_resolve(&settings, err) : NULL;
    bool good = config && lg_session_new(&hands, &context, config->values, err) &&
                lg_checkpoint_read(LG_STATE_FILE, run->state, hands.trainer, config, err);
    if (good) spoil(hands.trainer, what);
    good = good && lg_checkpoint_write(LG_STATE_FILE, run->state, hands.trainer, config, NULL, err);
    lg_session_free(&hands);
    lg_resolved_config_free(config);
    lg_assignments_clear(&settings);
    return good;
}

int main(int count, char **words) {
    if (count != 3 || (strcmp(words[1], "moment") && strcmp(words[1], "step") && strcmp(words[1], "memory"))) {
        fprintf(stderr, "usage: tamper moment|step|memory RUN\n");
        return LG_USAGE;
    }
    lg_error err = {0};
    lg_run_dir run;
    if (lg_run_dir_open(&run, words[2], &err)) tamper(&run, words[1], &err);
    lg_run_dir_close(&run);
    if (err.code != LG_OK) fprintf(stderr, "tamper: %s\n", err.text);
    return err.code;
}
