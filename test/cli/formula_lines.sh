# Definitions and examples keep their line breaks at any width of the terminal.
cat >terminal.py <<'PY'
import fcntl, os, pty, struct, sys, termios
pid, fd = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
    os.execvp(sys.argv[2], sys.argv[2:])
out = b""
try:
    while part := os.read(fd, 65536):
        out += part
except OSError: # the end
    pass
sys.stdout.write(out.decode().replace("\r\n", "\n"))
PY
names=$(lengthen list --json | jq -r 'select(.summary | startswith("another name") | not) |
    select(.axis != "presets" and .axis != "sweeps") | .axis + "/" + .name')
lengthen show $names --json | jq -r '.formula // "", .example // "" | split("\n")[] | "  " + .' | sort -u >written
wc -l <written | sed 's/^[1-9][0-9][0-9]*$/many lines/'
for width in 60 80 120; do
    TERM=dumb NO_COLOR=1 python3 terminal.py $width lengthen show $names >page
    echo "$width columns: $(sort -u page | comm -23 written - | grep -vc '^  $') lines are broken"
    awk -v width=$width '/^[a-z]/ { part = $0 } { gsub(/[^ -~]/, "") }
        part != "definition" && part != "example" && length($0) > width' page | head -n 3
done
