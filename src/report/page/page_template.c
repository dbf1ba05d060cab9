/* page_template.c: see page_template.h. The assembler takes the files as they are; make passes their folder: web/
 * (static.html) and what Vite makes of it, which is empty where there was no Node.js. */
#include "report/page/page_template.h"

#define TAKE(name, file)                                                                                               \
    __asm__(".pushsection .rodata\n" #name ":\n.incbin \"" file "\"\n.byte 0\n.popsection\n");                         \
    extern const char name[] __attribute__((visibility("hidden")))

TAKE(lg_page_html, LG_PAGE_HTML);
TAKE(lg_page_static_html, LG_PAGE_STATIC_HTML);

const char *lg_page_template(void) {
    return lg_page_html[0] == 0 ? NULL : lg_page_html;
}

const char *lg_page_static_template(void) {
    return lg_page_static_html;
}
