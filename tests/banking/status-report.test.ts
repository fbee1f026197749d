// Status reports on payments, bytes to plain data: what versions and national variants say, what is not clear in them,
// and what they mean for the payments of a file.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Grouped } from '#rules/banking/payments/payment-file'
import {
  effectOn,
  isTakenBack,
  type KnownStatus,
  outcomeOf,
  reportedStatusesOf,
} from '#rules/banking/payments/payment-status'
import type { StatusReport } from '#rules/banking/payments/status-report'
import { type BankReading, readBankFile } from '#rules/banking/statements/camt'
import { every } from '#support/every'
import { needs, STANDARDS } from '#support/needs'
import { camtText } from '#support/samples/camt-file'
import {
  NATIONAL,
  pain002,
  statusReportFile,
  statusReportText,
  type WrittenReport,
} from '#support/samples/status-report-file'

const reportIn = (reading: BankReading): StatusReport => {
  if (!('report' in reading)) throw new Error(JSON.stringify(reading))
  return reading.report
}

const read = (report: WrittenReport): StatusReport => reportIn(readBankFile(statusReportFile(report)))

const problemsIn = (bytes: Buffer | WrittenReport): string => {
  const reading = readBankFile(Buffer.isBuffer(bytes) ? bytes : statusReportFile(bytes))
  return 'findings' in reading ? reading.findings.map(({ place, problem }) => `${place}: ${problem}`).join('\n') : ''
}

const refused: WrittenReport = {
  messageId: 'M1',
  batches: [
    {
      name: 'M1-1',
      status: 'PART',
      payments: [
        {
          endToEndId: 'E1',
          instructionId: 'I1',
          status: 'RJCT',
          reasons: [{ code: 'AC01', words: ['1301813;Konto ungültig', 'Zeile 2'] }],
        },
      ],
    },
  ],
}

const readAs = {
  reference: 'PSR-1',
  madeAt: new Date('2026-06-10T07:00:00Z'),
  messageId: 'M1',
  messageKind: 'pain.001.001.03',
  file: { status: null, code: null, words: null },
  batches: [
    {
      name: 'M1-1',
      status: 'PART',
      code: null,
      words: null,
      payments: [{ names: ['E1', 'I1'], status: 'RJCT', code: 'AC01', words: '1301813;Konto ungültig Zeile 2' }],
    },
  ],
}

test('every version from 03 to 14 and national variants say the same, with prefixes and without', () =>
  every(
    [...Array.from({ length: 12 }, (_, at) => pain002(at + 3)), NATIONAL],
    (namespace) => namespace,
    (namespace) => {
      expect(read({ ...refused, namespace })).toEqual(readAs)
      expect(read({ ...refused, namespace, prefix: 'p:' })).toEqual(readAs)
    },
  ))

test('a moment is of Swedish time where it does not say in which', () =>
  every(
    [
      ['2026-06-10T09:00:00', '2026-06-10T07:00:00.000Z'],
      ['2026-12-10T09:00:00.5', '2026-12-10T08:00:00.500Z'],
      ['2026-06-10T09:00:00Z', '2026-06-10T09:00:00.000Z'],
      ['2026-06-10T09:00:00+05:30', '2026-06-10T03:30:00.000Z'],
    ],
    ([written = '']) => written,
    ([written = '', moment]) => expect(read({ ...refused, madeAt: written }).madeAt.toISOString()).toBe(moment),
  ))

test('the first code and all words count, and a word of the bank is a code as well', () => {
  const reasons = [{ words: ['Fel'] }, { proprietary: 'X99' }, { code: 'AC04', words: ['Stängt'] }]
  expect(read({ status: 'RJCT', reasons }).file).toEqual({ status: 'RJCT', code: 'X99', words: 'Fel Stängt' })
})

const long = 'x'.repeat(600)

test('texts are kept as far as there is room', () => {
  const { file } = read({ status: 'RJCT', reasons: [{ proprietary: long, words: [long] }] })
  expect([file.code?.length, file.words?.length]).toEqual([35, 500])
})

