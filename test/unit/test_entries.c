/* test_entries.c: looking up entries by name, and rules that names in every list must follow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "config/axes.h"
#include "nn/axes/sublayer.h"

static void finds_by_the_whole_name(void **state) {
    (void)state;
    static const lg_entry a = {.name = "window"}, b = {.name = "windows"};
    const lg_entry *const list[] = {&a, &b, NULL}, *const empty[] = {NULL};
    assert_ptr_equal(lg_entry_find(list, "window"), &a);
    assert_ptr_equal(lg_entry_find(list, "windows"), &b);
    assert_null(lg_entry_find(list, "win"));
    assert_null(lg_entry_find(list, "Window"));
    assert_null(lg_entry_find(list, ""));
    assert_null(lg_entry_find(empty, "window"));
}

/* Every entry is found by its name. Of two entries with the same name only one would be found. */
static void every_entry_is_found(void **state) {
    (void)state;
    for (const lg_axis_row *axis = lg_axes; axis->key; axis++)
        for (const lg_entry *const *e = axis->entries; *e; e++)
            assert_ptr_equal(lg_entry_find(axis->entries, (*e)->name), *e);
}

/* ---- own options ---- */

/* Each option is stored in its own member of the entry's struct. Without `at` in its row, an option would be stored
 * over the first option. */
static void options_have_places_of_their_own(void **state) {
    (void)state;
    for (const lg_axis_row *axis = lg_axes; axis->key; axis++) {
        for (const lg_entry *const *e = axis->entries; *e; e++) {
            bool taken[LG_OWN_BYTES] = {false};
            for (const lg_option *o = (*e)->own_bytes ? (*e)->options : NULL; o && o->name; o++) {
                const size_t bytes = lg_option_bytes(o);
                if (o->at % (bytes < 8 ? bytes : 8) || o->at + bytes > (*e)->own_bytes)
                    fail_msg("%s: its place is outside of the struct or unaligned", o->name);
                for (size_t i = o->at; i < o->at + bytes; i++) {
                    if (taken[i]) fail_msg("%s: its place is that of another option", o->name);
                    taken[i] = true;
                }
            }
        }
    }
}

/* ---- published numbers ---- */

/* Entries without a published number, and why they have none. */
static const struct {
    const char *axis, *name, *why;
} unpublished[] = {
    {"mixer", "gelu_tanh", "papers do not say which form of GELU theirs is"},
    {"residual", "scalar", "a part of the authors' program that the paper does not test"},
    {"initialisation", "t5", "what all of a paper's models have"},
    {"initialisation", "normal", "what all of a paper's models have"},
    {"initialisation", "xavier", "what all of a paper's models have"},
    {"initialisation", "depth_rescale", "a part of the authors' program that the paper does not test"},
    {"projection", "linear", "what all models have but those of primer"},
    {"architecture", "decoder", "a frame of models: numbers are those of encodings, blocks and mixers"},
    {"architecture", "encoder_decoder", "a frame of models: numbers are those of encodings, blocks and mixers"},
    {"sublayer", "feed_forward", "the axis mixer has them"},
    {"encoding", "formula", "it is what its line says: test_formulas.c has those of other encodings"},
    {"mask", "formula", "it is what its line says"},
    {"scale", "formula", "it is what its line says"},
    {"mixer", "formula", "it is what its line says"},
    {"encoding", "cope", "no table of the paper was at hand"},
    {"encoding", "fox", "no table of the paper was at hand"},
    {"encoding", "sandwich", "no table of the paper was at hand"},
    {"encoding", "hard_alibi", "no table of the paper was at hand"},
    {"positions", "standard", "what models have unless a paper says otherwise: numbers are those of encodings"},
    {"positions", "released", "what the program of randomized's paper computes: randomized has its numbers"},
    {"positions", "equal_mean", "its author says that it is his best one, in numbers that were not at hand"},
    {"positions", "document", "papers pack sequences to save time, and report no other numbers of positions"},
    {"mask", "document", "said to change little in short contexts, without numbers"},
    {"mask", "full", "what encoders have: numbers are those of encodings"},
    {"mask", "causal", "what decoders have: numbers are those of encodings"},
    {"mask", "chunk", "a part of the authors' program that the paper does not test"},
    {"mask", "three_blocks", "bca for both sides, which is in no paper"},
    {"scale", "inverse_sqrt", "what models have unless a paper says otherwise"},
    {"scale", "inverse_sqrt_2d", "a part of tupe, which has them"},
    {"scale", "one", "a part of T5, whose encoding has them"},
    {"attention", "softmax", "what models have unless a paper says otherwise"},
    {"attention", "softmax1", "proposed without experiments"},
    {"attention", "linear", "no table of the paper was at hand"},
    {"attention", "sink", "a part of the authors' models that the report does not test"},
};

static bool is_excused(const char *axis, const char *name) {
    for (size_t i = 0; i < sizeof unpublished / sizeof *unpublished; i++)
        if (!strcmp(unpublished[i].axis, axis) && !strcmp(unpublished[i].name, name)) return true;
    return false;
}

/* Asserts that each published number of an entry is given with its paper ("Shazeer 2020, ..."). Experimental entries
 * need no published numbers. */
static void expect_published(const char *axis, const lg_entry *e) {
    if (e->experimental) return;
    if (is_excused(axis, e->name) != !e->published)
        fail_msg("%s/%s: needs a published number or a line in `unpublished`, but not both", axis, e->name);
    for (const char *line = e->published; line && *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const size_t paper = strcspn(line, ",:\n");
        const size_t year = paper > 4 ? strspn(line + paper - 4, "0123456789") : 0;
        if (year != 4) fail_msg("%s/%s: a published number without its paper: %s", axis, e->name, line);
    }
}

/* Entries of these axes have a published number, or a reason for its absence. */
static void what_models_are_made_of_has_published_numbers(void **state) {
    (void)state;
    static const char *const axes[] = {"architecture", "projection", "residual", "block",          "norm",
                                       "mixer",        "cell",       "store",    "initialisation", "encoding",
                                       "positions",    "mask",       "scale",    "attention"};
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++)
        for (const lg_entry *const *e = lg_axis_find(axes[i])->entries; *e; e++) expect_published(axes[i], *e);
    for (size_t i = 0; lg_sublayers[i]; i++)
        if (lg_sublayers[i]->summary) expect_published("sublayer", (const lg_entry *)lg_sublayers[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_by_the_whole_name),
        cmocka_unit_test(every_entry_is_found),
        cmocka_unit_test(options_have_places_of_their_own),
        cmocka_unit_test(what_models_are_made_of_has_published_numbers),
    };
    return cmocka_run_group_tests_name("registry", tests, NULL, NULL);
}
