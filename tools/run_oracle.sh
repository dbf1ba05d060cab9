#!/bin/sh
# run_oracle.sh FLOAT_PROGRAM DOUBLE_PROGRAM COMBINATIONS [product]
#
# Trains small models of many combinations of axes and options (test/combinations.c) for a few steps. Recomputes logits,
# loss and gradients in PyTorch (tools/oracle.py with python/lengthen/models, which was written independently from the
# papers). A relative error may be at most 1e-9 for the double program. For the float program it may be 1e-4 or 8 times
# PyTorch's own float32 error, whichever is larger. The models cover all pairs of axes and options, and with "product"
# every combination of the axes of attention.
# Exit status 5: a run differs. RUNS=folder keeps the runs.
set -eu

if [ $# != 3 ] && { [ $# != 4 ] || [ "$4" != product ]; }; then
    sed -n '2,10s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
float=$1
double=$2
combinations=$3
kinds=${4:-pairs}
oracle=$(dirname "$0")/oracle.py
python=/usr/bin/python3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
runs=${RUNS:-$scratch/runs}

# The number of heads is three, since slopes depend on whether it is a power of two. Sequences have up to 44 tokens, so
# they do not fill a micro-batch.
shape='--width 24 --heads 3 --blocks 2 --model.feed_forward 96'
model="$shape --batch 24 --steps 12 --lr 3e-3 --lengths 9 --eval.sequences 4"

$python -c 'import torch, numpy' 2>/dev/null || {
    echo "oracle: PyTorch is missing: install the Debian packages python3-torch and python3-numpy" >&2
    exit 1
}
$python "${oracle%.py}_selftest.py" >"$scratch/words" || {
    cat "$scratch/words"
    exit 5
}

# Prints the settings of one model per line: pairs of all axes and options, the product of the axes of attention, and
# cases of clipped distances, frequencies for longer sequences, other windows, decays, latents, and blocks that differ.
# Ranges of positions have their defaults.
plain='architecture=encoder task=duplicate_string scale=inverse_sqrt curriculum=uniform schedule=constant
model.decode=parallel model.computation_steps=0 encoding.kernel=log encoding.bias_in_scale=false
encoding.shared_table=false encoding.relative=false encoding.first_token=alike encoding.released=false
encoding.shared_bias=false'
cases() {
    "$combinations" model.precision=fp32
    # shellcheck disable=SC2086,SC2116
    [ "$kinds" != product ] || COMBINATIONS=product "$combinations" "$(echo $plain)"
    "$combinations" --patterns "data=duplicate_string"
    "$combinations" --patterns "data=copy_cmc data.alphabet=7 data.examples=600 architecture=decoder curriculum=epochs curriculum.lengths=1..9"
    cat <<'END'
encoding=rope encoding.clip=7 data=duplicate_string
loss.smoothing=0.1 data=bucket_sort head=tied
loss.smoothing=0.1 loss.smoothing_over=others loss.z=0.01 data=bucket_sort
loss.smoothing=0.2 loss.z=0.001 data=copy_cmc data.alphabet=40 data.examples=600 architecture=decoder curriculum=epochs curriculum.lengths=1..9
data=reverse_symbols curriculum.lengths=1..9 block=no_norm residual=rezero
model.decode=in_place data=bucket_sort encoding=relative head=tied
model.decode=in_place data=reverse_string encoding=t5 mask=window mask.width=5
data=substitution_cipher curriculum.lengths=1..9 optimizer=adafactor
encoding=rope encoding.clip=7 encoding.compress=3 encoding.pairs=halves encoding.fraction=0.6 data=copy_cmc data.alphabet=7 data.examples=600 architecture=decoder curriculum=epochs curriculum.lengths=1..9
encoding=rope encoding.clip=50 encoding.pairs=halves positions=randomized data=reverse_string
encoding=rope encoding.clip=5 encoding.compress=2.5 positions=augmented scale=log_n mask=window mask.width=6 data=reverse_string
encoding=rope encoding.clip=4 encoding.fraction=0.6 positions=randomized positions.per=sequence scale=log_n mask=causal data=reverse_string
encoding=rope encoding.clip=9 mask=lambda mask.width=12 mask.sinks=2 block=pre_norm norm=rms_norm data=duplicate_string
encoding=rope positions=document positions.separator=1 mask=document mask.separator=1 data=reverse_string
encoding=relative positions=document positions.separator=0 mask=document mask.separator=1 data=duplicate_string
encoding=learned positions=document positions.separator=2 mask=full data=bucket_sort
encoding=cope mask=document mask.separator=1 model.order=a persistent.pairs=5 data=reverse_string
encoding=rope encoding.clip=4 positions=document positions.separator=1 mask=document mask.separator=0 data=duplicate_string
encoding=none attention=geometric mask=document mask.separator=1 data=reverse_string
encoding=t5 attention=sink mask=document mask.separator=1 model.order=a persistent.pairs=5 data=reverse_string
encoding=shaw encoding.clip=4 attention=softmax1 mask=window mask.form=causal mask.width=5 scale=log_n data=reverse_string
encoding=rope attention=sink,softmax,softmax1 model.blocks=3 mask=causal data=duplicate_string
encoding=sinusoid attention=linear model.heads=8 model.width=32 model.key_heads=2 mask=causal data=duplicate_string
encoding=none attention=linear mask=window mask.width=5 model.qk_norm=rms data=reverse_string
encoding=rope encoding.frequencies=ntk encoding.extension=4 mask=causal data=duplicate_string
encoding=rope encoding.frequencies=interpolated encoding.extension=2.5 encoding.pairs=halves data=reverse_string
encoding=rope encoding.frequencies=parts_rotations encoding.extension=4 encoding.trained=300 encoding.temperature=0.1 data=reverse_string
encoding=rope encoding.frequencies=parts_index encoding.extension=3 encoding.trained=30 encoding.temperature=0.1 encoding.clip=7 data=duplicate_string
encoding=rope encoding.frequencies=ntk encoding.trained=9 encoding.dynamic=true encoding.fraction=0.6 mask=causal data=reverse_string
encoding=rope encoding.frequencies=ntk encoding.extension=2.5 encoding.trained=9 encoding.dynamic=true mask=causal data=reverse_string
encoding=rope encoding.frequencies=parts_unrounded encoding.extension=3 encoding.trained=300 encoding.temperature=0.1 data=duplicate_string
encoding=rope encoding.frequencies=llama3 encoding.extension=4 encoding.trained=60 data=reverse_string
encoding=rope encoding.frequencies=longrope encoding.extension=4 encoding.trained=10 encoding.factors=1,1.5,2.5,4 encoding.short_factors=1,1.1 data=reverse_string
encoding=rope encoding.clip=6 encoding.group=3 data=duplicate_string
encoding=rope encoding.clip=5 encoding.group=2 encoding.pairs=halves encoding.fraction=0.6 positions=randomized mask=causal data=reverse_string
encoding=rope encoding.frequencies=parts_index encoding.trained=7 encoding.dynamic=true encoding.temperature=0.2 architecture=decoder data=copy_cmc data.alphabet=7 data.examples=600 curriculum=epochs curriculum.lengths=1..9
encoding=rope mask=window mask.form=half mask.width=6 scale=log_n data=reverse_string
encoding=alibi mask=window mask.form=half mask.width=5 data=duplicate_string
encoding=rope mask=window mask.form=causal mask.width=5 scale=log_n data=reverse_string
encoding=rope mask=window mask.form=causal mask.width=5 scale=log_n scale.times=one data=reverse_string
encoding=alibi mask=window mask.width=4 architecture=decoder data=copy_cmc data.alphabet=7 data.examples=600 curriculum=epochs curriculum.lengths=1..9
encoding=t5 mask=window mask.form=causal mask.width=6 data=duplicate_string
encoding=relative mask=window mask.form=edge_shift mask.width=6 scale=log_n data=reverse_string
encoding=shaw encoding.clip=4 mask=window mask.form=edge_shift mask.width=5 data=duplicate_string
encoding=xpos encoding.scale_base=64 encoding.zeta=0.6 architecture=decoder data=copy_cmc data.alphabet=7 data.examples=600 curriculum=epochs curriculum.lengths=1..9
encoding=hard_alibi architecture=decoder data=copy_cmc data.alphabet=7 data.examples=600 curriculum=epochs curriculum.lengths=1..9
encoding=hard_alibi encoding.local_heads=1 mask=chunk mask.chunk=7 mask.form=causal positions=augmented scale=log_n data=reverse_string
encoding=xpos encoding.scale_base=32 encoding.center=9 architecture=decoder mask=window mask.width=6 scale=log_n data=duplicate_string
architecture=perceiver_io data=duplicate_string architecture.latents=5
architecture=perceiver_io data=duplicate_string architecture.repeats=2 architecture.query_residual=true encoding=none scale=log_n
architecture=perceiver_io data=parity_check architecture.output=mean architecture.latents=5
architecture=perceiver_io data=parity_check architecture.output=mean encoding=none head=tied block=pre_norm model.bias=false
architecture=perceiver_io data=copy_cmc data.alphabet=7 data.examples=600 curriculum.lengths=1..9 encoding=learned positions=randomized head=tied mixer=swiglu norm=rms_norm
architecture=perceiver_ar data=copy_cmc data.alphabet=7 data.examples=600 curriculum.lengths=1..9 encoding=rope encoding.fraction=0.5 mixer=squared_relu
architecture=perceiver_ar data=duplicate_string encoding=relative block=post_norm residual=b2t scale=log_n
architecture=perceiver_ar data=duplicate_string encoding=fire mask=lambda mask.width=12 mask.sinks=2 norm=rms_norm
architecture=perceiver_ar data=duplicate_string encoding=none attention=geometric
model.order=a encoding=relative data=reverse_string
model.order=sfaf persistent.pairs=7 encoding=rope mask=window mask.width=5 block=pre_norm block.head_scale=heads data=reverse_string
model.order=af persistent.pairs=5 encoding=shaw mask=causal scale=log_n residual=deepnorm data=duplicate_string
model.order=a encoding=t5 architecture=decoder norm=rms_norm projection=primer data=reverse_string
model.order=kf memorizing.size=0 encoding=relative architecture=decoder data=reverse_string
architecture.memory_tokens=3 encoding=relative mask=window mask.width=5 scale=log_n block=dual_norm data=reverse_string
architecture.memory_tokens=3 architecture.memory_form=controller encoding=t5 block=pre_norm block.head_scale=heads data=reverse_string
architecture.memory_tokens=4 architecture.memory_form=bottleneck residual=b2t model.order=macaron data=reverse_string
architecture.memory_tokens=3 architecture.memory_form=controller encoding=alibi scale=log_n mixer=geglu norm=rms_norm data=duplicate_string
architecture.memory_tokens=3 architecture=encoder_decoder encoding=rope data=reverse_string
architecture=encoder_decoder encoder.encoding=sinusoid decoder.encoding=rope decoder.encoding.base=100 data=reverse_string
architecture=encoder_decoder encoding=sinusoid cross.encoding=rope cross.encoding.frequencies=ntk cross.encoding.extension=3 cross.encoding.temperature=0.1 data=reverse_string
architecture=encoder_decoder encoding=none cross.encoding=t5 cross.encoding.buckets=8 block=pre_norm data=duplicate_string
architecture=encoder_decoder encoder.encoding=learned decoder.encoding=xpos cross.encoding=rope data=reverse_string
architecture=encoder_decoder encoding=alibi encoder.positions=randomized encoder.positions.L=50 cross.encoding=alibi scale=log_n data=reverse_string
architecture=encoder_decoder encoding=none encoder.encoding=alibi encoder.encoding.sides=split_heads cross.encoding=alibi cross.encoding.sides=two_slopes cross.encoding.right_slope=2 cross.encoding.trained_slopes=true data=reverse_string
encoding=alibi encoding.sides=split_heads positions=augmented positions.per=sequence data=reverse_string
encoding=alibi encoding.sides=two_slopes encoding.trained_slopes=true mask=window mask.width=7 positions=unsorted positions.L=60 data=reverse_string
architecture=encoder_decoder encoding=t5 decoder.encoding=relative decoder.positions=randomized decoder.positions.L=60 cross.encoding=kerple data=reverse_string
architecture=encoder_decoder encoding=none cross.encoding=sandwich decoder.positions=randomized decoder.positions.per=sequence encoder.positions=shifted data=reverse_string
architecture=encoder_decoder encoding=sinusoid encoder.positions=augmented cross.encoding=rope cross.encoding.fraction=0.5 data=reverse_string
model.order=lf data=reverse_string
model.order=lf convolution.taps=3,15 convolution.renorm_padding=true encoding=none mask=causal data=duplicate_string
model.order=df convolution.renorm_padding=true convolution.bias=true data=reverse_string residual=b2t
model.order=df convolution.heads=6 convolution.gate=false encoding=none architecture=decoder block=pre_norm data=reverse_string
model.order=sldf convolution.taps=3 architecture=encoder_decoder norm=rms_norm data=reverse_string
model.order=se data=reverse_string
model.order=sef mixer=geglu experts.count=5 experts.z_loss=0.01 experts.capacity=1 experts.capacity_least=1 data=duplicate_string
model.order=sb experts.count=3 experts.sublayers=2 mask=causal block=no_norm model.bias=false data=reverse_string
model.order=se experts.width=20 experts.capacity=0 architecture=encoder_decoder norm=rms_norm residual=b2t data=reverse_string
model.order=gb experts.count=4 data=reverse_string
model.order=seb experts.count=3 architecture=perceiver_ar encoding=rope data=duplicate_string
model.order=sgf gating.chunks=8 gating.width=96 mask=causal block=pre_norm norm=rms_norm data=duplicate_string
architecture=encoder_decoder architecture.begin=end architecture.tables=shared head=tied data=copy_cmc data.alphabet=7 data.examples=600 curriculum.lengths=1..9
architecture=encoder_decoder architecture.begin=end architecture.tables=apart head=tied block=pre_norm encoding=t5 data=copy_cmc data.alphabet=7 data.examples=600 curriculum.lengths=1..9
architecture=encoder_decoder architecture.tables=apart architecture.vocabulary=30 encoding=rope data=copy_cmc data.alphabet=7 data.examples=600 curriculum.lengths=1..9
projection=primer projection.centred=true encoding=relative data=reverse_string
projection=primer projection.shared=true encoding=rope mask=causal mixer=squared_relu data=duplicate_string
projection=primer projection.cross=true projection.centred=true architecture=encoder_decoder data=reverse_string
model.heads=8 model.width=32 model.key_heads=1 encoding=rope mask=causal architecture=decoder data=duplicate_string
model.heads=8 model.width=32 model.key_heads=2 encoding=relative scale=log_n data=reverse_string
model.heads=8 model.width=32 model.key_heads=4 encoding=cope block=pre_norm data=reverse_string
model.heads=8 model.width=32 model.key_heads=2 encoding=shaw model.order=af persistent.pairs=5 data=reverse_string
model.heads=8 model.width=32 model.key_heads=2 encoding=none attention=geometric projection=primer data=reverse_string
model.heads=8 model.width=32 model.key_heads=4 encoding=t5 architecture=encoder_decoder cross.encoding=rope data=reverse_string
model.heads=8 model.width=32 model.key_heads=2 encoding=rope encoding.clip=5 projection=primer projection.shared=true mask=causal data=reverse_string
model.heads=8 model.width=32 model.key_heads=1 architecture.memory_tokens=3 encoding=alibi data=reverse_string
model.heads=8 model.width=32 model.key_heads=2 architecture=perceiver_io architecture.latents=5 data=duplicate_string
model.heads=8 model.width=32 model.key_heads=2 architecture=perceiver_ar encoding=xpos mask=causal data=duplicate_string
model.heads=8 model.width=32 model.key_heads=2 model.qk_norm=rms encoding=rope projection=primer mask=causal data=reverse_string
model.qk_norm=layer encoding=relative model.order=a persistent.pairs=5 norm=rms_norm data=reverse_string
model.qk_norm=layer encoding=none attention=geometric model.bias=false data=reverse_string
model.qk_norm=rms architecture.memory_tokens=3 encoding=alibi data=reverse_string
model.qk_norm=layer architecture=encoder_decoder architecture.memory_tokens=3 architecture.memory_form=controller cross.encoding=rope data=reverse_string
model.qk_norm=rms architecture=perceiver_io architecture.latents=5 data=duplicate_string
model.qk_norm=layer architecture=perceiver_ar encoding=xpos mask=causal data=duplicate_string
encoding=fox data=duplicate_string
encoding=fox mask=window mask.form=causal mask.width=6 scale=log_n block=pre_norm data=reverse_string
encoding=fox model.heads=8 model.width=32 model.key_heads=2 attention=sink model.qk_norm=rms architecture=decoder data=reverse_string
encoding=fox mask=document mask.separator=1 model.order=a persistent.pairs=5 data=reverse_string
encoding=fox,rope mask=causal projection=primer scale=one data=duplicate_string
architecture=perceiver_ar encoding=fox data=duplicate_string
architecture=encoder_decoder encoding=sinusoid decoder.encoding=fox data=reverse_string
encoding=t5 mask=full,causal data=duplicate_string
encoding=t5 mask=causal,full data=duplicate_string
encoding=rope,none mask=window:5,full data=reverse_string
encoding=none,tupe:relative=true mask=full data=reverse_string
encoding=tupe:relative=true:first_token=free:released=true mask=window:5:form=causal,full data=reverse_string
encoding=none attention=softmax,geometric mask=full,causal data=reverse_string
encoding=shaw mask=full,causal data=reverse_string
encoding=relative encoding.terms=acd data=reverse_string
encoding=relative encoding.terms=bd positions=augmented data=reverse_string
encoding=relative encoding.terms=abc positions=randomized positions.draw=positions positions.L=200 data=reverse_string
encoding=relative encoding.terms=ab positions=augmented data=reverse_string
model.blocks=4 encoding=none,relative:shared_terms=true mask=full,window:5 data=reverse_string
model.blocks=4 encoding=alibi:sides=two_slopes:trained_slopes=true,rope,alibi:sides=symmetric:trained_slopes=true,rope:pairs=halves data=reverse_string
encoding=rope mask=chunk:5,full positions=randomized data=reverse_string
encoding=t5 mask=chunk:5,full data=reverse_string
encoding=sinusoid mask=chunk:5,full data=reverse_string
encoding=sinusoid mask=full,chunk:5 data=reverse_string
encoding=learned mask=full,chunk:5 positions=randomized data=reverse_string
encoding=rope,alibi mask=document,causal mask.separator=1 data=reverse_string
encoding=rope,alibi mask=full,document mask.separator=1 positions=document positions.separator=1 data=reverse_string
model.order=lf mask=full,causal data=reverse_string
model.order=sgf gating.chunks=8 gating.width=96 mask=causal,full block=pre_norm norm=rms_norm encoding=rope data=duplicate_string
model.order=se experts.count=3 mask=causal,full encoding=none,rope data=reverse_string
encoding=none,kerple:kernel=power mask=full data=reverse_string
encoding=none,fire:shared_bias=true mask=full scale=log_n,log_n:keys=9 data=reverse_string
model.blocks=3 encoding=none,fire,fire:hidden=7 data=reverse_string
encoding=rope,none positions=randomized positions.per=sequence mask=three_blocks:3,full data=reverse_string
encoding=rope:frequencies=ntk:extension=3,rope:frequencies=parts_index:extension=4:temperature=0.1 mask=three_blocks:3,full data=reverse_string
encoding=relative,t5 positions=augmented data=reverse_string
encoding=relative,rope positions=unsorted data=reverse_string
architecture=encoder_decoder encoding=rope,alibi mask=window:4:form=causal,causal data=reverse_string
architecture=encoder_decoder encoding=rope,none encoder.encoding=t5 cross.encoding=rope mask=causal,lambda positions=randomized data=reverse_string
architecture=encoder_decoder encoding=t5,t5:buckets=8 data=copy_cmc data.alphabet=7 data.examples=600 curriculum.lengths=1..9 scale=log_n
architecture=encoder_decoder encoding=t5 mask=causal,window:4:form=causal data=reverse_string
architecture=encoder_decoder encoding=none,tupe scale=inverse_sqrt projection=primer projection.centred=true projection.cross=true data=reverse_string
architecture=encoder_decoder encoding=rope,none decoder.encoding=alibi positions=randomized data=reverse_string
encoding=kerple_power,none data=reverse_string
model.blocks=4 model.share=0,0,1,2 encoding=none,none,relative:shared_terms=true,relative data=reverse_string
model.blocks=9 encoding=none,none,none,rope mask=causal,window:3 data=reverse_string
architecture=encoder_decoder cross.encoding=rope mask=chunk:5:form=causal,causal data=reverse_string
architecture=encoder_decoder encoding=t5 mask=chunk:5:form=causal,causal data=reverse_string
model.heads=8 model.width=32 model.key_heads=2 encoding=rope,t5 mask=causal,window:4:form=causal data=reverse_string
encoding=formula encoding.bias=-exp(a)*log1p(exp(b)*abs(d)) encoding.parameters=a[head]=0;b[head]=-1 positions=randomized mask=causal data=duplicate_string
encoding=formula encoding.bias=if(d>0,w[bucket(d,8,20)],v[bucket(d,8,20)+s*d]) encoding.parameters=w[head,8]=normal(0,0.5);v[8]=uniform(-1,1);s=0 encoding.shared_bias=true block=pre_norm data=reverse_string
encoding=formula encoding.bias=r=sqrt(s*d);l=log(t*d-3);if(d>4,-r+0.1*l,if(d<0,-0.1*t^abs(d),t*d^2/9)) encoding.parameters=s[head]=1;t=1.2 data=copy_cmc data.alphabet=7 data.examples=600 architecture=decoder curriculum=epochs curriculum.lengths=1..9
encoding=formula encoding.bias=tanh(s*d)+sigmoid(s*d)-softplus(s-d)+logsigmoid(t*d)+gelu(s*d)+erf(t*d/5)+relu(t-s*d)/9+sin(s*d)+cos(t*d)+log2(1+exp(s)*abs(d))-exp(-exp(t)*abs(d)) encoding.parameters=s[head]=uniform(-1,1);t=0.5 data=reverse_string
encoding=formula encoding.bias=max(-exp(s)*abs(d),-2*exp(t))+min(s*d,t)+0.3*s*round(d/3)+t*sign(d)*floor(d/4)-ceil(d/5)*s*(d!=2)-(t<d)*(s*d)^2/99-(not(d<3)or(d==1))*s encoding.parameters=s[head]=0.3;t=0.5 positions=augmented scale=log_n data=reverse_string
encoding=formula encoding.bias=sum(k,4,a[k]*cos(d*exp(-k)+b))+sum(k,head+1,sum(j,2,c[k+j]*sin(k*d)/(j+1))) encoding.parameters=a[4]=normal(0,1);b[head]=1;c[head,3]=normal(0,1) mask=window mask.width=7 data=duplicate_string
encoding=formula encoding.bias=-abs(s*d)^exp(t)-(2*d+t)^3/9999-2^-exp(s)*abs(d) encoding.parameters=s[head]=0.5;t=-0.5 model.heads=8 model.width=32 model.key_heads=2 data=reverse_string
encoding=formula encoding.bias=-exp(s)*abs(p_i-p_j)/(1+p_i/T)+log1p(p_j)*s/dk encoding.parameters=s[head]=-1 data=reverse_string
encoding=formula encoding.bias=s*(p_j-p_i)/9-(p_j>30) encoding.parameters=s[head]=1 positions=randomized positions.draw=positions data=duplicate_string mask=causal
architecture=encoder_decoder encoding=none cross.encoding=formula cross.encoding.bias=s*p_j-abs(p_i-2*p_j)/9 cross.encoding.parameters=s[head]=-1 data=reverse_string
encoding=formula,none encoding.bias=-exp(s)*abs(d) encoding.parameters=s[head]=-1 encoding.shared_bias=true model.blocks=3 mask=chunk:5,full data=reverse_string
encoding=formula encoding.frequency=10000^(-2*k/(r/2))*(k<r/4) positions=randomized data=reverse_string
encoding=formula encoding.frequency=base^-k/(1+T/9) encoding.bias=-rate*s*abs(d) encoding.parameters=s[head]=1 encoding.numbers=base=2;rate=0.1>=0 mask=causal data=duplicate_string
encoding=rope encoding.frequency=base^(-2*k/r)*(k<0.75*r/2) encoding.pairs=halves positions=augmented data=copy_cmc data.alphabet=7 data.examples=600 architecture=decoder curriculum=epochs curriculum.lengths=1..9
encoding=rope encoding.frequency=(base*max(1,T/trained)^(r/(r-2)))^(-2*k/r) encoding.trained=7 encoding.clip=4 encoding.compress=2 encoding.fraction=0.6 data=reverse_string
encoding=rope,formula,none encoding.frequency=3^-k encoding.bias=w[d+9] encoding.parameters=w[head,19]=normal(0,1) encoding.fraction=0.6 model.blocks=4 data=reverse_string
architecture=encoder_decoder encoding=none cross.encoding=formula cross.encoding.frequency=3^-k cross.encoding.bias=-exp(s)*abs(d) cross.encoding.parameters=s[head]=-1 positions=randomized data=reverse_string
architecture=encoder_decoder encoding=alibi cross.encoding=rope cross.encoding.frequency=base^(-k) data=reverse_string
mask=formula mask.formula=(j<=i)and((i-j<width)or(j<2)) mask.numbers=width=4 encoding=t5 data=reverse_string
mask=formula mask.formula=abs(i-j)<=2+floor(i/4) encoding=tupe scale=log_n data=duplicate_string
mask=formula,full mask.formula=d=i-j;d>=0and(d<3+i/2) encoding=relative positions=randomized block=pre_norm data=reverse_string
mask=formula mask.formula=(j<=i)and((i-j<5)or(j<3)) encoding=cope data=reverse_string
mask=formula mask.formula=(j<=i)and(floor(j/3)>=floor(i/3)-1) encoding=shaw projection=primer data=copy_cmc data.alphabet=7 data.examples=600 architecture=decoder curriculum=epochs curriculum.lengths=1..9
mask=formula mask.formula=abs(i-j)<6 encoding=none attention=geometric data=reverse_string
mask=formula mask.formula=(j<=i)and((i-j<9)or(j<4)) architecture=perceiver_ar encoding=rope data=duplicate_string
scale=formula scale.formula=s*log(n)/sqrt(dk) scale.parameters=s[head]=0.5 encoding=rope mask=causal data=reverse_string
scale=formula scale.formula=log(n+1)/log(a)/sqrt(dk) scale.numbers=a=9 encoding=cope mask=causal data=reverse_string
scale=formula scale.formula=(1+head/H)/sqrt(dk) encoding=shaw mask=window mask.width=5 model.heads=8 model.width=32 model.key_heads=2 data=duplicate_string
scale=formula scale.formula=w[bucket(n,6,20)]/sqrt(dk) scale.parameters=w[head,6]=normal(1,0.2) encoding=formula encoding.bias=-exp(t)*abs(d) encoding.parameters=t=-1 mask=lambda mask.width=4 mask.sinks=2 data=copy_cmc data.alphabet=7 data.examples=600 architecture=decoder curriculum=epochs curriculum.lengths=1..9
scale=formula,one scale.formula=s^2/dk scale.parameters=s=3>=1<=3.001 encoding=t5 model.blocks=3 model.share=0,1,0 data=reverse_string
scale=formula scale.formula=s/sqrt(dk) scale.parameters=s[head]=1 encoding=rope encoding.clip=5 encoding.compress=2.5 data=reverse_string
scale=formula scale.formula=s/sqrt(dk) scale.parameters=s=1 encoding=kerple encoding.bias_in_scale=true mask=causal data=reverse_string
scale=formula scale.formula=s/sqrt(dk) scale.parameters=s=1 model.order=sfaf persistent.pairs=5 encoding=xpos encoding.scale_base=64 mask=causal data=reverse_string
architecture=encoder_decoder scale=formula scale.formula=s*log(n)/sqrt(dk) scale.parameters=s[head]=0.5 encoding=fire projection=primer projection.cross=true data=reverse_string
architecture=encoder_decoder scale=formula scale.formula=s/sqrt(dk) scale.parameters=s=2 attention=geometric encoding=none cross.encoding=rope data=reverse_string
architecture=perceiver_io scale=formula scale.formula=s*log(n+1)/sqrt(dk) scale.parameters=s[head]=1 encoding=learned data=duplicate_string architecture.latents=5
architecture=perceiver_ar scale=formula scale.formula=s*log(n+1)/sqrt(dk) scale.parameters=s[head]=1 encoding=rope data=duplicate_string
scale=formula scale.formula=s/sqrt(dk) scale.parameters=s[head]=1 architecture.memory_tokens=3 architecture=encoder_decoder encoding=rope data=duplicate_string
scale=formula scale.formula=s*log(n+1)/sqrt(dk) scale.parameters=s[head]=1 architecture.memory_tokens=3 architecture.memory_form=controller encoding=alibi data=reverse_string
mixer=formula mixer.formula=x*sigmoid(a*x)+0.1*sin(x) mixer.numbers=a=1.7 encoding=rope data=reverse_string
mixer=formula mixer.formula=relu(x)^2 model.order=se experts.count=3 encoding=alibi data=reverse_string
mixer=formula mixer.formula=x*tanh(softplus(x)) model.order=sb model.bias=false data=duplicate_string
mixer=formula mixer.formula=if(x<0,exp(x)-1,x) architecture=perceiver_io encoding=none data=parity_check architecture.output=mean
mixer=formula mixer.formula=gelu(x) block=normformer mask=formula mask.formula=j<=i scale=formula scale.formula=s/sqrt(dk) scale.parameters=s[head]=1 encoding=formula encoding.frequency=9^-k data=copy_cmc data.alphabet=7 data.examples=600 architecture=decoder curriculum=epochs curriculum.lengths=1..9
architecture=encoder_decoder encoding=none cross.encoding=formula cross.encoding.bias=-exp(s)*abs(d)+w[d+4] cross.encoding.parameters=s[head]=-1;w[head,9]=normal(0,1) model.blocks=3 model.share=0,0,1 data=reverse_string
architecture=encoder_decoder encoding=formula encoding.bias=w[d+4] encoding.parameters=w[9]=normal(0,1) cross.encoding=formula cross.encoding.bias=-abs(d)*exp(t)/(head+1) cross.encoding.parameters=t=-1 cross.encoding.shared_bias=true data=reverse_string
END
}

# Adapts $model to a case. Patterns of several blocks set the number of blocks themselves. Models without norms have a
# smaller learning rate, since without norms models with unscaled scores would diverge.
sized() {
    own=$model
    case "$*" in *--model.heads=*) own=${own#*--heads 3 } ;; esac
    case "$*" in *--block=no_norm*) own=$(echo "$own" | sed 's/--lr 3e-3/--lr 1e-4/') ;; esac
    case "$*" in *--model.blocks=*) own=$(echo "$own" | sed 's/--blocks 2//') ;; esac
    echo "$own"
}

