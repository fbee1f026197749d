// Every page of the console, from its table: opened at desk and phone width, in both languages, light and dark. It says
// where it is, fits, is sound for those who hear it or have no mouse, and sends requests to the service only.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember, identityAdmin } from '#identity'
import { sql } from '#platform/sql'
import { DESK, PHONE, takeScreenshot } from '#support/browser'
import { newAgency } from '#support/callers'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { seriousFindings } from '#support/reading/axe'
import { fillBooks } from '#support/samples/filled-books'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
let consoleBrowser: ConsoleBrowser
let company: TestCompany
let agencyId: string
beforeAll(async () => {
  service = await startService()
  consoleBrowser = await openConsoleBrowser(service)
  company = await service.newCompany({ name: 'Lindqvist & Döttrar Bygg AB' })
  await fillBooks(company)
  agencyId = (await newAgency(service, [company.id])).id
})
afterAll(async () => {
  await consoleBrowser.close()
  await service.close()
})

/** Paths below the company, as the tables of pages have them; what varies is not opened here. */
const paths = readdirSync('console', { recursive: true, encoding: 'utf8' })
  .filter((name) => /^[a-z-]+\/index\.ts$/.test(name))
  .flatMap((name) => [...readFileSync(join('console', name), 'utf8').matchAll(/^ {4}path: '([^'$]*)'/gm)])
  .map(([, path = '']) => path)

/** Pages of the person, in no company. */
const own = readdirSync('console', { recursive: true, encoding: 'utf8' })
  .filter((name) => /^[a-z-]+\/index\.ts$/.test(name))
  .flatMap((name) => [...readFileSync(join('console', name), 'utf8').matchAll(/^ {4}at: '([^'$]*)'/gm)])
  .map(([, at = '']) => at)

type Look = readonly [viewport: typeof DESK, colorScheme: 'light' | 'dark']

/** Each page is opened once in each language, and then looked at another way. */
const looks = {
  sv: [
    [DESK, 'light'],
    [PHONE, 'dark'],
  ],
  en: [
    [PHONE, 'light'],
    [DESK, 'dark'],
  ],
} as const

/** Marks the heading of a page that is left, so that no page is taken for the next one. */
const LEFT = 'data-left'

/** Goes to another page as a link does, without loading the console anew. */
const follow = async (page: Page, path: string): Promise<void> => {
  await page.evaluate(`document.querySelector('h1').setAttribute('${LEFT}', ''); history.pushState({}, '', '${path}')`)
}

/** Whether the focus has come along to another page: on its heading, or where the page has put it. */
const hasArrived = (page: Page) => page.evaluate<boolean>(`document.activeElement.closest('main') !== null`)

/** Buttons and fields that are lower than a thumb needs, 44 pixels (WCAG 2.2, 2.5.5); links in running text apart. */
const lowTargets = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('.push, .icon-button, .chip, select, main input')]
    .filter((one) => !['checkbox', 'radio', 'hidden', 'file'].includes(one.type) && one.checkVisibility())
    .filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML)`)

test('the table has pages', () => {
  expect(paths).toContain('')
  expect(paths).toContain('/journal')
  expect(own).toContain('/integrations')
  expect(new Set(paths).size).toBe(paths.length)
})

/** Opens all pages of which `isAsked` holds, by their place in the tables, and looks at each in these ways. */
const lookAt = async (language: 'sv' | 'en', isAsked: (at: number) => boolean, ways: readonly Look[]) => {
  const { page, person, errors, close } = await consoleBrowser.signInBrowser({ company, language })
  const agency = { tenant: { type: 'agency', id: agencyId }, personId: person.id, role: 'administrator' } as const
  await service.operate((call) => addMember(call, agency))
  await service.operate((call) => identityAdmin.setOperator(call, { personId: person.id, isOperator: true }))
  await service.database.rows(sql`update identity.session set is_proven = true where person_id = ${person.id}`)
  let pressed = 0
  const addresses = [...paths.map((path) => `/companies/${company.id}${path}`), ...own].filter((_, at) => isAsked(at))
  for (const [at, path] of addresses.entries()) {
    for (const [turn, [viewport, colorScheme]] of ways.entries()) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      if (turn === 0) await (at === 0 ? page.goto(`${service.origin}${path}`) : follow(page, path))
      await page.locator(`h1:not([${LEFT}])`).waitFor()
      await page.locator('main').locator('.bones, .table-bone').first().waitFor({ state: 'detached' })
      const name = path.replace(/^\/companies\/[^/]+/, '').replaceAll('/', '-')
      await takeScreenshot(page, `console${name || '-home'}-${language}-${viewport.width}-${colorScheme}`)
      const where = `${path} in ${language} at ${viewport.width}, ${colorScheme}`
      expect(await page.getByRole('heading', { level: 1 }).count(), where).toBe(1)
      expect(await page.locator('main').getByRole('alert').allTextContents(), where).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth'), where).toBe(viewport.width)
      if (turn === 0 && at > 0) await expect.poll(() => hasArrived(page), { message: where }).toBe(true)
      pressed += await page.locator('.push').count()
      if (viewport === PHONE) expect(await lowTargets(page), where).toEqual([])
      // What a page is made of stays the same: only what is looked at is judged again.
      expect(await seriousFindings(page, turn === 0 ? 'all' : 'seen'), where).toEqual([])
      expect(errors, where).toEqual([])
    }
  }
  // The judge of low buttons knows them by this name.
  expect(pressed).toBeGreaterThan(addresses.length / 2)
  await close()
}

test.each([
  ['first', 'sv', 0, 'dark'],
  ['second', 'en', 1, 'light'],
] as const)('the %s of every two pages is sound on a phone, in %s', async (_, language, first, colorScheme) => {
  await lookAt(language, (at) => at % 2 === first, [[PHONE, colorScheme]])
})

test.each(['sv', 'en'] as const)('every page is sound, in %s', { tags: ['rest'] }, async (language) => {
  await lookAt(language, () => true, looks[language])
})

describe('what a browser loads', () => {
  /** Kilobytes of the packed files that the first page needs. */
  const SHELL_KB = 220
  const PAGE_KB = 45

  test('is small enough', () => {
    const folder = join('dist', 'console')
    const { program } = JSON.parse(readFileSync(join(folder, 'page.json'), 'utf8')) as { program: string }
    const sizeOf = (file: string) => readFileSync(join(folder, `${file}.br`)).length / 1024
    const importsOf = (file: string) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g)].map(
        ([, name = '']) => name,
      )
    const withAll = (files: readonly string[], known: Set<string>): Set<string> => {
      for (const file of files) if (!known.has(file)) withAll(importsOf(file), known.add(file))
      return known
    }
    const kilobytesOf = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + sizeOf(file), 0)
    const shell = withAll([program], new Set())
    expect(kilobytesOf(shell)).toBeLessThan(SHELL_KB)
    const pages = [...readFileSync(join(folder, program), 'utf8').matchAll(/import\("\.\/([\w-]+\.js)"\)/g)]
    expect(pages.length).toBeGreaterThanOrEqual(paths.length)
    for (const [, page = ''] of pages) {
      const more = [...withAll([page], new Set())].filter((file) => !shell.has(file))
      expect(kilobytesOf(more), page).toBeLessThan(PAGE_KB)
    }
  })
})
