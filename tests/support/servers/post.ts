// A real server that takes mails, for services that send some.
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

type Received = { from: string; to: string[]; text: string }
export type Post = { port: number; received: Received[]; close(): Promise<void> }

/** A server that takes mails, on a free port or on the one that is given. */
export const openPost = async (options: SMTPServerOptions = {}, port = 0): Promise<Post> => {
  const received: Received[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const to = rcptTo.map(({ address }) => address)
        received.push({ from: mailFrom ? mailFrom.address : '', to, text: Buffer.concat(parts).toString('utf8') })
        done()
      })
    },
    ...options,
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  server.on('error', () => {})
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
