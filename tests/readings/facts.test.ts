// What is read of receipts and invoices, as tables: days, amounts, sums with their VAT, numbers, who sold; and what is
// in doubt and therefore left to people.
import { describe, expect, test } from 'vitest'
import { dayFrom } from '#platform/day'
import { textFromOre } from '#platform/money'
import { amountsIn } from '#rules/readings/amounts'
import { daysIn, likelyDays } from '#rules/readings/days'
import { type FoundField, factsOf } from '#rules/readings/facts'
import { linesOf } from '#rules/readings/page'
import { plainName } from '#rules/readings/party'
import { every } from '#support/every'
import { typedPage } from '#support/reading/typed-page'

const today = dayFrom('2026-11-24')
const read = (text: string, ownNumber: string | null = null) => factsOf([typedPage(text)], { today, ownNumber })
const valueIn = (text: string, field: FoundField) => read(text)[field]?.value ?? null
const doubtsIn = (text: string, field: FoundField) =>
  read(text)
    .candidates.filter((one) => one.field === field)
    .map(({ value }) => value)

describe('amounts', () => {
  const amountCases: [string, string[]][] = [
    ['129,50', ['129.50']],
    ['129.50', ['129.50']],
    ['1 250,00', ['1250.00']],
    ['1\u00a0250,00', ['1250.00']],
    ['1.250,00', ['1250.00']],
    ['1,250.00', ['1250.00']],
    ['12 345 678,90', ['12345678.90']],
    ['1250,00', ['1250.00']],
    ['129 kr', ['129.00']],
    ['129:-', ['129.00']],
    ['129,-', ['129.00']],
    ['kr 1 250', ['1250.00']],
    ['SEK 1 250,00', ['1250.00']],
    ['1 250 SEK', ['1250.00']],
    ['-45,00', ['-45.00']],
    ['45,00-', ['-45.00']],
    ['−45,00 kr', ['-45.00']],
    ['12,00  13,88  115,62', ['12.00', '13.88', '115.62']],
    ['3 st à 10,00  30,00', ['10.00', '30.00']],
    // No amounts: percentages, days, times, numbers, references.
    ['25,00 %', []],
    ['25%', []],
    ['2026.11.05', []],
    ['2026-11-05 12:41', []],
    ['05.11.26', []],
    ['556036-0793', []],
    ['070-123 45 67', []],
    ['#10245# 1250 00 5 >', []],
    ['Kassa 3', []],
    ['2,5 kg', []],
  ]
  test('are found, and nothing else', () =>
    every(
      amountCases,
      ([text]) => text,
      ([text, amounts]) => {
        expect(amountsIn(text).map(({ ore }) => textFromOre(ore))).toEqual(amounts)
      },
    ))
})

