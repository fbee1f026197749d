// A receiver of webhooks, on a port of this machine, that answers as a test says.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export type Received = { headers: Record<string, string>; body: string; json: ReceivedBody }

// biome-ignore lint/suspicious/noExplicitAny: a body may be anything; assertions say what it should be
type ReceivedBody = any

export type Receiver = {
  url: string
  port: number
  received: Received[]
  /** How it answers from now on: a status, or a function. */
  answer: number | ((response: ServerResponse, one: Received) => void)
  close(): Promise<void>
}

export const openReceiver = async (host = '127.0.0.1', port = 0): Promise<Receiver> => {
  const received: Received[] = []
  const server = createServer((request: IncomingMessage, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('error', () => {})
    response.on('error', () => {})
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8')
      const one = { headers: request.headers as Record<string, string>, body, json: JSON.parse(body) }
      received.push(one)
      if (typeof receiver.answer === 'function') receiver.answer(response, one)
      else response.writeHead(receiver.answer).end('ok')
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const own = typeof address === 'object' && address ? address.port : 0
  const receiver: Receiver = {
    url: `http://${host}:${own}/hook`,
    port: own,
    received,
    answer: 204,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return receiver
}
