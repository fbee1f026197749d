// The table of the operator's commands.

import { anchorCommands, anchorKeyOption } from '#admin/commands/anchors'
import { backupCommands } from '#admin/commands/backup'
import { bankingCommands } from '#admin/commands/banking'
import { databaseCommands } from '#admin/commands/database'
import { demoCommands } from '#admin/commands/demo'
import { doctorCommands } from '#admin/commands/doctor'
import { documentCommands } from '#admin/commands/documents'
import { entryCommands } from '#admin/commands/entries'
import { fileCommands } from '#admin/commands/files'
import { integrationCommands } from '#admin/commands/integrations'
import { jobCommands } from '#admin/commands/jobs'
import { keyCommands } from '#admin/commands/keys'
import { lawCommands } from '#admin/commands/law'
import { ledgerCommands } from '#admin/commands/ledger'
import { personCommands } from '#admin/commands/people'
import { planCommands } from '#admin/commands/plans'
import { purchasingCommands } from '#admin/commands/purchasing'
import { recordCommands } from '#admin/commands/records'
import { reminderCommands } from '#admin/commands/reminders'
import { salesBookingCommands } from '#admin/commands/sales-booking'
import { salesSettingsCommands } from '#admin/commands/sales-settings'
import { taxReductionCommands } from '#admin/commands/sales-tax-reduction'
import { sieExport, sieImport } from '#admin/commands/sie'
import { storageCommands } from '#admin/commands/storage'
import { vatCommands } from '#admin/commands/vat'
import { verify } from '#admin/commands/verify'
import {
  allScopes,
  type CompanyType,
  companyTypes,
  createCompany,
  identityAdmin,
  identityService,
  listTokens,
} from '#identity'
import {
  type AccountingMethod,
  createAccount,
  createFiscalYear,
  ledgerAdmin,
  listFiscalYears,
  openBooks,
} from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, isDay } from '#platform/day'
import { MAX_PAGE_SIZE } from '#platform/list'
import { asOperator } from '#programs/system'
import { type AccountingCurrency, isAccountingCurrency, USUAL_ACCOUNTING_CURRENCY } from '#rule/currency'
import { salesAdmin } from '#sales'
import { closeAsItStands } from '#year-end'
import type { Answer } from './answer.ts'
import { type Given, idOf, UsageError } from './arguments.ts'
import { type Command, commonOptions, companyOption, forCompany, forceOption, leftOut } from './command.ts'

