# doc/claims.md equals the page that the program makes from the claim files and the kept runs.
root=$LENGTHEN_PRESETS/..
lengthen claim --all "$root/claims" --out claims.md -q
diff "$root/doc/claims.md" claims.md && echo doc/claims.md agrees
grep -c '<table>' claims.html
