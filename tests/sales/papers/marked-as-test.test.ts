// What a test company sends out says so: papers on each page, mails, and the page that a payment link leads to.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/sql'
import { checkedCompany } from '#support/checked'
import { textsOf, wordsOf } from '#support/reading/pages'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { recorded } from '#tests/sales/booking/booked'
import { aLine, madeCustomer } from '#tests/sales/invoicing'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

const ok = ({ status, text, body }: Answer) => {
  expect(status, text).toBe(200)
  return body
}

/** What stands across each page of a PDF: its letters climb from left to right, each a word to a reader. */
const marksOf = ({ status, text }: Answer): string[] => {
  expect(status).toBe(200)
  const bytes = Buffer.from(text, 'latin1')
  const letters = wordsOf(bytes).filter((word) => /^[Test]$/.test(word.text))
  return textsOf(bytes).map((_, at) => {
    const own = letters.filter(({ page }) => page === at + 1)
    return own.sort((one, other) => one.left - other.left).reduce((mark, { text: letter }) => mark + letter, '')
  })
}

/** Everything that goes out of a company: PDFs by their pages, subjects of mails, and the payment page. */
const outOf = async (company: TestCompany) => {
  const contactsDetails = [{ name: 'Karin Berg', email: 'karin@kund.example', isDefault: true }]
  const { id: customerId } = await madeCustomer(company, { name: 'Kund AB', contactsDetails })
  const lineItems = Array.from({ length: 60 }, () => aLine())
  const invoice = { customerRef: { id: customerId }, invoiceDate: '2026-04-01', lineItems }
  const { id } = await recorded(company, invoice)
  ok(await company.post(`/invoices/${id}/send`, {}))
  ok(await company.post(`/invoices/${id}/reminders`, { delivery: 'mail' }))
  ok(await company.post(`/customers/${customerId}/statement/send`, {}))
  const [reminder] = ok(await company.get(`/reminders`)).items
  const { url } = ok(await company.post(`/invoices/${id}/payment-link`))
  const mails = await service.database.rows<{ subject: string }>(
    sql`select subject from platform.mail where company_id = ${company.id} order by id`,
  )
  return {
    papers: [
      marksOf(await company.get(`/invoices/${id}/download`)),
      marksOf(await company.get(`/reminders/${reminder.id}/download`)),
      marksOf(await company.get(`/customers/${customerId}/statement?format=pdf`)),
    ],
    subjects: mails.map(({ subject }) => subject),
    page: await (await fetch(service.origin + new URL(url).pathname)).text(),
  }
}

test.each([true, false])('is a test company: %s', async (isTest) => {
  const { papers, subjects, page } = await outOf(checkedCompany(await service.newCompany({ isTest })))
  expect(papers[0]?.length).toBeGreaterThan(1)
  for (const pages of papers) expect(pages).toEqual(pages.map(() => (isTest ? 'Test' : '')))
  expect(subjects).toHaveLength(3)
  expect(subjects.map((subject) => subject.startsWith('[Test] '))).toEqual(subjects.map(() => isTest))
  expect(page.includes('ett prov från ett testföretag')).toBe(isTest)
})
