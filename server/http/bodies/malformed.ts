// Input that is not valid HTTP, or uses unsupported parts of the protocol, never becomes a request: it is answered
// here, on the raw connection, with the same body as every other refusal.
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { httpRefusals } from '#http/answers/refusals'
import { commonHeaders, refusalReply } from '#http/answers/reply'
import type { Brand } from '#http/brand'
import type { Reply } from '#http/row'
import { newId } from '#platform/id'

/** Errors of the HTTP parser, in words. The error itself contains the received bytes and is not logged. */
const reasons: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'it took too long to arrive',
  HPE_HEADER_OVERFLOW: 'its first line and headers are too large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'its chunk extensions are too large',
}
const NOT_HTTP = 'it is not well-formed HTTP/1.1'

/** Answers a connection with invalid input, and closes it. */
export const answerMalformed = (
  { code = '' }: { code?: string | undefined },
  socket: Socket,
  brand: Brand,
  log: FastifyBaseLogger,
): void => {
  if (code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
    socket.destroy()
    return
  }
  const { status, headers, body } = replyTo(reasons[code] ?? NOT_HTTP, brand, log)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
}

/** Refuses an Expect header with anything but 100-continue. */
export const refuseExpectation = (response: ServerResponse, brand: Brand, log: FastifyBaseLogger): void => {
  const { status, headers, body } = replyTo('its Expect header asks for something that is not offered', brand, log)
  response.writeHead(status, headers).end(body)
}

const replyTo = (reason: string, brand: Brand, log: FastifyBaseLogger): Reply & { body: string } => {
  const reqId = newId()
  const { status, headers, body } = refusalReply(httpRefusals.badRequest({ reason }), brand, log.child({ reqId }))
  const text = String(body)
  const framing = { 'content-length': String(Buffer.byteLength(text)), connection: 'close' }
  log.info({ reqId, method: 'none', route: 'none', status, durationMs: 0 }, 'request')
  return { status, headers: { ...headers, ...commonHeaders(brand), 'request-id': reqId, ...framing }, body: text }
}

/** Whether another response has begun on this connection: anything written now would become part of it. */
const isAnswering = (socket: Socket): boolean => {
  const { _httpMessage: message } = socket as { _httpMessage?: { headersSent: boolean } | null }
  return message?.headersSent === true
}
