# One target per intention. Sources are found by wildcard; each flavour builds in its own folder under build/.
CC      ?= gcc
FLAVOUR ?= release
BUILD   := build/$(FLAVOUR)

WARN   := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wpointer-arith -Wvla -Wno-missing-field-initializers $(if $(WERROR),-Werror)
CFLAGS_release := -O3
CFLAGS_double  := -O2 -DLG_DOUBLE
CFLAGS_asan    := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
CFLAGS_ubsan   := -O1 -g -fsanitize=undefined -fno-sanitize-recover=undefined
CFLAGS_tsan    := -O1 -g -fsanitize=thread
PACKAGES := libfyaml jansson libxxhash gmp
override CFLAGS += -std=gnu11 -fno-math-errno -ffp-contract=fast -fPIC -pthread -Isrc -Iinclude $(WARN) $(CFLAGS_$(FLAVOUR)) \
	$(shell pkg-config --cflags $(PACKAGES) 2>/dev/null)
LIBS := $(shell pkg-config --libs $(PACKAGES) 2>/dev/null) -lm -pthread

ARCH := $(shell $(CC) -dumpmachine | cut -d- -f1)
ISAS_x86_64  := portable avx2 avx512
ISAS_aarch64 := neon
ISAS := $(or $(ISAS_$(ARCH)),portable)
ISA_FLAGS_avx2   := -mavx2 -mfma
ISA_FLAGS_avx512 := -mavx512f -mavx512bw -mavx512dq -mavx512vl -mfma -mprefer-vector-width=512

LIB_SOURCES := $(filter-out src/kernel/simd.c,$(wildcard src/base/*.c src/kernel/*.c src/graph/*.c src/nn/*.c src/nn/*/*.c \
	src/task/*.c src/train/*.c src/train/*/*.c src/lab/*.c))
CLI_SOURCES := $(wildcard src/cli/*.c)
LIB_OBJECTS := $(LIB_SOURCES:%.c=$(BUILD)/%.o) $(ISAS:%=$(BUILD)/src/kernel/simd_%.o)
CLI_OBJECTS := $(CLI_SOURCES:%.c=$(BUILD)/%.o)

all: $(BUILD)/lengthen

$(BUILD)/lengthen: $(CLI_OBJECTS) $(BUILD)/liblengthen.a
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/liblengthen.a: $(LIB_OBJECTS)
	rm -f $@ && ar rcs $@ $^

$(BUILD)/%.o: %.c
	@mkdir -p $(dir $@)
	$(CC) $(CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/src/kernel/simd_%.o: src/kernel/simd.c
	@mkdir -p $(dir $@)
	$(CC) $(CFLAGS) $(ISA_FLAGS_$*) -DLG_ISA=$* -MMD -MP -c -o $@ $<

$(BUILD)/src/kernel/select.o: override CFLAGS += $(ISAS:%=-DLG_HAVE_%)

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
.PHONY: all
