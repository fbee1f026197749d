// Each place where a statement may tell what a detail comes to, who it is of and what it refers to, in each version.
import { expect, test } from 'vitest'
import { type CamtStatement, readCamt } from '#rules/banking/statements/camt'

type CamtEntry = CamtStatement['entries'][number]

const amount = (name: string, value: string, currency = 'SEK') =>
  `<${name}><Amt Ccy="${currency}">${value}</Amt></${name}>`
const details = (...parts: string[]) => `<AmtDtls>${parts.join('')}</AmtDtls>`
const own = (value: string, currency = 'SEK') => `<Amt Ccy="${currency}">${value}</Amt>`
const euro = own('10.00', 'EUR')
const EURO = amount('InstdAmt', '10.00', 'EUR')

/** Charges as the oldest versions write them, and as later ones do. */
const charge = (value: string, more = '') =>
  `<Chrgs><Amt Ccy="SEK">${value}</Amt><CdtDbtInd>DBIT</CdtDbtInd>${more}</Chrgs>`
const record = (value: string, more = '') =>
  charge(value, more).replace('<Chrgs>', '<Chrgs><Rcrd>').replace('</Chrgs>', '</Rcrd></Chrgs>')
const included = '<ChrgInclInd>true</ChrgInclInd>'

type Written = { told: string[]; ofEntry?: string; value?: string; direction?: string; kind?: string; version?: string }

const entryOf = (written: Written): CamtEntry => {
  const { told, ofEntry = '', value = '250.00', direction = 'CRDT', ...of } = written
  const { kind = 'camt.053', version = '02' } = of
  const [message, part] = kind === 'camt.053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn']
  const status = Number(version) >= 8 ? '<Sts><Cd>BOOK</Cd></Sts>' : '<Sts>BOOK</Sts>'
  const name = `urn:iso:std:iso:20022:tech:xsd:${kind}.001.${version}`
  const text = `<Document xmlns="${name}"><${message}><GrpHdr><MsgId>M</MsgId>
    <CreDtTm>2026-06-10T06:00:00</CreDtTm></GrpHdr><${part}><Id>S</Id>
    <Acct><Id><IBAN>SE4550000000058398257466</IBAN></Id><Ccy>SEK</Ccy></Acct>
    <Ntry><Amt Ccy="SEK">${value}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${status}
    <BookgDt><Dt>2026-06-09</Dt></BookgDt>${ofEntry}
    <NtryDtls>${told.map((one) => `<TxDtls>${one}</TxDtls>`).join('')}</NtryDtls></Ntry></${part}></${message}></Document>`
  const reading = readCamt(Buffer.from(text))
  if ('findings' in reading) throw new Error(JSON.stringify(reading.findings))
  const [entry] = reading.statements[0]?.entries ?? []
  if (!entry) throw new Error('There is no entry')
  return entry
}

const kinds = ['camt.053', 'camt.054'] as const
const versions = ['02', '03', '04', '05', '06', '07', '08'] as const

/** Two details of 100 and 150, or what they come to. */
const amounts: [place: string, written: Written, ore: bigint[]][] = [
  ['Amt', { told: [own('100.00'), own('150.00')] }, [10_000n, 15_000n]],
  ['Amt beside euro', { told: [own('100.00') + details(EURO), own('150.00') + details(EURO)] }, [10_000n, 15_000n]],
  ...['TxAmt', 'CntrValAmt', 'InstdAmt', 'AnncdPstngAmt', 'PrtryAmt'].map((place): [string, Written, bigint[]] => [
    place,
    { told: ['100.00', '150.00'].map((value) => details(amount(place, value))) },
    [10_000n, 15_000n],
  ]),
  [
    'CntrValAmt of what was instructed in euro',
    {
      told: ['100.00', '150.00'].map(
        (value) => euro + details(EURO, amount('TxAmt', '10.00', 'EUR'), amount('CntrValAmt', value)),
      ),
    },
    [10_000n, 15_000n],
  ],
  [
    'CntrValAmt of what went out',
    { told: ['100.00', '150.00'].map((value) => details(EURO, amount('CntrValAmt', value))), direction: 'DBIT' },
    [-10_000n, -15_000n],
  ],
  [
    'Amt of one and CntrValAmt of another',
    { told: [own('100.00'), details(EURO, amount('CntrValAmt', '150.00'))] },
    [10_000n, 15_000n],
  ],
  [
    'CntrValAmt where TxAmt is before exchange',
    { told: ['100.00', '150.00'].map((value) => details(amount('TxAmt', '99.00'), amount('CntrValAmt', value))) },
    [10_000n, 15_000n],
  ],
  [
    'charges that were taken',
    { told: [own('100.00') + charge('4.00'), own('150.00')], value: '246.00' },
    [9_600n, 15_000n],
  ],
  ['charges in records', { told: [own('100.00') + record('4.00'), own('150.00')], value: '246.00' }, [9_600n, 15_000n]],
  [
    'charges that came on top',
    { told: [own('100.00') + record('4.00'), own('150.00')], value: '254.00', direction: 'DBIT' },
    [-10_400n, -15_000n],
  ],
  [
    'charges within the amount',
    { told: [own('100.00') + record('4.00', included), own('150.00')] },
    [10_000n, 15_000n],
  ],
  [
    'charges of the entry',
    { told: [own('100.00'), own('150.00')], ofEntry: charge('3.00'), value: '247.00' },
    [10_000n, 15_000n, -300n],
  ],
]

