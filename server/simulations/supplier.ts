// A supplier sends an e-invoice (Peppol BIS Billing 3), as its own program would.

import { paperOf } from '#demo/demo-papers'
import type { CompanyRowCall } from '#http'
import { type Paper, ublOf } from '#paper'
import { addDaysWithin, type Day, dayOf } from '#platform/day'
import { percentOf, textFromOre } from '#platform/money'
import { USUAL_RATE, type VatRate } from '#rule/vat-rates'
import { oreIn } from './amount.ts'
import type { Enter } from './entrance.ts'

type SupplierSends = {
  supplierName: string
  organizationNumber: string
  bankgiro?: string
  number?: string
  description?: string
  netAmount: number
  taxRate?: VatRate
  date?: Day
  dueDate?: Day
}

const DAYS_TO_PAY = 30

/** The invoice that arrives. */
export const supplierSends = async (call: CompanyRowCall, enter: Enter, given: SupplierSends): Promise<unknown> => {
  const { name, organizationNumber } = await enter<{ name: string; organizationNumber: string }>(
    'getCompanyInformation',
    {},
  )
  const { totalItems } = await enter<{ totalItems: number }>('listSupplierInvoices', { query: { pageSize: '1' } })
  const number = given.number ?? `S${totalItems + 1}`
  const text = ublOf(paperFor({ ...given, number }, { name, organizationNumber, today: dayOf(call.now) }))
  return enter('receiveElectronicInvoice', { file: { name: 'e-faktura.xml', bytes: Buffer.from(text) } })
}

type Buyer = { name: string; organizationNumber: string; today: Day }

const paperFor = (given: SupplierSends & { number: string }, { today, ...buyer }: Buyer): Paper => {
  const {
    supplierName: supplier,
    organizationNumber,
    bankgiro = '5050-1055',
    taxRate = USUAL_RATE,
    date = today,
  } = given
  const { number, description = 'Varor', dueDate = addDaysWithin(date, DAYS_TO_PAY) } = given
  const netOre = oreIn(given.netAmount, '#/netAmount')
  const [net, tax] = [Number(netOre), Number(percentOf(netOre, taxRate))]
  const hyphenated = organizationNumber.replace(/^(\d{6})(\d{4})$/, '$1-$2')
  const own = { supplier, organizationNumber: hyphenated, bankgiro, number, date, dueDate, description, net: 1 }
  const paper = paperOf(own)
  const [line] = paper.lines
  if (line?.kind !== 'sale') throw new Error('The paper of a supplier has a line')
  return {
    ...paper,
    seller: { ...paper.seller, vatNumber: `SE${hyphenated.replace('-', '')}01` },
    buyer: { ...paper.buyer, ...buyer },
    references: { ...paper.references, buyer: buyer.name },
    lines: [{ ...line, unitPrice: textFromOre(netOre), taxRate, net }],
    taxes: [{ taxRate, treatment: 'rate', net, tax, baseTax: null }],
    net,
    tax,
    total: net + tax,
    payable: net + tax,
  }
}
