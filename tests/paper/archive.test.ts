// PDFs for archives (PDF/A-3): what they say of themselves, what they carry, and that nothing in them is from outside.
// No checker of PDF/A runs here: what the standard asks for is looked up in the objects of the file (ISO 19005-3).
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFString,
} from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { type Enclosed, type Paper, ublOf } from '#paper'
import { enclosedFilesOf, fontsOf, pdf, textOf } from '#support/reading/pages'
import { jpegFile, pdfFile, pngFile } from '#support/samples/sample-files'
import { papers, paperWith } from './ubl-papers.ts'

const open = (bytes: Buffer) => PDFDocument.load(bytes, { updateMetadata: false })
const name = (text: string) => PDFName.of(text)

/** The stream at the end of a way of names, from a dictionary on. */
const streamAt = (from: PDFDict, ...way: string[]): PDFRawStream | undefined => {
  let at: unknown = from
  for (const step of way) {
    if (at instanceof PDFArray) at = at.lookup(Number(step))
    else at = at instanceof PDFDict ? at.lookup(name(step)) : undefined
  }
  return at instanceof PDFRawStream ? at : undefined
}

const contentOf = (stream: PDFRawStream | undefined): Buffer =>
  stream ? Buffer.from(decodePDFRawStream(stream).decode()) : Buffer.alloc(0)

const factsOf = async (bytes: Buffer): Promise<string> =>
  contentOf(streamAt((await open(bytes)).catalog, 'Metadata')).toString('utf8')

const everyObject = ({ context }: { context: PDFContext }) => context.enumerateIndirectObjects().map(([, one]) => one)

const dictionariesOf = (file: PDFDocument): PDFDict[] =>
  everyObject(file).flatMap((one) => (one instanceof PDFRawStream ? [one.dict] : one instanceof PDFDict ? [one] : []))

const rot = paperWith({ buyer: { isCompany: false, organizationNumber: null, vatNumber: null } })
const quarrel = { ...papers.plain, net: papers.plain.net + 1 }
const arabic = paperWith({ buyer: { name: 'شركة البناء والتعمير' } })
const chinese = paperWith({ buyer: { name: 'שָׁלוֹם น้ำดื่ม श्री' }, lines: [{ description: 'Stol till 東京電力' }] })
const logo = pngFile({ width: 30, height: 20, colour: 6, pixels: Buffer.alloc(20 * 121) })

/** What is asked for, whether an e-invoice is inside, and the level: letters in parts do not say what they are. */
const inside: [string, Paper, Partial<Enclosed>, boolean, 'A' | 'B'][] = [
  ['an invoice with everything', papers.everything, { logo }, true, 'A'],
  ['a credit note', papers.credit, {}, true, 'A'],
  ['an invoice paid at once', papers.cash, {}, true, 'A'],
  ['an invoice in another currency', papers.foreignCurrency, {}, true, 'A'],
  ['with pictures attached', papers.plain, { attachments: [picture('image/png'), picture('image/jpeg')] }, true, 'A'],
  ['letters of several fonts', chinese, {}, true, 'A'],
  ['letters in parts', arabic, {}, true, 'B'],
  ['a buyer whom no network reaches', rot, {}, false, 'A'],
  ['lines that do not add up', quarrel, {}, false, 'A'],
]

function picture(contentType: 'image/png' | 'image/jpeg') {
  return { name: 'a', contentType, bytes: contentType === 'image/png' ? pngFile({}) : jpegFile() }
}

