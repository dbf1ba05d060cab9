/* sentencepiece.cc: see sentencepiece.h. This is the only C++ file, because the SentencePiece library has only a C++
 * interface. No exception leaves it. */
extern "C" {
#include "data/sentencepiece.h"
#include "data/sentencepiece_check.h"
}

#include <sentencepiece_processor.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

struct lg_sentencepiece {
    sentencepiece::SentencePieceProcessor processor;
    std::string unknown; /* unknown piece; the library's unk_id finds a name that other pieces may have */
};

/* The library throws if memory runs out or if it rejects its input. */
static bool fail_memory(const char *of, lg_error *err) {
    return lg_fail(err, LG_FAILED, "out of memory: %s", of);
}

static lg_sentencepiece *read_checked(const char *bytes, size_t size, const char *name, lg_error *err) {
    try {
        std::unique_ptr<lg_sentencepiece> m(new lg_sentencepiece);
        if (m->processor.LoadFromSerializedProto({bytes, size}).ok()) {
            int i = 0;
            while (!m->processor.IsUnknown(i)) i++; /* every model has one */
            m->unknown = m->processor.IdToPiece(i);
            return m.release();
        }
        lg_sentencepiece_refuse(name, err);
    } catch (const std::bad_alloc &) {
        fail_memory(name, err);
    } catch (const std::exception &) {
        lg_sentencepiece_refuse(name, err);
    }
    return NULL;
}

lg_sentencepiece *lg_sentencepiece_read(const void *bytes, size_t size, const char *name, lg_error *err) {
    size_t needed;
    char *checked = lg_sentencepiece_check(bytes, size, name, &needed, err);
    lg_sentencepiece *m = checked ? read_checked(checked, needed, name, err) : NULL;
    free(checked);
    return m;
}

void lg_sentencepiece_free(lg_sentencepiece *m) {
    delete m;
}

int lg_sentencepiece_count(const lg_sentencepiece *m) {
    return m->processor.GetPieceSize();
}

const char *lg_sentencepiece_piece(const lg_sentencepiece *m, int i) {
    const sentencepiece::SentencePieceProcessor &p = m->processor;
    return p.IsUnknown(i) || p.IsControl(i) ? NULL : p.IdToPiece(i).c_str();
}

bool lg_sentencepiece_split(const lg_sentencepiece *m, const char *text, size_t size, lg_pieces *out, lg_error *err) {
    try {
        std::vector<std::string> pieces;
        if (!m->processor.Encode({text, size}, &pieces).ok())
            return lg_fail_permanent(err, "SentencePiece cannot split a text of %zu bytes", size);
        for (const std::string &piece : pieces)
            if (!lg_pieces_add(out, piece.data(), piece.size(), "", err)) return false;
        return true;
    } catch (const std::bad_alloc &) {
        return fail_memory("the pieces of a text", err);
    } catch (const std::exception &) {
        return lg_fail_permanent(err, "SentencePiece cannot split a text of %zu bytes", size);
    }
}

/* Joins pieces; concatenates them if the library cannot. */
static std::string join_pieces(const lg_sentencepiece *m, const std::vector<std::string> &pieces) {
    std::string text;
    try {
        if (m->processor.Decode(pieces, &text).ok()) return text;
    } catch (const std::bad_alloc &) {
        throw;
    } catch (const std::exception &) {
    }
    text.clear();
    for (const std::string &piece : pieces) text += piece;
    return text;
}

char *lg_sentencepiece_join(const lg_sentencepiece *m, const char *const *pieces, int count) {
    try {
        std::vector<std::string> all;
        for (int i = 0; i < count; i++) all.push_back(pieces[i] ? pieces[i] : m->unknown);
        return strdup(join_pieces(m, all).c_str());
    } catch (const std::exception &) {
        return NULL;
    }
}
