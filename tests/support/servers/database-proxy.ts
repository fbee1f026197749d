// A network between the service and its database that does what networks do: it loses an answer and ends the
// connection, it ends all connections, or it swallows everything silently. It also tells what passes through it.
import { connect, createServer, type Server, type Socket } from 'node:net'
import type { Machine, Placement, ShardDistribution } from '#platform/distributed-database'
import { newTransactionLog } from '#support/statements'

export type DatabaseProxy = {
  /** The address of the database, by way of the proxy. */
  url: string
  /** A service as another process would reach its database by way of the proxy, on any machine. */
  before<Reached extends Before>(service: Reached): Reached
  /** Loses the answer to the next statement whose text or values hold `words`: it is done, and the connection ends. */
  lose(words: string): void
  /** Swallows, from now on, all that goes over the connections that are open; or over new ones too. */
  swallow(which: 'open' | 'all'): void
  /** Ends all connections, and new ones as they come. */
  cut(): void
  /** Ends when the next connection has come. */
  nextComes(): Promise<void>
  /** Swallows the next statement that holds `words`, and all that comes on its connection; ends once it has. */
  swallowAt(words: string): Promise<void>
  /** The statements of each transaction that has ended since this was asked last. */
  transactions(): string[][]
  /** Lets new connections through again. */
  heal(): void
  close(): Promise<void>
}

type Before = { databaseUrl: string; spread: ShardDistribution | null }

/** What is to become of lines: the one that certain words pass, and all new ones. */
type Fate = {
  lost: string | null
  swallowed: { words: string; done: () => void } | null
  isBlackHole: boolean
  isCut: boolean
  comes: () => void
}

/** `losesEnd`: the answer to the end of its transaction is lost. `isWithin`: a transaction has begun. */
type Line = {
  near: Socket
  far: Socket
  isLost: boolean
  isSilent: boolean
  losesEnd: boolean
  endsApart: boolean
  isWithin: boolean
}

export const startProxy = async (databaseUrl: string): Promise<DatabaseProxy> => {
  const address = new URL(databaseUrl)
  const host = address.searchParams.get('host') ?? address.hostname
  const port = Number(address.port || 5432)
  const open = new Set<Line>()
  const fate: Fate = { lost: null, swallowed: null, isBlackHole: false, isCut: false, comes: () => {} }
  const transactions = newTransactionLog()
  const servers: Server[] = []
  const through = async (at: { host: string; port: number }, endsApart = true): Promise<number> => {
    const server = serverBefore(at, { open, fate, newReader: transactions.reader, endsApart })
    servers.push(server)
    return portOf(server)
  }
  address.searchParams.delete('host')
  address.hostname = HERE
  address.port = String(await through({ host, port }, false))
  return {
    url: address.href,
    before: (service) => ({
      ...service,
      databaseUrl: address.href,
      spread: service.spread && spreadThrough(service.spread, through),
    }),
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
    nextComes: () =>
      new Promise((done) => {
        fate.comes = done
      }),
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
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}

/** `endsApart`: what is one statement elsewhere may be a transaction there, that its end comes after. */
type Passing = { endsApart: boolean; open: Set<Line>; fate: Fate; newReader: () => (bytes: Buffer) => void }

/** Takes connections for a machine, and passes on what comes. */
const serverBefore = (
  { host, port }: { host: string; port: number },
  { open, fate, newReader, endsApart }: Passing,
): Server =>
  createServer((near) => {
    near.on('error', () => {})
    fate.comes()
    if (fate.isCut) return near.destroy()
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    const at = { isLost: false, isSilent: fate.isBlackHole, losesEnd: false, isWithin: false }
    const line: Line = { near, far, endsApart, ...at }
    open.add(line)
    const note = newReader()
    const end = () => {
      open.delete(line)
      near.destroy()
      // Over a silent line the database does not notice that the client is gone.
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

/** Where companies are, by way of the proxy. */
const spreadThrough = (
  spread: ShardDistribution,
  through: (machine: Machine) => Promise<number>,
): ShardDistribution => {
  const ports = new Map<number, Promise<number>>()
  const dresses = new Map<Placement, Placement>()
  return {
    ...spread,
    async placementOf(companyId, lookUps) {
      const dress = await spread.placementOf(companyId, lookUps)
      const { machine } = dress
      const port = ports.get(machine.port) ?? through(machine)
      ports.set(machine.port, port)
      const known = dresses.get(dress) ?? { ...dress, machine: { ...machine, host: HERE, port: await port } }
      dresses.set(dress, known)
      return known
    },
  }
}

/** What becomes of a line when words pass that were waited for. */
const meetFate = (line: Line, fate: Fate, bytes: Buffer): void => {
  if (line.losesEnd && bytes.includes('commit')) line.isLost = true
  if (bytes.includes('begin isolation')) line.isWithin = true
  if (fate.lost !== null && bytes.includes(fate.lost)) {
    if (line.endsApart && line.isWithin && !bytes.includes('commit')) line.losesEnd = true
    else line.isLost = true
    fate.lost = null
  }
  if (/commit$|rollback$/.test(bytes.toString('latin1').replaceAll('\0', ''))) line.isWithin = false
  if (fate.swallowed !== null && bytes.includes(fate.swallowed.words)) {
    line.isSilent = true
    fate.swallowed.done()
    fate.swallowed = null
  }
}

const endAll = (lines: Iterable<Line>): void => {
  for (const { near, far } of lines) for (const socket of [near, far]) socket.destroy()
}

const HERE = '127.0.0.1'

/** Has a server listen, and answers where. */
const portOf = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, HERE, resolve))
  const listening = server.address()
  if (listening === null || typeof listening === 'string') throw new Error('The proxy has no port')
  return listening.port
}
