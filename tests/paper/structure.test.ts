// What a program that reads aloud makes of the PDFs: the tree of the document, in its order, as poppler tells it, and
// whether everything that is drawn belongs to it or is named as an artifact.
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
} from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import type { Paper } from '#paper'
import { pdf, type Read, readAloud, textsOf } from '#support/reading/pages'
import { jpegFile, pdfFile, pngFile } from '#support/samples/sample-files'
import { household, papers, paperWith } from './ubl-papers.ts'

/** All texts below a node, in their order. */
const textsIn = ({ texts, parts }: Read): string[] => [...texts, ...parts.flatMap(textsIn)]
const ofType = (type: string, { parts }: Read): Read[] =>
  parts.flatMap((part) => (part.type === type ? [part] : ofType(type, part)))
const rowsOf = (table: Read | undefined): string[][] =>
  ofType('TR', table ?? { type: '', texts: [], parts: [] }).map(({ parts }) =>
    parts.map((one) => textsIn(one).join(' ')),
  )

const lines = Array.from({ length: 70 }, (_, index) => ({
  description: index % 9 === 0 ? `Vara ${index}\nmed en andra rad` : `Vara ${index}`,
  unitPrice: String(index + 100),
}))

test('an invoice of several pages is read from its title to its foot, each row once and in its order', async () => {
  const bytes = await pdf(paperWith({ lines: ['Avser juni', ...lines] }))
  expect(textsOf(bytes).length).toBeGreaterThan(2)
  const document = readAloud(bytes)
  expect(document.parts.map(({ type }) => type).join(' ')).toBe('P H1 L P P P Table Table Table L P Figure P P P P')
  const [items, taxes, sums] = ofType('Table', document)
  const [head, first, ...rows] = rowsOf(items)
  expect(head).toEqual(['Beskrivning', 'Antal', 'Enhet', 'Pris', 'Moms', 'Belopp'])
  expect(first).toEqual(['Avser juni'])
  expect(rows).toEqual(
    lines.map(({ description, unitPrice }) => {
      const price = `${unitPrice},00`
      return [description.replace('\n', ' '), '1', 'tim', price, '25 %', price]
    }),
  )
  expect(rowsOf(taxes)).toEqual([
    ['Moms', 'Underlag', 'Momsbelopp'],
    ['25 %', '9 415,00', '2 353,75'],
  ])
  expect(rowsOf(sums)).toEqual([
    ['Netto', '9 415,00'],
    ['Moms', '2 353,75'],
    ['Att betala', '11 768,75 kr'],
  ])
  const [facts, payment] = ofType('L', document).map((list) => list.parts.map((entry) => textsIn(entry)))
  expect(facts?.slice(0, 2)).toEqual([
    ['Fakturanummer', '1001'],
    ['Fakturadatum', '2026-06-10'],
  ])
  expect(payment?.slice(0, 3)).toEqual([
    ['Att betala', '11 768,75 kr'],
    ['Förfallodatum', '2026-07-10'],
    ['OCR', '100162'],
  ])
  // The address is apart in words, and the foot is read once.
  expect(textsIn(document)).toContain('Storgatan 1 111 22 Åmål')
  expect(textsIn(document).filter((text) => text.includes('Godkänd för F-skatt'))).toHaveLength(1)
  expect(textsIn(document).join(' ')).not.toMatch(/Sida \d/)
})

test('the tax reduction has a heading and a table, and a job stands in the cell of its work', async () => {
  const document = readAloud(await pdf(household, { personalNumbers: ['19850709-9805', '19121212-1212'] }))
  expect(ofType('H2', document).flatMap(textsIn)).toEqual(['Skattereduktion för rotarbete'])
  const tables = ofType('Table', document).map(rowsOf)
  expect(tables[0]?.[1]?.[0]).toBe('Målning ROT · Målning och tapetsering')
  expect(tables[3]).toEqual([
    ['Arbetskostnad inkl. moms', '5 000,00'],
    ['Övriga kostnader inkl. moms', '1 250,00'],
    ['Skattereduktion, personnummer 19850709-9805', '1 000,00'],
    ['Skattereduktion, personnummer 19121212-1212', '500,00'],
  ])
})

