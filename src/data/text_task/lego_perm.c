/* lego_perm.c: task of finding the value of a variable in a chain. The value of each variable is plus or minus that of
 * the variable before it. Clauses are in random order. */
#include "data/lego.h"

/* Shuffles the clauses separately for each question about the chain. */
static void compose(const lg_dataset *d, const lg_text_example *x, lg_text_writer *source, lg_text_writer *target) {
    lg_lego_question q = {.chain = lg_lego_draw(d, x)};
    lg_random r = lg_random_from(lg_key_fold(lg_text_task_key(d, x), (uint64_t)x->cell));
    for (int i = 0; i < q.chain.count; i++) {
        const int other = (int)lg_random_below(&r, (uint32_t)i + 1);
        q.order[i] = q.order[other];
        q.order[other] = i;
    }
    lg_lego_write(d, &q, source, target);
}

static bool check(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_text_reader target) {
    int place[LG_LEGO_LONGEST];
    (void)d;
    return lg_lego_is_answered(r, source, target, place);
}

static const lg_option options[] = {LG_TEXT_TASK_OPTIONS("1250"), LG_SCRATCHPAD_OPTION, {0}};

const lg_text_task lg_text_task_lego_perm = {
    .name = "lego_perm",
    .summary = "as lego_chain, with the clauses shuffled",
    .formula = "If b = - a, a = -1. Then, what is the value of b? The answer is +1. </s>\n"
               "c = + t, r = + f, t = - q, q = -1, f = - c; r -> -1\n"
               "b = + a, a = -1; b -> -1\n"
               "The clauses are shuffled anew for each example.\n" LG_SCRATCHPAD_FORMULA(
                   "b = + a, a = -1; b",
                   "in a comp out -1 re b = + a # in b comp + a = + -1 out -1 re . Thus,\n"
                   "The answer is -1.",
                   "11101 (these steps have no part `[`)") LG_LEGO_EXAMPLES,
    .source = LG_LEGO_SOURCE,
    .options = options,
    .own_bytes = LG_OWN(lg_text_task_settings),
    .defaults = lg_lego_defaults,
    .chance = 0.5,
    .methods = &lg_text_exact_methods,
    .words = lg_lego_words,
    .between = " ",
    .longest = lg_lego_longest,
    .cells = lg_lego_queries,
    .bound = lg_lego_bound,
    .compose = compose,
    .check = check,
    .steps = &lg_lego_steps,
    .check_steps = lg_lego_check_steps,
    .same_answer = lg_same_words_answer,
    .name_cell = lg_lego_name_cell,
    .place_cell = lg_lego_place_cell,
    .grid = {"variables", "queried variable"},
};
