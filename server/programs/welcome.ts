// The start's message on the terminal: the address of the service, and what to try. Secrets are only printed to a
// terminal; output that is stored, such as in a system's journal, names files readable by their owner only.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Demo, DemoCompany } from '#demo/demo'

export type Welcome = {
  /** The public URL of the service, without a trailing slash. */
  site: string
  base: string
  dataDir: string
  /** Whether the output is a terminal. */
  isTerminal: boolean
  /** The code required of the first person from other machines; null once there is an account. */
  firstRunCode: string | null
  /** What this start has created. */
  made: Demo | null
  /** What an earlier start has created. */
  found: DemoCompany | null
}

/** The lines; without a terminal, the secrets are written to files. */
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

/** The line about the first person's code, and its location. */
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

/** Readable by the owner only. */
const PRIVATE = 0o600
