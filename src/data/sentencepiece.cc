/* sentencepiece.cc: see sentencepiece.h. The library of SentencePiece has an interface for C++ alone, so that this file
 * is C++; nothing else here is. No exception leaves it. */
extern "C" {
#include "data/sentencepiece.h"
}

#include <sentencepiece_processor.h>

#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <vector>

struct lg_sentencepiece {
    sentencepiece::SentencePieceProcessor processor;
};

lg_sentencepiece *lg_sentencepiece_read(const void *bytes, size_t size, const char *name, lg_error *err) {
    try {
        lg_sentencepiece *m = new lg_sentencepiece;
        if (m->processor.LoadFromSerializedProto({static_cast<const char *>(bytes), size}).ok()) return m;
        delete m;
        lg_fail(err, LG_USAGE,
                "%s: no model of SentencePiece (expected NAME.model of spm_train, or codes of subword-nmt, which are "
                "two symbols a line after #version: 0.2)",
                name);
    } catch (const std::exception &) {
        lg_fail(err, LG_FAILED, "out of memory: the model %s", name);
    }
    return NULL;
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
            return lg_fail(err, LG_FAILED, "SentencePiece cannot take a text of %zu bytes apart", size);
        for (const std::string &piece : pieces)
            if (!lg_pieces_add(out, piece.data(), piece.size(), "", err)) return false;
        return true;
    } catch (const std::exception &) {
        return lg_fail(err, LG_FAILED, "out of memory: a text of %zu bytes", size);
    }
}

char *lg_sentencepiece_join(const lg_sentencepiece *m, const char *const *pieces, int count) {
    try {
        const std::string unknown = m->processor.IdToPiece(m->processor.unk_id());
        std::vector<std::string> all;
        std::string text;
        for (int i = 0; i < count; i++) all.push_back(pieces[i] ? pieces[i] : unknown);
        return m->processor.Decode(all, &text).ok() ? strdup(text.c_str()) : NULL;
    } catch (const std::exception &) {
        return NULL;
    }
}
