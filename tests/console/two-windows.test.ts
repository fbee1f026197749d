// The console in two windows of one browser, which share what it keeps.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleBrowser, type ConsoleUser, openConsoleBrowser } from '#support/console'
import { type Service, startService } from '#support/service'
import { newVisitor, PASSWORD } from '#support/visitor'

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

/** Types into what has the focus, key by key. */
const type = async (page: Page, ...keys: string[]) => {
  for (const key of keys) {
    if (/^(Enter|Control\+.+)$/.test(key)) await page.keyboard.press(key)
    else await page.keyboard.type(key)
  }
}

const account = (page: Page, line: number) => page.getByRole('combobox', { name: `Konto på rad ${line}` })

/** The chart of accounts is there once a field for an account offers some. */
const withAccounts = async (page: Page) => {
  await account(page, 1).click()
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Escape')
}

const openNew = async (worker: ConsoleUser) => {
  await worker.goTo('/journal/new')
  await withAccounts(worker.page)
  await text(worker.page).focus()
}

const text = (page: Page) => page.getByLabel('Text', { exact: true })
/** What was typed is kept a moment after the last key. */
const isKept = (page: Page, ...parts: string[]) =>
  expect
    .poll(() =>
      page.evaluate<boolean>(
        `Object.values(localStorage).some((one) => ${JSON.stringify(parts)}.every((part) => one.includes(part)))`,
      ),
    )
    .toBe(true)
const another = async ({ page }: ConsoleUser, shows: string): Promise<Page> => {
  const window = await page.context().newPage()
  window.setDefaultTimeout(30_000)
  await window.goto(page.url())
  await expect.poll(() => text(window).inputValue()).toBe(shows)
  await withAccounts(window)
  return window
}
const isGone = (page: Page) => page.getByText(/är bokfört, sparat eller kastat i ett annat fönster/).waitFor()

/** What a window has of its own beside the others'. */
const aside = (page: Page) => page.evaluate<string>('JSON.stringify(Object.values(sessionStorage))')

const offer = (of: Page) => of.getByRole('alert').filter({ hasText: 'Det finns ett utkast till' })
const swap = (page: Page) => offer(page).getByRole('button', { name: 'Visa det andra' }).click()

/** An entry that can be booked stands in both windows. */
const inBoth = async (worker: ConsoleUser): Promise<Page> => {
  const { page } = worker
  await openNew(worker)
  await type(page, 'Båda fönstren', 'Enter', '6110', 'Enter', '100', 'Enter')
  await account(page, 2).focus()
  await type(page, '1930', 'Enter')
  await isKept(page, 'Båda fönstren', '6110', '1930')
  return another(worker, 'Båda fönstren')
}

test('an entry is booked once, and the other window says that it was', async () => {
  const worker = await consoleBrowser.signInBrowser()
  const { page, company } = worker
  const second = await inBoth(worker)
  await type(second, 'Control+Enter')
  await second.getByText(/Bokförd som/).waitFor()
  await isGone(page)
  expect(await text(page).inputValue()).toBe('Båda fönstren')
  await type(page, 'Control+Enter')
  await page.getByText(/Bokförd som/).waitFor()
  expect((await company.get('/journal-entries')).body.items).toHaveLength(1)
  await worker.close()
})

test('an entry that both have gone on with is two, and each is booked', async () => {
  const worker = await consoleBrowser.signInBrowser()
  const { page, company } = worker
  const second = await inBoth(worker)
  await text(second).fill('Den andra')
  await isKept(second, 'Den andra')
  await offer(page).waitFor()
  await text(page).fill('Den tredje')
  await expect.poll(() => aside(page)).toContain('Den tredje')
  await type(page, 'Control+Enter')
  await page.getByText(/Bokförd som/).waitFor()
  // What the other has typed is still kept.
  await second.reload()
  await expect.poll(() => text(second).inputValue()).toBe('Den andra')
  await withAccounts(second)
  await type(second, 'Control+Enter')
  await second.getByText(/Bokförd som/).waitFor()
  const { items } = (await company.get('/journal-entries')).body
  expect(items.map(({ title }: { title: string }) => title).sort()).toEqual(['Den andra', 'Den tredje'])
  await worker.close()
})

test('what is typed in one is not written over by the other, which is offered beside it', async () => {
  const worker = await consoleBrowser.signInBrowser()
  const { page } = worker
  await openNew(worker)
  await type(page, 'Den första')
  await isKept(page, 'Den första')
  const second = await another(worker, 'Den första')
  await second.getByRole('button', { name: 'Börja om' }).click()
  await isGone(page)
  await text(second).fill('Den andra')
  await isKept(second, 'Den andra')
  await text(page).fill('Den första och mer')
  await offer(page).waitFor()
  await page.reload()
  await offer(page).waitFor()
  expect(await text(page).inputValue()).toBe('Den första och mer')
  await swap(page)
  await expect.poll(() => text(page).inputValue()).toBe('Den andra')
  // The other window goes on; this one's own is still what is offered here.
  await page.evaluate(
    `void (globalThis.heard = new Promise((done) =>
      addEventListener('storage', ({ newValue }) => newValue?.includes('Den andra och mer') && done())))`,
  )
  await text(second).fill('Den andra och mer')
  await page.evaluate('globalThis.heard')
  await swap(page)
  await expect.poll(() => text(page).inputValue()).toBe('Den första och mer')
  await offer(second).waitFor()
  expect(await text(second).inputValue()).toBe('Den andra och mer')
  await worker.close()
})

