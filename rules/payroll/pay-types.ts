// Pay types (lönearter): what each kind of line on a payslip does to pay, tax, contributions and holiday, which account
// it is booked on, and the field of the employer's return that it counts towards. Amounts of the law are in the law's
// table.
import type { LawKey } from '#rule/law-keys'

/**
 * What a line does. `pay` and `oneOff` are taxed cash pay, the latter by the table of one-off amounts; `grossDeduction`
 * lowers it before tax; a `benefit` is taxed and not paid out, and `benefitPaid` is what the employee pays for it from
 * the net pay; `netDeduction` is taken after tax; `taxFree` is paid out without tax.
 */
export const payEffects = [
  'pay',
  'oneOff',
  'grossDeduction',
  'benefit',
  'benefitPaid',
  'netDeduction',
  'taxFree',
] as const
export type PayEffect = (typeof payEffects)[number]

/** What a quantity counts. */
export const payUnits = ['month', 'hour', 'day', 'piece', 'kilometre'] as const
type PayUnit = (typeof payUnits)[number]

/** The accounts of pay: by the staff of the employment, or one for all. */
type PayAccount =
  | 'wages'
  | 'sickPay'
  | 'holidayPay'
  | 'boardFees'
  | 'mealBenefit'
  | 'carBenefit'
  | 'housingBenefit'
  | 'otherBenefit'
  | 'benefitsPaid'
  | 'freeAllowance'
  | 'taxedAllowance'
  | 'freeMileage'
  | 'taxedMileage'
  | 'expenses'
  | 'advances'
  | 'loans'
  | 'unionFees'
  | 'enforcement'
  | 'otherDeductions'

/** The fields of an individual statement that lines count towards: names in the file of the return. */
type ReturnField =
  | 'KontantErsattningUlagAG'
  | 'SkatteplOvrigaFormanerUlagAG'
  | 'SkatteplBilformanUlagAG'
  | 'DrivmVidBilformanUlagAG'
  | 'BetForDrivmVidBilformanUlagAG'
  | 'AndelStyrelsearvode'
  | 'Bilersattning'
  | 'Traktamente'

type PayType = {
  sv: string
  en: string
  effect: PayEffect
  unit: PayUnit
  account: PayAccount
  /** The fields that its amount counts towards; crosses for those free of tax. */
  fields: readonly ReturnField[]
  /** Whether an amount lowers what is paid or taxed. */
  isTaken?: true
  /** Whether it is variable pay, which holiday pay is reckoned from. */
  isHolidayBase?: true
  /** What a quantity is paid where no rate is given: the pay of the employment, or a value of the law. */
  usualRate?: 'pay' | LawKey
  /** Absence with a right to parental benefit, which the return tells day by day. */
  absence?: 'TILLFALLIG_FORALDRAPENNING' | 'FORALDRAPENNING'
}

const cash = ['KontantErsattningUlagAG'] as const
const other = ['SkatteplOvrigaFormanerUlagAG'] as const

const pay = (sv: string, en: string, more: Partial<PayType> = {}): PayType => ({
  sv,
  en,
  effect: 'pay',
  unit: 'piece',
  account: 'wages',
  fields: cash,
  ...more,
})
const variable = { isHolidayBase: true } as const
const byHour = { unit: 'hour' } as const
const taken = { isTaken: true } as const
const net = (sv: string, en: string, account: PayAccount): PayType =>
  pay(sv, en, { effect: 'netDeduction', account, fields: [], ...taken })
const benefit = (sv: string, en: string, more: Partial<PayType>): PayType =>
  pay(sv, en, { effect: 'benefit', fields: other, account: 'otherBenefit', ...more })

