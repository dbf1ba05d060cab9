/* test_config.c: settings from all origins and the config that they resolve to, through the public header. Tests
 * precedence, error messages with their places, canonical text and hash, presets, the environment, and the catalogue.
 * Runs in the source folder, which has the presets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "api/catalogue.h"
#include "config/axes.h"
#include "error_words.h"
#include "lengthen.h"
#include "scratch.h"

/* The start of most tests: a context, an empty config, and an empty folder for files. */
typedef struct desk {
    lg_context *context;
    lg_config *config;
    void *scratch;
} desk;

static int sit_down(void **state) {
    desk *d = calloc(1, sizeof *d);
    assert_non_null(d);
    d->context = lg_context_new();
    assert_int_equal(lg_config_new(d->context, &d->config), LG_OK);
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

static void again(desk *d) {
    lg_config_free(d->config);
    assert_int_equal(lg_config_new(d->context, &d->config), LG_OK);
}

static const char *write_file(desk *d, const char *name, const char *text) {
    const char *path = scratch_path(d->scratch, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
    return path;
}

static void set(desk *d, const char *key, const char *value) {
    assert_int_equal(lg_config_set(d->config, key, value, LG_FLAG, key), LG_OK);
}

static void assert_check_fails(desk *d, const char *words) {
    assert_int_equal(lg_config_check(d->config), LG_USAGE);
    assert_words(d->context, words);
}

/* Asserts that loading `text` fails. The message must begin with the file's name and contain `words`. */
static void assert_load_fails(desk *d, const char *text, const char *words) {
    const char *path = write_file(d, "bad.yaml", text);
    again(d);
    assert_int_equal(lg_config_load(d->config, path), LG_USAGE);
    assert_int_equal(strncmp(lg_error_text(d->context), path, strlen(path)), 0);
    assert_words(d->context, words);
    assert_int_equal(lg_config_check(d->config), LG_OK); /* no setting of a bad file is kept */
}

static const lg_setting *find(desk *d, const char *key, lg_setting *s) {
    for (size_t i = 0; i < lg_config_count(d->config); i++) {
        *s = lg_config_at(d->config, i);
        if (!strcmp(s->key, key)) return s;
    }
    fail_msg("%s is not in force", key);
    return NULL;
}

static void assert_value(desk *d, const char *key, const char *value, const char *origin) {
    lg_setting s;
    find(d, key, &s);
    assert_string_equal(s.value, value);
    assert_string_equal(s.origin, origin);
}

/* ---- resolution ---- */

static void defaults_resolve(void **state) {
    desk *d = *state;
    assert_int_equal(lg_config_check(d->config), LG_OK);
    assert_value(d, "data", "reverse_string", "default");
    assert_value(d, "train.steps", "10000", "default");
    assert_null(lg_config_get(d->config, "positions.L"));
    assert_null(lg_config_get(d->config, "nonsense"));
    for (size_t i = 0; i < lg_axis_count(); i++) assert_non_null(lg_config_get(d->config, lg_axis_at(i).name));
}

/* The YAML of a setting is a scalar that is read back as the same value. */
static void values_are_scalars_of_yaml(void **state) {
    static const struct {
        const char *value, *yaml;
    } cases[] = {
        {"runs/a", "runs/a"}, {"true", "\"true\""}, {"No", "\"No\""}, {"a b", "\"a b\""}, {"a\033", "\"a\\x1b\""}};
    desk *d = *state;
    lg_setting s;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        set(d, "out", cases[i].value);
        assert_string_equal(find(d, "out", &s)->yaml, cases[i].yaml);
    }
    assert_string_equal(find(d, "eval.dropout", &s)->yaml, "false"); /* a Boolean, not a text */
}

static void settings_are_sorted(void **state) {
    desk *d = *state;
    assert_true(lg_config_count(d->config) > 30);
    for (size_t i = 1; i < lg_config_count(d->config); i++) {
        char before[128];
        snprintf(before, sizeof before, "%s", lg_config_at(d->config, i - 1).key);
        assert_true(strcmp(before, lg_config_at(d->config, i).key) < 0);
    }
}

static void the_higher_origin_wins(void **state) {
    desk *d = *state;
    static const struct {
        lg_origin origin;
        const char *word, *value;
    } order[] = {{LG_FLAG, "flag", "5"},
                 {LG_PRESET, "preset", "2"},
                 {LG_ENVIRONMENT, "environment", "4"},
                 {LG_FILE, "file", "3"}};
    for (int first = 0; first < 4; first++) { /* in any order of the calls */
        again(d);
        for (int i = 0; i < 4; i++) {
            const int o = (first + i) % 4;
            lg_config_set(d->config, "train.steps", order[o].value, order[o].origin, "here");
        }
        assert_value(d, "train.steps", "5", "flag");
    }
    again(d);
    lg_config_set(d->config, "train.steps", "3", LG_FILE, "f:1:1");
    lg_config_set(d->config, "train.steps", "2", LG_PRESET, "p:1:1");
    lg_setting s;
    find(d, "train.steps", &s);
    assert_string_equal(s.where, "f:1:1");
}

static void the_later_flag_wins(void **state) {
    desk *d = *state;
    set(d, "steps", "3");
    set(d, "train.steps", "4");
    assert_value(d, "train.steps", "4", "flag");
}

static void the_feed_forward_network_follows_the_width(void **state) {
    desk *d = *state;
    char hash[33];
    assert_value(d, "model.feed_forward", "256", "default");
    set(d, "width", "32");
    assert_value(d, "model.feed_forward", "128", "default");
    strcpy(hash, lg_config_hash(d->config));
    set(d, "model.feed_forward", "128");
    assert_value(d, "model.feed_forward", "128", "flag");
    assert_string_equal(lg_config_hash(d->config), hash);
    set(d, "width", "64");
    assert_value(d, "model.feed_forward", "128", "flag");
    again(d);
    set(d, "width", "8192");
    assert_value(d, "model.feed_forward", "32768", "default");
    char *text = strdup(lg_config_text(d->config));
    again(d);
    lg_config_load(d->config, write_file(d, "back.yaml", text));
    assert_value(d, "model.feed_forward", "32768", "file");
    free(text);
}

static void a_window_follows_what_the_model_needs(void **state) {
    desk *d = *state;
    char hash[33];
    set(d, "mask", "window");
    assert_value(d, "mask.form", "symmetric", "default");
    set(d, "encoding", "xpos");
    assert_value(d, "mask.form", "causal", "default");
    set(d, "encoding", "rope");
    set(d, "model.decode", "autoregressive");
    assert_value(d, "mask.form", "causal", "default");
    set(d, "model.decode", "parallel");
    assert_value(d, "mask.form", "symmetric", "default");
    again(d);
    set(d, "mask", "window");
    set(d, "architecture", "decoder");
    assert_value(d, "mask.form", "causal", "default");
    strcpy(hash, lg_config_hash(d->config));
    set(d, "mask.form", "causal");
    assert_string_equal(lg_config_hash(d->config), hash);
    set(d, "mask.form", "half");
    assert_check_fails(d, "decoder predicts targets one after another and needs a causal mask, not window");
}

/* A config stores the first name of a choice. If settings give an alias, the config stores the alias separately. A copy
 * of the settings keeps it. */
static void choices_have_the_names_they_were_given(void **state) {
    desk *d = *state;
    assert_string_equal(lg_config_alias(d->config, "metric"), "token_accuracy");
    set(d, "metric", "nll");
    assert_value(d, "metric", "cross_entropy", "flag");
    assert_string_equal(lg_config_alias(d->config, "metric"), "nll");
    set(d, "architecture", "lstm");
    assert_string_equal(lg_config_alias(d->config, "architecture"), "lstm");
    assert_string_equal(lg_config_alias(d->config, "cell"), "lstm");
    set(d, "metric", "perplexity");
    assert_string_equal(lg_config_alias(d->config, "metric"), "perplexity");
    assert_null(lg_config_alias(d->config, "nonsense"));
}

/* A copy has all settings with their origins and locations. Later changes of the original do not change the copy, and
 * later changes of the copy do not change the original. */
static void a_copy_has_all_that_was_set(void **state) {
    desk *d = *state;
    lg_config *copy;
    assert_int_equal(lg_config_load(d->config, write_file(d, "a.yaml", "base: quick\ntrain.steps: 77\n")), LG_OK);
    set(d, "metric", "nll");
    assert_int_equal(lg_config_set(d->config, "seed", "5", LG_ENVIRONMENT, "LENGTHEN_SEED"), LG_OK);
    assert_int_equal(lg_config_copy(d->config, &copy), LG_OK);
    assert_int_equal(lg_config_count(copy), lg_config_count(d->config));
    for (size_t i = 0; i < lg_config_count(copy); i++) {
        const lg_setting a = lg_config_at(d->config, i), b = lg_config_at(copy, i);
        assert_string_equal(a.key, b.key);
        assert_string_equal(a.value, b.value);
        assert_string_equal(a.origin, b.origin);
        assert_string_equal(a.where, b.where);
    }
    assert_string_equal(lg_config_alias(copy, "metric"), "nll");
    set(d, "train.steps", "78");
    assert_string_equal(lg_config_get(copy, "train.steps"), "77");
    assert_int_equal(lg_config_set(copy, "train.steps", "0x", LG_FLAG, ""), LG_OK);
    assert_value(d, "train.steps", "78", "flag");
    lg_config_free(d->config);
    d->config = copy;
    assert_check_fails(d, "train.steps");
}

static void what_was_set_is_taken_back(void **state) {
    desk *d = *state;
    static const char *const keys[] = {"steps", "data.name", "encoding", "train.lr"};
    assert_int_equal(lg_config_check(d->config), LG_OK);
    char *before = strdup(lg_config_text(d->config));
    assert_int_equal(lg_config_load(d->config, write_file(d, "a.yaml", "train.steps: 77\ndata: rev\n")), LG_OK);
    set(d, "steps", "78");
    set(d, "train.lr", "0.5");
    set(d, "encoding", "kerple_power"); /* also sets encoding.kernel */
    assert_value(d, "encoding.kernel", "power", "flag");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        assert_int_equal(lg_config_unset(d->config, keys[i]), LG_OK);
    assert_string_equal(lg_config_text(d->config), before);
    assert_int_equal(lg_config_unset(d->config, "train.steps"), LG_OK); /* no effect, since it is not set */
    set(d, "encoding", "kerple");
    set(d, "encoding.kernel", "power"); /* set separately, so unsetting `encoding` keeps it */
    assert_int_equal(lg_config_unset(d->config, "encoding"), LG_OK);
    assert_check_fails(d, "encoding.kernel");
    assert_int_equal(lg_config_unset(d->config, "encoding.kernel"), LG_OK);
    assert_string_equal(lg_config_text(d->config), before);
    assert_int_equal(lg_config_unset(d->config, "train.step"), LG_USAGE);
    assert_words(d->context, "there is no option 'train.step'; did you mean 'train.steps'?");
    free(before);
}

/* A choice with some values of its options has a name of its own: encoding=rope may be yarn. The name follows from
 * these values alone, so a config that is read from a run directory has the same names. */
static void choices_with_options_have_their_names(void **state) {
    static const struct {
        const char *key, *value, *alias;
    } steps[] = {{"encoding", "rope", "rope"},           {"encoding.clip", "20", "rerope"},
                 {"encoding.clip", "16", "rope"},        {"encoding.group", "8", "self_extend"},
                 {"encoding.group", "0", "rope"},        {"encoding.clip", "0", "rope"},
                 {"encoding.frequencies", "ntk", "ntk"}, {"encoding.dynamic", "true", "dynamic_ntk"},
                 {"encoding.dynamic", "false", "ntk"},   {"encoding.frequencies", "parts_index", "rope"},
                 {"encoding.temperature", "0.1", "yarn"}};
    desk *d = *state;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        set(d, steps[i].key, steps[i].value);
        assert_string_equal(lg_config_alias(d->config, "encoding"), steps[i].alias);
        assert_string_equal(lg_config_get(d->config, "encoding"), "rope");
    }
}

