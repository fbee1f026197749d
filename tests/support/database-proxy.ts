// A network between the service and its database that does what networks do: it loses an answer and ends the
// connection, it ends all connections, or it swallows whatever is sent and tells nobody. It also tells what passes
// through it.
import { connect, createServer, type Server, type Socket } from 'node:net'
import { newTransactionLog } from '#support/statements'

export type DatabaseProxy = {
  /** The address of the database, by way of the proxy. */
  url: string
  /** Loses the answer to the next statement whose text or values hold `words`: it is done, and the connection ends. */
  lose(words: string): void
  /** Swallows, from now on, all that goes over the connections that are open; or over new ones too. */
  swallow(which: 'open' | 'all'): void
  /** Ends all connections, and new ones as they come. */
  cut(): void
  /** Swallows the next statement that holds `words`, and all that comes on its connection; ends once it has. */
  swallowAt(words: string): Promise<void>
  /** The statements of each transaction that has ended since this was asked last. */
  transactions(): string[][]
  /** Lets new connections through again. */
  heal(): void
  close(): Promise<void>
}

/** What is to become of lines: the one that certain words pass, and all new ones. */
type Fate = {
  lost: string | null
  swallowed: { words: string; done: () => void } | null
  isBlackHole: boolean
  isCut: boolean
}

type Line = { near: Socket; far: Socket; isLost: boolean; isSilent: boolean }

export const startProxy = async (databaseUrl: string): Promise<DatabaseProxy> => {
  const address = new URL(databaseUrl)
  const host = address.searchParams.get('host') ?? address.hostname
  const port = Number(address.port || 5432)
  const open = new Set<Line>()
  const fate: Fate = { lost: null, swallowed: null, isBlackHole: false, isCut: false }
  const transactions = newTransactionLog()

  const server = createServer((near) => {
    near.on('error', () => {})
    if (fate.isCut) return near.destroy()
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    const line: Line = { near, far, isLost: false, isSilent: fate.isBlackHole }
    open.add(line)
    const note = transactions.reader()
    const end = () => {
      open.delete(line)
      near.destroy()
      // Over a silent line the database does not learn that nobody is there any more.
      if (!line.isSilent) far.destroy()
    }
    for (const socket of [near, far]) socket.on('error', end).on('close', end)
    near.on('data', (bytes) => {
      meetFate(line, fate, bytes)
      note(bytes)
      if (!line.isSilent) far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (line.isSilent) return
      if (line.isLost) end()
      else near.write(bytes)
    })
  })
  const url = await addressBy(address, server)
  return {
    url,
    lose: (words) => {
      fate.lost = words
    },
    swallow: (which) => {
      fate.isBlackHole = which === 'all'
      for (const line of open) line.isSilent = true
    },
    cut: () => {
      fate.isCut = true
      endAll(open)
    },
    swallowAt: (words) =>
      new Promise((done) => {
        fate.swallowed = { words, done }
      }),
    transactions: transactions.take,
    heal: () => {
      fate.isBlackHole = false
      fate.isCut = false
    },
    async close() {
      endAll(open)
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What becomes of a line when words pass that were waited for. */
const meetFate = (line: Line, fate: Fate, bytes: Buffer): void => {
  if (fate.lost !== null && bytes.includes(fate.lost)) {
    line.isLost = true
    fate.lost = null
  }
  if (fate.swallowed !== null && bytes.includes(fate.swallowed.words)) {
    line.isSilent = true
    fate.swallowed.done()
    fate.swallowed = null
  }
}

const endAll = (lines: Iterable<Line>): void => {
  for (const { near, far } of lines) for (const socket of [near, far]) socket.destroy()
}

/** Has a server listen, and answers the address of the database by way of it. */
const addressBy = async (address: URL, server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const listening = server.address()
  if (listening === null || typeof listening === 'string') throw new Error('The proxy has no port')
  address.searchParams.delete('host')
  address.hostname = '127.0.0.1'
  address.port = String(listening.port)
  return address.href
}
