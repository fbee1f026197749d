// The PDF of invoices and credit notes, read back by other programs than the one that made it.
import { PDFDocument, PDFName } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import type { Paper, PaperLine } from '#paper'
import { codeOf, fontsOf, infoOf, pdf, textOf, textsOf, type Word, wordsOf } from '#support/reading/pages'
import { jpegFile, pdfFile, pngFile } from '#support/samples/sample-files'
import { addressIn, manyRates, type PaperChanges, papers, paperWith, household as rot } from './ubl-papers.ts'

const personalNumbers = ['19850709-9805', '19121212-1212']

/** Papers at the edges of what can be said. */
const extremes: Record<string, Paper> = {
  zero: paperWith({ lines: [{ description: 'Gratis prov', unitPrice: '0' }] }),
  onlyText: paperWith({ lines: ['Se bilaga'] }),
  large: paperWith({
    lines: [
      { description: 'Markköp', quantity: '999999.999999', unitPrice: '999999.999999', unitType: 'meterSquared' },
    ],
    currency: 'ISK',
    currencyRate: '0.123456',
  }),
  longNames: paperWith({
    lines: [{ description: 'Ord'.repeat(120), quantity: '-1' }, { description: 'Flera ord '.repeat(50) }],
    seller: { name: 'Mycket Långa Företagsnamn i Mellansverige och Norrland '.repeat(4).trim(), bankgiro: null },
    buyer: {
      name: 'Donaudampfschifffahrtsgesellschaft'.repeat(5),
      contact: { name: 'N'.repeat(99), email: null, phone: null },
    },
    references: { orderNumber: 'O'.repeat(80), project: 'Projekt '.repeat(12), buyer: 'B'.repeat(80), contract: 'K' },
    deliveryAddress: addressIn('NO'),
    paymentTerms: '30 dagar netto, därefter dröjsmålsränta enligt räntelagen och påminnelseavgift',
  }),
  everySort: paperWith({
    lines: [
      ...manyRates,
      { treatment: 'exempt' },
      { treatment: 'reverseCharge' },
      { treatment: 'euGoods' },
      { treatment: 'euServices' },
      { treatment: 'exportGoods' },
      { treatment: 'exportServices' },
    ],
    currency: 'EUR',
    language: 'en',
  }),
  tallRow: paperWith({ lines: ['Rad\n'.repeat(200), {}] }),
}

const inEnglish = (paper: Paper): Paper => ({ ...paper, language: 'en' })

