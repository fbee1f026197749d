// The settings of the PostgreSQL that tests run on, the embedded one and others. Nothing of a test has to survive a
// power cut, and many files run beside each other, each on a database that lives for seconds: it is not vacuumed, so
// that a run does the same work each time.
export const testSettings = {
  max_connections: '300',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '1GB',
  autovacuum: 'off',
  jit: 'off',
}
