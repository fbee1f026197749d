// A statement of the first machine that another one works on for a while: the first says of it what it says of one
// whose answer is not read, and it is left alone as long as all machines answer.
import { expect, test } from 'vitest'
import { readShardDistribution } from '#cluster/shards'
import { connect } from '#platform/db-connection'
import { sql } from '#platform/sql'
import { startService } from '#support/service'

/** A statement without an answer is asked after soon; it takes several times as long. */
const SILENCE_MS = 300
const SECONDS = 3

test('what takes long on another machine is not cut', async () => {
  const service = await startService({ alone: true })
  const { id } = await service.newCompany()
  const connection = { connectionString: service.databaseUrl }
  const spread = await readShardDistribution(connection)
  const patience = { silenceMs: SILENCE_MS }
  const database = connect({ connection, spread, patience, poolSize: 2, onIdleError: () => {} })
  try {
    const slow = await database.rows<{ id: string }>(
      sql`select id from identity.company where id = ${id} and pg_sleep(${SECONDS}) is not null`,
    )
    expect(slow).toEqual([{ id }])
  } finally {
    await database.close()
    await service.close()
  }
})
