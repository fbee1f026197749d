// Who approves supplier invoices, in the settings: each change is kept when its field is left.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember } from '#identity'
import { purchasingAdmin, purchasingSettingsOf } from '#purchasing'
import { takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { seriousFindings } from '#support/reading/axe'
import { type Service, startService } from '#support/service'
import { newPerson } from '#support/visitor'

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

test('a limit that cannot be read is not kept: the field says how it is written, and the old one stays', {
  tags: ['rest'],
}, async () => {
  const { page, company, person, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const approvers = [{ personId: person.id, limitOre: 5_000_000n }]
  await service.operateFor(company.id, (call) =>
    purchasingAdmin.changePurchasingSettings(call, { approves: true, approvers }),
  )
  const limits = async () => {
    const kept = await service.operateFor(company.id, purchasingSettingsOf)
    return kept.approvers.map(({ limitOre }) => limitOre)
  }
  const sent: string[] = []
  page.on('request', (one) => one.method() === 'PATCH' && sent.push(one.url()))
  await goTo('/settings/purchasing')
  const limit = page.getByRole('textbox', { name: /^Beloppsgräns: / })
  for (const typed of ['5x', '50 000 kr']) {
    await limit.fill(typed)
    await page.keyboard.press('Tab')
    await expect.poll(() => limit.getAttribute('aria-invalid')).toBe('true')
    await page.getByText('Skriv ett belopp med högst två decimaler').waitFor()
    expect(await limit.inputValue()).toBe(typed)
  }
  await takeScreenshot(page, 'approver-limit-unread')
  expect(await seriousFindings(page)).toEqual([])
  await page.reload()
  await expect.poll(() => limit.inputValue()).toMatch(/^50.000,00$/)
  expect([sent, await limits()]).toEqual([[], [5_000_000n]])
  // What can be read is kept, and an empty field is no limit.
  await limit.fill('60 000')
  await page.keyboard.press('Tab')
  await expect.poll(limits).toEqual([6_000_000n])
  await expect.poll(() => limit.inputValue()).toMatch(/^60.000,00$/)
  await limit.fill('')
  await page.keyboard.press('Tab')
  await expect.poll(limits).toEqual([null])
  expect(errors).toEqual([])
  await close()
})

test('an administrator lowers limits and takes approvers away, and sees that owners do the rest', {
  tags: ['rest'],
}, async () => {
  const { page, company, person, goTo, errors, close } = await consoleBrowser.signInBrowser({ role: 'administrator' })
  const tenant = { type: 'company', id: company.id } as const
  const owner = await newPerson(service, { name: 'Olga Ek' })
  const other = await newPerson(service, { name: 'Bo Ek' })
  await service.operate(async (call) => {
    await addMember(call, { tenant, personId: owner.id, role: 'owner' })
    await addMember(call, { tenant, personId: other.id, role: 'bookkeeper' })
  })
  const approvers = [person, other].map(({ id: personId }) => ({ personId, limitOre: 500_000n }))
  await service.operateFor(company.id, (call) =>
    purchasingAdmin.changePurchasingSettings(call, { approves: true, approvers }),
  )
  await goTo('/settings/purchasing')
  await page.getByText('Bara ägare lägger till attestanter').waitFor()
  const chosen = (name: string) => page.getByRole('checkbox', { name: `Attesterar: ${name}` })
  expect(await chosen(owner.name).isDisabled()).toBe(true)
  await chosen(other.name).click()
  // The last one stays: without any, everyone would approve.
  await expect.poll(() => chosen(person.name).isDisabled()).toBe(true)
  expect(await chosen(other.name).isDisabled()).toBe(true)
  expect(await seriousFindings(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})