/** Every pay type, in the order of payslips. */
const payTypes = {
  monthlyPay: pay('Månadslön', 'Monthly pay', { unit: 'month' }),
  hourlyPay: pay('Timlön', 'Hourly pay', { ...byHour, ...variable, usualRate: 'pay' }),
  overtime: pay('Övertid', 'Overtime', { ...byHour, ...variable }),
  qualifiedOvertime: pay('Kvalificerad övertid', 'Qualified overtime', { ...byHour, ...variable }),
  additionalTime: pay('Mertid', 'Additional time', { ...byHour, ...variable }),
  unsocialHours: pay('Ob-tillägg', 'Unsocial hours', { ...byHour, ...variable }),
  onCall: pay('Jour och beredskap', 'On call', { ...byHour, ...variable }),
  addition: pay('Lönetillägg', 'Addition to pay', variable),
  commission: pay('Provision', 'Commission', variable),
  piecework: pay('Ackord', 'Piecework', variable),
  bonus: pay('Bonus', 'Bonus', { effect: 'oneOff', ...variable }),
  backPay: pay('Retroaktiv lön', 'Back pay', { effect: 'oneOff' }),
  severancePay: pay('Avgångsvederlag', 'Severance pay', { effect: 'oneOff' }),
  boardFee: pay('Styrelsearvode', 'Board fee', {
    account: 'boardFees',
    fields: ['KontantErsattningUlagAG', 'AndelStyrelsearvode'],
  }),
  sickDeduction: pay('Sjukavdrag', 'Deduction for sickness', { ...byHour, ...taken }),
  sickPay: pay('Sjuklön', 'Sick pay', { ...byHour, account: 'sickPay' }),
  qualifyingDeduction: pay('Karensavdrag', 'Qualifying deduction', { account: 'sickPay', ...taken }),
  careOfChild: pay('Vård av barn', 'Care of a sick child', {
    ...byHour,
    ...taken,
    absence: 'TILLFALLIG_FORALDRAPENNING',
  }),
  parentalLeave: pay('Föräldraledighet', 'Parental leave', { ...byHour, ...taken, absence: 'FORALDRAPENNING' }),
  careOfRelative: pay('Närståendevård', 'Care of a relative', { ...byHour, ...taken }),
  unpaidLeave: pay('Tjänstledighet', 'Unpaid leave', { ...byHour, ...taken }),
  unpaidHoliday: pay('Obetald semester', 'Unpaid holiday', { unit: 'day', ...taken }),
  holidayPay: pay('Semesterlön', 'Holiday pay', { unit: 'day', account: 'holidayPay' }),
  holidaySupplement: pay('Semestertillägg', 'Holiday supplement', { unit: 'day', account: 'holidayPay' }),
  holidayCompensation: pay('Semesterersättning', 'Compensation for holiday', {
    effect: 'oneOff',
    unit: 'day',
    account: 'holidayPay',
  }),
  grossDeduction: pay('Bruttolöneavdrag', 'Gross deduction', { effect: 'grossDeduction', ...taken }),
  pensionExchange: pay('Löneväxling till pension', 'Pay exchanged for pension', { effect: 'grossDeduction', ...taken }),
  taxedMileage: pay('Skattepliktig bilersättning', 'Taxed mileage', { unit: 'kilometre', account: 'taxedMileage' }),
  taxedAllowance: pay('Skattepliktigt traktamente', 'Taxed allowance', { unit: 'day', account: 'taxedAllowance' }),
  mealBenefit: benefit('Kostförmån', 'Meals', { account: 'mealBenefit', usualRate: 'benefit.mealMain' }),
  carBenefit: benefit('Bilförmån', 'Company car', {
    unit: 'month',
    account: 'carBenefit',
    fields: ['SkatteplBilformanUlagAG'],
  }),
  fuelBenefit: benefit('Drivmedelsförmån', 'Fuel with a company car', {
    account: 'carBenefit',
    fields: ['DrivmVidBilformanUlagAG'],
  }),
  bicycleBenefit: benefit('Cykelförmån', 'Bicycle', {}),
  wellnessBenefit: benefit('Friskvård, skattepliktig', 'Wellness, taxed', {}),
  housingBenefit: benefit('Bostadsförmån', 'Housing', { unit: 'month', account: 'housingBenefit' }),
  otherBenefit: benefit('Övrig förmån', 'Other benefit', {}),
  mealsPaid: benefit('Betalning för kost', 'Paid for meals', {
    effect: 'benefitPaid',
    account: 'benefitsPaid',
    ...taken,
  }),
  carPaid: benefit('Betalning för bilförmån', 'Paid for the company car', {
    effect: 'benefitPaid',
    account: 'benefitsPaid',
    fields: ['SkatteplBilformanUlagAG'],
    ...taken,
  }),
  otherBenefitPaid: benefit('Betalning för övrig förmån', 'Paid for another benefit', {
    effect: 'benefitPaid',
    account: 'benefitsPaid',
    ...taken,
  }),
  advance: net('Förskott', 'Advance', 'advances'),
  loan: net('Lån', 'Loan', 'loans'),
  lunch: net('Lunch', 'Lunch', 'otherDeductions'),
  parking: net('Parkering', 'Parking', 'otherDeductions'),
  unionFee: net('Fackavgift', 'Union fee', 'unionFees'),
  otherNetDeduction: net('Övrigt nettolöneavdrag', 'Other net deduction', 'otherDeductions'),
  enforcement: net('Utmätning i lön', 'Attachment of earnings', 'enforcement'),
  expenses: pay('Utlägg', 'Expenses', { effect: 'taxFree', account: 'expenses', fields: [] }),
  freeMileage: pay('Skattefri bilersättning', 'Mileage free of tax', {
    effect: 'taxFree',
    unit: 'kilometre',
    account: 'freeMileage',
    fields: ['Bilersattning'],
    usualRate: 'mileage.ownCar',
  }),
  freeAllowance: pay('Skattefritt traktamente', 'Allowance free of tax', {
    effect: 'taxFree',
    unit: 'day',
    account: 'freeAllowance',
    fields: ['Traktamente'],
    usualRate: 'allowance.day',
  }),
} as const satisfies Readonly<Record<string, PayType>>

export type PayTypeKey = keyof typeof payTypes

export const payTypeKeys = Object.keys(payTypes) as readonly PayTypeKey[]