const bookCommands: readonly Command[] = [
  {
    name: 'company create',
    summary: 'Register a company and open its books with the default chart',
    options: [
      { name: 'name', value: 'NAME', required: true, description: 'Its name' },
      { name: 'organization-number', value: 'NNNNNN-NNNN', required: true, description: 'Its organization number' },
      {
        name: 'company-type',
        value: 'TYPE',
        description: `One of ${companyTypes.join(', ')}; limitedCompany if left out`,
      },
      {
        name: 'accounting-method',
        value: 'accrual|cash',
        description: 'The accounting method of its first year; accrual if left out',
      },
      { name: 'fiscal-year', value: 'START:END', description: 'Its first fiscal year; none if left out' },
      { name: 'accounting-currency', value: 'SEK|EUR', description: 'The currency of its books; SEK if left out' },
      { name: 'test', description: 'A company to try things out in, and marked as one' },
    ],
    run: (system, given) =>
      asOperator(system, async (call) => {
        const companyType = given.text('company-type') as CompanyType | undefined
        const currency = currencyOf(given)
        const { id } = await createCompany(call, {
          name: given.text('name') ?? '',
          organizationNumber: given.text('organization-number') ?? '',
          ...(companyType ? { companyType } : {}),
          accountingCurrency: currency,
          isTest: given.has('test'),
        })
        await openBooks({ ...call, companyId: id }, { currency })
        const period = given.text('fiscal-year')
        if (period !== undefined) {
          const accountingMethod = methodOf(given)
          await createFiscalYear({ ...call, companyId: id }, { ...periodOf(period), accountingMethod })
        }
        return { json: { id }, text: `Company ${id}` }
      }),
  },
  {
    name: 'company list',
    summary: 'List the companies',
    options: [],
    run: (system) =>
      asOperator(system, async (call) => {
        const companies = await identityService.listCompanies(call, MAX_LISTED, { removed: false })
        const lines = companies.map(
          ({ id, name, organizationNumber, isTest }) =>
            `${id}  ${organizationNumber}  ${name}${isTest ? ' (test)' : ''}`,
        )
        return { json: { companies }, text: lines.join('\n') || 'No companies' }
      }),
  },
  {
    name: 'token create',
    summary: 'Make a private integration token; it is shown only now',
    options: [
      companyOption,
      { name: 'name', value: 'NAME', required: true, description: 'What it is for' },
      { name: 'scopes', value: 'SCOPES', required: true, description: '"all", or scopes separated by spaces' },
    ],
    run: forCompany(async (call, given) => {
      const asked = given.text('scopes') ?? ''
      const scopes = asked === 'all' ? allScopes : asked.split(/[\s,]+/).filter(Boolean)
      const { id, token } = await identityService.createToken(call, { name: given.text('name') ?? '', scopes })
      return { json: { id, token }, text: `Token ${id}\n${token}` }
    }),
  },
  {
    name: 'token list',
    summary: 'List the tokens of a company, without their secrets',
    options: [companyOption],
    run: forCompany(async (call) => {
      const tokens = await listTokens(call, MAX_LISTED)
      const lines = tokens.map(({ id, name, lastUsedAt, revokedAt }) => {
        const state = revokedAt
          ? `revoked ${revokedAt.toISOString()}`
          : `last used ${lastUsedAt?.toISOString() ?? 'never'}`
        return `${id}  ${name}  ${state}`
      })
      return { json: { tokens }, text: lines.join('\n') || 'No tokens' }
    }),
  },
  {
    name: 'token revoke',
    summary: 'Revoke a token at once',
    options: [{ name: 'id', value: 'ID', required: true, description: 'The token' }],
    run: (system, given) =>
      asOperator(system, async (call) => {
        const id = idOf(given)
        await identityAdmin.revokeToken(call, { id })
        return { json: { id }, text: `Token ${id} is revoked` }
      }),
  },
  {
    name: 'fiscal-year create',
    summary: 'Add an open fiscal year beside the others',
    options: [
      companyOption,
      { name: 'fiscal-year', value: 'START:END', required: true, description: 'Its first and last day' },
      { name: 'accounting-method', value: 'accrual|cash', description: 'That of the previous year if left out' },
      { name: 'force', description: "A sole proprietor's year that is not the calendar year; needs --permission" },
      { name: 'permission', value: 'TEXT', description: 'The decision that permits it: authority, date, reference' },
    ],
    run: forCompany(async (call, given) => {
      const period = { ...periodOf(given.text('fiscal-year') ?? ''), permission: permissionOf(given) }
      const accountingMethod =
        given.text('accounting-method') === undefined ? {} : { accountingMethod: methodOf(given) }
      const year = await createFiscalYear(call, { ...period, ...accountingMethod })
      return { json: { id: year.id }, text: `Fiscal year ${year.id}, ${year.startDate} to ${year.endDate}` }
    }),
  },
  {
    name: 'fiscal-year list',
    summary: 'List the fiscal years of a company',
    options: [companyOption],
    run: forCompany(async (call) => {
      const { items } = await listFiscalYears(call, { pageSize: MAX_PAGE_SIZE })
      const lines = items.map(({ id, startDate, endDate, status }) => `${id}  ${startDate} to ${endDate}  ${status}`)
      return { json: { fiscalYears: items }, text: lines.join('\n') || 'No fiscal years' }
    }),
  },
  {
    name: 'fiscal-year close',
    summary: 'Close a fiscal year whose result is booked: nothing more can be booked in it',
    options: [companyOption, { name: 'id', value: 'ID', required: true, description: 'The fiscal year' }, forceOption],
    run: forCompany(async (call, given) => {
      const { year, unrecorded } = await closeAsItStands(call, { id: idOf(given), force: given.has('force') })
      const text = `Fiscal year ${year.id} is closed${leftOut(unrecorded)}`
      return { json: { id: year.id, status: year.status, unrecorded }, text }
    }),
  },
  {
    name: 'lock-date set',
    summary: 'Lock every day up to and including a date, or none',
    options: [
      companyOption,
      { name: 'date', value: 'DATE|none', required: true, description: 'The last locked day' },
      { name: 'vat', value: 'DATE|none', description: 'The last day locked for VAT; left as it is if not given' },
      forceOption,
    ],
    run: forCompany(async (call, given) => {
      const asked = given.text('date') ?? ''
      const date = asked === 'none' ? null : dayOf(asked, '--date')
      const vat = given.text('vat')
      const vatDate = vat === undefined ? {} : { vatDate: vat === 'none' ? null : dayOf(vat, '--vat') }
      const unrecorded = await salesAdmin.lockDays(call, { date, ...vatDate, force: given.has('force') })
      const text = date ? `Locked up to and including ${date}${leftOut(unrecorded)}` : 'No day is locked'
      return { json: { lockDate: date, unrecorded }, text }
    }),
  },
  {
    name: 'account create',
    summary: 'Add an account to the chart',
    options: [
      companyOption,
      { name: 'number', value: 'NUMBER', required: true, description: 'Its number' },
      { name: 'name', value: 'NAME', required: true, description: 'Its name' },
    ],
    run: forCompany(async (call, given) => {
      const number = Number(given.text('number'))
      await createAccount(call, { number, name: given.text('name') ?? '' })
      return { json: { account: number }, text: `Account ${number}` }
    }),
  },
  {
    name: 'account activate',
    summary: 'Let entries use an account again',
    options: [companyOption, { name: 'number', value: 'NUMBER', required: true, description: 'The account' }],
    run: forCompany((call, given) => setActive(call, given, true)),
  },
  {
    name: 'account deactivate',
    summary: 'Let no further entries use an account; what is booked on it stays',
    options: [companyOption, { name: 'number', value: 'NUMBER', required: true, description: 'The account' }],
    run: forCompany((call, given) => setActive(call, given, false)),
  },
  {
    name: 'sie import',
    summary: 'Import a SIE file',
    options: [
      companyOption,
      { name: 'dry-run', description: 'Check and report, but book nothing' },
      { name: 'force', description: 'Accept what is otherwise refused, such as a wrong checksum or another company' },
      {
        name: 'map',
        value: 'FEL:3999',
        many: true,
        description: 'Book an account of the file on another; may be repeated',
      },
      {
        name: 'opening-difference',
        value: 'resultOfYearBefore',
        description: 'Put the result of the year before, where the opening balances lack just that, on its account',
      },
      {
        name: 'voucher-difference',
        value: '3740',
        description: 'Book the difference of vouchers that are out of balance on this account',
      },
    ],
    file: 'FILE',
    run: sieImport,
  },
  {
    name: 'sie export',
    summary: 'Write a fiscal year as a SIE 4E file',
    options: [
      companyOption,
      { name: 'fiscal-year', value: 'ID', description: 'The fiscal year; the latest if left out' },
      { name: 'output', value: 'FILE', description: 'Where to; named by company and year if left out' },
    ],
    run: sieExport,
  },
  {
    name: 'migrate',
    summary: 'Bring the database up to the schema of this program; every start does this too',
    options: [],
    mayUpgrade: true,
    run: async ({ migrated }) => ({
      json: { applied: migrated },
      text: migrated.length > 0 ? `Applied ${migrated.join(', ')}` : 'The database is up to date.',
    }),
  },
  {
    name: 'verify',
    summary: 'Check everything that is kept, name every fault, and print the ends of the chains',
    options: [
      { ...companyOption, description: 'Only this company' },
      {
        name: 'heads',
        value: 'FILE',
        description: 'What an earlier `verify --json` printed, to compare the chains with',
      },
      { name: 'from-start', description: 'Anew, also where an earlier run was broken off' },
      { name: 'anchors', value: 'FOLDER', description: 'Anchors that were kept elsewhere, to hold the books against' },
      anchorKeyOption('What `anchors key` printed: no other signature counts'),
    ],
    run: verify,
  },
]

