// The endpoints of the tax forms of a fiscal year.
import {
  type CompanyRowCall,
  DateOnly,
  DateTime,
  type Language,
  named,
  nullable,
  object,
  type Row,
  row,
  type Static,
  Type,
} from '#http'
import { ledgerContribution } from '#ledger'
import { momentText } from '#platform/day'
import { numberFromOre } from '#platform/money'
import { yearEndRefusals } from '#year-end/refusals'
import { formName } from '#year-end/sru-file.rules'
import { problemSeverities } from './form-checks.rules.ts'
import { formRefusals as refusals } from './form-refusals.ts'
import type { FormCell } from './forms.rules.ts'
import { enterValue, type Place, type TaxForms, takeBackValue, taxFormsFile, taxFormsOf } from './tax-forms.ts'

const path = '/companies/{companyId}/fiscal-years/{fiscalYearId}/tax-forms'
const field = `${path}/{form}/{field}`
const tag = 'Year-end'
/** Most characters of a value and of a note, and most partners. */
const MAX_VALUE = 80
const MAX_NOTE = 500
const MAX_COPIES = 100

const Kronor = Type.Number({ examples: [1250.5] })
const WholeKronor = Type.Integer({ examples: [12000] })
const Account = object({ account: Type.Integer({ examples: [6072] }), name: Type.String(), amount: Kronor })
const Copy = Type.Integer({
  minimum: 1,
  maximum: MAX_COPIES,
  description: 'Of a form that each partner has: which partner; 1 for all others, and if left out',
})

const Field = object({
  field: Type.String({
    examples: ['7653'],
    description: 'Its code in the file; a name of its own on a form that is in no file',
  }),
  row: Type.String({ examples: ['4.3c'], description: 'The row of the paper; empty where it has none' }),
  name: Type.String({ description: 'What the form calls it; it is there in Swedish alone' }),
  kind: Type.Enum(['amount', 'signed', 'cross', 'text', 'identity'], {
    description:
      'amount: whole kronor, never below zero; signed: whole kronor; cross: X or nothing; identity: a personal number or an organization number',
  }),
  sign: Type.Enum(['+', '-', ''], { description: 'How the sum of the form counts it' }),
  amount: nullable(WholeKronor),
  text: nullable(Type.String()),
  automaticAmount: nullable({
    ...WholeKronor,
    description: 'What follows from the accounts, other fields and the law, also where a value was entered',
  }),
  entered: nullable(
    object({
      value: Type.String({ examples: ['12000'] }),
      note: Type.String({ examples: ['Representation över avdragsgillt belopp'] }),
      changedDateTime: DateTime,
      changedBy: Type.String({ examples: ['Anna Ek'] }),
    }),
  ),
  accounts: Type.Array(Account, { description: 'What it is made of, in kronor; debit is positive' }),
  movedFrom: nullable(
    object({ form: Type.String({ examples: ['INK2R'] }), field: Type.String({ examples: ['7450'] }) }),
  ),
  isComputed: Type.Boolean({
    description: 'Whether it follows from the tax computation or a proposal of the year-end',
  }),
})

const TaxFormsGet = named(
  'TaxForms',
  object({
    edition: Type.String({ examples: ['2024P4'], description: 'The period from which these fields hold' }),
    startDate: DateOnly,
    endDate: DateOnly,
    forms: Type.Array(
      object({
        form: Type.String({ examples: ['INK2S'] }),
        name: Type.String({ examples: ['INK2S-2025P4'], description: 'Its name in the file' }),
        copy: Copy,
        title: Type.String({ examples: ['Skattemässiga justeringar'] }),
        isOnPaper: Type.Boolean({
          description:
            'Whether its fields have no published codes: it is in no file, and filled in at the tax authority',
        }),
        fields: Type.Array(Field, { description: 'In the order of the paper' }),
      }),
    ),
    problems: Type.Array(
      object({
        form: Type.String({ examples: ['INK2S'] }),
        copy: Type.Integer(),
        field: nullable(Type.String()),
        severity: Type.Enum([...problemSeverities], {
          description: 'stops: the files are not made before it is settled',
        }),
        message: Type.String(),
      }),
    ),
    rounding: { ...WholeKronor, description: 'What equity was given so that whole kronor balance' },
  }),
)

const shownField = ({ field: of, amount, text, automatic, entered, accounts, from, isComputed }: FormCell) => ({
  field: of.field,
  row: of.row,
  name: of.name,
  kind: of.kind,
  sign: of.sign,
  amount: amount === null ? null : Number(amount),
  text,
  automaticAmount: automatic === null ? null : Number(automatic),
  entered: entered && {
    value: entered.value,
    note: entered.note,
    changedDateTime: momentText(entered.changedAt),
    changedBy: entered.changedBy,
  },
  accounts: accounts.map((one) => ({ account: one.account, name: one.name, amount: numberFromOre(one.ore) })),
  movedFrom: from,
  isComputed,
})

