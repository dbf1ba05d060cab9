/* encoder.c: one stack of blocks over the source, computation tokens, and one empty token per target token (or, in the
 * autoregressive variant, one empty token and then the targets themselves). */
#include "nn/model.h"
#include "nn/tape.h"

static const lg_option options[] = {LG_OPTIONS_TAPE, {0}};

static bool suits(const lg_model *m, lg_error *err) {
    return m->mask->causal || !lg_tape_autoregressive(m->values) ||
           lg_fail_keys(err, "model.decode mask",
                        "model.decode: autoregressive has the outputs in the sequence and needs --mask causal, not %s",
                        m->mask->name);
}

const lg_architecture lg_architecture_encoder = {
    .name = "encoder",
    .summary = "one stack over source and empty tokens, which become the targets",
    .formula = "sequence: source (n), computation tokens, one empty token for each of m target tokens;\n"
               "all targets at once\n"
               "model.decode: autoregressive: one empty token, then the targets, each predicted from those before",
    .source = "Delétang et al. 2023, section 4; Ruoss et al. 2023",
    .options = options,
    .autoregressive = lg_tape_autoregressive,
    .suits = suits,
    .format = lg_tape_format,
    .layout = lg_tape_layout,
    .lay_out = lg_tape_lay_out,
    .first_row = lg_tape_first_row,
    .target_token = lg_tape_target_token,
    .record = lg_build_stack,
};