describe('days', () => {
  const dayCases: [string, string[]][] = [
    ['2026-11-05', ['2026-11-05']],
    ['2026.11.05', ['2026-11-05']],
    ['2026/11/05', ['2026-11-05']],
    ['20261105', ['2026-11-05']],
    ['05/11/2026', ['2026-11-05']],
    ['5.11.2026', ['2026-11-05']],
    ['05-11-2026', ['2026-11-05']],
    ['5/11 2026', ['2026-11-05']],
    ['5/11-26', ['2026-11-05']],
    ['5 november 2026', ['2026-11-05']],
    ['5 nov 2026', ['2026-11-05']],
    ['5 nov. 2026', ['2026-11-05']],
    ['05-NOV-2026', ['2026-11-05']],
    ['5 maj 2026', ['2026-05-05']],
    ['5 May 2026', ['2026-05-05']],
    ['Umeå den 5:e nov 26', ['2026-11-05']],
    // Year first, as the standard has it; the other way leads to years ago.
    ['26-11-05', ['2026-11-05']],
    ['05.11.26', ['2026-11-05']],
    ['261105', []],
    // Both ways may be meant.
    ['24-11-25', ['2024-11-25', '2025-11-24']],
    // None that there are, none to come, none of long ago.
    ['2026-02-30', []],
    ['2026-13-01', []],
    ['2026-12-24', []],
    ['1998-11-05', []],
    ['070-123 45 67', []],
    ['2026-11-05-17', []],
  ]
  test('are found, and nothing else', () =>
    every(
      dayCases,
      ([text]) => text,
      ([text, days]) => {
        expect(daysIn(text).flatMap((dated) => likelyDays(dated, today, false))).toEqual(days)
      },
    ))

  const namedDays: [string, string | null, string | null][] = [
    ['Datum 2026-11-05', '2026-11-05', null],
    ['2026-11-05 12:41  Kassa 3', '2026-11-05', null],
    ['Fakturadatum 2026-11-05\nFörfallodatum 2026-12-05', '2026-11-05', '2026-12-05'],
    ['Fakturadatum 2026-11-05  Förfallodatum 2026-12-05', '2026-11-05', '2026-12-05'],
    ['Fakturadatum   Förfallodatum\n2026-11-05     2026-12-05', '2026-11-05', '2026-12-05'],
    ['Betalas senast 2026-12-05', null, '2026-12-05'],
    ['Förfallodag 2026-11-20', null, '2026-11-20'],
    ['Due date 5 December 2026', null, '2026-12-05'],
    ['Leveransdatum 2026-11-01\nFakturadatum 2026-11-05', '2026-11-05', null],
    // A till prints the time: another day on the paper is another matter.
    ['Bäst före 2026-11-20\nRabatten gäller 2026-11-15\n2026-11-05 12:41', '2026-11-05', null],
    ['2026-11-05 12:41\n2026-11-05', '2026-11-05', null],
  ]
  test('are those of the document and of its payment', () =>
    every(
      namedDays,
      ([text]) => text,
      ([text, date, dueDate]) => {
        expect([valueIn(text, 'date'), valueIn(text, 'dueDate')]).toEqual([date, dueDate])
      },
    ))

  const doubtfulDays: [string, string[]][] = [
    ['2026-11-05\n2026-11-06', ['2026-11-05', '2026-11-06']],
    ['Fakturadatum 2026-11-05\nFakturadatum 2026-11-06', ['2026-11-05', '2026-11-06']],
    ['24-11-25', ['2024-11-25', '2025-11-24']],
  ]
  test('are left to people where they are in doubt', () =>
    every(
      doubtfulDays,
      ([text]) => text,
      ([text, days]) => {
        expect([valueIn(text, 'date'), doubtsIn(text, 'date')]).toEqual([null, days])
      },
    ))
})

