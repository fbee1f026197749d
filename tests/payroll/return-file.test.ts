// The file of the employer's return: samples are read and written alike, are valid by the schema, and what the tax
// authority would refuse is found before.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Return, returnText, wrongInReturn } from '#rules/payroll/returns/agi'
import { differing, statementsOf } from '#rules/payroll/returns/month'
import { individualFields, mainFields, payeeFields } from '#server/payroll/returns/agi-fields'
import { every } from '#support/every'
import { needs, PAYROLL_FILES } from '#support/needs'
import { element, elements, readXml, text, textIn } from '#text/xml'

const fault = { said: () => ({ in: () => 'no XML' }) as never }
const treeOf = (file: string): unknown =>
  readXml(
    Buffer.from(file),
    { notXml: fault, malformed: fault, unreadable: fault },
    {
      elements: 10_000,
      attributes: 10_000,
      references: 100,
    },
  ).Skatteverket

const inside = (of: unknown, ...names: [string, ...string[]]): string => text(of, ...names) ?? ''
const optional = <Name extends string>(of: unknown, name: Name, as: string) => {
  const found = text(of, name)
  return found === null ? {} : { [as]: found }
}
const fieldsIn = (table: object, of: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.keys(table).flatMap((name) => {
      const value = textIn(element(of, name))
      return value === null ? [] : [[name, value]]
    }),
  )

const contactOf = (of: unknown) => ({
  name: inside(of, 'Namn'),
  phone: inside(of, 'Telefon'),
  email: inside(of, 'Epostadress'),
  ...optional(of, 'Sakomrade', 'subject'),
})

const payeeOf = (of: unknown): object => {
  const choice = element(of, 'BetalningsmottagareIDChoice')
  const id = { kind: 'number', text: inside(choice, 'BetalningsmottagarId') }
  return { id, fields: fieldsIn(payeeFields, of) }
}

const statementOf = (form: unknown): object => {
  const main = element(form, 'Blankettinnehall', 'HU')
  const of = main ?? element(form, 'Blankettinnehall', 'IU')
  const period = inside(of, 'RedovisningsPeriod')
  if (main) return { kind: 'main', period, fields: fieldsIn(mainFields, main) }
  const payee = payeeOf(element(of, 'BetalningsmottagareIUGROUP'))
  const number = inside(of, 'Specifikationsnummer')
  if (text(of, 'Borttag')) return { kind: 'removal', period, payee, number }
  return { kind: 'individual', period, payee, number, fields: fieldsIn(individualFields, of) }
}

const absenceOf = (of: unknown): object => {
  const share = text(of, 'FranvaroProcentTFP') ?? text(of, 'FranvaroProcentFP')
  const hours = text(of, 'FranvaroTimmarTFP') ?? text(of, 'FranvaroTimmarFP')
  return {
    period: inside(of, 'RedovisningsPeriod'),
    day: inside(of, 'FranvaroDatum'),
    payee: inside(of, 'BetalningsmottagarId'),
    number: inside(of, 'FranvaroSpecifikationsnummer'),
    what: text(of, 'FranvaroChoice', 'FranvaroTyp') ?? 'removed',
    extent: share ? { in: 'percent', value: share } : { in: 'hours', value: hours ?? '' },
  }
}

/** A return as its file says it; the file is checked by what is written of it. */
const returnOf = (file: string): Return => {
  const tree = treeOf(file)
  const technical = element(tree, 'Avsandare', 'TekniskKontaktperson')
  return {
    program: inside(tree, 'Avsandare', 'Programnamn'),
    senderId: inside(tree, 'Avsandare', 'Organisationsnummer'),
    technicalContact: {
      ...contactOf(technical),
      address: {
        ...optional(technical, 'Utdelningsadress1', 'line1'),
        ...optional(technical, 'Utdelningsadress2', 'line2'),
        ...optional(technical, 'Postnummer', 'postalCode'),
        ...optional(technical, 'Postort', 'city'),
      },
    },
    madeAt: inside(tree, 'Avsandare', 'Skapad'),
    employerId: inside(tree, 'Blankettgemensamt', 'Arbetsgivare', 'AgRegistreradId'),
    contacts: elements(tree, 'Blankettgemensamt', 'Arbetsgivare', 'Kontaktperson').map(contactOf),
    statements: elements(tree, 'Blankett').map(statementOf) as Return['statements'],
    absences: elements(tree, 'Franvarouppgift').map(absenceOf) as Return['absences'],
  }
}

/** A tree without the attributes of its root, which name the schema's place too. */
const contentOf = (file: string): object =>
  Object.fromEntries(Object.entries(treeOf(file) as object).filter(([name]) => !name.startsWith('@')))

const samples = (): [name: string, file: string][] => {
  const folder = join(PAYROLL_FILES, 'agi-samples')
  return readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')])
}

