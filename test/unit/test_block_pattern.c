/* test_block_pattern.c: choices that differ between blocks, as values of a config. All notations of the same choices
 * give the same text and the same id. Reading this text gives the same config. Invalid notations are refused with a
 * message. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/catalogue.h"
#include "error_words.h"
#include "lengthen.h"
#include "scratch.h"

typedef struct desk {
    lg_context *context;
    lg_config *config;
    void *scratch;
} desk;

static int sit_down(void **state) {
    desk *d = calloc(1, sizeof *d);
    assert_non_null(d);
    d->context = lg_context_new();
    *state = d;
    return scratch_open(&d->scratch);
}

static int clear_up(void **state) {
    desk *d = *state;
    const int status = scratch_close(&d->scratch);
    lg_config_free(d->config);
    lg_context_free(d->context);
    free(d);
    return status;
}

/* Sets the settings in a text such as "KEY=VALUE KEY=VALUE". In a value, two underscores stand for two blanks. */
static void set(desk *d, lg_origin origin, const char *settings) {
    char text[3000];
    snprintf(text, sizeof text, "%s", settings);
    for (char *rest = text, *one; (one = strsep(&rest, " "));) {
        char *value = strchr(one, '=');
        assert_non_null(value);
        *value++ = '\0';
        for (char *c = value; *c; c++)
            if (*c == '_' && c[1] == '_') *c = c[1] = ' ';
        assert_int_equal(lg_config_set(d->config, one, value, origin, one), LG_OK);
    }
}

static void begin(desk *d, const char *settings) {
    lg_config_free(d->config);
    assert_int_equal(lg_config_new(d->context, &d->config), LG_OK);
    set(d, LG_FLAG, "model.blocks=8");
    set(d, LG_FLAG, settings);
}

static void assert_value(desk *d, const char *key, const char *value) {
    if (lg_config_check(d->config) != LG_OK) fail_msg("%s", lg_error_text(d->context));
    assert_non_null(lg_config_get(d->config, key));
    assert_string_equal(lg_config_get(d->config, key), value);
}

static const char *origin_of(desk *d, const char *key) {
    for (size_t i = 0; i < lg_config_count(d->config); i++)
        if (!strcmp(lg_config_at(d->config, i).key, key)) return lg_config_at(d->config, i).origin;
    return "";
}

/* Settings, and what they must resolve to: the value of `axis` is `text`, that of `key` is `value`. */
static const struct {
    const char *settings, *axis, *text, *key, *value;
} cases[] = {
    {"mask=window:5,causal", "mask", "window,causal", "mask.width", "5"},
    {"mask=window:5,causal,window:5,causal", "mask", "window,causal", "mask.width", "5"},
    {"mask=window,causal mask.width=5", "mask", "window,causal", "mask.width", "5"},
    {"mask=window:width=5,causal", "mask", "window,causal", "mask.width", "5"},
    {"mask=window:mask.width=5,causal", "mask", "window,causal", "mask.width", "5"},
    {"mask=__window__:__5,__causal__", "mask", "window,causal", "mask.width", "5"},
    {"mask=causal,causal", "mask", "causal", NULL, NULL},
    {"mask=window:7", "mask", "window", "mask.width", "7"},
    {"mask=window:7,window:7", "mask", "window", "mask.width", "7"},
    {"mask=window:3,window:5", "mask", "window:3,window:5", "mask.width", "81"},
    {"mask=window:3,window mask.width=5", "mask", "window:3,window:5", "mask.width", "81"},
    {"mask=window,window:5 mask.width=3", "mask", "window:3,window:5", "mask.width", "81"},
    {"mask=window:3,window:81", "mask", "window:3,window", "mask.width", "81"},
    {"mask=lambda,window", "mask", "lambda,window:81", "mask.width", "41"},
    {"mask=lambda,window:41", "mask", "lambda,window", "mask.width", "41"},
    {"encoding=rope:5e5,none", "encoding", "rope,none", "encoding.base", "500000"},
    {"encoding=rope:base=500,rope,none", "encoding", "rope:500,rope,none", "encoding.base", "10000"},
    {"encoding=rope:fraction=0.50:base=500,rope", "encoding", "rope:500:fraction=0.5,rope", "encoding.fraction", "1"},
    {"encoding=rotary,none", "encoding", "rope,none", "encoding.base", "10000"},
    {"encoding=kerple_power,none", "encoding", "kerple,none", "encoding.kernel", "power"},
    {"encoding=rope,sandwich", "encoding", "rope,sandwich:64", "encoding.frequencies", "trained"},
    {"encoding=rope,shaw", "encoding", "rope,shaw:16", "encoding.clip", "0"},
    {"encoding=rope,shaw encoding.clip=4", "encoding", "rope,shaw", "encoding.clip", "4"},
    {"encoding=none,xpos", "mask", "full,causal", NULL, NULL},
    {"encoding=tupe,tupe", "scale", "inverse_sqrt_2d", NULL, NULL},
    {"encoding=none,xpos mask=window:4,window:6", "mask", "window:4,window:6", "mask.form", "causal"},
};
enum { CASES = sizeof cases / sizeof *cases };

