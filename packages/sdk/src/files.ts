// Files: what is uploaded goes out as a stream where it is one, and what is downloaded comes as a stream.

/** Bytes as they come. */
export type Bytes = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>

/**
 * A file to upload. A stream can be sent once only, so a request that carries one is not repeated; a function that
 * opens the stream, or a `Blob` (in Node `await openAsBlob(path)`), can be sent again.
 */
export type FileContent = Blob | Uint8Array | string | Bytes | (() => Bytes)

/** A file with the name that it is stored under. */
export type NamedFile = { name: string; content: FileContent; type?: string | undefined }

/** The fields of a form, with files in the form of the caller. */
export type Form<Fields> = {
  [Name in keyof Fields]: Blob extends Fields[Name] ? Exclude<FileContent, string> | NamedFile : Fields[Name]
}

/** Written so, since what is not a browser has no name for it. */
export type SentBody = NonNullable<RequestInit['body']>

type Sent = { body: SentBody; headers: Record<string, string>; isStream: boolean }

/** Whether the form may be sent twice. */
export const isRepeatable = (form: object): boolean => partsOf(form).every(({ content }) => !isBytes(content))

/** A form as a body: a stream if one of its files is one. */
export const formOf = (form: object): Sent => {
  const parts = partsOf(form)
  if (parts.some(({ content }) => typeof content === 'function' || isBytes(content))) return streamed(parts)
  const body = new FormData()
  for (const { field, name, content, type } of parts) {
    if (name === null) body.append(field, content as string)
    else body.append(field, blobOf(content as Blob | Uint8Array | string, type), name)
  }
  return { body, headers: {}, isStream: false }
}

/** `name` is null for a field that is a text. */
type Part = { field: string; name: string | null; content: FileContent; type: string }

const partsOf = (form: object): Part[] =>
  Object.entries(form).flatMap(([field, value]): Part[] => {
    if (value === undefined || value === null) return []
    if (typeof value !== 'object' && typeof value !== 'function')
      return [{ field, name: null, content: String(value), type: '' }]
    const { name = 'file', type = '', content = value } = value as Partial<NamedFile> & FileContent
    return [{ field, name: typeof value === 'function' ? 'file' : String(name), content, type }]
  })

const isBytes = (content: FileContent): content is Bytes =>
  typeof content === 'object' && !(content instanceof Blob) && !(content instanceof Uint8Array)

const blobOf = (content: Blob | Uint8Array | string, type: string): Blob =>
  content instanceof Blob ? content : new Blob([content as Uint8Array<ArrayBuffer> | string], { type })

const streamed = (parts: readonly Part[]): Sent => {
  const boundary = `----${crypto.randomUUID()}`
  const bytes = formBytes(parts, boundary)
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await bytes.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await bytes.return(undefined)
    },
  })
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, isStream: true }
}

async function* formBytes(parts: readonly Part[], boundary: string): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder()
  for (const { field, name, content, type } of parts) {
    const file = name === null ? '' : `; filename="${name.replace(/["\r\n]/g, encodeURIComponent)}"`
    const ofType = name === null ? '' : `\r\ncontent-type: ${type || 'application/octet-stream'}`
    yield encoder.encode(`--${boundary}\r\ncontent-disposition: form-data; name="${field}"${file}${ofType}\r\n\r\n`)
    yield* bytesOf(content)
    yield encoder.encode('\r\n')
  }
  yield encoder.encode(`--${boundary}--\r\n`)
}

const bytesOf = (content: FileContent): AsyncIterable<Uint8Array> => {
  if (typeof content === 'function') return bytesOf(content())
  if (isBytes(content)) return Symbol.asyncIterator in content ? content : read(content)
  return read(blobOf(content, '').stream())
}

/** Not every browser can iterate a stream. */
async function* read(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** A file that the service has sent. Read it once: as a stream, or at once as a text, bytes or a `Blob`. */
export class Download {
  readonly contentType: string
  /** The name that the service suggests. */
  readonly fileName: string | null
  /** In bytes; null if it is not known before the end. */
  readonly size: number | null
  readonly #response: Response

  constructor(response: Response) {
    const { headers } = response
    this.#response = response
    this.contentType = headers.get('content-type') ?? ''
    this.fileName = fileNameIn(headers.get('content-disposition') ?? '')
    this.size = headers.has('content-length') ? Number(headers.get('content-length')) : null
  }

  get stream(): ReadableStream<Uint8Array> {
    return this.#response.body ?? new Blob([]).stream()
  }

  text(): Promise<string> {
    return this.#response.text()
  }

  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.#response.arrayBuffer())
  }

  blob(): Promise<Blob> {
    return this.#response.blob()
  }
}

const fileNameIn = (disposition: string): string | null => {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? []
  if (encoded !== undefined) return decodeURIComponent(encoded)
  const [, plain] = /filename="?([^";]+)"?/i.exec(disposition) ?? []
  return plain ?? null
}
