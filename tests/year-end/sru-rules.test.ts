// Which field an account belongs to, and how a form is made to balance in whole kronor.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assets, equityAndLiabilities } from '#rules/reports/balance-lines'
import { incomeStatement, lineFor } from '#rules/reports/lines'
import { type SruAccount, sruFigures } from '#rules/year-end/sru'
import { lineOfAccount, type SruForm } from '#rules/year-end/sru-fields'
import { formName, infoFile } from '#rules/year-end/sru-file'
import { editions } from '#server/year-end/tax-forms/edition'

const defaultChart: { number: number; sru: string[] }[] = JSON.parse(
  readFileSync('server/ledger/default-chart.json', 'utf8'),
)

const formOf = (name: string): SruForm => {
  const accounts = editions.at(-1)?.forms[name]?.accounts
  if (!accounts) throw new Error(`No accounts of ${name}`)
  return { name, ...accounts }
}
const [ink2r, ne] = [formOf('INK2R'), formOf('NE')]

const fieldOf = (form: SruForm, main: number, sru: string[] = []) => {
  const line = lineOfAccount(form, { main, sru })
  return line && [line.field, line.other].filter(Boolean).join('/')
}

// The first and the last account of ranges, and those beside them.
test.each([
  [1087, '7201'],
  [1088, '7202'],
  [1089, '7201'],
  [1119, '7214'],
  [1120, '7216'],
  [1180, '7217'],
  [1280, '7217'],
  [1299, '7215'],
  [1336, '7233'],
  [1346, '7235'],
  [1348, '7232'],
  [1400, undefined],
  [1430, undefined],
  [1510, '7251'],
  [1572, '7252'],
  [1573, '7261'],
  [1673, '7261'],
  [1674, '7252'],
  [1790, '7263'],
  [1865, '7270'],
  [1930, '7281'],
  [2010, undefined],
  [2081, '7301'],
  [2099, '7302'],
  [2110, '7321'],
  [2150, '7322'],
  [2373, '7354'],
  [2440, '7365'],
  [2473, '7369'],
  [2492, '7366'],
  [2493, '7369'],
  [2510, '7368'],
  [2650, '7369'],
  [2860, '7367'],
  [2873, '7369'],
  [2893, '7369'],
  [2990, '7370'],
  [3740, '7410'],
  [3999, '7413'],
  [4799, '7511'],
  [4800, undefined],
  [4900, '7411/7510'],
  [4910, '7511'],
  [4960, '7512'],
  [4970, '7411/7510'],
  [4980, '7512'],
  [6992, '7513'],
  [7699, '7514'],
  [7740, '7516'],
  [7750, '7515'],
  [7790, '7516'],
  [7832, '7515'],
  [7960, '7517'],
  [8070, '7521'],
  [8113, '7423/7530'],
  [8114, '7415/7519'],
  [8170, '7521'],
  [8290, '7416/7520'],
  [8310, '7417'],
  [8423, '7522'],
  [8811, '7525/7420'],
  [8819, '7420/7525'],
  [8810, '7420/7525'],
  [8820, '7419'],
  [8830, '7524'],
  [8840, '7527'],
  [8850, '7421/7526'],
  [8860, '7422/7527'],
  [8910, '7528'],
  [8990, undefined],
] as [number, string | undefined][])('INK2R: %d belongs to %s', (account, field) => {
  expect(fieldOf(ink2r, account)).toBe(field)
})