describe('what is not clear is told in words', () => {
  const rows: [string, Buffer | WrittenReport, string][] = [
    ['no identification', { status: 'RJCT', id: null }, 'the file: the report has no identification (GrpHdr/MsgId)'],
    ['no moment', { status: 'RJCT', madeAt: null }, 'the report does not say when the bank made it'],
    ['a day alone', { status: 'RJCT', madeAt: '2026-06-10' }, 'the report does not say when the bank made it'],
    ['no such moment', { status: 'RJCT', madeAt: '2026-02-30T09:00:00' }, 'does not say when the bank made it'],
    ['a year far away', { status: 'RJCT', madeAt: '9999-02-03T09:00:00' }, 'does not say when the bank made it'],
    ['no file', { status: 'RJCT', messageId: null }, 'the report does not say which file of payments it is about'],
    ['no status', {}, 'the report gives neither the file, nor a batch, nor a payment a status'],
    ['a batch alone', { batches: [{ name: 'B' }] }, 'gives neither the file, nor a batch, nor a payment a status'],
    ['a batch without a name', { batches: [{ status: 'RJCT' }] }, 'batch 1: it does not say which batch it is about'],
    [
      'a payment without a name',
      { batches: [{ name: 'B', payments: [{ status: 'RJCT' }] }] },
      'batch 1, payment 1: it does not say which payment it is about (OrgnlEndToEndId or OrgnlInstrId)',
    ],
    ['a strange status', { status: 'Rejected' }, 'the file: Rejected is not a status of ISO 20022'],
    [
      'two files',
      Buffer.from(
        statusReportText({ status: 'RJCT' }).replace(/<OrgnlGrpInfAndSts>.*<\/OrgnlGrpInfAndSts>/, (one) => one + one),
      ),
      'the file: the report is about several files of payments',
    ],
    [
      'too much',
      {
        batches: [{ name: 'B', payments: Array.from({ length: 10_000 }, () => ({ endToEndId: 'E', status: 'RJCT' })) }],
      },
      'the file: the report is about more than 10000 payments',
    ],
    ['a broken end', statusReportFile({ status: 'RJCT' }).subarray(0, -20), 'the file: its XML is broken off'],
    ['another message', Buffer.from('<Document><CstmrCdtTrfInitn/></Document>'), 'payments for the bank (pain.001)'],
  ]
  test('each in its own', () =>
    every(
      rows,
      ([name]) => name,
      ([, file, problem]) => expect(problemsIn(file)).toContain(problem),
    ))
})

test('statements are read beside them', () =>
  expect(readBankFile(Buffer.from(camtText({ statements: [{ entries: [{ ore: 1n }] }] })))).toHaveProperty(
    'statements',
  ))

/** The samples of a Swiss bank, and what each says. */
const samples: Record<string, object> = {
  'moov_pain002-chdd-cor1_p_ch2909000000250094239_1110097483_0_2018031317221082.xml': {
    messageId: 'MsgId-CHDD-Musterfile',
    messageKind: 'pain.008.001.02.ch.03',
    file: { status: null },
    batches: [{ name: 'PmtInfId-CHDD-1', status: 'ACCP', payments: [] }],
  },
  'moov_pain002-epo_p_0_0_0_2018031510491259.xml': {
    reference: '20180315375204222821684',
    messageId: 'MsgId-001',
    file: { status: 'ACTC' },
    batches: [],
  },
  'moov_pain002-epo_p_0_0_0_2018032614401842.xml': {
    file: { status: 'RJCT', code: 'AM10', words: '904114;ControlSum fehlerhaft' },
    madeAt: new Date('2018-03-26T12:40:00Z'),
    batches: [],
  },
  'moov_pain002-epo_p_ch2909000000250094239_1109800799_0_2018032612092784.xml': {
    batches: [
      {
        name: 'PmtInfId-006-01',
        status: 'RJCT',
        code: 'NARR',
        words: '1297193;Sammelauftrag ohne ausführbaren Einzelauftrag',
        payments: [{ names: ['EndToEndId-006-01-01', 'InstrId-006-01-01'], status: 'RJCT', code: 'AC01' }],
      },
    ],
  },
  'moov_pain002-epo_p_ch5109000000250092291_1110097605_0_2018031511252307.xml': {
    batches: [{ status: 'PART', payments: [{ status: 'RJCT', code: 'AC01', words: '1301813;Konto ungültig' }] }],
  },
}

