// Changes of what stands in the address: values of the path and of the query.
import { operationOf } from '#support/checked'
import type { Random } from './random.ts'
import type { Change, Draft } from './request.ts'
import { edgesOf, type Schema } from './schemas.ts'
import { addressTexts, filters } from './values.ts'

/** How often it is the path, where there is one; the rest is the query. */
const OF_PATH = 0.25
const UNKNOWN = 0.1
const TWICE = 0.1
const FIXED = ['companyId', 'agencyId']

export const addressChange = (draft: Draft, random: Random): Change | null => {
  const names = draft.path.map(([name]) => name)
  const loose = names.filter((name) => !FIXED.includes(name) || random.happens(0.1))
  if (loose.length > 0 && random.happens(OF_PATH)) return pathChange(random.pick(loose), random)
  return queryChange(draft, random)
}

const pathChange = (name: string, random: Random): Change => {
  const text = random.pick(addressTexts.filter((one) => one !== '' && one !== '..'))
  return {
    says: `{${name}} is ${text.slice(0, 60)}`,
    apply: (draft) => ({ ...draft, path: draft.path.map(([one, value]) => [one, one === name ? text : value]) }),
  }
}

const queryChange = (draft: Draft, random: Random): Change | null => {
  const parameters = operationOf(draft.row).parameters.filter((one) => one.in === 'query') as unknown as {
    name: string
    schema: Schema
  }[]
  if (parameters.length === 0 || random.happens(UNKNOWN)) {
    return adding(random.pick(['colour', '__proto__', 'constructor', 'page', '']), random.pick(addressTexts))
  }
  const { name, schema } = random.pick(parameters)
  const edges = [...edgesOf(schema), ...(schema.examples ?? []).map((one) => JSON.stringify(one))]
  const fitting = edges.map((text) => encodeURIComponent(String(JSON.parse(text)).replace(/\p{Cs}/gu, '?')))
  const kinds = [
    addressTexts,
    ...(fitting.length > 0 ? [fitting] : []),
    ...(name === 'query' ? [filters, filters] : []),
  ]
  const value = random.pick(random.pick(kinds))
  const encoded = kinds.length > 0 && /[ <>"#&]/.test(value) ? encodeURIComponent(value) : value
  return random.happens(TWICE) ? adding(name, encoded) : setting(name, encoded)
}

const adding = (name: string, value: string): Change => ({
  says: `?${name}=${value.slice(0, 60)} is added`,
  apply: (draft) => ({ ...draft, query: [...draft.query, [name, value]] }),
})

const setting = (name: string, value: string): Change => ({
  says: `?${name}=${value.slice(0, 60)}`,
  apply: (draft) => ({ ...draft, query: [...draft.query.filter(([one]) => one !== name), [name, value]] }),
})
