// The boxes of the VAT return (SKV 4700), which are the VAT codes of accounts, and the default code of an account by
// its number. Pure.

/** The sections of the return, in form order. */
export const vatSections = [
  'sales',
  'outputTax',
  'purchases',
  'reverseTax',
  'exemptSales',
  'imports',
  'importTax',
  'inputTax',
] as const
export type VatSection = (typeof vatSections)[number]

/** A box with its title; `accounts` are the number ranges of the usual chart that count towards it. */
export type VatBox = {
  code: string
  section: VatSection
  words: { sv: string; en: string }
  accounts: readonly (readonly [first: number, last: number])[]
}

type Ranges = VatBox['accounts']

const boxesOf = (section: VatSection, ...boxes: [code: string, sv: string, en: string, accounts: Ranges][]): VatBox[] =>
  boxes.map(([code, sv, en, accounts]) => ({ code, section, words: { sv, en }, accounts }))

/** A range of numbers, or a single number. */
const from = (first: number, last = first): readonly [number, number] => [first, last]

const TAXABLE: Ranges = [
  from(3000, 3003),
  from(3010, 3013),
  from(3040, 3043),
  from(3046),
  from(3050, 3053),
  from(3056),
  from(3106),
  from(3500, 3520),
  from(3523, 3540),
  from(3543, 3599),
  from(3730, 3732),
  from(3914),
  // Bad debt losses and their recovery change the base of sales.
  from(3950),
  from(6351),
  // Bases of VAT on accounts that count towards no box (vat-base.rules.ts).
  from(2427),
  from(3098),
]
/** Freight and fees invoiced abroad are declared with the goods. */
const GOODS_TO_EU: Ranges = [from(3058), from(3108), from(3521), from(3541)]
const EXPORTED_GOODS: Ranges = [from(3055), from(3105), from(3522), from(3542)]
const EXEMPT: Ranges = [
  from(3004),
  from(3014),
  from(3044),
  from(3054),
  from(3404),
  from(3910, 3912),
  from(3980),
  from(3994),
]

/** Every box that accounts count towards, in form order; box 49 is computed from them. */
export const vatBoxes: readonly VatBox[] = [
  ...boxesOf(
    'sales',
    ['05', 'Momspliktig försäljning', 'Taxable sales', TAXABLE],
    ['06', 'Momspliktiga uttag', 'Taxable withdrawals', [from(3401, 3403)]],
    ['07', 'Vinstmarginalbeskattning', 'Margin scheme', [from(3211, 3212), from(3220)]],
    ['08', 'Hyresinkomster, frivillig skattskyldighet', 'Rent with voluntary liability', [from(3913)]],
  ),
  ...boxesOf(
    'outputTax',
    ['10', 'Utgående moms 25 %', 'Output VAT 25 %', [from(2610, 2613), from(2616)]],
    ['11', 'Utgående moms 12 %', 'Output VAT 12 %', [from(2620, 2623), from(2626)]],
    ['12', 'Utgående moms 6 %', 'Output VAT 6 %', [from(2630, 2633), from(2636)]],
  ),
  ...boxesOf(
    'purchases',
    ['20', 'Inköp av varor från annat EU-land', 'Goods from other EU countries', [from(4056, 4058), from(4515, 4517)]],
    ['21', 'Inköp av tjänster från annat EU-land', 'Services from other EU countries', [from(4535, 4537)]],
    ['22', 'Inköp av tjänster från land utanför EU', 'Services from outside the EU', [from(4531, 4533)]],
    ['23', 'Inköp av varor i Sverige, omvänd', 'Goods in Sweden, reverse charge', [from(4415, 4417)]],
    ['24', 'Inköp av tjänster i Sverige, omvänd', 'Services in Sweden, reverse charge', [from(4425, 4427)]],
  ),
  ...boxesOf(
    'reverseTax',
    ['30', 'Utgående moms 25 % på inköp', 'Output VAT 25 % on purchases', [from(2614), from(2617)]],
    ['31', 'Utgående moms 12 % på inköp', 'Output VAT 12 % on purchases', [from(2624), from(2627)]],
    ['32', 'Utgående moms 6 % på inköp', 'Output VAT 6 % on purchases', [from(2634), from(2637)]],
  ),
  ...boxesOf(
    'exemptSales',
    ['35', 'Försäljning av varor till annat EU-land', 'Goods to other EU countries', GOODS_TO_EU],
    ['36', 'Försäljning av varor utanför EU', 'Goods to outside the EU', EXPORTED_GOODS],
    ['37', 'Mellanmans inköp av varor, trepartshandel', 'Triangular trade, purchases', [from(4512)]],
    ['38', 'Mellanmans försäljning av varor, trepartshandel', 'Triangular trade, sales', [from(3057), from(3107)]],
    ['39', 'Försäljning av tjänster till annat EU-land', 'Services to other EU countries', [from(3048), from(3308)]],
    ['40', 'Övrig försäljning av tjänster utanför Sverige', 'Other services abroad', [from(3045), from(3305)]],
    ['41', 'Försäljning där köparen är skattskyldig', 'Sales where the buyer is liable', [from(3231, 3233)]],
    ['42', 'Övrig försäljning m.m.', 'Other sales', EXEMPT],
  ),
  ...boxesOf('imports', ['50', 'Beskattningsunderlag vid import', 'Taxable imports', [from(4545, 4547)]]),
  ...boxesOf(
    'importTax',
    ['60', 'Utgående moms 25 % på import', 'Output VAT 25 % on imports', [from(2615)]],
    ['61', 'Utgående moms 12 % på import', 'Output VAT 12 % on imports', [from(2625)]],
    ['62', 'Utgående moms 6 % på import', 'Output VAT 6 % on imports', [from(2635)]],
  ),
  ...boxesOf('inputTax', ['48', 'Ingående moms att dra av', 'Deductible input VAT', [from(2640, 2647), from(2649)]]),
]

export const vatCodes: readonly string[] = vatBoxes.map(({ code }) => code)

/** The default VAT code of an account by its number in the usual chart; other lengths by their first four digits. */
export const usualVatCode = (number: number): string | null => {
  const plain = Number(String(number).slice(0, 4))
  const box = vatBoxes.find(({ accounts }) => accounts.some(([first, last]) => first <= plain && plain <= last))
  return box?.code ?? null
}

/** VAT settlement accounts (265x, and 165x for a claim): amounts booked against them are not new VAT. */
export const isSettlementAccount = (number: number): boolean => /^[12]65/.test(String(number))

/** Output and input VAT accounts by number (26xx up to 2649), with or without a box. */
export const isTaxAccount = (number: number): boolean => /^26[0-4]/.test(String(number))
