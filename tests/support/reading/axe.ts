// What axe finds on a page: the rules of WCAG 2.2 A and AA, as far as a program can judge them.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Those of them whose answer hangs on colours and on the size of the window. */
const SEEN = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size']

type Finding = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }

/** Serious and critical findings, as sentences; by all rules, or by those for what is `seen`. */
export const seriousFindings = async (page: Page, by: 'all' | 'seen' = 'all'): Promise<string[]> => {
  // The page's own policy allows no scripts but its own, which a program that judges it is not.
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(source)
  const findings = await page.evaluate<Finding[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(by === 'all' ? RULES : { type: 'rule', values: SEEN })}, resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  )
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    )
}
