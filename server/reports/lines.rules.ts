// The lines of the statements, by accounts: income statement by nature of expense, and balance sheet, as limited
// companies set them up (årsredovisningslagen 1995:1554, appendices 1 and 2; BFNAR 2016:10, K2), each with the accounts
// that the usual chart's mapping to the tax return (INK2R) has for it. An account is on the first line that takes it.

export type Words = { sv: string; en: string }

export type Line = {
  key: string
  words: Words
  /** First and last account, in four digits. */
  accounts: readonly (readonly [number, number])[]
  /** Among those only accounts with this SRU code: where companies choose themselves what an account is for. */
  sru?: string
}

export type Section = {
  key: string
  words: Words
  lines: readonly Line[]
  total: Words
  result?: { key: string; words: Words }
}

const words = (sv: string, en: string): Words => ({ sv, en })

const line = (key: string, sv: string, en: string, ...accounts: (readonly [number, number])[]): Line => ({
  ...{ key, words: words(sv, en), accounts },
})

/** The account in four digits: what a longer one is a part of, and what a shorter one is the head of. */
export const mainAccount = (number: number): number => Number(String(number).padEnd(4, '0').slice(0, 4))

export const groupOf = (number: number): string => String(mainAccount(number)).slice(0, 2)

/** The result of the year is booked here (8999), against equity. */
export const isBookedResult = (number: number): boolean => mainAccount(number) >= 8990 && mainAccount(number) <= 8999

export const lineFor = (
  sections: readonly Section[],
  { number, sru }: { number: number; sru: readonly string[] },
): Line | undefined => {
  const main = mainAccount(number)
  return sections
    .flatMap(({ lines }) => lines)
    .find(
      (one) =>
        one.accounts.some(([first, last]) => main >= first && main <= last) && (!one.sru || sru.includes(one.sru)),
    )
}

export const incomeStatement: readonly Section[] = [
  {
    key: 'operatingIncome',
    words: words('Rörelseintäkter', 'Operating income'),
    lines: [
      line('netSales', 'Nettoomsättning', 'Net sales', [3000, 3799]),
      line(
        'changeInStock',
        'Förändring av lager av produkter och pågående arbete',
        'Change in stock and work in progress',
        [4900, 4909],
        [4930, 4959],
        [4970, 4979],
        [4990, 4999],
      ),
      line('ownWork', 'Aktiverat arbete för egen räkning', 'Own work capitalised', [3800, 3899]),
      line('otherOperatingIncome', 'Övriga rörelseintäkter', 'Other operating income', [3900, 3999]),
    ],
    total: words('Summa rörelseintäkter', 'Total operating income'),
  },
  {
    key: 'operatingExpenses',
    words: words('Rörelsekostnader', 'Operating expenses'),
    lines: [
      { ...line('goodsForResale', 'Handelsvaror', 'Goods for resale', [4000, 4799]), sru: '7512' },
      line('goodsForResale', 'Handelsvaror', 'Goods for resale', [4960, 4969], [4980, 4989]),
      line('rawMaterials', 'Råvaror och förnödenheter', 'Raw materials and consumables', [4000, 4899], [4910, 4929]),
      line('otherExternalExpenses', 'Övriga externa kostnader', 'Other external expenses', [5000, 6999]),
      line('personnelExpenses', 'Personalkostnader', 'Personnel expenses', [7000, 7699]),
      line(
        'writeDownsOfCurrentAssets',
        'Nedskrivningar av omsättningstillgångar utöver normala',
        'Write-downs of current assets beyond normal ones',
        [7740, 7749],
        [7790, 7799],
      ),
      line(
        'depreciation',
        'Av- och nedskrivningar av materiella och immateriella anläggningstillgångar',
        'Depreciation, amortisation and write-downs of fixed assets',
        [7700, 7739],
        [7750, 7789],
        [7800, 7899],
      ),
      line('otherOperatingExpenses', 'Övriga rörelsekostnader', 'Other operating expenses', [7900, 7999]),
    ],
    total: words('Summa rörelsekostnader', 'Total operating expenses'),
    result: { key: 'operatingResult', words: words('Rörelseresultat', 'Operating result') },
  },
  {
    key: 'financialItems',
    words: words('Finansiella poster', 'Financial items'),
    lines: [
      line(
        'writeDownsOfFinancialAssets',
        'Nedskrivningar av finansiella tillgångar',
        'Write-downs of financial assets',
        [8070, 8089],
        [8170, 8189],
        [8270, 8289],
        [8370, 8389],
      ),
      line('groupCompanies', 'Resultat från andelar i koncernföretag', 'Result from group companies', [8000, 8099]),
      line('associates', 'Resultat från andelar i intresseföretag', 'Result from associates', [8100, 8199]),
      line(
        'otherSecurities',
        'Resultat från övriga anläggningstillgångar',
        'Result from other financial fixed assets',
        [8200, 8299],
      ),
      line(
        'interestIncome',
        'Ränteintäkter och liknande resultatposter',
        'Interest income and similar items',
        [8300, 8399],
      ),
      line(
        'interestExpenses',
        'Räntekostnader och liknande resultatposter',
        'Interest expenses and similar items',
        [8400, 8499],
      ),
    ],
    total: words('Summa finansiella poster', 'Total financial items'),
    result: {
      key: 'resultAfterFinancialItems',
      words: words('Resultat efter finansiella poster', 'Result after financial items'),
    },
  },
  {
    key: 'appropriations',
    words: words('Bokslutsdispositioner', 'Appropriations'),
    lines: [
      line('groupContributions', 'Koncernbidrag', 'Group contributions', [8820, 8839]),
      line(
        'taxAllocationReserves',
        'Förändring av periodiseringsfonder',
        'Change in tax allocation reserves',
        [8810, 8819],
      ),
      line('excessDepreciation', 'Förändring av överavskrivningar', 'Change in excess depreciation', [8850, 8859]),
      line('otherAppropriations', 'Övriga bokslutsdispositioner', 'Other appropriations', [8800, 8899]),
    ],
    total: words('Summa bokslutsdispositioner', 'Total appropriations'),
    result: { key: 'resultBeforeTax', words: words('Resultat före skatt', 'Result before tax') },
  },
  {
    key: 'tax',
    words: words('Skatter', 'Taxes'),
    lines: [line('incomeTax', 'Skatt på årets resultat', 'Tax on the result for the year', [8900, 8989])],
    total: words('Summa skatter', 'Total taxes'),
  },
]

