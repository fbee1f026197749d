// What the service can do, as the OpenAPI document says: read beside the program.
import { readFileSync } from 'node:fs'

export type Field = {
  name: string
  /** `ref`: an object with an id. `json`: of several kinds. */
  type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'file' | 'ref' | 'json'
  words?: string[]
  isRequired?: boolean
  description: string
}

export type Operation = {
  scope: 'company' | 'agency' | 'me' | 'operator' | 'service'
  resources: string[]
  verb: string
  /** What it is among in the reference. */
  group: string
  summary: string
  description: string
  parameters: string[]
  query: Field[]
  body: null | { type: string; isRequired: boolean; fields: Field[] }
  /** `json`, `nothing`, or the type of a file. */
  answer: string
  /** Types of files that are offered beside JSON. */
  files: string[]
  list: '' | 'cursor' | 'page'
  isTagged: boolean
  isWrite: boolean
  /** Whether it can be tried without being done. */
  isTriable: boolean
}

export const operations = JSON.parse(
  readFileSync(new URL('operations.json', import.meta.url), 'utf8'),
) as readonly Operation[]

/** `bankPayments` as it is typed: `bank-payments`. */
export const typed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The words of a command: those of a company stand at the top, others below their scope. */
export const wordsOf = ({ scope, resources, verb }: Operation): string[] =>
  [...(scope === 'company' ? [] : [scope]), ...resources, verb].map(typed)
