// VAT rows: which box of the VAT return (SKV 4700) a line of an entry counts towards, decided when it is booked and
// kept with the line. A row is the code that the line was given, or otherwise that of its account on that day. A line
// without a row, of an older entry or an imported file, goes by the account. Pure.
import { ledgerFaults } from '#ledger/refusals'
import type { Ore } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { type VatRate, vatRates } from '#rule/vat-rates'
import { isSettlementAccount, isTaxAccount, type VatSection, vatBoxes, vatCodes } from './vat-code.rules.ts'

/** The row of a line that counts towards no box. */
export const NO_BOX = 'none'
/** What a caller may give a line. */
export const rowCodes: readonly string[] = [...vatCodes, NO_BOX]

const boxes = new Map(vatBoxes.map((box) => [box.code, box]))

const TAX_SECTIONS: readonly VatSection[] = ['outputTax', 'reverseTax', 'importTax', 'inputTax']
const DEBIT_SECTIONS: readonly VatSection[] = ['purchases', 'imports', 'inputTax']

/** Whether a box is of tax; all others are of a base. */
export const isTaxBox = (code: string): boolean => {
  const box = boxes.get(code)
  return box !== undefined && TAX_SECTIONS.includes(box.section)
}

/** Purchases, imports and input VAT are positive as debits, all others as credits. */
export const isDebitBox = (code: string): boolean => {
  const box = boxes.get(code)
  return box !== undefined && (code === '37' || DEBIT_SECTIONS.includes(box.section))
}

/** Whether an account is one of tax: by its code, or by its number (26xx up to 2649). */
export const isOfTax = (account: number, code: string | null): boolean =>
  code !== null && boxes.has(code) ? isTaxBox(code) : isTaxAccount(account)

/** The row as stored: `vatApart` where it is not the code of the account. */
type VatRow = { vatCode?: string; vatApart?: true }

/** The row of a line on an account with a code, and the one that it was given, if any. */
export const vatRow = (own: string | null, given: string | null): VatRow => {
  const code = given ?? own
  if (code === null || (code === NO_BOX && own === null)) return {}
  return code === own ? { vatCode: code } : { vatCode: code, vatApart: true }
}

/** Why a line cannot have the row that it was given: tax is declared from accounts of tax, and bases from others. */
export const wrongVatRow = (
  given: string | null,
  { account, own }: { account: number; own: string | null },
  field: string,
): FieldError | null => {
  if (given === null || given === NO_BOX) return null
  if (!boxes.has(given)) return ledgerFaults.vatCode(field, { codes: rowCodes.join(', ') })
  if (isTaxBox(given) === isOfTax(account, own)) return null
  return (isTaxBox(given) ? ledgerFaults.taxOnOther : ledgerFaults.baseOnTax)(field, { account, box: given })
}

/** The boxes of tax with one for each rate, in the order of the rates. */
const ratedBoxes: readonly (readonly string[])[] = [
  ['10', '11', '12'],
  ['30', '31', '32'],
  ['60', '61', '62'],
]

/** The box of a line whose rate of VAT is decided by the day: that of the rate, if the box is of one. */
export const boxAtRate = (code: string, rate: VatRate): string =>
  ratedBoxes.find((boxes) => boxes.includes(code))?.[vatRates.indexOf(rate)] ?? code

type Line = { account: number; vatCode?: string | undefined; vatApart?: true | undefined }

/** An entry against a settlement account moves tax that was reported: its lines of tax have no rows. */
export const withoutSettled = <Of extends Line>(items: readonly Of[]): Of[] => {
  if (!items.some(({ account }) => isSettlementAccount(account))) return [...items]
  return items.map((item) => {
    if (item.vatCode === undefined || !isTaxBox(item.vatCode)) return item
    const { vatCode: _, vatApart: __, ...rest } = item
    return rest as Of
  })
}

/**
 * The lines of an entry that buys and sells nothing, but moves what was bought or sold to other months and accounts.
 * The report takes such entries out as a whole, so the row is not apart from the account.
 */
export const withoutBases = <Of extends Line>(items: readonly Of[]): Of[] =>
  items.map((item) =>
    item.vatCode === undefined || isTaxBox(item.vatCode) ? item : { ...item, vatCode: NO_BOX, vatApart: undefined },
  )

/** The rows of a reversal, beside the codes that the accounts have by then. */
export const reversedRows = <Of extends Line>(items: readonly Of[], codes: ReadonlyMap<number, string | null>): Of[] =>
  items.map((item) => {
    const { account, vatCode, vatApart } = item
    if (vatCode === undefined || (vatCode === NO_BOX && !vatApart)) return item
    const { vatApart: _, ...rest } = item
    return (vatCode === (codes.get(account) ?? NO_BOX) ? rest : { ...rest, vatApart: true }) as Of
  })

/** The box of a line: by its row, otherwise by its account; null if it counts towards none. */
const boxOfLine = ({ account, vatCode }: Line, codes: ReadonlyMap<number, string | null>): string | null => {
  const code = vatCode ?? codes.get(account) ?? null
  return code === NO_BOX ? null : code
}

/** Whether lines change a VAT return: one counts towards a box, or is on an account of tax. */
export const changesVat = (items: readonly Line[], codes: ReadonlyMap<number, string | null>): boolean =>
  items.some((item) => boxOfLine(item, codes) !== null || isTaxAccount(item.account))

/** What an entry adds to a box, in öre, with the sign of the return; `kind` is the section of the return. */
type EntryVat = { box: string; kind: VatSection; isTax: boolean; ore: Ore; lines: number[] }

type BookedLine = Line & { line: number; debit: Ore | number; credit: Ore | number }

/** The VAT of an entry by box, in form order. */
export const vatOfEntry = (items: readonly BookedLine[], codes: ReadonlyMap<number, string | null>): EntryVat[] => {
  const isSettling = items.some(({ account }) => isSettlementAccount(account))
  const sums = new Map<string, { ore: Ore; lines: number[] }>()
  for (const item of items) {
    const code = boxOfLine(item, codes)
    if (code === null || (isSettling && isTaxBox(code))) continue
    const credit = BigInt(item.credit) - BigInt(item.debit)
    const { ore, lines } = sums.get(code) ?? { ore: 0n, lines: [] }
    sums.set(code, { ore: ore + (isDebitBox(code) ? -credit : credit), lines: [...lines, item.line] })
  }
  return vatBoxes.flatMap(({ code, section: kind }) => {
    const found = sums.get(code)
    return found ? [{ box: code, kind, isTax: isTaxBox(code), ...found }] : []
  })
}
