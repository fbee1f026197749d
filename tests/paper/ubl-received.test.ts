// E-invoices sent by the service have the same content when received here.
import { expect, test } from 'vitest'
import { type Paper, ublOf } from '#paper'
import { oreFromNumber } from '#platform/money'
import { proposalOf } from '#rules/e-invoices/proposal'
import { readUbl } from '#rules/e-invoices/ubl'
import { papers } from './ubl-papers.ts'

const cents = (amount: number): number => Number(oreFromNumber(amount))

test.each(Object.entries(papers))('%s, as it is sent, is received with the same amounts', (_, paper: Paper) => {
  const reading = readUbl(Buffer.from(ublOf(paper)))
  if ('findings' in reading) throw new Error(reading.findings.join('; '))
  const { content, doubts } = reading
  expect(doubts).toEqual([])
  expect(content).toMatchObject({ number: paper.number, invoiceDate: paper.date, currency: paper.currency })
  expect(content.seller).toMatchObject({
    name: paper.seller.name,
    organizationNumber: paper.seller.organizationNumber,
    vatNumber: paper.seller.vatNumber,
  })
  const { net, tax, rounding, gross } = content.totals
  expect([net, tax, rounding, gross].map(cents)).toEqual([paper.net, paper.tax, paper.rounding, paper.net + paper.tax])
  const sales = paper.lines.flatMap((line) => (line.kind === 'sale' ? [line.net] : []))
  expect(content.lines.map(({ netAmount }) => cents(netAmount))).toEqual(sales)
  expect(content.kind).toBe(paper.kind === 'creditNote' ? 'creditNote' : 'invoice')
  // All that is billed is proposed to be booked, credit notes the other way.
  const proposed = proposalOf(content, {
    before: [],
    isActive: () => true,
    rounding: 3740,
    deducts: true,
    accountingCurrency: 'SEK',
  })
  const sum = proposed.reduce((total, { netAmount, taxAmount = 0 }) => total + cents(netAmount) + cents(taxAmount), 0)
  expect(sum).toBe((paper.net + paper.tax) * (paper.kind === 'creditNote' ? -1 : 1))
})