export const commands: readonly Command[] = [
  ...bookCommands,
  ...ledgerCommands,
  ...recordCommands,
  ...salesBookingCommands,
  ...salesSettingsCommands,
  ...taxReductionCommands,
  ...documentCommands,
  ...purchasingCommands,
  ...reminderCommands,
  ...lawCommands,
  ...fileCommands,
  ...backupCommands,
  ...bankingCommands,
  ...databaseCommands,
  ...doctorCommands,
  ...jobCommands,
  ...keyCommands,
  ...anchorCommands,
  ...personCommands,
  ...demoCommands,
  ...integrationCommands,
  ...planCommands,
  ...storageCommands,
  ...vatCommands,
  ...entryCommands,
]

const MAX_LISTED = 1000

const setActive = async (call: CompanyCall, given: Given, active: boolean): Promise<Answer> => {
  const number = Number(given.text('number'))
  await ledgerAdmin.setAccountActive(call, { number, active })
  return { json: { account: number, active }, text: `Account ${number} is ${active ? 'active' : 'not active'}` }
}

/** The command at the beginning of the words, and the remaining words. */
export const commandFor = (words: string[]): { command: Command; rest: string[] } | null => {
  for (const length of [3, 2, 1]) {
    const command = commands.find(({ name }) => name === words.slice(0, length).join(' '))
    if (command) return { command, rest: words.slice(length) }
  }
  return null
}