describe('the page says', () => {
  const cases: [string, Paper, string[]][] = [
    [
      'everything that an invoice must',
      papers.everything,
      [
        'Faktura',
        'Fakturanummer 1001',
        'Fakturadatum 2026-06-10',
        'Förfallodatum 2026-07-10',
        'Betalningsvillkor 30 dagar netto',
        'Kundnummer 17',
        'Er referens Ref 55',
        'Ert ordernummer PO 7',
        'Projekt P-12',
        'Avtal A 3',
        'Kommunen i Väst',
        'Storgatan 1',
        '111 22 Åmål',
        'Org.nr 556036-0793',
        'Momsreg.nr SE556036079301',
        'Leveransadress',
        'Konsulttid 7,5 tim 1 234,56 25 % 9 259,20',
        'Böcker 3 st 199,99 6 % 599,97',
        'Lunch 12 0,333333 12 % 4,00',
        'Rabatt 1 st −250,55 25 % −250,55',
        'Tack för förtroendet',
        'Öresavrundning',
        'Att betala',
        'OCR',
        '100162',
        '5805-6201',
        '28 65 43-4',
        'SE45 5000 0000 0583 9825 7466',
        'ESSESESS',
        'Dröjsmålsränta enligt räntelagen.',
        'Åkeriet & Söner AB',
        'Org.nr 559999-0008',
        'Momsreg.nr SE559999000801',
        'Säte Åmål',
        'Godkänd för F-skatt',
        'Sida 1 av 1',
      ],
    ],
    [
      'the same in English',
      inEnglish(papers.everything),
      [
        'Invoice number 1001',
        'Invoice date 10 June 2026',
        'Due date 10 July 2026',
        'Konsulttid 7.5 h 1,234.56 25% 9,259.20',
        'Rabatt 1 pcs −250.55',
        'Amount due',
        'VAT no. SE559999000801',
        'Registered office Åmål',
        'Approved for Swedish F-tax',
        'SWEDEN',
        'Page 1 of 1',
      ],
    ],
    [
      'what a credit note credits',
      papers.credit,
      ['Kreditfaktura', 'Kreditfakturanummer 1002', 'Krediterar faktura 1001 av 2026-06-01', 'Er tillgodo'],
    ],
    ['that a cash invoice is one', papers.cash, ['Kontantfaktura']],
    [
      'the rate and the tax in SEK of another currency',
      papers.foreignCurrency,
      ['Valutakurs 1 USD = 10,4321 SEK', 'Moms i SEK', 'Att betala', 'USD'],
    ],
    ['when nothing is to be paid', extremes.zero as Paper, ['0,00 kr', 'ska inte betalas']],
    [
      'large amounts whole',
      extremes.large as Paper,
      ['999 999,999999', '999 999 999 998,00', '1 249 999 999 997,50 ISK'],
    ],
    [
      'work, persons and property of a tax reduction',
      rot,
      [
        'ROT · Målning och tapetsering',
        'Skattereduktion för rotarbete',
        'Målning av kök, juni 2026 · Fastighetsbeteckning Åmål Eken 1:23',
        'Arbetskostnad inkl. moms 5 000,00',
        'Övriga kostnader inkl. moms 1 250,00',
        'Skattereduktion, personnummer 19850709-9805 1 000,00',
        'Skattereduktion, personnummer 19121212-1212 500,00',
        'Totalt 6 250,00',
        'Skattereduktion ROT −1 500,00',
        'Att betala 4 750,00 kr',
      ],
    ],
    [
      'the tax authority’s part in English',
      inEnglish(rot),
      ['ROT · Painting and wallpapering', 'Tax reduction ROT −1,500.00'],
    ],
  ]
  test.each(cases)('%s', async (_, paper, wanted) => {
    const text = textOf(await pdf(paper, { personalNumbers: paper.taxReduction ? personalNumbers : [] }))
    // The reader of pages guesses where a space is.
    const closed = text.replaceAll(' ', '')
    expect(
      wanted.filter((one) => !closed.includes(one.replaceAll(' ', ''))),
      text,
    ).toEqual([])
  })

  const notes: [keyof typeof papers, string, string][] = [
    ['exempt', 'Undantaget från moms', 'Exempt from VAT'],
    ['reverseCharge', 'Omvänd betalningsskyldighet', 'Reverse charge'],
    ['euGoods', 'artikel 138', 'Article 138'],
    ['euServices', 'Omvänd betalningsskyldighet', 'Article 196'],
    ['exportGoods', 'artikel 146', 'Article 146'],
    ['exportGoods', 'omsatt utanför EU', 'outside the EU'],
  ]
  test.each(notes)('why %s has no tax: %s', async (name, swedish, english) => {
    expect(textOf(await pdf({ ...papers[name], language: 'sv' }))).toContain(swedish)
    expect(textOf(await pdf({ ...papers[name], language: 'en' }))).toContain(english)
    expect(textOf(await pdf(papers.plain))).not.toContain(swedish)
  })

  test('nothing of how to pay what is not to be paid', async () => {
    for (const paper of [papers.credit, extremes.zero as Paper]) {
      const text = textOf(await pdf(paper))
      for (const word of ['Bankgiro', 'IBAN', 'OCR', 'Förfallodatum']) {
        if (word !== 'Förfallodatum' || paper === papers.credit) expect(text).not.toContain(word)
      }
    }
  })
})