train() { # DIR FLAGS...: trains a run with a probe
    dir=$1
    shift
    # shellcheck disable=SC2046
    if ! { "$program" train $(sized "$@") "$@" --out "$dir" --threads 1 --quiet && "$program" inspect probe "$dir" --length 11 \
        --sequences 5 --quiet; } >"$scratch/words.$precision" 2>&1; then
        echo "oracle: $* failed:"
        cat "$scratch/words.$precision"
        return 1
    fi
}

# Models with a segment memory. Training does not change their parameters, so the state has the gradients and the
# memory.
segments='--data text --data.test_fraction 0.3 --batch 6 --steps 9 --lr 0 --optimizer.beta1 0 --dropout 0 --train.clip 0
--train.log_every 1 --lengths 7,20 --eval.lanes 3 --eval.sequences 13'
remembering() {
    cat <<'END'
--encoding relative --curriculum.lengths 40 --architecture.memory 40
--encoding relative --curriculum.lengths 40 --architecture.memory 60 --block pre_norm
--encoding relative --curriculum.lengths 20 --architecture.memory 30 --mask.same_length memory
--encoding relative --curriculum.lengths 20 --architecture.memory 30 --mask.same_length memory_and_self --scale log_n
--encoding relative --curriculum.lengths 20 --architecture.memory 30 --positions clipped --positions.width 17
--encoding relative --encoding.shared_terms --head tied --head.bias --curriculum.lengths 20 --architecture.memory 30
--encoding relative --encoding.terms bcd --curriculum.lengths 20 --architecture.memory 30
--encoding relative --encoding.terms acd --encoding.shared_terms --curriculum.lengths 20 --architecture.memory 30 --loss.half
--encoding sinusoid --curriculum.lengths 20 --architecture.memory 30
--encoding learned --curriculum.lengths 20 --architecture.memory 30
--encoding rope --curriculum.lengths 23 --architecture.memory 30 --architecture.memory_start zeros
--encoding rope --encoding.clip 17 --encoding.compress 3 --curriculum.lengths 20 --architecture.memory 30
--encoding alibi --curriculum.lengths 40 --architecture.memory 16 --eval.memory 33 --scale log_n
--encoding t5 --curriculum.lengths 40 --architecture.memory 40 --block pre_norm --norm rms_norm --head tied
--encoding kerple --curriculum.lengths 40 --architecture.memory 50
--encoding tupe --curriculum.lengths 40 --architecture.memory 50
--encoding sandwich --curriculum.lengths 23 --architecture.memory 30
--encoding xpos --encoding.scale_base 64 --curriculum.lengths 40 --architecture.memory 50
--encoding shaw --encoding.clip 7 --curriculum.lengths 40 --architecture.memory 50
--encoding cope --encoding.max_position 5 --mask causal --curriculum.lengths 40 --architecture.memory 50
--encoding fire --encoding.threshold 30 --curriculum.lengths 40 --architecture.memory 50
--encoding relative --curriculum.lengths 40 --architecture.memory 40 --head adaptive --head.cutoffs 40,90,120
--encoding relative --curriculum.lengths 40 --architecture.memory 40 --head adaptive --head.cutoffs 90,120 --head.divisor 4
--encoding none --curriculum.lengths 40 --architecture.memory 50 --mixer geglu
--encoding none --attention geometric --curriculum.lengths 40 --architecture.memory 50
--encoding rope --attention sink --model.order sk --memorizing.size 50 --memorizing.read 6 --memorizing.combine joint --curriculum.lengths 20 --architecture.memory 25
--encoding relative --projection primer --curriculum.lengths 20 --architecture.memory 30
--encoding rope --model.order sfdf --projection primer --projection.shared --curriculum.lengths 20 --architecture.memory 30
--encoding relative --model.order memorizing --memorizing.size 60 --memorizing.read 4 --curriculum.lengths 20 --architecture.memory 30
--encoding relative --model.order kf --memorizing.size 60 --memorizing.read 4 --curriculum.lengths 20 --projection primer --block normformer
--encoding rope --model.order sk --memorizing.size 50 --memorizing.read 6 --memorizing.combine joint --curriculum.lengths 20 --scale log_n --architecture.memory 25
--encoding formula --encoding.bias=-exp(s)*abs(d)^0.5 --encoding.parameters=s[head]=-2 --curriculum.lengths 20 --architecture.memory 30
--encoding formula --encoding.frequency=100^(-2*k/r)/(1+T/99) --encoding.bias=-exp(s)*abs(d) --encoding.parameters=s[head]=-2 --curriculum.lengths 20 --architecture.memory 30
--encoding rope --mask formula --mask.formula=(j<=i)and((i-j<9)or(j<3)) --curriculum.lengths 20 --architecture.memory 30
--encoding alibi --scale formula --scale.formula=s*log(n+1)/sqrt(dk) --scale.parameters=s[head]=1 --mixer formula --mixer.formula=relu(x)^2 --curriculum.lengths 20 --architecture.memory 30
--encoding rope --model.order sk --memorizing.size 50 --memorizing.read 6 --scale formula --scale.formula=s/sqrt(dk) --scale.parameters=s[head]=1 --mask formula --mask.formula=(j<=i)and(i-j<7) --curriculum.lengths 20
--encoding none --model.order sfk --memorizing.size 100 --memorizing.read 200 --memorizing.empty bypass --curriculum.lengths 20 --block pre_norm
--encoding t5 --model.order sfaf --persistent.pairs 5 --curriculum.lengths 40 --architecture.memory 25
--encoding none --model.order lf --convolution.taps 5,9 --curriculum.lengths 20 --architecture.memory 30 --block pre_norm
--encoding none --model.order df --convolution.renorm_padding --curriculum.lengths 20 --architecture.memory 30
--encoding rope --model.order sk --model.key_heads 1 --memorizing.size 50 --memorizing.read 6 --curriculum.lengths 20 --architecture.memory 25
--encoding rope --model.qk_norm rms --model.order sk --memorizing.size 50 --memorizing.read 6 --curriculum.lengths 20 --architecture.memory 25
--encoding fox --curriculum.lengths 40 --architecture.memory 50
--encoding fox --model.order sk --memorizing.size 50 --memorizing.read 6 --curriculum.lengths 20 --architecture.memory 25
--encoding relative,none --mask causal --curriculum.lengths 20 --architecture.memory 30
--encoding rope,t5 --mask window:9:form=causal,causal --curriculum.lengths 40 --architecture.memory 25
--encoding none,rope --model.order sk --memorizing.size 50 --memorizing.read 6 --curriculum.lengths 20 --mask causal
END
}

