// Deliveries of webhooks, signed as Standard Webhooks says.

/** What a delivery says: that something has happened, and where its present state is read. */
export type Delivery = {
  type: string
  timestamp: string
  data: {
    companyId: string
    /** The number of the event in the company; null for a test. */
    number: number | null
    actor: { kind: string; id: string | null; name: string | null }
    resource: { type: string; id: string | null; path: string | null }
  }
}

/** A delivery that was not signed with the secret, is too old, or was changed on its way: answer it with 400. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

type Signed = {
  /** The secret of the webhook, or both while it is being changed. */
  secret: string | readonly string[]
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The body as it came, byte for byte. */
  body: string | Uint8Array
  /** How far the clocks may be apart: 300 when left out. */
  toleranceSeconds?: number
}

/** Returns the delivery if it was signed with the secret. Throws a {@link WebhookError} if not. */
export const verifyWebhook = async (signed: Signed): Promise<Delivery> => {
  const { secret, body, toleranceSeconds = 300 } = signed
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(signed, name),
  )
  if (!id || !timestamp || !signature) throw new WebhookError('A header of the signature is missing')
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds)) {
    throw new WebhookError('The delivery is too old, or from the future')
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const given = signature.split(' ').flatMap((one) => (one.startsWith('v1,') ? [one.slice(3)] : []))
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    const key = await keyOf(one, 'verify')
    for (const mac of given) {
      if (await crypto.subtle.verify('HMAC', key, bytesOf(mac), signedText(id, timestamp, text)))
        return JSON.parse(text) as Delivery
    }
  }
  throw new WebhookError('The signature is not by this secret')
}

/** The headers of a delivery, for programs that pass deliveries on and for tests of receivers. */
export const signWebhook = async (
  { secret, id, body }: { secret: string; id: string; body: string },
  now = new Date(),
): Promise<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> => {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const mac = await crypto.subtle.sign('HMAC', await keyOf(secret, 'sign'), signedText(id, timestamp, body))
  const signature = `v1,${btoa(String.fromCharCode(...new Uint8Array(mac)))}`
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
}

const headerOf = ({ headers }: Signed, name: string): string | undefined => {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const value = Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1]
  return typeof value === 'string' ? value : value?.[0]
}

const keyOf = (secret: string, use: 'sign' | 'verify') =>
  crypto.subtle.importKey('raw', bytesOf(secret.replace(/^whsec_/, '')), { name: 'HMAC', hash: 'SHA-256' }, false, [
    use,
  ])

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    throw new WebhookError('What should be base64 is not')
  }
}

const signedText = (id: string, timestamp: string, body: string) =>
  new TextEncoder().encode(`${id}.${timestamp}.${body}`)
