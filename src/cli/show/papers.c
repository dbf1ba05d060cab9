/* papers.c: the papers that sources cite. "and others" stands for authors that the citation does not name either;
 * venues are those of the proceedings or journal, or arXiv where there is none or a later one. */
#include <stdio.h>
#include <string.h>

#include "cli/show/papers.h"
#include "cli/ui/out.h"

typedef enum paper_kind { IN_PROCEEDINGS, ARTICLE, MISC } paper_kind;

typedef struct paper {
    const char *cited; /* as sources have it */
    paper_kind kind;
    const char *key, *authors, *title;
    int year;
    const char *venue;
} paper;

#define ACL     "Annual Meeting of the Association for Computational Linguistics"
#define ARXIV   "arXiv"
#define EMNLP   "Conference on Empirical Methods in Natural Language Processing"
#define ICLR    "International Conference on Learning Representations"
#define ICML    "International Conference on Machine Learning"
#define NAACL   "Conference of the North American Chapter of the Association for Computational Linguistics"
#define NEURIPS "Advances in Neural Information Processing Systems"

/* In the order of the citations. */
static const paper papers[] = {
    {"Ainslie et al. 2023", IN_PROCEEDINGS, "ainslie2023gqa", "Ainslie, Joshua and others",
     "GQA: Training Generalized Multi-Query Transformer Models from Multi-Head Checkpoints", 2023, EMNLP},
    {"Ba et al. 2016, Layer", MISC, "ba2016layer", "Ba, Jimmy Lei and Kiros, Jamie Ryan and Hinton, Geoffrey E.",
     "Layer Normalization", 2016, ARXIV},
    {"Ba et al. 2016, Using Fast", IN_PROCEEDINGS, "ba2016fast", "Ba, Jimmy and others",
     "Using Fast Weights to Attend to the Recent Past", 2016, NEURIPS},
    {"Bachlechner et al. 2021", IN_PROCEEDINGS, "bachlechner2021rezero", "Bachlechner, Thomas and others",
     "ReZero is All You Need: Fast Convergence at Large Depth", 2021, "Uncertainty in Artificial Intelligence"},
    {"Baevski & Auli 2019", IN_PROCEEDINGS, "baevski2019adaptive", "Baevski, Alexei and Auli, Michael",
     "Adaptive Input Representations for Neural Language Modeling", 2019, ICLR},
    {"Black et al. 2022", MISC, "black2022gptneox", "Black, Sid and others",
     "GPT-NeoX-20B: An Open-Source Autoregressive Language Model", 2022, ARXIV},
    {"Burtsev et al. 2020", MISC, "burtsev2020memory", "Burtsev, Mikhail S. and others", "Memory Transformer", 2020,
     ARXIV},
    {"Chen et al. 2023", MISC, "chen2023extending", "Chen, Shouyuan and others",
     "Extending Context Window of Large Language Models via Positional Interpolation", 2023, ARXIV},
    {"Chi et al. 2022", IN_PROCEEDINGS, "chi2022kerple", "Chi, Ta-Chung and others",
     "KERPLE: Kernelized Relative Positional Embedding for Length Extrapolation", 2022, NEURIPS},
    {"Chi et al. 2023", IN_PROCEEDINGS, "chi2023dissecting", "Chi, Ta-Chung and others",
     "Dissecting Transformer Length Extrapolation via the Lens of Receptive Field Analysis", 2023, ACL},
    {"Chiang & Cholak 2022", IN_PROCEEDINGS, "chiang2022overcoming", "Chiang, David and Cholak, Peter",
     "Overcoming a Theoretical Limitation of Self-Attention", 2022, ACL},
    {"Csordas et al. 2022", IN_PROCEEDINGS, "csordas2022neural", "Csord{\\'a}s, R{\\'o}bert and others",
     "The Neural Data Router: Adaptive Control Flow in Transformers Improves Systematic Generalization", 2022, ICLR},
    {"Dai et al. 2019", IN_PROCEEDINGS, "dai2019transformerxl", "Dai, Zihang and others",
     "Transformer-XL: Attentive Language Models beyond a Fixed-Length Context", 2019, ACL},
    {"Dauphin et al. 2017", IN_PROCEEDINGS, "dauphin2017language", "Dauphin, Yann N. and others",
     "Language Modeling with Gated Convolutional Networks", 2017, ICML},
    {"de Brébisson & Vincent 2016", MISC, "debrebisson2016zloss", "de Br{\\'e}bisson, Alexandre and Vincent, Pascal",
     "The Z-loss: a Shift and Scale Invariant Classification Loss Belonging to the Spherical Family", 2016, ARXIV},
    {"Dehghani et al. 2019", IN_PROCEEDINGS, "dehghani2019universal", "Dehghani, Mostafa and others",
     "Universal Transformers", 2019, ICLR},
    {"Delétang et al. 2023", IN_PROCEEDINGS, "deletang2023neural", "Del{\\'e}tang, Gr{\\'e}goire and others",
     "Neural Networks and the Chomsky Hierarchy", 2023, ICLR},
    {"Devlin et al. 2019", IN_PROCEEDINGS, "devlin2019bert",
     "Devlin, Jacob and Chang, Ming-Wei and Lee, Kenton and Toutanova, Kristina",
     "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding", 2019, NAACL},
    {"DuSell & Chiang 2020", IN_PROCEEDINGS, "dusell2020learning", "DuSell, Brian and Chiang, David",
     "Learning Context-free Languages with Nondeterministic Stack RNNs", 2020,
     "Conference on Computational Natural Language Learning"},
    {"Dubey et al. 2024", MISC, "dubey2024llama", "Dubey, Abhimanyu and others", "The Llama 3 Herd of Models", 2024,
     ARXIV},
    {"Elman 1990", ARTICLE, "elman1990finding", "Elman, Jeffrey L.", "Finding Structure in Time", 1990,
     "Cognitive Science"},
    {"Fedus et al. 2021", MISC, "fedus2021switch", "Fedus, William and Zoph, Barret and Shazeer, Noam",
     "Switch Transformers: Scaling to Trillion Parameter Models with Simple and Efficient Sparsity", 2021, ARXIV},
    {"Gehring et al. 2017", IN_PROCEEDINGS, "gehring2017convolutional", "Gehring, Jonas and others",
     "Convolutional Sequence to Sequence Learning", 2017, ICML},
    {"Gers et al. 2000", ARTICLE, "gers2000learning", "Gers, Felix A. and Schmidhuber, J{\\\"u}rgen and Cummins, Fred",
     "Learning to Forget: Continual Prediction with LSTM", 2000, "Neural Computation"},
    {"Glorot & Bengio 2010", IN_PROCEEDINGS, "glorot2010understanding", "Glorot, Xavier and Bengio, Yoshua",
     "Understanding the Difficulty of Training Deep Feedforward Neural Networks", 2010,
     "International Conference on Artificial Intelligence and Statistics"},
    {"Golovneva et al. 2024", MISC, "golovneva2024contextual", "Golovneva, Olga and others",
     "Contextual Position Encoding: Learning to Count What's Important", 2024, ARXIV},
    {"Grave et al. 2017", IN_PROCEEDINGS, "grave2017efficient", "Grave, Edouard and others",
     "Efficient Softmax Approximation for GPUs", 2017, ICML},
    {"Han et al. 2023", MISC, "han2023lminfinite", "Han, Chi and others",
     "LM-Infinite: Simple On-the-Fly Length Generalization for Large Language Models", 2023, ARXIV},
    {"Haviv et al. 2022", IN_PROCEEDINGS, "haviv2022transformer", "Haviv, Adi and others",
     "Transformer Language Models without Positional Encodings Still Learn Positional Information", 2022,
     "Findings of the Association for Computational Linguistics: EMNLP"},
    {"Hawthorne et al. 2022", IN_PROCEEDINGS, "hawthorne2022general", "Hawthorne, Curtis and others",
     "General-purpose, Long-context Autoregressive Modeling with Perceiver AR", 2022, ICML},
    {"He et al. 2016", IN_PROCEEDINGS, "he2016deep", "He, Kaiming and Zhang, Xiangyu and Ren, Shaoqing and Sun, Jian",
     "Deep Residual Learning for Image Recognition", 2016, "Conference on Computer Vision and Pattern Recognition"},
    {"Hendrycks & Gimpel 2016", MISC, "hendrycks2016gaussian", "Hendrycks, Dan and Gimpel, Kevin",
     "Gaussian Error Linear Units (GELUs)", 2016, ARXIV},
    {"Hochreiter & Schmidhuber 1997", ARTICLE, "hochreiter1997long", "Hochreiter, Sepp and Schmidhuber, J{\\\"u}rgen",
     "Long Short-Term Memory", 1997, "Neural Computation"},
    {"Huang et al. 2020", IN_PROCEEDINGS, "huang2020improving", "Huang, Xiao Shi and others",
     "Improving Transformer Optimization Through Better Initialization", 2020, ICML},
    {"Hupkes et al. 2020", ARTICLE, "hupkes2020compositionality", "Hupkes, Dieuwke and others",
     "Compositionality Decomposed: How do Neural Networks Generalise?", 2020,
     "Journal of Artificial Intelligence Research"},
    {"Jaegle et al. 2021", IN_PROCEEDINGS, "jaegle2021perceiver", "Jaegle, Andrew and others",
     "Perceiver: General Perception with Iterative Attention", 2021, ICML},
    {"Jaegle et al. 2022", IN_PROCEEDINGS, "jaegle2022perceiver", "Jaegle, Andrew and others",
     "Perceiver IO: A General Architecture for Structured Inputs \\& Outputs", 2022, ICLR},
    {"Jelassi et al. 2024", IN_PROCEEDINGS, "jelassi2024repeat",
     "Jelassi, Samy and Brandfonbrener, David and Kakade, Sham M. and Malach, Eran",
     "Repeat After Me: Transformers are Better than State Space Models at Copying", 2024, ICML},
    {"Jelinek et al. 1977", ARTICLE, "jelinek1977perplexity",
     "Jelinek, Fred and Mercer, Robert L. and Bahl, Lalit R. and Baker, James K.",
     "Perplexity: a measure of the difficulty of speech recognition tasks", 1977,
     "Journal of the Acoustical Society of America"},
    {"Joulin & Mikolov 2015", IN_PROCEEDINGS, "joulin2015inferring", "Joulin, Armand and Mikolov, Tomas",
     "Inferring Algorithmic Patterns with Stack-Augmented Recurrent Nets", 2015, NEURIPS},
    {"Jozefowicz et al. 2015", IN_PROCEEDINGS, "jozefowicz2015empirical",
     "Jozefowicz, Rafal and Zaremba, Wojciech and Sutskever, Ilya",
     "An Empirical Exploration of Recurrent Network Architectures", 2015, ICML},
    {"Kazemnejad et al. 2023", IN_PROCEEDINGS, "kazemnejad2023impact", "Kazemnejad, Amirhossein and others",
     "The Impact of Positional Encoding on Length Generalization in Transformers", 2023, NEURIPS},
    {"Ke et al. 2021", IN_PROCEEDINGS, "ke2021rethinking", "Ke, Guolin and He, Di and Liu, Tie-Yan",
     "Rethinking Positional Encoding in Language Pre-training", 2021, ICLR},
    {"Kingma & Ba 2015", IN_PROCEEDINGS, "kingma2015adam", "Kingma, Diederik P. and Ba, Jimmy",
     "Adam: A Method for Stochastic Optimization", 2015, ICLR},
    {"Kiyono et al. 2021", IN_PROCEEDINGS, "kiyono2021shape", "Kiyono, Shun and others",
     "SHAPE: Shifted Absolute Position Embedding for Transformers", 2021, EMNLP},
    {"Krell et al. 2021", MISC, "krell2021efficient",
     "Krell, Mario Michael and Kosec, Matej and Perez, Sergio P. and Fitzgibbon, Andrew",
     "Efficient Sequence Packing without Cross-contamination: Accelerating Large Language Models without Impacting "
     "Performance",
     2021, ARXIV},
    {"Kudo & Richardson 2018", IN_PROCEEDINGS, "kudo2018sentencepiece", "Kudo, Taku and Richardson, John",
     "SentencePiece: A Simple and Language Independent Subword Tokenizer and Detokenizer for Neural Text Processing",
     2018, EMNLP ": System Demonstrations"},
    {"Lake & Baroni 2018", IN_PROCEEDINGS, "lake2018generalization", "Lake, Brenden M. and Baroni, Marco",
     "Generalization without Systematicity: On the Compositional Skills of Sequence-to-Sequence Recurrent Networks",
     2018, ICML},
    {"Lan et al. 2020", IN_PROCEEDINGS, "lan2020albert", "Lan, Zhenzhong and others",
     "ALBERT: A Lite BERT for Self-supervised Learning of Language Representations", 2020, ICLR},
    {"Le Scao et al. 2022", MISC, "lescao2022what", "Le Scao, Teven and others",
     "What Language Model to Train if You Have One Million GPU Hours?", 2022, ARXIV},
    {"Lewis et al. 2021", IN_PROCEEDINGS, "lewis2021base", "Lewis, Mike and others",
     "BASE Layers: Simplifying Training of Large, Sparse Models", 2021, ICML},
    {"Li & McClelland 2022", MISC, "li2022systematic", "Li, Yuxuan and McClelland, James L.",
     "Systematic Generalization and Emergent Structures in Transformers Trained on Structured Tasks", 2022, ARXIV},
    {"Li et al. 2023", MISC, "li2023functional", "Li, Shanda and others",
     "Functional Interpolation for Relative Positions Improves Long Context Transformers", 2023, ARXIV},
    {"Likhomanenko et al. 2021", IN_PROCEEDINGS, "likhomanenko2021cape", "Likhomanenko, Tatiana and others",
     "CAPE: Encoding Relative Positions with Continuous Augmented Positional Embeddings", 2021, NEURIPS},
    {"Liu et al. 2018", IN_PROCEEDINGS, "liu2018generating", "Liu, Peter J. and others",
     "Generating Wikipedia by Summarizing Long Sequences", 2018, ICLR},
    {"Liu et al. 2021", IN_PROCEEDINGS, "liu2021pay", "Liu, Hanxiao and others", "Pay Attention to MLPs", 2021,
     NEURIPS},
    {"Loshchilov & Hutter 2017", IN_PROCEEDINGS, "loshchilov2017sgdr", "Loshchilov, Ilya and Hutter, Frank",
     "SGDR: Stochastic Gradient Descent with Warm Restarts", 2017, ICLR},
    {"Loshchilov & Hutter 2019", IN_PROCEEDINGS, "loshchilov2019decoupled", "Loshchilov, Ilya and Hutter, Frank",
     "Decoupled Weight Decay Regularization", 2019, ICLR},
    {"Lu et al. 2019", MISC, "lu2019understanding", "Lu, Yiping and others",
     "Understanding and Improving Transformer From a Multi-Particle Dynamic System Point of View", 2019, ARXIV},
    {"Luby & Rackoff 1988", ARTICLE, "luby1988how", "Luby, Michael and Rackoff, Charles",
     "How to Construct Pseudorandom Permutations from Pseudorandom Functions", 1988, "SIAM Journal on Computing"},
    {"Merity et al. 2017", IN_PROCEEDINGS, "merity2017pointer", "Merity, Stephen and others",
     "Pointer Sentinel Mixture Models", 2017, ICLR},
    {"Mikolov et al. 2010", IN_PROCEEDINGS, "mikolov2010recurrent", "Mikolov, Tomas and others",
     "Recurrent Neural Network Based Language Model", 2010, "Interspeech"},
    {"Ott et al. 2019", IN_PROCEEDINGS, "ott2019fairseq", "Ott, Myle and others",
     "fairseq: A Fast, Extensible Toolkit for Sequence Modeling", 2019, NAACL ": Demonstrations"},
    {"Papineni et al. 2002", IN_PROCEEDINGS, "papineni2002bleu",
     "Papineni, Kishore and Roukos, Salim and Ward, Todd and Zhu, Wei-Jing",
     "BLEU: a Method for Automatic Evaluation of Machine Translation", 2002, ACL},
    {"Popovic 2015", IN_PROCEEDINGS, "popovic2015chrf", "Popovi{\\'c}, Maja",
     "chrF: Character n-gram F-score for Automatic MT Evaluation", 2015, "Workshop on Statistical Machine Translation"},
    {"Post 2018", IN_PROCEEDINGS, "post2018call", "Post, Matt", "A Call for Clarity in Reporting BLEU Scores", 2018,
     "Conference on Machine Translation"},
    {"Press & Wolf 2017", IN_PROCEEDINGS, "press2017using", "Press, Ofir and Wolf, Lior",
     "Using the Output Embedding to Improve Language Models", 2017,
     "Conference of the European Chapter of the Association for Computational Linguistics"},
    {"Press et al. 2020", IN_PROCEEDINGS, "press2020improving", "Press, Ofir and Smith, Noah A. and Levy, Omer",
     "Improving Transformer Models by Reordering their Sublayers", 2020, ACL},
    {"Press et al. 2022", IN_PROCEEDINGS, "press2022train", "Press, Ofir and Smith, Noah A. and Lewis, Mike",
     "Train Short, Test Long: Attention with Linear Biases Enables Input Length Extrapolation", 2022, ICLR},
    {"Radford et al. 2018", MISC, "radford2018improving",
     "Radford, Alec and Narasimhan, Karthik and Salimans, Tim and Sutskever, Ilya",
     "Improving Language Understanding by Generative Pre-Training", 2018, "OpenAI"},
    {"Raffel et al. 2020", ARTICLE, "raffel2020exploring", "Raffel, Colin and others",
     "Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer", 2020,
     "Journal of Machine Learning Research"},
    {"Ramachandran et al. 2017", MISC, "ramachandran2017searching",
     "Ramachandran, Prajit and Zoph, Barret and Le, Quoc V.", "Searching for Activation Functions", 2017, ARXIV},
    {"Ruoss et al. 2023", IN_PROCEEDINGS, "ruoss2023randomized", "Ruoss, Anian and others",
     "Randomized Positional Encodings Boost Length Generalization of Transformers", 2023, ACL},
    {"Sennrich et al. 2016", IN_PROCEEDINGS, "sennrich2016neural",
     "Sennrich, Rico and Haddow, Barry and Birch, Alexandra",
     "Neural Machine Translation of Rare Words with Subword Units", 2016, ACL},
    {"Shannon 1948", ARTICLE, "shannon1948mathematical", "Shannon, Claude E.", "A Mathematical Theory of Communication",
     1948, "Bell System Technical Journal"},
    {"Shaw et al. 2018", IN_PROCEEDINGS, "shaw2018self", "Shaw, Peter and Uszkoreit, Jakob and Vaswani, Ashish",
     "Self-Attention with Relative Position Representations", 2018, NAACL},
    {"Shazeer & Stern 2018", IN_PROCEEDINGS, "shazeer2018adafactor", "Shazeer, Noam and Stern, Mitchell",
     "Adafactor: Adaptive Learning Rates with Sublinear Memory Cost", 2018, ICML},
    {"Shazeer 2019", MISC, "shazeer2019fast", "Shazeer, Noam",
     "Fast Transformer Decoding: One Write-Head is All You Need", 2019, ARXIV},
    {"Shazeer 2020", MISC, "shazeer2020glu", "Shazeer, Noam", "GLU Variants Improve Transformer", 2020, ARXIV},
    {"Shleifer et al. 2021", MISC, "shleifer2021normformer", "Shleifer, Sam and others",
     "NormFormer: Improved Transformer Pretraining with Extra Normalization", 2021, ARXIV},
    {"So et al. 2021", MISC, "so2021primer", "So, David R. and others",
     "Primer: Searching for Efficient Transformers for Language Modeling", 2021, ARXIV},
    {"Su et al. 2021", MISC, "su2021roformer", "Su, Jianlin and others",
     "RoFormer: Enhanced Transformer with Rotary Position Embedding", 2021, ARXIV},
    {"Sukhbaatar et al. 2019", MISC, "sukhbaatar2019augmenting", "Sukhbaatar, Sainbayar and others",
     "Augmenting Self-attention with Persistent Memory", 2019, ARXIV},
    {"Sun et al. 2022", MISC, "sun2022length", "Sun, Yutao and others", "A Length-Extrapolatable Transformer", 2022,
     ARXIV},
    {"Sun et al. 2023", IN_PROCEEDINGS, "sun2023length", "Sun, Yutao and others", "A Length-Extrapolatable Transformer",
     2023, ACL},
    {"Sutskever et al. 2014", IN_PROCEEDINGS, "sutskever2014sequence",
     "Sutskever, Ilya and Vinyals, Oriol and Le, Quoc V.", "Sequence to Sequence Learning with Neural Networks", 2014,
     NEURIPS},
    {"Suzgun et al. 2019", MISC, "suzgun2019memory", "Suzgun, Mirac and others",
     "Memory-Augmented Recurrent Neural Networks Can Learn Generalized Dyck Languages", 2019, ARXIV},
    {"Szegedy et al. 2016", IN_PROCEEDINGS, "szegedy2016rethinking", "Szegedy, Christian and others",
     "Rethinking the Inception Architecture for Computer Vision", 2016,
     "Conference on Computer Vision and Pattern Recognition"},
    {"Takase et al. 2022", MISC, "takase2022b2t", "Takase, Sho and others",
     "B2T Connection: Serving Stability and Flexibility to Deep Transformers", 2022, ARXIV},
    {"Vaswani et al. 2017", IN_PROCEEDINGS, "vaswani2017attention", "Vaswani, Ashish and others",
     "Attention Is All You Need", 2017, NEURIPS},
    {"Wang et al. 2022", MISC, "wang2022deepnet", "Wang, Hongyu and others",
     "DeepNet: Scaling Transformers to 1,000 Layers", 2022, ARXIV},
    {"Williams & Zipser 1989", ARTICLE, "williams1989learning", "Williams, Ronald J. and Zipser, David",
     "A Learning Algorithm for Continually Running Fully Recurrent Neural Networks", 1989, "Neural Computation"},
    {"Wu et al. 2016", MISC, "wu2016google", "Wu, Yonghui and others",
     "Google's Neural Machine Translation System: Bridging the Gap between Human and Machine Translation", 2016, ARXIV},
    {"Wu et al. 2019", IN_PROCEEDINGS, "wu2019pay", "Wu, Felix and others",
     "Pay Less Attention with Lightweight and Dynamic Convolutions", 2019, ICLR},
    {"Wu et al. 2022", IN_PROCEEDINGS, "wu2022memorizing", "Wu, Yuhuai and others", "Memorizing Transformers", 2022,
     ICLR},
    {"Xiao et al. 2023", MISC, "xiao2023efficient", "Xiao, Guangxuan and others",
     "Efficient Streaming Language Models with Attention Sinks", 2023, ARXIV},
    {"Xie et al. 2023", MISC, "xie2023residual", "Xie, Shufang and others",
     "ResiDual: Transformer with Dual Residual Connections", 2023, ARXIV},
    {"Xiong et al. 2020", IN_PROCEEDINGS, "xiong2020layer", "Xiong, Ruibin and others",
     "On Layer Normalization in the Transformer Architecture", 2020, ICML},
    {"Yu et al. 2022", MISC, "yu2022efficient", "Yu, Ping and others",
     "Efficient Language Modeling with Sparse all-MLP", 2022, ARXIV},
    {"Zhang & Sennrich 2019", IN_PROCEEDINGS, "zhang2019root", "Zhang, Biao and Sennrich, Rico",
     "Root Mean Square Layer Normalization", 2019, NEURIPS},
    {"Zhang et al. 2022", MISC, "zhang2022unveiling", "Zhang, Yi and others",
     "Unveiling Transformers with LEGO: A Synthetic Reasoning Task", 2022, ARXIV},
};

/* The titles' capitals stay what they are: hence the second braces. */
static void write_record(const paper *p, char *text, size_t capacity) {
    static const char *const kinds[] = {"inproceedings", "article", "misc"}, *const venues[] = {"booktitle", "journal",
                                                                                                "howpublished"};
    snprintf(text, capacity, "@%s{%s,\n  author = {%s},\n  title = {{%s}},\n  %s = {%s},\n  year = {%d}\n}\n",
             kinds[p->kind], p->key, p->authors, p->title, venues[p->kind], p->venue, p->year);
}

static void print_paper(const cli *c, const paper *p) {
    char text[1024];
    write_record(p, text, sizeof text);
    if (!c->json) {
        fputs(text, stdout);
        return;
    }
    json_t *o = cli_out_object("lengthen.paper/1");
    cli_out_text(o, "cited", p->cited);
    cli_out_text(o, "key", p->key);
    cli_out_text(o, "bibtex", text);
    cli_out_line(o);
}

int cli_print_papers(cli *c, const char *source) {
    int printed = 0;
    for (size_t i = 0; i < sizeof papers / sizeof *papers; i++)
        if (strstr(source, papers[i].cited)) print_paper(c, &papers[i]), printed++;
    return printed;
}
