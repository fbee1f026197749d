// Which places in the order of an agency's events are of what is kept no more.
import { expect, test } from 'vitest'
import { forgottenUpto } from '#rules/events/agency-order'

/** `a3-5@9` are the events 3 to 5 of tenant a, the last of them at position 9. */
const spansOf = (text: string) =>
  [...text.matchAll(/(\w)(\d+)-(\d+)@(\d+)/g)].map(([, tenantId = '', first = '', last = '', upto = '']) => ({
    tenantId,
    first: BigInt(first),
    last: BigInt(last),
    upto: BigInt(upto),
  }))

const keptOf = (text: string) =>
  new Map([...text.matchAll(/(\w)(\d+)/g)].map(([, id = '', from = '']) => [id, BigInt(from)] as const))

const cases: [what: string, spans: string, kept: string, upto: bigint][] = [
  ['nothing is there', '', 'a1', 0n],
  ['all is kept', 'a1-3@3 b1-2@5', 'a1 b1', 0n],
  ['a span is kept from its first event', 'a4-6@9', 'a4', 0n],
  ['a span is kept in part', 'a4-6@9', 'a6', 8n],
  ['a span is gone', 'a4-6@9', 'a7', 9n],
  ['a tenant has forgotten far more', 'a4-6@9', 'a70', 9n],
  ['what is kept stands before it', 'b1-2@2 a1-3@5', 'a4 b1', 5n],
  ['what is kept stands behind it', 'a1-3@3 b1-2@5', 'a4 b1', 3n],
  ['a tenant keeps nothing', 'a1-3@3 b1-2@5', 'a1', 5n],
]

test.each(cases)('where %s: %j, kept from %j', (_, spans, kept, upto) => {
  expect(forgottenUpto(spansOf(spans), keptOf(kept))).toBe(upto)
})
