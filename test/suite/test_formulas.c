/* test_formulas.c: formulas that are written like built-in entries equal these entries. For entries without parameters,
 * losses in training are equal. For sandwich and for encodings with parameters, biases are equal. Invalid formulas are
 * refused. */
#include "formula/program.h"
#include "looking.h"
#include "nn/axes/encoding.h"
#include "nn/axes/mask.h"

/* ---- without parameters: the same bits in training ---- */

static void fixed_biases_train_alike(void **state) {
    static const char *const cases[][2] = {
        {"encoding=alibi encoding.sides=symmetric", "-abs(d)*2^(-8*(head+1)/H)"},
        {"encoding=alibi encoding.sides=half_shift", "-(abs(d)-0.5*(d>0))*2^(-8*(head+1)/H)"},
        {"encoding=alibi encoding.sides=symmetric mask=causal", "-abs(d)*2^(-8*(head+1)/H)"},
        {"encoding=alibi encoding.sides=symmetric model.heads=4", "m=2^(-8*(head+1)/H);-m*abs(d)"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char settings[512];
        const char *rest = strchr(cases[i][0], ' ');
        while (rest && strstr(rest, "encoding.sides")) rest = strchr(rest + 1, ' ');
        snprintf(settings, sizeof settings, "encoding=formula encoding.bias=%s%s", cases[i][1], rest ? rest : "");
        const double wanted = bench_loss_after(cases[i][0], 2, 4, NULL), got = bench_loss_after(settings, 1, 4, NULL);
        if (got != wanted) fail_msg("%s: loss %.17g; %s: %.17g", cases[i][0], wanted, settings, got);
    }
}

static void schedules_train_alike(void **state) {
    static const char *const cases[][2] = {
        {"schedule=cosine train.steps=6", "(1+cos(pi*((step-1)/steps)))/2"},
        {"schedule=linear train.steps=6", "1-(step-1)/steps"},
        {"schedule=constant train.steps=6 schedule.warmup=3", "1"},
        {"schedule=inverse_sqrt train.steps=6 schedule.warmup=2", "sqrt(2/(step+2))"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char settings[512];
        snprintf(settings, sizeof settings, "schedule=formula schedule.formula=%s%s", cases[i][1],
                 strchr(cases[i][0], ' '));
        const double wanted = bench_loss_after(cases[i][0], 1, 6, NULL), got = bench_loss_after(settings, 1, 6, NULL);
        if (got != wanted) fail_msg("%s: loss %.17g; %s: %.17g", cases[i][0], wanted, settings, got);
    }
}

/* The formula that a mask shows allows the same keys as the mask's ranges. */
static void masks_show_their_formula(void **state) {
    static const char *const settings[] = {"full",
                                           "causal",
                                           "bca mask.block=3",
                                           "three_blocks mask.block=4",
                                           "lambda mask.width=3 mask.sinks=2",
                                           "chunk mask.chunk=5",
                                           "chunk mask.chunk=5 mask.form=causal",
                                           "window mask.width=4",
                                           "window mask.width=4 mask.form=half",
                                           "window mask.width=4 mask.form=causal"};
    enum { T = 23 };
    size_t held = 0;
    (void)state;
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
        char text[128];
        snprintf(text, sizeof text, "mask=%s", settings[k]);
        bench b = bench_open_well(text, 1);
        const lg_chosen_mask m = b.trainer->model->mask;
        const lg_formula_source s = m.entry->formula_of(&m.own);
        lg_arena *arena = lg_arena_new();
        const lg_formula *f = lg_formula_parse(&s, arena, &b.err);
        if (!f) fail_msg("%s: %s", text, b.err.text);
        double *work = lg_arena_alloc(arena, lg_program_work(f->program) * sizeof *work);
        int32_t begin[T], end[T];
        for (int i = 0; i < T; i++) begin[i] = 0, end[i] = T;
        if (!lg_mask_shows_all(&m)) lg_mask_range(&m, 0, T, begin, end, NULL);
        for (int e = 0; e < T * T; e++) {
            const double i = e / T, j = e % T;
            double sees;
            const lg_formula_input in = {.lanes = 1, .operand = {[LG_MASK_I] = {&i, false}, [LG_MASK_J] = {&j, false}}};
            lg_program_run(f->program, &in, work, &sees);
            const bool shown = (j < lg_mask_prefix(&m) || j >= begin[e / T]) && j < end[e / T];
            if ((sees != 0) != shown) fail_msg("%s: query %g, key %g", text, i, j);
        }
        held++;
        lg_arena_free(arena);
        bench_close(&b);
    }
    assert_int_equal(held, sizeof settings / sizeof *settings);
}

/* Each case: an entry, a formula that equals it, and further settings of both models. */
static void others_train_alike(void **state) {
    static const char *const cases[][3] = {
        {"mask=causal", "mask=formula mask.formula=j<=i", ""},
        {"mask=window mask.width=5", "mask=formula mask.formula=abs(i-j)<=2", ""},
        {"mask=window mask.width=4 mask.form=half", "mask=formula mask.formula=abs(i-j)<=1", ""},
        {"mask=window mask.width=4 mask.form=causal", "mask=formula mask.formula=j<=i*and*i-j<4", ""},
        {"mask=bca mask.block=3", "mask=formula mask.formula=j<=i*and*floor(j/3)>=floor(i/3)-1", ""},
        {"mask=three_blocks mask.block=3", "mask=formula mask.formula=abs(floor(i/3)-floor(j/3))<=1", ""},
        {"mask=lambda mask.width=3 mask.sinks=2", "mask=formula mask.formula=j<=i*and*(i-j<3*or*j<2)", ""},
        {"scale=inverse_sqrt", "scale=formula scale.formula=1/sqrt(dk)", ""},
        {"scale=one", "scale=formula scale.formula=1", ""},
        {"scale=log_n", "scale=formula scale.formula=log(n)/log(40)*(1/sqrt(dk))", " mask=causal"},
        {"encoding=formula encoding.bias=-abs(d)/8", "encoding=formula encoding.bias=-abs(p_i-p_j)/8", ""},
        {"encoding=formula encoding.bias=-abs(d)/8 positions=randomized positions.draw=positions",
         "encoding=formula encoding.bias=-abs(p_i-p_j)/8 positions=randomized positions.draw=positions", ""},
        {"encoding=formula encoding.bias=-abs(d)/8", "encoding=formula encoding.bias=-abs(d)/8+0*T", ""},
        {"encoding=rope", "encoding=formula encoding.frequency=10000^(-2*k/r)", ""},
        {"encoding=rope", "encoding=rope encoding.frequency=base^(-2*k/r)", ""},
        {"encoding=rope encoding.frequencies=interpolated encoding.extension=3",
         "encoding=rope encoding.frequency=base^(-2*k/r)/3", " mask=causal"},
        {"encoding=rope encoding.frequencies=ntk encoding.extension=3",
         "encoding=formula encoding.frequency=(10000*3^(r/(r-2)))^(-2*k/r)", ""},
        {"encoding=rope", "encoding=formula encoding.frequency=10000^(-2*k/r)+0*T", ""},
        {"mixer=relu", "mixer=formula mixer.formula=max(x,0)", ""},
        {"mixer=squared_relu", "mixer=formula mixer.formula=relu(x)^2", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char entry[512], formula[512];
        snprintf(entry, sizeof entry, "%s%s", cases[i][0], cases[i][2]);
        snprintf(formula, sizeof formula, "%s%s", cases[i][1], cases[i][2]);
        for (char *s = formula; *s != '\0'; s++) /* settings are separated by blanks */
            if (!strncmp(s, "*and*", 5))
                s[0] = s[4] = '\t';
            else if (!strncmp(s, "*or*", 4))
                s[0] = s[3] = '\t';
        const double wanted = bench_loss_after(entry, 1, 4, NULL), got = bench_loss_after(formula, 1, 4, NULL);
        if (got != wanted) fail_msg("%s: loss %.17g; %s: %.17g", entry, wanted, formula, got);
    }
}

/* ---- with parameters: the same biases ---- */

/* Writes a number for each of two heads as the formula "if(head<1,A,B)". */
static void choose(char *to, size_t size, const double *x) {
    snprintf(to, size, "if(head<1,%.17g,%.17g)", x[0], x[1]);
}

static void expect_bias(const char *settings, const char *bias, const double *wanted, int T) {
    char formula[4096];
    matrix m;
    snprintf(formula, sizeof formula, "encoding=formula encoding.bias=%s%s", bias, settings);
    bench b = bench_open_well(formula, 1);
    const double *got = look(&b, "bias", T, NULL, NULL, &m);
    for (int i = 0; i < 2 * T * T; i++) expect(bias, got[i], wanted[i], 20 * unit() * (1 + fabs(wanted[i])));
    bench_close(&b);
}

static void kerple_is_a_formula(void **state) {
    static const char *const cases[][2] = {{"encoding=kerple", "-%s*log1p(%s*abs(d))"},
                                           {"encoding=kerple encoding.kernel=power", "-%s*abs(d)^%s"}};
    enum { T = 12 };
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        char r1[80], r2[80], bias[300];
        matrix m;
        bench b = bench_open_well(cases[i][0], 1);
        choose(r1, sizeof r1, look(&b, "r1", T, NULL, NULL, &m));
        choose(r2, sizeof r2, look(&b, "r2", T, NULL, NULL, &m));
        const char *s = strstr(cases[i][1], "%s"), *t = strstr(s + 2, "%s");
        snprintf(bias, sizeof bias, "%.*s%s%.*s%s%s", (int)(s - cases[i][1]), cases[i][1], r1, (int)(t - s - 2), s + 2,
                 r2, t + 2);
        expect_bias("", bias, look(&b, "bias", T, NULL, NULL, &m), T);
        bench_close(&b);
    }
}

/* Keys on the right use the second half of the buckets. If the mask hides the right side, all buckets are for the
 * left. */
static void t5_is_a_formula(void **state) {
    enum { T = 24, BUCKETS = 8 };
    (void)state;
    for (int causal = 0; causal < 2; causal++) {
        char table[2][600] = {"", ""}, bias[1600];
        matrix m;
        bench b = bench_open_well(causal ? "encoding=t5 encoding.buckets=8 encoding.max_distance=16 mask=causal"
                                         : "encoding=t5 encoding.buckets=8 encoding.max_distance=16",
                                  1);
        const double *w = look(&b, "bucket_bias", T, NULL, NULL, &m);
        for (int h = 0; h < 2; h++)
            for (int k = 0; k < BUCKETS; k++)
                snprintf(table[h] + strlen(table[h]), sizeof table[h] - strlen(table[h]), "%s(k==%d)*%.17g",
                         k > 0 ? "+" : "", k, w[h * BUCKETS + k]);
        snprintf(bias, sizeof bias, "k=%s;if(head<1,%s,%s)",
                 causal ? "if(d<0,0,bucket(d,8,16))" : "if(d<0,4,0)+bucket(d,4,16)", table[0], table[1]);
        expect_bias(causal ? " mask=causal" : "", bias, look(&b, "bias", T, NULL, NULL, &m), T);
        bench_close(&b);
    }
}

/* Sandwich shows a formula but is computed in another way. */
static void sandwich_is_its_formula(void **state) {
    enum { T = 30 };
    (void)state;
    matrix m;
    bench b = bench_open_well("encoding=sandwich encoding.frequencies=16 encoding.base=500", 1);
    const lg_chosen_encoding *e = &b.trainer->model->pattern.choices[0].encoding[0];
    const lg_formula_source s = e->entry->formula_of(&e->own);
    char numbers[64], settings[200], text[200];
    snprintf(numbers, sizeof numbers, " encoding.numbers=frequencies=%g;base=%g", s.given[0].value, s.given[1].value);
    snprintf(settings, sizeof settings, "%s", numbers);
    snprintf(text, sizeof text, "%s", s.text);
    for (char *c = text; *c != '\0'; c++)
        if (*c == ' ') *c = '\t'; /* settings are separated by blanks */
    const double *wanted = look(&b, "bias", T, NULL, NULL, &m);
    expect_bias(settings, text, wanted, T);
    bench_close(&b);
}

/* ---- parameters ---- */

/* Parameters are trained, separately in each block unless they are shared. */
static void parameters_are_trained(void **state) {
    size_t none, apart, shared;
    (void)state;
    const double fixed = bench_loss_after("encoding=formula encoding.bias=-abs(d)", 1, 4, &none);
    const double own =
        bench_loss_after("encoding=formula encoding.bias=-s*abs(d) encoding.parameters=s[head]=1", 1, 4, &apart);
    bench_loss_after("encoding=formula encoding.bias=-s*abs(d) encoding.parameters=s[head]=1 encoding.shared_bias=true",
                     2, 4, &shared);
    assert_true(fixed != own);
    assert_int_equal(apart, none + 4);
    assert_int_equal(shared, none + 2);
}

static void threads_change_nothing(void **state) {
    static const char settings[] =
        "encoding=formula encoding.bias=w[bucket(d,8,16)]+t*tanh(d) encoding.parameters=w[head,8]=normal(1,0.5);t=0.5";
    (void)state;
    assert_true(bench_loss_after(settings, 1, 5, NULL) == bench_loss_after(settings, 3, 5, NULL));
}

/* Parameters may have any name, including those of the engine's tensors. */
static void names_are_their_own(void **state) {
    matrix m;
    (void)state;
    bench b = bench_open_well("encoding=formula encoding.bias=-(weights+hidden+bias)*abs(d) "
                              "encoding.parameters=weights[head]=1;hidden[head]=2;bias[head]=3",
                              1);
    const double *bias = look(&b, "bias", 3, NULL, NULL, &m);
    expect("bias", bias[1], -6, unit());
    assert_true(look(&b, "formula.weights", 3, NULL, NULL, &m)[1] == 1);
    bench_close(&b);
}

/* ---- mistakes ---- */

static void wrong_formulas_are_refused(void **state) {
    static const char *const cases[][2] = {
        {"encoding=formula encoding.bias=dd", "did you mean d?"},
        {"encoding=formula encoding.bias=head", "is the same for all keys"},
        {"encoding=formula encoding.bias=-d*(", "found the end"},
        {"encoding=formula encoding.bias=s*d", "there is no name s"},
        {"encoding=formula encoding.bias=sqrt(d)", "at d = -60 the value is not finite: sqrt(-60)"},
        {"encoding=formula encoding.bias=log(d+10)+if(d>0,log(d),0)", "log(-50)"},
        {"encoding=formula encoding.bias=-abs(d)/(1-head)", "the value is not finite"},
        {"encoding=formula encoding.bias=-abs(d)*1e300", "the value is not finite"},
        {"encoding=formula encoding.bias=-abs(p_i-p_j) positions=clipped", "positions"},
        {"encoding=formula encoding.frequency=2^-k positions=clipped", "positions"},
        {"encoding=formula encoding.bias=-abs(p_i-p_j) positions=randomized positions.draw=distances", "distances"},
        {"scale=formula scale.formula=sum(k,dk*2000,1)", "(expected 4096 or fewer)"},
        {"schedule=formula schedule.formula=sum(k,steps*4000,1)/steps train.steps=2", "(expected 4096 or fewer)"},
        {"encoding=formula encoding.bias=log(d) mask=causal", "at d = 0 the value is not finite: log(0)"},
        {"encoding=formula encoding.bias=sqrt(30-abs(d))", "the value is not finite: sqrt("},
        {"encoding=formula encoding.frequency=1/k", "at k = 0 the value is not finite: 1 / 0"},
        {"mixer=formula mixer.formula=sqrt(x)", "at x = -8 the value is not finite"},
        {"scale=formula scale.formula=log(n-1) mask=causal", "at n = 1 the value is not finite: log(0)"},
        {"schedule=formula schedule.formula=1/(step-3)", "at step = 3 the value is not finite: 1 / 0"},
        {"encoding=formula encoding.bias=d encoding.parameters=s", "expected ="},
        {"encoding=formula encoding.bias=s*d encoding.parameters=s=1e30x", "^ character 7"},
        {"architecture=encoder_decoder data=reverse_string cross.encoding=formula cross.encoding.bias=head",
         "is the same for all keys"},
        {"mask=formula mask.formula=i<j", "sees no key (add: or j == i)"},
        {"mask=formula mask.formula=d<3", "there is no name d"},
        {"encoding=formula encoding.bias=sum(k,5000^H,d)", "(expected 4096 or fewer)"},
        {"mask=formula mask.formula=i+j!=4", "query 0 must see one interval"},
        {"architecture=decoder mask=formula mask.formula=abs(i-j)<4", "causal"},
        {"scale=formula scale.formula=1/sqrt(dq)", "did you mean dk?"},
        {"mixer=formula mixer.formula=max(y,0)", "there are: x"},
        {"mixer=formula mixer.formula=sum(k,3,x)", "cannot contain sums"},
        {"encoding=formula encoding.frequency=base^(-k)", "there is no name base"},
        {"encoding=formula encoding.frequency=2^(-k) encoding.parameters=s=1", "s = 1 needs an encoding.bias"},
        {"encoding=rope encoding.frequency=2^(-k) encoding.frequencies=ntk", "the formula replaces"},
        {"encoding=rope encoding.frequency=2^(-k) encoding.temperature=0.1", "the formula replaces"},
        {"schedule=formula schedule.formula=stp/steps", "did you mean step?"},
        {"schedule=formula schedule.formula=sum(k,step,k)", "must be fixed before the model runs"},
    };
    (void)state;
    bench_expect_refusals(cases, sizeof cases / sizeof *cases);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fixed_biases_train_alike),
        cmocka_unit_test(schedules_train_alike),
        cmocka_unit_test(others_train_alike),
        cmocka_unit_test(masks_show_their_formula),
        cmocka_unit_test(kerple_is_a_formula),
        cmocka_unit_test(sandwich_is_its_formula),
        cmocka_unit_test(t5_is_a_formula),
        cmocka_unit_test(parameters_are_trained),
        cmocka_unit_test(names_are_their_own),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(wrong_formulas_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
