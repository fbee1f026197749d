// Which part of a draft can be sent while it is still typed: the rest waits in the browser until it is whole.
import { type InvoiceDraft, isBlank, type LineDraft, type ReductionDraft } from '#console/sales/editor/draft.ts'
import { isOwnCurrency } from '#ui'

const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text))

/** Whether the service would take the line: one that sells something has a description and a price, or an item. */
const isWholeLine = (line: LineDraft): boolean => {
  if (line.kind === 'text' || isBlank(line)) return true
  const isSaid = line.itemId !== null || (line.description.trim() !== '' && line.price !== '')
  const areNumbers = [line.price, line.quantity].every((text) => text === '' || isNumber(text))
  return isSaid && areNumbers && /^(\d{4})?$/.test(line.account)
}

const isWholeReduction = (reduction: ReductionDraft | null): boolean => {
  if (reduction === null) return true
  const { type, propertyType, people } = reduction
  const home =
    type === 'rut'
      ? []
      : propertyType === 'realEstate'
        ? [reduction.realEstateNumber]
        : [reduction.tenantOrgNumber, reduction.apartmentNumber]
  const said = [reduction.description, ...home, ...people.map(({ personalNumber }) => personalNumber)]
  return said.every((text) => text.trim() !== '') && people.every(({ amount }) => isNumber(amount))
}

/** What is typed, with what is not whole as it was sent last, or left out where it never was. */
export const sendable = (mine: InvoiceDraft, sent: InvoiceDraft): InvoiceDraft => {
  const lines = mine.lines.flatMap((line) => {
    if (isWholeLine(line)) return [line]
    const was = sent.lines.find(({ id, key }) => (line.id === null ? key === line.key : id === line.id))
    return was && isWholeLine(was) && !isBlank(was) ? [{ ...was, key: line.key }] : []
  })
  const hasRate = isOwnCurrency(mine.currency) || Number(mine.currencyRate) > 0
  const isWholeCurrency = /^[A-Z]{3}$/.test(mine.currency) && hasRate
  const { currency, currencyRate } = isWholeCurrency ? mine : sent
  const reduction = isWholeReduction(mine.reduction) ? mine.reduction : sent.reduction
  return { ...mine, invoiceDate: mine.invoiceDate || sent.invoiceDate, currency, currencyRate, reduction, lines }
}

/** The numbers of the lines that wait to be whole, from 1. */
export const waitingLines = ({ lines }: InvoiceDraft): number[] =>
  lines.flatMap((line, index) => (isWholeLine(line) ? [] : [index + 1]))
