"""pods.py JOB.yaml DIR: runs an indexed job as Kubernetes would, with processes in place of pods.

Reads the manifest with a YAML library, as the cluster does. Fails if the API server would refuse the manifest
(https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/job-v1/). Starts the command of every index.
Like the kubelet, replaces $(JOB_COMPLETION_INDEX); DIR replaces the mounted volume. Follows podFailurePolicy: after an
ignored exit, the command is started again; FailIndex and too many failures end the index. Prints a line for each pod.
Exit status 1: an index failed.
"""
import re
import subprocess
import sys

import yaml

NAME = re.compile(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?\Z")  # RFC 1123 label
QUANTITY = re.compile(r"[0-9]+(\.[0-9]+)?(m|[KMGT]i?)?\Z")


def need(fact, words):
    if not fact:
        sys.exit(f"pods: the API server would refuse this: {words}")


def check(job):
    need(job["apiVersion"] == "batch/v1" and job["kind"] == "Job", "apiVersion and kind")
    need(NAME.match(job["metadata"]["name"]), "metadata.name")
    spec, pod = job["spec"], job["spec"]["template"]["spec"]
    need(spec["completionMode"] == "Indexed" and spec["completions"] >= 1, "an indexed job needs completions")
    need(1 <= spec["parallelism"] <= spec["completions"], "parallelism")
    need(pod["restartPolicy"] == "Never", "podFailurePolicy and backoffLimitPerIndex need restartPolicy: Never")
    containers = {c["name"]: c for c in pod["containers"]}
    for rule in spec["podFailurePolicy"]["rules"]:
        need(rule["action"] in ("Ignore", "FailIndex", "FailJob", "Count"), "action")
        need(("onExitCodes" in rule) != ("onPodConditions" in rule), "a rule must have exactly one condition")
        codes = rule.get("onExitCodes", {"containerName": "worker", "values": [1]})
        need(codes["containerName"] in containers and 0 not in codes["values"], "onExitCodes")
    volumes = {v["name"] for v in pod["volumes"]}
    for c in containers.values():
        need(all(isinstance(word, str) for word in c["command"]), "the words of a command must be strings")
        need(all(QUANTITY.match(q) for part in c["resources"].values() for q in part.values()), "quantities")
        need(all(m["name"] in volumes and m["mountPath"].startswith("/") for m in c["volumeMounts"]), "volumeMounts")
    return spec, containers["worker"]


def action(spec, status):
    for rule in spec["podFailurePolicy"]["rules"]:
        if status in rule.get("onExitCodes", {}).get("values", []):
            return rule["action"]
    return "Count"


def run_index(spec, worker, index, folder):
    mount = worker["volumeMounts"][0]["mountPath"]
    words = [folder if w == mount else w.replace("$(JOB_COMPLETION_INDEX)", str(index)) for w in worker["command"]]
    failures = 0
    while True:
        status = subprocess.run(words, stdout=subprocess.DEVNULL).returncode
        print(f"pod of index {index}: {status}", flush=True)
        if status == 0:
            return True
        what = action(spec, status)
        failures += what == "Count"
        if what in ("FailIndex", "FailJob") or failures > spec["backoffLimitPerIndex"]:
            return False


def main():
    with open(sys.argv[1]) as f:
        spec, worker = check(yaml.safe_load(f))
    good = [run_index(spec, worker, i, sys.argv[2]) for i in range(spec["completions"])]
    sys.exit(0 if all(good) else 1)


main()
