// A real browser, for measuring interactions.
import { existsSync } from 'node:fs'
import { chromium, type Page } from 'playwright-core'
import type { Workshop } from './workshop.ts'

const browsers = [process.env.CHROMIUM, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** A browser page of desktop width; the workshop closes it. */
export const openBrowser = async (workshop: Workshop): Promise<Page> => {
  const executablePath = browsers.find((path) => path && existsSync(path))
  if (!executablePath) throw new Error('A browser is missing: apt-get install chromium-headless-shell')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  workshop.later(() => browser.close())
  return browser.newPage({ locale: 'sv-SE', viewport: { width: 1280, height: 900 } })
}
