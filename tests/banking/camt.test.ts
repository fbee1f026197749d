// Reading of bank statements: what banks write is read as it was meant, in every form; what is wrong is told, with its
// place; and what no bank writes does no harm.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CamtReading, type CamtStatement, readCamt } from '#rules/banking/statements/camt'
import {
  camtFile,
  camtText,
  IBAN,
  type WrittenDetail,
  type WrittenEntry,
  type WrittenFile,
} from '#support/samples/camt-file'

const statementsIn = (reading: CamtReading): CamtStatement[] => {
  if ('findings' in reading)
    throw new Error(reading.findings.map(({ place, problem }) => `${place}: ${problem}`).join('\n'))
  return reading.statements
}

const readFile = (file: WrittenFile): CamtStatement[] => statementsIn(readCamt(camtFile(file)))

const findingsIn = (bytes: Uint8Array | string): string[] => {
  const reading = readCamt(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
  return 'findings' in reading ? reading.findings.map(({ place, problem }) => `${place}: ${problem}`) : []
}

const one = (changes: Partial<WrittenEntry> = {}, more: object = {}): string =>
  camtText({ statements: [{ entries: [{ ore: 100n, ...changes }], ...more }] })

const versions = ['02', '04', '08', '13'] as const

const payment: WrittenDetail = {
  ore: 125_050n,
  name: 'Åkes Bygg & Co "AB"',
  account: '5050-1055',
  ocr: '1234566',
  document: 'F-77',
  text: 'Faktura 1001, tack <hej>',
  endToEndId: 'E2E-1',
}

describe('a statement', () => {
  test.each(versions)('of version %s is read', (version) => {
    const entries: WrittenEntry[] = [
      { ore: 125_050n, date: '2026-06-08', valueDate: '2026-06-09', reference: 'R1', details: [payment] },
      { ore: -4_500n, reference: 'R2', info: 'Bankavgift' },
      { ore: 900n, status: 'PDNG' },
      { ore: 4_500n, reversal: true, details: [{ ore: 4_500n, name: 'Banken' }] },
    ]
    const [statement] = readFile({ version, statements: [{ id: 'U-1', opening: -100n, entries }] })
    expect(statement).toMatchObject({
      kind: 'camt.053',
      reference: 'U-1',
      account: { iban: IBAN },
      currency: 'SEK',
      leftOut: 1,
      openingOre: -100n,
      closingOre: 124_950n,
      fromDate: '2026-06-08',
      toDate: '2026-06-09',
    })
    const [received, fee, back] = statement?.entries ?? []
    expect(received).toEqual({
      bankReference: 'R1',
      date: '2026-06-08',
      valueDate: '2026-06-09',
      ore: 125_050n,
      isReversal: false,
      isDetailed: true,
      isDisputed: false,
      details: [
        {
          ore: 125_050n,
          counterparty: payment.name,
          counterpartyAccount: '5050-1055',
          endToEndId: 'E2E-1',
          references: ['1234566', 'F-77'],
          message: 'Faktura 1001, tack <hej>',
          instructed: null,
        },
      ],
    })
    expect(fee).toMatchObject({ ore: -4_500n, isDetailed: false, details: [{ ore: -4_500n, message: 'Bankavgift' }] })
    expect(back).toMatchObject({ isReversal: true, details: [{ counterparty: 'Banken', endToEndId: null }] })
  })

  test('of notifications has no balances, and may be one of several', () => {
    const one = { id: 'N1', account: '991-2346', entries: [{ ore: 100n }] }
    const read = readFile({ kind: 'camt.054', statements: [one, { ...one, id: 'N2', currency: 'EUR' }] })
    expect(read).toMatchObject([
      { kind: 'camt.054', reference: 'N1', account: { other: '991-2346', scheme: null }, openingOre: null },
      { kind: 'camt.054', reference: 'N2', currency: 'EUR', closingOre: null },
    ])
  })

  test('has long references cut between characters', () => {
    const long = `${'1'.repeat(139)}😀😀`
    const cut = `${'1'.repeat(139)}😀`
    const details = [{ ore: 1n, ocr: long, document: long, endToEndId: long }]
    const [read] = readFile({ statements: [{ id: long, entries: [{ ore: 1n, reference: long, details }] }] })
    expect(read).toMatchObject({
      reference: cut,
      entries: [{ bankReference: cut, details: [{ references: [cut], endToEndId: cut }] }],
    })
  })

  test('takes an entry apart where its details have amounts, and else leaves it whole', () => {
    const parts: WrittenDetail[] = [{ ore: 300n }, { ore: -100n }, { ore: 50n }]
    const batch = { statements: [{ entries: [{ ore: 250n, details: parts }] }] }
    expect(readFile(batch)[0]?.entries[0]?.details.map(({ ore }) => ore)).toEqual([300n, -100n, 50n])
    const nothing = { statements: [{ entries: [{ ore: 250n, details: [{ ore: 0n }, ...parts, { ore: 0n }] }] }] }
    expect(readFile(nothing)[0]?.entries[0]?.details.map(({ ore }) => ore)).toEqual([300n, -100n, 50n])
    const withoutAmounts = camtText(batch).replace(/<AmtDtls>.*?<\/AmtDtls>/g, '')
    const [whole] = statementsIn(readCamt(Buffer.from(withoutAmounts)))[0]?.entries ?? []
    expect(whole?.details).toMatchObject([{ ore: 250n }])
    expect(whole).toMatchObject({ isDetailed: false, isDisputed: false })
  })

  const OWN_AMOUNT = '<TxDtls><Amt Ccy="SEK">0.99</Amt>'

  /** Details that do not make their entry: the entry counts, whole, with what one detail says of it. */
  const disputes: [string, WrittenDetail[], (text: string) => string, string | null][] = [
    ['other sums         ', [{ ore: 60n }, { ore: 30n }], (text) => text, null],
    ['one without amount ', [{ ore: 60n }, { ore: 40n }], (text) => text.replace(/<AmtDtls>.*?<\/AmtDtls>/, ''), null],
    ['an amount of words ', [{ ore: 60n }, { ore: 40n }], (text) => text.replace('0.60', 'sixty'), null],
    ['another sign       ', [{ ore: -100n, name: 'Berg' }, { ore: 0n }], (text) => text, null],
    [
      'other currencies   ',
      [{ ore: 60n }, { ore: 40n }],
      (text) => text.replace(/(TxAmt><Amt Ccy=")SEK/, '$1EUR'),
      null,
    ],
    ['one of another size', [{ ore: 100n, name: 'Berg' }], (text) => text.replace('<TxDtls>', OWN_AMOUNT), 'Berg'],
  ]

  test.each(disputes)('keeps an entry whole whose details have %s', (_, details, change, counterparty) => {
    const text = change(camtText({ statements: [{ opening: 1n, entries: [{ ore: 100n, details }, { ore: 5n }] }] }))
    const [statement] = statementsIn(readCamt(Buffer.from(text)))
    expect(statement).toMatchObject({ disputed: 1, closingOre: 106n, leftOut: 0 })
    expect(statement?.entries[0]).toMatchObject({
      ore: 100n,
      isDetailed: false,
      isDisputed: true,
      details: [{ ore: 100n, counterparty }],
    })
  })

  const notBooked = versions.flatMap((version) => ['PDNG', 'INFO', 'FUTR'].map((status) => [version, status] as const))
  test.each(notBooked)('of version %s leaves out what has the status %s', (version, status) => {
    const entries = [{ ore: 100n }, { ore: 900n, status }, { ore: -20n }]
    for (const kind of ['camt.053', 'camt.054'] as const) {
      const [statement] = readFile({ kind, version, statements: [{ entries }] })
      expect(statement?.entries.map(({ ore }) => ore)).toEqual([100n, -20n])
      expect(statement?.leftOut).toBe(1)
    }
  })

  test.each(['NOTPROVIDED', 'NOT PROVIDED', 'not provided', 'NOT-PROVIDED', 'NOT_PROVIDED', 'NOT AVAILABLE'])(
    'takes %s for no id',
    (none) => {
      const details = [{ ore: 1n, ocr: none, document: none, endToEndId: none, account: none }]
      const [read] = readFile({ statements: [{ entries: [{ ore: 1n, reference: none, details }] }] })
      expect(read?.entries).toMatchObject([
        { bankReference: null, details: [{ references: [], endToEndId: null, counterpartyAccount: null }] },
      ])
    },
  )

  /** What a statement says of balances, and what is read of it. */
  const balances: [string, (text: string) => string, bigint | null, bigint | null][] = [
    ['both            ', (text) => text, 5n, 105n],
    ['no opening      ', (text) => text.replace('OPBD', 'OPAV'), null, 105n],
    ['no closing      ', (text) => text.replace('CLBD', 'CLAV'), 5n, null],
    ['neither         ', (text) => text.replace(/<Bal>.*<.Bal>/, ''), null, null],
    ['interim ones    ', (text) => text.replace('OPBD', 'ITBD').replace('CLBD', 'ITBD'), 5n, 105n],
    ['one interim     ', (text) => text.replace(/<Bal>.*?<.Bal>/, '').replace('CLBD', 'ITBD'), null, 105n],
    ['opening, interim', (text) => text.replace('CLBD', 'ITBD'), 5n, 105n],
    ['another currency', (text) => text.replace('Ccy="SEK">1.05', 'Ccy="EUR">0.10'), 5n, null],
  ]
  test.each(balances)('has balances where it says them: %s', (_, change, openingOre, closingOre) => {
    const text = change(one({}, { opening: 5n }))
    expect(statementsIn(readCamt(Buffer.from(text)))).toMatchObject([
      { openingOre, closingOre, entries: [{ ore: 100n }] },
    ])
  })

  /** Where an entry without a day gets one from: the surest first. */
  const days: [string, (text: string) => string, string][] = [
    ['its value day     ', (text) => text.replace('</BookgDt>', '$&<ValDt><Dt>2026-06-05</Dt></ValDt>'), '2026-06-05'],
    [
      'the last day      ',
      (text) => text.replace('<Acct>', '<FrToDt><FrDt>2026-05-01</FrDt><ToDt>2026-05-31</ToDt></FrToDt>$&'),
      '2026-05-31',
    ],
    ['the closing balance', (text) => text, '2026-06-09'],
    ['when it was made  ', (text) => text.replace(/<Bal>.*<.Bal>/, ''), '2026-06-10'],
    [
      'when the file was ',
      (text) => text.replace(/<Bal>.*<.Bal>/, '').replace(/(<Stmt>.*?)<CreDtTm>.*?<.CreDtTm>/, '$1'),
      '2026-06-10',
    ],
  ]
  test.each(days)('gives an entry without a day %s', (_, change, date) => {
    const text = change(one({ date: '' }))
    expect(statementsIn(readCamt(Buffer.from(text)))).toMatchObject([{ entries: [{ date }] }])
  })

  /** Which days a statement is of, by what it says of them and by its entries. */
  const spans: [string, string, string, string][] = [
    ['what it says          ', '<FrDt>2026-06-01</FrDt><ToDt>2026-06-30</ToDt>', '2026-06-01', '2026-06-30'],
    ['the same, put in order', '<FrDt>2026-06-30</FrDt><ToDt>2026-06-01</ToDt>', '2026-06-01', '2026-06-30'],
    ['the first one alone   ', '<FrDt>2026-06-01</FrDt>', '2026-06-01', '2026-06-08'],
    ['the last one alone    ', '<ToDt>2026-06-30</ToDt>', '2026-06-05', '2026-06-30'],
    ['entries before it     ', '<FrDt>2026-06-30</FrDt>', '2026-06-05', '2026-06-30'],
    ['entries after it      ', '<ToDt>2026-06-01</ToDt>', '2026-06-01', '2026-06-08'],
    ['entries alone         ', '', '2026-06-05', '2026-06-08'],
  ]
  test.each(spans)('is of days by %s', (_, said, fromDate, toDate) => {
    const entries = ['2026-06-08', '2026-06-05'].map((date) => ({ ore: 1n, date }))
    const text = camtText({ statements: [{ entries }] }).replace('<Acct>', `<FrToDt>${said}</FrToDt>$&`)
    expect(statementsIn(readCamt(Buffer.from(text)))).toMatchObject([{ fromDate, toDate }])
  })

  test.each(['02', '08'] as const)('of version %s says what was asked for in another currency', (version) => {
    const instructed = { ore: 9_950n, currency: 'EUR' }
    const whole = { ore: -112_000n, details: [{ ore: -112_000n, instructed }] }
    const own = { ore: -100n, details: [{ ore: -100n, instructed: { ore: 100n, currency: 'SEK' } }] }
    const several = { ore: -300n, details: [{ ore: -100n, instructed }, { ore: -200n }] }
    const [read] = readFile({ version, statements: [{ entries: [whole, own, several, { ore: -5n }] }] })
    expect(read?.entries.map(({ details }) => details.map((detail) => detail.instructed))).toEqual([
      [instructed],
      [null],
      [instructed, null],
      [null],
    ])
  })

  test('takes an entry in another currency by what it came to in its own', () => {
    const foreign = (beside: string) =>
      one({ details: [{ ore: 100n }] }, { closing: 100n }).replace(
        /<Ntry><Amt Ccy="SEK">1.00<.Amt>(.*?)<NtryDtls>.*<.NtryDtls>/,
        `<Ntry><Amt Ccy="EUR">0.09</Amt>$1${beside}`,
      )
    const amount =
      '<AmtDtls><InstdAmt><Amt Ccy="EUR">0.09</Amt></InstdAmt><TxAmt><Amt Ccy="SEK">1.00</Amt></TxAmt></AmtDtls>'
    for (const beside of [amount, `<NtryDtls><TxDtls>${amount}</TxDtls></NtryDtls>`]) {
      expect(statementsIn(readCamt(Buffer.from(foreign(beside))))).toMatchObject([
        { entries: [{ ore: 100n, details: [{ instructed: { ore: 9n, currency: 'EUR' } }] }] },
      ])
    }
    const several = `<NtryDtls><TxDtls>${amount}</TxDtls><TxDtls>${amount}</TxDtls></NtryDtls>`
    for (const beside of ['', several]) {
      expect(findingsIn(foreign(beside))[0]).toBe(
        'statement 1, entry 1: its amount is in EUR, and the account is in SEK',
      )
    }
  })

  const oddities: [string, WrittenFile, (text: string) => string][] = [
    ['with a prefix         ', { prefix: 'ns2', statements: [{ entries: [{ ore: 1n }] }] }, (text) => text],
    [
      'in an envelope        ',
      { statements: [{ entries: [{ ore: 1n }] }] },
      (text) => text.replace(/<Document.*/s, '<Envelope><AppHdr/>$&</Envelope>'),
    ],
    ['with a mark before it ', { statements: [{ entries: [{ ore: 1n }] }] }, (text) => `\ufeff${text}`],
    [
      'with a comment        ',
      { statements: [{ entries: [{ ore: 1n }] }] },
      (text) => text.replace('<GrpHdr>', '<!-- hej --><GrpHdr>'),
    ],
    [
      'with more decimals    ',
      { statements: [{ entries: [{ ore: 1n }] }] },
      (text) => text.replaceAll('0.01<', '0.01000<'),
    ],
    ['that began with PRCD  ', { statements: [{ entries: [{ ore: 1n }] }] }, (text) => text.replace('OPBD', 'PRCD')],
    [
      'that is a page        ',
      { statements: [{ entries: [{ ore: 1n }] }] },
      (text) => text.replace('OPBD', 'ITBD').replace('CLBD', 'ITBD'),
    ],
  ]
  test.each(oddities)('%s is read', (_, file, change) => {
    expect(statementsIn(readCamt(Buffer.from(change(camtText(file)))))[0]?.entries).toMatchObject([{ ore: 1n }])
  })

  test('is read as its declaration says it is written', () => {
    const file: WrittenFile = { statements: [{ entries: [{ ore: 1n, info: 'Återbäring på ränta' }] }] }
    for (const encoding of ['UTF-8', 'ISO-8859-1'] as const) {
      const [statement] = readFile({ ...file, encoding })
      expect(statement?.entries[0]?.details[0]?.message).toBe('Återbäring på ränta')
    }
  })
})

const wrong: [string, string, string][] = [
  ['nothing at all       ', '', 'the file: it is empty'],
  [
    'many elements        ',
    `<Document>${'<a/>'.repeat(1_000_000)}</Document>`,
    'the file: it has more than 1000000 ele',
  ],
  [
    'a long text          ',
    one({ info: 'a'.repeat(500_001) }),
    'the file: it has a text of more than 500000 characters',
  ],
  ['no XML               ', '#FLAGGA 0', 'the file: it is neither an XML file nor a table: get'],
  ['a tag that stays open', one().replace('</Stmt>', ''), 'the file: its XML is broken at line 2'],
  [
    'another message      ',
    '<Document><CstmrCdtTrfInitn/></Document>',
    'the file: it is neither camt.053 nor camt.054, but payments for the bank (pain.001)',
  ],
  ['a broken end         ', one().slice(0, -20), 'the file: its XML is broken off'],
  ['two roots            ', `${one()}<Document/>`, 'the file: it does not have one root element'],
  [
    'a document type      ',
    one().replace('<Document', '<!DOCTYPE Document><Document'),
    'the file: it has a document type declaration, which is not accepted',
  ],
  [
    'an entity of its own ',
    one({ info: 'MARK' }).replace('MARK', '&hej;'),
    'the file: it has the entity &hej;, which is not one of XML itself',
  ],
  [
    'a reference to 0     ',
    one({ info: 'MARK' }).replace('MARK', '&#0;'),
    'the file: it has the entity &#0;, which is not one of XML itself',
  ],
  [
    'a bare ampersand     ',
    one({ info: 'MARK' }).replace('MARK', 'a & b'),
    'the file: it has the entity &, which is not one of XML itself',
  ],
  [
    'a control character  ',
    one({ info: '\u0001' }).replace('&#1;', '\u0001'),
    'the file: it has the character U+0001, which XML does not allow',
  ],
  [
    'depth                ',
    `${'<a>'.repeat(60)}${'</a>'.repeat(60)}`,
    'the file: its XML is broken off or cannot be read',
  ],
  ['no statement         ', '<Document><BkToCstmrStmt/></Document>', 'the file: there is no statement in it'],
  ['no account           ', one().replace(/<Acct>.*?<\/Acct>/, ''), 'statement 1: it names no account (Acct/Id)'],
  ['no identification    ', one({}, { id: ' ' }), 'statement 1: it has no identification (Id)'],
  [
    'no currency          ',
    one().replaceAll(/ Ccy="SEK"|<Ccy>SEK<.Ccy>/g, ''),
    'statement 1: it does not say its currency',
  ],
  [
    'sums that differ     ',
    one({}, { opening: 5n, closing: 104n }),
    'statement 1: the opening balance 0.05 and the entries add up to 1.05, but the closing balance is 1.04',
  ],
  [
    'another currency     ',
    one().replace('<Ntry><Amt Ccy="SEK">', '<Ntry><Amt Ccy="EUR">'),
    'statement 1, entry 1: its amount is in EUR, and the account is in SEK',
  ],
  [
    'too many decimals    ',
    one().replaceAll('1.00<', '1.005<'),
    'statement 1, entry 1: its amount 1.005 is not an amount with at most two decimals',
  ],
  [
    'a comma              ',
    one().replaceAll('1.00<', '1,00<'),
    'statement 1, entry 1: its amount 1,00 is not an amount with at most two decimals',
  ],
  ['no status            ', one().replace('<Sts>BOOK</Sts>', ''), 'statement 1, entry 1: it has no status (Sts)'],
  [
    'an unknown status    ',
    one().replace('>BOOK<', '>BOCK<'),
    'statement 1, entry 1: its status BOCK is not known (Sts)',
  ],
  [
    'no direction         ',
    one().replace('CRDT</CdtDbtInd><Sts>', 'KRED</CdtDbtInd><Sts>'),
    'statement 1, entry 1: it does not say whether it is credit or debit (CdtDbtInd)',
  ],
  [
    'no day at all        ',
    one({ date: '2026-06-31' }).replaceAll(/<CreDtTm>.*?<.CreDtTm>|<Bal>.*<.Bal>/g, ''),
    'statement 1, entry 1: it has no day (BookgDt)',
  ],
]

describe('what is said about a file with', () => {
  test.each(wrong)('%s', (_, text, expected) => {
    const [first = ''] = findingsIn(text)
    expect(first.startsWith(expected), first).toBe(true)
  })

  test('bytes that are not what they say', () => {
    expect(findingsIn(Buffer.from('<a>\xe5</a>', 'latin1'))[0]).toMatch(/it is not in UTF-8/)
    expect(findingsIn('<?xml version="1.0" encoding="UTF-16"?><a/>')[0]).toMatch(/written in UTF-16/)
  })

  test('all that is wrong, each with its place', () => {
    const entries: WrittenEntry[] = [{ ore: 3n, status: 'BOCK' }, { ore: 1n }, { ore: 2n, status: '' }]
    const findings = findingsIn(camtFile({ statements: [{ entries: [] }, { entries }] }))
    expect(findings).toEqual([
      'statement 2, entry 1: its status BOCK is not known (Sts)',
      'statement 2, entry 3: it has no status (Sts)',
    ])
  })

  test('an entry of nothing, which is left out', () => {
    const reading = readCamt(camtFile({ statements: [{ entries: [{ ore: 0n }, { ore: 1n }] }] }))
    expect(reading).toMatchObject({ statements: [{ leftOut: 1, entries: [{ ore: 1n }] }] })
  })

  test('names that objects have of themselves', () => {
    expect(findingsIn('<Document><constructor/><__proto__><BkToCstmrStmt/></__proto__></Document>')).toHaveLength(1)
  })
})

const word = fc.stringMatching(/^[A-Za-zÅÄÖåäö0-9&<>"'.-]{1,12}( [A-Za-zÅÄÖåäö0-9&<>"'.-]{1,12}){0,2}$/)
const reference = fc.stringMatching(/^[A-Z0-9]{1,20}$/)
const size = fc.bigInt({ min: 1n, max: 10n ** 12n })
const day = fc.integer({ min: 1, max: 30 }).map((date) => `2026-06-${String(date).padStart(2, '0')}`)
const signed = fc.tuple(size, fc.boolean()).map(([ore, isOut]) => (isOut ? -ore : ore))

const detail = fc.record(
  { ore: signed, name: word, account: reference, ocr: reference, text: word, endToEndId: reference },
  { requiredKeys: ['ore'] },
)
const entry = fc.record({ date: day, reference, details: fc.array(detail, { minLength: 1, maxLength: 4 }) })
const statement = fc.record({ id: reference, opening: signed, entries: fc.array(entry, { maxLength: 5 }) })

test('any statement is read back as it was written', () => {
  const files = fc.record({
    kind: fc.constantFrom('camt.053' as const, 'camt.054' as const),
    version: fc.constantFrom(...versions),
    encoding: fc.constantFrom('UTF-8' as const, 'ISO-8859-1' as const),
    statements: fc.array(statement, { minLength: 1, maxLength: 3 }),
  })
  fc.assert(
    fc.property(files, ({ statements, ...form }) => {
      const whole = statements.map(({ entries, ...rest }) => ({
        ...rest,
        entries: entries
          .map((each) => ({ ...each, ore: each.details.reduce((sum, { ore }) => sum + ore, 0n) }))
          .filter(({ ore }) => ore !== 0n),
      }))
      const read = readFile({ ...form, statements: whole })
      expect(
        read.map(({ reference: id, openingOre, entries }) => ({
          id,
          opening: form.kind === 'camt.053' ? openingOre : null,
          entries: entries.map(({ date, bankReference, ore, details }) => ({ date, bankReference, ore, details })),
        })),
      ).toEqual(
        whole.map(({ id, opening, entries }) => ({
          id,
          opening: form.kind === 'camt.053' ? opening : null,
          entries: entries.map((each) => ({
            date: each.date,
            bankReference: each.reference,
            ore: each.ore,
            details: each.details.map(expectedOf),
          })),
        })),
      )
    }),
    { numRuns: 200 },
  )
})

/** A detail as it is read. */
const expectedOf = ({ ore, name, account, ocr, text, endToEndId }: WrittenDetail) => ({
  ore,
  counterparty: name ?? null,
  counterpartyAccount: account ?? null,
  references: ocr === undefined ? [] : [ocr],
  message: text ?? null,
  endToEndId: endToEndId ?? null,
  instructed: null,
})

test('a damaged file is read or refused, and never anything else', () => {
  const whole = camtFile({
    statements: [{ entries: [{ ore: 100n, reference: 'R1', details: [{ ...payment, ore: 100n }] }] }],
  })
  const damage = fc.record({
    at: fc.integer({ min: 0, max: whole.length }),
    cut: fc.integer({ min: 0, max: 40 }),
    put: fc.oneof(
      fc.uint8Array({ maxLength: 4 }),
      fc.constantFrom('<', '>', '</Ntry>', '<!--', '<![CDATA[', '&', '"', '?>'),
    ),
  })
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), (damages) => {
      const bytes = damages.reduce(
        (left, { at, cut, put }) =>
          Buffer.concat([left.subarray(0, at), Buffer.from(put as string), left.subarray(at + cut)]),
        whole,
      )
      const reading = readCamt(bytes)
      expect('findings' in reading ? reading.findings.length : reading.statements.length).toBeGreaterThan(0)
    }),
    { numRuns: 1_000 },
  )
})