/** Two windows have gone on with one draft, and the first keeps its own beside the other's, which it is offered. */
const gonApart = async (worker: ConsoleUser): Promise<Page> => {
  const { page } = worker
  await openNew(worker)
  await type(page, 'Den första')
  await isKept(page, 'Den första')
  const second = await another(worker, 'Den första')
  await text(second).fill('Den andra')
  await isKept(second, 'Den andra')
  await offer(page).waitFor()
  await text(page).fill('Den tredje')
  await expect.poll(() => aside(page)).toContain('Den tredje')
  return second
}

test('what one window has of its own stays when the other throws away what both show', { tags: ['rest'] }, async () => {
  const worker = await consoleBrowser.signInBrowser()
  const { page } = worker
  const second = await gonApart(worker)
  await swap(page)
  await expect.poll(() => text(page).inputValue()).toBe('Den andra')
  await second.getByRole('button', { name: 'Börja om' }).click()
  await isGone(page)
  await swap(page)
  await expect.poll(() => text(page).inputValue()).toBe('Den tredje')
  await worker.close()
})

test('whose own stands beside the other is told nothing when that is thrown away, and goes on alone', {
  tags: ['rest'],
}, async () => {
  const worker = await consoleBrowser.signInBrowser()
  const { page } = worker
  const second = await gonApart(worker)
  await second.getByRole('button', { name: 'Börja om' }).click()
  await offer(page).waitFor({ state: 'detached' })
  await text(page).fill('Den tredje och mer')
  await isKept(page, 'Den tredje och mer')
  expect(await page.getByText(/är bokfört, sparat eller kastat i ett annat fönster/).count()).toBe(0)
  await worker.close()
})

/** A new customer is typed, and not yet saved. */
const begun = async (worker: ConsoleUser, name: string) => {
  await worker.goTo('/customers')
  await worker.page.getByText('Här finns inga kunder än.').waitFor()
  await worker.page.keyboard.press('n')
  await worker.page.getByRole('form', { name: 'Ny kund' }).waitFor()
  await worker.page.keyboard.type(name)
}

test('a user who has logged in again in another window can still save in this one', async () => {
  const worker = await consoleBrowser.signInBrowser()
  const { page, person, company } = worker
  await begun(worker, 'Dal AB')
  const visitor = newVisitor(service)
  await visitor.logIn(person.email, PASSWORD)
  const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url: service.origin }))
  await page.context().addCookies(cookies)
  await page.keyboard.press('Control+Enter')
  await page.getByText('Dal AB är sparad.').waitFor()
  expect((await company.get('/customers')).body.items).toMatchObject([{ name: 'Dal AB' }])
  await worker.close()
})

test('if another user has logged in since, the page says so and saves nothing', async () => {
  const worker = await consoleBrowser.signInBrowser()
  const { page, company } = worker
  await begun(worker, 'Dal AB')
  const other = await consoleBrowser.signInBrowser({ company })
  await page.context().addCookies(await other.page.context().cookies())
  await page.keyboard.press('Control+Enter')
  await page.getByRole('alert').getByText('Någon annan har loggat in i den här webbläsaren').waitFor()
  expect(await page.getByText('Csrf-Token').count()).toBe(0)
  expect((await company.get('/customers')).body.items).toEqual([])
  await other.close()
  await worker.close()
})

test('after a session has ended the page says so too, and does not continue as the next user', {
  tags: ['rest'],
}, async () => {
  const worker = await consoleBrowser.signInBrowser()
  const { page, company } = worker
  await begun(worker, 'Dal AB')
  const context = page.context()
  await context.clearCookies()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('alert').getByText('Du är utloggad').waitFor()
  const other = await consoleBrowser.signInBrowser({ company })
  await context.addCookies(await other.page.context().cookies())
  // As after returning from the login window.
  await page.evaluate(`void dispatchEvent(new Event('focus'))`)
  await page.getByRole('alert').getByText('Någon annan har loggat in i den här webbläsaren').waitFor()
  await Promise.all([page.waitForResponse(/\/v1\/me$/), page.keyboard.press('Control+Enter')])
  await page.locator('button[data-loading]').first().waitFor({ state: 'detached' })
  expect((await company.get('/customers')).body.items).toEqual([])
  await other.close()
  await worker.close()
})