test('the reports of another bank are read', () => {
  needs('standards')
  const folder = join(STANDARDS, 'pain002-samples')
  const names = readdirSync(folder)
  expect(names.sort()).toEqual(Object.keys(samples).sort())
  for (const name of names) {
    expect(reportIn(readBankFile(readFileSync(join(folder, name)))), name).toMatchObject(samples[name] ?? {})
  }
})

describe('against the official schema of version 11', () => {
  const schema = join(STANDARDS, 'iso20022', 'pain.002.001.11.xsd')
  const faultsOf = (xml: string): string => {
    const options = ['--nonet', '--noout', '--schema', schema, '-']
    return spawnSync('xmllint', options, { input: xml, encoding: 'utf8' }).stderr.replace(/^- validates\n$/, '')
  }

  test('all that is read stands where the schema has it', () => {
    needs('standards')
    needs('xmllint')
    const reasons = [{ code: 'AC01', words: ['Konto saknas', 'Rad 2'] }, { proprietary: 'X99' }]
    const payments = [{ instructionId: 'I1', endToEndId: 'E1', status: 'RJCT', reasons }]
    const batches = [{ name: 'M1-1', status: 'PART', reasons, payments }]
    const report = { namespace: pain002(11), status: 'PART', reasons, batches }
    const xml = statusReportText(report)
    expect(faultsOf(xml)).toBe('')
    expect(faultsOf(xml.replaceAll('TxSts>', 'TxStatus>'))).toContain('not expected')
    const told = { status: 'PART', code: 'AC01', words: 'Konto saknas Rad 2' }
    expect(read(report)).toEqual({
      ...readAs,
      file: told,
      batches: [{ name: 'M1-1', ...told, payments: [{ names: ['E1', 'I1'], ...told, status: 'RJCT' }] }],
    })
  })

  /** One element that is not read was called otherwise then. */
  const inVersion11 = (xml: string): string =>
    xml
      .replace(/xmlns="[^"]*"/, `xmlns="${pain002(11)}"`)
      .replace(/\s+xsi:schemaLocation="[^"]*"/, '')
      .replaceAll('BICOrBEI>', 'AnyBIC>')

  test('the reports of another bank fit it but for its name and one element, and say the same in it', () => {
    needs('standards')
    needs('xmllint')
    const folder = join(STANDARDS, 'pain002-samples')
    for (const name of Object.keys(samples)) {
      const own = readFileSync(join(folder, name), 'utf8')
      expect(faultsOf(inVersion11(own)), name).toBe('')
      expect(readBankFile(Buffer.from(inVersion11(own))), name).toEqual(readBankFile(Buffer.from(own)))
    }
  })
})

const FILE = '019a9d2c5a007c3e9b1f0000000000f1'
const [one, two, three] = ['1', '2', '3'].map((end) => `019a9d2c5a007c3e9b1f00000000000${end}`)
const payment = (endToEndId = '', paymentDate = '2026-06-11') => ({
  endToEndId,
  amountOre: 100n,
  paymentDate,
  recipient: { kind: 'bankgiro' },
})

/** Two payments in the first batch, one in the second. */
const file = {
  messageId: FILE,
  isWhole: true,
  today: '2026-06-10',
  account: { bankgiro: null },
  payments: [payment(one), payment(two), payment(three, '2026-06-12')],
} as unknown as Grouped & { messageId: string; isWhole: boolean }

const toldOf = (report: WrittenReport, changes: object = {}) => {
  const { said, unknown, findings } = reportedStatusesOf(read({ messageId: FILE, ...report }), { ...file, ...changes })
  return {
    said: [one, two, three].map((name) => said.get(name ?? '')).map((it) => (it ? `${it.status} ${it.code}` : null)),
    unknown: unknown.map(({ name }) => name),
    findings: findings.map(({ place, problem }) => `${place}: ${problem}`),
  }
}

const rejectedOnes = (...names: (string | undefined)[]) => names.map((endToEndId) => ({ endToEndId, status: 'RJCT' }))
const because = (code: string) => [{ code }]