/** The lines of the statements that the accounts of each field of INK2R stand on. */
const lines: Record<string, string> = {
  subscribedCapitalNotPaid: '7261',
  developmentCosts: '7201',
  concessionsAndPatents: '7201',
  tenancyRights: '7201',
  goodwill: '7201',
  otherIntangibleAssets: '7201',
  advancesForIntangibleAssets: '7201 7202',
  buildingsAndLand: '7214',
  machinery: '7215',
  equipment: '7215',
  improvementsOfOthersProperty: '7216',
  otherTangibleAssets: '7215',
  constructionInProgress: '7217',
  sharesInGroupCompanies: '7230',
  longTermClaimsOnGroupCompanies: '7232',
  sharesInAssociates: '7231',
  longTermClaimsOnAssociates: '7232',
  interestsInOtherCompanies: '7233',
  longTermClaimsOnOtherOwnedCompanies: '7235',
  otherLongTermSecurities: '7233',
  loansToOwners: '7234',
  deferredTaxAsset: '7235',
  otherLongTermClaims: '7235',
  stockOfRawMaterials: '7241',
  workInProgress: '7242',
  finishedGoods: '7243',
  otherStock: '7244',
  workForOthers: '7245',
  advancesToSuppliers: '7246',
  tradeReceivables: '7251',
  claimsOnGroupCompanies: '7252',
  claimsOnAssociates: '7252',
  claimsOnOtherOwnedCompanies: '7261',
  otherReceivables: '7261',
  accruedRevenue: '7262',
  prepaidExpenses: '7263',
  shortTermSharesInGroupCompanies: '7270',
  otherShortTermInvestments: '7271',
  cash: '7281',
  clientMoney: '7281',
  shareCapital: '7301',
  unregisteredShareCapital: '7301',
  memberContributions: '7301',
  debentureContributions: '7301',
  restrictedSharePremium: '7301',
  revaluationReserve: '7301',
  statutoryReserve: '7301',
  maintenanceFund: '7301',
  developmentFund: '7301',
  otherRestrictedEquity: '7301',
  sharePremium: '7302',
  fairValueReserve: '7302',
  retainedEarnings: '7302',
  resultOfYear: '7302',
  allocationReserves: '7321',
  accumulatedExcessDepreciation: '7322',
  otherUntaxedReserves: '7323',
  pensionProvisions: '7331',
  otherPensionProvisions: '7332',
  otherProvisions: '7333',
  bonds: '7350',
  longTermOverdraft: '7351',
  longTermBankLoans: '7352',
  longTermDebtToGroupCompanies: '7353',
  longTermDebtToAssociates: '7353',
  longTermDebtToOtherOwnedCompanies: '7354',
  otherLongTermLiabilities: '7354',
  overdraft: '7360',
  bankLoans: '7361',
  advancesFromCustomers: '7362',
  workForOthersInvoiced: '7363',
  deferredRevenue: '7364',
  tradePayables: '7365',
  billsPayable: '7366',
  debtToGroupCompanies: '7367',
  debtToAssociates: '7367',
  debtToOtherOwnedCompanies: '7369',
  taxLiabilities: '7368',
  otherCurrentLiabilities: '7369',
  accruedExpenses: '7370',
  netSales: '7410',
  changeInStock: '7411/7510',
  ownWork: '7412',
  otherOperatingIncome: '7413',
  rawMaterials: '7511',
  goodsForResale: '7512',
  otherExternalExpenses: '7513',
  personnelExpenses: '7514',
  depreciation: '7515',
  writeDownsOfCurrentAssets: '7516',
  otherOperatingExpenses: '7517',
  groupCompanies: '7414/7518',
  associates: '7415/7519',
  otherOwnedCompanies: '7423/7530',
  otherSecurities: '7416/7520',
  interestIncome: '7417',
  writeDownsOfFinancialAssets: '7521',
  interestExpenses: '7522',
  groupContributionsReceived: '7419',
  groupContributionsGiven: '7524',
  taxAllocationReserves: '7420/7525 7525/7420',
  excessDepreciation: '7421/7526',
  otherAppropriations: '7422/7527 7527',
  incomeTax: '7528',
  otherTaxes: '7528',
}
test('statements and INK2R agree on every account that both have', () => {
  const sections = [...assets, ...equityAndLiabilities, ...incomeStatement]
  const found = new Map<string, Set<string>>()
  for (let number = 1000; number <= 8999; number += 1) {
    const [field, key] = [fieldOf(ink2r, number), lineFor(sections, { number, sru: [] })?.key]
    if (field) expect([number, key !== undefined]).toEqual([number, true])
    if (field && key) found.set(key, (found.get(key) ?? new Set()).add(field))
  }
  const sorted = (fields: Iterable<string>) => [...fields].sort().join(' ')
  expect(Object.fromEntries([...found].map(([key, fields]) => [key, sorted(fields)]))).toEqual(
    Object.fromEntries(Object.entries(lines).map(([key, fields]) => [key, sorted(fields.split(' '))])),
  )
})

