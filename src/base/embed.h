/* embed.h: a file of the source tree as a constant text. The assembler reads it at `file`, a path from the root of the
 * tree; the Makefile names it as a prerequisite of the object. */
#ifndef LG_BASE_EMBED_H
#define LG_BASE_EMBED_H

#define LG_EMBED(name, file)                                                                                           \
    __asm__(".pushsection .rodata\n" #name ":\n.incbin \"" file "\"\n.byte 0\n.popsection\n");                         \
    extern const char name[] __attribute__((visibility("hidden")))

#endif
