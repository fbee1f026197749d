// Every sentence with which the service refuses something is declared under a public reason, in English and Swedish
// beside each other; sentences that stand in others, or are kept, are found again.
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { fields } from '#console-rules/client/field-words'
import { mailFailure } from '#mail/mail-failure'
import { declaredSentences, translateText } from '#platform/sentences'
import { every } from '#support/every'
import '#programs/app'
import { sourcesBelow } from './sources.ts'

const inSwedish = (text: string): string => translateText('sv', text)

const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()
const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => `«${name}»`)

/** A sentence that is only a place for others. */
const isPlace = (text: string) => /^\{\w+\}$/.test(text)

test('all of them are found', () => expect(declaredSentences().length).toBeGreaterThan(900))

test('every sentence has Swedish words with the same placeholders, by which it is found again', () =>
  every(
    declaredSentences().filter(({ en }) => !isPlace(en)),
    ({ reason }) => reason,
    ({ en, sv }) => {
      expect(placeholders(sv)).toEqual(placeholders(en))
      expect(inSwedish(filled(en))).toBe(filled(sv))
    },
  ))

const textOf = (node: ts.Node): string | null => {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isParenthesizedExpression(node)) return textOf(node.expression)
  if (!ts.isBinaryExpression(node)) return null
  const [left, right] = [textOf(node.left), textOf(node.right)]
  return left === null || right === null ? null : left + right
}

/** A text that nearly is the sentence, in as many ways as possible: what stands between its values, again and again. */
const nearly = (sentence: string): string => {
  const [first = '', ...rest] = sentence.split(/\{\w+\}/)
  return `${first}x${rest
    .slice(0, -1)
    .map((part) => `${part}x`.repeat(2_000 / (part.length + 1)))
    .join('')}`
}

test('a text that a caller has chosen takes time by its length alone: no search in it goes back', () => {
  // With a search that goes back one of these takes minutes.
  for (const { en } of declaredSentences()) inSwedish(nearly(en))
})

/** Requests that no browser makes are refused in English alone. */
const OF_PROGRAMS = /^server\/(?:http|admin)\//

/** Sentences that are said in a warning, or as the reason of a refusal, and stand there undeclared. */
const undeclared = sourcesBelow('server').flatMap(({ path, tree }) => {
  const found: string[] = []
  const isSentence = (node: ts.Node) =>
    / \w+ /.test(ts.isTemplateExpression(node) ? node.getText(tree) : (textOf(node) ?? ''))
  const visit = (node: ts.Node): void => {
    const warned = ts.isCallExpression(node) && node.expression.getText(tree) === 'warn' ? node.arguments[1] : undefined
    const thrown = ts.isCallExpression(node) && /(?:refusals|faults)\.\w+$/i.test(node.expression.getText(tree))
    const values = thrown
      ? node.arguments.filter(ts.isObjectLiteralExpression).flatMap(({ properties }) => [...properties])
      : []
    const given = values.flatMap((one) =>
      ts.isPropertyAssignment(one) && one.name.getText(tree) === 'reason' ? [one.initializer] : [],
    )
    for (const one of [...(warned ? [warned] : []), ...given])
      if (isSentence(one)) found.push(`${path}: ${one.getText(tree)}`)
    node.forEachChild(visit)
  }
  if (!OF_PROGRAMS.test(path)) visit(tree)
  return found
})

test('what is doubtful, and reasons, are declared as sentences too', () => expect(undeclared).toEqual([]))

test.each<[string, string]>([
  [
    'Message failed: 550 5.1.1 <kim@example.com> unknown',
    'Adressen finns inte (servern svarade: 550 5.1.1 <kim@example.com> unknown)',
  ],
  [
    "Can't send mail - all recipients were rejected: 552 5.2.2 Over quota",
    'Brevlådan är full (servern svarade: 552 5.2.2 Over quota)',
  ],
  ['550 No such mailbox', 'Adressen finns inte, eller tar inte emot mejlet (servern svarade: 550 No such mailbox)'],
  ['554 5.7.1 Spam', 'Mottagarens server nekar mejlet, kanske som skräppost (servern svarade: 554 5.7.1 Spam)'],
  ['452-4.2.2 full', 'Brevlådan är full (servern svarade: 452 4.2.2 full)'],
  ['5.1.1 User unknown', 'Adressen finns inte (servern svarade: 5.1.1 User unknown)'],
])('a mail server that says %s', (answer, told) => expect(mailFailure(answer)).toBe(told))

test('reasons within sentences, and counts, are said in Swedish too', () => {
  expect(inSwedish('Validation failed with 2 errors')).toBe('Det finns fel att rätta: 2 fel')
  expect(inSwedish('statement 2, entry 4: it has no amount (Amt)')).toBe('utdrag 2, post 4: belopp saknas (Amt)')
  expect(inSwedish('the picture could not be read: it is cut off')).toBe('bilden gick inte att läsa: den är avklippt')
  expect(inSwedish('line 3: has no rates')).toBe('rad 3: har inga kurser')
  const told = '900.50 (3004), 10.00 (3014)'
  const said = '900,50 (3004), 10,00 (3014)'
  expect(inSwedish(`the lines come to 1.00; the invoice has ${told} left to credit`)).toBe(
    `raderna blir 1,00; fakturan har ${said} kvar att kreditera`,
  )
  expect(inSwedish('must be from 0 to 10.5, which line 7 of the invoice has')).toBe(
    'ska vara från 0 till 10,5, som rad 7 på fakturan har',
  )
  expect(
    inSwedish(
      'Your role here, reader, is not enough to add, change and remove customers: ask an administrator for another role',
    ),
  ).toBe(
    'Din roll här, läsare, räcker inte för att lägga till, ändra och ta bort kunder: be en administratör om en annan roll',
  )
  expect(inSwedish('A sentence that is not declared')).toBe('A sentence that is not declared')
})

/** The names of all properties below a schema. */
const namesIn = (schema: unknown, seen: Set<unknown>): string[] => {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  const { $ref, properties = {}, items, anyOf = [] } = schema as Schema
  const at = $ref?.split('/').at(-1) ?? ''
  const below = [components.schemas[at], items, ...anyOf, ...Object.values(properties)]
  return [...Object.keys(properties), ...below.flatMap((one) => namesIn(one, seen))]
}

type Schema = { $ref?: string; properties?: Record<string, unknown>; items?: unknown; anyOf?: unknown[] }
type Operation = { requestBody?: { content: Record<string, { schema: unknown }> } }

const { paths, components } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

test('every field that a body has is called something in Swedish', () => {
  const bodies = Object.entries(paths)
    .filter(([path]) => /^\/(companies|me)\b/.test(path))
    .flatMap(([, methods]) => Object.values(methods))
    .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}).map(({ schema }) => schema))
  const names = new Set(bodies.flatMap((body) => namesIn(body, new Set())))
  expect(names.size).toBeGreaterThan(150)
  expect([...names].filter((name) => !fields[name])).toEqual([])
})
