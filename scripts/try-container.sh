#!/bin/bash
# Builds the image of deploy/container and runs it as its header describes, on a machine without access to image
# registries: the Containerfile's base image is built here, from Debian's packages and the installed Node. It needs
# Debian's mmdebstrap, buildah, podman and runc, root, and packages of Debian and npm; it leaves nothing behind.
#
#   scripts/try-container.sh        about three minutes; exits with 0 if all checks pass
set -euo pipefail
cd "$(dirname "$0")/.."

for program in mmdebstrap buildah podman runc node npm curl; do
  command -v "$program" >/dev/null || { echo "The image was not built: $program is missing." >&2; exit 2; }
done

work=$(mktemp -d)
base=docker.io/library/node:24-bookworm-slim
port=$(node -e 'const s = require("node:net").createServer().listen(0, () => { console.log(s.address().port); s.close() })')
export CONTAINERS_STORAGE_CONF=$work/storage.conf BUILDAH_ISOLATION=chroot
printf '[storage]\ndriver = "overlay"\ngraphroot = "%s/store"\nrunroot = "%s/run"\n' "$work" "$work" >"$work/storage.conf"

finish() {
  podman rm --force --time 20 grundbok >/dev/null 2>&1 || true
  podman system reset --force >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap finish EXIT

say() { echo "== $*"; }
fail() { echo "FAILED: $*" >&2; podman logs grundbok 2>&1 | tail -n 40 >&2; exit 1; }
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }; }

say 'Making the base: Debian 12 with the Node of this machine'
quietly mmdebstrap --variant=minbase --include=ca-certificates bookworm "$work/base.tar"
modules=$(npm root --global)
bare=$(buildah from scratch)
quietly buildah add "$bare" "$work/base.tar" /
quietly buildah copy "$bare" "$(realpath "$(command -v node)")" /usr/local/bin/node
quietly buildah copy "$bare" "$modules/npm" /usr/local/lib/node_modules/npm
# npm in the build trusts the certificates of this machine.
quietly buildah copy "$bare" /etc/ssl/certs /etc/ssl/certs
quietly buildah run "$bare" -- ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
quietly buildah config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$bare"
quietly buildah commit --rm "$bare" "$base"

say 'Building the image'
quietly podman build --format docker --isolation chroot --network host --pull=never \
  --file deploy/container/Containerfile --tag grundbok .

say 'Running it, with a file system that is only read'
# Disables what a sandbox forbids: a separate network, cgroups, health checks by systemd, limits above its own.
limits=(--ulimit nofile=8192:8192 --ulimit nproc=8192:8192)
start() {
  quietly podman run --detach --name grundbok --runtime runc --network host --cgroups=no-conmon --health-interval disable \
    "${limits[@]}" --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
    --volume grundbok:/data --env HOST=127.0.0.1 --env PORT="$port" --stop-timeout 150 grundbok
}
inside() { podman exec grundbok "$@" 2>"$work/errors"; }
wait_until_ready() {
  for _ in $(seq 120); do
    curl --silent --fail "http://127.0.0.1:$port/ready" >/dev/null && return
    sleep 0.5
  done
  fail 'it is not ready after a minute'
}

start
wait_until_ready
[ "$(inside id -u)" = 990 ] || fail 'it runs as another user than 990'
inside touch /app/changed && fail 'it can change its own program'
podman healthcheck run grundbok >/dev/null 2>&1 || fail 'its own check of its health fails'
inside grundbok company create --name 'Behållaren AB' --organization-number 556036-0793 >/dev/null || fail 'no company is made'
for page in /health /login /docs /v1; do
  status=$(curl --silent --output /dev/null --write-out '%{http_code}' "http://127.0.0.1:$port$page")
  [ "$status" -lt 500 ] || fail "$page answers $status"
done

say 'Stopping it, and running another one on the same volume'
quietly podman stop grundbok
[ "$(podman inspect --format '{{.State.ExitCode}}' grundbok 2>/dev/null)" = 0 ] || fail 'it did not stop by itself'
quietly podman rm grundbok
start
wait_until_ready
inside grundbok company list | grep --quiet 'Behållaren AB' || fail 'the company is gone'
inside grundbok verify >/dev/null || fail 'the books do not verify'
quietly podman stop grundbok
say 'The image does what it should'
