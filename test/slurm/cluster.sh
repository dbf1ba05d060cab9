#!/bin/sh
# cluster.sh start DIR [NODES]   starts a Slurm cluster: a controller and NODES nodes (4) of one processor each, all on
#                                this machine; all its files are in DIR, which is created
# cluster.sh stop DIR            stops it with all its jobs
# cluster.sh lose DIR NODE       kills a node as if its power had failed: its daemon and its jobs at the same moment
#
# SLURM_CONF=DIR/slurm.conf makes Slurm's commands (sbatch, squeue, ...) use it. Needs root, because its daemons do, and
# Debian's packages slurmctld, slurmd, slurm-client and munge; no systemd, no accounting, no control groups.
set -eu

if [ $# -lt 2 ]; then
    sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
verb=$1
mkdir -p "$2"
dir=$(cd "$2" && pwd)
conf=$dir/slurm.conf
PATH=$PATH:/usr/sbin

# The environment of the cluster's jobs and daemons has a variable with the cluster's folder. This variable
# distinguishes them from other processes.
members() { # [VARIABLE=VALUE]: the process ids of jobs and daemons; with VARIABLE, only of processes that have it
    grep -lzxF "SLURM_CONF=$conf" /proc/[0-9]*/environ 2>/dev/null | while read -r environ; do
        [ $# = 0 ] || grep -qzxF "$1" "$environ" || continue
        process=${environ%/environ}
        echo "${process#/proc/}"
    done 2>/dev/null # processes end meanwhile
}

parents() { # of the process ids in the input
    while read -r pid; do awk '/^PPid:/ { print $2 }' "/proc/$pid/status" 2>/dev/null || true; done
}

kill_all() { # SIGNAL; ids in the input
    while read -r pid; do kill "-$1" "$pid" 2>/dev/null || true; done
}

# The first of COUNT consecutive free ports. Another process may still take one of them.
find_ports() { # COUNT
    used=$(awk 'FNR > 1 { sub(/.*:/, "", $2); print $2 }' /proc/net/tcp /proc/net/tcp6 2>/dev/null)
    first=$((20000 + $$ % 10000))
    port=$first
    while [ $port -lt $((first + $1)) ]; do
        if echo "$used" | grep -qix "$(printf %04X $port)"; then first=$((port + 1)); fi
        port=$((port + 1))
    done
    echo $first
}

# The cluster is small. It authenticates with its own munge, and identifies processes by their parents instead of
# control groups. A requeued job must wait until its old credential expires. This takes two minutes by default, and less
# here. Arrays have at most four tasks instead of the usual 1001.
write_conf() { # NODES PORT
    host=$(uname -n)
    host=${host%%.*}
    cat <<END
ClusterName=lengthen
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$2
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$dir/munge.socket,cred_expire=5
CredType=cred/munge
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool/%n
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/%n.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
JobCompType=jobcomp/none
MaxArraySize=4
ReturnToService=2
KillWait=10
SchedulerParameters=bf_interval=1,sched_interval=1,batch_sched_delay=0
SlurmdParameters=config_overrides
NodeName=node[1-$1] NodeHostname=$host NodeAddr=127.0.0.1 Port=[$(($2 + 1))-$(($2 + $1))] CPUs=1 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
}

start_munge() {
    dd if=/dev/urandom of="$dir/munge.key" bs=64 count=1 2>/dev/null
    chmod 600 "$dir/munge.key"
    munged --socket="$dir/munge.socket" --key-file="$dir/munge.key" --log-file="$dir/munge.log" \
        --pid-file="$dir/munge.pid" --seed-file="$dir/munge.seed" --num-threads=4
}

await_nodes() { # NODES: waits until all are idle, for half a minute
    tries=0
    while [ "$(sinfo -h -t idle -o %D 2>/dev/null)" != "$1" ]; do
        tries=$((tries + 1))
        [ $tries -lt 150 ] || return 1
        sleep 0.2
    done
}

start() { # NODES
    if [ "$(id -u)" != 0 ]; then
        echo "cluster.sh: only root can start Slurm's daemons" >&2
        exit 1
    fi
    chmod 711 "$dir" # every user must reach munge's socket
    mkdir -p "$dir/state"
    write_conf "$1" "$(find_ports $(($1 + 1)))" >"$conf"
    export SLURM_CONF="$conf"
    start_munge
    slurmctld
    for i in $(seq "$1"); do
        mkdir -p "$dir/spool/node$i"
        slurmd -N "node$i"
    done
    await_nodes "$1" && return
    echo "cluster.sh: the nodes did not start; the last lines of the logs in $dir:" >&2
    for log in "$dir"/*.log; do echo "== $log" && tail -n 5 "$log"; done >&2
    exit 1
}

stop() {
    for signal in TERM KILL; do
        members | kill_all $signal
        tries=0
        while [ -n "$(members)" ] && [ $tries -lt 25 ]; do
            sleep 0.2
            tries=$((tries + 1))
        done
    done
}

# Shells of jobs have the name of their node in the environment. The parent of a job's outermost shell is a process of
# Slurm and is also killed.
lose() { # NODE
    { cat "$dir/$1.pid" && members "SLURMD_NODENAME=$1" && members "SLURMD_NODENAME=$1" | parents; } | sort -u | kill_all KILL
}

case $verb in
start) start "${3:-4}" ;;
stop) stop ;;
lose) lose "$3" ;;
*) echo "cluster.sh: expected start, stop or lose, not $verb" >&2 && exit 2 ;;
esac