const logo = pngFile({ width: 30, height: 20 })
const attachments = [
  { name: 'Ritning.png', contentType: 'image/png' as const, bytes: pngFile({}) },
  { name: 'Foto.jpg', contentType: 'image/jpeg' as const, bytes: jpegFile() },
]
const several: [string, Paper, Parameters<typeof pdf>[1], string[]][] = [
  ['an invoice', papers.everything, {}, ['QR-kod med betalningsuppgifterna']],
  ['in English', { ...papers.everything, language: 'en' }, {}, ['QR code with the payment details']],
  ['a credit note', papers.credit, { logo }, ['Åkeriet & Söner AB']],
  ['many pages', paperWith({ lines }), {}, ['QR-kod med betalningsuppgifterna']],
  ['a row taller than a page', paperWith({ lines: ['Rad\n'.repeat(200), {}] }), {}, [expect.any(String)]],
  [
    'with pictures',
    papers.cash,
    { logo, attachments },
    ['Åkeriet & Söner AB', 'Bilaga: Ritning.png', 'Bilaga: Foto.jpg'],
  ],
]

describe.each(several)('%s', (_, paper, enclosed, pictures) => {
  test('has nothing that is neither read nor an artifact', async () => {
    const file = await PDFDocument.load(await pdf(paper, enclosed), { updateMetadata: false })
    for (const page of file.getPages()) {
      const outside = drawnOutside(contentOf(page.node.Contents()))
      expect(outside).toEqual([])
    }
  })

  test('leads from each mark on a page to what it is', async () => {
    const file = await PDFDocument.load(await pdf(paper, enclosed), { updateMetadata: false })
    const root = file.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict)
    const parents = root.lookup(PDFName.of('ParentTree'), PDFDict).lookup(PDFName.of('Nums'), PDFArray)
    expect(file.catalog.lookup(PDFName.of('MarkInfo'), PDFDict).get(PDFName.of('Marked'))?.toString()).toBe('true')
    for (const page of file.getPages()) {
      const at = Number(page.node.get(PDFName.of('StructParents')))
      const elements = parents.lookup(at * 2 + 1, PDFArray)
      const marks = [...contentOf(page.node.Contents()).matchAll(/\/(\w+) <<\s*\/MCID (\d+)\s*>> BDC/g)]
      const found = marks.map(([, , mark]) =>
        String(elements.lookup(Number(mark), PDFDict).get(PDFName.of('S'))).slice(1),
      )
      expect(found).toEqual(marks.map(([, type]) => type))
      expect(elements.size()).toBe(marks.length)
    }
  })

  test('says its pictures in words', async () => {
    const file = await PDFDocument.load(await pdf(paper, enclosed), { updateMetadata: false })
    const found = file.context.enumerateIndirectObjects().flatMap(([, one]) => {
      if (!(one instanceof PDFDict) || String(one.get(PDFName.of('S'))) !== '/Figure') return []
      const alt = one.lookup(PDFName.of('Alt'))
      return [alt instanceof PDFString || alt instanceof PDFHexString ? alt.decodeText() : '']
    })
    expect(found).toEqual(pictures)
  })
})

test('the pages of an attached PDF take no part of its structure', async () => {
  const own = { name: 'a.pdf', contentType: 'application/pdf' as const, bytes: await pdf(papers.credit) }
  const foreign = { ...own, name: 'b.pdf', bytes: await pdfFile(1) }
  const bytes = await pdf(papers.plain, { attachments: [own, foreign] })
  const [table] = ofType('Table', readAloud(bytes))
  expect(rowsOf(table).map(([first]) => first)).toEqual(['Beskrivning', 'Konsulttid'])
  const pages = (await PDFDocument.load(bytes, { updateMetadata: false })).getPages()
  expect(pages.map(({ node }) => node.has(PDFName.of('StructParents')))).toEqual([true, false, false])
})

const contentOf = (stream: unknown): string => {
  if (!(stream instanceof PDFRawStream)) throw new Error('A page has no content of one stream')
  return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
}

/** The operators that draw, where no mark is open: text, paths and pictures (ISO 32000-1, annex A). */
const drawnOutside = (content: string): string[] => {
  let open = 0
  const outside: string[] = []
  for (const [, operator = ''] of content.matchAll(/(?:^|\s)(BDC|BMC|EMC|TJ|Tj|f\*?|F|S|s|B\*?|b\*?|Do|sh)(?=\s|$)/g)) {
    if (operator === 'BDC' || operator === 'BMC') open += 1
    else if (operator === 'EMC') open -= 1
    else if (open === 0) outside.push(operator)
  }
  return open === 0 ? outside : [...outside, 'a mark that is not closed']
}