test.each(amounts)('an amount in %s', (_, written, ore) => {
  for (const kind of kinds) {
    for (const version of versions) {
      const entry = entryOf({ ...written, kind, version })
      expect(
        entry.details.map((one) => one.ore),
        `${kind}.${version}`,
      ).toEqual(ore)
      expect(entry).toMatchObject({ isDetailed: true, isDisputed: false })
    }
  }
})

test('amounts that do not make the entry leave it whole, and say so', () => {
  const entry = entryOf({ told: ['100.00', '150.01'].map((value) => details(EURO, amount('CntrValAmt', value))) })
  expect(entry).toMatchObject({ isDetailed: false, isDisputed: true, details: [{ ore: 25_000n }] })
})

const parties = (inside: string) => `<RltdPties>${inside}</RltdPties>`
const remittance = (inside: string) => `<RmtInf><Strd>${inside}</Strd></RmtInf>`

/** What an only detail says, and where. */
const said: [place: string, written: string, read: Record<string, unknown>][] = [
  ['Dbtr/Nm', parties('<Dbtr><Nm>Berg</Nm></Dbtr>'), { counterparty: 'Berg' }],
  ['Dbtr/Pty/Nm', parties('<Dbtr><Pty><Nm>Berg</Nm></Pty></Dbtr>'), { counterparty: 'Berg' }],
  [
    'Dbtr before UltmtDbtr',
    parties('<Dbtr><Nm>Berg</Nm></Dbtr><UltmtDbtr><Nm>Dal</Nm></UltmtDbtr>'),
    { counterparty: 'Berg' },
  ],
  ['UltmtDbtr/Nm', parties('<UltmtDbtr><Nm>Dal</Nm></UltmtDbtr>'), { counterparty: 'Dal' }],
  ['UltmtDbtr/Pty/Nm', parties('<Dbtr/><UltmtDbtr><Pty><Nm>Dal</Nm></Pty></UltmtDbtr>'), { counterparty: 'Dal' }],
  ['Dbtr/Agt', parties('<Dbtr><Agt><FinInstnId><Nm>Banken</Nm></FinInstnId></Agt></Dbtr>'), { counterparty: 'Banken' }],
  [
    'DbtrAcct/Nm',
    parties('<DbtrAcct><Id><IBAN>SE1</IBAN></Id><Nm>Berg</Nm></DbtrAcct>'),
    { counterparty: 'Berg', counterpartyAccount: 'SE1' },
  ],
  ['InitgPty/Nm', parties('<InitgPty><Nm>Byrån</Nm></InitgPty>'), { counterparty: 'Byrån' }],
  ['InitgPty/Pty/Nm', parties('<InitgPty><Pty><Nm>Byrån</Nm></Pty></InitgPty>'), { counterparty: 'Byrån' }],
  [
    'DbtrAcct/Id/Othr',
    parties('<DbtrAcct><Id><Othr><Id>5050-1055</Id></Othr></Id></DbtrAcct>'),
    { counterpartyAccount: '5050-1055' },
  ],
  [
    'DbtrAcct/Prxy',
    parties('<DbtrAcct><Prxy><Id>0701234567</Id></Prxy></DbtrAcct>'),
    { counterpartyAccount: '0701234567' },
  ],
  ['Ustrd', '<RmtInf><Ustrd>Faktura</Ustrd><Ustrd>1001</Ustrd></RmtInf>', { message: 'Faktura 1001' }],
  ['Strd/CdtrRefInf/Ref', remittance('<CdtrRefInf><Ref>133</Ref></CdtrRefInf>'), { references: ['133'] }],
  ['Strd/RfrdDocInf/Nb', remittance('<RfrdDocInf><Nb>F-7</Nb></RfrdDocInf>'), { references: ['F-7'] }],
  [
    'Strd/RfrdDocInf/LineDtls',
    remittance('<RfrdDocInf><LineDtls><Id><Nb>F-7:1</Nb></Id></LineDtls></RfrdDocInf>'),
    { references: ['F-7:1'] },
  ],
  ['Strd/AddtlRmtInf', remittance('<AddtlRmtInf>Hej</AddtlRmtInf>'), { message: 'Hej' }],
  ['AddtlTxInf', '<AddtlTxInf>Hej</AddtlTxInf>', { message: 'Hej' }],
  ['Refs/EndToEndId', '<Refs><EndToEndId>E1</EndToEndId></Refs>', { endToEndId: 'E1' }],
  ['AmtDtls/InstdAmt', details(EURO), { instructed: { ore: 1_000n, currency: 'EUR' } }],
]
test.each(said)('what is said in %s', (_, written, read) => {
  for (const version of versions) expect(entryOf({ told: [written], version }).details).toMatchObject([read])
})

test('entries without a reference are known by what was read of them before', () => {
  const told = ['100.00', '150.00'].map((value) => details(EURO, amount('CntrValAmt', value)))
  expect(entryOf({ told }).readEarlier).toMatchObject([{ ore: 25_000n, counterparty: null }])
  expect(entryOf({ told: [own('100.00'), own('150.00')] }).readEarlier).toBeUndefined()
  expect(entryOf({ told, ofEntry: '<AcctSvcrRef>R1</AcctSvcrRef>' }).readEarlier).toBeUndefined()
})
