// The payment code on an invoice: the Swedish invoice format (UsingQR, version 1) for SEK, and the European code for
// credit transfers (EPC069-12, version 2) for euro.
import { numberFromOre } from '#platform/money'
import { isToBePaid, type Paper } from './paper.ts'

/** The text of the code, or null if there is nothing to pay with it. */
export const paymentCode = (paper: Paper): string | null => {
  if (!isToBePaid(paper) || paper.payable <= 0) return null
  if (paper.currency === 'SEK') return swedishCode(paper)
  return paper.currency === 'EUR' ? europeanCode(paper) : null
}

const swedishCode = (paper: Paper): string | null => {
  const { seller } = paper
  const account = accountOf(paper)
  if (account === null) return null
  return JSON.stringify({
    uqr: 1,
    tp: 1,
    nme: seller.name,
    cc: seller.address?.country ?? 'SE',
    cid: seller.organizationNumber,
    iref: paper.paymentReference ?? paper.number,
    idt: compact(paper.date),
    ddt: compact(paper.dueDate),
    due: kronor(paper.payable),
    vat: kronor(paper.tax),
    cur: 'SEK',
    ...account,
  })
}

const accountOf = ({ seller }: Paper): Record<string, string> | null => {
  if (seller.bankgiro) return { pt: 'BG', acc: seller.bankgiro.replace(/\D/g, '').replace(/(\d{4})$/, '-$1') }
  if (seller.plusgiro) return { pt: 'PG', acc: seller.plusgiro.replace(/\D/g, '').replace(/(\d)$/, '-$1') }
  if (!seller.iban) return null
  return { pt: 'IBAN', acc: seller.iban.replace(/\s/g, ''), ...(seller.bic ? { bc: seller.bic } : {}) }
}

/** Bounds of the format: the name in characters, the amount in cents, the whole in bytes. */
const MAX_NAME = 70
const MAX_CENTS = 99_999_999_999
const MAX_BYTES = 331

const europeanCode = ({ seller, payable, number, paymentReference }: Paper): string | null => {
  if (!seller.iban || payable > MAX_CENTS) return null
  const name = seller.name.slice(0, MAX_NAME)
  const amount = `EUR${kronor(payable).toFixed(2)}`
  const lines = ['BCD', '002', '1', 'SCT', seller.bic ?? '', name, seller.iban.replace(/\s/g, ''), amount, '', '']
  const text = [...lines, paymentReference ?? number].join('\n')
  return Buffer.byteLength(text) <= MAX_BYTES ? text : null
}

const kronor = (ore: number): number => numberFromOre(BigInt(ore))

const compact = (day: string): string => day.replaceAll('-', '')