describe('the text', () => {
  test('is selectable, in embedded fonts of which only what is used is there', async () => {
    const fonts = fontsOf(await pdf(papers.everything))
    expect(fonts.map(({ name }) => name.replace(/^[A-Z]{6}\+/, '')).sort()).toEqual(['Inter-Regular', 'Inter-SemiBold'])
    expect(fonts.every(({ embedded, subset, unicode }) => embedded && subset && unicode)).toBe(true)
  })

  const letters: [string, string][] = [
    ['åäö ÅÄÖ é ü ø æ ß', 'åäö ÅÄÖ é ü ø æ ß'],
    ['100 € och 5 m²', '100 € och 5 m²'],
    ['Ωμέγα Привет Łódź', 'Ωμέγα Привет Łódź'],
    ['Ra\u0308ksmo\u0308rga\u030as', 'Räksmörgås'],
    ['fin flöjt -> 3x4 <= (c)', 'fin flöjt -> 3x4 <= (c)'],
    ['tabb\there\u0007 och\u200b\u202e klart', 'tabb here och klart'],
  ]
  test.each(letters)('%j is read as %j', async (description, read) => {
    expect(textOf(await pdf(paperWith({ lines: [{ description }] })))).toContain(read)
  })

  /** Names in scripts that the font of all documents has not, the family that has them, and what is read of them. */
  const scripts: [string, string, string][] = [
    ['東京電力 株式会社 トヨタ', 'NotoSansHans', '東京電力 株式会社 トヨタ'],
    ['삼성전자 주식회사', 'NotoSansKR', '삼성전자 주식회사'],
    ['บริษัท', 'NotoSansThai', 'บริษัท'],
    ['टाटा', 'NotoSansDevanagari', 'टाटा'],
    ['ኢትዮጵያ ንግድ', 'NotoSansEthiopic', 'ኢትዮጵያ ንግድ'],
    ['შპს თბილისი', 'NotoSansGeorgian', 'შპს თბილისი'],
    ['Հայաստան ՍՊԸ', 'NotoSansArmenian', 'Հայաստան ՍՊԸ'],
    ['חברת אור', 'NotoSansHebrew', 'חברת אור'],
    ['النور', 'NotoSansArabic', 'النور'],
    ['Ord och 東京 i en rad', 'NotoSansHans', 'Ord och 東京 i en rad'],
    ['\u200dGlad 😀', 'Inter', 'Glad [U+1F600]'],
  ]
  test.each(scripts)('has letters for %s, in %s', async (name, family, read) => {
    const bytes = await pdf(paperWith({ buyer: { name }, lines: [{ description: name }] }))
    const text = textOf(bytes).replaceAll(/[\s\u202a-\u202e]/g, '')
    expect(text.split(read.replaceAll(' ', ''))).toHaveLength(3)
    const names = fontsOf(bytes).map((font) => font.name)
    expect(names.filter((font) => font.includes(family)).length).toBeGreaterThan(0)
    // What no text needs is not there.
    expect(names.length).toBeLessThanOrEqual(4)
  })

  test('runs to the left where it is Hebrew or Arabic, and numbers beside it to the right', async () => {
    const bytes = await pdf(paperWith({ lines: [{ description: 'Till חברת אור 12-34 i dag' }] }))
    const words = wordsOf(bytes).map(({ text, left }) => ({ text: text.replaceAll(/[\u202a-\u202e]/g, ''), left }))
    // Words with their places are told letter by letter from the left, as they stand.
    const standing = (word: string) => [...word].reverse().join('')
    const wanted = ['Till', '12-34', standing('אור'), standing('חברת'), 'dag']
    const found = words.filter(({ text }) => wanted.includes(text)).sort((one, other) => one.left - other.left)
    expect(found.map(({ text }) => text)).toEqual(wanted)
  })

  test('is found by a search, after any earlier documents', async () => {
    // An ö is drawn with an o, which then has to know that it is one.
    const parts = Array.from({ length: 8 }, () => pdf(paperWith({ seller: { name: 'Ö ö' }, buyer: { name: 'ö' } })))
    await Promise.all(parts)
    const after = await Promise.all([1, 2, 3, 4].map(() => pdf(paperWith({ buyer: { name: 'Kommunen oo' } }))))
    for (const bytes of after) expect(textOf(bytes)).toContain('Kommunen oo')
  })

  test('says in the document’s facts what it is', async () => {
    const bytes = await pdf(papers.everything)
    expect(infoOf(bytes)).toMatchObject({
      Title: 'Faktura 1001, Åkeriet & Söner AB',
      Author: 'Åkeriet & Söner AB',
      CreationDate: '2026-06-10T10:00:00Z',
      ModDate: '2026-06-10T10:00:00Z',
      'Page size': '595.28 x 841.89 pts (A4)',
    })
    const { catalog } = await PDFDocument.load(bytes, { updateMetadata: false })
    expect(String(catalog.get(PDFName.of('Lang')))).toBe('(sv-SE)')
    expect(catalog.getViewerPreferences()?.getDisplayDocTitle()).toBe(true)
  })
})

