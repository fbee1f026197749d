// Clients of others reject an answer in which a closed schema has one more property than they know: what these schemas
// have is the same in each version.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rows } from '#programs/app'
import { apiDocument } from '#support/checked'
import { CONTRACT, needs } from '#support/needs'

/** All properties of each closed schema. */
const closed: Readonly<Record<string, readonly string[]>> = {
  AgencyConnection: ['id', 'agencyId', 'agencyName', 'organizationNumber', 'scopes', 'status', 'connectedDatetime'],
}

type Node = { $ref?: string; properties?: Record<string, Node>; items?: Node; anyOf?: Node[]; oneOf?: Node[] }

const schemas = apiDocument.components.schemas as Record<string, Node>

/** The endpoints whose answers are, or have, what clients know by these names. */
const answering = (path: string): string[] =>
  rows.filter((row) => row.path.startsWith(path) && row.answer !== 'nothing').map(({ operationId }) => operationId)

/** The schemas that stand in an answer of an operation. */
const schemasIn = (operationId: string): string[] => {
  const operations = Object.values(apiDocument.paths).flatMap((path) => Object.values(path))
  const told = JSON.stringify(operations.find((each) => each.operationId === operationId)?.responses['200'])
  const names = (text: string) => [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].flatMap(([, name]) => name ?? [])
  const found = new Set(names(told))
  for (const name of found) for (const inner of names(JSON.stringify(schemas[name]))) found.add(inner)
  return [...found]
}

test('a closed schema has its properties and no other', () => {
  for (const [name, properties] of Object.entries(closed)) {
    expect(Object.keys(schemas[name]?.properties ?? {}).toSorted(), name).toEqual([...properties].toSorted())
  }
})

test('each endpoint of connections to agencies answers with the closed schema', () => {
  const endpoints = answering('/agency-connections')
  expect(endpoints).toEqual(['listAgencyConnections', 'connectAgency', 'getAgencyConnection'])
  for (const endpoint of endpoints) expect(schemasIn(endpoint), endpoint).toContain('AgencyConnection')
})

test('the closed schemas here are those of the contract, each with its properties', () => {
  needs('contract')
  const text = readdirSync(CONTRACT)
    .map((file) => readFileSync(join(CONTRACT, file), 'utf8'))
    .join('\n')
  const named = [...text.matchAll(/closed schemas? \(([^)]*)\)/gi)].flatMap(([, names]) => names?.match(/\w+/g) ?? [])
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(closed).toSorted())
  for (const name of named) {
    const shape = new RegExp(`type ${name} = \\{(.*?)\\}`, 's').exec(text)?.[1] ?? ''
    const properties = [...shape.matchAll(/(?:^|;)\s*(?:readonly )?(\w+)\??:/g)].map(([, property]) => property)
    expect(properties.toSorted(), name).toEqual(closed[name]?.toSorted())
  }
})
