// Which signs PDFs show: the table of what the fonts have, what becomes of what none has, and that nothing is drawn as
// a question mark.
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { reportPdfOf, strangeIn } from '#paper'
import { fontSigns } from '#rules/paper/pdf/font-signs'
import { familyHas, isPlain, shownText, strangeSigns } from '#rules/paper/pdf/signs'
import { pdf, textOf } from '#support/reading/pages'
import { paperWith } from './ubl-papers.ts'

test('the table has what the fonts have', () => {
  execFileSync(process.execPath, ['scripts/signs.mjs', '--check'])
})

test('plain text needs no other font', () => {
  const wrong: string[] = []
  for (let code = 0; code < 0x3000; code += 1) {
    const sign = String.fromCodePoint(code)
    if (isPlain(sign) && !familyHas('own', code)) wrong.push(code.toString(16))
  }
  expect(wrong).toEqual([])
})

/** What is written, what is drawn of it, and which of its signs a document is refused for. */
const shown: [written: string, drawn: string, strange: string][] = [
  ['Räksmörgås à 5 €, 10⁵ m²', 'Räksmörgås à 5 €, 10⁵ m²', ''],
  ['oﬃce, ﬁnans och ﬂöde', 'office, finans och flöde', ''],
  ['ﬀ ﬃ ﬄ ﬅ ﬆ', 'ff ffi ffl st st', ''],
  ['ŉ Ǆ ℝ 𝐀𝓫', 'ʼn DŽ R Ab', ''],
  ['½ ⅔ ① ☎ ™ №', '½ ⅔ ① ☎ ™ №', ''],
  ['x ≰ y', 'x ≤\u0338 y', ''],
  ['fem\u202fkronor\u2007och\u00adtio', 'fem\u202fkronor\u2007och\u00adtio', ''],
  ['Glad 😀!', 'Glad [U+1F600]!', '😀 (U+1F600)'],
  ['👩\u200d🔬 och 👩', '[U+1F469]\u200d[U+1F52C] och [U+1F469]', '👩 (U+1F469), 🔬 (U+1F52C)'],
  ['ᚠ\ue000', '[U+16A0][U+E000]', 'ᚠ (U+16A0), \ue000 (U+E000)'],
]
test.each(shown)('%j is drawn as %j', (written, drawn, strange) => {
  expect(shownText(written)).toBe(drawn)
  expect(shownText(shownText(written))).toBe(drawn)
  expect(strangeSigns(written).join(', ')).toBe(strange)
})

/** What is written, what is drawn of it with our own font alone, and whether optional fonts have what is missing. */
const withOwn: [written: string, drawn: string, strange: string, inOptional: boolean][] = [
  ['Räksmörgås, Ωμέγα, Щи', 'Räksmörgås, Ωμέγα, Щи', '', false],
  ['oﬃce ⑩', 'office 10', '', false],
  ['中文 AB', '[U+4E2D][U+6587] AB', '中 (U+4E2D), 文 (U+6587)', true],
  ['שלום', '[U+05E9][U+05DC][U+05D5][U+05DD]', 'ש (U+05E9), ל (U+05DC), ו (U+05D5), ם (U+05DD)', true],
  ['☎ 08-1', '[U+260E] 08-1', '☎ (U+260E)', true],
  ['Glad 😀!', 'Glad [U+1F600]!', '😀 (U+1F600)', false],
]
test.each(withOwn)('%j is drawn as %j without the optional fonts', (written, drawn, strange, inOptional) => {
  expect(shownText(written, ['own'])).toBe(drawn)
  expect(strangeIn(written, ['own'])).toEqual({ signs: strange === '' ? [] : strange.split(', '), inOptional })
  expect(strangeIn(written).inOptional).toBe(false)
})

test('no sign at all is drawn as another one, or as none', () => {
  const families = Object.keys(fontSigns)
  const wrong: string[] = []
  for (let code = 0x20; code < 0x32000; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue
    const text = shownText(String.fromCodePoint(code))
    const isDrawn = [...text].every((sign) => families.some((family) => familyHas(family, sign.codePointAt(0) ?? 0)))
    if (!isDrawn && !/\p{Default_Ignorable_Code_Point}/u.test(text)) wrong.push(code.toString(16))
    if (text.includes('?') && !'?⁇⁈⁉︖﹖？'.includes(String.fromCodePoint(code))) wrong.push(code.toString(16))
  }
  expect(wrong).toEqual([])
})

const SIGNS = 'oﬃce 😀 ☎ ≰ ᚠ'
const READ = 'office [U+1F600] ☎ ≰ [U+16A0]'

test('a document reads as it is drawn', async () => {
  const paper = paperWith({ buyer: { name: SIGNS }, lines: [{ description: SIGNS }, SIGNS] })
  const text = textOf(await pdf(paper)).normalize('NFC')
  expect(text.split(READ), text).toHaveLength(4)
  expect(text).not.toContain('?')
})

test('a report names what it cannot draw', async () => {
  const company = { name: SIGNS, organizationNumber: '559999-0008', isTest: false }
  const columns = [{ title: SIGNS, over: null, holds: 'text' as const }]
  const rows = [{ kind: 'line' as const, cells: [SIGNS] }]
  const printedAt = new Date('2026-06-10T10:00:00Z')
  const report = {
    language: 'sv' as const,
    company,
    title: SIGNS,
    period: null,
    knownAt: null,
    printedAt,
    columns,
    rows,
  }
  const text = textOf(await reportPdfOf(report, { whose: '' })).normalize('NFC')
  expect(text.split('[U+1F600]').length).toBeGreaterThanOrEqual(5)
  expect(text).not.toContain('?')
})
