// A stream of server-sent events, read as a browser's EventSource reads it.
import { expect } from 'vitest'
import { check } from '#support/checked'

type Message<Data> = { id: string; data: Data }

type Stream<Data> = {
  /** The next messages that have data. */
  take(count: number): Promise<Message<Data>[]>
  /** The id of a message without data. */
  position(): Promise<string>
  end(): void
}

/** Opens a stream; what it answers at first must be one. */
export const openStream = async <Data>(
  url: string,
  own: Record<string, string>,
  lastEventId?: string,
): Promise<Stream<Data>> => {
  const given = new AbortController()
  const resumed: Record<string, string> = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
  const headers = { ...own, accept: 'text/event-stream', ...resumed }
  const response = await fetch(url, { headers, signal: given.signal })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  check('GET', new URL(url).pathname, { status: 200, headers: response.headers, text: '', body: '' })
  const chunks = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const message = async (): Promise<Partial<Record<'id' | 'data', string>>> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end < 0) {
        const { value, done } = await chunks.read()
        if (done) throw new Error('The stream ended')
        text += value
        continue
      }
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
      const id = field('id')
      const data = field('data')
      return { ...(id === undefined ? {} : { id }), ...(data === undefined ? {} : { data }) }
    }
  }
  return {
    async take(count) {
      const found: Message<Data>[] = []
      while (found.length < count) {
        const { id, data } = await message()
        if (id !== undefined && data !== undefined) found.push({ id, data: JSON.parse(data) })
      }
      return found
    },
    async position() {
      for (;;) {
        const { id, data } = await message()
        if (id !== undefined && data === undefined) return id
      }
    },
    end: () => given.abort(),
  }
}
