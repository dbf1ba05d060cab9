/* other_words.c: translates names of options and choices from papers and from other programs (fairseq, Hugging Face,
 * PyTorch, nanoGPT, llama.cpp ...). Names are compared without case, dots, hyphens and underscores. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "config/axes.h"
#include "lengthen.h"

typedef struct other_word {
    const char *here;  /* an option, or advice */
    const char *names; /* in lower case, each between blanks */
} other_word;

enum { SURE = 8 }; /* shortest name that is recognized with a typo, in letters */

static const other_word words[] = {
    {"train.batch", " batchsize bsz bs perdevicetrainbatchsize trainbatchsize minibatchsize maxsentences "},
    {"train.lr", " learningrate initlr baselr stepsize "},
    {"train.steps", " maxsteps numsteps totalsteps trainsteps numtrainsteps maxupdate maxupdates numupdates iterations "
                    "maxiters niter updates "},
    {"train.steps (generated data have no epochs; for files: --curriculum epochs)",
     " epochs epoch numepochs maxepochs maxepoch numtrainepochs nepochs "},
    {"train.clip", " clip clipnorm gradclip gradientclipping gradclipnorm maxgradnorm clipgradnorm gradientclipval "},
    {"train.log_every", " logevery loginterval loggingsteps logfreq logsteps "},
    {"train.checkpoint_every", " saveevery savesteps saveinterval checkpointinterval checkpointevery ckptinterval "
                               "saveintervalupdates "},
    {"eval.every", " evalsteps evalinterval evalevery evaluateevery validateinterval validateintervalupdates valfreq "},
    {"model.blocks",
     " layers layer numlayers nlayers nlayer numhiddenlayers depth encoderlayers decoderlayers numblocks "
     "nblocks "},
    {"model.width",
     " dmodel hidden hiddensize hiddendim dim nembd embeddim embeddingdim embeddingsize embsize modeldim dmod "
     "encoderembeddim hdim "},
    {"model.feed_forward",
     " dff ffn ffndim feedforwarddim dimfeedforward intermediatesize ffnembeddim encoderffnembeddim "
     "mlpdim ffdim dinner ff "},
    {"model.heads", " numheads nheads nhead numattentionheads attentionheads encoderattentionheads "},
    {"model.key_heads", " numkeyvalueheads numkvheads nkvheads nheadkv kvheads kvhead numquerygroups "},
    {"model.qk_norm", " qknorm useqknorm qklayernorm qklayernorms qknormalization querykeynorm "},
    {"model.dropout", " dropoutrate dropoutprob hiddendropout hiddendropoutprob residpdrop "},
    {"model.dropout 0", " nodropout "},
    {"model.dropout_attention", " attentiondropout attndropout attnpdrop attentionprobsdropoutprob "},
    {"loss.smoothing", " labelsmoothing labelsmoothingfactor smoothing "},
    {"optimizer.decay", " weightdecay wd l2 "},
    {"optimizer.beta1", " adambeta1 "},
    {"optimizer.beta2", " adambeta2 "},
    {"optimizer.epsilon", " adamepsilon adameps eps "},
    {"optimizer", " optim optimizertype "},
    {"architecture.vocabulary (default: that of the data)", " vocabsize nvocab vocab vocabularysize "},
    {"encoding (rope, alibi, ...), or --positions (standard, randomized, ...)",
     " modelpositions modelposition modelencoding "},
    {"schedule", " scheduler lrscheduler lrschedulertype lrschedule lrdecay "},
    {"schedule.warmup (with --schedule)", " warmup warmupsteps numwarmupsteps warmupupdates warmupiters "},
    {"curriculum.lengths (training), --lengths (evaluation)",
     " maxlength maxlen maxseqlength seqlen sequencelength seqlength blocksize contextlength contextsize nctx nctxs "
     "maxseqlen trainlength tokenspersample "},
    {"eval.lengths", " testlengths testlength evallength "},
    {"architecture.memory (training), --eval.memory (evaluation)", " memory mem memlen memlength "},
    {"encoding",
     " posenc userope usealibi posencoding positionencoding positionalencoding posemb posembedding positionembedding "
     "positionembeddingtype positionalembedding pe "},
    {"encoding.frequencies (yarn, dynamic_ntk, ...), with encoding.extension",
     " ropescaling ropescalingtype ropetype ropeparameters scalingtype yarn "},
    {"encoding.extension", " ropescalingfactor ropefactor yarnscale scalingfactor "},
    {"encoding.base", " ropetheta ropebase rotarybase rotaryembbase theta "},
    {"encoding.fraction", " partialrotaryfactor rotarypct rotarypercent ropepercent rotaryfraction "},
    {"encoding.trained", " originalmaxpositionembeddings yarnorigctx "},
    {"mixer", " activation activationfn hiddenact hiddenactivation act nonlinearity "},
    {"block pre_norm, --block post_norm ...", " prenorm postnorm normfirst normalizebefore encodernormalizebefore "},
    {"architecture", " model models arch modeltype modelname "},
    {"attention", " normaliser normalizer "},
    {"attention.l1", " normaliserl1 "},
    {"eval.position_samples", " evaldraws "},
    {"data", " dataset datasetname tasks problem "},
    {"head tied", " tied tie tieweights tieembeddings tiewordembeddings shareembeddings weighttying "},
    {"out", " output outputdir savedir outdir checkpointdir logdir expdir rundir workdir experimentdir "},
    {"threads", " numworkers workers dataloadernumworkers njobs numthreads nthreads cpus "},
    {"precision bf16", " fp16 bf16 amp mixedprecision half "},
    {"train.patience, with --eval.every", " patience earlystopping earlystop earlystoppingpatience "},
    {"train.time", " maxtime timelimit maxhours "},
    {"train.init", " initfrom pretrained initcheckpoint warmstart finetunefrom "},
    {"log tensorboard", " tensorboard wandb reportto logger usewandb "},
    {"eval.checkpoint best, with --eval.every", " keepbest loadbestmodelatend "},
    {"eval.beam", " beam beamsize beamwidth numbeams "},
    {"eval.length_penalty", " lenpen "},
    {"eval.lanes", " streams numstreams "},
    {"encoding.clip, or --encoding rerope", " reropewindow grpattnw "},
    {"encoding.compress, with encoding.clip", " leakyrerope leakyfactor "},
    {"encoding.group, or --encoding self_extend", " groupsize grpattnn "},
    {"mask.width (with --mask window)", " slidingwindow windowsize attentionwindow localwindow "},
    {"mask.chunk (with --mask chunk)", " chunksize attentionchunksize "},
    {"mask.sinks (with --mask lambda)", " attentionsinks numsinks sinktokens numsinktokens "},
    {"experts.count (with model.order se)", " numexperts nexperts numlocalexperts "},
    {"experts.capacity", " capacityfactor moecapacityfactor "},
    {"experts.balance", " loadbalancing loadbalancingloss routerauxlosscoef auxlosscoef auxloss "},
    {"experts.z_loss", " routerzloss routerzlosscoef "},
    {"convolution.taps", " kernelsize kernelwidth convkernelsize "},
    {"data.least_uses", " minfreq minfrequency mincount thresholdsrc "},
    {"head.cutoffs", " cutoff adaptivesoftmaxcutoff "},
    {"store.cells", " stackdepth stacksize "},
    {"store.columns", " cellwidth cellsize "},
    {"schedule.floor (a fraction of train.lr)", " minlr minlearningrate endlr minlrratio endlearningrate "},
    {"model.share", " sharelayers sharedlayers crosslayersharing "},
};

