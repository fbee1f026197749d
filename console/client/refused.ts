// What the API says when it does not do what was asked.
import { fieldName } from './field-name.ts'

type ErrorBody = { code?: string; message?: string; errors?: { field?: string; message: string }[] }

type Body = ErrorBody & { status: number; nameOf?: (path: string) => string }

/** A refusal, or trouble on the way. `status` 0: no answer came. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  /** Sentences about fields, by the path of the field in the body: `items.0.account`; several of one stand together. */
  readonly fields: Readonly<Record<string, string>>
  /** The same sentences one by one, in their order. */
  readonly sentences: readonly string[]
  /** What those fields are called, in the language of the page. */
  readonly names: Readonly<Record<string, string>>
  constructor({ status, code, message, errors = [], nameOf = fieldName }: Body) {
    super(message ?? '')
    this.status = status
    this.code = code ?? ''
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
    return new Refused({ status: response.status, ...(await inLanguage(JSON.parse(text) as ErrorBody)) })
  } catch {
    return new Refused({ status: response.status, code: '', message: response.statusText })
  }
}

/** What the service said of one operation of several, each done by itself. */
export const refusalWithin = async (status: number, body: unknown): Promise<Refused> =>
  new Refused({ status, ...(await inLanguage((body ?? {}) as ErrorBody)) })

/** In the language of the page; the service speaks English. The words are loaded when something is first refused. */
const inLanguage = async (body: ErrorBody): Promise<Omit<Body, 'status'>> => {
  if (document.documentElement.lang !== 'sv') return body
  const { fields, inSwedish } = await import('#swedish')
  const said = (message = '') => inSwedish(message)
  const errors = (body.errors ?? []).map((one) => ({ ...one, message: said(one.message) }))
  return { ...body, message: said(body.message), errors, nameOf: (path) => fieldName(path, fields) }
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

/** A reason that the service kept, `#/lineItems/0/unitPrice must be …`, in the language of the page. */
export const failureText = async (failure: string): Promise<string> => {
  const [, pointer = '', message = failure] = /^(#\/\S*) (.*)$/s.exec(failure) ?? []
  const {
    message: said = '',
    errors = [],
    nameOf = fieldName,
  } = await inLanguage(pointer === '' ? { message } : { errors: [{ field: pointer, message }] })
  const [error] = errors
  return error ? `${nameOf(pathOf(pointer))}: ${error.message}` : said
}

export const isRefused = (thrown: unknown): thrown is Refused => thrown instanceof Refused