test('a payment has what is said of it alone, else of its batch, else of the file', () =>
  every(
    [
      ['the file', { status: 'ACCP' }, ['ACCP null', 'ACCP null', 'ACCP null']],
      ['the file refused', { status: 'RJCT', reasons: because('AM10') }, ['RJCT AM10', 'RJCT AM10', 'RJCT AM10']],
      ['a part', { status: 'PART', batches: [{ name: `${FILE}-2`, status: 'RJCT' }] }, [null, null, 'RJCT null']],
      [
        'a batch with a reason',
        { batches: [{ name: `${FILE.toUpperCase()}-1`, status: 'RJCT', reasons: because('DT01') }] },
        ['RJCT DT01', 'RJCT DT01', null],
      ],
      [
        'a payment of an accepted batch',
        { batches: [{ name: `${FILE}-1`, status: 'ACCP', payments: rejectedOnes(two) }] },
        ['ACCP null', 'RJCT null', null],
      ],
      [
        'those that are not listed in a part',
        { batches: [{ name: `${FILE}-1`, status: 'PART', payments: rejectedOnes(one) }] },
        ['RJCT null', null, null],
      ],
      [
        'the reason of what it is in',
        {
          status: 'RJCT',
          reasons: because('FF01'),
          batches: [{ name: `${FILE}-1`, status: 'RJCT', payments: rejectedOnes(one) }],
        },
        ['RJCT FF01', 'RJCT FF01', 'RJCT FF01'],
      ],
      [
        'a reason of its own',
        {
          batches: [
            {
              name: `${FILE}-1`,
              status: 'RJCT',
              reasons: because('NARR'),
              payments: [{ endToEndId: one, status: 'RJCT', reasons: because('AC01') }],
            },
          ],
        },
        ['RJCT AC01', 'RJCT NARR', null],
      ],
      [
        'the status of its batch',
        { batches: [{ name: `${FILE}-2`, status: 'ACSC', payments: [{ endToEndId: three }] }] },
        [null, null, 'ACSC null'],
      ],
      [
        'another name, with hyphens',
        {
          batches: [
            {
              name: `${FILE}-2`,
              status: 'PART',
              payments: [{ instructionId: '019A9D2C-5A00-7C3E-9B1F-000000000003', status: 'RJCT' }],
            },
          ],
        },
        [null, null, 'RJCT null'],
      ],
    ] as [string, WrittenReport, (string | null)[]][],
    ([name]) => name,
    ([, report, said]) => expect(toldOf(report)).toEqual({ said, unknown: [], findings: [] }),
  ))

test('what is not in the file is told', () => {
  const none = [null, null, null]
  const strange = { batches: [{ name: 'PmtInf-9', status: 'RJCT', payments: rejectedOnes('E9', one) }] }
  expect(toldOf(strange)).toEqual({ said: ['RJCT null', null, null], unknown: ['PmtInf-9', 'E9'], findings: [] })
  const third = { batches: [{ name: `${FILE}-3`, status: 'RJCT' }] }
  expect(toldOf(third)).toEqual({ said: none, unknown: [`${FILE}-3`], findings: [] })
  // Once some of its payments are gone, which were in which batch is unknown.
  const first = { batches: [{ name: `${FILE}-1`, status: 'RJCT' }] }
  expect(toldOf(first, { isWhole: false })).toEqual({ said: none, unknown: [`${FILE}-1`], findings: [] })
})

test('what contradicts itself is told', () =>
  every(
    [
      [
        { status: 'RJCT', batches: [{ name: `${FILE}-1`, status: 'ACCP' }] },
        'batch 1: it has the status ACCP, but the group that it belongs to is refused',
      ],
      [
        { batches: [{ name: `${FILE}-1`, status: 'RJCT', payments: [{ endToEndId: one, status: 'ACSP' }] }] },
        'batch 1, payment 1: it has the status ACSP, but the group that it belongs to is refused',
      ],
      [
        { batches: [{ name: `${FILE}-1`, payments: [...rejectedOnes(one), { endToEndId: one, status: 'ACCP' }] }] },
        'batch 1, payment 2: it has the status ACCP, but RJCT earlier in the file',
      ],
      [
        {
          batches: [
            { name: `${FILE}-1`, status: 'RJCT' },
            { name: `${FILE}-1`, status: 'ACSC' },
          ],
        },
        'batch 2: it has the status ACSC, but RJCT earlier in the file',
      ],
      [
        { batches: [{ name: `${FILE}-1`, status: 'PART', payments: [{ endToEndId: one }] }] },
        'batch 1, payment 1: it has no status (TxSts), and neither does the group that it belongs to',
      ],
    ] as [WrittenReport, string][],
    ([, problem]) => problem,
    ([report, problem]) => expect(toldOf(report).findings).toEqual([problem]),
  ))