describe('the pages', () => {
  const everyPaper: [string, Paper][] = Object.entries({ ...papers, ...extremes, rot, english: inEnglish(rot) })
  test.each(everyPaper)('keep all words apart and within the margins: %s', async (_, paper) => {
    const words = wordsOf(await pdf(paper, { personalNumbers }))
    const outside = words.filter(({ left, right, top, bottom }) => left < 47 || right > 549 || top < 30 || bottom > 815)
    expect(outside).toEqual([])
    expect(overlapping(words)).toEqual([])
  })

  const lines = Array.from({ length: 300 }, (_, index) => ({
    description: `Vara${index + 1}${index % 7 === 0 ? `\nrad2av${index + 1}` : ''}`,
    unitPrice: String(index + 1),
  }))

  test('carry 300 lines in order, none split, under a head on each page', async () => {
    const texts = textsOf(await pdf(paperWith({ lines })))
    const named = texts.flatMap((text) => [...text.matchAll(/Vara(\d+)/g)].map(([, number]) => Number(number)))
    expect(named).toEqual(lines.map((_, index) => index + 1))
    for (const [index, text] of texts.entries()) {
      expect(text).toContain(`Sida ${index + 1} av ${texts.length}`)
      expect(text).toContain('Godkänd för F-skatt')
      if (text.includes('Vara')) expect(text).toMatch(/Beskrivning +Antal +Enhet +Pris +Moms +Belopp/)
      if (index > 0) expect(text).toContain('Faktura 1001')
      for (const [, second] of text.matchAll(/rad2av(\d+)/g)) expect(text).toMatch(new RegExp(`Vara${second}\\b`))
    }
    expect(texts.at(-1)).toContain('Att betala')
    expect(texts.length).toBeGreaterThan(9)
  })

  test('break a row only when it is taller than a page', async () => {
    const texts = textsOf(await pdf(extremes.tallRow as Paper))
    expect(texts.join('').match(/\bRad\b/g)).toHaveLength(200)
    expect(texts.length).toBeGreaterThan(3)
  })

  test('never end with the field of the payment alone', async () => {
    for (const count of [9, 10, 11, 12, 13, 14, 31, 32, 33]) {
      const lines = Array.from({ length: count }, (_, index) => ({ description: `Rad ${index}` }))
      const last = textsOf(await pdf(paperWith({ lines }))).at(-1) ?? ''
      expect(last, String(count)).toContain('Netto')
      expect(last, String(count)).toContain('OCR')
    }
  })

  test('end with the sums wherever the lines end', async () => {
    for (const count of [12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22]) {
      const words = wordsOf(await pdf(paperWith({ lines: lines.slice(0, count), seller: { bankgiro: null } })))
      expect(overlapping(words), `${count} lines`).toEqual([])
    }
  })
})

describe('the same paper', () => {
  const enclosed = async () => ({
    logo: pngFile({ width: 30, height: 20 }),
    personalNumbers,
    attachments: [
      { name: 'a.pdf', contentType: 'application/pdf' as const, bytes: await pdfFile(2) },
      { name: 'b.jpg', contentType: 'image/jpeg' as const, bytes: jpegFile() },
    ],
  })
  test('makes the same bytes, after any earlier documents', async () => {
    const first = await pdf(rot, await enclosed())
    await Promise.all(Object.values(papers).map((paper) => pdf(paper)))
    expect((await pdf(rot, await enclosed())).equals(first)).toBe(true)
    const plain = await pdf(papers.plain)
    expect((await pdf(papers.plain)).equals(plain)).toBe(true)
    expect((await pdf(papers.euGoods)).equals(plain)).toBe(false)
  })
})

