# Run once, when the database of compose.yml is created: the service uses a role that owns nothing. The backup
# replicates the log of the database, which pg_hba.conf does not allow from other hosts by default.
psql --no-psqlrc --username grundbok --dbname grundbok \
  --command "create role service login password '$POSTGRES_PASSWORD'"
echo 'host replication grundbok all scram-sha-256' >>"$PGDATA/pg_hba.conf"