test('a status that is not known is unclear, and never accepted', () => {
  expect(['ACCP', 'ACSC', 'RCVD', 'PDNG', 'RJCT', 'CANC', 'PART', 'BLCK', 'XXXX', 'toString'].map(outcomeOf)).toEqual([
    'accepted',
    'accepted',
    'waiting',
    'waiting',
    'refused',
    'refused',
    'unclear',
    'unclear',
    'unclear',
    'unclear',
  ])
  expect([isTakenBack('RJCT', 'AC01'), isTakenBack('RJCT', null), isTakenBack('RJCT', 'AM05')]).toEqual([
    true,
    true,
    false,
  ])
})

const [EARLY, NOON, LATE] = ['09', '12', '15'].map((hour) => new Date(`2026-06-10T${hour}:00:00Z`)) as [
  Date,
  Date,
  Date,
]

const standing = (changes: Partial<KnownStatus> = {}): KnownStatus => ({
  state: 'signed',
  bankStatus: null,
  bankStatusAt: null,
  needsAttention: false,
  modifiedAt: EARLY,
  ...changes,
})
const at = (bankStatus: string, moment: Date, changes: Partial<KnownStatus> = {}): KnownStatus =>
  standing({ bankStatus, bankStatusAt: moment, ...changes })

test('the newest report counts, and what does not fit is for a person', () =>
  every(
    [
      ['a refusal', standing(), 'RJCT', null, NOON, 'rejected'],
      ['an acceptance', standing(), 'ACCP', null, NOON, 'noted'],
      ['a strange status', standing(), 'XXXX', null, NOON, 'noted'],
      ['the same again', at('RJCT', NOON, { state: 'rejected' }), 'RJCT', null, NOON, 'known'],
      ['refused after accepted', at('ACCP', EARLY), 'RJCT', null, NOON, 'rejected'],
      ['older than what is known', at('ACSC', LATE), 'RJCT', null, NOON, 'earlier'],
      ['refused at the same moment', at('ACCP', NOON), 'RJCT', null, NOON, 'rejected'],
      ['accepted at the moment of a refusal', at('RJCT', NOON, { state: 'rejected' }), 'ACCP', null, NOON, 'earlier'],
      ['accepted after a refusal', at('RJCT', EARLY, { state: 'rejected' }), 'ACSP', null, NOON, 'contradicts'],
      ['refused again', at('RJCT', EARLY, { state: 'rejected' }), 'RJCT', null, NOON, 'noted'],
      ['refused once paid', standing({ state: 'paid' }), 'RJCT', null, NOON, 'contradicts'],
      ['settled once paid', standing({ state: 'paid' }), 'ACSC', null, NOON, 'noted'],
      ['a duplicate', standing(), 'RJCT', 'DU01', NOON, 'contradicts'],
      ['a duplicate of what is paid', standing({ state: 'paid' }), 'RJCT', 'AM05', NOON, 'noted'],
      ['accepted though cancelled', standing({ state: 'cancelled' }), 'ACCP', null, NOON, 'contradicts'],
      ['before it was cancelled', standing({ state: 'cancelled', modifiedAt: LATE }), 'ACCP', null, NOON, 'earlier'],
      ['refused though cancelled', standing({ state: 'cancelled' }), 'RJCT', null, NOON, 'noted'],
    ] as const,
    ([name]) => name,
    ([, before, status, code, madeAt, effect]) => expect(effectOn(before, { status, code }, madeAt)).toBe(effect),
  ))
