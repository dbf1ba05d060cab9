# Score against steps of training. Make the picture again, in this folder: gnuplot missing_duplicate_string.gp
set encoding utf8
set datafile separator comma
set lmargin 8
set rmargin 31
set tmargin 5
set border 3 lw 1 lc rgb '#9a9a9a'
set tics nomirror out scale 0.6 textcolor rgb '#444444'
set grid ytics lt 1 lw 0.7 lc rgb '#e4e4e4'
set key at graph 1.02, graph 1 left top Left reverse samplen 1.5 noenhanced textcolor rgb '#444444'
set yrange [40:101.5]
set ytics format '%g %%'
set xrange [0:*]
set format x '%.0s%c'
set xlabel 'steps of training' textcolor rgb '#444444'
set label 1 'missing_duplicate_string' at graph 0, graph 1 offset 0,3 font ',18' noenhanced
set label 2 'mean token accuracy over lengths 41..100; trained on lengths 1..40; a line for each seed' \
    at graph 0, graph 1 offset 0,1.6 font ',12' textcolor rgb '#666666'
set arrow 1 from graph 0, first 50 to graph 1, first 50 nohead dashtype (2,5) lw 1.4 lc rgb '#8a8a8a' back
set label 3 'guessing' at graph 0, first 50 offset 0.6,0.5 font ',12' textcolor rgb '#8a8a8a'
set datafile missing NaN
set terminal svg size 940,460 background '#ffffff' font 'sans-serif,14'
set output 'missing_duplicate_string.svg'
plot 'scores.csv' skip 1 using 6:(strcol(1).','.strcol(2).','.strcol(3).','.strcol(4).','.strcol(5) eq 'missing_duplicate_string,relative,randomized,1e-3,1' ? column(7) : NaN) with linespoints pt 5 ps 0.5 lw 2 dt 1 lc rgb '#D55E00' title 'randomized relative', \
    'scores.csv' skip 1 using 6:(strcol(1).','.strcol(2).','.strcol(3).','.strcol(4).','.strcol(5) eq 'missing_duplicate_string,relative,standard,1e-3,1' ? column(7) : NaN) with linespoints pt 11 ps 0.5 lw 2 dt 1 lc rgb '#CC79A7' title 'standard relative'
