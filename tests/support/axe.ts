// What axe finds on a page: the rules of WCAG 2.2 A and AA, as far as a program can judge them.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

type Finding = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }

/** Serious and critical findings, as sentences. */
export const seriousFindings = async (page: Page): Promise<string[]> => {
  // The page's own policy allows no scripts but its own, which a program that judges it is not.
  await page.evaluate(source)
  const findings = await page.evaluate<Finding[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(RULES)} }).then(({ violations }) => violations)`,
  )
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    )
}
