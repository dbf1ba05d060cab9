/* api_split.c: the names of splits. */
#include "data/data.h"

const char *lg_split_name(lg_split s) {
    static const char *const names[] = {
        [LG_SPLIT_TRAIN] = "train", [LG_SPLIT_TEST] = "test", [LG_SPLIT_VALIDATION] = "validation"};
    return (unsigned)s < sizeof names / sizeof *names ? names[s] : "";
}

const char *lg_split_adjective(lg_split s) {
    return s == LG_SPLIT_TRAIN ? "training" : lg_split_name(s);
}
