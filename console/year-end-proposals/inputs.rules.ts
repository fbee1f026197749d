// What a person gives for each proposal, as rows of fields, and how it becomes the section that is sent.

type FieldKind = 'text' | 'money' | 'number' | 'account' | 'day' | 'choice'
/** `choices` are values that are sent; an optional field may be empty, and is then left out. */
export type Field = { key: string; kind: FieldKind; choices?: readonly string[]; isOptional?: true; words?: string }
export type Section = { single: readonly Field[]; rows?: { key: string; fields: readonly Field[]; isOptional?: true } }

const money = (key: string, isOptional?: true): Field => ({ key, kind: 'money', ...(isOptional ? { isOptional } : {}) })
const adjustments = { key: 'adjustments', fields: [{ key: 'label', kind: 'text' }, money('amount')] } as const

/** The sections by the kind of their proposal. */
export const sections: Readonly<Record<string, Section>> = {
  stock: {
    single: [{ key: 'valuation', kind: 'choice', choices: ['lowest', 'blanket'] }],
    rows: {
      key: 'items',
      fields: [
        { key: 'name', kind: 'text' },
        { key: 'account', kind: 'choice', choices: ['1460', '1410', '1420', '1440', '1450'] },
        { key: 'quantity', kind: 'number' },
        money('cost'),
        money('netValue', true),
      ],
    },
  },
  doubtfulClaims: {
    single: [],
    rows: {
      key: 'claims',
      fields: [{ key: 'name', kind: 'text' }, money('amount'), money('vat'), { key: 'lossPercent', kind: 'number' }],
    },
  },
  holidayDebt: {
    single: [money('otherContributions', true)],
    rows: {
      key: 'employees',
      fields: [
        { key: 'name', kind: 'text' },
        { key: 'days', kind: 'number' },
        money('dayPay'),
        { key: 'contributions', kind: 'choice', choices: ['full', 'pension', 'none'] },
      ],
    },
  },
  pensionTax: { single: [], rows: adjustments },
  taxDepreciation: {
    single: [
      { key: 'rule', kind: 'choice', choices: ['lowest', 'main'] },
      money('acquired', true),
      money('proceeds', true),
    ],
    rows: {
      key: 'earlier',
      isOptional: true,
      fields: [
        { key: 'year', kind: 'number' },
        { key: 'cost', kind: 'money', words: 'yearCost' },
      ],
    },
  },
  reserve: {
    single: [money('allocation', true)],
    rows: { key: 'reversals', fields: [{ key: 'account', kind: 'account' }, money('amount')] },
  },
  tax: { single: [money('deficit', true)], rows: adjustments },
  resultDecision: { single: [{ key: 'date', kind: 'day' }, money('dividend')] },
}

/** What is typed: texts by the key of their field; of money, öre as text. */
export type Typed = Readonly<Record<string, string>>
export type TypedSection = { single: Typed; rows: readonly Typed[] }

const ORE = 100

const textOf = ({ kind }: Field, value: unknown): string => {
  if (value === null || value === undefined) return ''
  return kind === 'money' ? String(Math.round(Number(value) * ORE)) : String(value)
}

const typedOf = (fields: readonly Field[], value: Readonly<Record<string, unknown>>): Typed =>
  Object.fromEntries(fields.map((field) => [field.key, textOf(field, value[field.key])]))

/** A new row: choices have their first value. */
export const emptyOf = (fields: readonly Field[]): Typed =>
  Object.fromEntries(fields.map(({ key, choices }) => [key, choices?.[0] ?? '']))

/** What stands in the form for a section that is kept, or for none. */
export const typedSection = (
  section: Section,
  kept: Readonly<Record<string, unknown>> | null | undefined,
): TypedSection => {
  const { single, rows } = section
  if (!kept) return { single: emptyOf(single), rows: [] }
  const list = rows ? ((kept[rows.key] ?? []) as Readonly<Record<string, unknown>>[]) : []
  return { single: typedOf(single, kept), rows: rows ? list.map((row) => typedOf(rows.fields, row)) : [] }
}

const sentOf = ({ kind, choices }: Field, text: string): string | number => {
  if (kind === 'money') return Number(text) / ORE
  const isNumber = kind === 'number' || kind === 'account' || choices?.every((one) => /^\d+$/.test(one))
  return isNumber ? Number(text) : text
}

const sent = (fields: readonly Field[], typed: Typed): Record<string, string | number> =>
  Object.fromEntries(
    fields.flatMap((field): [string, string | number][] => {
      const text = typed[field.key] ?? ''
      if (text === '' && field.isOptional) return []
      // An amount that is left empty is none.
      return [[field.key, sentOf(field, text === '' && field.kind === 'money' ? '0' : text)]]
    }),
  )

/** The section as it is sent; rows without any text are left out. */
export const sentSection = ({ single, rows }: Section, typed: TypedSection): Record<string, unknown> => {
  const kept = rows
    ? typed.rows.filter((row) => rows.fields.some(({ key, kind }) => kind !== 'choice' && (row[key] ?? '') !== ''))
    : []
  return {
    ...sent(single, typed.single),
    ...(rows && !(rows.isOptional && kept.length === 0)
      ? { [rows.key]: kept.map((row) => sent(rows.fields, row)) }
      : {}),
  }
}
