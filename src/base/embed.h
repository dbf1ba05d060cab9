/* embed.h: embeds a file of the source tree as a constant string. The assembler reads `file`, a path relative to the
 * root of the tree; the Makefile lists it as a prerequisite of the object file. */
#ifndef LG_BASE_EMBED_H
#define LG_BASE_EMBED_H

#define LG_EMBED(name, file)                                                                                           \
    __asm__(".pushsection .rodata\n" #name ":\n.incbin \"" file "\"\n.byte 0\n.popsection\n");                         \
    extern const char name[] __attribute__((visibility("hidden")))

#endif
