// The beginning of a transaction goes in one message with its first statement: a message of its own would be one more
// that both sides wait for.
import pg from 'pg'

/** Names of statements that a connection knows: with one that it does not know the beginning goes by itself. */
const known = new WeakMap<pg.PoolClient, Set<string>>()

/**
 * Runs the first statement of a transaction behind what begins it. Both end with one `Sync`, so the server passes over
 * the statement should it not begin: nothing of it is ever done outside of the transaction.
 */
export const runFirst = async (
  client: pg.PoolClient,
  begin: string,
  query: pg.QueryConfig,
): Promise<pg.QueryResult> => {
  const { name } = query
  if (name === undefined || known.get(client)?.has(name)) return runBehind(client, begin, query)
  // A first `ParseComplete` would pass for that of the statement, which then is not parsed again if it could not be.
  await client.query(begin)
  const result = await client.query(query)
  known.set(client, (known.get(client) ?? new Set()).add(name))
  return result
}

const runBehind = (client: pg.PoolClient, begin: string, query: pg.QueryConfig): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    const first = new pg.Query({ ...query, queryMode: 'extended' } as pg.QueryConfig)
    const { submit } = first
    first.submit = (connection) => {
      connection.stream.cork()
      try {
        connection.parse({ name: '', text: begin, types: [] }, true)
        connection.bind({}, true)
        connection.execute({}, true)
        return submit.call(first, connection)
      } finally {
        connection.stream.uncork()
      }
    }
    const told = (cause: Error | null, results: pg.QueryResult[]) =>
      cause ? reject(cause) : resolve(results.at(-1) as pg.QueryResult)
    ;(client.query as (query: pg.Query, callback: typeof told) => void).call(client, first, told)
  })
