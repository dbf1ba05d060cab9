/* pass.c: protocol that makes one forward pass with the true targets as inputs (teacher forcing). */
#include "evaluate/protocols.h"

const lg_protocol lg_protocol_pass = {
    .name = "pass",
    .summary = "one forward pass; target tokens that the model reads are the true ones",
    .formula = "token j is the one with the highest logit, given the source and, where the model\n"
               "reads them, the true targets before j",
    .source = "Williams & Zipser 1989 (teacher forcing)",
    .run = lg_pass_forward,
};