static void bits_per_character_are_not_of_words(void **state) {
    desk *d = *state;
    set(d, "data", "text");
    set(d, "data.file", write_file(d, "book.txt", "one two three four five six seven eight nine ten"));
    set(d, "curriculum.lengths", "1");
    set(d, "lengths", "1");
    set(d, "metric", "bits_per_character");
    assert_value(d, "metric", "bits_per_token", "flag");
    set(d, "data.tokens", "characters");
    assert_value(d, "metric", "bits_per_token", "flag");
    set(d, "data.tokens", "words");
    assert_check_fails(d, "bits_per_character needs tokens that are bytes or characters, not those of data: text, "
                          "data.tokens: words (use --metric bits_per_token)");
    set(d, "metric", "bits_per_token");
    assert_value(d, "metric", "bits_per_token", "flag");
}

static void short_names_and_axis_names(void **state) {
    desk *d = *state;
    set(d, "lr", "0.5");
    set(d, "encoding.name", "rope");
    set(d, "lengths", "1..3,9");
    assert_value(d, "train.lr", "0.5", "flag");
    assert_value(d, "encoding", "rope", "flag");
    assert_value(d, "eval.lengths", "1..3,9", "flag");
    assert_string_equal(lg_config_get(d->config, "lr"), "0.5");
}

