#!/bin/bash
# The start of the stand-in for docker.io/library/postgres:18 (scripts/try-compose.sh). In what compose.yml uses it does
# what that image does: a new database is made as the variables say, behind a socket only; afterwards pg_hba.conf lets
# everybody with a password into every database from anywhere, and nobody in for replication.
set -euo pipefail

if [ "$(id -u)" = 0 ]; then
  install -d -o postgres -g postgres -m 0700 "$PGDATA"
  install -d -o postgres -g postgres -m 0775 /var/run/postgresql
  exec setpriv --reuid postgres --regid postgres --init-groups "$0" "$@"
fi

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # shellcheck disable=SC2086  # several words
  initdb --pgdata "$PGDATA" --username "$POSTGRES_USER" --pwfile <(printf '%s\n' "$POSTGRES_PASSWORD") \
    --set unix_socket_directories=/var/run/postgresql --set listen_addresses='*' $POSTGRES_INITDB_ARGS
  printf '\nhost all all all scram-sha-256\n' >>"$PGDATA/pg_hba.conf"
  pg_ctl --pgdata "$PGDATA" --options "-c listen_addresses=''" --wait start
  psql --no-psqlrc --username "$POSTGRES_USER" --dbname postgres --command "CREATE DATABASE \"$POSTGRES_USER\""
  for file in /docker-entrypoint-initdb.d/*.sh; do
    # shellcheck disable=SC1090  # whatever is there
    if [ -x "$file" ]; then "$file"; elif [ -e "$file" ]; then . "$file"; fi
  done
  pg_ctl --pgdata "$PGDATA" --mode fast --wait stop
fi
exec "$@"
