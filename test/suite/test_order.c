/* test_order.c: the order of sublayers (model.order). Tests strings and patterns, which of them are refused, how an
 * order is divided into blocks and layers, and models built from it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "config/describe.h"
#include "nn/model/order.h"
#include "opened_models.h"
#include "train/state.h"

#include <cmocka.h>

/* Writes the letters of an order, with a bar between blocks. */
static void write_order(const char *order, int blocks, char *out) {
    char settings[200];
    snprintf(settings, sizeof settings, "model.order=%s model.blocks=%d", order, blocks);
    bench b = bench_open(settings, 1, NULL);
    if (!b.trainer) fail_msg("%s: %s", settings, b.err.text);
    const lg_order *o = &b.trainer->model->order;
    for (int block = 0; block < o->blocks; block++) {
        if (block > 0) *out++ = '|';
        for (int i = o->begins[block]; i < o->begins[block + 1]; i++) *out++ = o->places[i].letter;
    }
    *out = '\0';
    assert_int_equal(o->begins[0], 0);
    assert_int_equal(o->begins[o->blocks], o->count);
    assert_int_equal(b.trainer->model->blocks, o->blocks);
    bench_close(&b);
}

static void orders_are_cut_where_a_letter_comes_again(void **state) {
    (void)state;
    static const struct {
        const char *order;
        int blocks;
        const char *wanted;
    } cases[] = {{"sf", 3, "sf|sf|sf"},
                 {"fsf", 2, "fs|f|fs|f"},
                 {"macaron", 2, "fs|f|fs|f"},
                 {"sfsfssff", 1, "sf|sf|s|sf|f"},
                 {"s|ff", 2, "sf|fs|f|f"}, /* a bar in an order separates layers, not blocks */
                 {"sfsf|", 2, "sf|sf|sf|sf"},
                 {"s", 2, "s|s"},
                 /* Press, Smith and Levy 2020, four sublayers of each kind. */
                 {"sandwich:0", 4, "sf|sf|sf|sf"},
                 {"sandwich:1", 4, "s|sf|sf|sf|f"},
                 {"sandwich:2", 4, "s|s|sf|sf|f|f"},
                 {"sandwich:3", 4, "s|s|s|sf|f|f|f"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char seen[64];
        write_order(cases[i].order, cases[i].blocks, seen);
        if (strcmp(seen, cases[i].wanted)) fail_msg("%s: %s, not %s", cases[i].order, seen, cases[i].wanted);
    }
}

/* The layers of an order. In the expected text, bars separate layers. */
static void layers_begin_with_attention_or_end_at_bars(void **state) {
    (void)state;
    static const char *const cases[][2] = {{"sf", "sf|sf|sf|sf"},
                                           {"macaron", "f|sff|sff|sff|sf"},
                                           {"s", "s|s|s|s"},
                                           {"ffs", "ff|sff|sff|sff|s"},
                                           {"sandwich:0", "sf|sf|sf|sf"},
                                           {"sandwich:2", "s|s|sf|sfff"},
                                           {"sfsf|", "sfsf|sfsf|sfsf|sfsf"},
                                           {"s|ff", "s|ff|s|ff|s|ff|s|ff"},
                                           {"fs|f|", "fs|f|fs|f|fs|f|fs|f"},
                                           {"sf|", "sf|sf|sf|sf"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char settings[100], seen[64], *out = seen;
        snprintf(settings, sizeof settings, "model.order=%s model.blocks=4", cases[i][0]);
        bench b = bench_open(settings, 1, NULL);
        const lg_order *o = &b.trainer->model->order;
        int count = 0;
        for (int j = 0; j < o->count; j++) {
            count += o->places[j].begins_layer;
            if (j > 0 && o->places[j].begins_layer) *out++ = '|';
            *out++ = o->places[j].letter;
        }
        *out = '\0';
        assert_string_equal(seen, cases[i][1]);
        assert_int_equal(b.trainer->model->layers, count);
        bench_close(&b);
    }
}

static void impossible_orders_are_refused(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"ff", "model.order: 'ff' has no sublayer that mixes tokens"},
        {"sxf", "expected up to 64 letters of s (self-attention), a (all-attention), k (memorizing attention), f"},
        {"sandwich", "not 'sandwich'"},
        {"|sf", "a layer of '|sf' has no sublayers (expected letters before each |, as in s|ff)"},
        {"s||f", "a layer of 's||f' has no sublayers"},
        {"|", "has no sublayer that mixes tokens"},
        {"sandwich:2", "sandwich:K needs a K in 0..1, below model.blocks, not '2'"},
        {"sandwich:1f", "not '1f'"},
        {"sandwich:01", "not '01'"},
        {"sandwich:00", "not '00'"},
        {"sandwich:-1", "not '-1'"},
        {"sfsfsfsfsfsfsfsfsfsfsfsfsfsfsfsfsfsfsfsfsfsfsfsfsfsfsfsfsfsfsfsfs", "expected up to 64 letters"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char settings[200];
        snprintf(settings, sizeof settings, "model.blocks=2 model.order=%s", cases[i][0]);
        bench_expect_refusal(settings, cases[i][1]);
        /* perceiver_ar also checks the first sublayer, but the message must be the same */
        snprintf(settings, sizeof settings, "architecture=perceiver_ar data=copy_cmc model.blocks=2 model.order=%s",
                 cases[i][0]);
        bench_expect_refusal(settings, cases[i][1]);
    }
}

/* Long orders are refused at once, without reading all letters. */
static void endless_orders_are_refused(void **state) {
    (void)state;
    enum { LETTERS = 1 << 20 };
    static char settings[LETTERS + 100];
    const int n = snprintf(settings, sizeof settings, "model.blocks=256 model.order=");
    memset(settings + n, 's', LETTERS);
    bench_expect_refusal(settings, "expected up to 64 letters");
}

/* An order may contain cross-attention in the places where it is added by default. This changes nothing. */
static void cross_attention_may_be_written_in_its_place(void **state) {
    (void)state;
    static const char *const cases[][2] = {{"scf", "sf"},      {"fscf", "fsf"}, {"sc|f", "s|f"},
                                           {"scscff", "ssff"}, {"ac", "a"},     {"scflcf", "sflf"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char settings[2][100];
        for (int k = 0; k < 2; k++)
            snprintf(settings[k], sizeof settings[k], "architecture=encoder_decoder model.blocks=2 model.order=%s",
                     cases[i][k]);
        bench b = bench_open(settings[0], 1, NULL), plain = bench_open(settings[1], 1, NULL);
        if (!b.trainer) fail_msg("%s: %s", settings[0], b.err.text);
        assert_string_equal(b.trainer->model->settings.order, cases[i][1]);
        assert_string_equal(b.resolved->hash, plain.resolved->hash);
        bench_close(&b);
        bench_close(&plain);
    }
}

/* In any other place, cross-attention is refused with a message that lists the possible orders. */
static void cross_attention_elsewhere_is_refused(void **state) {
    (void)state;
    static const char *const cases[][2] = {{"sfc", "mixes tokens (use --model.order scf)"},
                                           {"csf", "mixes tokens (use --model.order scf)"},
                                           {"scsf", "(use --model.order scscf)"}, /* it lacks a c after the second s */
                                           {"s|cf", "(use --model.order sc|f)"},
                                           {"sccf", "(use --model.order scf)"},
                                           {"cf", "(use --model.order scf)"}};
    static const char *const others[] = {"encoder", "decoder", "perceiver_io"};
    char settings[200];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(settings, sizeof settings, "architecture=encoder_decoder model.order=%s", cases[i][0]);
        bench_expect_refusal(settings, "directly follows each sublayer that mixes tokens");
        bench_expect_refusal(settings, cases[i][1]);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        snprintf(settings, sizeof settings, "architecture=%s model.order=scf encoding=none", others[i]);
        bench_expect_refusal(settings, "contains c (cross-attention), but architecture: ");
        bench_expect_refusal(settings, "(use --model.order sf, or --architecture encoder_decoder)");
    }
    bench_expect_refusal("architecture=encoder_decoder model.order=scxf", "expected up to 64 letters");
}

/* Two sf blocks and one sfsf block are the same model. A sandwich has as many parameters as these but computes
 * something else. A macaron has more parameters. */
static void models_are_their_sublayers(void **state) {
    (void)state;
    size_t n[4];
    const double plain = bench_loss_after("encoding=relative model.blocks=2", 1, 3, &n[0]);
    const double written = bench_loss_after("encoding=relative model.blocks=1 model.order=sfsf", 1, 3, &n[1]);
    const double sandwich = bench_loss_after("encoding=relative model.blocks=2 model.order=sandwich:1", 1, 3, &n[2]);
    const double macaron = bench_loss_after("encoding=relative model.blocks=2 model.order=macaron", 1, 3, &n[3]);
    assert_true(plain == written && sandwich != plain && macaron != plain);
    assert_true(n[0] == n[1] && n[0] == n[2] && n[0] < n[3]);
}

static void count_weights(void *user, int block, int head, const real *weights) {
    int *seen = user;
    (void)weights;
    if (head == 0) assert_int_equal(block, (*seen)++);
}

/* Attention weights can be read even if the first block has no attention. */
static void attention_is_found_where_it_is(void **state) {
    (void)state;
    int seen = 0;
    bench b = bench_open("model.order=ffsfa model.blocks=2", 1, NULL);
    assert_non_null(b.trainer);
    assert_int_equal(lg_order_attentions(&b.trainer->model->order), 4);
    assert_true(lg_trainer_attention(b.trainer, LG_ATTENTION_SELF, 5, 0, count_weights, &seen, &b.err));
    assert_int_equal(seen, 4);
    bench_close(&b);
}

/* Wu et al. 2022 store keys and values in block 9 of 12, the fourth from the top. Models of up to four blocks store
 * them in the first block. */
static void a_memorizing_order_stores_in_one_block(void **state) {
    (void)state;
    static const int blocks[][2] = {{12, 8}, {5, 1}, {4, 0}, {1, 0}};
    for (int i = 0; i < 4; i++) {
        char settings[200];
        lg_error err = {0};
        snprintf(settings, sizeof settings,
                 "architecture=decoder encoding=none model.order=memorizing memorizing.size=0 model.blocks=%d",
                 blocks[i][0]);
        lg_resolved_config *d = bench_resolve(settings, &err);
        assert_non_null(d);
        lg_order o;
        lg_model_description m;
        lg_describe_model(d->values, &m);
        assert_true(lg_order_read(&o, &m.settings, m.sublayers));
        assert_int_equal(lg_order_count(&o, 'k'), 1);
        assert_int_equal(o.places[o.begins[blocks[i][1]]].letter, 'k');
        assert_int_equal(o.blocks, blocks[i][0]);
        lg_order_free(&o);
        lg_resolved_config_free(d);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_are_cut_where_a_letter_comes_again),
        cmocka_unit_test(layers_begin_with_attention_or_end_at_bars),
        cmocka_unit_test(impossible_orders_are_refused),
        cmocka_unit_test(endless_orders_are_refused),
        cmocka_unit_test(cross_attention_may_be_written_in_its_place),
        cmocka_unit_test(cross_attention_elsewhere_is_refused),
        cmocka_unit_test(models_are_their_sublayers),
        cmocka_unit_test(attention_is_found_where_it_is),
        cmocka_unit_test(a_memorizing_order_stores_in_one_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