static void texts_are_canonical(void **state) {
    desk *d = *state;
    for (size_t i = 0; i < CASES; i++) {
        begin(d, cases[i].settings);
        assert_value(d, cases[i].axis, cases[i].text);
        if (cases[i].key) assert_value(d, cases[i].key, cases[i].value);
    }
}

static void what_is_stored_reads_back(void **state) {
    desk *d = *state;
    for (size_t i = 0; i < CASES; i++) {
        char hash[64], *text;
        begin(d, cases[i].settings);
        assert_int_equal(lg_config_check(d->config), LG_OK);
        snprintf(hash, sizeof hash, "%s", lg_config_hash(d->config));
        text = strdup(lg_config_text(d->config));
        const char *path = scratch_path(d->scratch, "config.yaml");
        FILE *f = fopen(path, "w");
        assert_non_null(f);
        fputs(text, f);
        assert_int_equal(fclose(f), 0);
        lg_config_free(d->config);
        assert_int_equal(lg_config_new(d->context, &d->config), LG_OK);
        assert_int_equal(lg_config_load(d->config, path), LG_OK);
        assert_string_equal(lg_config_hash(d->config), hash);
        assert_string_equal(lg_config_text(d->config), text);
        free(text);
    }
}

static void assert_same(desk *d, const char *a, const char *b, bool same) {
    char hash[64];
    begin(d, a);
    assert_int_equal(lg_config_check(d->config), LG_OK);
    snprintf(hash, sizeof hash, "%s", lg_config_hash(d->config));
    begin(d, b);
    assert_int_equal(lg_config_check(d->config), LG_OK);
    assert_int_equal(!strcmp(lg_config_hash(d->config), hash), same);
}

static void one_model_has_one_id(void **state) {
    desk *d = *state;
    assert_same(d, "mask=window:5,causal", "mask=window,causal mask.width=5", true);
    assert_same(d, "mask=window:5,window:5", "mask=window mask.width=5", true);
    assert_same(d, "mask=window:3,window mask.width=5", "mask=window,window:5 mask.width=3", true);
    assert_same(d, "encoding=rope,none,rope,none", "encoding=rotary,none", true);
    assert_same(d, "encoding=none,rope", "encoding=rope,none", false);
    assert_same(d, "encoding=rope:500,rope", "encoding=rope:500,rope:501", false);
}

/* A list of choices overrides the choices of an origin of lower precedence, and their options too. */
static void higher_origins_win(void **state) {
    desk *d = *state;
    begin(d, "train.steps=5");
    set(d, LG_FILE, "mask=window,causal mask.width=9");
    assert_value(d, "mask.width", "9");
    assert_string_equal(origin_of(d, "mask.width"), "file");
    set(d, LG_FLAG, "mask=window:3,causal");
    assert_value(d, "mask.width", "3");
    assert_string_equal(origin_of(d, "mask.width"), "flag");
    set(d, LG_FLAG, "mask=window:3,window:4");
    assert_value(d, "mask", "window:3,window:4");
    assert_value(d, "mask.width", "81");
    assert_string_equal(origin_of(d, "mask.width"), "default");
    set(d, LG_FLAG, "mask=window:3,window");
    assert_value(d, "mask", "window:3,window:9");
}

