// Files are sent by a request that tells how much of it has arrived, which `fetch` does not.
import { formToken, isTokenRenewed, sessionEnded } from './api.ts'
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
  const address = `${base}/v1/companies/${companyId}${sending.path}`
  const given = { ...sending, intent: sending.intent ?? newIntent() }
  const token = formToken()
  let response = await sent(address, given, token)
  if (response.status === 403 && (await isTokenRenewed(token))) response = await sent(address, given, formToken())
  if (response.ok) return (await response.json()) as Answer
  if (response.status === 401) sessionEnded.dispatchEvent(new Event('ended'))
  throw await refusalOf(response)
}

const sent = (
  address: string,
  { file, texts = {}, onProgress, intent }: Sending & { intent: string },
  token: string,
): Promise<Response> => {
  const form = new FormData()
  for (const [name, text] of Object.entries(texts)) form.append(name, text)
  form.append('file', file, file.name)
  const request = new XMLHttpRequest()
  request.open('POST', address)
  request.timeout = TIMEOUT_MS
  request.setRequestHeader('csrf-token', token)
  request.setRequestHeader('idempotency-key', intent)
  request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
  return new Promise<Response>((resolve, reject) => {
    const away = () => reject(new Refused({ status: 0, code: 'network', message: '' }))
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
    request.onerror = away
    request.ontimeout = away
    request.send(form)
  })
}
