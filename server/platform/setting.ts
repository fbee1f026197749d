// The definition of a setting, and parsers of setting texts: each returns a value, or what it must be.
import { isIP } from 'node:net'
import { isDay, startOf } from './day.ts'

/** One setting. `default` is the value used if it is absent, or describes in words what happens then. */
export type Setting<Value> = {
  name: string
  description: string
  default: string
  /** True if its value must not appear in a message. */
  secret?: true
  absent(): Value
  parse(text: string): Value | Wrong
}

/** Why a text is invalid: the part after "must be". */
export class Wrong {
  readonly mustBe: string
  constructor(mustBe: string) {
    this.mustBe = mustBe
  }
}

export type Parse<Value> = (text: string) => Value | Wrong

const MIN_SECRET_BYTES = 32

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

export const wholeNumber =
  (least: number, most: number): Parse<number> =>
  (text) =>
    /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most
      ? Number(text)
      : new Wrong(`a whole number from ${least} to ${most}`)

export const matching =
  (pattern: RegExp, mustBe: string): Parse<string> =>
  (text) =>
    pattern.test(text) ? text : new Wrong(mustBe)

export const logLevel: Parse<LogLevel> = (text) =>
  LOG_LEVELS.find((level) => level === text) ?? new Wrong(`one of ${LOG_LEVELS.join(', ')}`)

/** Who may create an account: everyone, people invited to a company or an agency, or only the operator. */
export type SignUp = 'open' | 'invited' | 'closed'

export const signUp: Parse<SignUp> = (text) =>
  text === 'open' || text === 'invited' || text === 'closed' ? text : new Wrong('open, invited or closed')

export const documentReader: Parse<'local' | 'none'> = (text) =>
  text === 'local' || text === 'none' ? text : new Wrong('local or none')

export const databaseUrl: Parse<string> = (text) =>
  /^postgres(ql)?:\/\//.test(text) && URL.canParse(text)
    ? text
    : new Wrong('an address that starts with postgres:// or postgresql://')

export const redisUrl: Parse<string> = (text) =>
  /^rediss?:\/\//.test(text) && URL.canParse(text)
    ? text
    : new Wrong('an address that starts with redis:// or rediss://')

export const publicUrl: Parse<string> = (text) => {
  const address = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = address !== undefined && /^https?:\/\/[^\s?#@]+$/.test(text)
  return isPlain && !/\/$|\/v1$/.test(text)
    ? text
    : new Wrong('an address that starts with http:// or https:// and ends neither in a slash nor in /v1')
}

/** Addresses, and networks as address/bits, separated by commas. */
export const networks: Parse<readonly string[]> = (text) => {
  const given = text.split(',').map((one) => one.trim())
  const isNetwork = (one: string) => {
    const [address = '', bits] = one.split('/')
    const most = isIP(address) === 6 ? 128 : 32
    return isIP(address) !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  }
  return given.every(isNetwork) ? given : new Wrong('addresses or networks, such as 127.0.0.1, 10.0.0.0/8')
}

export const addresses: Parse<readonly string[]> = (text) => {
  const given = text.split(',').map((one) => one.trim())
  return given.every((one) => isIP(one) !== 0) ? given : new Wrong('addresses separated by commas, such as 10.0.0.5')
}

export const smtpUrl: Parse<string> = (text) =>
  /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text)
    ? text
    : new Wrong('an address that starts with smtp:// or smtps://')

export const endpointUrl: Parse<string> = (text) =>
  /^https?:\/\/[^\s?#@]+$/.test(text) && URL.canParse(text)
    ? text
    : new Wrong('an address that starts with http:// or https://, without user and password')

/** A fraction from 0 to 1. */
export const share: Parse<number> = (text) =>
  /^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/.test(text) ? Number(text) : new Wrong('a number from 0 to 1')

/** Pairs as `name=value`, separated by commas; values may be percent-encoded. */
export const headerPairs: Parse<Readonly<Record<string, string>>> = (text) => {
  const pairs = text.split(',').map((pair) => /^\s*([\w-]+)\s*=\s*([\x21-\x7e]*)\s*$/.exec(pair))
  if (pairs.some((pair) => pair === null)) return new Wrong('name=value, separated by commas')
  try {
    return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', decodeURIComponent(pair?.[2] ?? '')]))
  } catch {
    return new Wrong('name=value, separated by commas')
  }
}

export const bucketName = matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket')

/** A day, as the moment at which it begins in Sweden. */
export const beginningOf: Parse<Date> = (text) => (isDay(text) ? startOf(text) : new Wrong('a day as YYYY-MM-DD'))

/** Intervals separated by commas, each as two moments separated by a slash. */
export const stretches: Parse<readonly { from: Date; to: Date }[]> = (text) => {
  const read = text.split(',').map((one) => {
    const [from = '', to = '', ...others] = one.trim().split('/')
    const isRight = others.length === 0 && [from, to].every((moment) => MOMENT.test(moment))
    return isRight ? { from: new Date(from), to: new Date(to) } : null
  })
  const right = read.filter((one) => one !== null && one.from < one.to) as { from: Date; to: Date }[]
  return right.length === read.length
    ? right
    : new Wrong('spans such as 2027-01-12T10:00Z/2027-01-12T10:30Z, separated by commas')
}

const MOMENT = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?Z$/

export const yesOrNo: Parse<boolean> = (text) =>
  text === 'true' || text === 'false' ? text === 'true' : new Wrong('true or false')

/** Hexadecimal and base64 are decoded; any other text is used as it is. */
export const secretKey: Parse<Buffer> = (text) => {
  const isHex = /^(?:[0-9a-f]{2})+$/i.test(text)
  const isBase64 = /^[\w+/-]+={0,2}$/.test(text)
  const readings = [...(isHex ? [Buffer.from(text, 'hex')] : []), ...(isBase64 ? [Buffer.from(text, 'base64')] : [])]
  const bytes = [...readings, Buffer.from(text)].find(({ length }) => length >= MIN_SECRET_BYTES)
  return bytes ?? new Wrong(`${MIN_SECRET_BYTES} bytes or more, as hexadecimal, base64 or any other text`)
}

/** Secret keys separated by commas; one that contains a comma must be written in hexadecimal. */
export const secretKeys: Parse<readonly Buffer[]> = (text) => {
  const keys = text.split(',').map((one) => secretKey(one.trim()))
  const right = keys.filter((key): key is Buffer => !(key instanceof Wrong))
  return right.length === keys.length ? right : new Wrong('secret keys such as SECRET_KEY accepts, separated by commas')
}

export const withDefault = <Value>(
  setting: Pick<Setting<Value>, 'name' | 'description' | 'default' | 'parse'>,
): Setting<Value> => ({
  ...setting,
  absent: () => {
    const value = setting.parse(setting.default)
    if (value instanceof Wrong) throw new Error(`the default of ${setting.name} must be ${value.mustBe}`)
    return value
  },
})
