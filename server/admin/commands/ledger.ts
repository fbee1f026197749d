// The books on the command line: accounts and opening balances.

import type { Answer } from '#admin/answer'
import { type Given, UsageError } from '#admin/arguments'
import { type Command, companyOption, forCompany } from '#admin/command'
import { changeAccount, ledgerAdmin, listFiscalYears, type OpeningBalances } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { isId } from '#platform/id'
import { MAX_PAGE_SIZE } from '#platform/list'
import { numberFromOre, oreFromText } from '#platform/money'

const yearOption = { name: 'fiscal-year', value: 'ID', description: 'The fiscal year; the first one if left out' }

export const ledgerCommands: readonly Command[] = [
  {
    name: 'account update',
    summary: 'Rename an account, or give it SRU codes or a VAT code; what is left out stays as it is',
    options: [
      companyOption,
      { name: 'number', value: 'NUMBER', required: true, description: 'The account' },
      { name: 'name', value: 'NAME', description: 'Its new name' },
      { name: 'sru', value: 'CODES', description: 'Its SRU codes, separated by commas; none removes them' },
      { name: 'vat-code', value: 'BOX', description: 'Its box of the VAT return; none removes it' },
    ],
    run: forCompany(async (call, given) => {
      const codes = given.text('sru')
      const vatCode = given.text('vat-code')
      const changed = await changeAccount(call, given.text('number') ?? '', {
        name: given.text('name'),
        sruCodes: codes === undefined ? undefined : listOf(codes),
        vatCode: vatCode === 'none' ? '' : vatCode,
      })
      const { account, name, sruCodes, vatCode: box } = changed
      const text = `${account}  ${name}  SRU ${sruCodes.join(', ') || 'none'}  VAT ${box ?? 'none'}`
      return { json: changed, text }
    }),
  },
  {
    name: 'opening-balances show',
    summary: 'Show the opening balances of a fiscal year, and what they were before each correction',
    options: [companyOption, yearOption],
    run: forCompany(async (call, given) =>
      answerOf(await ledgerAdmin.getOpeningBalances(call, await yearOf(call, given))),
    ),
  },
  {
    name: 'opening-balances set',
    summary: 'Set all opening balances of the first fiscal year; what stood there before is kept',
    options: [
      companyOption,
      yearOption,
      {
        name: 'balance',
        value: 'ACCOUNT:AMOUNT',
        many: true,
        description: 'One balance, debit positive; may be repeated',
      },
      { name: 'reason', value: 'TEXT', description: 'Why they change, for the processing history' },
      { name: 'force', description: 'Accept balances that do not sum to zero' },
    ],
    run: forCompany(async (call, given) => {
      const reason = given.text('reason')
      const set = await ledgerAdmin.setOpeningBalances(call, {
        fiscalYearId: await yearOf(call, given),
        balances: given.all('balance').map(balanceOf),
        ...(reason ? { reason } : {}),
        force: given.has('force'),
      })
      return answerOf(set)
    }),
  },
]

const listOf = (codes: string): string[] => (codes === 'none' ? [] : codes.split(/[\s,]+/).filter(Boolean))

const yearOf = async (call: CompanyCall, given: Given): Promise<string> => {
  const named = given.text('fiscal-year')
  if (named !== undefined) {
    if (!isId(named)) throw new UsageError(`--fiscal-year: ${named} is not an id`)
    return named
  }
  const { items } = await listFiscalYears(call, { pageSize: MAX_PAGE_SIZE })
  const first = items.at(-1)
  if (!first) throw new UsageError('The company has no fiscal year: make one with `fiscal-year create`')
  return first.id
}

const balanceOf = (text: string): { account: number; amount: number } => {
  const [account = '', amount = ''] = text.split(':')
  const ore = oreFromText(amount)
  if (!/^\d+$/.test(account) || ore === null) {
    throw new UsageError(`--balance: "${text}" must be ACCOUNT:AMOUNT, such as 1930:1000.50 or 2081:-1000.50`)
  }
  return { account: Number(account), amount: numberFromOre(ore) }
}

const answerOf = (balances: OpeningBalances): Answer => {
  const lines = balances.balances.map(({ account, amount }) => `${account}  ${amount.toFixed(2)}`)
  const earlier = balances.earlier.length > 0 ? [`Corrected ${balances.earlier.length} times`] : []
  const from = balances.origin === 'carried' ? ['Carried forward from the previous year'] : []
  return { json: balances, text: [...lines, ...from, ...earlier].join('\n') || 'No opening balances' }
}