/** A pay type by its key. */
export const payType = (key: PayTypeKey): PayType => payTypes[key]

export const isPayType = (text: unknown): text is PayTypeKey =>
  typeof text === 'string' && Object.hasOwn(payTypes, text)

/** The staff of an employment, which decides accounts of wages. */
export type Staff = 'worker' | 'salaried' | 'manager'

/** The usual accounts (BAS 2026), by key; `wages.worker` and the like by staff. A company may choose others. */
export const usualPayAccounts = {
  'wages.worker': 7010,
  'wages.salaried': 7210,
  'wages.manager': 7220,
  'sickPay.worker': 7081,
  'sickPay.salaried': 7281,
  'sickPay.manager': 7281,
  'holidayPay.worker': 7082,
  'holidayPay.salaried': 7285,
  'holidayPay.manager': 7285,
  boardFees: 7240,
  mealBenefit: 7382,
  carBenefit: 7385,
  housingBenefit: 7381,
  otherBenefit: 7389,
  benefitsPaid: 7388,
  benefitsContra: 7399,
  freeAllowance: 7321,
  taxedAllowance: 7322,
  freeMileage: 7331,
  taxedMileage: 7332,
  expenses: 2890,
  advances: 1613,
  loans: 1614,
  unionFees: 2794,
  enforcement: 2750,
  otherDeductions: 2790,
  contributions: 7510,
  withheldTax: 2710,
  contributionsDebt: 2731,
  netPay: 2820,
} as const satisfies Readonly<Record<string, number>>

export type PayAccountKey = keyof typeof usualPayAccounts
export const payAccountKeys = Object.keys(usualPayAccounts) as readonly PayAccountKey[]

/** The key of the account of a line. */
export const accountKeyOf = (account: PayAccount, staff: Staff): PayAccountKey =>
  account === 'wages' || account === 'sickPay' || account === 'holidayPay' ? `${account}.${staff}` : account

/** What an account of the map is for, in each language. */
export const payAccountNames: Readonly<Record<PayAccountKey, { sv: string; en: string }>> = {
  'wages.worker': { sv: 'Löner, kollektivanställda', en: 'Wages of workers' },
  'wages.salaried': { sv: 'Löner, tjänstemän', en: 'Wages of salaried employees' },
  'wages.manager': { sv: 'Löner, företagsledare', en: 'Wages of managers' },
  'sickPay.worker': { sv: 'Sjuklön, kollektivanställda', en: 'Sick pay of workers' },
  'sickPay.salaried': { sv: 'Sjuklön, tjänstemän', en: 'Sick pay of salaried employees' },
  'sickPay.manager': { sv: 'Sjuklön, företagsledare', en: 'Sick pay of managers' },
  'holidayPay.worker': { sv: 'Semesterlön, kollektivanställda', en: 'Holiday pay of workers' },
  'holidayPay.salaried': { sv: 'Semesterlön, tjänstemän', en: 'Holiday pay of salaried employees' },
  'holidayPay.manager': { sv: 'Semesterlön, företagsledare', en: 'Holiday pay of managers' },
  boardFees: { sv: 'Styrelsearvoden', en: 'Board fees' },
  mealBenefit: { sv: 'Kostförmån', en: 'Meals' },
  carBenefit: { sv: 'Bilförmån', en: 'Company cars' },
  housingBenefit: { sv: 'Bostadsförmån', en: 'Housing' },
  otherBenefit: { sv: 'Övriga förmåner', en: 'Other benefits' },
  benefitsPaid: { sv: 'Anställdas betalning för förmåner', en: 'Paid by employees for benefits' },
  benefitsContra: { sv: 'Motkonto för förmåner', en: 'Contra account of benefits' },
  freeAllowance: { sv: 'Skattefria traktamenten', en: 'Allowances free of tax' },
  taxedAllowance: { sv: 'Skattepliktiga traktamenten', en: 'Taxed allowances' },
  freeMileage: { sv: 'Skattefria bilersättningar', en: 'Mileage free of tax' },
  taxedMileage: { sv: 'Skattepliktiga bilersättningar', en: 'Taxed mileage' },
  expenses: { sv: 'Utlägg att betala', en: 'Expenses to pay' },
  advances: { sv: 'Förskott', en: 'Advances' },
  loans: { sv: 'Lån till anställda', en: 'Loans to employees' },
  unionFees: { sv: 'Fackavgifter', en: 'Union fees' },
  enforcement: { sv: 'Utmätning i lön', en: 'Attachment of earnings' },
  otherDeductions: { sv: 'Övriga löneavdrag', en: 'Other deductions' },
  contributions: { sv: 'Arbetsgivaravgifter', en: 'Employer contributions' },
  withheldTax: { sv: 'Personalskatt', en: 'Tax withheld' },
  contributionsDebt: { sv: 'Arbetsgivaravgifter att betala', en: 'Employer contributions to pay' },
  netPay: { sv: 'Löner att betala ut', en: 'Net pay to pay out' },
}
