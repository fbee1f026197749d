// SRU: the figures of a fiscal year for the tax return, in the tax authority's forms.
import { writeFile } from 'node:fs/promises'
import type { FileAnswer } from '#http'
import { companyInformation } from '#identity'
import { balancesOfYear, getFiscalYear } from '#ledger'
import { LEGAL_PERSON_PREFIX } from '#numbers/organization-number'
import { personalNumber } from '#numbers/personal-number'
import { type CompanyCall, warn } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { type Ore, textFromOre } from '#platform/money'
import { sql } from '#platform/sql'
import { mainAccount } from '#rule/account-ranges'
import { yearEndWarnings as doubts, yearEndRefusals as refusals } from './refusals.ts'
import { type SruAccount, type SruFigures, sruFigures } from './sru.rules.ts'
import { ink2r, ne, type SruForm } from './sru-fields.rules.ts'
import { blanketterFile, formName, infoFile } from './sru-file.rules.ts'

/** The supported forms; other companies use forms without accounts. */
const forms: Readonly<Record<string, SruForm>> = {
  limitedCompany: ink2r,
  cooperative: ink2r,
  notSet: ink2r,
  proprietorship: ne,
}

export type Sru = SruFigures & { form: string; startDate: Day; endDate: Day }

/** Maximum number of accounts without a field in a warning. */
const MAX_WARNED = 8

/** The figures of a year; reads one snapshot. Warns of accounts without a field, and of an imbalance. */
export const sruOf = async (call: CompanyCall, id: string): Promise<Sru> => {
  const { startDate, endDate, status } = await getFiscalYear(call, id)
  const { companyType } = await companyInformation(call)
  const form = forms[companyType]
  if (!form) throw refusals.noSruForm({ form: companyType })
  const { accounts, earlier } = await accountsOf(call, id)
  const figures = sruFigures(form, accounts, earlier)
  for (const { account, name, ore } of figures.unmapped.slice(0, MAX_WARNED)) {
    warn(call, doubts.unmapped({ account, name, amount: textFromOre(ore) }))
  }
  if (figures.difference !== 0n) {
    warn(call, doubts.difference({ amount: textFromOre(figures.difference) }))
  }
  if (status === 'open') warn(call, doubts.openYear())
  return { ...figures, form: formName(form.name, endDate), startDate, endDate }
}

/** The accounts, and the opening balances of income and expense accounts: earlier results not transferred to equity. */
export const accountsOf = async (call: CompanyCall, id: string): Promise<{ accounts: SruAccount[]; earlier: Ore }> => {
  const rows = await call.db.rows<{ number: number; name: string; sru: string[] }>(
    sql`select number, name, sru from ledger.account_view where company_id = ${call.companyId}`,
  )
  const known = new Map(rows.map((row) => [row.number, row]))
  let earlier = 0n
  const accounts = (await balancesOfYear(call, id)).map(({ account, kind, opening, debit, credit }) => {
    const isBalance = kind === 'asset' || kind === 'liability'
    if (!isBalance) earlier += opening
    return {
      number: account,
      main: mainAccount(account),
      name: known.get(account)?.name ?? '',
      sru: known.get(account)?.sru ?? [],
      isBalance,
      ore: (isBalance ? opening : 0n) + debit - credit,
    }
  })
  return { accounts, earlier }
}

const sruFiles = ['INFO.SRU', 'BLANKETTER.SRU'] as const

/** One of the two files of a year; refused if required data is missing in the company's address. */
export const sruFile = async (call: CompanyCall, { id, file }: { id: string; file: string }): Promise<FileAnswer> => {
  const name = sruFiles.find((one) => one === file)
  if (!name) throw refusals.noSruFile({ file, known: sruFiles.join(', ') })
  const sru = await sruOf(call, id)
  const { organizationNumber, address, ...company } = await companyInformation(call)
  const { postalCode, city } = address
  if (postalCode === '' || city === '') throw refusals.noPostalAddress()
  const number = twelveDigits(organizationNumber, dayOf(call.now))
  const sender = { number, name: company.name, postalCode, city, email: company.email, phone: company.phone }
  const moment = momentIn(call.now)
  const text = name === 'INFO.SRU' ? infoFile(sender, moment) : blanketterFile(sender, sru, moment)
  const bytes = Buffer.from(text, 'latin1')
  const path = call.files.newWorkFile()
  await writeFile(path, bytes, { mode: 0o600 })
  return { path, name, size: bytes.length, contentType: 'application/octet-stream' }
}

/** A personal number with its century; other numbers with the prefix of legal persons. */
export const twelveDigits = (number: string, today: Day): string =>
  (personalNumber(number, today) ?? `${LEGAL_PERSON_PREFIX}${number}`).replace(/\D/g, '')

export const momentIn = (now: Date): string => {
  const [day = '', time = ''] = now.toLocaleString('sv-SE', { timeZone: 'Europe/Stockholm' }).split(' ')
  return `${day.replaceAll('-', '')} ${time.replaceAll(':', '')}`
}
