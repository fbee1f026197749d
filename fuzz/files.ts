// Changes of files: bytes that are turned, cut, doubled and put in, fields and amounts that are something else, files
// of another sort, and what stands around a file in a form.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SIE_SAMPLES } from '#support/needs'
import { bankTables } from '#support/samples/bank-tables'
import { camtFile } from '#support/samples/camt-file'
import { jpegFile, pdfBomb, pdfFile, pdfOfTrees, pngFile } from '#support/samples/sample-files'
import { eInvoiceFile } from '#tests/surface/upload-world'
import { sieFile } from '#tests/surface/world'
import type { Random } from './random.ts'
import type { Change, Draft, Form } from './request.ts'

/** Real files above this are left out: what is done to them is done to smaller ones as well; in bytes. */
const MOST_BYTES = 200_000
const OTHER_SORT = 0.12
const OF_FORM = 0.12
const INSERTED = [
  '\0',
  '\r',
  '\n\n',
  '"',
  '{',
  '}',
  ';',
  '\u001a',
  '99999999999999999999',
  '-',
  '<',
  '>',
  '&',
  ']]>',
  'å',
]
const TOKENS = [
  '0',
  '-1',
  '1e5',
  '99999999999999999999.99',
  '20260230',
  '00000000',
  '2026-13-45',
  'NaN',
  '',
  '"',
  '{}',
  'x'.repeat(5000),
  '\u202e',
  '𝔊',
  '%s',
  '-0.001',
  '1,5',
  '٣',
  '1 000',
  '#VER',
  '{1 "x"}',
  '&lol;',
  '&#0;',
  '&#xd800;',
  '<a/>',
  '<![CDATA[',
  '<!--',
  'SEK',
  'XXX',
  '0.1',
  '1.005',
  '+5',
  "'",
  '\\',
  '﻿',
]

let found: Buffer[] | undefined
let pdf: Buffer | undefined

/** Files of other programs, where there are any. */
const realSieFiles = (): Buffer[] => {
  if (found) return found
  const names = existsSync(SIE_SAMPLES) ? readdirSync(SIE_SAMPLES).sort() : []
  found = names
    .filter((name) => /\.(?:se|si)$/i.test(name))
    .map((name) => readFileSync(join(SIE_SAMPLES, name)))
    .filter(({ length }) => length <= MOST_BYTES)
  return found
}

/** Makes what takes its time to be made. */
export const prepareFiles = async (): Promise<void> => {
  pdf ??= await pdfFile(2)
}

/** SIE files of each type, with all that a program may write into them. */
const sieOf = (type: string, random: Random): Buffer => {
  const lines = [
    '#FLAGGA 0',
    '#PROGRAM "Prov" 1.0',
    '#FORMAT PC8',
    '#GEN 20260601 "AA"',
    `#SIETYP ${type}`,
    '#PROSA "x"',
    '#FNR "1"',
    '#ORGNR 559999-0008 1 1',
    '#FNAMN "Provbolaget AB"',
    '#ADRESS "A" "B" "111 22 C" "08"',
    '#RAR 0 20260101 20261231',
    '#RAR -1 20250101 20251231',
    '#TAXAR 2027',
    '#KPTYP BAS2014',
    '#VALUTA SEK',
    '#KONTO 1930 "Bank"',
    '#KTYP 1930 T',
    '#SRU 1930 7281',
    '#KONTO 5010 "Hyra"',
    '#KONTO 9999 "Annat"',
    '#DIM 1 "Kst"',
    '#UNDERDIM 21 "Under" 1',
    '#OBJEKT 1 "A" "Namn"',
    '#IB 0 1930 100.00',
    '#UB 0 1930 0.00',
    '#OIB 0 1930 {1 "A"} 100.00',
    '#RES 0 5010 100.00',
    '#PSALDO 0 202601 5010 {} 100.00 1',
    '#UNKNOWN 1 2',
    '#PBUDGET 0 202601 5010 {1 "A"} 5.00 2',
    '#VER A 1 20260301 "x" 20260302 "AA"',
    '{',
    '#TRANS 5010 {1 "A"} 100.00 20260301 "r" 1 "AA"',
    '#TRANS 1930 {} -100.00',
    '#RTRANS 5010 {} 1.00',
    '#BTRANS 5010 {} 1.00 "" "" 2',
    '}',
    '#KSUMMA 123456',
  ]
  return Buffer.from(lines.filter(() => random.happens(0.95)).join(random.pick(['\r\n', '\n', '\r'])), 'latin1')
}

const sortsOf = (draft: Draft, random: Random): Buffer[] => {
  const sie = [() => sieOf(random.pick(['1', '2', '3', '4', '4I', '4E', '9']), random), () => Buffer.from(sieFile())]
  const real = realSieFiles()
  const others = [
    () => pngFile({ width: random.pick([1, 3, 65_536]), depth: random.pick([1, 8, 16]), colour: random.below(7) }),
    () => jpegFile({ progressive: random.happens(0.5), width: random.pick([0, 16, 65_535]) }),
    () => pdf ?? pngFile(),
    () => pdfBomb(),
    () => pdfOfTrees(random.pick([2, 50, 2000])),
    () => Buffer.from(eInvoiceFile()),
    () => camtFile({ statements: [{ id: `F${random.below(1e9)}`, entries: [{ ore: -4500n }, { ore: 100n }] }] }),
    () => camtFile({ kind: 'camt.054', version: '08', statements: [{ entries: [{ ore: 5n }] }] }),
    () => Buffer.from('a;b\r\n1;2\r\n'),
    () => random.pick(bankTables).bytes,
    () => Buffer.from('PK\u0003\u0004'),
    () => Buffer.alloc(0),
    () => Buffer.from(`<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "${'b'.repeat(100)}">]><x>&a;&a;</x>`),
    () => Buffer.from(`<x>${'<y>'.repeat(20_000)}`),
  ]
  const isSie = draft.row.operationId === 'importSie'
  const among = isSie && random.happens(0.85) ? [...sie, ...real.map((one) => () => one)] : others
  return [random.pick(among)()]
}