/** Every range of NE: its first and its last account. */
const neRanges: Record<string, string> = {
  '7200 B1  immaterial assets   ': '1000–1099',
  '7210 B2  buildings           ': '1100–1129 1150–1179 1190–1199',
  '7211 B3  land                ': '1130–1149 1180–1189 1291–1291',
  '7212 B4  machines            ': '1200–1290 1292–1299',
  '7213 B5  other fixed assets  ': '1300–1399',
  '7240 B6  stock               ': '1400–1499',
  '7250 B7  receivables         ': '1500–1599',
  '7260 B8  other claims        ': '1600–1899',
  '7280 B9  cash and bank       ': '1900–1999',
  '7300 B10 equity              ': '2000–2099',
  '7320 B11 untaxed reserves    ': '2100–2199',
  '7330 B12 provisions          ': '2200–2299',
  '7380 B13 loans               ': '2300–2419 2480–2489',
  '7381 B14 tax debts           ': '2500–2699 2710–2719 2730–2739',
  '7382 B15 payables            ': '2440–2449 2460–2479',
  '7383 B16 other debts         ': '2420–2439 2450–2459 2490–2499 2700–2709 2720–2729 2740–2999',
  '7400 R1  sales with VAT      ': '3000–3003 3005–3099 3200–3299 3400–3403 3405–3799 3900–3979 3990–3993 3995–3999',
  '7401 R2  without VAT         ': '3004–3004 3100–3199 3300–3399 3404–3404 3980–3989 3994–3994',
  '7402 R3  benefits            ': '',
  '7403 R4  interest and others ': '3800–3899 8000–8399',
  '7500 R5  goods and materials ': '4000–4999',
  '7501 R6  external expenses   ': '5000–6999 7900–7999',
  '7502 R7  staff               ': '7000–7699',
  '7503 R8  interest paid       ': '8400–8499',
  '7504 R9  buildings, worn     ': '7720–7729 7770–7779 7820–7829',
  '7505 R10 machines, worn      ': '7700–7719 7730–7769 7780–7819 7830–7899',
}
test.each(Object.entries(neRanges))('NE: %s has %s', (line, ranges) => {
  const [field = ''] = line.split(' ')
  for (const account of ranges.split(/[ –]/).filter(Boolean).map(Number)) {
    expect([account, fieldOf(ne, account)]).toEqual([account, field])
  }
})
test('NE: an account with the code of benefits is R3', () => {
  expect(fieldOf(ne, 3200, ['7402'])).toBe('7402')
})

test('NE: no line has other ranges, and 7300 has what is not booked yet', () => {
  const all = [...ne.balance, ...ne.result].map(({ field, ranges }) => [
    field,
    ranges.map((range) => range.join('–')).join(' '),
  ])
  expect(all.sort()).toEqual(
    Object.entries(neRanges)
      .map(([line, ranges]) => [line.slice(0, 4), ranges])
      .sort(),
  )
  expect([fieldOf(ne, 8500), fieldOf(ne, 8910), ne.equity]).toEqual([undefined, undefined, '7300'])
})

test('an account of every number has one field at most for each sign', () => {
  for (const form of [ink2r, ne]) {
    for (let main = 1000; main <= 8999; main += 1) {
      const taking = [...form.balance, ...form.result].filter(({ ranges }) =>
        ranges.some(([first, last]) => main >= first && main <= last),
      )
      expect([main, taking.length <= 1]).toEqual([main, true])
    }
  }
})

test.each([
  ['goods, as the chart says', 4010, ['7512'], '7512'],
  ['with a code of the tax adjustment beside it', 6992, ['7513', '7653'], '7513'],
  ['a code that this form does not have', 1930, ['7280'], '7281'],
  ['what is set aside, on an account without a line', 8812, ['7525'], '7525/7420'],
  ['what is taken back, on an account without a line', 8812, ['7420'], '7420/7525'],
  ['the second of two codes', 4990, ['7510'], '7411/7510'],
])('an own code comes before the number: %s', (_, main, sru, field) => {
  expect(fieldOf(ink2r, main, sru)).toBe(field)
})

test('the codes of the default chart are those of the ranges, except where charts differ', () => {
  const other = defaultChart.filter(({ number, sru }) => {
    const line = lineOfAccount(ink2r, { main: number, sru: [] })
    return sru.length > 0 && number < 8990 && (!line || ![line.field, line.other].includes(sru[0]))
  })
  expect(other.filter(({ number, sru }) => !(number >= 4000 && number <= 4799 && sru[0] === '7512'))).toEqual([])
})

test.each([
  ['2025-01-31', 'P1'],
  ['2025-04-30', 'P1'],
  ['2025-05-31', 'P2'],
  ['2025-06-30', 'P2'],
  ['2025-07-31', 'P3'],
  ['2025-08-31', 'P3'],
  ['2025-09-30', 'P4'],
  ['2025-12-31', 'P4'],
])('a year that ends on %s is declared in %s', (end, period) => {
  expect(formName('INK2R', end as never)).toBe(`INK2R-2025${period}`)
})

const account = (number: number, ore: bigint): SruAccount => ({
  number,
  main: number,
  name: '',
  sru: [],
  ore,
  isBalance: number < 3000,
})
const fieldsOf = (...accounts: [number, bigint][]) => {
  const { fields, ...rest } = sruFigures(
    ink2r,
    accounts.map(([number, ore]) => account(number, ore)),
  )
  return { ...rest, fields: Object.fromEntries(fields.map(({ field, kronor }) => [field, kronor])) }
}

