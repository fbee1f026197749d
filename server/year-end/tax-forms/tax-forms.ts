// The tax forms of a fiscal year, what is entered on them by hand, and their files.
import { writeFile } from 'node:fs/promises'
import type { FileAnswer } from '#http'
import { companyInformation } from '#identity'
import { type FiscalYear, getFiscalYear } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import { type FieldError, faultSaying, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { lawOn } from '#rule/law'
import type { LawKey } from '#rule/law-keys'
import { yearEndRefusals } from '#year-end/refusals'
import { accountsOf, momentIn, twelveDigits } from '#year-end/sru'
import { formName, formsFile, infoFile } from '#year-end/sru-file.rules'
import { type Edition, editionFor, type FormField, formsOf } from './edition.ts'
import { type FormProblem, problemsOf, valuesOf } from './form-checks.rules.ts'
import { formFaults as faults, formRefusals as refusals } from './form-refusals.ts'
import { type Entered, type FormSheet, type Forms, formsOfPartners, formsOfYear, isAmount } from './forms.rules.ts'

export type TaxForms = Forms & { year: FiscalYear; edition: Edition; problems: FormProblem[] }

/** The forms of a year with what is wrong in them; reads one snapshot. */
export const taxFormsOf = async (call: CompanyCall, id: string): Promise<TaxForms> => {
  const year = await getFiscalYear(call, id)
  const { edition, forms } = await formsOfCompany(call, year)
  const { accounts, earlier } = await accountsOf(call, id)
  const entered = await enteredIn(call, id)
  const rates = ratesOn(year)
  const found = formsOfYear({ edition, forms, accounts, earlier, entered, rates })
  const problems = problemsOf({ forms: found, edition, isOpen: year.status === 'open', rates })
  return { ...found, year, edition, problems }
}

const formsOfCompany = async (
  call: CompanyCall,
  { endDate }: FiscalYear,
): Promise<{ edition: Edition; forms: readonly string[] }> => {
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

const FILES = ['INFO.SRU', 'BLANKETTER.SRU'] as const

/** Forms whose block has no name of the one who hands it in. */
const UNNAMED: ReadonlySet<string> = new Set(['INK2'])

/**
 * One of the two files; refused with everything that stops it. Of a partner of a partnership the files have the
 * partner's own form, N3A.
 */
export const taxFormsFile = async (
  call: CompanyCall,
  { id, file, partner }: { id: string; file: string; partner: number | undefined },
): Promise<FileAnswer> => {
  const name = FILES.find((one) => one === file)
  if (!name) throw refusals.noFile({ file, known: FILES.join(', ') })
  const forms = await taxFormsOf(call, id)
  const { organizationNumber, address, ...company } = await companyInformation(call)
  const { postalCode, city } = address
  if (postalCode === '' || city === '') throw yearEndRefusals.noPostalAddress()
  requireReady(forms)
  const today = dayOf(call.now)
  const own = twelveDigits(organizationNumber, today)
  const moment = momentIn(call.now)
  const sender = { number: own, name: company.name, postalCode, city, email: company.email, phone: company.phone }
  const number = partner === undefined ? own : twelveDigits(numberOf(forms, partner), today)
  const sheets = forms.sheets.filter(({ form, copy }) =>
    partner === undefined ? form !== 'N3A' : form === 'N3A' && copy === partner,
  )
  const { startDate, endDate } = forms.year
  const blocks = sheets.filter(hasValues).map((sheet) => ({
    form: formName(sheet.form, endDate),
    startDate,
    endDate,
    number,
    name: UNNAMED.has(sheet.form) || partner !== undefined ? null : company.name,
    values: valuesOf(sheet).map((one) => asInFile(sheet, one, today)),
  }))
  const text = name === 'INFO.SRU' ? infoFile(sender, moment) : formsFile(blocks, moment)
  const bytes = Buffer.from(text, 'latin1')
  const path = call.files.newWorkFile()
  await writeFile(path, bytes, { mode: 0o600 })
  return { path, name, size: bytes.length, contentType: 'application/octet-stream' }
}

/** Forms that the company has nothing to say on are left out, but never those of its accounts. */
const hasValues = (sheet: FormSheet): boolean => isOfAccounts(sheet) || valuesOf(sheet).length > 0

const isOfAccounts = ({ form }: FormSheet): boolean => form.endsWith('R') || form === 'INK2' || form === 'NE'

/** Numbers of persons and organizations have twelve digits in the file. */
const asInFile = ({ cells }: FormSheet, { field, value }: { field: string; value: string }, today: Day) => {
  const kind = cells.find((cell) => cell.field.field === field)?.field.kind
  if (kind !== 'identity') return { field, value }
  const digits = value.replace(/\D/g, '')
  return { field, value: digits.length === 10 ? twelveDigits(digits, today) : digits }
}

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