describe('attachments', () => {
  const jpeg = { contentType: 'image/jpeg' as const }
  const png = { contentType: 'image/png' as const }
  const colours: [string, Parameters<typeof pngFile>[0]][] = [
    ['grey', {}],
    ['of one bit', { depth: 1, width: 9 }],
    ['grey of 16 bits', { depth: 16 }],
    ['coloured', { colour: 2, pixels: Buffer.alloc(2 * 10) }],
    ['with transparency', { colour: 6, pixels: Buffer.alloc(2 * 13) }],
    ['grey with transparency', { colour: 4, pixels: Buffer.alloc(2 * 7) }],
    ['as large as may be', { width: 4960, height: 7016 }],
  ]
  test.each(colours)('a PNG %s is a page', async (_, options) => {
    const bytes = await pdf(papers.plain, { attachments: [{ name: 'Ritning.png', bytes: pngFile(options), ...png }] })
    const texts = textsOf(bytes)
    expect(texts).toHaveLength(2)
    expect(texts[0]).toContain('Bilagor: Ritning.png')
    expect(texts[1]).toContain('Bilaga: Ritning.png')
    expect(texts[1]).toContain('Sida 2 av 2')
  })

  test('follow in their order, those of a PDF as they are', async () => {
    const letter = await PDFDocument.create()
    letter.addPage([300, 200])
    letter.addPage([200, 300])
    const bytes = await pdf(papers.plain, {
      attachments: [
        { name: 'a.jpg', bytes: jpegFile(), ...jpeg },
        { name: 'b.pdf', bytes: Buffer.from(await letter.save()), contentType: 'application/pdf' },
        { name: 'c.jpg', bytes: jpegFile({ progressive: true }), ...jpeg },
        { name: 'd.pdf', bytes: await pdf(papers.credit), contentType: 'application/pdf' },
      ],
    })
    const texts = textsOf(bytes)
    expect(texts.map((text) => /Sida \d+ av \d+/.exec(text)?.[0])).toEqual([
      'Sida 1 av 6',
      'Sida 2 av 6',
      undefined,
      undefined,
      'Sida 5 av 6',
      'Sida 1 av 1',
    ])
    const pages = (await PDFDocument.load(bytes)).getPages()
    expect(pages.map((page) => Math.round(page.getWidth()))).toEqual([595, 595, 300, 200, 595, 595])
    expect(texts[5]).toContain('Kreditfaktura')
    expect(infoOf(bytes)).toMatchObject({ Title: 'Faktura 1001, Åkeriet & Söner AB', JavaScript: 'no' })
  })

  test('are shown and never run', async () => {
    const file = await PDFDocument.create()
    const page = file.addPage([300, 200])
    const { context } = file
    const act = (kind: string) =>
      context.obj({ S: kind, JS: 'app.alert(1)', URI: 'https://example.com', Next: { S: 'JavaScript' } })
    const links = ['JavaScript', 'Launch', 'URI'].map((kind) =>
      context.register(
        context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], A: act(kind), AA: { E: act(kind) } }),
      ),
    )
    page.node.set(PDFName.of('Annots'), context.obj(links))
    page.node.set(PDFName.of('AA'), context.obj({ O: act('JavaScript') }))
    const bytes = await pdf(papers.plain, {
      attachments: [{ name: 'x.pdf', contentType: 'application/pdf', bytes: Buffer.from(await file.save()) }],
    })
    const [, shown] = (await PDFDocument.load(bytes)).getPages()
    expect(shown?.node.get(PDFName.of('AA'))).toBeUndefined()
    const kinds = shown?.node
      .Annots()
      ?.asArray()
      .map((_, index) => String(shown.node.Annots()?.lookup(index)))
    expect(kinds?.filter((text) => /JavaScript|Launch/.test(text))).toEqual([])
    expect(kinds?.filter((text) => text.includes('/URI'))).toHaveLength(1)
  })

  test('that are broken fail alone', async () => {
    const broken = { name: 'x.pdf', contentType: 'application/pdf' as const, bytes: Buffer.from('%PDF-1.7 no') }
    await expect(pdf(papers.plain, { attachments: [broken] })).rejects.toThrow('could not be made')
    expect(textsOf(await pdf(papers.plain))).toHaveLength(1)
  })
})

