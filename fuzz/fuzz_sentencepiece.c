/* fuzz_sentencepiece.c: reads arbitrary bytes as a SentencePiece model. A model must be refused with a message, or
 * encode and decode texts with the same result twice. Random bytes are rarely a valid Protocol Buffers message, so most
 * mutations change one field, its size, or a unit of a normalizer's trie, and keep everything around it well-formed. */
#include "data/sentencepiece.h"
#include "target.h"

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed);

/* ---- mutation ---- */

enum { MESSAGE_MAX = 1 << 16 };
enum { MODEL, PIECE, TRAINER, NORMALIZER, SELF_TEST, DENORMALIZER, LEAF }; /* field numbers of the model */

static uint32_t state;

static uint32_t draw(uint32_t below) {
    state ^= state << 13, state ^= state >> 17, state ^= state << 5;
    return below > 0 ? state % below : 0;
}

static size_t read_varint(const uint8_t *at, size_t size, uint64_t *out) {
    size_t n = 0;
    for (*out = 0; n < size && n < 10; n++) {
        *out |= (uint64_t)(at[n] & 0x7f) << 7 * n;
        if (at[n] < 0x80) return n + 1;
    }
    return 0;
}

static size_t write_varint(uint8_t *to, uint64_t value) {
    size_t n = 0;
    for (; value >= 0x80; value >>= 7) to[n++] = (uint8_t)(value | 0x80);
    to[n++] = (uint8_t)value;
    return n;
}

typedef struct part {
    size_t begin, content, end; /* offsets in the message: tag, content, end */
    uint64_t tag;
} part;

/* The part that begins at `at`; its end is 0 if it is damaged. */
static part read_part(const uint8_t *in, size_t size, size_t at) {
    static const size_t sizes[8] = {0, 8, 0, 0, 0, 4, 0, 0};
    part p = {.begin = at};
    uint64_t value;
    const size_t tag = read_varint(in + at, size - at, &p.tag);
    const int type = p.tag & 7;
    p.content = at + tag;
    const size_t n = type == 0 || type == 2 ? read_varint(in + p.content, size - p.content, &value) : sizes[type];
    if (tag == 0 || n == 0) return p;
    if (type == 2) p.content += n;
    const size_t length = type == 2 ? (size_t)value : n;
    if (length <= size - p.content) p.end = p.content + length;
    return p;
}

/* A random part of a message. */
static part choose_part(const uint8_t *in, size_t size) {
    part chosen = {0};
    uint32_t seen = 0;
    for (size_t at = 0; at < size;) {
        const part p = read_part(in, size, at);
        if (p.end == 0) break;
        /* Most parts of a model are pieces: choose one of the other parts as often as a piece. */
        const uint32_t weight = p.tag >> 3 == PIECE ? 1 : 1 + seen;
        seen += weight;
        if (draw(seen) < weight) chosen = p;
        at = p.end;
    }
    return chosen;
}

static void put_word(uint8_t *at, uint32_t x) {
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(x >> 8 * i);
}

/* Mutates the map of a normalizer: its size, a unit of its trie, its texts, or its end. */
static size_t mutate_map(uint8_t *map, size_t size, size_t most) {
    if (size < 8) return LLVMFuzzerMutate(map, size, most);
    const uint32_t units = (map[0] | (uint32_t)map[1] << 8 | (uint32_t)map[2] << 16) / 4;
    uint8_t *unit = map + 4 + 4 * (size_t)draw(units < (size - 4) / 4 ? units : (uint32_t)((size - 4) / 4));
    switch (draw(8)) {
    case 0: put_word(map, draw(2) ? draw((uint32_t)size + 8) : 4 * (units + draw(5) - 2)); break;
    case 1: put_word(unit, state * 2654435761u); break;
    case 2: put_word(unit, draw(256) | draw(2) << 8 | draw(1 + 2 * units) << 10); break;
    case 3: put_word(unit, draw(2) << 31 | draw(1024)); break;
    case 4: memcpy(unit, map + 4 + 4 * (size_t)draw((uint32_t)(size - 4) / 4), 4); break;
    case 5: unit[draw(4)] ^= (uint8_t)(1 << draw(8)); break;
    case 6: map[size - 1 - draw((uint32_t)size / 4)] = (uint8_t)draw(256); break;
    default: return size - draw((uint32_t)size);
    }
    return size;
}

static size_t mutate_leaf(uint8_t *bytes, size_t size, size_t most, const part *p, int kind) {
    const uint64_t field = p->tag >> 3;
    if ((kind == NORMALIZER || kind == DENORMALIZER) && field == 2 && draw(8)) return mutate_map(bytes, size, most);
    if ((p->tag & 7) == 0) return write_varint(bytes, draw(4) ? draw(8) : state);
    if ((p->tag & 7) == 5) {
        static const uint32_t words[] = {0, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f7fffff, 0xbf800000, 1};
        put_word(bytes, draw(2) ? words[draw(sizeof words / sizeof *words)] : state);
        return 4;
    }
    if ((p->tag & 7) == 2 && draw(8) == 0) { /* a long text of one repeated character, which is rare otherwise */
        const size_t length = 1 + draw(most < 1100 ? (uint32_t)most : 1100);
        memset(bytes, 'a', length);
        return length;
    }
    return (p->tag & 7) == 2 ? LLVMFuzzerMutate(bytes, size, most) : size;
}

