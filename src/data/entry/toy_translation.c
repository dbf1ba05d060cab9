/* toy_translation.c: task of translating English sentences of a small grammar to Italian. Each sentence is drawn from a
 * key. The task covers the essentials of translation: changes of word order, agreement with a distant word, and two
 * words that merge into one. */
#include <math.h>

#include "data/vocabulary.h"

/* The form of an Italian word: FEMININE or 0, plus PLURAL or 0. */
enum { FEMININE = 1, PLURAL = 2, FORMS = 4 };
enum { NOUNS = 16, ADJECTIVES = 10, VERBS = 8, JOINED = 4, PLAIN = 2, LONGEST_PHRASE = 4 };

/* Ids. The forms of a word are consecutive, English forms first. */
enum {
    END,
    SEPARATOR,
    THE,
    ARTICLES = THE + 1,                            /* [FORMS] */
    FIRST_NOUN = ARTICLES + FORMS,                 /* house houses casa case, ...; the second half is feminine */
    FIRST_ADJECTIVE = FIRST_NOUN + 4 * NOUNS,      /* red rosso rossa rossi rosse, ... */
    FIRST_VERB = FIRST_ADJECTIVE + 5 * ADJECTIVES, /* sees see vede vedono, ... */
    FIRST_JOINED = FIRST_VERB + 4 * VERBS,         /* of di del della dei delle, ...: merge with the article */
    FIRST_PLAIN = FIRST_JOINED + 6 * JOINED,       /* with con, ...: other prepositions */
    WORDS = FIRST_PLAIN + 2 * PLAIN
};

/* clang-format off */
static const char *const words[WORDS] = {
    "</s>", "<sep>", "the", "il", "la", "i", "le",
    /* nouns */
    "book", "books", "libro", "libri", "cat", "cats", "gatto", "gatti", "table", "tables", "tavolo", "tavoli",
    "boy", "boys", "ragazzo", "ragazzi", "train", "trains", "treno", "treni", "bed", "beds", "letto", "letti",
    "garden", "gardens", "giardino", "giardini", "bridge", "bridges", "ponte", "ponti",
    "house", "houses", "casa", "case", "door", "doors", "porta", "porte", "road", "roads", "strada", "strade",
    "girl", "girls", "ragazza", "ragazze", "pen", "pens", "penna", "penne", "apple", "apples", "mela", "mele",
    "key", "keys", "chiave", "chiavi", "moon", "moons", "luna", "lune",
    /* adjectives */
    "red", "rosso", "rossa", "rossi", "rosse", "new", "nuovo", "nuova", "nuovi", "nuove",
    "small", "piccolo", "piccola", "piccoli", "piccole", "black", "nero", "nera", "neri", "nere",
    "dark", "scuro", "scura", "scuri", "scure", "cold", "freddo", "fredda", "freddi", "fredde",
    "warm", "caldo", "calda", "caldi", "calde", "dear", "caro", "cara", "cari", "care",
    "full", "pieno", "piena", "pieni", "piene", "true", "vero", "vera", "veri", "vere",
    /* verbs */
    "sees", "see", "vede", "vedono", "takes", "take", "prende", "prendono", "finds", "find", "trova", "trovano",
    "reads", "read", "legge", "leggono", "brings", "bring", "porge", "porgono", "loves", "love", "ama", "amano",
    "knows", "know", "conosce", "conoscono", "paints", "paint", "dipinge", "dipingono",
    /* prepositions */
    "of", "di", "del", "della", "dei", "delle", "from", "da", "dal", "dalla", "dai", "dalle",
    "to", "a", "al", "alla", "ai", "alle", "on", "su", "sul", "sulla", "sui", "sulle",
    "with", "con", "for", "per",
};
/* clang-format on */

typedef struct toy {
    double inverted;
} toy;

static const lg_option options[] = {
    {.name = "data.inverted",
     .type = LG_REAL,
     .fallback = "0",
     .max = 1,
     .help = "probability that the first adjective stays before its noun",
     .at = offsetof(toy, inverted)},
    {0},
};

static double inverted_of(const lg_dataset *d) {
    return ((const toy *)d->own)->inverted;
}

/* ---- writing ---- */

typedef struct composer {
    lg_record *r; /* NULL: tokens are only counted */
    int n, m;     /* number of source and target tokens so far */
    lg_random random;
    double inverted;
    bool plural; /* is the subject plural? */
} composer;

static int below(composer *c, int count) {
    return (int)lg_random_below(&c->random, (uint32_t)count);
}

static void put_source(composer *c, int id) {
    if (c->r) c->r->source[c->n] = id;
    c->n++;
}

static void put_target(composer *c, int id) {
    if (c->r) c->r->target[c->m] = id;
    c->m++;
}

