// The endpoints of SRU: the tax return figures, and their files.
import { DateOnly, named, object, type Row, row, Type } from '#http'
import { ledgerContribution } from '#ledger'
import { numberFromOre } from '#platform/money'
import { yearEndRefusals as refusals } from './refusals.ts'
import { type Sru, sruFile, sruOf } from './sru.ts'
import { formName } from './sru-file.rules.ts'

const path = '/companies/{companyId}/fiscal-years/{fiscalYearId}/sru'
const common = { method: 'GET', tag: 'Year-end', scope: 'reports:read', snapshot: true } as const

const Kronor = Type.Number({ examples: [1250.5] })
const Account = object({ account: Type.Integer({ examples: [1930] }), name: Type.String(), amount: Kronor })

const SruGet = named(
  'SruFigures',
  object({
    form: Type.String({ examples: ['INK2R-2025P4'] }),
    startDate: DateOnly,
    endDate: DateOnly,
    fields: Type.Array(
      object({
        field: Type.String({ examples: ['7281'] }),
        line: Type.String({ examples: ['2.26'], description: 'The line of the form' }),
        name: Type.String({
          examples: ['Kassa, bank och redovisningsmedel'],
          description: 'What the form calls it; it is there in Swedish alone',
        }),
        amount: Type.Integer({ description: 'Whole kronor, as the field has it' }),
        accounts: Type.Array(Account, { description: 'What it is made of, in kronor; debit is positive' }),
      }),
    ),
    unmapped: Type.Array(Account, { description: 'Accounts with a balance that no field has' }),
    unbookedResult: { ...Kronor, description: 'The result that is not booked yet: equity has it all the same' },
    rounding: Type.Integer({ description: 'What equity was given so that whole kronor balance' }),
    difference: { ...Kronor, description: 'What the balance sheet lacks to balance; 0 in sound books' },
  }),
)

const account = (one: { account: number; name: string; ore: bigint }) => ({
  account: one.account,
  name: one.name,
  amount: numberFromOre(one.ore),
})

const shown = ({ sheet, forms: { year, unmapped, unbooked, rounding, difference } }: Sru) => ({
  form: formName(sheet.form, year.endDate),
  startDate: year.startDate,
  endDate: year.endDate,
  fields: sheet.cells.map(({ field: { field, row: line, name }, amount, accounts }) => ({
    field,
    line,
    name,
    amount: Number(amount ?? 0n),
    accounts: accounts.map(account),
  })),
  unmapped: unmapped.map(account),
  unbookedResult: numberFromOre(unbooked),
  rounding: Number(rounding),
  difference: numberFromOre(difference),
})

export const sruRows: readonly Row[] = [
  row({
    ...common,
    path,
    operationId: 'getSru',
    summary: 'Read the figures for the tax return',
    description:
      'The fields of the form of the accounts alone in whole kronor, each with its accounts: INK2R, INK3R, INK4R or the first page of NE, as the tax forms have them (`…/tax-forms`), what was entered there included. A field is that of the SRU code of an account, or of its number. A header warns of accounts that no field has.',
    answer: { json: SruGet },
    refusals: [refusals.formsInKronor, ledgerContribution.refusals.fiscalYearNotFound],
    run: async (call, { params }) => shown(await sruOf(call, params.fiscalYearId ?? '')),
  }),
  row({
    ...common,
    path: `${path}/{file}`,
    operationId: 'downloadSru',
    summary: 'Download a file for the tax return',
    description:
      'INFO.SRU or BLANKETTER.SRU with the form of the accounts alone: both together are what the tax authority’s file transfer (Filöverföring) takes. ISO 8859-1. The files of all forms are at `…/tax-forms/files`.',
    answer: { file: 'application/octet-stream' },
    refusals: [
      refusals.formsInKronor,
      ledgerContribution.refusals.fiscalYearNotFound,
      refusals.noSruFile,
      refusals.noPostalAddress,
    ],
    run: (call, { params: { fiscalYearId: id = '', file = '' } }) => sruFile(call, { id, file }),
  }),
]