test('samples are written as they were read', () => {
  needs('payroll')
  return every(
    samples(),
    ([name]) => name,
    ([, file]) => {
      const written = returnText(returnOf(file))
      expect(contentOf(written)).toEqual(contentOf(file))
      expect(wrongInReturn(returnOf(file))).toEqual([])
    },
  )
})

const expectValid = (files: readonly [name: string, text: string][]): void => {
  const folder = mkdtempSync(join(tmpdir(), 'return-'))
  const schema = join(PAYROLL_FILES, 'agi-rebuilt-schema', 'arbetsgivardeklaration.xsd')
  try {
    for (const [name, file] of files) {
      writeFileSync(join(folder, name), file)
      const { status, stderr } = spawnSync('xmllint', ['--noout', '--schema', schema, join(folder, name)])
      expect([name, status, String(stderr).replace(/.* validates\n/, '')]).toEqual([name, 0, ''])
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('what is written is valid by the schema', () => {
  needs('payroll')
  needs('xmllint')
  expectValid(samples().map(([name, file]) => [name, returnText(returnOf(file))]))
})

const paid = (number: string, changes: object = {}) => ({
  number,
  birthYear: 1985,
  statement: 1,
  taxKind: 'table',
  taxOre: 930_000n,
  lines: [
    { payType: 'monthlyPay' as const, ore: 3_000_050n, from: null, quantity: null },
    { payType: 'carBenefit' as const, ore: 400_000n, from: null, quantity: null },
    { payType: 'freeMileage' as const, ore: 30_000n, from: null, quantity: null },
    { payType: 'parentalLeave' as const, ore: -50_000n, from: '2026-05-06', quantity: 7500n },
  ],
  ...changes,
})

test('a month of pay and its correction are valid by the schema', () => {
  needs('payroll')
  needs('xmllint')
  const first = statementsOf([paid('198501010022'), paid('198601010021', { taxKind: 'abroad' })], '202605')
  const later = differing(statementsOf([paid('198501010022', { taxOre: 900_000n })], '202605'), first)
  const whole = stating()
  expectValid([
    ['month.xml', returnText({ ...whole, ...first })],
    ['correction.xml', returnText({ ...whole, ...later })],
  ])
})

const payee = { id: { kind: 'number', text: '198202252386' }, fields: {} } as const
const main = (fields: object = {}) => ({
  kind: 'main',
  period: '202605',
  fields: { SummaSkatteavdr: '9300', ...fields },
})
const one = (fields: object = {}, changes: object = {}) => ({
  kind: 'individual',
  period: '202605',
  payee,
  number: '1',
  fields: { KontantErsattningUlagAG: '28500', AvdrPrelSkatt: '9300', ...fields },
  ...changes,
})
const stating = (...statements: object[]): Return => {
  const person = { name: 'Anna Ek', phone: '08-123456', email: 'anna@example.com' }
  return {
    program: 'Prov',
    senderId: '165560269986',
    technicalContact: person,
    madeAt: '2026-06-02T09:42:25',
    employerId: '165560269986',
    contacts: [person],
    statements: statements as unknown as Return['statements'],
    absences: [],
  }
}

const wrong: [what: string, of: Return, faults: string[]][] = [
  ['nothing', stating(main(), one()), []],
  ['two employments of a person', stating(main({ SummaSkatteavdr: '18600' }), one(), one({}, { number: '2' })), []],
  [
    'the same statement twice',
    stating(main({ SummaSkatteavdr: '18600' }), one(), one({}, { number: '01' })),
    ['twice'],
  ],
  ['no tax field', stating(main({ SummaSkatteavdr: '0' }), one({ AvdrPrelSkatt: undefined })), ['tax']],
  ['two tax fields', stating(main(), one({ AvdrSkattSINK: '0' })), ['tax']],
  ['another sum of tax', stating(main({ SummaSkatteavdr: '9301' }), one()), ['sumOfTax']],
  ['öre', stating(main(), one({ KontantErsattningUlagAG: '28500.50' })), ['amount']],
  ['a negative amount', stating(main(), one({ KontantErsattningUlagAG: '-1' })), ['amount']],
  ['a cross of 0', stating(main(), one({ Traktamente: '0' })), ['cross']],
  ['a field of earlier years', stating(main(), one({ VaxaStod: '1' })), ['notValid']],
  ['a sign that is refused', stating(main(), one({ ArbetsplatsensOrt: '<Umeå' })), ['text']],
  ['no main statement', stating(one()), ['main']],
  [
    'a short number',
    stating(main(), one({}, { payee: { id: { kind: 'number', text: '8202252386' }, fields: {} } })),
    ['identity'],
  ],
  ['no such month', stating({ ...main(), period: '202613' }, one({}, { period: '202613' })), ['period', 'period']],
]

test('what the tax authority would refuse is found before', () =>
  every(
    wrong,
    ([what]) => what,
    ([, of, faults]) => expect(wrongInReturn(of).map(({ what }) => what)).toEqual(faults),
  ))
