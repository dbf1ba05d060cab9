# What people type who know other programs: the message names the way in which it is written here.
answers() {
    while read -r words; do
        echo "$words"
        # shellcheck disable=SC2086
        lengthen $words 2>&1 >/dev/null | tee -a answers
    done
}
answers <<END
compare runs/a runs/b
plot runs/a
test runs/a
predict runs/a
tag runs/a good
resume runs/a
ls
rm runs/a
init
config
tune
datasets
train --lengths 1-60
train --curriculum.lengths 1,5-9
train --lengths 1:60
train --lengths 1-
train --lengths -3
train --set train.lr=1e-4
train --override x=y
serve --set x=y
END

# All commands that these answers name are there.
grep -o '`lengthen [a-z]* *[a-z]*' answers | cut -c 11- | sort -u | while read -r command verb; do
    case $command in sweep) set -- "$command" "$verb" ;; *) set -- "$command" ;; esac
    lengthen "$@" --help >/dev/null || echo "there is no lengthen $*"
done

# Training that nothing describes says what it does, where people read that, and for how long.
lengthen train --out defaults >log 2>&1 &
until grep -aq 'training takes about' log || ! kill -0 $!; do sleep 0.1; done
kill -TERM $!
wait $! || true
tr '\r' '\n' <log | grep -a -e 'the defaults' -e quick -e takes | sed 's/about .* from here/about so long from here/'
lengthen train --out silent --quiet >log 2>&1 &
until [ -s silent/metrics.jsonl ] || ! kill -0 $!; do sleep 0.1; done
kill -TERM $!
wait $! || true
cat log
lengthen train --preset quick --steps 1 --lengths 1..3 --out described 2>&1 | grep -c defaults || true
