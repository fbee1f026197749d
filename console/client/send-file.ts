// Files are sent by a request that tells how much of it has arrived, which `fetch` does not.
import { formToken, sessionEnded } from './api.ts'
import { newIntent } from './intent.ts'
import { base } from './place.ts'
import { Refused, refusalOf } from './refused.ts'

/** How long a file may take, in milliseconds (10 minutes). */
const TIMEOUT_MS = 10 * 60_000

type Sending = {
  /** Below the company, such as `/uploads`, with its query. */
  path: string
  file: File
  texts?: Record<string, string>
  /** From 0 to 1. */
  onProgress?: (part: number) => void
  /** The same for the same file sent again after its answer was lost. */
  intent?: string
}

/** Sends a file to the company; answers what the service said. Throws {@link Refused}. */
export const sendFile = async <Answer>(companyId: string, sending: Sending): Promise<Answer> => {
  const { path, file, texts = {}, onProgress, intent = newIntent() } = sending
  const form = new FormData()
  for (const [name, text] of Object.entries(texts)) form.append(name, text)
  form.append('file', file, file.name)
  const request = new XMLHttpRequest()
  request.open('POST', `${base}/v1/companies/${companyId}${path}`)
  request.timeout = TIMEOUT_MS
  request.setRequestHeader('csrf-token', formToken())
  request.setRequestHeader('idempotency-key', intent)
  request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
  const response = await new Promise<Response>((resolve, reject) => {
    const away = () => reject(new Refused({ status: 0, code: 'network', message: '' }))
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
    request.onerror = away
    request.ontimeout = away
    request.send(form)
  })
  if (response.ok) return (await response.json()) as Answer
  if (response.status === 401) sessionEnded.dispatchEvent(new Event('ended'))
  throw await refusalOf(response)
}