describe('totals', () => {
  const totals: [string, string | null][] = [
    ['Att betala  129,50', '129.50'],
    ['ATT BETALA SEK  1 250,00', '1250.00'],
    ['Summa  129,50', '129.50'],
    ['Total: 129.50 kr', '129.50'],
    ['Totalt (3 varor)  129,50', '129.50'],
    ['Köp  129,50', '129.50'],
    ['Kontokort  129,50', '129.50'],
    ['Swish  129 kr', '129.00'],
    ['Summa inkl. moms  1 250,00', '1250.00'],
    ['Belopp att betala\n1 250,00', '1250.00'],
    ['Netto      Moms     Att betala\n1 000,00   250,00   1 250,00', '1250.00'],
    // What is to be paid is surer than what is called a sum.
    ['Summa  1 000,00\nMoms 25 %  250,00\nAtt betala  1 250,00', '1250.00'],
    ['Delsumma  100,00\nTotalt  129,50', '129.50'],
    ['Summa exkl moms  1 000,00\nSumma  1 250,00', '1250.00'],
    ['Total moms  25,90\nTotalt  129,50', '129.50'],
    ['Total rabatt  20,00\nTotalt  129,50', '129.50'],
    ['Totalt  129,50\nKontokort  150,00', '129.50'],
    ['Totalt 129,50  varav moms 25,90', '129.50'],
    ['Öresavrundning  0,50\nTotalt  130,00', '130.00'],
    ['Antal 3  Totalt  129,50', '129.50'],
    // Of two sums the one that net and tax make.
    ['Summa  1 000,00\nMoms 25 %  1 000,00  250,00\nTotalt  1 250,00', '1250.00'],
    // Of two sums the one that was paid.
    ['Total  100,00\nTotal  129,50\nKontokort  129,50', '129.50'],
    ['Antal  À-pris  Summa\n8  950,00  7 600,00\nTotalt  9 500,00', '9500.00'],
    ['Kaffe  64,95\nBulle  25,00', null],
    ['Total  100,00\nTotal  129,50', null],
    ['Växel  50,00', null],
    ['Att betala', null],
  ]
  test('are what is to be paid', () =>
    every(
      totals,
      ([text]) => text,
      ([text, total]) => {
        expect(valueIn(text, 'total')).toBe(total)
      },
    ))

  test('of two that nothing tells apart none is chosen', () => {
    expect(doubtsIn('Total  100,00\nTotal  129,50', 'total')).toEqual(['100.00', '129.50'])
  })

  test('a total knows its place, in parts of the page, and how sure it is', () => {
    const { total } = read('Matboden\n\nAtt betala          129,50\n')
    expect(total).toEqual({
      value: '129.50',
      page: 1,
      text: '129,50',
      confidence: 1,
      box: { left: 0.25, top: 0.5, width: 0.075, height: 0.1667 },
    })
  })
})

describe('VAT', () => {
  const vatIn = (text: string) => read(text).vat.map(({ rate, tax, net }) => [rate, tax, net])
  const vatCases: [string, [number | null, string, string | null][]][] = [
    ['Moms 25 %  25,90\nTotalt  129,50', [[25, '25.90', '103.60']]],
    ['Varav moms 12%  13,88\nTotalt  129,50', [[12, '13.88', '115.62']]],
    ['Moms  7,33\nTotalt  129,50', [[6, '7.33', '122.17']]],
    ['Moms%  Moms  Netto  Brutto\n12,00  13,88  115,62  129,50\nTotalt  129,50', [[12, '13.88', '115.62']]],
    ['Moms%  Netto  Moms  Brutto\n25  103,60  25,90  129,50\nTotalt  129,50', [[25, '25.90', '103.60']]],
    ['25%  103,60  25,90  129,50\nTotalt  129,50', [[25, '25.90', '103.60']]],
    [
      'Moms  Netto  Moms  Totalt\n25%  80,00  20,00  100,00\n12%  100,00  12,00  112,00\nAtt betala  212,00',
      [
        [25, '20.00', '80.00'],
        [12, '12.00', '100.00'],
      ],
    ],
    ['Netto 1 000,00  Moms 25% 250,00\nAtt betala  1 250,00', [[25, '250.00', '1000.00']]],
    ['Moms 25 % på 1 000,00  250,00\nAtt betala  1 250,00', [[25, '250.00', '1000.00']]],
    // Rounded for each thing: an öre more or less.
    ['Moms 25 %  25,92\nTotalt  129,50', [[25, '25.92', '103.58']]],
    // Several rates in one amount.
    ['Varav moms  30,00\nTotalt  212,00', [[null, '30.00', null]]],
    // Reverse charge, and what is no tax at all.
    ['Moms 0 %  0,00\nTotalt  129,50', []],
    ['Momsreg.nr SE556036079301\nTotalt  129,50', []],
    ['Summa exkl moms  103,60\nTotalt  129,50', []],
    // More than any rate makes of it.
    ['Moms 25 %  90,00\nTotalt  129,50', []],
    // Two that cannot both be true.
    ['25%  80,00  20,00  100,00\n25%  40,00  10,00  50,00\nTotalt  100,00', []],
    ['Totalt  129,50', []],
    // Of a line twelve amounts are looked at.
    [`Moms 25 %  ${'7,77  '.repeat(10)}100,00  25,00\nTotalt  125,00`, [[25, '25.00', '100.00']]],
    [`Moms 25 %  ${'7,77  '.repeat(11)}100,00  25,00\nTotalt  125,00`, []],
  ]
  test('is found by its rate', () =>
    every(
      vatCases,
      ([text]) => text,
      ([text, vat]) => {
        expect(vatIn(text)).toEqual(vat)
      },
    ))
})

