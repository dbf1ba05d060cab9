/* other_words.c: what options are called by other programs (fairseq, Hugging Face, PyTorch, nanoGPT ...), and what they
 * are here. Names are compared without case, dots, hyphens and underscores. */
#include <ctype.h>
#include <string.h>

#include "config/axes.h"
#include "lengthen.h"

typedef struct other_word {
    const char *here;  /* an option, or what to do instead */
    const char *names; /* in small letters, blanks around each */
} other_word;

enum { SURE = 8 }; /* letters of a name that is recognised with a slip in it */

static const other_word words[] = {
    {"train.batch", " batchsize bsz bs perdevicetrainbatchsize trainbatchsize minibatchsize maxsentences "},
    {"train.lr", " learningrate initlr baselr stepsize "},
    {"train.steps", " maxsteps numsteps totalsteps trainsteps numtrainsteps maxupdate maxupdates numupdates iterations "
                    "maxiters niter updates "},
    {"train.steps (there are no epochs of data without end; of files: --curriculum epochs)",
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
     "mlpdim ffdim dinner "},
    {"model.heads", " numheads nheads nhead numattentionheads attentionheads encoderattentionheads "},
    {"model.key_heads", " numkeyvalueheads numkvheads nkvheads nheadkv kvheads kvhead numquerygroups "},
    {"model.qk_norm", " qknorm useqknorm qklayernorm qklayernorms qknormalization querykeynorm "},
    {"model.dropout", " dropoutrate dropoutprob hiddendropout hiddendropoutprob residpdrop "},
    {"model.dropout_attention", " attentiondropout attndropout attnpdrop attentionprobsdropoutprob "},
    {"loss.smoothing", " labelsmoothing labelsmoothingfactor smoothing "},
    {"optimizer.decay", " weightdecay wd l2 "},
    {"optimizer.beta1", " adambeta1 "},
    {"optimizer.beta2", " adambeta2 "},
    {"optimizer.epsilon", " adamepsilon adameps eps "},
    {"optimizer", " optim optimizertype "},
    {"architecture.vocabulary (of data without symbols of its own)", " vocabsize nvocab vocab vocabularysize "},
    {"encoding (rope, alibi, ...), or --positions (standard, randomized, ...)",
     " modelpositions modelposition modelencoding "},
    {"schedule", " scheduler lrscheduler lrschedulertype lrschedule lrdecay "},
    {"schedule.warmup (of --schedule)", " warmup warmupsteps numwarmupsteps warmupupdates warmupiters "},
    {"curriculum.lengths (of training), --lengths (of tests)",
     " maxlength maxlen maxseqlength seqlen sequencelength seqlength blocksize contextlength contextsize nctx nctxs "
     "maxseqlen trainlength tokenspersample "},
    {"encoding", " posencoding positionencoding positionalencoding posemb posembedding positionembedding "
                 "positionembeddingtype positionalembedding pe "},
    {"encoding.frequencies (yarn, dynamic_ntk, ...), with encoding.extension",
     " ropescaling ropescalingtype ropetype ropeparameters scalingtype yarn "},
    {"encoding.extension", " ropescalingfactor ropefactor yarnscale scalingfactor "},
    {"encoding.base", " ropetheta ropebase rotarybase rotaryembbase theta "},
    {"encoding.fraction", " partialrotaryfactor rotarypct rotarypercent ropepercent rotaryfraction "},
    {"encoding.trained", " originalmaxpositionembeddings yarnorigctx "},
    {"mixer", " activation activationfn hiddenact hiddenactivation act nonlinearity "},
    {"block pre_norm, --block post_norm ...", " prenorm postnorm normfirst normalizebefore encodernormalizebefore "},
    {"architecture", " model arch modeltype modelname "},
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
};

/* What computes is this machine's processor, what goes on is the directory, and each option is a flag. */
static const other_word advice[] = {
    {"every option is a flag here: --NAME VALUE, as in --train.lr 1e-4", " set override overrides opt option opts "},
    {"computes on the processors of this machine; --threads is how many",
     " device cpu cuda gpu gpus ngpu nocuda devices "},
    {"`lengthen train RUN` goes on with a run", " resume resumefrom resumefromcheckpoint restore restorefile "
                                                "continue ckpt "},
};

/* Is it the first name of a list, but for a letter that is missing, too many, another or in its neighbour's place? */
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

/* The name between blanks, without what writers differ in; false where it is too long for any. */
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

/* A name that is as near to ours is a slip in that one. */
static const char *find_near(const char *plain) {
    char ours[40];
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (const char *at = words[i].names, *here = words[i].here; at[1] != '\0'; at += strcspn(at + 1, " ") + 1)
            if (is_near(plain, at))
                return make_plain(here, strcspn(here, " "), ours, sizeof ours) && is_near(plain, ours) ? NULL : here;
    return NULL;
}

const char *lg_other_word(const char *name, size_t length, bool *option) {
    char plain[40];
    if (!name || !option || !make_plain(name, length, plain, sizeof plain)) return NULL;
    const char *here = find(words, sizeof words / sizeof *words, plain);
    const char *advised = here ? NULL : find(advice, sizeof advice / sizeof *advice, plain);
    if (!here && !advised) here = find_near(plain);
    *option = here;
    return here ? here : advised;
}
