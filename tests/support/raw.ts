// Bytes on a bare connection, for what no well-behaved client sends.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type RawAnswer = {
  status: number
  /** By lower-case name. */
  headers: Record<string, string>
  text: string
}

/**
 * Sends these bytes and answers what comes back until the service closes, or until one whole answer with Content-Length
 * is there. What was not sent stays unsent: the service may have to wait for it.
 */
export const exchange = async (origin: string, bytes: string | Buffer): Promise<RawAnswer> => {
  const socket = await open(origin)
  socket.write(bytes)
  try {
    return await answerOn(socket)
  } finally {
    socket.destroy()
  }
}

/** Opens a connection to the service. */
export const open = async (origin: string): Promise<Socket> => {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/**
 * Sends the head of a request whose body comes later; the service has read the head when this is over. What is sent of
 * the body is for the caller to say.
 */
export const beginRequest = async (
  origin: string,
  line: string,
  headers: Record<string, string | number>,
): Promise<Socket> => {
  const socket = await open(origin)
  socket.write(requestText(line, { ...headers, expect: '100-continue' }))
  await once(socket, 'readable')
  return socket
}

/** The next answer on a connection; what came with it and belongs to the one after it stays there. */
export const answerOn = async (socket: Socket): Promise<RawAnswer> => {
  let received = Buffer.alloc(0)
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    received = Buffer.concat([received, chunk])
    const answer = read(received)
    if (answer?.whole) {
      if (answer.rest.length > 0) socket.unshift(answer.rest)
      return answer
    }
  }
  const answer = read(received)
  if (!answer) throw new Error(`The connection was closed after ${received.length} bytes`)
  return answer
}

/** What asks for the body to be sent, before the answer itself. */
const CONTINUE = /^HTTP\/1\.1 100 Continue\r\n\r\n/

const read = (received: Buffer): (RawAnswer & { whole: boolean; rest: Buffer }) | null => {
  const bytes = received.toString('latin1').replace(CONTINUE, '')
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [first = '', ...lines] = bytes.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const body = bytes.slice(end + 4)
  const length = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY)
  const text = body.slice(0, length)
  const rest = Buffer.from(body.slice(length), 'latin1')
  return { status: Number(first.split(' ')[1]), headers, text, whole: body.length >= length, rest }
}

/** The head of a request, and its body when there is one. */
export const requestText = (line: string, headers: Record<string, string | number>, body = ''): string =>
  [`${line} HTTP/1.1`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', body].join('\r\n')
