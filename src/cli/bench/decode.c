/* decode.c: `lengthen bench --decode`: tokens a second of greedy decoding with cached keys and values, beside the roof
 * of the machine and, on demand, beside PyTorch, in turns. */
#include "cli/bench/decode.h"

#include <jansson.h>
#include <string.h>

#include "cli/bench/baseline.h"
#include "cli/bench/peer.h"
#include "cli/config.h"
#include "cli/ui/out.h"
#include "cli/ui/table.h"

enum { TURNS = 5 }; /* of a row; the best of each side counts */

/* The size of the model of preset copy, of a small and of a middling language model. */
typedef struct model_size {
    int width, heads, blocks;
} model_size;
static const model_size sizes[] = {{64, 8, 2}, {256, 8, 6}, {512, 8, 6}};
static const int batches[] = {1, 8, 32, 128}, lengths[] = {64, 256, 1024};
enum { SIZES = 3, BATCHES = 4, LENGTHS = 3, ROWS = SIZES * BATCHES * LENGTHS };

typedef struct decode_row {
    lg_decode_speed speed;
    char encoding[64], configuration[64]; /* of PyTorch: its fastest way */
    int width, heads, blocks, feed_forward;
    double peer; /* tokens a second; 0: not measured */
} decode_row;

typedef struct decode_bench {
    cli_bench *b;
    cli_peer peer;
    cli_product product;
    decode_row rows[ROWS];
    int count, total;
    int sizes, batches[BATCHES], batch_count, lengths[LENGTHS], length_count;
} decode_bench;

/* ---- what is measured ---- */

/* What only a model has that decodes token by token, unless it is set. */
static int put_defaults(cli_bench *b) {
    static const char *const defaults[][2] = {
        {"data", "copy_cmc"}, {"architecture", "decoder"}, {"encoding", "t5"}, {"model.dropout", "0"}};
    int status = LG_OK;
    for (size_t i = 0; status == LG_OK && i < sizeof defaults / sizeof *defaults; i++)
        if (cli_bench_is_default(b, defaults[i][0])) status = cli_bench_put(b, defaults[i][0], defaults[i][1]);
    return status;
}

/* One of what is set, or all of the usual ones. */
static int plan_cases(decode_bench *d) {
    cli_bench *b = d->b;
    long length = 0;
    if (cli_flag_int(&b->c->args, "length", 1, LG_LENGTH_MAX, &length)) return LG_USAGE;
    d->length_count = length ? 1 : LENGTHS;
    memcpy(d->lengths, lengths, sizeof lengths);
    if (length) d->lengths[0] = (int)length;
    const bool any_batch = cli_bench_is_default(b, "train.batch");
    d->batch_count = any_batch ? BATCHES : 1;
    memcpy(d->batches, batches, sizeof batches);
    if (!any_batch) d->batches[0] = (int)cli_config_int(b->config, "train.batch", 1);
    static const char *const keys[] = {"model.width", "model.heads", "model.blocks", "model.feed_forward"};
    d->sizes = SIZES;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!cli_bench_is_default(b, keys[i])) d->sizes = 0; /* the config's own */
    d->total = (d->sizes ? d->sizes : 1) * d->batch_count * d->length_count;
    return put_defaults(b);
}

/* PyTorch must decode the same model. */
static int check_peer(const cli_bench *b) {
    static const char *const model[][2] = {{"architecture", "decoder"},
                                           {"positions", "standard"},
                                           {"mask", "causal"},
                                           {"scale", "inverse_sqrt"},
                                           {"attention", "softmax"},
                                           {"residual", "add"},
                                           {"block", "post_norm"},
                                           {"norm", "layer_norm"},
                                           {"mixer", "relu"},
                                           {"head", "linear"},
                                           {"model.precision", "fp32"},
                                           {"model.key_heads", "0"},
                                           {"model.bias", "true"},
                                           {"model.embedding_scale", "sqrt_width"}};
    for (size_t i = 0; i < sizeof model / sizeof *model; i++) {
        const char *value = lg_config_get(b->config, model[i][0]);
        if (value && strcmp(value, model[i][1]))
            return cli_fail(LG_USAGE, "--pytorch: PyTorch decodes with %s: %s; this is %s", model[i][0], model[i][1],
                            value);
    }
    const char *encoding = lg_config_get(b->config, "encoding");
    if (!encoding || !strcmp(encoding, "t5") || !strcmp(encoding, "none")) return LG_OK;
    return cli_fail(LG_USAGE, "--pytorch: PyTorch decodes with encoding: t5 or none; this is %s", encoding);
}