train_segments() { # DIR FLAGS...
    dir=$1
    shift
    # shellcheck disable=SC2086
    "$program" train $shape $segments --data.file "$scratch/text" "$@" --out "$dir" --threads 1 --quiet \
        >"$scratch/words.$precision" 2>&1 ||
        { echo "oracle: $* failed:" && cat "$scratch/words.$precision" && return 1; }
}

# Trains decoders with all encodings, and generates answers.
say() { # DIR FLAGS...
    dir=$1
    shift
    if ! { "$program" train --preset decoder-tiny --data copy_cmc --data.alphabet 5 --curriculum.lengths 2..7 --steps 150 \
        --batch 16 --lr 0.003 --eval.lengths 7 --eval.sequences 4 "$@" --out "$dir" --threads 1 --quiet &&
        "$program" sample --config "$dir/config.yaml" --split test --length 9 --count 8 --json >"$dir/samples.jsonl" &&
        sed 's/.*"source":"\([^"]*\)".*/\1/' "$dir/samples.jsonl" >"$dir/prompts" &&
        "$program" generate "$dir" --file "$dir/prompts" --json --threads 1 >"$dir/answers.jsonl"; } \
        >"$scratch/words.$precision" 2>&1; then
        echo "oracle: $* failed:"
        cat "$scratch/words.$precision"
        return 1
    fi
}

