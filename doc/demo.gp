# bucket_sort, encoding relative. Make the picture again, in this folder: gnuplot demo.gp
set encoding utf8
set datafile separator comma
set key off
set border 3 lw 1 lc rgb '#9a9a9a'
set grid ytics lt 1 lw 0.7 lc rgb '#e4e4e4'
set tics nomirror out scale 0.6 textcolor rgb '#444444'
set terminal svg size 1030,532 font 'sans-serif,14.0' background '#ffffff'; large = ',18.9'; medium = ',15.4'; small = ',12.0'; set output 'demo.svg'
set multiplot
set label 'bucket_sort, encoding relative' at screen 0.01553, screen 0.95865 left font large noenhanced
set label 'token accuracy against length; trained on lengths up to 40' at screen 0.01553, screen 0.91729 left textcolor rgb '#666666' noenhanced
set label 'input length' at screen 0.42524, screen 0.03008 center textcolor rgb '#444444' noenhanced
set label 'token accuracy in %' at screen 0.01359, screen 0.46053 center rotate by 90 textcolor rgb '#444444' noenhanced
set arrow from screen 0.78252, screen 0.28462 to screen 0.82718, screen 0.28462 nohead dashtype (9,5) lw 1.7 lc rgb '#D55E00'
set label '' at screen 0.80485, screen 0.28462 point pt 5 ps 0.7 lc rgb '#D55E00' noenhanced
set label 'standard relative' at screen 0.83689, screen 0.28462 left noenhanced
set arrow from screen 0.78252, screen 0.78228 to screen 0.82718, screen 0.78228 nohead dashtype 1 lw 2 lc rgb '#D55E00'
set label '' at screen 0.80485, screen 0.78228 point pt 5 ps 0.7 lc rgb '#D55E00' noenhanced
set label 'randomized relative' at screen 0.83689, screen 0.78228 left noenhanced
set lmargin at screen 0.07573
set rmargin at screen 0.77476
set tmargin at screen 0.82707
set bmargin at screen 0.11278
set xrange [10:500]
set yrange [10:102]
set xtics ('50' 50, '100' 100, '150' 150, '200' 200, '250' 250, '300' 300, '350' 350, '400' 400, '450' 450, '500' 500) offset 0,0.3
set ytics ('20' 20, '40' 40, '60' 60, '80' 80, '100' 100)
set object rectangle from graph 0, graph 0 to first 40, graph 1 behind fillcolor rgb '#f4f4f4' fillstyle solid noborder
set arrow from first 40, graph 0 to first 40, graph 1 nohead dashtype (9,6) lw 1.4 lc rgb '#C00000' back
set label 'longest length of training' at first 40, graph 1 offset 0,0.6 left font small textcolor rgb '#666666' noenhanced
set arrow from graph 0, first 20 to graph 1, first 20 nohead dashtype (2,5) lw 1.4 lc rgb '#8a8a8a' back
set label 'chance' at graph 1, first 20 offset -0.4,-0.55 right font small textcolor rgb '#8a8a8a' noenhanced
plot 'demo.csv' skip 1 using 1:2 with lines dashtype (9,5) lw 1.7 lc rgb '#D55E00', \
     'demo.csv' skip 1 every 8::0 using 1:2 with points pt 5 ps 0.7 lc rgb '#D55E00', \
     'demo.csv' skip 1 using 1:3 with lines dashtype 1 lw 2 lc rgb '#D55E00', \
     'demo.csv' skip 1 every 8::4 using 1:3 with points pt 5 ps 0.7 lc rgb '#D55E00'
unset arrow
unset label
unset object
unset multiplot
unset output
