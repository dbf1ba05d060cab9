/* pass.c: one forward pass over the sequence as it stands; targets that are part of it are the true ones. */
#include "evaluate/protocols.h"

const lg_protocol lg_protocol_pass = {
    .name = "pass",
    .summary = "teacher forcing: one forward pass, in which the model reads the true target tokens",
    .formula = "token j is the argmax of the logits, given the source and, if the model reads targets,\n"
               "the true targets before j",
    .source = "Williams & Zipser 1989 (teacher forcing)",
    .run = lg_pass_forward,
};
