// The lines of the balance sheet in the form for limited companies (årsredovisningslagen 1995:1554, appendix 1; BFNAR
// 2016:10, K2), in order. If lines share accounts, the first one takes an account.
import { cashInHand, clientMoney } from '#rule/account-ranges'
import { type Line, line, type Part, type Section, words } from './lines.rules.ts'

const part = (key: string, sv: string, en: string, lines: readonly Line[]): Line[] => {
  const own: Part = { key, words: words(sv, en), total: words(`Summa ${lowered(sv)}`, `Total ${lowered(en)}`) }
  return lines.map((one) => ({ ...one, part: own }))
}

const lowered = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`

const intangible = part('intangibleAssets', 'Immateriella anläggningstillgångar', 'Intangible assets', [
  line(
    'developmentCosts',
    'Balanserade utgifter för utvecklingsarbeten',
    'Capitalised development costs',
    [1010, 1019],
  ),
  line(
    'concessionsAndPatents',
    'Koncessioner, patent, licenser, varumärken samt liknande rättigheter',
    'Concessions, patents, licences, trademarks and similar rights',
    [1020, 1059],
  ),
  line('tenancyRights', 'Hyresrätter och liknande rättigheter', 'Tenancy and similar rights', [1060, 1069]),
  line('goodwill', 'Goodwill', 'Goodwill', [1070, 1079]),
  line(
    'otherIntangibleAssets',
    'Övriga immateriella anläggningstillgångar',
    'Other intangible assets',
    [1000, 1009],
    [1090, 1099],
  ),
  line(
    'advancesForIntangibleAssets',
    'Pågående projekt och förskott avseende immateriella anläggningstillgångar',
    'Projects under way and advances for intangible assets',
    [1080, 1089],
  ),
])

const tangible = part('tangibleAssets', 'Materiella anläggningstillgångar', 'Tangible assets', [
  line('buildingsAndLand', 'Byggnader och mark', 'Buildings and land', [1100, 1119], [1130, 1179], [1190, 1199]),
  line(
    'machinery',
    'Maskiner och andra tekniska anläggningar',
    'Machinery and other technical equipment',
    [1200, 1219],
  ),
  line('equipment', 'Inventarier, verktyg och installationer', 'Equipment, tools and installations', [1220, 1279]),
  line(
    'improvementsOfOthersProperty',
    'Förbättringsutgifter på annans fastighet',
    "Improvements of others' property",
    [1120, 1129],
  ),
  line('otherTangibleAssets', 'Övriga materiella anläggningstillgångar', 'Other tangible assets', [1290, 1299]),
  line(
    'constructionInProgress',
    'Pågående nyanläggningar och förskott avseende materiella anläggningstillgångar',
    'Construction in progress and advances for tangible assets',
    [1180, 1189],
    [1280, 1289],
  ),
])

const financial = part('financialFixedAssets', 'Finansiella anläggningstillgångar', 'Financial fixed assets', [
  line('sharesInGroupCompanies', 'Andelar i koncernföretag', 'Shares in group companies', [1310, 1319]),
  line('longTermClaimsOnGroupCompanies', 'Fordringar hos koncernföretag', 'Claims on group companies', [1320, 1329]),
  line(
    'sharesInAssociates',
    'Andelar i intresseföretag och gemensamt styrda företag',
    'Shares in associates and jointly controlled companies',
    [1330, 1335],
    [1338, 1339],
  ),
  line(
    'longTermClaimsOnAssociates',
    'Fordringar hos intresseföretag och gemensamt styrda företag',
    'Claims on associates and jointly controlled companies',
    [1340, 1345],
    [1348, 1349],
  ),
  line(
    'interestsInOtherCompanies',
    'Ägarintressen i övriga företag',
    'Ownership interests in other companies',
    [1336, 1337],
  ),
  line(
    'longTermClaimsOnOtherOwnedCompanies',
    'Fordringar hos övriga företag som det finns ett ägarintresse i',
    'Claims on other companies in which there is an ownership interest',
    [1346, 1347],
  ),
  line('otherLongTermSecurities', 'Andra långfristiga värdepappersinnehav', 'Other long-term securities', [1350, 1359]),
  line('loansToOwners', 'Lån till delägare eller närstående', 'Loans to owners or related parties', [1360, 1369]),
  line('deferredTaxAsset', 'Uppskjuten skattefordran', 'Deferred tax asset', [1370, 1379]),
  line('otherLongTermClaims', 'Andra långfristiga fordringar', 'Other long-term claims', [1300, 1399]),
])

const stock = part('stock', 'Varulager m.m.', 'Stock', [
  line('stockOfRawMaterials', 'Råvaror och förnödenheter', 'Raw materials and consumables', [1400, 1439]),
  line('workInProgress', 'Varor under tillverkning', 'Work in progress', [1440, 1449]),
  line('finishedGoods', 'Färdiga varor och handelsvaror', 'Finished goods and goods for resale', [1450, 1469]),
  line('otherStock', 'Övriga lagertillgångar', 'Other stock', [1490, 1499]),
  line('workForOthers', 'Pågående arbete för annans räkning', 'Work in progress for others', [1470, 1479]),
  line('advancesToSuppliers', 'Förskott till leverantörer', 'Advances to suppliers', [1480, 1489]),
])

const receivables = part('currentReceivables', 'Kortfristiga fordringar', 'Current receivables', [
  line('tradeReceivables', 'Kundfordringar', 'Trade receivables', [1500, 1559], [1580, 1599]),
  line(
    'claimsOnGroupCompanies',
    'Fordringar hos koncernföretag',
    'Claims on group companies',
    [1560, 1569],
    [1660, 1669],
  ),
  line(
    'claimsOnAssociates',
    'Fordringar hos intresseföretag och gemensamt styrda företag',
    'Claims on associates and jointly controlled companies',
    [1570, 1572],
    [1574, 1579],
    [1670, 1672],
    [1674, 1679],
  ),
  line(
    'claimsOnOtherOwnedCompanies',
    'Fordringar hos övriga företag som det finns ett ägarintresse i',
    'Claims on other companies in which there is an ownership interest',
    [1573, 1573],
    [1673, 1673],
  ),
  line('otherReceivables', 'Övriga fordringar', 'Other receivables', [1600, 1619], [1630, 1659], [1680, 1689]),
  line('accruedRevenue', 'Upparbetad men ej fakturerad intäkt', 'Revenue earned and not invoiced', [1620, 1629]),
  line(
    'prepaidExpenses',
    'Förutbetalda kostnader och upplupna intäkter',
    'Prepaid expenses and accrued income',
    [1700, 1799],
  ),
])

const investments = part('shortTermInvestments', 'Kortfristiga placeringar', 'Short-term investments', [
  line('shortTermSharesInGroupCompanies', 'Andelar i koncernföretag', 'Shares in group companies', [1860, 1869]),
  line('otherShortTermInvestments', 'Övriga kortfristiga placeringar', 'Other short-term investments', [1800, 1899]),
])

const cash = part('cashAndBank', 'Kassa och bank', 'Cash and bank', [
  line('cash', 'Kassa och bank', 'Cash and bank', ...cashInHand),
  line('clientMoney', 'Redovisningsmedel', 'Client money', ...clientMoney),
])

export const assets: readonly Section[] = [
  {
    key: 'unpaidCapital',
    words: words('Tecknat men ej inbetalt kapital', 'Subscribed capital not paid'),
    lines: [
      line('subscribedCapitalNotPaid', 'Tecknat men ej inbetalt kapital', 'Subscribed capital not paid', [1690, 1699]),
    ],
    total: words('Summa tecknat men ej inbetalt kapital', 'Total subscribed capital not paid'),
  },
  {
    key: 'fixedAssets',
    words: words('Anläggningstillgångar', 'Fixed assets'),
    lines: [...intangible, ...tangible, ...financial],
    total: words('Summa anläggningstillgångar', 'Total fixed assets'),
  },
  {
    key: 'currentAssets',
    words: words('Omsättningstillgångar', 'Current assets'),
    lines: [...stock, ...receivables, ...investments, ...cash],
    total: words('Summa omsättningstillgångar', 'Total current assets'),
  },
]

const restricted = part('restrictedEquity', 'Bundet eget kapital', 'Restricted equity', [
  line('shareCapital', 'Aktiekapital', 'Share capital', [2081, 2081]),
  line('unregisteredShareCapital', 'Ej registrerat aktiekapital', 'Unregistered share capital', [2082, 2082]),
  line('memberContributions', 'Medlemsinsatser', 'Member contributions', [2083, 2083]),
  line('debentureContributions', 'Förlagsinsatser', 'Debenture contributions', [2084, 2084]),
  line('restrictedSharePremium', 'Bunden överkursfond', 'Restricted share premium reserve', [2087, 2087]),
  line('revaluationReserve', 'Uppskrivningsfond', 'Revaluation reserve', [2085, 2085]),
  line('statutoryReserve', 'Reservfond', 'Statutory reserve', [2086, 2086]),
  line('maintenanceFund', 'Fond för yttre underhåll', 'Fund for external maintenance', [2088, 2088]),
  line('developmentFund', 'Fond för utvecklingsutgifter', 'Fund for development costs', [2089, 2089]),
  line('otherRestrictedEquity', 'Övrigt bundet eget kapital', 'Other restricted equity', [2080, 2080]),
])

const unrestricted = part('unrestrictedEquity', 'Fritt eget kapital', 'Unrestricted equity', [
  line('sharePremium', 'Fri överkursfond', 'Share premium reserve', [2097, 2097]),
  line('fairValueReserve', 'Fond för verkligt värde', 'Fair value reserve', [2096, 2096]),
  line('retainedEarnings', 'Balanserat resultat', 'Retained earnings', [2090, 2095], [2098, 2098]),
  line('resultOfYear', 'Årets resultat', 'Result for the year', [2099, 2099]),
])

export const equityAndLiabilities: readonly Section[] = [
  {
    key: 'equity',
    words: words('Eget kapital', 'Equity'),
    lines: [
      // For sole proprietors, partnerships and associations, whose accounts separate owners and funds.
      line('ownersEquity', 'Eget kapital', "Owners' equity", [2000, 2079]),
      ...restricted,
      ...unrestricted,
    ],
    total: words('Summa eget kapital', 'Total equity'),
  },
  {
    key: 'untaxedReserves',
    words: words('Obeskattade reserver', 'Untaxed reserves'),
    lines: [
      line('allocationReserves', 'Periodiseringsfonder', 'Tax allocation reserves', [2110, 2149]),
      line(
        'accumulatedExcessDepreciation',
        'Ackumulerade överavskrivningar',
        'Accumulated excess depreciation',
        [2150, 2159],
      ),
      line('otherUntaxedReserves', 'Övriga obeskattade reserver', 'Other untaxed reserves', [2100, 2199]),
    ],
    total: words('Summa obeskattade reserver', 'Total untaxed reserves'),
  },
  {
    key: 'provisions',
    words: words('Avsättningar', 'Provisions'),
    lines: [
      line(
        'pensionProvisions',
        'Avsättningar för pensioner och liknande förpliktelser enligt tryggandelagen',
        'Provisions for pensions and similar obligations under the safeguarding act',
        [2210, 2219],
      ),
      line(
        'otherPensionProvisions',
        'Övriga avsättningar för pensioner och liknande förpliktelser',
        'Other provisions for pensions and similar obligations',
        [2230, 2239],
      ),
      line('otherProvisions', 'Övriga avsättningar', 'Other provisions', [2200, 2299]),
    ],
    total: words('Summa avsättningar', 'Total provisions'),
  },
  {
    key: 'longTermLiabilities',
    words: words('Långfristiga skulder', 'Long-term liabilities'),
    lines: [
      line('bonds', 'Obligationslån', 'Bonds', [2310, 2329]),
      line('longTermOverdraft', 'Kontokredit', 'Bank overdraft', [2330, 2339]),
      line(
        'longTermBankLoans',
        'Övriga skulder till kreditinstitut',
        'Other liabilities to credit institutions',
        [2340, 2359],
      ),
      line(
        'longTermDebtToGroupCompanies',
        'Skulder till koncernföretag',
        'Liabilities to group companies',
        [2360, 2369],
      ),
      line(
        'longTermDebtToAssociates',
        'Skulder till intresseföretag och gemensamt styrda företag',
        'Liabilities to associates and jointly controlled companies',
        [2370, 2372],
        [2374, 2379],
      ),
      line(
        'longTermDebtToOtherOwnedCompanies',
        'Skulder till övriga företag som det finns ett ägarintresse i',
        'Liabilities to other companies in which there is an ownership interest',
        [2373, 2373],
      ),
      line('otherLongTermLiabilities', 'Övriga skulder', 'Other liabilities', [2300, 2399]),
    ],
    total: words('Summa långfristiga skulder', 'Total long-term liabilities'),
  },
  {
    key: 'currentLiabilities',
    words: words('Kortfristiga skulder', 'Current liabilities'),
    lines: [
      line('overdraft', 'Kontokredit', 'Bank overdraft', [2480, 2489]),
      line('bankLoans', 'Övriga skulder till kreditinstitut', 'Other liabilities to credit institutions', [2410, 2419]),
      line('advancesFromCustomers', 'Förskott från kunder', 'Advances from customers', [2420, 2429]),
      line('workForOthersInvoiced', 'Pågående arbete för annans räkning', 'Work in progress for others', [2430, 2439]),
      line('deferredRevenue', 'Fakturerad men ej upparbetad intäkt', 'Revenue invoiced and not earned', [2450, 2459]),
      line('tradePayables', 'Leverantörsskulder', 'Trade payables', [2440, 2449]),
      line('billsPayable', 'Växelskulder', 'Bills payable', [2492, 2492]),
      line(
        'debtToGroupCompanies',
        'Skulder till koncernföretag',
        'Liabilities to group companies',
        [2460, 2469],
        [2860, 2869],
      ),
      line(
        'debtToAssociates',
        'Skulder till intresseföretag och gemensamt styrda företag',
        'Liabilities to associates and jointly controlled companies',
        [2470, 2472],
        [2474, 2479],
        [2870, 2872],
        [2874, 2879],
      ),
      line(
        'debtToOtherOwnedCompanies',
        'Skulder till övriga företag som det finns ett ägarintresse i',
        'Liabilities to other companies in which there is an ownership interest',
        [2473, 2473],
        [2873, 2873],
      ),
      line('taxLiabilities', 'Skatteskulder', 'Tax liabilities', [2500, 2599]),
      line('otherCurrentLiabilities', 'Övriga skulder', 'Other liabilities', [2400, 2499], [2600, 2899]),
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
