# The page of claims is the one that the files of claims and the kept runs make.
root=$LENGTHEN_PRESETS/..
lengthen claim --all "$root/claims" --out claims.md -q
diff "$root/doc/claims.md" claims.md && echo doc/claims.md agrees
grep -c '<table>' claims.html
