# Speed against work for each byte. Make the picture again, in this folder: gnuplot roofline.gp
set encoding utf8
set terminal svg size 880,500 background '#ffffff' font 'sans-serif,15'
set output 'roofline.svg'
set datafile separator comma
set key off
set lmargin 8
set bmargin 3.6
set tmargin 5
set rmargin 29
set border 3 lw 1 lc rgb '#9a9a9a'
set tics nomirror out scale 0.6 textcolor rgb '#444444'
set grid ytics lt 1 lw 0.7 lc rgb '#e4e4e4'
set samples 1000
set logscale x 2
set logscale y
set xrange [0.25:32]
set yrange [29.5389:354.467]
set ytics (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)
set xlabel 'multiply-adds x 2 for each byte that ops read and write' textcolor rgb '#444444' offset 0,0.3
set label 1 'A training step under the roofline' at graph 0, graph 1 offset 0,3.1 font ',18.75' noenhanced
set label 2 'GFLOP/s on 2 threads of AMD EPYC; avx512 kernels, float32' at graph 0, graph 1 offset 0,1.75 font ',13.05' textcolor rgb '#666666'
peak = 236.311
cache = 198.942
memory = 51.1152
roof(x, slope) = slope * x < peak ? slope * x : peak
set label 3 'peak, 236 GFLOP/s' at graph 1, first peak right offset -0.4,0.55 font ',12' textcolor rgb '#666666'
set label 4 'cache, 199 GB/s' at first 0.28, first 55.7 offset 0.8,0 font ',12' textcolor rgb '#666666'
set label 5 'memory, 51 GB/s' at first 0.6472, first 33.08 offset 0.8,0 font ',12' textcolor rgb '#666666'
set label 10 'linear: forward' at graph 1.03, graph 0.780 left offset 1,-0.25 textcolor rgb '#0072B2' point pt 7 ps 0.7 lc rgb '#0072B2'
set label 11 'linear: gradient of input' at graph 1.03, graph 0.690 left offset 1,-0.25 textcolor rgb '#D55E00' point pt 7 ps 0.7 lc rgb '#D55E00'
set label 12 'linear: gradient of weight' at graph 1.03, graph 0.600 left offset 1,-0.25 textcolor rgb '#009E73' point pt 7 ps 0.7 lc rgb '#009E73'
set label 13 'attention: forward' at graph 1.03, graph 0.510 left offset 1,-0.25 textcolor rgb '#CC79A7' point pt 7 ps 0.7 lc rgb '#CC79A7'
set label 14 'attention: backward' at graph 1.03, graph 0.420 left offset 1,-0.25 textcolor rgb '#E69F00' point pt 7 ps 0.7 lc rgb '#E69F00'
set label 15 'whole steps' at graph 1.03, graph 0.330 left offset 1,-0.25 textcolor rgb '#000000' point pt 6 ps 0.6 lc rgb '#000000'
plot roof(x, memory) with lines lw 1.4 dashtype (9,6) lc rgb '#9a9a9a', \
    roof(x, cache) with lines lw 2.4 lc rgb '#9a9a9a', \
    'roofline.csv' skip 1 using 6:(strcol(1) eq 'whole steps' ? $7 : 1/0) with points pt 6 ps 0.6 lc rgb '#000000', \
    'roofline.csv' skip 1 using 6:(strcol(1) eq 'attention: backward' ? $7 : 1/0) with points pt 7 ps 0.7 lc rgb '#E69F00', \
    'roofline.csv' skip 1 using 6:(strcol(1) eq 'attention: forward' ? $7 : 1/0) with points pt 7 ps 0.7 lc rgb '#CC79A7', \
    'roofline.csv' skip 1 using 6:(strcol(1) eq 'linear: gradient of weight' ? $7 : 1/0) with points pt 7 ps 0.7 lc rgb '#009E73', \
    'roofline.csv' skip 1 using 6:(strcol(1) eq 'linear: gradient of input' ? $7 : 1/0) with points pt 7 ps 0.7 lc rgb '#D55E00', \
    'roofline.csv' skip 1 using 6:(strcol(1) eq 'linear: forward' ? $7 : 1/0) with points pt 7 ps 0.7 lc rgb '#0072B2'