describe.each(inside)('%s', (_, paper, enclosed, hasElectronic, level) => {
  test('is claimed to be PDF/A-3, by facts that are sound XML', async () => {
    const facts = await factsOf(await pdf(paper, enclosed))
    expect(XMLValidator.validate(facts)).toBe(true)
    expect(CLAIM.exec(facts)?.slice(1)).toEqual(['3', level])
    // Neither attribute may stand there (6.6.2.1).
    expect(/<\?xpacket begin[^>]*\?>/.exec(facts)?.[0]).not.toMatch(/bytes|encoding/)
    const { 'x:xmpmeta': packet } = new XMLParser().parse(facts)
    const [described] = [packet['rdf:RDF']['rdf:Description']]
      .flat()
      .filter((one: Record<string, unknown>) => one['dc:title'])
    expect(described).toMatchObject({
      'dc:title': { 'rdf:Alt': { 'rdf:li': expect.stringContaining(`${paper.number}, Åkeriet & Söner AB`) } },
      'dc:creator': { 'rdf:Seq': { 'rdf:li': 'Åkeriet & Söner AB' } },
      'xmp:CreateDate': '2026-06-10T10:00:00Z',
    })
  })

  test(`has ${hasElectronic ? 'the e-invoice' : 'no e-invoice'} inside`, async () => {
    const bytes = await pdf(paper, enclosed)
    expect(enclosedFilesOf(bytes)).toEqual(hasElectronic ? { [`${paper.number}.xml`]: ublOf(paper) } : {})
    const { catalog } = await open(bytes)
    const file = catalog.lookupMaybe(name('AF'), PDFArray)?.lookup(0, PDFDict)
    expect(file !== undefined).toBe(hasElectronic)
    if (!file) return
    expect(String(file.get(name('AFRelationship')))).toBe('/Alternative')
    for (const key of ['F', 'UF']) expect(file.lookup(name(key), PDFString).asString()).toBe(`${paper.number}.xml`)
    const stream = streamAt(file, 'EF', 'F')
    expect(stream?.dict.lookup(name('Subtype'), PDFName).decodeText()).toBe('application/xml')
    expect(stream?.dict.lookup(name('Params'), PDFDict).has(name('ModDate'))).toBe(true)
  })

  test('shows colours by a profile that it carries', async () => {
    const bytes = await pdf(paper, enclosed)
    const profile = streamAt((await open(bytes)).catalog, 'OutputIntents', '0', 'DestOutputProfile')
    expect(profile?.dict.lookup(name('N'), PDFNumber).asNumber()).toBe(3)
    const content = contentOf(profile)
    expect(content.readUInt32BE(0)).toBe(content.length)
    expect([content.toString('latin1', 12, 20), content.toString('latin1', 36, 40)]).toEqual(['mntrRGB ', 'acsp'])
    // Only sRGB is covered by it, beside grey (6.2.4.3).
    const spaces = dictionariesOf(await open(bytes)).map((one) => String(one.get(name('ColorSpace')) ?? ''))
    expect(spaces.filter((space) => space.includes('CMYK'))).toEqual([])
  })

  test('carries its fonts, each letter of which says what it is', async () => {
    const bytes = await pdf(paper, enclosed)
    const fonts = fontsOf(bytes)
    expect(fonts.length).toBeGreaterThan(0)
    expect(fonts.filter(({ embedded, subset, unicode }) => !(embedded && subset && unicode))).toEqual([])
  })

  test('has nothing that archives refuse', async () => {
    const bytes = await pdf(paper, enclosed)
    // A header of 1.7 and a line of four bytes above 127 (6.1.2); an identifier of the file (6.1.3).
    expect(bytes.toString('latin1', 0, 9)).toBe('%PDF-1.7\n')
    expect(bytes.subarray(9, 14).every((byte, index) => (index === 0 ? byte === 0x25 : byte > 127))).toBe(true)
    const file = await open(bytes)
    expect(file.context.trailerInfo.ID).toBeInstanceOf(PDFArray)
    expect(file.context.trailerInfo.Encrypt).toBeUndefined()
    const dictionaries = dictionariesOf(file)
    for (const key of ['JS', 'AA', 'OpenAction', 'Alternates', 'OPI', 'TR', 'HTP', 'Interpolate', 'XFA', 'FFilter'])
      expect(dictionaries.filter((one) => one.has(name(key)))).toEqual([])
    expect(dictionaries.filter((one) => String(one.get(name('Filter'))).includes('LZW'))).toEqual([])
  })
})

const CLAIM = /<pdfaid:part>(\d)<\/pdfaid:part>\s*<pdfaid:conformance>(\w)<\/pdfaid:conformance>/

describe('nothing is claimed', () => {
  const others: [string, () => Promise<Partial<Enclosed>>][] = [
    [
      'with the PDF of another producer inside',
      async () => ({ attachments: [{ name: 'a.pdf', contentType: 'application/pdf', bytes: await pdfFile(1) }] }),
    ],
    ['with a picture for print', async () => ({ attachments: [{ ...picture('image/jpeg'), bytes: forPrint() }] })],
    ['with a logo for print', async () => ({ logo: forPrint() })],
  ]
  test.each(others)('%s, and the e-invoice is inside all the same', async (_, enclosed) => {
    const bytes = await pdf(papers.plain, await enclosed())
    const facts = await factsOf(bytes)
    expect(facts).toContain('Åkeriet &amp; Söner AB')
    expect(facts).not.toContain('pdfaid')
    expect(enclosedFilesOf(bytes)).toEqual({ '1001.xml': ublOf(papers.plain) })
  })
})

/** The facts of a JPEG of four colours; what it shows is nothing. */
const forPrint = (): Buffer => {
  const frame = [0xff, 0xc0, 0, 20, 8, 0, 8, 0, 8, 4, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 4, 0x11, 0]
  return Buffer.from([0xff, 0xd8, ...frame, 0xff, 0xd9])
}

test('a letter made of parts is the one that was written, whichever was shaped before', async () => {
  // Both are a bowl with dots.
  await pdf(paperWith({ buyer: { name: 'ت' } }))
  expect(textOf(await pdf(paperWith({ buyer: { name: 'ب' } })))).toContain('ب')
})
