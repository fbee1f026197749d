// The endpoints of the union scheme (One Stop Shop): its accounts, and its returns.
import { DateOnly, DateTime, Id, named, object, pageOf, pageQuery, type Row, row, Type } from '#http'
import { AccountNumber } from '#ledger'
import { dayFrom, momentText } from '#platform/day'
import { numberFromOre } from '#platform/money'
import { ossAccountsOf, setOssAccounts } from './oss-accounts.ts'
import { ossRefusals as refusals } from './oss-refusals.ts'
import { ossSupplies } from './oss-return.rules.ts'
import { listOssReturns, makeOssReturn, type OssReturn, readOssReturn, writeOssFile } from './oss-return.ts'

/** Maximum number of accounts with their days. */
const MAX_ACCOUNTS = 500
/** Electronic services since 2015; goods and other services since 1 July 2021. */
const FIRST_YEAR = 2015
const LAST_YEAR = 2199
const MAX_RATE = 50
const MAX_CURRENCY_RATE = 1000

const company = '/companies/{companyId}'
const path = `${company}/oss-returns`
const one = `${path}/{ossReturnId}`
const tag = 'OSS returns'

const Country = Type.String({
  pattern: '^[A-Z]{2}$',
  maxLength: 2,
  examples: ['DE'],
  description: 'Another member state, ISO 3166-1 alpha-2',
})
const Supply = Type.Enum([...ossSupplies], { examples: ['goods'] })
const Rate = Type.Number({
  exclusiveMinimum: 0,
  maximum: MAX_RATE,
  examples: [19],
  description: 'Percent, with at most two decimals',
})

const OssAccount = object({
  account: AccountNumber({ examples: [3111], description: 'An income account without a VAT code' }),
  from: { ...DateOnly, description: 'From this day on the account has the sales of this country and rate' },
  country: Country,
  taxRate: Rate,
  supply: Supply,
})
const OssAccounts = named('OssAccounts', object({ accounts: Type.Array(OssAccount, { maxItems: MAX_ACCOUNTS }) }))

const Euro = Type.Number({ examples: [190.5], description: 'Euro' })
const Year = Type.Integer({ minimum: FIRST_YEAR, maximum: LAST_YEAR, examples: [2026] })
const QuarterNumber = Type.Integer({ minimum: 1, maximum: 4, examples: [1] })

const OssReturnShown = named(
  'OssReturn',
  object({
    id: Id,
    year: Year,
    quarter: QuarterNumber,
    dueDate: { ...DateOnly, description: 'The last day for the return and its payment' },
    currencyRate: Type.Number({ examples: [11.2], description: 'SEK for one euro, on the last day of the quarter' }),
    lines: Type.Array(object({ country: Country, taxRate: Rate, supply: Supply, base: Euro, tax: Euro })),
    corrections: Type.Array(object({ year: Year, quarter: QuarterNumber, country: Country, tax: Euro }), {
      description: 'Tax of earlier quarters that is more, or less, than was reported',
    }),
    payable: {
      ...Euro,
      description: 'What is to pay, country by country; one with less than zero pays it back itself',
    },
    knownAt: Type.Integer({ description: 'The last registration number that the figures count' }),
    reportedDateTime: DateTime,
    reportedBy: Type.String({ examples: ['Anna Ek'] }),
    modifiedDateTime: DateTime,
  }),
)

const PERCENT = 100

const shown = (made: OssReturn) => ({
  id: made.id,
  year: made.year,
  quarter: made.quarter,
  dueDate: made.dueDate,
  currencyRate: Number(made.rate),
  lines: made.lines.map(({ country, rateHundredths, supply, base, tax }) => ({
    country,
    taxRate: rateHundredths / PERCENT,
    supply,
    base: numberFromOre(base),
    tax: numberFromOre(tax),
  })),
  corrections: made.corrections.map(({ tax, ...of }) => ({ ...of, tax: numberFromOre(tax) })),
  payable: numberFromOre(made.payable),
  knownAt: made.registration,
  reportedDateTime: momentText(made.madeAt),
  reportedBy: made.madeBy,
  modifiedDateTime: momentText(made.madeAt),
})