describe('numbers', () => {
  const numberCases: [string, FoundField, string | null][] = [
    ['Fakturanummer 4711', 'invoiceNumber', '4711'],
    ['Faktura nr: F-2026/118', 'invoiceNumber', 'F-2026/118'],
    ['Fakturanr   Kundnr\n4711        1001', 'invoiceNumber', '4711'],
    ['Fakturanummer 4711  Kundnummer 1001', 'invoiceNumber', '4711'],
    ['Invoice no. INV00118', 'invoiceNumber', 'INV00118'],
    ['Fakturadatum 2026-11-05', 'invoiceNumber', null],
    ['Ordernummer 4711', 'invoiceNumber', null],
    ['OCR 1024539', 'paymentReference', null],
    ['OCR 1024538', 'paymentReference', '1024538'],
    ['OCR-nummer: 10 2453 8', 'paymentReference', '1024538'],
    ['OCR\n1024538', 'paymentReference', '1024538'],
    ['Kundnummer 1024538', 'paymentReference', null],
    ['Bankgiro 5050-1055', 'bankgiro', '5050-1055'],
    ['Bg: 5050-1055', 'bankgiro', '5050-1055'],
    ['Bankgiro 5050-1056', 'bankgiro', null],
    ['Bankgiro\n5050-1055', 'bankgiro', '5050-1055'],
    ['Telefon 5050-1055', 'bankgiro', null],
    ['Plusgiro 28 65 43-4', 'plusgiro', '28 65 43-4'],
    ['Plusgiro 28 65 43-5', 'plusgiro', null],
    ['Org.nr 556036-0793', 'organizationNumber', '556036-0793'],
    ['Organisationsnummer: 5560360793', 'organizationNumber', '556036-0793'],
    ['Org nr 16556036-0793', 'organizationNumber', '556036-0793'],
    ['VAT nr SE556036079301', 'organizationNumber', '556036-0793'],
    ['Godkänd för F-skatt  556036-0793', 'organizationNumber', '556036-0793'],
    ['Org.nr 556036-0794', 'organizationNumber', null],
    ['Kvitto 5560360793', 'organizationNumber', null],
    // A sole proprietor's is a personal number, which is kept nowhere in clear.
    ['Org.nr 640823-3234', 'organizationNumber', null],
    ['#1024538#  1250 00 0 >  50501055#41#', 'paymentReference', '1024538'],
    ['#1024538#  1250 00 0 >  50501055#41#', 'bankgiro', '5050-1055'],
    ['#1024538#  1250 00 0 >  50501055#41#', 'total', '1250.00'],
    ['#1024538#  1250 00 1 >  50501055#41#', 'total', null],
    ['Summa 129,50 kr', 'currency', 'SEK'],
    ['Total EUR 129.50', 'currency', 'EUR'],
    ['Total $129.50', 'currency', 'USD'],
    ['Kurs EUR 11,50\nAtt betala SEK 129,50', 'currency', 'SEK'],
    ['Total 129,50', 'currency', null],
  ]
  test('are found behind their words, if their check digits are right', () =>
    every(
      numberCases,
      ([text, field]) => `${field} in ${text}`,
      ([text, field, value]) => {
        expect(valueIn(text, field)).toBe(value)
      },
    ))

  test('the number of who bought is not that of who sold', () => {
    const text = 'Org.nr 556036-0793\nEr referens: Provbolaget, org.nr 559999-0008'
    expect(read(text, '559999-0008').organizationNumber?.value).toBe('556036-0793')
    expect(read(text).organizationNumber).toBeNull()
  })

  const nameCases: [string, string[]][] = [
    ['Matboden Storgatan\nKvitto', ['Matboden Storgatan']],
    ['KVITTO\nVälkommen\nPapper & Penna AB', ['Papper & Penna AB']],
    ['Faktura\n2026-11-05\nPapper AB        Sida 1', ['Papper AB']],
    ['Org.nr 556036-0793\nwww.papper.example', []],
    ['Anna 640823-3234', ['Anna']],
  ]
  test('names are found', () =>
    every(
      nameCases,
      ([text]) => text,
      ([text, names]) => {
        expect(read(text).names.map(({ value }) => value)).toEqual(names)
      },
    ))

  const plainNames: [string, string][] = [
    ['Papper & Penna AB', 'papper penna'],
    ['AKTIEBOLAGET Papper', 'aktiebolaget papper'],
    ['Aktiebolag Papper (publ)', 'papper'],
    ['Abba', 'abba'],
    ['ICA Maxi 24', 'ica maxi 24'],
  ]
  test('names are compared without what is no part of them', () =>
    every(
      plainNames,
      ([name]) => name,
      ([name, plain]) => {
        expect(plainName(name)).toBe(plain)
      },
    ))
})