# Trains encoder-decoders, and translates 50 sources by beam search.
search() { # DIR FLAGS...
    dir=$1
    shift
    if ! { "$program" train $shape --architecture encoder_decoder --data copy_cmc --data.alphabet 5 --curriculum.lengths 2..7 \
        --steps 60 --batch 16 --lr 0.003 --lengths 7 --eval.sequences 4 --protocol beam --eval.length_extra 9 "$@" \
        --out "$dir" --threads 1 --quiet &&
        "$program" sample --config "$dir/config.yaml" --split test --length 9 --count 50 --json >"$dir/samples.jsonl" &&
        sed 's/.*"source":"\([^"]*\)".*/\1/' "$dir/samples.jsonl" |
        "$program" translate "$dir" --nbest 4 --json --threads 1 >"$dir/translations.jsonl"; } \
        >"$scratch/words.$precision" 2>&1; then
        echo "oracle: $* failed:"
        cat "$scratch/words.$precision"
        return 1
    fi
}

train_all() { # trains every model of $precision with $program
    count=0
    while read -r settings; do
        count=$((count + 1))
        name=$(echo "$settings" | sed 's/[A-Za-z_.0-9]*=//g; s/[ /]/-/g' | cut -c 1-200)
        flags=$(echo " $settings" | sed 's/ positions\.L=[0-9]*//; s/ \([a-z]\)/ --\1/g')
        # shellcheck disable=SC2086
        train "$runs/$precision/$count-$name" $flags || return
    done <"$scratch/cases"
    while read -r flags; do
        count=$((count + 1))
        # shellcheck disable=SC2086
        train_segments "$runs/$precision/$count-memory" $flags || return
    done <"$scratch/remembering"
    for encoding in none sinusoid learned tupe relative alibi rope xpos t5 kerple sandwich shaw cope fire hard_alibi formula fox; do
        say "$runs/said/$precision-$encoding" --encoding $encoding || return
    done
    say "$runs/said/$precision-primer" --encoding rope --projection primer || return
    say "$runs/said/$precision-sink" --encoding rope --attention sink,softmax1 || return
    say "$runs/said/$precision-pattern" --encoding rope,alibi --mask window:5,causal || return
    say "$runs/said/$precision-formulas" --encoding formula '--encoding.frequency=100^(-2*k/r)' --mask formula \
        '--mask.formula=j<=i and (i-j<5 or j<2)' --scale formula '--scale.formula=s*log(n+1)/sqrt(dk)' \
        '--scale.parameters=s[head]=1' --mixer formula '--mixer.formula=relu(x)^2' || return
    say "$runs/said/$precision-length" --encoding rope '--encoding.frequency=(base*max(1,T/9))^(-2*k/r)' || return
    say "$runs/said/$precision-a" --encoding rope --model.order a --persistent.pairs 5 || return
    for order in lf df; do
        say "$runs/said/$precision-$order" --encoding none --scale inverse_sqrt --model.order $order || return
    done
    search "$runs/found/$precision-pattern" --encoding rope,none --mask window:5,causal || return
    for block in post_norm pre_norm; do
        search "$runs/found/$precision-$block" --block $block || return
        search "$runs/found/$precision-$block-fairseq" --block $block --encoding relative --head tied \
            --architecture.begin end --eval.length_norm fairseq --eval.length_penalty 1 || return
    done
}

