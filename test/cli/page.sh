# The page of a report is a self-contained HTML file. If the program was built with Node.js, the page has a script;
# otherwise it has only tables. These checks hold for both.
cat >two.yaml <<'EOF'
title: "Two </script> encodings"
set: {train.steps: 100, curriculum.lengths: 1..4, eval.lengths: 1..8}
grid:
  task: [even_pairs, bucket_sort]
  scheme: {plain: {encoding: relative}, "<b>random": {encoding: relative, positions: randomized}}
  seed: 0..1
EOF
lengthen sweep plan two.yaml --out two -q >plan
lengthen report two --html
page=two/report/index.html
head -n 1 $page
grep -o 'default-src .none.' $page
grep -c 'Two </script> encodings' $page
grep -cE 'Two (&lt;|\\u003C)/script(&gt;|\\u003E) encodings' $page | sed 's/[1-9][0-9]*/some/'
grep -oE '(src|href)="?(https?:)?//[^"]*' $page
cp $page first.html
lengthen report two --html -q
cmp $page first.html && echo the same
lengthen report two --html -o one --tables best --json | tail -n 1