static int put_size(cli_bench *b, const model_size *s) {
    int status = cli_bench_put_number(b, "model.width", s->width);
    if (status == LG_OK) status = cli_bench_put_number(b, "model.heads", s->heads);
    if (status == LG_OK) status = cli_bench_put_number(b, "model.blocks", s->blocks);
    return status == LG_OK ? cli_bench_put_number(b, "model.feed_forward", 4 * s->width) : status;
}

/* ---- measuring ---- */

static int ask_peer(decode_bench *d, decode_row *r, double seconds) {
    char line[512], answer[512];
    const lg_decode_speed *s = &r->speed;
    snprintf(line, sizeof line,
             "{\"width\": %d, \"heads\": %d, \"blocks\": %d, \"feed_forward\": %d, \"encoding\": \"%s\", "
             "\"symbols\": %d, \"classes\": %d, \"sequences\": %d, \"tokens\": %d, \"threads\": %d, \"seconds\": %g}\n",
             r->width, r->heads, r->blocks, r->feed_forward, r->encoding, s->symbols, s->classes, s->sequences,
             s->tokens, s->threads, seconds);
    int status = cli_peer_ask(&d->peer, line, answer, sizeof answer);
    if (status != LG_OK) return status;
    double speed = 0;
    const char *way = "";
    json_t *o = json_loads(answer, 0, NULL);
    const bool read = o && !json_unpack(o, "{s:F, s:s}", "tokens_per_second", &speed, "configuration", &way);
    if (read && speed > r->peer) r->peer = speed, snprintf(r->configuration, sizeof r->configuration, "%s", way);
    cli_product_read(&d->product, o);
    json_decref(o);
    return read ? LG_OK : cli_fail(LG_FAILED, "--pytorch: %s does not answer with its speed", d->peer.script);
}

/* Both sides alternate, so that noise of the machine affects both alike. */
static int measure_row(decode_bench *d, lg_decode *model, decode_row *r, int sequences, int tokens) {
    const double seconds = d->b->seconds / TURNS;
    for (int i = 0; i < TURNS; i++) {
        lg_status timed = lg_decode_time(model, sequences, tokens, seconds, &r->speed);
        if (timed != LG_OK) return cli_fail_library(d->b->c, timed);
        const int status = d->peer.to ? ask_peer(d, r, seconds) : LG_OK;
        if (status != LG_OK) return status;
    }
    return LG_OK;
}

static void describe_model(const cli_bench *b, decode_row *r) {
    const char *encoding = lg_config_get(b->config, "encoding");
    snprintf(r->encoding, sizeof r->encoding, "%s", encoding ? encoding : "none");
    r->width = (int)cli_config_int(b->config, "model.width", 0);
    r->heads = (int)cli_config_int(b->config, "model.heads", 0);
    r->blocks = (int)cli_config_int(b->config, "model.blocks", 0);
    r->feed_forward = (int)cli_config_int(b->config, "model.feed_forward", 0);
}

static int measure_model(decode_bench *d) {
    cli_bench *b = d->b;
    lg_decode *model;
    lg_status opened = lg_decode_open(b->config, &model);
    if (opened != LG_OK) return cli_fail_library(b->c, opened);
    int status = LG_OK;
    for (int i = 0; i < d->batch_count; i++)
        for (int j = 0; status == LG_OK && j < d->length_count; j++) {
            decode_row *r = &d->rows[d->count];
            describe_model(b, r);
            status = measure_row(d, model, r, d->batches[i], d->lengths[j]);
            cli_progress_show(&b->c->progress, ++d->count, d->total, "");
        }
    lg_decode_close(model);
    return status;
}

static int measure_all(decode_bench *d) {
    int status = d->sizes ? LG_OK : measure_model(d);
    for (int i = 0; status == LG_OK && i < d->sizes; i++) {
        status = put_size(d->b, &sizes[i]);
        if (status == LG_OK) status = measure_model(d);
    }
    return status;
}

/* ---- printing ---- */

static double ratio(const decode_row *r) {
    return r->peer > 0 ? r->speed.tokens_per_second / r->peer : 0;
}