/* Names for which there is no option. The text is advice. */
static const other_word advice[] = {
    {"every option is a flag: --NAME VALUE, such as --train.lr 1e-4", " set override overrides opt option opts "},
    {"models run on the CPU; --threads sets the number of threads", " device cpu cuda gpu gpus ngpu nocuda devices "},
    {"`lengthen train RUN` continues a run", " resume resumefrom resumefromcheckpoint restore restorefile "
                                             "continue ckpt "},
};

/* Choices as AXIS/NAME. An ambiguous name has several choices. */
static const other_word choices[] = {
    {"mask/window", " swa sliding slidingwindow slidingwindowattention local localattention banded "},
    {"architecture/decoder", " gpt gpt2 gpt3 llama decoderonly causallm autoregressive "},
    {"architecture/encoder", " bert roberta encoderonly "},
    {"architecture/encoder_decoder", " t5 bart seq2seq encdec "},
    {"architecture/encoder, decoder or encoder_decoder", " transformer transformers vanilla "},
    {"protocol/pass", " teacherforcing teacherforced "},
    {"protocol/greedy", " greedydecoding greedysearch argmax "},
    {"protocol/beam", " beamsearch "},
    {"encoding/none", " nope nopos noposition nopositions "},
    {"encoding/relative", " transformerxl txl "},
    {"encoding/learned or sinusoid", " absolute ape "},
    {"encoding/t5", " relativebias t5bias "},
    {"positions/randomized", " randpe randompositions "},
    {"positions/interpolated", " positioninterpolation "},
    {"mask/full", " bidirectional noncausal "},
    {"mask/lambda", " streamingllm lminfinite "},
    {"scale/inverse_sqrt", " sqrt sqrtdk "},
    {"scale/one", " unscaled noscale "},
    {"attention/softmax1", " softmaxoffbyone offbyone quietsoftmax "},
    {"attention/sink", " attentionsink learnedsink "},
    {"attention/linear", " linearattention lineartransformer "},
    {"head/linear", " untied "},
    {"head/adaptive", " adaptivesoftmax "},
    {"mixer/gelu_tanh", " gelunew gelufast gelupytorchtanh "},
    {"initialisation/xavier", " glorot glorotuniform xavieruniform "},
    {"store/nd_stack", " nondeterministicstack "},
    {"schedule/inverse_sqrt", " rsqrt invsqrt inversesquareroot "},
    {"schedule/cosine", " cosineannealing cosinedecay cosinewithwarmup "},
    {"schedule/linear", " lineardecay linearwithwarmup "},
    {"curriculum/token_batches", " maxtokens bucketing dynamicbatching "},
    {"metric/token_accuracy", " acc "},
    {"metric/cross_entropy", " loss crossentropyloss "},
    {"metric/exact_match", " em sequenceaccuracy "},
    {"metric/perplexity", " ppl "},
    {"metric/bits_per_token", " bpc bpb bpt "},
};

