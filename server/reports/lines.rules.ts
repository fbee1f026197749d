// The lines of the income statement by nature of expense, in the form for limited companies (årsredovisningslagen
// 1995:1554, appendix 2; BFNAR 2016:10, K2), in order, each with its accounts by the usual chart's mapping to the tax
// return (INK2R). An account is on the first line that matches.
import { type AccountRange, isWithin, mainAccount, netSales } from '#rule/account-ranges'

export type Words = { sv: string; en: string }

export type Line = {
  key: string
  words: Words
  /** First and last account, in four digits. */
  accounts: readonly AccountRange[]
  /** Only accounts in the range with this SRU code, where companies decide the purpose of an account themselves. */
  sru?: string
  /** The part of the section: its lines are grouped, with a total. */
  part?: Part
}

export type Part = { key: string; words: Words; total: Words }

export type Section = {
  key: string
  words: Words
  lines: readonly Line[]
  total: Words
  result?: { key: string; words: Words }
}

export const words = (sv: string, en: string): Words => ({ sv, en })

export const line = (key: string, sv: string, en: string, ...accounts: AccountRange[]): Line => ({
  key,
  words: words(sv, en),
  accounts,
})

export const groupOf = (number: number): string => String(mainAccount(number)).slice(0, 2)

export const lineFor = (
  sections: readonly Section[],
  { number, sru }: { number: number; sru: readonly string[] },
): Line | undefined => {
  const main = mainAccount(number)
  return sections
    .flatMap(({ lines }) => lines)
    .find((one) => isWithin(main, one.accounts) && (!one.sru || sru.includes(one.sru)))
}

export const incomeStatement: readonly Section[] = [
  {
    key: 'operatingIncome',
    words: words('Rörelseintäkter', 'Operating income'),
    lines: [
      line('netSales', 'Nettoomsättning', 'Net sales', ...netSales),
      line(
        'changeInStock',
        'Förändring av lager av produkter i arbete, färdiga varor och pågående arbete för annans räkning',
        'Change in stock of work in progress and finished goods, and in work for others',
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
      // It precedes, and takes the accounts not used for goods for resale.
      line('rawMaterials', 'Råvaror och förnödenheter', 'Raw materials and consumables'),
      { ...line('goodsForResale', 'Handelsvaror', 'Goods for resale', [4000, 4799]), sru: '7512' },
      line('goodsForResale', 'Handelsvaror', 'Goods for resale', [4960, 4969], [4980, 4989]),
      line('rawMaterials', 'Råvaror och förnödenheter', 'Raw materials and consumables', [4000, 4899], [4910, 4929]),
      line('otherExternalExpenses', 'Övriga externa kostnader', 'Other external expenses', [5000, 6999]),
      line('personnelExpenses', 'Personalkostnader', 'Personnel expenses', [7000, 7699]),
      line(
        'depreciation',
        'Av- och nedskrivningar av materiella och immateriella anläggningstillgångar',
        'Depreciation, amortisation and write-downs of fixed assets',
        [7700, 7739],
        [7750, 7789],
        [7800, 7899],
      ),
      line(
        'writeDownsOfCurrentAssets',
        'Nedskrivningar av omsättningstillgångar utöver normala',
        'Write-downs of current assets beyond normal ones',
        [7740, 7749],
        [7790, 7799],
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
        'groupCompanies',
        'Resultat från andelar i koncernföretag',
        'Result from group companies',
        [8000, 8069],
        [8090, 8099],
      ),
      line(
        'otherOwnedCompanies',
        'Resultat från övriga företag som det finns ett ägarintresse i',
        'Result from other companies in which there is an ownership interest',
        [8113, 8113],
        [8118, 8118],
        [8123, 8123],
        [8133, 8133],
      ),
      line(
        'associates',
        'Resultat från andelar i intresseföretag och gemensamt styrda företag',
        'Result from associates and jointly controlled companies',
        [8100, 8169],
        [8190, 8199],
      ),
      line(
        'otherSecurities',
        'Resultat från övriga finansiella anläggningstillgångar',
        'Result from other financial fixed assets',
        [8200, 8269],
        [8290, 8299],
      ),
      line(
        'interestIncome',
        'Övriga ränteintäkter och liknande resultatposter',
        'Other interest income and similar items',
        [8300, 8369],
        [8390, 8399],
      ),
      line(
        'writeDownsOfFinancialAssets',
        'Nedskrivningar av finansiella anläggningstillgångar och kortfristiga placeringar',
        'Write-downs of financial fixed assets and short-term investments',
        [8070, 8089],
        [8170, 8189],
        [8270, 8289],
        [8370, 8389],
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
      line('groupContributionsReceived', 'Erhållna koncernbidrag', 'Group contributions received', [8820, 8829]),
      line('groupContributionsGiven', 'Lämnade koncernbidrag', 'Group contributions given', [8830, 8839]),
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
    lines: [
      line('incomeTax', 'Skatt på årets resultat', 'Tax on the result for the year', [8900, 8979]),
      line('otherTaxes', 'Övriga skatter', 'Other taxes', [8980, 8989]),
    ],
    total: words('Summa skatter', 'Total taxes'),
  },
]

/** Accounts outside all lines are shown too: no amount is left out. */
export const outsideLines = {
  key: 'outsideLines',
  words: words('Konton utan rad i uppställningen', 'Accounts outside the lines'),
}

export const netResult = { key: 'netResult', words: words('Årets resultat', 'Result for the year') }
export const bookedResult = {
  key: 'bookedResult',
  words: words('Varav bokfört som årets resultat', 'Of which booked as the result for the year'),
}

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
