# A run: trained, then left alone, refused with another config, continued where the steps grow... and tested.
lengthen train $tiny --task reverse_string --steps 30 --out a --json >lines
members <lines | sed 's/\(tested length\).*/\1 .../' | sort | uniq -c | sed 's/^ *//'
grep -o '"status":"[a-z ]*"' lines
ls a
lengthen train $tiny --task reverse_string --steps 30 --out a | sed 's/score [0-9.]*/score X/'
try lengthen train $tiny --task reverse_string --steps 30 --out a --lr 0.5
lengthen train $tiny --task reverse_string --steps 30 --out b -q | sed -n '1p' | sed 's/  */ /g'
cmp a/model.safetensors b/model.safetensors && echo same bytes
try lengthen train $tiny --steps 30 --out /proc/nowhere
