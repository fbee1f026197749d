// The file of the employer's return (AGI): what is stated of each person and in all, checked and written as the tax
// authority reads it. A statement with the same employer, payee, period and number replaces the earlier one; a removal
// has the keys alone.
import { type XmlNode, xmlText } from '#paper'
import {
  type Field,
  type IndividualField,
  individualFields,
  type MainField,
  mainFields,
  type PayeeField,
  payeeFields,
  taxFields,
  validPeriods,
  withheldFields,
} from './agi-fields.ts'

type Contact = { name: string; phone: string; email: string; subject?: string }
type TechnicalContact = Contact & { address?: { line1?: string; line2?: string; postalCode?: string; city?: string } }

type Values<Name extends string> = Partial<Record<Name, string>>

/** The payee: a number of 12 digits, a date of birth, or another identity; and what else is stated of them. */
type Payee = { id: { kind: 'number' | 'birthDate' | 'other'; text: string }; fields: Values<PayeeField> }

type Statement =
  | { kind: 'main'; period: string; fields: Values<MainField> }
  | { kind: 'individual'; period: string; payee: Payee; number: string; fields: Values<IndividualField> }
  | { kind: 'removal'; period: string; payee: Payee; number: string }

/** A day's absence with a right to parental benefit, as a share in percent or in hours. */
type Absence = {
  period: string
  day: string
  /** 12 digits */
  payee: string
  number: string
  what: 'TILLFALLIG_FORALDRAPENNING' | 'FORALDRAPENNING' | 'removed'
  extent: { in: 'percent' | 'hours'; value: string } | null
}

/** A return. Numbers of companies and people have 12 digits, periods are `YYYYMM`. */
export type Return = {
  program: string
  senderId: string
  technicalContact: TechnicalContact
  /** Swedish time without zone: `2026-06-12T09:30:00`. */
  madeAt: string
  employerId: string
  contacts: readonly Contact[]
  statements: readonly Statement[]
  absences: readonly Absence[]
}

const INSTANCE = 'http://xmls.skatteverket.se/se/skatteverket/da/instans/schema/1.1'
const COMPONENT = 'http://xmls.skatteverket.se/se/skatteverket/da/komponent/schema/1.1'

/** The elements of a record, each with its prefix; without those that have no value. */
const prefixed = (tree: Record<string, XmlNode[string] | undefined>): XmlNode =>
  Object.fromEntries(
    Object.entries(tree).flatMap(([name, node]) => (node === undefined ? [] : [[`agd:${name}`, node]])),
  )

const coded = (code: string, value: string): XmlNode => ({ '@faltkod': code, '#': value })

/** The fields in the order of their table. */
const fieldsOf = <Name extends string>(table: Readonly<Record<Name, Field>>, values: Values<Name>): XmlNode =>
  prefixed(
    Object.fromEntries(
      (Object.entries(table) as [Name, Field][]).map(([name, [code]]) => {
        const value = values[name]
        return [name, value === undefined ? undefined : coded(code, value)]
      }),
    ),
  )

const personOf = ({ name, phone, email }: Contact) => ({ Namn: name, Telefon: phone, Epostadress: email })

/** The text of a file, in UTF-8. */
export const returnText = (content: Return): string => {
  const { address = {}, ...person } = content.technicalContact
  return xmlText({
    Skatteverket: {
      '@omrade': 'Arbetsgivardeklaration',
      '@xmlns': INSTANCE,
      '@xmlns:agd': COMPONENT,
      ...prefixed({
        Avsandare: prefixed({
          Programnamn: content.program,
          Organisationsnummer: content.senderId,
          TekniskKontaktperson: prefixed({
            ...personOf(person),
            Utdelningsadress1: address.line1,
            Utdelningsadress2: address.line2,
            Postnummer: address.postalCode,
            Postort: address.city,
          }),
          Skapad: content.madeAt,
        }),
        Blankettgemensamt: prefixed({
          Arbetsgivare: prefixed({
            AgRegistreradId: content.employerId,
            Kontaktperson: content.contacts.map((one) => prefixed({ ...personOf(one), Sakomrade: one.subject })),
          }),
        }),
        Blankett: content.statements.map((one) => formOf(content, one)),
        Franvarouppgift: content.absences.map((one) => absenceOf(content, one)),
      }),
    },
  })
}

const formOf = ({ employerId }: Return, statement: Statement): XmlNode =>
  prefixed({
    Arendeinformation: prefixed({ Arendeagare: employerId, Period: statement.period }),
    Blankettinnehall:
      statement.kind === 'main'
        ? prefixed({ HU: mainOf(employerId, statement) })
        : prefixed({ IU: individualOf(employerId, statement) }),
  })

const mainOf = (employerId: string, { period, fields }: Extract<Statement, { kind: 'main' }>): XmlNode => ({
  ...prefixed({
    ArbetsgivareHUGROUP: prefixed({ AgRegistreradId: coded('201', employerId) }),
    RedovisningsPeriod: coded('006', period),
  }),
  ...fieldsOf(mainFields, fields),
})

const identities: Readonly<Record<Payee['id']['kind'], readonly [name: string, code: string]>> = {
  number: ['BetalningsmottagarId', '215'],
  birthDate: ['Fodelsetid', '222'],
  other: ['AnnatId', '224'],
}

