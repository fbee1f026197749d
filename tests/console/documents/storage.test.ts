// The page of storage: what is used of what is allowed, what takes the room, and what the queue and an upload say.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { seriousFindings } from '#support/reading/axe'
import { pngChunk, pngFile } from '#support/samples/sample-files'
import { type Service, startService } from '#support/service'

const MB = 1_000_000

let service: Service
let consoleBrowser: ConsoleBrowser
beforeAll(async () => {
  const storage = { perCompany: 2 * MB, perOwner: 10 * MB, requireRoom: async () => {} }
  service = await startService({ storage })
  consoleBrowser = await openConsoleBrowser(service)
})
afterAll(async () => {
  await consoleBrowser.close()
  await service.close()
})

const picture = (bytes: number) => pngFile({ between: [pngChunk('tEXt', Buffer.alloc(bytes, 'x'))] })

test.each([
  ['sv', 1280, /1,7\sMB av 2\sMB \(85 %\)/, 'Underlag', 'Lagringen är snart full', 'Platsen är snart slut'],
  ['en', 390, /1\.7\sMB of 2\sMB \(85 %\)/, 'Documents', 'Storage is nearly full', 'There is little room left'],
] as const)('in %s at %i pixels', async (language, width, used, kind, row, warning) => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser({
    language,
    context: { viewport: { width, height: 900 } },
  })
  const shown = (name: string) => takeScreenshot(page, `storage-${name}-${language}-${width}`)
  await goTo('/settings/storage')
  await page.getByText(language === 'sv' ? 'Inga filer än.' : 'No files yet.').waitFor()
  await shown('empty')
  expect((await company.upload('/uploads', 'kvitto.png', picture(1_700_000))).status).toBe(200)
  await goTo('/settings/storage')
  await page.getByText(used).first().waitFor()
  await page.getByRole('term').filter({ hasText: kind }).waitFor()
  expect(await page.getByRole('status').filter({ hasText: warning }).count()).toBe(1)
  expect(await seriousFindings(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  await shown('storage')
  await goTo('')
  await page.getByText(row).first().waitFor()
  await shown('home')
  await close()
})