judge() { # checks all runs of $precision with the oracle
    result=0
    $python "$oracle" --each "$runs/$precision"/* >"$scratch/verdict.$precision" 2>&1 || result=$?
    awk -v precision="$precision" -v runs="$runs/" -v all="$(find "$runs/$precision"/* -prune | wc -l)" '
        { sub(runs, "") }
        /tolerance/ { head = $0 }
        /^oracle/ { print }
        /because PyTorch.s own error/ { print; head = "" }
        /DIFFERS|differs:/ { if (head != "") print head; head = ""; print }
        /^ *agrees/ { agree++ }
        $2 == "norm" { if ($3 > worst) worst = $3; if ($5 > worst) worst = $5 }
        END {
            printf "%s: %d of %d runs agree with PyTorch; the largest relative error is %.1e\n", precision, agree, all, worst
            exit agree != all
        }
    ' "$scratch/verdict.$precision" || [ $result != 0 ] || result=5
    return $result
}

compare_all() { # PRECISION PROGRAM
    precision=$1
    program=$2
    train_all && judge
}

cases >"$scratch/cases"
remembering >"$scratch/remembering"
head -c 2000 "$(dirname "$0")/../test/corpus/strings.en" >"$scratch/text"
echo "$(cat "$scratch/cases" "$scratch/remembering" | wc -l) kinds of models, each in float and in double"

# Both precisions in parallel.
export OMP_NUM_THREADS=1
status=0
compare_all float64 "$double" >"$scratch/float64" 2>&1 &
compare_all float32 "$float" || status=$?
wait $! || status=$?
cat "$scratch/float64"
[ $status = 0 ] || exit $status
$python "$oracle" --decoding samples.jsonl answers.jsonl "$runs/said"/* >"$scratch/verdict" || status=$?
grep -B 1 differs "$scratch/verdict" || true
echo "$(grep -c 'agrees$' "$scratch/verdict" || true) decoders agree with PyTorch"
$python "$oracle" --search samples.jsonl translations.jsonl "$runs/found"/* >"$scratch/verdict" || status=$?
grep -B 1 differs "$scratch/verdict" || true
echo "$(grep -c 'agrees$' "$scratch/verdict" || true) beam searches agree with PyTorch"
exit $status