describe('lines', () => {
  test('words of a line that goes down are one line, and columns stand apart', () => {
    const page = typedPage('Att betala      129,50\nKontokort       129,50')
    const slope = 0.1
    const askew = page.words.map((word) => ({ ...word, top: word.top + (word.left + word.width / 2) * slope }))
    const texts = ['Att betala  129,50', 'Kontokort  129,50']
    expect(linesOf([{ ...page, words: askew, slope }]).map(({ text }) => text)).toEqual(texts)
    expect(linesOf([{ ...page, words: askew.toReversed(), slope }]).map(({ text }) => text)).toEqual(texts)
    expect(linesOf([{ ...page, words: askew }]).map(({ text }) => text)).not.toEqual(texts)
  })

  test('what its reader is unsure of is less sure', () => {
    const page = typedPage('Att betala  129,50')
    const words = page.words.map((word) => (word.text === '129,50' ? { ...word, sureness: 0.4 } : word))
    expect(factsOf([{ ...page, words }], { today, ownNumber: null }).total?.confidence).toBe(0.4)
  })

  test('what is no text is left out before places are counted', () => {
    const page = typedPage('\u0000 Pap\u0000per \ud83dAB 😀\nAtt betala  129,50\udc00')
    expect(linesOf([page]).map(({ text }) => text)).toEqual(['Papper AB 😀', 'Att betala  129,50'])
    expect(factsOf([page], { today, ownNumber: null })).toMatchObject({
      total: { value: '129.50', text: '129,50' },
      names: [{ value: 'Papper AB 😀' }],
    })
  })

  // Each would take minutes, were all of it looked through for everything.
  const endless: [string, string][] = [
    ['a word without an end', '-'.repeat(1_000_000)],
    ['letters and dashes', 'a-'.repeat(500_000)],
    ['labels without an end', 'fakturanummer 1 '.repeat(20_000)],
    ['lines without an end', '1\n'.repeat(50_000)],
    ['amounts without an end', 'att betala 1,00 '.repeat(20_000)],
  ]
  test('of what is far longer than an invoice only a part is read', () =>
    every(
      endless,
      ([what]) => what,
      ([, text]) => {
        expect(read(text).candidates.length).toBeLessThan(1000)
      },
    ))

  const empty = ['', ' ', '\n\n', '#'.repeat(500), '1 '.repeat(500), '-'.repeat(300)]
  test('nothing is found in what says nothing', () =>
    every(
      empty,
      (text) => JSON.stringify(text).slice(0, 40),
      (text) => {
        const { vat, names, candidates, ...fields } = read(text)
        expect([vat, names, candidates, Object.values(fields).filter(Boolean)]).toEqual([[], [], [], []])
      },
    ))
})