/* Is a word equal to the first name of a list, apart from one typo? A typo is a missing, extra or wrong letter, or two
 * swapped neighbours. */
static bool is_near(const char *plain, const char *name) {
    size_t p = strlen(plain), n = strcspn(name + 1, " ") + 2, begin = 0;
    if (n < SURE + 2 || p + 1 < n || n + 1 < p) return false;
    while (begin < p && begin < n && plain[begin] == name[begin]) begin++;
    while (p > begin && n > begin && plain[p - 1] == name[n - 1]) p--, n--;
    p -= begin, n -= begin;
    return (p <= 1 && n <= 1) ||
           (p == 2 && n == 2 && plain[begin] == name[begin + 1] && plain[begin + 1] == name[begin]);
}

static const char *find(const other_word *list, size_t count, const char *plain) {
    for (size_t i = 0; i < count; i++)
        if (strstr(list[i].names, plain)) return list[i].here;
    return NULL;
}

/* Normalizes a name and puts blanks around it. Returns false if it is longer than any known name. */
static bool make_plain(const char *name, size_t length, char *plain, size_t size) {
    size_t at = 0;
    plain[at++] = ' ';
    for (size_t i = 0; i < length; i++) {
        if (strchr("-_.", name[i])) continue;
        if (at + 2 >= size) return false;
        plain[at++] = (char)tolower((unsigned char)name[i]);
    }
    plain[at++] = ' ';
    plain[at] = '\0';
    return at > 2;
}

/* Finds the option for a name with a typo. Returns NULL if there is none, or if the misspelt name is also near the
 * option's own name. */
static const char *find_near(const char *plain) {
    char ours[40];
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (const char *at = words[i].names, *here = words[i].here; at[1] != '\0'; at += strcspn(at + 1, " ") + 1)
            if (is_near(plain, at))
                return make_plain(here, strcspn(here, " "), ours, sizeof ours) && is_near(plain, ours) ? NULL : here;
    return NULL;
}

/* Looks up the part after the first dot, such as "layers" of "model.layers". NULL: unknown. */
static const char *find_tail(const char *name, size_t length) {
    char plain[40];
    const char *dot = memchr(name, '.', length);
    if (!dot || !make_plain(dot + 1, length - (size_t)(dot + 1 - name), plain, sizeof plain)) return NULL;
    return find(words, sizeof words / sizeof *words, plain);
}

const char *lg_other_option(const char *name, size_t length) {
    char plain[40];
    if (!make_plain(name, length, plain, sizeof plain)) return NULL;
    const char *here = find(words, sizeof words / sizeof *words, plain);
    if (!here) here = find_tail(name, length);
    return here ? here : find_near(plain);
}

/* Recognizes a choice written as an option of its axis: "encoding.learned" for "encoding learned". */
static bool is_choice(const char *name, size_t length, char *to, size_t size) {
    const int written = snprintf(to, size, "%.*s", (int)length, name);
    char *dot = strchr(to, '.');
    if (!dot || written < 0 || (size_t)written >= size) return false;
    *dot = '\0';
    const lg_axis_row *axis = lg_axis_find(to);
    const bool is = axis && lg_entry_find(axis->entries, lg_axis_first_name(to, dot + 1));
    *dot = ' ';
    return is;
}

bool lg_other_word(const char *name, size_t length, const char *dashes, char to[LG_OTHER_WORD]) {
    char plain[40], choice[80];
    if (!name || !dashes || !to) return false;
    const bool plains = make_plain(name, length, plain, sizeof plain);
    const char *advised = plains ? find(advice, sizeof advice / sizeof *advice, plain) : NULL;
    const char *here = is_choice(name, length, choice, sizeof choice) ? choice
                       : advised                                      ? NULL
                                                                      : lg_other_option(name, length);
    if (here) return snprintf(to, LG_OTHER_WORD, "; here it is %s%s", dashes, here), true;
    return advised && snprintf(to, LG_OTHER_WORD, ": %s", advised);
}

const char *lg_other_choice(const char *axis, const char *name) {
    char plain[40];
    const char *here = make_plain(name, strlen(name), plain, sizeof plain)
                           ? find(choices, sizeof choices / sizeof *choices, plain)
                           : NULL;
    if (!here || !axis) return here;
    const size_t n = strlen(axis);
    return !strncmp(here, axis, n) && here[n] == '/' ? here + n + 1 : NULL;
}