/** One change of the file of a draft; null where it has none. */
export const fileChange = (draft: Draft, random: Random): Change | null => {
  if (!draft.form) return null
  if (random.happens(OF_FORM)) return formChange(random)
  const isOther = random.happens(draft.row.operationId === 'importSie' ? OTHER_SORT * 3 : OTHER_SORT)
  if (isOther) {
    const [bytes = Buffer.alloc(0)] = sortsOf(draft, random)
    return ofForm(`another file of ${bytes.length} bytes`, (form) => ({ ...form, bytes }))
  }
  return bytesChange(random)
}

const ofForm = (says: string, change: (form: Form) => Form): Change => ({
  says,
  apply: (draft) => (draft.form ? { ...draft, form: change(draft.form) } : draft),
})

const formChange = (random: Random): Change => {
  const name = random.pick(['', '..', '/etc/passwd', 'x'.repeat(3000), 'å\u202e.se', '"', '\\', '\0', 'a.exe', '%00'])
  const type = random.pick(['', 'x', 'image/png', 'text/html', 'application/pdf', 'x'.repeat(3000), 'multipart/mixed'])
  const field = random.pick(['', 'files', '__proto__', 'x'.repeat(300)])
  return random.pick([
    ofForm(`the file is named ${name.slice(0, 20)}`, (form) => ({ ...form, name })),
    ofForm(`the file is of type ${type.slice(0, 20)}`, (form) => ({ ...form, type })),
    ofForm(`the field is ${field.slice(0, 20)}`, (form) => ({ ...form, field })),
    ofForm('a text is beside it', (form) => ({ ...form, texts: [...form.texts, [field, name]] })),
    ofForm('1,000 texts are beside it', (form) => ({
      ...form,
      texts: Array.from({ length: 1000 }, (_, at) => [`t${at}`, 'x'] as [string, string]),
    })),
  ])
}

/** What happens to bytes: by share of the length, so that it can be done to any file. */
const bytesChange = (random: Random): Change => {
  const at = random.next()
  const length = 1 + random.below(40)
  const value = random.below(256)
  const inserted = random.pick(INSERTED)
  const token = random.pick(TOKENS)
  const place = (bytes: Buffer) => Math.floor(at * bytes.length)
  const joined = (bytes: Buffer, middle: Buffer, skipped: number) =>
    Buffer.concat([bytes.subarray(0, place(bytes)), middle, bytes.subarray(place(bytes) + skipped)])
  const edits: [string, (bytes: Buffer) => Buffer][] = [
    [`a byte is ${value}`, (bytes) => joined(bytes, Buffer.from([value]), 1)],
    [`${length} bytes are missing`, (bytes) => joined(bytes, Buffer.alloc(0), length)],
    ['the rest is missing', (bytes) => bytes.subarray(0, place(bytes))],
    [`${JSON.stringify(inserted)} is put in`, (bytes) => joined(bytes, Buffer.from(inserted), 0)],
    ['a part stands twice', (bytes) => joined(bytes, bytes.subarray(place(bytes), place(bytes) + length * 20), 0)],
    ['a word is another', (bytes) => wordReplaced(bytes, at, token)],
    ['a word is another', (bytes) => wordReplaced(bytes, at, token)],
    ['a word is another', (bytes) => wordReplaced(bytes, at, token)],
    ['a line is missing', (bytes) => lineChanged(bytes, at, () => [])],
    ['a line stands 300 times', (bytes) => lineChanged(bytes, at, (line) => Array.from({ length: 300 }, () => line))],
    ['it is UTF-16', (bytes) => Buffer.from(`\ufeff${bytes.toString('utf8')}`, 'utf16le')],
    ['it begins with a mark', (bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes])],
  ]
  const [says, edit] = random.pick(edits)
  return ofForm(`${says} at ${(at * 100).toFixed(1)} %`, (form) => ({ ...form, bytes: edit(form.bytes) }))
}

/** A word, number or text between marks. */
const WORD = /[^\s<>"{};#]+/g

const wordReplaced = (bytes: Buffer, at: number, token: string): Buffer => {
  const text = bytes.toString('latin1')
  const words = [...text.matchAll(WORD)]
  const word = words[Math.floor(at * words.length)]
  if (!word) return bytes
  const before = text.slice(0, word.index)
  const after = text.slice(word.index + word[0].length)
  return Buffer.concat([Buffer.from(before, 'latin1'), Buffer.from(token), Buffer.from(after, 'latin1')])
}

const lineChanged = (bytes: Buffer, at: number, change: (line: string) => string[]): Buffer => {
  const lines = bytes.toString('latin1').split('\n')
  const place = Math.floor(at * lines.length)
  lines.splice(place, 1, ...change(lines[place] ?? ''))
  return Buffer.from(lines.join('\n'), 'latin1')
}
