// Sends the beginning of a transaction in one message with its first statement, which saves a round trip.
import pg from 'pg'

/**
 * Prepared statements that each connection knows, by name. The first use of a statement sends the beginning separately.
 */
const known = new WeakMap<pg.PoolClient, Set<string>>()

/**
 * Statements to send before another. `isAll`: the statement is the whole transaction, so no BEGIN and COMMIT are sent.
 */
export type Before = { texts: readonly string[]; isAll: boolean }

/**
 * Runs the first statement of a transaction after the statements in `texts`, which return no rows. All of them end with
 * one `Sync`, so if one fails, the server skips the rest: nothing runs outside of the transaction. Without a BEGIN,
 * everything up to the `Sync` is an implicit transaction.
 */
export const runWithTransactionStart = async (
  client: pg.PoolClient,
  { texts, isAll }: Before,
  query: pg.QueryConfig,
): Promise<pg.QueryResult> => {
  const { name } = query
  if (name === undefined || known.get(client)?.has(name)) return runBehind(client, texts, query)
  // Otherwise the first `ParseComplete` would be taken for the statement's own, and a statement that failed to parse
  // would not be parsed again.
  const result = await (isAll ? runApart(client, texts, query) : runAfter(client, texts, query))
  known.set(client, (known.get(client) ?? new Set()).add(name))
  return result
}

type Running = (client: pg.PoolClient, texts: readonly string[], query: pg.QueryConfig) => Promise<pg.QueryResult>

const runAfter: Running = async (client, texts, query) => {
  await client.query(texts.join('; '))
  return client.query(query)
}

const runApart: Running = async (client, texts, query) => {
  try {
    const result = await runAfter(client, ['begin', ...texts], query)
    await client.query('commit')
    return result
  } catch (cause) {
    // A lost connection needs no rollback.
    await client.query('rollback').catch(() => {})
    throw cause
  }
}

const runBehind: Running = (client, texts, query) =>
  new Promise((resolve, reject) => {
    const first = new pg.Query({ ...query, queryMode: 'extended' } as pg.QueryConfig)
    const { submit } = first
    first.submit = (connection) => {
      connection.stream.cork()
      try {
        for (const text of texts) {
          connection.parse({ name: '', text, types: [] }, true)
          connection.bind({}, true)
          connection.execute({}, true)
        }
        return submit.call(first, connection)
      } finally {
        connection.stream.uncork()
      }
    }
    const told = (cause: Error | null, results: pg.QueryResult[]) =>
      cause ? reject(cause) : resolve(results.at(-1) as pg.QueryResult)
    ;(client.query as (query: pg.Query, callback: typeof told) => void).call(client, first, told)
  })
