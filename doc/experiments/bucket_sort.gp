# Score against steps of training. Make the picture again, in this folder: gnuplot bucket_sort.gp
set encoding utf8
set datafile separator comma
set lmargin 8
set rmargin 31
set tmargin 5
set border 3 lw 1 lc rgb '#9a9a9a'
set tics nomirror out scale 0.6 textcolor rgb '#444444'
set grid ytics lt 1 lw 0.7 lc rgb '#e4e4e4'
set key at graph 1.02, graph 1 left top Left reverse samplen 1.5 noenhanced textcolor rgb '#444444'
set yrange [10:101.5]
set ytics format '%g %%'
set xrange [0:*]
set format x '%.0s%c'
set xlabel 'steps of training' textcolor rgb '#444444'
set label 1 'bucket_sort' at graph 0, graph 1 offset 0,3 font ',18' noenhanced
set label 2 'mean token accuracy over lengths 41..100; trained on lengths 1..40; a line for each seed' \
    at graph 0, graph 1 offset 0,1.6 font ',12' textcolor rgb '#666666'
set arrow 1 from graph 0, first 23.7 to graph 1, first 23.7 nohead dashtype (2,5) lw 1.4 lc rgb '#8a8a8a' back
set label 3 'guessing' at graph 0, first 23.7 offset 0.6,0.5 font ',12' textcolor rgb '#8a8a8a'
set datafile missing NaN
set terminal svg size 940,460 background '#ffffff' font 'sans-serif,14'
set output 'bucket_sort.svg'
plot 'scores.csv' skip 1 using 6:(strcol(1).','.strcol(2).','.strcol(3).','.strcol(4).','.strcol(5) eq 'bucket_sort,relative,randomized,1e-3,1' ? column(7) : NaN) with linespoints pt 5 ps 0.5 lw 2 dt 1 lc rgb '#D55E00' title 'randomized relative', \
    'scores.csv' skip 1 using 6:(strcol(1).','.strcol(2).','.strcol(3).','.strcol(4).','.strcol(5) eq 'bucket_sort,relative,randomized,1e-3,2' ? column(7) : NaN) with linespoints pt 5 ps 0.5 lw 2 dt 1 lc rgb '#D55E00' notitle, \
    'scores.csv' skip 1 using 6:(strcol(1).','.strcol(2).','.strcol(3).','.strcol(4).','.strcol(5) eq 'bucket_sort,relative,randomized,1e-3,3' ? column(7) : NaN) with linespoints pt 5 ps 0.5 lw 2 dt 1 lc rgb '#D55E00' notitle, \
    'scores.csv' skip 1 using 6:(strcol(1).','.strcol(2).','.strcol(3).','.strcol(4).','.strcol(5) eq 'bucket_sort,sinusoid,randomized,1e-3,1' ? column(7) : NaN) with linespoints pt 7 ps 0.5 lw 2 dt 1 lc rgb '#0072B2' title 'randomized sinusoid', \
    'scores.csv' skip 1 using 6:(strcol(1).','.strcol(2).','.strcol(3).','.strcol(4).','.strcol(5) eq 'bucket_sort,sinusoid,randomized,1e-3,2' ? column(7) : NaN) with linespoints pt 7 ps 0.5 lw 2 dt 1 lc rgb '#0072B2' notitle, \
    'scores.csv' skip 1 using 6:(strcol(1).','.strcol(2).','.strcol(3).','.strcol(4).','.strcol(5) eq 'bucket_sort,sinusoid,randomized,1e-3,3' ? column(7) : NaN) with linespoints pt 7 ps 0.5 lw 2 dt 1 lc rgb '#0072B2' notitle, \
    'scores.csv' skip 1 using 6:(strcol(1).','.strcol(2).','.strcol(3).','.strcol(4).','.strcol(5) eq 'bucket_sort,sinusoid,standard,1e-3,1' ? column(7) : NaN) with linespoints pt 9 ps 0.5 lw 2 dt 1 lc rgb '#009E73' title 'standard sinusoid', \
    'scores.csv' skip 1 using 6:(strcol(1).','.strcol(2).','.strcol(3).','.strcol(4).','.strcol(5) eq 'bucket_sort,sinusoid,standard,1e-3,2' ? column(7) : NaN) with linespoints pt 9 ps 0.5 lw 2 dt 1 lc rgb '#009E73' notitle, \
    'scores.csv' skip 1 using 6:(strcol(1).','.strcol(2).','.strcol(3).','.strcol(4).','.strcol(5) eq 'bucket_sort,sinusoid,standard,1e-3,3' ? column(7) : NaN) with linespoints pt 9 ps 0.5 lw 2 dt 1 lc rgb '#009E73' notitle