const individualOf = (employerId: string, statement: Exclude<Statement, { kind: 'main' }>): XmlNode => {
  const { payee, period, number } = statement
  const [name, code] = identities[payee.id.kind]
  return {
    ...prefixed({
      ArbetsgivareIUGROUP: prefixed({ AgRegistreradId: coded('201', employerId) }),
      BetalningsmottagareIUGROUP: {
        ...prefixed({ BetalningsmottagareIDChoice: prefixed({ [name]: coded(code, payee.id.text) }) }),
        ...fieldsOf(payeeFields, payee.fields),
      },
      RedovisningsPeriod: coded('006', period),
      Specifikationsnummer: coded('570', number),
      Borttag: statement.kind === 'removal' ? coded('205', '1') : undefined,
    }),
    ...(statement.kind === 'individual' ? fieldsOf(individualFields, statement.fields) : {}),
  }
}

const extents = {
  TILLFALLIG_FORALDRAPENNING: { percent: ['FranvaroProcentTFP', '824'], hours: ['FranvaroTimmarTFP', '825'] },
  FORALDRAPENNING: { percent: ['FranvaroProcentFP', '826'], hours: ['FranvaroTimmarFP', '827'] },
} as const

const absenceOf = ({ employerId }: Return, { period, day, payee, number, what, extent }: Absence): XmlNode => {
  const [name, code] = what === 'removed' || extent === null ? [] : extents[what][extent.in]
  return prefixed({
    AgRegistreradId: coded('201', employerId),
    RedovisningsPeriod: coded('006', period),
    FranvaroDatum: coded('821', day),
    BetalningsmottagarId: coded('215', payee),
    FranvaroSpecifikationsnummer: coded('822', number),
    FranvaroChoice: prefixed(
      what === 'removed' ? { FranvaroBorttag: coded('820', '1') } : { FranvaroTyp: coded('823', what) },
    ),
    ...(name && code && extent ? { [name]: coded(code, extent.value) } : {}),
  })
}

/** What keeps a return from being filed; `at` is the index of the statement, null for the whole. */
type ReturnFault = {
  at: number | null
  what: 'identity' | 'period' | 'amount' | 'cross' | 'tax' | 'twice' | 'notValid' | 'sumOfTax' | 'main' | 'text'
}

const IDENTITY = /^\d{12}$/
const PERIOD = /^20\d\d(?:0[1-9]|1[0-2])$/
const AMOUNT = /^\d{1,12}$/
const NUMBER = /^\d{1,10}$/

/** The checks before the file: what the tax authority refuses, or asks to be mended before the return is filed. */
export const wrongInReturn = ({ employerId, statements }: Return): ReturnFault[] => {
  const seen = new Set<string>()
  const faults = statements.flatMap((statement, at): ReturnFault[] => {
    const found = wrongInStatement(statement)
    const key = keyOf(statement)
    if (seen.has(key)) found.push('twice')
    seen.add(key)
    return found.map((what) => ({ at, what }))
  })
  const whole: ReturnFault['what'][] = [
    ...(IDENTITY.test(employerId) ? [] : (['identity'] as const)),
    ...wrongInWhole(statements),
  ]
  return [...whole.map((what) => ({ at: null, what })), ...faults]
}

const keyOf = (statement: Statement): string =>
  statement.kind === 'main'
    ? statement.period
    : [statement.period, statement.payee.id.text, Number(statement.number)].join(' ')

const wrongInStatement = (statement: Statement): ReturnFault['what'][] => {
  const { period } = statement
  const faults: ReturnFault['what'][] = PERIOD.test(period) ? [] : ['period']
  if (statement.kind === 'main') return [...faults, ...wrongInFields(mainFields, statement.fields, period)]
  const { payee, number } = statement
  const isKnown = payee.id.kind === 'number' ? IDENTITY.test(payee.id.text) : payee.id.text !== ''
  if (!isKnown || !NUMBER.test(number) || Number(number) === 0) faults.push('identity')
  if (statement.kind === 'removal') return faults
  const { fields } = statement
  if (taxFields.filter((name) => fields[name] !== undefined).length !== 1) faults.push('tax')
  return [
    ...faults,
    ...wrongInFields(individualFields, fields, period),
    ...wrongInFields(payeeFields, payee.fields, period),
  ]
}

const wrongInFields = <Name extends string>(
  table: Readonly<Record<Name, Field>>,
  values: Values<Name>,
  period: string,
): ReturnFault['what'][] =>
  (Object.entries(table) as [Name, Field][]).flatMap(([name, [, holds]]): ReturnFault['what'][] => {
    const value = values[name]
    if (value === undefined) return []
    const { from = '', to = '999999' } = validPeriods[name as unknown as IndividualField] ?? {}
    if (period < from || period > to) return ['notValid']
    if (holds === 'amount') return AMOUNT.test(value) ? [] : ['amount']
    if (holds === 'cross') return value === '1' ? [] : ['cross']
    return value.trim() === '' || /[<>]/.test(value) ? ['text'] : []
  })

/** The main statement of each period states the tax of all its individual statements, where the file has them all. */
const wrongInWhole = (statements: readonly Statement[]): ReturnFault['what'][] => {
  const mains = statements.filter((one) => one.kind === 'main')
  const periods = new Set(statements.map(({ period }) => period))
  const isWithoutMain = [...periods].some((period) => !mains.some((one) => one.period === period))
  return [
    ...(isWithoutMain ? (['main'] as const) : []),
    ...mains.flatMap(({ period, fields }) => {
      const stated = Number(fields.SummaSkatteavdr ?? 0)
      const withheld = statements.flatMap((one) =>
        one.kind === 'individual' && one.period === period
          ? withheldFields.map((name) => Number(one.fields[name] ?? 0))
          : [],
      )
      return stated === withheld.reduce((sum, one) => sum + one, 0) ? [] : (['sumOfTax'] as const)
    }),
  ]
}
