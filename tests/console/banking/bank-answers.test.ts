// The bank's answers to payments in the console: imported on the page of the bank, told there, and seen to among the
// payments.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { addMember, identityAdmin } from '#identity'
import { DESK, takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { seriousFindings } from '#support/reading/axe'
import { IBAN } from '#support/samples/camt-file'
import { statusReportFile, type WrittenReport } from '#support/samples/status-report-file'
import { type Service, startService, type TestCompany } from '#support/service'
import { newPersonInside, PASSWORD } from '#support/visitor'

let service: Service
let consoleBrowser: ConsoleBrowser
beforeAll(async () => {
  service = await startService()
  consoleBrowser = await openConsoleBrowser(service)
})
afterAll(async () => {
  await consoleBrowser.close()
  await service.close()
})

/** Payments that a signatory has signed and put into a file. */
const filed = async (company: TestCompany, names: readonly string[]) => {
  await service.operateFor(company.id, (call) =>
    bankingAdmin.addBankAccount(call, { name: 'Konto', iban: IBAN, account: 1930 }),
  )
  const ids: string[] = []
  for (const recipientName of names) {
    const recipientRef = { kind: 'transfer', recipientName, clearingNumber: '6000', accountNumber: '123456789' }
    const asked = { amount: 1250.5, paymentDate: '2026-06-11', recipientRef }
    ids.push(ok(await company.post('/bank-payments', asked)).id)
  }
  const { person, visitor } = await newPersonInside(service)
  const tenant = { type: 'company', id: company.id } as const
  await service.operate((call) => addMember(call, { tenant, personId: person.id, role: 'owner' }))
  await service.operateFor(company.id, (call) =>
    identityAdmin.setSignatory(call, { personId: person.id, isSignatory: true }),
  )
  const path = `/companies/${company.id}/bank-payments`
  const list = await visitor.get(path)
  const boxes = [...list.text.matchAll(/<input type="checkbox" id="(payment-[0-9a-f-]+)" name="\1" value="([\w-]+)"/g)]
  const chosen = Object.fromEntries(boxes.map(([, name = '', value = '']) => [name, value]))
  const page = await visitor.submit(list, { ...chosen, decision: 'sign' }, { action: `${path}/review` })
  await visitor.submit(page, { proof: PASSWORD }, { action: `${path}/decide` })
  const { id: fileId } = ok(await company.post('/bank-payments/files'))
  return { fileId: nameOf(fileId), ids: ids.map(nameOf) }
}

const nameOf = (id: string): string => id.replaceAll('-', '')

const fileOf = (report: WrittenReport) => ({
  name: 'aterrapport.xml',
  mimeType: 'application/xml',
  buffer: statusReportFile(report),
})

const PHONE = { width: 390, height: 844 }

const closed = [{ code: 'AC04', words: ['Mottagarkontot är avslutat sedan 2026-01-31'] }]

/** The bank's answer on a file of three payments: one is accepted, two are refused, and one more is not of the file. */
const answerOn = (fileId: string, [first = '', second = '', third = '']: readonly string[]) => {
  return fileOf({
    id: 'PSR-7',
    messageId: fileId,
    status: 'PART',
    batches: [
      {
        name: `${fileId}-1`,
        status: 'PART',
        payments: [
          { endToEndId: first, status: 'ACCP' },
          { endToEndId: second, status: 'RJCT', reasons: closed },
          { endToEndId: third, status: 'RJCT', reasons: [{ code: 'DU01' }] },
          { endToEndId: 'ANNAN-BETALNING-1', status: 'RJCT' },
        ],
      },
    ],
  })
}

for (const language of ['sv', 'en'] as const) {
  const sv = language === 'sv'
  test(`what the bank answers is told, and what it refuses is seen to (${language})`, async () => {
    const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser({ language })
    const { fileId, ids } = await filed(company, ['Papper AB', 'Karin Ek', 'Städ & Fönster i Norrköping AB'])
    await goTo('/bank')
    await page.setInputFiles('input[type=file]', answerOn(fileId, ids))
    const answer = page.getByRole('region', {
      name: sv ? 'Bankens svar på betalningarna' : "The bank's answer to the payments",
    })
    await answer.getByText(sv ? '1 godkänd' : '1 accepted').waitFor()
    await answer.getByText(sv ? '2 nekade' : '2 refused').waitFor()
    await answer
      .getByText(sv ? /AC04 Kontot är avslutat: Mottagarkontot/ : /AC04 The account is closed: Mott/)
      .waitFor()
    await answer.getByText('ANNAN-BETALNING-1').waitFor()
    await takeScreenshot(page, `bank-answer-${language}`)
    expect(await seriousFindings(page)).toEqual([])
    await page.setViewportSize(PHONE)
    await takeScreenshot(page, `bank-answer-${language}-390`)
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width)
    await page.setViewportSize(DESK)
    // Both wait in the queue, and lead to the payment with its reason.
    await goTo('')
    await page
      .getByText(sv ? 'Banken säger emot' : 'The bank says otherwise')
      .first()
      .waitFor()
    await page.getByRole('row', { name: /Karin Ek/ }).click()
    await page.getByRole('heading', { level: 2, name: 'Karin Ek' }).waitFor()
    await page
      .getByRole('note')
      .getByText(sv ? /Banken nekade betalningen/ : /The bank refused the payment/)
      .waitFor()
    await takeScreenshot(page, `payment-refused-${language}`)
    expect(await seriousFindings(page)).toEqual([])
    await page.setViewportSize(PHONE)
    await takeScreenshot(page, `payment-refused-${language}-390`)
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width)
    await page.setViewportSize(DESK)
    await page.getByRole('button', { name: sv ? 'Klar' : 'Done' }).click()
    await page.getByText(sv ? 'markerad som kontrollerad' : 'marked as checked').waitFor()
    await page.getByRole('row', { name: /Karin Ek/ }).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /Norrköping/ }).click()
    await page
      .getByRole('note')
      .getByText(sv ? /som en dubblett/ : /as a duplicate/)
      .waitFor()
    await takeScreenshot(page, `payment-duplicate-${language}`)
    expect(errors).toEqual([])
    await close()
  })

  test(`a report on a file of another is refused in words (${language})`, async () => {
    const { page, goTo, errors, close } = await consoleBrowser.signInBrowser({ language })
    await goTo('/bank')
    await page.setInputFiles('input[type=file]', fileOf({ messageId: 'LÖNER-1', status: 'RJCT' }))
    await page
      .getByText(sv ? /inte är någon betalfil som företaget har gjort här/ : /not a payment file that this company/)
      .waitFor()
    await takeScreenshot(page, `bank-answer-unknown-${language}`)
    expect(errors).toEqual([])
    await close()
  })
}