describe('the code for the app of a bank', () => {
  const none = { bankgiro: null, plusgiro: null, iban: null, bic: null }
  const iban = 'SE4550000000058398257466'
  const plain = { uqr: 1, tp: 1, nme: 'Åkeriet & Söner AB', cc: 'SE', cid: '559999-0008', iref: '100162' }
  const days = { idt: '20260610', ddt: '20260710', due: 1250, vat: 250, cur: 'SEK' }
  const swedish: [string, PaperChanges, object][] = [
    ['bankgiro', {}, { pt: 'BG', acc: '5805-6201' }],
    ['bankgiro of seven digits', { seller: { bankgiro: '9912346' } }, { pt: 'BG', acc: '991-2346' }],
    ['plusgiro', { seller: { bankgiro: null } }, { pt: 'PG', acc: '286543-4' }],
    ['IBAN', { seller: { bankgiro: null, plusgiro: null } }, { pt: 'IBAN', acc: iban, bc: 'ESSESESS' }],
    ['what a tax reduction leaves', { deduction: 10_050 }, { due: 1149.5, pt: 'BG', acc: '5805-6201' }],
  ]
  test.each(swedish)('pays by %s', async (_, changes, wanted) => {
    const code = codeOf(await pdf(paperWith(changes)))
    expect(JSON.parse(code ?? 'null')).toEqual({ ...plain, ...days, ...wanted })
  })

  test('pays euro by the European form', async () => {
    const code = codeOf(await pdf(paperWith({ currency: 'EUR', lines: manyRates })))
    const lines = code?.split('\n') ?? []
    expect(lines.slice(0, 7)).toEqual(['BCD', '002', '1', 'SCT', 'ESSESESS', 'Åkeriet & Söner AB', iban])
    expect(lines[7]).toMatch(/^EUR\d+\.\d\d$/)
    expect(lines.slice(8)).toEqual(['', '', '100162'])
  })

  const without: [string, Paper][] = [
    ['credit notes', papers.credit],
    ['nothing to pay', extremes.zero as Paper],
    ['other currencies', papers.foreignCurrency],
    ['no account', paperWith({ seller: none })],
  ]
  test.each(without)('is not there for %s', async (_, paper) => {
    expect(codeOf(await pdf(paper))).toBeNull()
  })
})

describe('the threads', () => {
  test('leave the event loop free, and make all that was asked', async () => {
    let turns = 0
    const turning = setInterval(() => {
      turns += 1
    }, 1)
    const lines: PaperLine[] = Array.from({ length: 300 }, () => papers.plain.lines[0] as PaperLine)
    const asked = Array.from({ length: 12 }, (_, index) => pdf({ ...papers.plain, lines, number: String(index + 1) }))
    const made = await Promise.all(asked)
    clearInterval(turning)
    expect(turns).toBeGreaterThan(5)
    expect(made.map((bytes) => infoOf(bytes).Title)).toEqual(
      asked.map((_, index) => `Faktura ${index + 1}, Åkeriet & Söner AB`),
    )
  })
})

/** Words that stand on each other. */
const overlapping = (words: readonly Word[]): string[] =>
  words.flatMap((one, index) =>
    words
      .slice(index + 1)
      .filter(
        (other) =>
          other.page === one.page &&
          Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.6 &&
          Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 3,
      )
      .map((other) => `page ${one.page}: ${one.text} on ${other.text}`),
  )
