// How much text a document may have: more in letters that are drawn one by one than in those that have to be shaped.
import { expect, test } from 'vitest'
import { tooLongIn } from '#rules/sales/publishing/paper'
import { charactersOfOtherScripts } from '#text/scripts'

const counted: [count: number, text: string][] = [
  [0, ''],
  [0, 'Konsultarbete, 8 tim à 950 kr – “rådgivning” №5 ½ 🙂'],
  [0, 'Żółć, Ελληνικά, Русский, Straße, ﬁ'],
  [0, 'e\u0301'],
  [5, 'अनुवा'],
  [12, 'Tolk: العربية'.slice(0, 12)],
  [3, '会議費'],
  [2, '、。'],
  [3, 'ＡＢＣ'],
  [4, 'ไทย!'],
  [6, 'שלום 1'],
]
test.each(counted)('%i characters are of other scripts in %s', (count, text) => {
  expect(charactersOfOtherScripts([text, 'Stol'])).toBe(count)
})

const latin = 'x'.repeat(100_000)
const other = 'क'.repeat(10_000)
const limits: [what: string, texts: string[], repeated: string[], wrong: string[]][] = [
  ['as much as it may have', Array(4).fill(latin), [], []],
  ['more', [...Array(4).fill(latin), 'x'], [], ['at most 400000 characters of text in all, and this one has 400001']],
  ['as much of other scripts as it may have', Array(4).fill(other), [], []],
  ['more of these', [...Array(4).fill(other), 'क'], [], ['at most 40000 characters in texts with letters']],
  ['more of both', [...Array(4).fill(latin), ...Array(5).fill(other)], [], ['at most 400000', 'at most 40000']],
  ['what it repeats', Array(6).fill(other), Array(5).fill(other), []],
  ['more than it repeats', Array(10).fill(other), Array(5).fill(other), ['at most 90000 characters in texts']],
]
test.each(limits)('a document that has %s', (_, texts, repeated, wrong) => {
  const found = tooLongIn(texts, { repeated })
  expect(found.map(({ field }) => field)).toEqual(wrong.map(() => '#/lineItems'))
  for (const [index, { message }] of found.entries()) expect(message).toContain(wrong[index])
})
