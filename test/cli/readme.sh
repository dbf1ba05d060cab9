# The commands of the README's first run work as printed, one after the other, shortened to a few steps of training.
need gnuplot
readme=$LENGTHEN_PRESETS/../README.md
export LENGTHEN_TRAIN_STEPS=20 LENGTHEN_EVAL_SEQUENCES=20
awk '/^## / { on = /^## A first run/ }
    /corpora/ { on = 0 } # which have to be fetched
    on && /^    / && (more || /^    (lengthen|echo|printf) /) { print substr($0, 5); more = /\\$/ }' "$readme" >commands.sh
grep -c lengthen commands.sh
sh -e commands.sh >said 2>words || tail -n 3 words
[ -s curves.svg ] && echo drawn