/** All commands, one per line. */
export const overview = (): string => {
  const names = commands.map((command) => [nameOf(command), command.summary] as const)
  const width = Math.max(...names.map(([name]) => name.length))
  const lines = names.map(([name, summary]) => `  ${name.padEnd(width)}  ${summary}`)
  return ['Usage: ./grundbok COMMAND [OPTIONS]', '', ...lines, '', 'COMMAND --help lists its options.'].join('\n')
}

export const usageOf = (command: Command): string => {
  const options = [...command.options, ...commonOptions].map((option) => {
    const { name, value, required, description } = option
    return [[`--${name}`, value].filter(Boolean).join(' '), `${description}${required ? ' (required)' : ''}`] as const
  })
  const width = Math.max(...options.map(([name]) => name.length))
  const lines = options.map(([name, description]) => `  ${name.padEnd(width)}  ${description}`)
  return [`Usage: ./grundbok ${nameOf(command)} [OPTIONS]`, '', command.summary, '', ...lines].join('\n')
}

const nameOf = ({ name, file }: Command): string => [name, file].filter(Boolean).join(' ')

const methodOf = (given: Given): AccountingMethod => {
  const method = given.text('accounting-method') ?? 'accrual'
  if (method !== 'accrual' && method !== 'cash') throw new UsageError('--accounting-method must be accrual or cash')
  return method
}

const currencyOf = (given: Given): AccountingCurrency => {
  const currency = given.text('accounting-currency') ?? USUAL_ACCOUNTING_CURRENCY
  if (!isAccountingCurrency(currency)) throw new UsageError('--accounting-currency must be SEK or EUR')
  return currency
}

/** Forcing a year requires naming the permission; a permission alone forces nothing. */
const permissionOf = (given: Given): string | undefined => {
  const permission = given.text('permission')?.trim()
  if (given.has('force') !== (permission !== undefined && permission !== '')) {
    throw new UsageError('--force and --permission go together: say which decision permits the year')
  }
  return permission
}

const periodOf = (text: string): { startDate: Day; endDate: Day } => {
  const [start = '', end] = text.split(':')
  if (end === undefined) throw new UsageError('--fiscal-year must be START:END, such as 2026-01-01:2026-12-31')
  return { startDate: dayOf(start, '--fiscal-year'), endDate: dayOf(end, '--fiscal-year') }
}

const dayOf = (text: string, option: string): Day => {
  if (!isDay(text)) throw new UsageError(`${option}: "${text}" is not a day, YYYY-MM-DD`)
  return text
}