/* Writes the preposition of a phrase (-1: none), and its article. */
static void put_opening(composer *c, int preposition, bool article, int form) {
    const int own = ARTICLES + form;
    const bool joins = preposition >= 0 && preposition < JOINED;
    if (joins)
        put_target(c, FIRST_JOINED + 6 * preposition + (article ? 2 + form : 1));
    else if (preposition >= 0)
        put_target(c, FIRST_PLAIN + 2 * (preposition - JOINED) + 1);
    if (article) put_source(c, THE);
    if (article && !joins) put_target(c, own);
}

/* Writes a phrase of `size` source words. It is a noun; or "the" and a noun; or "the", adjectives and a noun. In the
 * target, adjectives follow the noun in reverse order. The first adjective may instead precede the noun. */
static void put_phrase(composer *c, int size, int preposition) {
    const int noun = below(c, NOUNS), plural = below(c, 2), count = size > 2 ? size - 2 : 0;
    const int form = (noun >= NOUNS / 2 ? FEMININE : 0) + (plural ? PLURAL : 0);
    const bool inverted = count > 0 && lg_random_unit(&c->random) < c->inverted;
    int adjectives[LONGEST_PHRASE];
    put_opening(c, preposition, size > 1, form);
    for (int i = 0; i < count; i++) {
        adjectives[i] = FIRST_ADJECTIVE + 5 * below(c, ADJECTIVES);
        put_source(c, adjectives[i]);
    }
    put_source(c, FIRST_NOUN + 4 * noun + plural);
    if (inverted) put_target(c, adjectives[0] + 1 + form);
    put_target(c, FIRST_NOUN + 4 * noun + 2 + plural);
    for (int i = count - 1; i >= inverted; i--) put_target(c, adjectives[i] + 1 + form);
    if (preposition < 0) c->plural = plural;
}

static void put_verb(composer *c) {
    const int verb = FIRST_VERB + 4 * below(c, VERBS);
    put_source(c, verb + c->plural);
    put_target(c, verb + 2 + c->plural);
}

/* Writes phrases, separated by verbs or prepositions. A verb agrees with the last phrase before it that has no
 * preposition. */
static void compose(composer *c, int length) {
    int preposition = -1;
    for (int left = length; left > 0;) {
        const int size = 1 + below(c, left < LONGEST_PHRASE ? left : LONGEST_PHRASE);
        put_phrase(c, size, preposition);
        left -= size;
        preposition = -1;
        if (left == 0) break;
        if (left > 1 && below(c, 2) == 0) {
            preposition = below(c, JOINED + PLAIN);
            put_source(c, preposition < JOINED ? FIRST_JOINED + 6 * preposition
                                               : FIRST_PLAIN + 2 * (preposition - JOINED));
        } else {
            put_verb(c);
        }
        left--;
    }
    put_source(c, SEPARATOR);
    put_target(c, END);
}

static void draw(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, lg_record *out) {
    (void)split;
    composer c = {.random = lg_random_from(lg_key_fold(key, (uint64_t)index)), .inverted = inverted_of(d)};
    composer count = c;
    compose(&count, length);
    lg_record_begin(out, length, count.n, count.m);
    c.r = out;
    compose(&c, length);
}

/* ---- checking ---- */

/* A cursor over source and target, without their last tokens. */
typedef struct reader {
    const int32_t *source, *target;
    int n, m, i, j; /* number of source and target tokens; index of the next source and target token */
} reader;

static int source_kind(int id) {
    return id == THE                                                                     ? 't'
           : id >= FIRST_NOUN && id < FIRST_ADJECTIVE && (id - FIRST_NOUN) % 4 < 2       ? 'n'
           : id >= FIRST_ADJECTIVE && id < FIRST_VERB && (id - FIRST_ADJECTIVE) % 5 == 0 ? 'a'
           : id >= FIRST_VERB && id < FIRST_JOINED && (id - FIRST_VERB) % 4 < 2          ? 'v'
           : id >= FIRST_JOINED && id < FIRST_PLAIN && (id - FIRST_JOINED) % 6 == 0      ? 'j'
           : id >= FIRST_PLAIN && id < WORDS && (id - FIRST_PLAIN) % 2 == 0              ? 'p'
                                                                                         : '?';
}

/* Kind of the next source token; 0: end. */
static int kind_of(const reader *x) {
    return x->i < x->n ? source_kind(x->source[x->i]) : 0;
}

static bool read_target(reader *x, int id) {
    return x->j < x->m && x->target[x->j++] == id;
}

