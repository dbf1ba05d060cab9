# A report of runs that belong to no sweep: the options that differ become the axes.
tiny='--task even_pairs --steps 12 --width 8 --heads 2 --blocks 1 --curriculum.lengths 1..5 --lengths 1..9 --eval.sequences 8 -q'
for seed in 1 2; do
    # shellcheck disable=SC2086
    for encoding in rope alibi; do
        lengthen train $tiny --encoding $encoding --seed $seed --out "mine/$encoding-$seed" >log
    done
done
# shellcheck disable=SC2086
lengthen train $tiny --encoding rope --encoding.base 500 --lr 0.01 --seed 1 --out mine/deep/other >log
lengthen report mine --no-pictures --html --tables mean,runs --figures curves
sed -n '/^| data/,/^$/p' mine/report/tables/mean.md
cut -d, -f1-3 mine/report/tables/runs.csv | sort | head -4
grep -o '"training":{"0":{"merged":1,"step":\[12\]' mine/report/index.html
grep -c 'All runs in mine' mine/report/index.html
lengthen report mine --columns seed --tables mean --no-pictures -q && sed -n '/^| data/,/^$/p' mine/report/tables/mean.md

echo an unreadable run
cp -r mine/rope-1 mine/broken && echo 'encoding: [' >mine/broken/config.yaml
lengthen report mine --no-pictures --tables mean -o again
rm -r mine/broken

echo nothing to report
mkdir empty
try lengthen report empty
try lengthen serve empty
try lengthen report missing
try lengthen sweep status mine

echo runs of different tasks, and aliases from the literature
sort=$(echo "$tiny" | sed s/even_pairs/bucket_sort/)
for encoding in yarn rerope; do
    # shellcheck disable=SC2086
    lengthen train $sort --encoding $encoding --seed 1 --out "mixed/$encoding" >log
done
cp -r mine/rope-1 mine/alibi-1 mixed
lengthen eval mixed/yarn mixed/rerope --lengths 6 --format csv -q | cut -d, -f1-3
lengthen eval mixed/yarn mixed/rerope --lengths 6 -q | head -5 | cut -c1-40
lengthen runs mixed | cut -c1-70
lengthen report mixed --no-pictures --tables mean,lengths,pairs,time
sed -n '/^| scheme/,/^$/p' mixed/report/tables/lengths.md | cut -d'|' -f2
sed -n '/^| columns/,$p' mixed/report/tables/pairs.md
sed -n '/relative to/,/^$/p' mixed/report/tables/time.md | sed 's/[0-9][0-9.]*/N/g'
