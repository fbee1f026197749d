// What was typed, as the values that the service takes.
import { openAsBlob, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { NamedFile } from '@grundbok/sdk'
import { Failure } from './exits.ts'
import type { Field } from './operations.ts'

/** The value of an option by the type of its field; JSON where it is of several kinds. */
export const valueFrom = ({ name, type }: Field, text: string | boolean): unknown => {
  if (typeof text === 'boolean') return text
  if (type === 'integer' || type === 'number') return numberOf(name, text)
  if (type === 'boolean') {
    if (text !== 'true' && text !== 'false') throw new Failure('usage', `${name} is true or false, and not ${text}`)
    return text === 'true'
  }
  if (type === 'ref' && !text.startsWith('{')) return { id: text }
  if (type === 'array' && !text.startsWith('[')) return text.split(',').map((one) => jsonOr(one.trim()))
  return type === 'string' ? text : jsonOr(text)
}

const numberOf = (name: string, text: string): number => {
  const number = Number(text.replace(',', '.'))
  if (text.trim() === '' || Number.isNaN(number)) throw new Failure('usage', `${name} is a number, and not ${text}`)
  return number
}

const jsonOr = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A JSON body: itself, `-` for stdin, or the name of a file. */
export const bodyFrom = (given: string): Record<string, unknown> => {
  const text = /^\s*[{[]/.test(given) ? given : readFileSync(given === '-' ? 0 : given, 'utf8')
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch (thrown) {
    throw new Failure('usage', `The body is no JSON: ${(thrown as Error).message}`)
  }
}

/** `lineItems.0.quantity=8` laid on a body. */
export const laidOn = (body: Record<string, unknown>, setting: string): void => {
  const at = setting.indexOf('=')
  if (at < 1) throw new Failure('usage', `--set takes name=value, and not ${setting}`)
  const names = setting.slice(0, at).split('.')
  const last = names.pop() ?? ''
  let within: Record<string, unknown> = body
  names.forEach((name, place) => {
    const next = names[place + 1] ?? last
    // Its own names alone: `__proto__` is no name of a body.
    if (!Object.hasOwn(within, name)) within[name] = /^\d+$/.test(next) ? [] : {}
    within = within[name] as Record<string, unknown>
  })
  within[last] = jsonOr(setting.slice(at + 1))
}

/** A file to upload, read from disk as it is sent; `-` is stdin. */
export const fileFrom = async (path: string): Promise<NamedFile> => {
  if (path === '-') return { name: 'stdin', content: readFileSync(0) }
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new Failure('usage', `There is no file ${path}`)
  return { name: basename(path), content: await openAsBlob(path) }
}

/** Kronor as people write them, in öre: `1234`, `1 234,50`, `-10000.00`. Throws if it is no amount. */
export const oreOf = (text: string): bigint => {
  const [, sign, kronor = '', ore = ''] = /^([-−+]?)(\d+)(?:[.,](\d{1,2}))?$/.exec(text.replace(/[\s_]/g, '')) ?? []
  if (kronor === '') throw new Failure('usage', `${text} is no amount in kronor`)
  const amount = BigInt(kronor) * 100n + BigInt(ore.padEnd(2, '0'))
  return sign === '-' || sign === '−' ? -amount : amount
}

/** As the service takes amounts: a number with two decimals, which is exact as it is written. */
export const kronorOf = (ore: bigint): number => Number(`${ore / 100n}.${String(ore % 100n).padStart(2, '0')}`)