static void wrong_settings_have_words(void **state) {
    desk *d = *state;
    static const struct {
        const char *key, *value, *words;
    } wrong[] = {
        {"train.stepz", "3", "did you mean 'train.steps'"},
        {"train.steps", "many", "train.steps: 'many'"},
        {"train.steps", "0", "train.steps: '0'"},
        {"task", "revers_string", "did you mean 'reverse_string'"},
        {"task", "parity", "did you mean 'parity_check'"},
        {"mask", "qqqqqqqqqqqq", "there are: full"},
        {"positions.L", "100", "positions.L is not used with positions: standard; it belongs to positions: randomized"},
        {"model.heads", "7", "heads"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        again(d);
        lg_config_set(d->config, wrong[i].key, wrong[i].value, LG_FLAG, "--flag");
        assert_check_fails(d, wrong[i].words);
        set(d, "task", "parity_check"); /* the mistake remains, unless the task was the mistake */
        assert_int_equal(lg_config_check(d->config), !strcmp(wrong[i].key, "task") ? LG_OK : LG_USAGE);
    }
}

static void a_choice_above_silences_options_below(void **state) {
    desk *d = *state;
    const char *path = write_file(d, "a.yaml", "positions: {name: randomized, L: 300}\nencoding: rope\n");
    assert_int_equal(lg_config_load(d->config, path), LG_OK);
    assert_value(d, "positions.L", "300", "file");
    set(d, "positions", "standard");
    assert_int_equal(lg_config_check(d->config), LG_OK);
    assert_null(lg_config_get(d->config, "positions.L"));
    set(d, "positions.L", "200"); /* has the origin of `positions`: an error */
    assert_check_fails(d, "positions.L is not used");
}

/* A recurrent network has no blocks. If options of blocks have the same origin as the recurrent architecture, they are
 * an error. If their origin has lower precedence, they are ignored. */
static void what_an_entry_ignores_is_not_set_beside_it(void **state) {
    desk *d = *state;
    static const char *const ignored[][2] = {
        {"mixer", "swiglu"},   {"norm", "rms_norm"},     {"encoding", "alibi"},      {"model.order", "fsf"},
        {"block", "pre_norm"}, {"residual", "b2t"},      {"positions", "shifted"},   {"model.share", "all"},
        {"scale", "log_n"},    {"projection", "primer"}, {"attention", "geometric"}, {"mask", "window"}};
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) {
        char words[120];
        again(d);
        set(d, "architecture", "recurrent");
        set(d, ignored[i][0], ignored[i][1]);
        snprintf(words, sizeof words, "%s: %s has no effect with architecture: recurrent (use --%s ", ignored[i][0],
                 ignored[i][1], ignored[i][0]);
        assert_check_fails(d, words);
    }
    again(d);
    const char *path = write_file(d, "a.yaml",
                                  "positions: {name: randomized, L: 300}\nencoding: rope\nmixer: glu\n"
                                  "encoding.fraction: 0.5\nmixer.width: two_thirds\nmodel.order: fsf\n");
    assert_int_equal(lg_config_load(d->config, path), LG_OK);
    set(d, "architecture", "recurrent");
    assert_int_equal(lg_config_check(d->config), LG_OK);
    assert_string_equal(lg_config_get(d->config, "encoding"), "none");
    assert_string_equal(lg_config_get(d->config, "mixer"), "relu");
    assert_string_equal(lg_config_get(d->config, "model.order"), "sf");
    assert_string_equal(lg_config_get(d->config, "positions"), "standard");
}

