// The tax forms of a fiscal year, what is entered on them by hand, and their files.
import type { FileAnswer } from '#http'
import { companyInformation } from '#identity'
import { type FiscalYear, getFiscalYear, requireKronor } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { type FieldError, faultSaying, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { lawOn } from '#rule/law'
import type { LawKey } from '#rule/law-keys'
import { booksOf } from '#year-end/proposals/books'
import { inputsOf } from '#year-end/proposals/inputs'
import { yearEndRefusals } from '#year-end/refusals'
import { computedOf } from './computed.rules.ts'
import { type Edition, editionFor, type FormField, formsOf } from './edition.ts'
import { formAccountsOf } from './form-accounts.ts'
import { type FormProblem, problemsOf, valuesOf } from './form-checks.rules.ts'
import { fileOfForms, formFiles } from './form-files.ts'
import { formFaults as faults, formRefusals as refusals } from './form-refusals.ts'
import {
  type Entered,
  type FormCell,
  type FormSheet,
  type Forms,
  formsOfPartners,
  formsOfYear,
  isAmount,
} from './forms.rules.ts'

export type TaxForms = Forms & { year: FiscalYear; edition: Edition; problems: FormProblem[] }

/** The forms of a year with what is wrong in them; reads one snapshot. */
export const taxFormsOf = async (call: CompanyCall, id: string): Promise<TaxForms> => {
  const year = await getFiscalYear(call, id)
  const { edition, forms } = await formsOfCompany(call, year)
  const books = await booksOf(call, id)
  const { inputs } = await inputsOf(call, id)
  const { accounts, earlier } = await formAccountsOf(call, books)
  const entered = await enteredIn(call, id)
  const rates = ratesOn(year)
  const computed = computedOf(books, inputs)
  const found = formsOfYear({ edition, forms, accounts, earlier, entered, rates, computed })
  const problems = problemsOf({ forms: found, edition, isOpen: year.status === 'open', rates, computed })
  return { ...found, year, edition, problems }
}

/**
 * The form of the accounts with the fields that follow from them, in the order of their numbers: INK2R, INK3R, INK4R or
 * the first page of NE.
 */
export const accountsSheetOf = ({ sheets, edition }: TaxForms): FormSheet => {
  const sheet = sheets.find(({ form }) => edition.forms[form]?.accounts)
  const accounts = sheet && edition.forms[sheet.form]?.accounts
  if (!accounts) throw new Error(`The edition ${edition.from} has no form of accounts`)
  const fields = new Set([
    accounts.equity,
    ...accounts.total,
    ...[...accounts.balance, ...accounts.result].flatMap(({ field, other = field }) => [field, other]),
  ])
  const isFilled = ({ amount, accounts: of }: FormCell) => (amount !== null && amount !== 0n) || of.length > 0
  const cells = sheet.cells.filter((cell) => fields.has(cell.field.field) && isFilled(cell))
  return { ...sheet, cells: cells.sort((one, other) => Number(one.field.field) - Number(other.field.field)) }
}

const formsOfCompany = async (
  call: CompanyCall,
  { endDate }: FiscalYear,
): Promise<{ edition: Edition; forms: readonly string[] }> => {
  await requireKronor(call, yearEndRefusals.formsInKronor)
  const { companyType } = await companyInformation(call)
  const edition = editionFor(endDate)
  const forms = formsOf(edition, companyType)
  if (forms.length === 0) throw new Error(`The edition ${edition.from} has no tax forms of a ${companyType}`)
  return { edition, forms }
}

/** The law of the day when the year ends: kronor, or hundredths of a percent. */
const ratesOn =
  ({ endDate }: FiscalYear) =>
  (key: LawKey): bigint | null => {
    const found = lawOn(endDate).find(key)
    if (found === null) return null
    return key === 'interestAllocation.least' ? BigInt(found.value) : BigInt(Math.round(found.value * 100))
  }

const enteredIn = ({ db, companyId }: CompanyCall, fiscalYearId: string): Promise<Entered[]> =>
  db.rows<Entered>(sql`
    select v.form, v.copy, v.field, v.value, v.note, v.changed_at as "changedAt", v.changed_by as "changedBy"
    from year_end.tax_form_value v where v.company_id = ${companyId} and v.fiscal_year_id = ${fiscalYearId}
    order by v.form, v.copy, v.field`)

export type Place = { id: string; form: string; field: string; copy: number }

const requireField = async (call: CompanyCall, { id, form, field, copy }: Place): Promise<FormField> => {
  const { edition, forms } = await formsOfCompany(call, await getFiscalYear(call, id))
  const found = edition.forms[form]?.fields.find((one) => one.field === field)
  const isCopy = copy === 1 || formsOfPartners.has(form)
  if (!forms.includes(form) || !found || !isCopy) throw refusals.noField({ form, field, copy })
  return found
}

/** Enters a value by hand, with why, in place of what follows from the accounts. */
export const enterValue = async (
  call: CompanyCall,
  place: Place,
  given: { value: string; note: string },
): Promise<void> => {
  const { id, form, field, copy } = place
  const value = given.value.trim()
  refuseIfAny(wrongIn(await requireField(call, place), value))
  const before = await valueBefore(call, place)
  await call.db.rows(sql`
    insert into year_end.tax_form_value (company_id, fiscal_year_id, form, copy, field, value, note, changed_at,
      changed_by)
    values (${call.companyId}, ${id}, ${form}, ${copy}, ${field}, ${value}, ${given.note.trim()}, ${call.now},
      ${call.actor.name})
    on conflict (company_id, fiscal_year_id, form, copy, field) do update
      set value = excluded.value, note = excluded.note, changed_at = excluded.changed_at,
        changed_by = excluded.changed_by`)
  recordEvent(call, 'tax-form.changed', { id }, { form, copy, field, value, note: given.note.trim(), before })
}

const valueBefore = async (
  { db, companyId }: CompanyCall,
  { id, form, field, copy }: Place,
): Promise<string | null> => {
  const found = await db.maybe<{ value: string }>(sql`
    select value from year_end.tax_form_value
    where company_id = ${companyId} and fiscal_year_id = ${id} and form = ${form} and copy = ${copy}
      and field = ${field}`)
  return found?.value ?? null
}

/** Takes an entered value back: the field is what follows from the accounts again. */
export const takeBackValue = async (call: CompanyCall, place: Place): Promise<void> => {
  const { id, form, field, copy } = place
  await requireField(call, place)
  const gone = await call.db.rows<{ value: string }>(sql`
    delete from year_end.tax_form_value
    where company_id = ${call.companyId} and fiscal_year_id = ${id} and form = ${form} and copy = ${copy}
      and field = ${field}
    returning value`)
  if (gone.length === 0) throw refusals.notEntered({ form, field })
  recordEvent(call, 'tax-form.changed', { id }, { form, copy, field, value: null, before: gone[0]?.value ?? null })
}

/** Most characters of a text without a limit of its own, and digits of an amount in the files. */
const MAX_TEXT = 80

const wrongIn = (field: FormField, value: string): FieldError[] => {
  const at = '#/value'
  if (isAmount(field)) {
    if (!/^-?\d{1,12}$/.test(value)) return [faults.kronor(at)]
    return field.kind === 'amount' && value.startsWith('-') ? [faults.negative(at)] : []
  }
  if (field.kind === 'cross') return value === 'X' ? [] : [faults.cross(at)]
  if (field.kind === 'identity') return /^\d{6}(?:\d{2})?-?\d{4}$/.test(value) ? [] : [faults.number(at)]
  const limit = field.longest ?? MAX_TEXT
  return value.length > limit || value.includes('#') ? [faults.text(at, { limit })] : []
}

/**
 * One of the two files; refused with everything that stops it. Of a partner of a partnership the files have the
 * partner's own form, N3A.
 */
export const taxFormsFile = async (
  call: CompanyCall,
  { id, file, partner }: { id: string; file: string; partner: number | undefined },
): Promise<FileAnswer> => {
  const name = formFiles.find((one) => one === file)
  if (!name) throw refusals.noFile({ file, known: formFiles.join(', ') })
  const forms = await taxFormsOf(call, id)
  requireReady(forms)
  const sheets = forms.sheets.filter(({ form, copy }) =>
    partner === undefined ? form !== 'N3A' : form === 'N3A' && copy === partner,
  )
  return fileOfForms(call, {
    file: name,
    year: forms.year,
    sheets: sheets.filter(hasValues),
    partner: partner === undefined ? null : numberOf(forms, partner),
  })
}

/** Forms that the company has nothing to say on are left out, but never those of its accounts. */
const hasValues = (sheet: FormSheet): boolean => isOfAccounts(sheet) || valuesOf(sheet).length > 0

const isOfAccounts = ({ form }: FormSheet): boolean => form.endsWith('R') || form === 'INK2' || form === 'NE'

const numberOf = ({ sheets }: TaxForms, partner: number): string => {
  const sheet = sheets.find(({ form, copy }) => form === 'INK4DU' && copy === partner)
  const text = sheet?.cells.find(({ field }) => field.field === '8100')?.text
  if (!text) throw refusals.noPartner({ partner })
  return text
}

const requireReady = ({ problems }: TaxForms): void => {
  const stopping = problems.filter(({ severity }) => severity === 'stops')
  if (stopping.length === 0) return
  const errors = stopping.map(({ form, field, sentence }) => faultSaying(`#/${form}/${field ?? ''}`, sentence))
  throw refusals.notReady({ count: stopping.length }, errors)
}
