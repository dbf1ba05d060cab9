/* turns.c: see turns.h. */
#include "cli/bench/turns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/config.h"

static int put(cli *c, lg_config *f, const char *key, const char *value) {
    lg_status status = lg_config_set(f, key, value, LG_FLAG, "bench");
    return status == LG_OK ? LG_OK : cli_fail_library(c, status);
}

/* All that is set in a config. */
static int copy_settings(cli_bench *b, lg_config *to) {
    int status = LG_OK;
    for (size_t i = 0; status == LG_OK && i < lg_config_count(b->config); i++) {
        const lg_setting s = lg_config_at(b->config, i);
        if (strcmp(s.origin, "default")) status = put(b->c, to, s.key, s.value);
    }
    return status;
}

/* A value; of "4.5w" that many widths. */
static const char *scaled(const char *value, int width, char text[16]) {
    char *end;
    const double factor = strtod(value, &end);
    if (end == value || strcmp(end, "w")) return value;
    snprintf(text, 16, "%ld", lround(factor * width));
    return text;
}

/* KEY=VALUE, one after another. */
static int put_settings(cli_bench *b, lg_config *to, const char *settings) {
    const int width = (int)cli_config_int(b->config, "model.width", 0);
    char copy[256], text[16], *rest = NULL;
    int status = LG_OK;
    snprintf(copy, sizeof copy, "%s", settings);
    for (char *one = strtok_r(copy, " ", &rest); status == LG_OK && one; one = strtok_r(NULL, " ", &rest)) {
        char *sign = strchr(one, '=');
        *sign = '\0';
        status = put(b->c, to, one, scaled(sign + 1, width, text));
    }
    return status;
}

int cli_timed_open(cli_bench *b, const char *name, const char *settings, int length, cli_timed *out) {
    lg_config *f = NULL;
    *out = (cli_timed){0};
    lg_status made = lg_config_new(b->c->context, &f);
    int status = made == LG_OK ? copy_settings(b, f) : cli_fail_library(b->c, made);
    if (status == LG_OK) status = put_settings(b, f, settings);
    if (status == LG_OK) {
        lg_status opened = lg_step_timer_open(f, length, &out->timer);
        if (opened != LG_OK) {
            cli_progress_clear(&b->c->progress);
            status = cli_fail(opened, "%s: %s", name, lg_error_text(b->c->context));
        }
    }
    lg_config_free(f);
    return status;
}

int cli_timed_run(cli_bench *b, cli_timed *models, int count) {
    for (int i = 0; i < CLI_TURNS; i++)
        for (int m = 0; m < count; m++) {
            lg_status timed = lg_step_timer_run(models[m].timer, b->seconds / CLI_TURNS, &models[m].step);
            if (timed != LG_OK) return cli_fail_library(b->c, timed);
            models[m].seconds[i] = models[m].step.seconds;
        }
    return LG_OK;
}

void cli_timed_close(cli_timed *models, int count) {
    for (int i = 0; i < count; i++) lg_step_timer_close(models[i].timer);
    memset(models, 0, sizeof *models * (size_t)count);
}

static int compare_numbers(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

double cli_turns_median(const double values[CLI_TURNS]) {
    double sorted[CLI_TURNS];
    memcpy(sorted, values, sizeof sorted);
    qsort(sorted, CLI_TURNS, sizeof *sorted, compare_numbers);
    return sorted[CLI_TURNS / 2];
}
