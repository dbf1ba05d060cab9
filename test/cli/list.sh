# Every entry of every axis has a summary and a source.
lengthen list --json | sed 's/.*"axis":"\([^"]*\)","name":"\([^"]*\)".*/\1 \2/'
lengthen list --json | grep -v -e '"presets"' -e '"sweeps"' | grep -c -e '"summary":""' -e '"source":""'
lengthen list mask | grep -c '^  [a-z]'
try lengthen list encodings
try lengthen list zebra
