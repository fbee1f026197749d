// The beginning of a transaction goes in one message with its first statement: a message of its own would be one more
// that both sides wait for.
import pg from 'pg'

/** Names of statements that a connection knows: with one that it does not know the beginning goes by itself. */
const known = new WeakMap<pg.PoolClient, Set<string>>()

/** What is said before a statement. `isAll`: nothing comes after the statement, so no beginning and no end is said. */
export type Before = { texts: readonly string[]; isAll: boolean }

/**
 * Runs the first statement of a transaction behind what is said before it, which has no rows. All end with one `Sync`,
 * so the server passes over what follows should one fail: nothing of it is ever done outside of the transaction. What
 * ends with one `Sync` and has no beginning is a transaction by itself.
 */
export const runFirst = async (
  client: pg.PoolClient,
  { texts, isAll }: Before,
  query: pg.QueryConfig,
): Promise<pg.QueryResult> => {
  const { name } = query
  if (name === undefined || known.get(client)?.has(name)) return runBehind(client, texts, query)
  // A first `ParseComplete` would pass for that of the statement, which then is not parsed again if it could not be.
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
    // Of a lost connection there is nothing to undo.
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