/** What no line takes is shown all the same: nothing of the books is left out. */
export const outsideLines = {
  key: 'outsideLines',
  words: words('Konton utan rad i uppställningen', 'Accounts outside the lines'),
}

export const netResult = { key: 'netResult', words: words('Årets resultat', 'Result for the year') }
export const bookedResult = {
  key: 'bookedResult',
  words: words('Varav bokfört som årets resultat', 'Of which booked as the result for the year'),
}

export const assets: readonly Section[] = [
  {
    key: 'fixedAssets',
    words: words('Anläggningstillgångar', 'Fixed assets'),
    lines: [
      line('intangibleAssets', 'Immateriella anläggningstillgångar', 'Intangible assets', [1000, 1099]),
      line('buildingsAndLand', 'Byggnader och mark', 'Buildings and land', [1100, 1199]),
      line('equipment', 'Maskiner och inventarier', 'Machinery and equipment', [1200, 1299]),
      line('financialFixedAssets', 'Finansiella anläggningstillgångar', 'Financial fixed assets', [1300, 1399]),
    ],
    total: words('Summa anläggningstillgångar', 'Total fixed assets'),
  },
  {
    key: 'currentAssets',
    words: words('Omsättningstillgångar', 'Current assets'),
    lines: [
      line('stock', 'Varulager', 'Stock', [1400, 1499]),
      line('tradeReceivables', 'Kundfordringar', 'Trade receivables', [1500, 1599]),
      line('otherReceivables', 'Övriga kortfristiga fordringar', 'Other current receivables', [1600, 1699]),
      line(
        'prepaidExpenses',
        'Förutbetalda kostnader och upplupna intäkter',
        'Prepaid expenses and accrued income',
        [1700, 1799],
      ),
      line('shortTermInvestments', 'Kortfristiga placeringar', 'Short-term investments', [1800, 1899]),
      line('cashAndBank', 'Kassa och bank', 'Cash and bank', [1900, 1999]),
    ],
    total: words('Summa omsättningstillgångar', 'Total current assets'),
  },
]

export const equityAndLiabilities: readonly Section[] = [
  {
    key: 'equity',
    words: words('Eget kapital', 'Equity'),
    lines: [
      line('ownersEquity', 'Eget kapital', "Owners' equity", [2000, 2079]),
      line('restrictedEquity', 'Bundet eget kapital', 'Restricted equity', [2080, 2089]),
      line('unrestrictedEquity', 'Fritt eget kapital', 'Unrestricted equity', [2090, 2099]),
    ],
    total: words('Summa eget kapital', 'Total equity'),
  },
  {
    key: 'untaxedReserves',
    words: words('Obeskattade reserver', 'Untaxed reserves'),
    lines: [line('untaxedReserves', 'Obeskattade reserver', 'Untaxed reserves', [2100, 2199])],
    total: words('Summa obeskattade reserver', 'Total untaxed reserves'),
  },
  {
    key: 'provisions',
    words: words('Avsättningar', 'Provisions'),
    lines: [line('provisions', 'Avsättningar', 'Provisions', [2200, 2299])],
    total: words('Summa avsättningar', 'Total provisions'),
  },
  {
    key: 'longTermLiabilities',
    words: words('Långfristiga skulder', 'Long-term liabilities'),
    lines: [line('longTermLiabilities', 'Långfristiga skulder', 'Long-term liabilities', [2300, 2399])],
    total: words('Summa långfristiga skulder', 'Total long-term liabilities'),
  },
  {
    key: 'currentLiabilities',
    words: words('Kortfristiga skulder', 'Current liabilities'),
    lines: [
      line('tradePayables', 'Leverantörsskulder', 'Trade payables', [2440, 2449]),
      line('taxLiabilities', 'Skatteskulder', 'Tax liabilities', [2500, 2599]),
      line(
        'otherCurrentLiabilities',
        'Övriga kortfristiga skulder',
        'Other current liabilities',
        [2400, 2499],
        [2600, 2899],
      ),
      line(
        'accruedExpenses',
        'Upplupna kostnader och förutbetalda intäkter',
        'Accrued expenses and deferred income',
        [2900, 2999],
      ),
    ],
    total: words('Summa kortfristiga skulder', 'Total current liabilities'),
  },
]

export const balanceWords = {
  assets: words('Tillgångar', 'Assets'),
  totalAssets: words('Summa tillgångar', 'Total assets'),
  equityAndLiabilities: words('Eget kapital och skulder', 'Equity and liabilities'),
  totalEquityAndLiabilities: words('Summa eget kapital och skulder', 'Total equity and liabilities'),
  computedResult: words('Årets resultat, ej bokfört', 'Result for the year, not booked'),
  earlierResults: words('Tidigare års resultat, ej bokförda', 'Results of earlier years, not booked'),
  difference: words('Differens', 'Difference'),
  total: words('Summa', 'Total'),
}
