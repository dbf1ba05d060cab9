# Our program computes what published programs computed with the same parameters (tools/published.py, test/published/).
root=$LENGTHEN_PRESETS/..
built=$(dirname "$(readlink -f "$(command -v lengthen)")")
mkdir package && cp -r "$root/python/lengthen" package/ && rm -rf package/lengthen/lib && ln -s "$built" package/lengthen/lib
export PYTHONPATH="$PWD/package" PYTHONDONTWRITEBYTECODE=1
python=/usr/bin/python3
! ldd "$built"/liblengthen.so.* | grep -q libasan ||
    python="env LD_PRELOAD=$(gcc -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0 $python"
published="$python $root/tools/published.py"
$published --recorded "$root"/test/published/*.zip >lines
sed 's/  [^ ]*  of .*  / /' lines

# The check fails if one number of the published program's output is changed.
cat >change.py <<'END'
import io, sys, zipfile
import numpy
with zipfile.ZipFile(sys.argv[1]) as old, zipfile.ZipFile("changed.zip", "w") as new:
    for name in old.namelist():
        data = old.read(name)
        if name == sys.argv[2]:
            numbers = numpy.load(io.BytesIO(data))
            numbers.flat[3] += 1e-5 * abs(numbers).max()
            numpy.save(changed := io.BytesIO(), numbers)
            data = changed.getvalue()
        new.writestr(name, data)
END
for record in "$root"/test/published/*-rope.zip; do
    $python change.py "$record" logits.npy
    try $published --recorded changed.zip | sed 's/  [^ ]*  of .*  / /'
done
cp "$root/README.md" text.zip
try $published --recorded text.zip
try $published