/* Checks a phrase and its preposition, if any. Sets *plural if the noun is plural. */
static bool check_phrase(reader *x, double inverted, bool *plural) {
    const int opening = kind_of(x) == 'j' || kind_of(x) == 'p' ? x->source[x->i++] : -1;
    const bool joins = opening >= FIRST_JOINED && opening < FIRST_PLAIN, article = kind_of(x) == 't';
    int first = x->i += article;
    while (kind_of(x) == 'a') x->i++;
    const int count = x->i - first;
    if (kind_of(x) != 'n' || (count > 0 && !article)) return false;
    const int noun = x->source[x->i++] - FIRST_NOUN;
    *plural = noun % 2;
    const int form = 2 * *plural + (noun / 4 >= NOUNS / 2);
    if (opening >= 0 && !read_target(x, opening + (joins && article ? 2 + form : 1))) return false;
    if (article && !joins && !read_target(x, ARTICLES + form)) return false;
    const bool before = count > 0 && x->j < x->m && x->target[x->j] == x->source[first] + 1 + form;
    if (before ? inverted == 0 : count > 0 && inverted == 1) return false;
    if (before) x->j++;
    if (!read_target(x, FIRST_NOUN + noun + 2)) return false;
    for (int k = count - 1; k >= before; k--)
        if (!read_target(x, x->source[first + k] + 1 + form)) return false;
    return true;
}

static bool check_sentence(reader x, double inverted) {
    bool subject = false;
    for (;;) {
        bool plural;
        const bool bare = kind_of(&x) != 'j' && kind_of(&x) != 'p';
        if (!check_phrase(&x, inverted, &plural)) return false;
        if (bare) subject = plural;
        if (!kind_of(&x)) return x.j == x.m;
        if (kind_of(&x) != 'v') continue;
        const int verb = x.source[x.i++] - FIRST_VERB;
        if (verb % 4 != subject || !read_target(&x, FIRST_VERB + verb + 2)) return false;
        if (!kind_of(&x)) return x.j == x.m;
        if (kind_of(&x) == 'j' || kind_of(&x) == 'p') return false;
    }
}

static bool check(const lg_dataset *d, const lg_record *r) {
    const reader x = {r->source, r->target, r->n - 1, r->m - 1, 0, 0};
    if (r->n != r->length + 1 || r->n < 2 || r->m < 2) return false;
    for (int j = 0; j < r->m; j++)
        if (r->learned[j] != 1 || r->counted[j] != 1) return false;
    const int opening = source_kind(r->source[0]);
    return opening != 'j' && opening != 'p' && r->source[r->n - 1] == SEPARATOR && r->target[r->m - 1] == END &&
           check_sentence(x, inverted_of(d));
}

/* ---- the entry ---- */

static bool open_sentences(lg_dataset *d, lg_error *err) {
    (void)err;
    d->source = d->target = (lg_vocabulary){WORDS, words};
    d->one_vocabulary = d->separated = true;
    d->end = END;
    d->between = " <sep> ";
    return true;
}

static lg_record_size bound(const lg_dataset *d, int length) {
    (void)d;
    return (lg_record_size){length + 1, length + 1};
}

/* Writes the text of a sentence, without the final tokens of source and target. */
static void write_sentence(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, char *source,
                           char *target, size_t size) {
    lg_record r = {0};
    *source = *target = '\0';
    if (!lg_record_reserve(&r, length + 1, length + 1, NULL)) return;
    draw(d, split, length, index, key, &r);
    lg_vocabulary_write(&d->source, r.source, r.n - 1, source, size);
    lg_vocabulary_write(&d->target, r.target, r.m - 1, target, size);
    lg_record_free(&r);
}

static const lg_entry_default defaults[] = {{"architecture", "encoder_decoder"}, {"metric", "exact_match"}, {0}};
static const lg_data_methods methods = {
    .validates = true, .open = open_sentences, .bound = bound, .draw = draw, .write = write_sentence, .check = check};

const lg_data lg_data_toy_translation = {
    .name = "toy_translation",
    .summary = "sentences of a small grammar, from English into Italian",
    .formula = "A sentence has n words: phrases of 1..4 words, joined by verbs or prepositions. A phrase is a\n"
               "noun alone, or \"the\" and a noun with 0..2 adjectives between them. In the target, adjectives\n"
               "follow the noun in reverse order. Articles and adjectives agree with the noun in gender and\n"
               "number. A verb agrees with the last phrase without a preposition. The Italian words for \"of\",\n"
               "\"from\", \"to\" and \"on\" merge with the article.\n"
               "data.inverted is the probability that the first adjective stays before the noun. All other choices\n"
               "are uniform.\n"
               "source [n + 1]: the words, then <sep>. target: its words, then </s>.\n"
               "the cat of the red houses sees books <sep> -> il gatto delle case rosse vede libri </s>\n"
               "girls take the small black key <sep> -> ragazze prendono la chiave nera piccola </s>",
    .source = "made for this program: a minimal translation task with local reordering",
    .options = options,
    .own_bytes = LG_OWN(toy),
    .defaults = defaults,
    .chance = NAN,
    .methods = &methods,
};
