// What a start says on the terminal: where the service is reached, and what to try. Secrets go to a terminal only; what
// is kept of the output, as the journal of a system is, names files that their owner alone reads.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Demo, DemoCompany } from './demo.ts'

export type Welcome = {
  /** Where the service is reached, without a slash at the end. */
  site: string
  base: string
  dataDir: string
  /** Whether somebody reads along. */
  isTerminal: boolean
  /** What the first person is asked for from other machines; null once somebody has an account. */
  firstRunCode: string | null
  /** What this start has made. */
  made: Demo | null
  /** What an earlier one has made. */
  found: DemoCompany | null
}

/** The lines; where nobody reads along, the secrets are written to files. */
export const welcomeLines = ({
  site,
  base,
  dataDir,
  isTerminal,
  firstRunCode: code,
  made,
  found,
}: Welcome): string[] => {
  const lines = [
    '',
    'Grundbok is running. Stop it with Ctrl-C.',
    '',
    `  Start    ${site}/`,
    ...(code === null ? [] : [codeLine(code, { dataDir, isTerminal })]),
    `  Log in   ${site}/login`,
    `  API      ${base}`,
    `  Docs     ${site}/docs`,
  ]
  if (made) return [...lines, ...demoLines(made, { base, dataDir, isTerminal }), '']
  if (!found) return [...lines, '']
  const { companyId, companyName } = found
  return [
    ...lines,
    `  Company  ${companyId} (${companyName}, to try things out)`,
    '',
    'Another token for it: ./grundbok demo token',
    '',
  ]
}

/** Where the first person is asked for a code, and where it is. */
const codeLine = (code: string, { dataDir, isTerminal }: Pick<Welcome, 'dataDir' | 'isTerminal'>): string => {
  const path = join(dataDir, 'first-run-code')
  if (!isTerminal) writeFileSync(path, code, { mode: PRIVATE })
  return `  Begin    at the start page; from another machine it asks for a code: ${isTerminal ? code : path}`
}

const demoLines = (
  { companyId, companyName, token, email, password }: Demo,
  { base, dataDir, isTerminal }: Pick<Welcome, 'base' | 'dataDir' | 'isTerminal'>,
): string[] => {
  const shown = isTerminal ? { token, password } : keep(dataDir, { token, password })
  const bearer = isTerminal ? `'Authorization: Bearer ${token}'` : `"Authorization: Bearer $(cat '${shown.token}')"`
  return [
    `  Company  ${companyId} (${companyName}, to try things out)`,
    `  Token    ${shown.token}`,
    `  Owner    ${email}, password ${shown.password}`,
    '',
    isTerminal ? 'Token and password are shown only now. Try it:' : 'Token and password are in these files. Try it:',
    '',
    `  curl -H ${bearer} ${base}/companies/${companyId}/company-information`,
    '',
    'Another token: ./grundbok demo token',
    'An integration that is ready to try: ./grundbok demo oauth',
  ]
}

const keep = (dataDir: string, secrets: { token: string; password: string }): { token: string; password: string } => {
  const paths = { token: join(dataDir, 'demo-token'), password: join(dataDir, 'demo-password') }
  for (const name of ['token', 'password'] as const) writeFileSync(paths[name], secrets[name], { mode: PRIVATE })
  return paths
}

/** Its owner alone reads it. */
const PRIVATE = 0o600