export const ossRows: readonly Row[] = [
  row({
    method: 'GET',
    path: `${company}/oss-accounts`,
    operationId: 'getOssAccounts',
    tag,
    summary: 'Read the accounts of sales under the union scheme',
    description:
      'The income accounts with sales to consumers in other member states, each with its country, rate and supply from a day on.',
    scope: 'reports:read',
    answer: { json: OssAccounts },
    tagged: true,
    refusals: [],
    run: async (call) => ({ accounts: await ossAccountsOf(call) }),
  }),
  row({
    method: 'PUT',
    path: `${company}/oss-accounts`,
    operationId: 'setOssAccounts',
    tag,
    summary: 'Set the accounts of sales under the union scheme',
    description:
      'All of them, in place of those before. An account may have several rows with different days, as when a rate changes. Accounts that count towards a box of the VAT return are refused: sales of the union scheme are in none.',
    by: 'people',
    scope: 'vat-setting:write',
    body: OssAccounts,
    answer: { json: OssAccounts },
    tagged: true,
    current: async (call) => ({ accounts: await ossAccountsOf(call) }),
    events: ['oss-accounts.set'],
    refusals: [],
    example: {
      body: { accounts: [{ account: 3990, from: '2026-01-01', country: 'DE', taxRate: 19, supply: 'goods' }] },
    },
    run: async (call, { body }) => ({
      accounts: await setOssAccounts(
        call,
        body.accounts.map((each) => ({ ...each, from: dayFrom(each.from) })),
      ),
    }),
  }),
  row({
    method: 'GET',
    path,
    operationId: 'listOssReturns',
    tag,
    summary: 'List the OSS returns',
    description: 'Those of the latest quarter first. `query` filters on year, quarter, dueDate and modifiedDateTime.',
    scope: 'reports:read',
    query: pageQuery('year==2026'),
    answer: { json: pageOf(OssReturnShown) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listOssReturns(call, query)
      return { ...page, items: page.items.map(shown) }
    },
  }),
  row({
    method: 'GET',
    path: one,
    operationId: 'getOssReturn',
    tag,
    summary: 'Read an OSS return',
    description: 'As it was made: later bookings never change it, and are in later returns as corrections.',
    scope: 'reports:read',
    answer: { json: OssReturnShown },
    tagged: true,
    refusals: [refusals.notFound],
    run: async (call, { params }) => shown(await readOssReturn(call, params.ossReturnId ?? '')),
  }),
  row({
    method: 'GET',
    path: `${one}/file`,
    operationId: 'downloadOssReturn',
    tag,
    summary: "Download the tax authority's file",
    description:
      'The return as the e-service One Stop Shop of Skatteverket reads it (OSS_001): a line for each country, rate and supply, in euro, and corrections of earlier quarters. The format is known from files that the e-service has read, not from its own description: compare the figures in the e-service with the return.',
    scope: 'reports:read',
    answer: { file: 'text/plain' },
    refusals: [refusals.notFound],
    run: (call, { params }) => writeOssFile(call, params.ossReturnId ?? ''),
  }),
  row({
    method: 'POST',
    path,
    operationId: 'makeOssReturn',
    tag,
    summary: 'Make the OSS return of a quarter',
    description:
      'Of a quarter that is over: what invoices sold with the VAT of other countries, and the sales on the accounts of the union scheme, in euro, by country, rate and supply, and what has changed in earlier quarters since their returns, for three years. Nothing is booked: the tax stands on 2670 until it is paid. A quarter without sales has a return too. `Service-Warning` tells if the tax on the sales that were entered is not what is entered on 2670.',
    scope: 'reports:write',
    body: named(
      'OssReturnMade',
      object({
        year: Year,
        quarter: QuarterNumber,
        currencyRate: Type.Optional(
          Type.Number({
            exclusiveMinimum: 0,
            maximum: MAX_CURRENCY_RATE,
            examples: [11.2],
            description:
              "SEK for one euro; the service's rate of the last day of the quarter, or of the next day with a rate, if left out",
          }),
        ),
      }),
    ),
    answer: { json: OssReturnShown },
    events: ['oss-return.made'],
    refusals: [
      refusals.inKronor,
      refusals.noAccounts,
      refusals.notOver,
      refusals.reportedAlready,
      refusals.laterReported,
      refusals.negative,
    ],
    example: { body: { year: 2026, quarter: 1, currencyRate: 11.2 } },
    run: async (call, { body }) => shown(await makeOssReturn(call, body)),
  }),
]
