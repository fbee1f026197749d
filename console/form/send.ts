// Writes whose address is a row of one of our tables, and the notices when they are done.
import { useState } from 'react'
import { api, newIntent } from '#client'
import { useAnnounce, useWhy } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Asked = {
  path: Readonly<Record<string, string>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
  headers?: Readonly<Record<string, string>>
}
type Writer = (path: string, init: object) => Promise<{ data?: unknown; response: Response }>

/** Sends a write to an address of the API: `send<Body>('POST', '/companies/{companyId}/tokens', { path, body })`. */
export const send = async <Body = unknown>(method: Method, address: string, asked: Asked): Promise<Body> =>
  (await sendTagged<Body>(method, address, asked)).data

/** The same, with the ETag of what has been written. */
export const sendTagged = async <Body = unknown>(
  method: Method,
  address: string,
  { path, query, body, headers = { 'Idempotency-Key': newIntent() } }: Asked,
): Promise<{ data: Body; etag: string | null }> => {
  // The address is one of the API's, and `Body` what it answers.
  const { data, response } = await (api[method] as Writer)(address, { params: { path, query }, body, headers })
  return { data: data as Body, etag: response.headers.get('etag') }
}

/** Something done by one press: says that it is done, or why not. */
export const useDo = () => {
  const say = useAnnounce()
  const why = useWhy()
  const texts = useWords(words)
  const [isBusy, setIsBusy] = useState(false)
  const run = async (work: () => Promise<unknown>, said: string = texts.done): Promise<boolean> => {
    setIsBusy(true)
    try {
      await work()
      say(said)
      return true
    } catch (thrown) {
      say(why(thrown), { isWrong: true })
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, run }
}