/* ---- files ---- */

static void nested_and_dotted_keys_are_the_same(void **state) {
    desk *d = *state;
    char hash[33];
    lg_config_load(d->config, write_file(d, "a.yaml", "train: {lr: 0.25, steps: 7}\neval: {lengths: [1..4, 9]}\n"));
    strcpy(hash, lg_config_hash(d->config));
    assert_value(d, "eval.lengths", "1..4,9", "file");
    again(d);
    lg_config_load(d->config, write_file(d, "b.yaml", "train.steps: 7\ntrain:\n  lr: 0.25\n"));
    assert_string_equal(lg_config_hash(d->config), hash);
    again(d);
    lg_config_load(d->config, write_file(d, "c.yaml", "steps: 7\nlr: 0.25\n")); /* abbreviations, as in flags */
    assert_string_equal(lg_config_hash(d->config), hash);
}

static void bad_files_say_where(void **state) {
    desk *d = *state;
    static const struct {
        const char *text, *words;
    } bad[] = {
        {"train:\n  stepz: 1\n", ":2:3: there is no option 'train.stepz'; did you mean 'train.steps'"},
        {"sede: 1\n", ":1:1: there is no option 'sede'; did you mean 'train.seed'"},
        {"lr: 1\ntrain.lr: 2\n", ":2:1: train.lr is set twice"},
        {"L: 1\n", ":1:1: there is no option 'L'; did you mean 'positions.L'"},
        {"train.lr: 1\ntrain: {lr: 2}\n", ":2:9: train.lr is set twice"},
        {"positions: standard\npositions.name: standard\n", ":2:1: positions is set twice"},
        {"train:\n  steps: soon\n", ":2:10: train.steps: 'soon'"},
        {"task: parity\n", ":1:7: there is no data 'parity'"},
        {"train.steps: 1\n  x: [\n", "this is not YAML"},
        {"train.steps: [1, 2\n", "this is not YAML"},
        {"train.steps:\n", ":1:1: this key has no value"},
        {"- 1\n", "expected `key: value` lines"},
        {"train.steps: 1\n---\ntrain.lr: 1\n", ":2:1: a config is one document"},
        {"a: &x 1\nb: *x\n", "aliases are not supported"},
        {"train.steps: 1\n\x01\n", "not a text file"},
        {"task: \xff\xfe\n", "not a text file"},
        {"base: nowhere.yaml\n", "nowhere.yaml: No such file"},
        {"base: bad.yaml\n", "is a base of itself"},
        {"base: nothing_like_it\n", ":1:7: base: there is no preset 'nothing_like_it'"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_load_fails(d, bad[i].text, bad[i].words);
}

static void clashes_say_where(void **state) {
    desk *d = *state;
    static const struct {
        const char *text, *words; /* words: the message after the file's name */
    } clashes[] = {
        {"train.steps: 3\nmodel:\n  heads: 7\n", ":3:3: model.heads: 7 does not divide model.width: 64"},
        {"model.width: 100\n", ":1:1: model.heads: 8 does not divide model.width: 100"},
        {"model.width: 72\nencoding: rope\n", ":2:1: encoding: rope needs pairs of columns"},
        {"model: {width: 9, heads: 3}\nencoding: relative\n", ":1:9: model.width: 9 is odd"},
        {"task: odds_first\nmodel.decode: autoregressive\n", ":2:1: model.decode: autoregressive"},
        {"attention: geometric\n", ":1:1: attention: geometric encodes order"},
        {"attention: geometric\nencoding: none\nscale: one\n",
         ":3:1: scale: one has no effect: attention: geometric does not use a scale"},
        {"positions: randomized\nencoding: none\n", ":1:1: positions: randomized has no effect"},
        {"encoding: rope\npositions: released\n", ":1:1: encoding: rope reads positions"},
        {"encoding: alibi\npositions: released\n", ":2:1: positions: released reproduces the distances"},
        {"positions: {name: randomized, draw: distances}\n", ":1:31: positions.draw: distances needs"},
        {"positions: {name: randomized, per: block}\n", ":1:31: positions.per: block needs"},
        {"encoding: {name: learned, rows: 9}\npositions: {name: randomized, L: 10}\n", ":2:31: positions.L: 10"},
        {"encoding: {name: learned, rows: 9}\npositions: {name: randomized}\n", ":1:27: positions.L: 2048"},
    };
    for (size_t i = 0; i < sizeof clashes / sizeof *clashes; i++) {
        char words[1200];
        const char *path = write_file(d, "clash.yaml", clashes[i].text);
        again(d);
        assert_int_equal(lg_config_load(d->config, path), LG_OK);
        snprintf(words, sizeof words, "%s%s", path, clashes[i].words);
        assert_check_fails(d, words);
    }
    again(d);
    lg_config_load(d->config, write_file(d, "narrow.yaml", "model.width: 60\nmodel.heads: 4\n"));
    assert_int_equal(lg_config_check(d->config), LG_OK);
    lg_config_set(d->config, "heads", "7", LG_FLAG, "--heads"); /* set after the width, so the message is about heads */
    assert_check_fails(d, "--heads: 7 does not divide model.width: 60");
    assert_int_equal(strncmp(lg_error_text(d->context), "--heads", 7), 0);
}

static void harmless_files_load(void **state) {
    desk *d = *state;
    static const char *const texts[] = {"",          "# nothing\n", "---\n", "{}\n", "\xef\xbb\xbftrain.steps: 3\r\n",
                                        "---\n...\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        again(d);
        assert_int_equal(lg_config_load(d->config, write_file(d, "fine.yaml", texts[i])), LG_OK);
        assert_int_equal(lg_config_check(d->config), LG_OK);
    }
}

static void a_file_overrides_its_bases(void **state) {
    desk *d = *state;
    write_file(d, "one.yaml", "train: {steps: 1, batch: 1, lr: 0.1}\n");
    write_file(d, "two.yaml", "train: {steps: 2, batch: 2}\n");
    lg_config_load(d->config, write_file(d, "top.yaml", "base: [one.yaml, two.yaml]\ntrain.steps: 3\n"));
    assert_value(d, "train.steps", "3", "file");
    assert_value(d, "train.batch", "2", "file");
    assert_value(d, "train.lr", "0.1", "file");
}

static void a_cut_file_never_loads_wrongly(void **state) {
    desk *d = *state;
    static const char whole[] = "task: parity_check\ntrain:\n  steps: 123\n  lr: \"0.5\"\neval: {lengths: [1, 2]}\n";
    for (size_t n = 0; n < sizeof whole; n++) { /* each prefix loads with its own settings, or is refused */
        char part[sizeof whole];
        snprintf(part, sizeof part, "%.*s", (int)n, whole);
        again(d);
        const lg_status s = lg_config_load(d->config, write_file(d, "cut.yaml", part));
        assert_true(s == LG_OK || (s == LG_USAGE && *lg_error_text(d->context) != '\0'));
    }
    for (size_t bit = 0; bit < 8 * (sizeof whole - 1); bit++) {
        char flipped[sizeof whole];
        memcpy(flipped, whole, sizeof whole);
        flipped[bit / 8] ^= (char)(1 << bit % 8);
        again(d);
        const lg_status s = lg_config_load(d->config, write_file(d, "flip.yaml", flipped));
        assert_true(s == LG_OK || (s == LG_USAGE && *lg_error_text(d->context) != '\0'));
    }
}

static void unreadable_paths_are_refused(void **state) {
    desk *d = *state;
    assert_int_equal(lg_config_load(d->config, "/nowhere/at/all.yaml"), LG_USAGE);
    assert_words(d->context, "cannot read /nowhere/at/all.yaml: No such file");
    assert_int_equal(lg_config_load(d->config, ((scratch *)d->scratch)->folder), LG_USAGE);
    assert_words(d->context, "directory");
    assert_int_equal(lg_config_load(d->config, "/dev/zero"), LG_USAGE);
    assert_words(d->context, "neither a regular file nor a pipe");
}

/* ---- text and hash ---- */

static void the_text_reads_back(void **state) {
    desk *d = *state;
    char *text, hash[33];
    set(d, "positions", "randomized");
    set(d, "encoding", "relative");
    set(d, "lr", "3e-4");
    set(d, "out", "a 'strange': \"name\"\\ # <hash>\t\x01");
    set(d, "eval.lengths", "10..100:10");
    text = strdup(lg_config_text(d->config));
    strcpy(hash, lg_config_hash(d->config));
    assert_int_equal(strlen(hash), 32);
    again(d);
    assert_int_equal(lg_config_load(d->config, write_file(d, "back.yaml", text)), LG_OK);
    assert_string_equal(lg_config_text(d->config), text);
    assert_string_equal(lg_config_hash(d->config), hash);
    free(text);
}

static void the_hash_knows_what_is_computed(void **state) {
    desk *d = *state;
    static const struct {
        const char *key, *value;
        bool same;
    } changes[] = {{"out", "elsewhere", true},  {"threads", "3", true},         {"eval.lengths", "7", true},
                   {"eval.seed", "9", true},    {"train.log_every", "7", true}, {"train.checkpoint_every", "7", true},
                   {"train.steps", "7", false}, {"train.seed", "7", false},     {"task", "parity_check", false},
                   {"encoding", "none", false}, {"seed.data", "-1", true},      {"seed.data", "1", false}};
    char hash[33];
    strcpy(hash, lg_config_hash(d->config));
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        again(d);
        set(d, changes[i].key, changes[i].value);
        assert_int_equal(!strcmp(lg_config_hash(d->config), hash), changes[i].same);
    }
    again(d);
    set(d, "train.steps", "1");
    assert_string_equal(lg_config_hash(d->config), "263a93a1914397b796c6770295b74860");
}

static void out_names_the_hash(void **state) {
    desk *d = *state;
    char expected[64];
    snprintf(expected, sizeof expected, "runs/%s", lg_config_hash(d->config));
    assert_string_equal(lg_config_get(d->config, "out"), expected);
    assert_non_null(strstr(lg_config_text(d->config), "out: runs/<hash>\n"));
    set(d, "out", "here");
    assert_string_equal(lg_config_get(d->config, "out"), "here");
}

/* ---- presets and environment ---- */

static void every_preset_resolves(void **state) {
    desk *d = *state;
    assert_true(lg_preset_count(d->context) >= 10);
    for (size_t i = 0; i < lg_preset_count(d->context); i++) {
        again(d);
        if (lg_config_preset(d->config, lg_preset_name(d->context, i)) != LG_OK)
            fail_msg("%s", lg_error_text(d->context));
        if (lg_config_check(d->config) != LG_OK) fail_msg("%s", lg_error_text(d->context));
        assert_true(strlen(lg_preset_summary(d->context, i)) > 10);
    }
}

static void presets_stand_on_each_other(void **state) {
    desk *d = *state;
    char hash[33];
    assert_int_equal(lg_config_preset(d->config, "noisy_learnt"), LG_OK);
    strcpy(hash, lg_config_hash(d->config));
    again(d);
    assert_int_equal(lg_config_preset(d->config, "label_based"), LG_OK);
    assert_string_equal(lg_config_hash(d->config), hash);
    assert_int_equal(lg_config_preset(d->config, "geometric"), LG_OK); /* replaces the positions, including their L */
    assert_int_equal(lg_config_check(d->config), LG_OK);
    assert_int_equal(lg_config_preset(d->config, "quik"), LG_USAGE);
    assert_words(d->context, "did you mean 'quick'");
    assert_int_equal(lg_config_preset(d->config, "../presets/quick"), LG_USAGE);
}

static void presets_can_be_elsewhere(void **state) {
    desk *d = *state;
    write_file(d, "mine.yaml", "# My own\ntrain.steps: 12\n");
    write_file(d, "quick.yaml", "# Another quick one\ntrain.steps: 13\n");
    setenv("LENGTHEN_PRESETS", ((scratch *)d->scratch)->folder, 1);
    assert_int_equal(lg_config_preset(d->config, "mine"), LG_OK);
    assert_value(d, "train.steps", "12", "preset");
    assert_int_equal(lg_config_preset(d->config, "quick"), LG_OK);
    assert_value(d, "train.steps", "13", "preset");
    for (size_t i = 0; i < lg_preset_count(d->context); i++)
        if (!strcmp(lg_preset_name(d->context, i), "mine"))
            assert_string_equal(lg_preset_summary(d->context, i), "My own");
    unsetenv("LENGTHEN_PRESETS");
}

static void the_environment_sets(void **state) {
    desk *d = *state;
    setenv("LENGTHEN_TRAIN_LR", "0.125", 1);
    setenv("LENGTHEN_KERNELS", "ref", 1);
    assert_int_equal(lg_config_environment(d->config), LG_OK);
    assert_value(d, "train.lr", "0.125", "environment");
    setenv("LENGTHEN_TRAIN_LR", "fast", 1);
    assert_int_equal(lg_config_environment(d->config), LG_USAGE);
    assert_words(d->context, "LENGTHEN_TRAIN_LR: train.lr: 'fast'");
    unsetenv("LENGTHEN_TRAIN_LR");
    setenv("LENGTHEN_TRAIN_STEPZ", "1", 1);
    assert_int_equal(lg_config_environment(d->config), LG_USAGE);
    assert_words(d->context, "did you mean LENGTHEN_TRAIN_STEPS");
    unsetenv("LENGTHEN_TRAIN_STEPZ");
    unsetenv("LENGTHEN_KERNELS");
}

static void unknown_variables_have_suggestions(void **state) {
    desk *d = *state;
    static const char *const meant[][2] = {{"STEPS", "TRAIN_STEPS"},         {"LR", "TRAIN_LR"},
                                           {"LENGTHS", "EVAL_LENGTHS"},      {"LENGTH", "EVAL_LENGTHS"},
                                           {"LOG_EVERY", "TRAIN_LOG_EVERY"}, {"L", "POSITIONS_L"},
                                           {"TRAIN_STEP", "TRAIN_STEPS"},    {"DAAT", "DATA"}};
    for (size_t i = 0; i < sizeof meant / sizeof *meant; i++) {
        char name[64], words[128];
        snprintf(name, sizeof name, "LENGTHEN_%s", meant[i][0]);
        snprintf(words, sizeof words, "%s: there is no option of that name; did you mean LENGTHEN_%s?", name,
                 meant[i][1]);
        setenv(name, "1", 1);
        assert_int_equal(lg_config_environment(d->config), LG_USAGE);
        assert_words(d->context, words);
        unsetenv(name);
    }
    setenv("LENGTHEN_QQQQQQQQQQ", "1", 1);
    assert_int_equal(lg_config_environment(d->config), LG_USAGE);
    assert_words(d->context, "LENGTHEN_QQQQQQQQQQ: there is no option of that name");
    unsetenv("LENGTHEN_QQQQQQQQQQ");
}

/* ---- catalogue ---- */

static void the_catalogue_is_complete(void **state) {
    (void)state;
    assert_int_equal(lg_axis_count(), 21);
    assert_true(lg_choice_count() > 40);
    for (size_t i = 0; i < lg_choice_count(); i++) {
        const lg_choice c = lg_choice_at(i);
        lg_choice found;
        char full[128];
        snprintf(full, sizeof full, "%s/%s", c.axis, c.name);
        assert_true(lg_choice_find(full, &found));
        assert_string_equal(found.name, c.name);
        if (*c.summary == '\0' || *c.formula == '\0' || *c.source == '\0') fail_msg("%s is not described", full);
        for (size_t o = 0; o < lg_choice_options(c.axis, c.name); o++)
            assert_true(*lg_choice_option(c.axis, c.name, o).help != '\0');
    }
    assert_false(lg_choice_find("nonsense", &(lg_choice){0}));
    assert_false(lg_choice_find("task/rope", &(lg_choice){0}));
    assert_string_equal(lg_choice_at(lg_choice_count()).name, "");
}

/* Asserts that the config has all settings in a text such as "encoding.kernel: power, cell: lstm". */
static void expect_settings(desk *d, const char *settings) {
    char key[64];
    for (const char *at = settings; *at != '\0';) {
        const size_t length = strcspn(at, ":"), end = strcspn(at, ",");
        snprintf(key, sizeof key, "%.*s", (int)length, at);
        const char *value = lg_config_get(d->config, key);
        if (strlen(value) != end - length - 2 || strncmp(value, at + length + 2, strlen(value)))
            fail_msg("%s is %s, not as in %s", key, value, settings);
        at += end + strspn(at + end, ", ");
    }
}

/* Each second name is unique. It resolves to a choice of its axis with the options that it implies, in files and in
 * flags. A setting that contradicts these options is an error. */
static void second_names_mean_choices(void **state) {
    desk *d = *state;
    char text[256];
    assert_true(lg_second_name_count() >= 7);
    for (size_t i = 0; i < lg_second_name_count(); i++) {
        const lg_second_name s = lg_second_name_at(i);
        lg_choice found;
        snprintf(text, sizeof text, "%s/%s", s.axis, s.name);
        assert_false(lg_choice_find(text, &found));
        const bool of_option = strchr(s.axis, '.');
        snprintf(text, sizeof text, "%s/%s", s.axis, s.choice);
        assert_true(of_option || lg_choice_find(text, &found));
        for (int k = 0; s.also[k]; k++) assert_true(lg_choice_find(s.also[k], &found));
        if (!strcmp(s.axis, "sublayer") || !strcmp(s.axis, "setting")) continue; /* no axes */
        snprintf(text, sizeof text, "%s: %s\n", s.axis, s.name);
        for (int file = 0; file < 2; file++) {
            again(d);
            const char *path = write_file(d, "second.yaml", text);
            if (!strcmp(s.axis, "protocol")) set(d, "data", "reverse_string");
            if (!strncmp(s.name, "bits_per_", 9)) set(d, "data", "text");
            if (!strcmp(s.name, "longrope")) set(d, "encoding.factors", "1 1.5");
            if (of_option) set(d, "encoding", "rope");
            file ? (void)lg_config_load(d->config, path) : set(d, s.axis, s.name);
            assert_int_equal(lg_config_check(d->config), LG_OK);
            assert_string_equal(lg_config_get(d->config, s.axis), s.choice);
            expect_settings(d, s.setting);
        }
    }
    assert_string_equal(lg_second_name_at(lg_second_name_count()).name, "");
    assert_load_fails(d, "encoding: kerple_log\nencoding.kernel: power\n", "encoding.kernel is set twice");
}

/* Settings that have a name in the literature are valid in a config, and the catalogue shows them as flags. */
static void settings_are_configs(void **state) {
    desk *d = *state;
    for (const lg_entry *e = lg_settings; e->name; e++) {
        char path[64], flags[256] = "set by:";
        lg_choice found;
        again(d);
        for (const lg_entry_default *s = e->defaults; s->key; s++) {
            set(d, s->key, s->value);
            snprintf(flags + strlen(flags), sizeof flags - strlen(flags), " --%s %s", s->key, s->value);
        }
        if (lg_config_check(d->config) != LG_OK) fail_msg("%s: %s", e->name, lg_error_text(d->context));
        snprintf(path, sizeof path, "setting/%s", e->name);
        assert_true(lg_choice_find(path, &found));
        assert_string_equal(found.properties, flags);
    }
}

static void every_option_takes_its_default(void **state) {
    desk *d = *state;
    bool steps = false;
    for (size_t i = 0; i < lg_common_option_count(); i++) {
        const lg_option_info o = lg_common_option(i);
        set(d, o.name, o.fallback);
        if (!strcmp(o.name, "train.steps")) steps = !strcmp(o.flag, "steps") && !strcmp(o.type, "int");
    }
    assert_true(steps);
    char hash[33];
    strcpy(hash, lg_config_hash(d->config));
    again(d);
    assert_string_equal(lg_config_hash(d->config), hash);
}

/* ---- samples ---- */

static void count_example(void *user, const lg_example *e) {
    int *count = user;
    assert_int_equal(e->length, 7);
    assert_int_equal(e->inputs, 7);
    for (int i = 0; i < e->inputs; i++) assert_true(strlen(e->input_symbols[i]) > 0);
    for (int j = 0; j < e->targets; j++) /* reversed */
        assert_string_equal(e->target_symbols[j], e->input_symbols[e->inputs - 1 - j]);
    ++*count;
}

static void samples_come_in_words(void **state) {
    desk *d = *state;
    int count = 0;
    assert_int_equal(lg_sample_task(d->config, 7, 5, 1, count_example, &count), LG_OK);
    assert_int_equal(count, 5);
    assert_int_equal(lg_sample_task(d->config, -1, 5, 1, count_example, &count), LG_USAGE);
    assert_words(d->context, "length");
}

/* ---- matrices ---- */

typedef struct seen {
    int count;
    size_t numbers;
    char what[16][16];
} seen;

static void see(void *user, const lg_matrix *m) {
    seen *s = user;
    size_t numbers = 1;
    for (int i = 0; i < m->rank; i++) numbers *= m->shape[i];
    s->numbers += numbers;
    snprintf(s->what[s->count++], sizeof *s->what, "%s", m->what);
    for (size_t i = 0; i < numbers; i++) assert_true(m->data[i] == m->data[i]);
}

static void encodings_show_their_matrices(void **state) {
    desk *d = *state;
    static double content[5 * 64];
    seen s = {0};
    set(d, "encoding", "alibi");
    assert_int_equal(lg_inspect_encoding(d->config, 5, NULL, NULL, see, &s), LG_OK);
    assert_true(s.count == 1 && !strcmp(s.what[0], "bias") && s.numbers == 8 * 5 * 5);
    assert_int_equal(lg_inspect_encoding(d->config, 5, content, NULL, see, &s), LG_USAGE);
    assert_int_equal(lg_inspect_encoding(d->config, 5, content, content, see, &s), LG_OK);
    assert_true(s.count > 2);
    s = (seen){0};
    assert_int_equal(lg_inspect_positions(d->config, 5, see, &s), LG_OK);
    assert_true(s.count >= 1 && !strcmp(s.what[0], "positions"));
    assert_int_equal(lg_inspect_positions(d->config, 0, see, &s), LG_USAGE);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, sit_down, clear_up)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(defaults_resolve),
        TEST(settings_are_sorted),
        TEST(values_are_scalars_of_yaml),
        TEST(the_higher_origin_wins),
        TEST(the_later_flag_wins),
        TEST(the_feed_forward_network_follows_the_width),
        TEST(a_window_follows_what_the_model_needs),
        TEST(choices_have_the_names_they_were_given),
        TEST(a_copy_has_all_that_was_set),
        TEST(what_was_set_is_taken_back),
        TEST(choices_with_options_have_their_names),
        TEST(bits_per_character_are_not_of_words),
        TEST(short_names_and_axis_names),
        TEST(wrong_settings_have_words),
        TEST(a_choice_above_silences_options_below),
        TEST(what_an_entry_ignores_is_not_set_beside_it),
        TEST(nested_and_dotted_keys_are_the_same),
        TEST(bad_files_say_where),
        TEST(clashes_say_where),
        TEST(harmless_files_load),
        TEST(a_file_overrides_its_bases),
        TEST(a_cut_file_never_loads_wrongly),
        TEST(unreadable_paths_are_refused),
        TEST(the_text_reads_back),
        TEST(the_hash_knows_what_is_computed),
        TEST(out_names_the_hash),
        TEST(every_preset_resolves),
        TEST(presets_stand_on_each_other),
        TEST(presets_can_be_elsewhere),
        TEST(the_environment_sets),
        TEST(unknown_variables_have_suggestions),
        TEST(the_catalogue_is_complete),
        TEST(second_names_mean_choices),
        TEST(settings_are_configs),
        TEST(every_option_takes_its_default),
        TEST(samples_come_in_words),
        TEST(encodings_show_their_matrices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
