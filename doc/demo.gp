# Accuracy against length. Make the picture again, in this folder: gnuplot demo.gp
set encoding utf8
set terminal svg size 880,500 background '#ffffff' font 'sans-serif,15'
set output 'demo.svg'
set datafile separator comma
set key off
set lmargin 8
set bmargin 3.6
set tmargin 5
set rmargin 25
set border 3 lw 1 lc rgb '#9a9a9a'
set tics nomirror out scale 0.6 textcolor rgb '#444444'
set grid ytics lt 1 lw 0.7 lc rgb '#e4e4e4'
set xrange [10:500]
set yrange [10:101.5]
set ytics 0,20,100 format '%g %%'
set xlabel 'input length' textcolor rgb '#444444' offset 0,0.3
set label 1 'bucket_sort, encoding relative' at graph 0, graph 1 offset 0,3.1 font ',18.75' noenhanced
set label 2 'token accuracy against length; trained on lengths up to 40' at graph 0, graph 1 offset 0,1.75 font ',13.05' textcolor rgb '#666666'
set object 1 rectangle from graph 0, graph 0 to first 40, graph 1 behind fillcolor rgb '#f4f4f4' fillstyle solid noborder
set arrow 1 from first 40, graph 0 to first 40, graph 1 nohead dashtype (9,6) lw 1.4 lc rgb '#666666' back
set label 3 'longer than any seen →' at first 40, graph 1 offset 0.4,0.5 font ',12' textcolor rgb '#666666'
set arrow 2 from graph 0, first 20 to graph 1, first 20 nohead dashtype (2,5) lw 1.4 lc rgb '#8a8a8a' back
set label 4 'chance' at graph 1, first 20 right offset -0.4,-0.55 font ',12' textcolor rgb '#8a8a8a'
set label 10 'standard relative' at graph 1, first 58.87 offset 3.6,0 left textcolor rgb '#D55E00' noenhanced
set arrow 10 from graph 1.01, first 58.87 to graph 1.05, first 58.87 nohead lw 2.2 dashtype (9,5) lc rgb '#D55E00'
set label 11 'randomized relative' at graph 1, first 96.96 offset 3.6,0 left textcolor rgb '#D55E00' noenhanced
set arrow 11 from graph 1.01, first 96.96 to graph 1.05, first 96.96 nohead lw 2.4 dashtype 1 lc rgb '#D55E00'
plot \
    'demo.csv' using 1:(100*$2) with lines lw 2.2 dashtype (9,5) lc rgb '#D55E00', \
    'demo.csv' using 1:(100*$3) with lines lw 2.4 dashtype 1 lc rgb '#D55E00'