static void print_row(cli_table *t, const decode_row *r, bool peer) {
    const lg_decode_speed *s = &r->speed;
    cli_table_cell(t, "%d", r->width);
    cli_table_cell(t, "%d", r->blocks);
    cli_table_cell(t, "%d", s->sequences);
    cli_table_cell(t, "%d", s->tokens);
    cli_table_cell(t, "%.0f", s->tokens_per_second);
    cli_table_cell(t, "%.0f", s->roof);
    cli_table_cell(t, "%s", s->bound);
    cli_table_cell(t, "%.0f %%", 100 * s->roof_fraction);
    cli_table_cell(t, "%.1f", s->gflops);
    cli_table_cell(t, "%.1f", s->bandwidth);
    cli_table_cell(t, "%.1f", s->bytes / (1 << 20));
    if (!peer) return;
    cli_table_cell(t, "%.0f", r->peer);
    cli_table_cell(t, "%.1f", ratio(r));
    cli_table_cell(t, "%s", r->configuration);
}

static void print_table(const decode_bench *d) {
    static const char *const heads[] = {"width",      "blocks",           "batch",   "tokens",       "tokens/s",
                                        "roof",       "bound by",         "of roof", "GFLOP/s",      "GB/s",
                                        "MiB a step", "PyTorch tokens/s", "ratio",   "PyTorch's way"};
    const lg_machine *m = &d->b->machine;
    const bool peer = d->rows[0].peer > 0;
    printf("%s, %s kernels, %d thread%s, %s: greedy decoding, encoding %s\n\n", m->cpu, m->kernels,
           d->rows[0].speed.threads, d->rows[0].speed.threads == 1 ? "" : "s", d->rows[0].speed.precision,
           d->rows[0].encoding);
    cli_table *t = cli_table_new(peer ? "rrrrrrlrrrrrrl" : "rrrrrrlrrrr");
    for (int i = 0; i < (peer ? 14 : 11); i++) cli_table_cell(t, "%s", heads[i]);
    for (int i = 0; i < d->count; i++) print_row(t, &d->rows[i], peer);
    cli_table_print(t, stdout);
    cli_table_free(t);
    cli_product_print(&d->product);
}

static void print_line(const decode_row *r, const cli_product *product) {
    const lg_decode_speed *s = &r->speed;
    json_t *o = cli_out_object("lengthen.bench/1");
    cli_out_text(o, "kind", "decode");
    cli_out_text(o, "encoding", r->encoding);
    cli_out_int(o, "width", r->width);
    cli_out_int(o, "heads", r->heads);
    cli_out_int(o, "blocks", r->blocks);
    cli_out_int(o, "feed_forward", r->feed_forward);
    cli_out_int(o, "batch", s->sequences);
    cli_out_int(o, "tokens", s->tokens);
    cli_out_int(o, "threads", s->threads);
    cli_out_text(o, "precision", s->precision);
    cli_out_real(o, "tokens_per_second", s->tokens_per_second);
    cli_out_real(o, "roof", s->roof);
    cli_out_text(o, "bound", s->bound);
    cli_out_real(o, "roof_share", s->roof_fraction);
    cli_out_real(o, "gflops", s->gflops);
    cli_out_real(o, "peak_gflops", s->peak_gflops);
    cli_out_real(o, "bandwidth", s->bandwidth);
    cli_out_real(o, "peak_bandwidth", s->peak_bandwidth);
    cli_out_int(o, "bytes_per_step", (int64_t)s->bytes);
    if (r->peer > 0) {
        cli_out_real(o, "peer_tokens_per_second", r->peer);
        cli_out_text(o, "peer_configuration", r->configuration);
        cli_out_real(o, "ratio", ratio(r));
        cli_product_add(product, o);
    }
    cli_out_line(o);
}

int cli_bench_decode(cli_bench *b, const char *python, const char *script) {
    decode_bench d = {.b = b};
    int status = plan_cases(&d);
    if (status == LG_OK && script) status = check_peer(b);
    if (status == LG_OK && script) status = cli_peer_start(&d.peer, python, script);
    if (status == LG_OK) {
        cli_bench_begin(b, "decoding");
        status = measure_all(&d);
    }
    cli_peer_stop(&d.peer);
    if (status != LG_OK) return status;
    for (int i = 0; b->c->json && i < d.count; i++) print_line(&d.rows[i], &d.product);
    if (!b->c->json) print_table(&d);
    return LG_OK;
}