const shown = (
  { edition, year, sheets, problems, rounding }: TaxForms,
  language: Language,
): Static<typeof TaxFormsGet> => ({
  edition: edition.from,
  startDate: year.startDate,
  endDate: year.endDate,
  forms: sheets.map(({ form, copy, title, isOnPaper, cells }) => ({
    form,
    name: formName(form, year.endDate),
    copy,
    title,
    isOnPaper,
    fields: cells.map(shownField),
  })),
  problems: problems.map(({ sentence, ...problem }) => ({ ...problem, message: sentence.in(language) })),
  rounding: Number(rounding),
})

const placeIn = (params: Readonly<Record<string, string>>, copy: number | undefined): Place => ({
  id: params.fiscalYearId ?? '',
  form: params.form ?? '',
  field: params.field ?? '',
  copy: copy ?? 1,
})

const readForms = async (
  call: CompanyRowCall,
  { params, language }: { params: Readonly<Record<string, string>>; language: Language },
) => shown(await taxFormsOf(call, params.fiscalYearId ?? ''), language)

const common = [ledgerContribution.refusals.fiscalYearNotFound]

export const taxFormRows: readonly Row[] = [
  row({
    method: 'GET',
    path,
    tag,
    operationId: 'getTaxForms',
    summary: 'Read the tax forms of a fiscal year',
    description:
      'The forms of the company field by field, in the order of the paper: INK2, INK2R and INK2S of limited companies and cooperatives; INK3, INK3R, INK3S, INK3K and INK3SUF of associations; INK4, INK4R, INK4S and for each partner INK4DU and N3A of partnerships; NE of sole proprietors. A figure has the accounts that it is made of, or the field that it is moved from, or follows from the tax computation. `problems` says what is wrong or doubtful before the files are made.',
    scope: 'reports:read',
    answer: { json: TaxFormsGet },
    tagged: true,
    snapshot: true,
    refusals: [yearEndRefusals.formsInKronor, ...common],
    run: readForms,
  }),
  row({
    method: 'PUT',
    path: field,
    tag,
    operationId: 'putTaxFormValue',
    summary: 'Enter a value on a tax form',
    description:
      'An adjustment, in place of what follows from the accounts, or what no account says; with a note of why. It is kept for the fiscal year.',
    scope: 'reports:write',
    body: named(
      'TaxFormValue',
      object({
        value: Type.String({
          minLength: 1,
          maxLength: MAX_VALUE,
          pattern: '\\S',
          examples: ['12000'],
          description: 'Whole kronor, X for a cross, or text',
        }),
        note: Type.String({
          minLength: 1,
          maxLength: MAX_NOTE,
          pattern: '\\S',
          examples: ['Representation över avdragsgillt belopp'],
        }),
        copy: Type.Optional(Copy),
      }),
    ),
    answer: { json: TaxFormsGet },
    tagged: true,
    current: readForms,
    events: ['tax-form.changed'],
    refusals: [yearEndRefusals.formsInKronor, ...common, refusals.noField],
    example: { body: { value: '12000', note: 'Representation över avdragsgillt belopp' } },
    run: async (call, { params, body: { value, note, copy }, language }) => {
      await enterValue(call, placeIn(params, copy), { value, note })
      return shown(await taxFormsOf(call, params.fiscalYearId ?? ''), language)
    },
  }),
  row({
    method: 'DELETE',
    path: field,
    tag,
    operationId: 'deleteTaxFormValue',
    summary: 'Take back a value on a tax form',
    description: 'The field is what follows from the accounts again.',
    scope: 'reports:write',
    query: object({ copy: Type.Optional(Copy) }),
    answer: 'nothing',
    current: readForms,
    events: ['tax-form.changed'],
    refusals: [yearEndRefusals.formsInKronor, ...common, refusals.noField, refusals.notEntered],
    run: async (call, { params, query }) => {
      await takeBackValue(call, placeIn(params, query.copy))
      return undefined
    },
  }),
  row({
    method: 'GET',
    path: `${path}/files/{file}`,
    tag,
    operationId: 'downloadTaxForms',
    summary: 'Download a file of the tax forms',
    description:
      'INFO.SRU or BLANKETTER.SRU with all forms: both together are what the tax authority’s file transfer (Filöverföring) takes. ISO 8859-1. Refused with everything that stops it. With `partner`, the form N3A of that partner, which the partner hands in.',
    scope: 'reports:read',
    query: object({
      partner: Type.Optional(
        Type.Integer({ minimum: 1, maximum: MAX_COPIES, description: 'Which partner of a partnership' }),
      ),
    }),
    answer: { file: 'application/octet-stream' },
    snapshot: true,
    refusals: [
      yearEndRefusals.formsInKronor,
      ...common,
      refusals.noFile,
      refusals.noPartner,
      refusals.notReady,
      yearEndRefusals.noPostalAddress,
    ],
    run: (call, { params: { fiscalYearId: id = '', file = '' }, query: { partner } }) =>
      taxFormsFile(call, { id, file, partner }),
  }),
]