static void wrong_lists_are_refused_in_words(void **state) {
    static const char *const wrong[][2] = {
        {"mask=,", "mask: an item of the list is empty (expected names separated by commas, such as full,causal)"},
        {"mask=window:3,", "an item of the list is empty"},
        {"mask=window:,causal", "mask.width: '' is not a whole number"},
        {"mask=window:0,causal", "mask.width: '0' is too small"},
        {"mask=window:9:width=7,causal", "mask.width is set twice for one window, to 9 and to 7"},
        {"mask=windw,causal", "there is no mask 'windw'; did you mean 'window'?"},
        {"mask=swa,causal", "there is no mask 'swa'; here it is window"},
        {"mask=zzzzzzz,causal", "there is no mask 'zzzzzzz'; there are: full, causal"},
        {"mask=causal:width=3,full", "causal has no option 'width' (there are: same_length)"},
        {"encoding=rope:base,none", "rope has no value after 'base' (expected rope:base=VALUE, such as 10000)"},
        {"encoding=rope:bas=3,none", "rope has no option 'bas' (there are: base, fraction"},
        {"encoding=none:3,rope", "none has no option '3' (it has none)"},
        {"encoding=kerple_log:kernel=power,none", "encoding.kernel is set twice for one kerple, to log and to power"},
        {"attention=persistent,softmax", "persistent also sets model.order: a"},
        {"mask=window:3,causal mask.width=4", "mask.width: 4 has no effect: each choice of mask: window:3,causal sets"},
        {"mask=window:3,window:5 mask.width=3", "mask.width: 3 has no effect"},
        {"norm=layer_norm,rms_norm", "blocks can differ only in encoding, mask, scale and attention"},
        {"positions=standard,shifted", "blocks can differ only in"},
        {"encoding=sinusoid,none", "sinusoid is added to embeddings, once"},
        {"encoding=none,xpos mask=full", "xpos needs a causal mask"},
        {"mask=window:1,window:2,window:3,window:4,window:5,window:6,window:7,window:8,window:9 blocks=9",
         "more than 8 different blocks"},
        {"mask=causal,full,full blocks=2", "the list has 3 blocks, but the model has 2"}};
    desk *d = *state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        begin(d, wrong[i][0]);
        assert_int_equal(lg_config_check(d->config), LG_USAGE);
        assert_words(d->context, wrong[i][1]);
    }
}

static void a_list_is_not_endless(void **state) {
    desk *d = *state;
    char text[700] = "mask=causal";
    for (int i = 0; i < 64; i++) strcat(text, ",causal");
    begin(d, text);
    assert_int_equal(lg_config_check(d->config), LG_USAGE);
    assert_words(d->context, "a list has at most 64 items");
    text[strlen(text) - strlen(",causal")] = '\0';
    begin(d, text);
    assert_value(d, "mask", "causal");
}

static void some_choices_go_by_blocks(void **state) {
    (void)state;
    assert_true(lg_choice_by_block("mask", "window") && lg_choice_by_block("encoding", "rope"));
    assert_true(lg_choice_by_block("scale", "log_n") && lg_choice_by_block("attention", "geometric"));
    assert_false(lg_choice_by_block("encoding", "sinusoid") || lg_choice_by_block("norm", "rms_norm"));
    assert_false(lg_choice_by_block("mask", "rope") || lg_choice_by_block("nonsense", "rope"));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, sit_down, clear_up)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(texts_are_canonical),      TEST(what_is_stored_reads_back),        TEST(one_model_has_one_id),
        TEST(higher_origins_win),       TEST(wrong_lists_are_refused_in_words), TEST(a_list_is_not_endless),
        TEST(some_choices_go_by_blocks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