static size_t mutate_message(uint8_t *message, size_t size, size_t most, int kind);

static size_t mutate_content(uint8_t *bytes, size_t size, size_t most, const part *p, int kind) {
    const uint64_t field = p->tag >> 3;
    const bool nested = kind == MODEL && (p->tag & 7) == 2 && field <= DENORMALIZER;
    return nested ? mutate_message(bytes, size, most, (int)field) : mutate_leaf(bytes, size, most, p, kind);
}

/* Removes, repeats, renames or changes a part. */
static size_t mutate_message(uint8_t *message, size_t size, size_t most, int kind) {
    const part p = choose_part(message, size);
    if (p.end == 0 || size + 4096 > MESSAGE_MAX) return LLVMFuzzerMutate(message, size, most);
    uint8_t *out = malloc(2 * MESSAGE_MAX), *content = malloc(MESSAGE_MAX);
    want(out && content);
    size_t n = p.end - p.content, at = p.begin;
    uint64_t tag = p.tag;
    memcpy(out, message, p.begin);
    memcpy(content, message + p.content, n);
    const uint32_t how = draw(16);
    const size_t room = most > size ? most - size : 0;
    if (how == 0) tag = (uint64_t)(1 + draw(50)) << 3 | (tag & 7);
    if (how == 1) memcpy(out + at, message + p.begin, p.end - p.begin), at += p.end - p.begin;
    if (how > 3) n = mutate_content(content, n, n + room < MESSAGE_MAX ? n + room : MESSAGE_MAX, &p, kind);
    if (how != 2) {
        at += write_varint(out + at, tag);
        if ((tag & 7) == 2) at += write_varint(out + at, n);
        memcpy(out + at, content, n), at += n;
    }
    memcpy(out + at, message + p.end, size - p.end), at += size - p.end;
    if (at <= most) memcpy(message, out, at);
    free(out);
    free(content);
    return at <= most ? at : size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed) {
    state = seed * 2654435761u | 1;
    if (draw(16) == 0 || size == 0) return LLVMFuzzerMutate(bytes, size, most);
    for (uint32_t times = 1 + draw(3); times > 0; times--) size = mutate_message(bytes, size, most, MODEL);
    return size;
}

/* ---- the target ---- */

/* Encodes and decodes a text. The caller frees the result. */
static char *use(const lg_sentencepiece *m, const char *text, lg_pieces *pieces) {
    const char *all[4096];
    int count = 0;
    if (!lg_sentencepiece_split(m, text, strlen(text), pieces, NULL)) return NULL;
    for (const char *piece = pieces->text; count < pieces->count && count < 4096; piece += strlen(piece) + 1)
        all[count++] = piece;
    char *joined = lg_sentencepiece_join(m, all, count);
    want(joined);
    return joined;
}

static void compare_uses(const lg_sentencepiece *m, const char *text) {
    lg_pieces one = {0}, two = {0};
    char *first = use(m, text, &one), *second = use(m, text, &two);
    want(one.count == two.count && one.size == two.size && (!first) == (!second));
    want(one.size == 0 || !memcmp(one.text, two.text, one.size));
    want(!first || !strcmp(first, second));
    lg_pieces_free(&one);
    lg_pieces_free(&two);
    free(first);
    free(second);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static const char *const texts[] = {
        "", "ab abc abcd", "L\303\250 \357\254\201 caff\303\250 \342\204\242", "aaaaaaaaaaaaaaaa",
        "\342\226\201 <s> <unk> <0x41> \360\237\230\200\t1/2 \177"};
    lg_error first = {0}, second = {0};
    lg_sentencepiece *m = lg_sentencepiece_read(bytes, size, "input", &first);
    lg_sentencepiece *again = lg_sentencepiece_read(bytes, size, "input", &second);
    want((!m) == (!again) && (!m) == (first.code != LG_OK));
    want(first.code == second.code && !strcmp(first.text, second.text) && (m || first.code == LG_USAGE));
    for (size_t i = 0; m && i < sizeof texts / sizeof *texts; i++) compare_uses(m, texts[i]);
    for (int i = 0; m && i < lg_sentencepiece_count(m) && i < 64; i++)
        if (lg_sentencepiece_piece(m, i)) compare_uses(m, lg_sentencepiece_piece(m, i));
    if (m) lg_sentencepiece_free(m);
    if (again) lg_sentencepiece_free(again);
    return 0;
}