describe('figures', () => {
  test('of two fields the sign of their sum decides', () => {
    expect(fieldsOf([1930, 1000n], [4900, -1500n], [4950, 500n]).fields).toEqual({
      7281: 10n,
      7302: 10n,
      7411: 10n,
      7450: 10n,
    })
    expect(fieldsOf([1930, -1000n], [4900, 1500n], [4950, -500n]).fields).toEqual({
      7281: -10n,
      7302: -10n,
      7510: 10n,
      7550: 10n,
    })
  })

  test('tax allocation reserves stand each by themselves, on the field of their sign', () => {
    expect(fieldsOf([2110, -500n], [8811, 1500n], [8819, -1000n]).fields).toEqual({
      7302: -5n,
      7321: 5n,
      7420: 10n,
      7525: 15n,
      7550: 5n,
    })
    expect(fieldsOf([2110, 1000n], [8811, -1000n]).fields).toEqual({ 7302: 10n, 7321: -10n, 7420: 10n, 7450: 10n })
    expect(fieldsOf([2110, -1000n], [8819, 1000n]).fields).toEqual({ 7302: -10n, 7321: 10n, 7525: 10n, 7550: 10n })
  })

  test('öre are dropped, and what whole kronor lack goes to free equity', () => {
    const found = fieldsOf([1930, 100_100n], [2081, -50_050n], [2440, -50n], [3001, -50_000n])
    expect(found).toMatchObject({ rounding: 1n, unbooked: 50_000n, difference: 0n })
    expect(found.fields).toEqual({ 7281: 1001n, 7301: 500n, 7302: 501n, 7365: 0n, 7410: 500n, 7450: 500n })
  })

  test('a difference stays one', () => {
    const found = fieldsOf([1930, 100_000n], [2081, -50_000n])
    expect([found.difference, found.rounding, found.fields]).toEqual([50_000n, 0n, { 7281: 1000n, 7301: 500n }])
  })

  test('an account without a field is told, and the booked result is none', () => {
    const found = fieldsOf([2010, -100n], [4800, 100n], [8999, 500n], [2099, -500n])
    expect(found.unmapped.map(({ account: number }) => number)).toEqual([2010, 4800])
  })

  test('random books balance in whole kronor', () => {
    const numbers = defaultChart
      .map(({ number }) => number)
      .filter((number) => lineOfAccount(ink2r, { main: number, sru: [] }))
    const posting = fc.tuple(fc.constantFrom(...numbers), fc.constantFrom(...numbers), fc.bigInt(1n, 1_000_000_000n))
    fc.assert(
      fc.property(fc.array(posting, { minLength: 1, maxLength: 60 }), (postings) => {
        const sums = new Map<number, bigint>()
        for (const [one, other, ore] of postings) {
          sums.set(one, (sums.get(one) ?? 0n) + ore)
          sums.set(other, (sums.get(other) ?? 0n) - ore)
        }
        const { fields, difference, rounding } = sruFigures(
          ink2r,
          [...sums].map(([of, ore]) => account(of, ore)),
        )
        const on = (side: string) =>
          fields
            .filter(({ field }) => ink2r.balance.some((line) => line.field === field && line.side === side))
            .reduce((sum, { kronor }) => sum + kronor, 0n)
        expect(difference).toBe(0n)
        expect(on('debit')).toBe(on('credit'))
        expect(rounding < 60n && rounding > -60n).toBe(true)
      }),
    )
  })
})

test.each([ink2r, ne])('every field of $name has a line of the form, and each side of a line its own words', (form) => {
  const fields = [...form.balance, ...form.result].flatMap(({ field, other = field }) => [field, other])
  const all = [...new Set([...fields, ...form.total])]
  const own = editions.at(-1)?.forms[form.name]?.fields ?? []
  const names = all.map((field) => own.find((one) => one.field === field) ?? { row: '', name: '' })
  expect(names.filter(({ row }) => row === '')).toEqual([])
  expect(new Set(names.map(({ row, name }) => `${row} ${name}`)).size).toBe(all.length)
})

test.each([
  ['08-123 456 78 90', '#TELEFON'],
  ['+46 8 123456789', '#TELEFON +46 8 123456789'],
  ['08-1', '#TELEFON 08-1'],
  ['', '#TELEFON'],
])('INFO.SRU with the telephone number "%s" has %s', (phone, line) => {
  const sender = { number: '165599990008', name: 'Blažič #1\n#SLUT AB', postalCode: '111 22', city: 'Malmö', email: '' }
  const lines = infoFile({ ...sender, phone }, '20260201 113015').split('\r\n')
  expect(lines).toContain('#NAMN Blazic ?1 ?SLUT AB')
  expect(lines.filter((one) => one.startsWith('#TELEFON'))).toEqual(line === '#TELEFON' ? [] : [line])
})
