# A training step under the roofline. Make the picture again, in this folder: gnuplot roofline.gp
set encoding utf8
set datafile separator comma
set key off
set border 3 lw 1 lc rgb '#9a9a9a'
set grid ytics lt 1 lw 0.7 lc rgb '#e4e4e4'
set tics nomirror out scale 0.6 textcolor rgb '#444444'
set logscale x 2
set logscale y 10
set terminal svg size 822,640 font 'sans-serif,14.0' background '#ffffff'; large = ',18.9'; medium = ',15.4'; small = ',12.0'; set output 'roofline.svg'
set multiplot
set label 'A training step under the roofline' at screen 0.01946, screen 0.96562 left font large noenhanced
set label '2 threads of AMD EPYC; avx512 kernels, float32' at screen 0.01946, screen 0.93125 left textcolor rgb '#666666' noenhanced
set label 'multiply-adds x 2 per byte that ops read or write' at screen 0.53285, screen 0.19375 center textcolor rgb '#444444' noenhanced
set label 'GFLOP/s' at screen 0.01703, screen 0.55156 center rotate by 90 textcolor rgb '#444444' noenhanced
set arrow from screen 0.09489, screen 0.13594 to screen 0.15085, screen 0.13594 nohead dashtype (9,5) lw 1.7 lc rgb '#9a9a9a'
set label 'roof of the memory' at screen 0.16302, screen 0.13594 left noenhanced
set arrow from screen 0.44039, screen 0.13594 to screen 0.49635, screen 0.13594 nohead dashtype 1 lw 2 lc rgb '#9a9a9a'
set label 'roof of the cache' at screen 0.50852, screen 0.13594 left noenhanced
set label '' at screen 0.12287, screen 0.10156 point pt 6 ps 0.7 lc rgb '#000000' noenhanced
set label 'whole steps' at screen 0.16302, screen 0.10156 left noenhanced
set label '' at screen 0.46837, screen 0.10156 point pt 7 ps 0.7 lc rgb '#0072B2' noenhanced
set label 'linear: forward' at screen 0.50852, screen 0.10156 left noenhanced
set label '' at screen 0.12287, screen 0.06719 point pt 7 ps 0.7 lc rgb '#D55E00' noenhanced
set label 'linear: gradient of input' at screen 0.16302, screen 0.06719 left noenhanced
set label '' at screen 0.46837, screen 0.06719 point pt 7 ps 0.7 lc rgb '#009E73' noenhanced
set label 'linear: gradient of weight' at screen 0.50852, screen 0.06719 left noenhanced
set label '' at screen 0.12287, screen 0.03281 point pt 7 ps 0.7 lc rgb '#CC79A7' noenhanced
set label 'attention: forward' at screen 0.16302, screen 0.03281 left noenhanced
set label '' at screen 0.46837, screen 0.03281 point pt 7 ps 0.7 lc rgb '#E69F00' noenhanced
set label 'attention: backward' at screen 0.50852, screen 0.03281 left noenhanced
set lmargin at screen 0.09489
set rmargin at screen 0.97080
set tmargin at screen 0.85625
set bmargin at screen 0.26250
set xrange [0.25:32]
set xtics ('0.25' 0.25, '0.5' 0.5, '1' 1, '2' 2, '4' 4, '8' 8, '16' 16, '32' 32) offset 0,0.3
set yrange [29.538875:354.4665]
set ytics ('50' 50, '100' 100, '200' 200)
set label 'memory, 51 GB/s' at first 0.647235, first 33.0835 offset 0.8,0 left font small textcolor rgb '#666666' noenhanced
set label 'cache, 199 GB/s' at first 0.28, first 55.7038 offset 0.8,0 left font small textcolor rgb '#666666' noenhanced
set label 'peak, 236 GFLOP/s' at first 1.18784, first 257.579 offset 0.8,0 left font small textcolor rgb '#666666' noenhanced
plot 'roofline.csv' skip 1 using 2:3 with lines dashtype (9,5) lw 1.7 lc rgb '#9a9a9a', \
     'roofline.csv' skip 1 using 4:5 with lines dashtype 1 lw 2 lc rgb '#9a9a9a', \
     'roofline.csv' skip 1 using 6:7 with points pt 6 ps 0.7 lc rgb '#000000', \
     'roofline.csv' skip 1 using 8:9 with points pt 7 ps 0.7 lc rgb '#0072B2', \
     'roofline.csv' skip 1 using 10:11 with points pt 7 ps 0.7 lc rgb '#D55E00', \
     'roofline.csv' skip 1 using 12:13 with points pt 7 ps 0.7 lc rgb '#009E73', \
     'roofline.csv' skip 1 using 14:15 with points pt 7 ps 0.7 lc rgb '#CC79A7', \
     'roofline.csv' skip 1 using 16:17 with points pt 7 ps 0.7 lc rgb '#E69F00'
unset arrow
unset label
unset object
unset multiplot
unset output
