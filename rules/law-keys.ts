// What the law's table holds: its keys, the unit of their values, and their names. The values are dated data
// (`rules/law/*.json`); a key is code, since something asks for it.

/** Units: percent, percentage points, kronor, days, years. */
type LawUnit = 'percent' | 'percentagePoints' | 'kronor' | 'days' | 'years'

type Named = { unit: LawUnit; sv: string; en: string }

const named = (unit: LawUnit, sv: string, en: string): Named => ({ unit, sv, en })

export const lawKeys = {
  'vat.standard': named('percent', 'Moms, normalskattesats', 'VAT, standard rate'),
  'vat.food': named('percent', 'Moms på livsmedel', 'VAT on food'),
  'vat.restaurant': named('percent', 'Moms på restaurang och servering', 'VAT on restaurant and catering services'),
  'vat.lodging': named('percent', 'Moms på hotell och camping', 'VAT on hotels and camping'),
  'vat.art': named('percent', 'Moms på konst', 'VAT on works of art'),
  'vat.alcohol': named('percent', 'Moms på starköl, vin och sprit', 'VAT on strong beer, wine and spirits'),
  'vat.books': named('percent', 'Moms på böcker och tidningar', 'VAT on books and newspapers'),
  'vat.passengerTransport': named('percent', 'Moms på persontransport', 'VAT on passenger transport'),
  'vat.culture': named(
    'percent',
    'Moms på konserter, teater, museer och djurparker',
    'VAT on concerts, theatre, museums and zoos',
  ),
  'vat.dance': named('percent', 'Moms på entré till dans', 'VAT on admission to dances'),
  'vat.sport': named('percent', 'Moms på idrott', 'VAT on sport'),
  'vat.copyright': named('percent', 'Moms på upphovsrätt', 'VAT on copyright'),
  'vat.repair': named(
    'percent',
    'Moms på reparation av cyklar, skor, lädervaror och kläder',
    'VAT on repair of bicycles, shoes, leather and clothes',
  ),
  'vat.largeBase': named(
    'kronor',
    'Beskattningsunderlag per år, över vilket momsen redovisas varje månad och tidigare',
    'Taxable base of a year above which VAT is declared monthly, and earlier',
  ),
  'invoice.simplified': named(
    'kronor',
    'Förenklad faktura, högsta belopp inklusive moms',
    'Simplified invoice, highest amount including VAT',
  ),
  'bookkeeping.cashMethod': named(
    'kronor',
    'Kontantmetoden, högsta omsättning per år',
    'Cash method, highest turnover of a year',
  ),
  'interest.addition': named(
    'percentagePoints',
    'Dröjsmålsränta utöver referensräntan',
    'Late interest above the reference rate',
  ),
  'interest.daysAfterDemand': named('days', 'Dagar från krav till dröjsmålsränta', 'Days from a demand to interest'),
  'reminder.fee': named('kronor', 'Påminnelseavgift, högst', 'Reminder fee, at most'),
  'latePayment.compensation': named(
    'kronor',
    'Förseningsersättning mellan företag',
    'Compensation for late payment between businesses',
  ),
  'incomeTax.company': named('percent', 'Bolagsskatt', 'Tax on the profit of companies'),
  'interestAllocation.positive': named(
    'percent',
    'Positiv räntefördelning: statslåneräntan plus sex procentenheter',
    'Positive interest allocation: the state loan rate plus six percentage points',
  ),
  'interestAllocation.negative': named(
    'percent',
    'Negativ räntefördelning: statslåneräntan plus en procentenhet',
    'Negative interest allocation: the state loan rate plus one percentage point',
  ),
  'interestAllocation.least': named(
    'kronor',
    'Räntefördelning, kapitalunderlag som ska överstigas',
    'Interest allocation, capital base to be exceeded',
  ),
  'reserves.soleProprietorShare': named(
    'percent',
    'Periodiseringsfond, högst av överskottet i enskild verksamhet',
    'Tax allocation reserve, at most of the surplus of a sole proprietor',
  ),
  'selfEmployed.contributionsDeduction': named(
    'percent',
    'Avdrag för årets egenavgifter, högst',
    'Deduction for the social contributions of the year, at most',
  ),
  'selfEmployed.payrollTaxDeduction': named(
    'percent',
    'Avdrag för årets särskilda löneskatt vid passiv verksamhet, högst',
    'Deduction for the special payroll tax of a passive business, at most',
  ),
  'selfEmployed.pensionPayrollTax': named(
    'percent',
    'Särskild löneskatt på pensionskostnader',
    'Special payroll tax on pension costs',
  ),
  'householdWork.rotShare': named('percent', 'Rot, andel av arbetskostnaden', 'ROT, share of the work'),
  'householdWork.rutShare': named('percent', 'Rut, andel av arbetskostnaden', 'RUT, share of the work'),
  'householdWork.rotMost': named('kronor', 'Rot, högst per person och år', 'ROT, at most for a person and year'),
  'householdWork.rutMost': named('kronor', 'Rut, högst per person och år', 'RUT, at most for a person and year'),
  'householdWork.most': named(
    'kronor',
    'Rot och rut tillsammans, högst per person och år',
    'ROT and RUT together, at most for a person and year',
  ),
  'greenTechnology.solarShare': named(
    'percent',
    'Grön teknik, andel av kostnaden för solceller',
    'Green technology, share of the cost of solar cells',
  ),
  'greenTechnology.storageShare': named(
    'percent',
    'Grön teknik, andel av kostnaden för lagring av el',
    'Green technology, share of the cost of storage of electricity',
  ),
  'greenTechnology.chargingShare': named(
    'percent',
    'Grön teknik, andel av kostnaden för laddningspunkt',
    'Green technology, share of the cost of a charging point',
  ),
  'greenTechnology.most': named(
    'kronor',
    'Grön teknik, högst per person och år',
    'Green technology, at most for a person and year',
  ),
  'unionVat.AT': named('percent', 'Normal moms i Österrike', 'Standard VAT in Austria'),
  'unionVat.BE': named('percent', 'Normal moms i Belgien', 'Standard VAT in Belgium'),
  'unionVat.BG': named('percent', 'Normal moms i Bulgarien', 'Standard VAT in Bulgaria'),
  'unionVat.CY': named('percent', 'Normal moms i Cypern', 'Standard VAT in Cyprus'),
  'unionVat.CZ': named('percent', 'Normal moms i Tjeckien', 'Standard VAT in Czechia'),
  'unionVat.DE': named('percent', 'Normal moms i Tyskland', 'Standard VAT in Germany'),
  'unionVat.DK': named('percent', 'Normal moms i Danmark', 'Standard VAT in Denmark'),
  'unionVat.EE': named('percent', 'Normal moms i Estland', 'Standard VAT in Estonia'),
  'unionVat.ES': named('percent', 'Normal moms i Spanien', 'Standard VAT in Spain'),
  'unionVat.FI': named('percent', 'Normal moms i Finland', 'Standard VAT in Finland'),
  'unionVat.FR': named('percent', 'Normal moms i Frankrike', 'Standard VAT in France'),
  'unionVat.GR': named('percent', 'Normal moms i Grekland', 'Standard VAT in Greece'),
  'unionVat.HR': named('percent', 'Normal moms i Kroatien', 'Standard VAT in Croatia'),
  'unionVat.HU': named('percent', 'Normal moms i Ungern', 'Standard VAT in Hungary'),
  'unionVat.IE': named('percent', 'Normal moms i Irland', 'Standard VAT in Ireland'),
  'unionVat.IT': named('percent', 'Normal moms i Italien', 'Standard VAT in Italy'),
  'unionVat.LT': named('percent', 'Normal moms i Litauen', 'Standard VAT in Lithuania'),
  'unionVat.LU': named('percent', 'Normal moms i Luxemburg', 'Standard VAT in Luxembourg'),
  'unionVat.LV': named('percent', 'Normal moms i Lettland', 'Standard VAT in Latvia'),
  'unionVat.MT': named('percent', 'Normal moms i Malta', 'Standard VAT in Malta'),
  'unionVat.NL': named('percent', 'Normal moms i Nederländerna', 'Standard VAT in Netherlands'),
  'unionVat.PL': named('percent', 'Normal moms i Polen', 'Standard VAT in Poland'),
  'unionVat.PT': named('percent', 'Normal moms i Portugal', 'Standard VAT in Portugal'),
  'unionVat.RO': named('percent', 'Normal moms i Rumänien', 'Standard VAT in Romania'),
  'unionVat.SI': named('percent', 'Normal moms i Slovenien', 'Standard VAT in Slovenia'),
  'unionVat.SK': named('percent', 'Normal moms i Slovakien', 'Standard VAT in Slovakia'),
  'reserve.companyShare': named(
    'percent',
    'Periodiseringsfond, högsta avsättning av överskottet för juridiska personer',
    'Tax allocation reserve, highest share of the surplus of legal entities',
  ),
  'reserve.personShare': named(
    'percent',
    'Periodiseringsfond, högsta avsättning för enskilda näringsidkare och delägare',
    'Tax allocation reserve, highest share for sole traders and partners',
  ),
  'reserve.years': named(
    'years',
    'Periodiseringsfond, år inom vilka den återförs',
    'Tax allocation reserve, years within which it is reversed',
  ),
  'reserve.standardIncome': named(
    'percent',
    'Periodiseringsfond, schablonintäkt för beskattningsår som slutar under året',
    'Tax allocation reserve, standard income of tax years that end in the year',
  ),
  'reserve.increase': named(
    'percent',
    'Periodiseringsfond, uppräkning vid återföring efter avsättningsårets början',
    'Tax allocation reserve, increase at its reversal by the first day of the year it was made for',
  ),
  'equipment.mainRule': named(
    'percent',
    'Inventarier, huvudregeln (räkenskapsenlig avskrivning)',
    'Equipment, main rule of tax depreciation',
  ),
  'equipment.complementaryRule': named(
    'percent',
    'Inventarier, kompletteringsregeln per år',
    'Equipment, complementary rule of tax depreciation, a year',
  ),
  'stock.blanketRule': named(
    'percent',
    'Lager, lägsta värde av anskaffningsvärdet (97-procentsregeln)',
    'Stock, lowest share of its cost (blanket obsolescence)',
  ),
  'payroll.pensionTax': named(
    'percent',
    'Särskild löneskatt på pensionskostnader',
    'Special payroll tax on pension costs',
  ),
  'payroll.contributions': named('percent', 'Arbetsgivaravgifter', 'Employer contributions'),
  'payroll.contributionsOfAge': named(
    'percent',
    'Arbetsgivaravgifter, endast ålderspensionsavgift',
    'Employer contributions, old-age pension alone',
  ),
} as const satisfies Record<string, Named>

export type LawKey = keyof typeof lawKeys

export const isLawKey = (text: string): text is LawKey => Object.hasOwn(lawKeys, text)
