// What the API says when it does not do what was asked.
import { fieldName } from './field-name.ts'

type FieldError = { field?: string; message: string; reason?: string; values?: Readonly<Record<string, unknown>> }

type ErrorBody = { code?: string; reason?: string; message?: string; errors?: FieldError[] }

type Body = ErrorBody & { status: number; nameOf?: (path: string) => string }

/** A refusal, or trouble on the way. `status` 0: no answer came. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  /** The public reason, which never changes; empty where the service gave none. */
  readonly reason: string
  /** Sentences about fields, by the path of the field in the body: `items.0.account`; several of one stand together. */
  readonly fields: Readonly<Record<string, string>>
  /** The same sentences one by one, in their order. */
  readonly sentences: readonly string[]
  /** The errors about fields as they came, with the reason and the values of each. */
  readonly errors: readonly FieldError[]
  /** What those fields are called, in the language of the page. */
  readonly names: Readonly<Record<string, string>>
  constructor({ status, code, reason, message, errors = [], nameOf = fieldName }: Body) {
    super(message ?? '')
    this.status = status
    this.code = code ?? ''
    this.reason = reason ?? ''
    this.errors = errors
    this.names = Object.fromEntries(errors.map(({ field = '' }) => [pathOf(field), nameOf(pathOf(field))]))
    this.sentences = [...new Set(errors.map(({ message: text }) => text))]
    const fields: Record<string, string> = {}
    for (const { field = '', message: text } of errors) {
      const before = fields[pathOf(field)]
      fields[pathOf(field)] = before === undefined || before === text ? text : `${before} · ${text}`
    }
    this.fields = fields
  }

  /** No answer came: the network, or the service, is away. */
  get isAway(): boolean {
    return this.status === 0
  }

  /**
   * The service has judged what was sent under this key; after anything else it may have been done all the same. While
   * it still works at what was sent under it before, it says so and names the key.
   */
  answers(key: string): boolean {
    const isRunning = this.status === 409 && this.message.includes(key)
    return this.status > 0 && this.status < 500 && !isRunning
  }

  /** The session has ended; the page frame shows it. */
  get isLoggedOut(): boolean {
    return this.status === 401
  }

  /** Another user has changed it meanwhile. */
  get isChanged(): boolean {
    return this.status === 412
  }
}

/** `#/items/0/account` as forms name it. */
const pathOf = (pointer: string): string => pointer.replace(/^#\/?/, '').replaceAll('/', '.')

export const refusalOf = async (response: Response): Promise<Refused> => {
  const text = await response.text()
  try {
    return new Refused({ status: response.status, ...(await named(JSON.parse(text) as ErrorBody)) })
  } catch {
    return new Refused({ status: response.status, code: '', message: response.statusText })
  }
}

/** What the service said of one operation of several, each done by itself. */
export const refusalWithin = async (status: number, body: unknown): Promise<Refused> =>
  new Refused({ status, ...(await named((body ?? {}) as ErrorBody)) })

/** With the names of fields in the language of the page; Swedish ones are loaded when something is first refused. */
const named = async (body: ErrorBody): Promise<Omit<Body, 'status'>> => {
  if (document.documentElement.lang !== 'sv') return body
  const { fields } = await import('./field-words.rules.ts')
  return { ...body, nameOf: (path) => fieldName(path, fields) }
}

/** What is said in one breath: the sentences about fields, each with its field's name, or that of the whole. */
export const sentencesOf = (thrown: unknown): string[] => {
  // Whose session has ended is told so above the page, with where to log in.
  if (isRefused(thrown) && thrown.isLoggedOut) return []
  if (!isRefused(thrown)) return [thrown instanceof Error ? thrown.message : String(thrown)]
  const ofFields = Object.entries(thrown.fields).map(([path, text]) =>
    [thrown.names[path], text].filter(Boolean).join(': '),
  )
  return ofFields.length > 0 ? ofFields : [thrown.message]
}

/** A reason that the service kept, with its field in the words of the page: `#/lineItems/0/unitPrice must be …`. */
export const failureText = async (failure: string): Promise<string> => {
  const [, pointer = '', message = failure] = /^(#\/\S*) (.*)$/s.exec(failure) ?? []
  if (pointer === '') return message
  const { nameOf = fieldName } = await named({})
  return `${nameOf(pathOf(pointer))}: ${message}`
}

export const isRefused = (thrown: unknown): thrown is Refused => thrown instanceof Refused
