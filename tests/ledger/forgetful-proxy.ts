// A network between the service and its database that loses an answer: the database has done its work and committed it,
// and then the connection ends.
import { connect, createServer, type Socket } from 'node:net'

export type ForgetfulProxy = {
  /** The address of the database, by way of the proxy. */
  url: string
  /** Loses the answer to the next statement whose text or values hold `words`. */
  lose(words: string): void
  close(): Promise<void>
}

export const startProxy = async (databaseUrl: string): Promise<ForgetfulProxy> => {
  const address = new URL(databaseUrl)
  const host = address.searchParams.get('host') ?? address.hostname
  const port = Number(address.port || 5432)
  const open = new Set<Socket>()
  let awaited: string | null = null
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    let isLost = false
    const end = () => {
      for (const socket of [near, far]) {
        open.delete(socket)
        socket.destroy()
      }
    }
    for (const socket of [near, far]) open.add(socket.on('error', end).on('close', end))
    near.on('data', (bytes) => {
      if (awaited !== null && bytes.includes(awaited)) {
        isLost = true
        awaited = null
      }
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (isLost) end()
      else near.write(bytes)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const listening = server.address()
  if (listening === null || typeof listening === 'string') throw new Error('The proxy has no port')
  address.searchParams.delete('host')
  address.hostname = '127.0.0.1'
  address.port = String(listening.port)
  return {
    url: address.href,
    lose: (words) => {
      awaited = words
    },
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
