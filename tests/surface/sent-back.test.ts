// What was read can be sent back: a body knows each property of the answer in its place, and passes over what it does
// not take. Else a program that changes one property hears of the others, and is refused when it is strict.
// That what is really answered is taken is tried in requests.test.ts.
import { expect, test } from 'vitest'
import type { Row } from '#http'
import { rows } from '#programs/app'

type Node = { properties?: Record<string, Node>; items?: Node; anyOf?: Node[]; oneOf?: Node[]; readOnly?: boolean }

/** What is in a schema, of all its kinds together: properties by name, and what a list holds under `-`. */
const membersOf = ({ properties = {}, items, anyOf = [], oneOf = [] }: Node): Map<string, Node> => {
  const found = new Map<string, Node>(Object.entries(properties))
  if (items) found.set('-', items)
  for (const kind of [...anyOf, ...oneOf]) {
    for (const [name, member] of membersOf(kind)) {
      const known = found.get(name)
      found.set(name, known ? { anyOf: [known, member] } : member)
    }
  }
  return found
}

/** What the answer has and the body knows nothing of. Within what is passed over anyway nothing is looked for. */
const unknownIn = (shown: Node, body: Node, at = ''): string[] => {
  const known = membersOf(body)
  // Of any shape, or nothing that has parts.
  if (known.size === 0) return []
  return [...membersOf(shown)].flatMap(([name, member]) => {
    const own = known.get(name)
    if (!own) return [`${at}/${name}`]
    return own.readOnly ? [] : unknownIn(member, own, `${at}/${name}`)
  })
}

/** Whether a body stands for the resource as it is read: all that replace one, and those that know its id. */
const isResource = ({ method, body }: Row): boolean =>
  body !== undefined && (method === 'PUT' || membersOf(body as Node).get('id')?.readOnly === true)

const shownBy = ({ answer }: Row): Node[] =>
  typeof answer === 'object' && 'json' in answer ? [answer.json as Node] : []

/** What is answered in the place of a body: by its own row, and by the row that reads at the same address. */
const shownInPlaceOf = (row: Row): Node[] => {
  const reads = rows.filter(({ method, path }) => row.method === 'PUT' && method === 'GET' && path === row.path)
  return [row, ...reads].flatMap(shownBy)
}

/** Those whose answer is another thing than their body, and why. */
const others: Record<string, string> = {
  setJournalEntryTags: 'answers the entry, of which it replaces the tags',
  putTaxFormValue: 'answers all forms, since values move from one to another',
}

const resources = rows.filter(isResource)

test.each(resources.filter(({ operationId }) => !(operationId in others)))('$operationId takes what is read', (row) => {
  const shown = shownInPlaceOf(row)
  expect(shown).not.toEqual([])
  for (const answer of shown) expect(unknownIn(answer, row.body as Node)).toEqual([])
})

test('what is another thing is so still', () => {
  for (const [operationId, why] of Object.entries(others)) {
    const row = resources.find((one) => one.operationId === operationId)
    const unknown = row ? shownInPlaceOf(row).flatMap((answer) => unknownIn(answer, row.body as Node)) : []
    expect(unknown, why).not.toEqual([])
  }
})
