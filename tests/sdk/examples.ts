// The examples of docs/guides/sdk.md as one program.
import { readFileSync } from 'node:fs'

const guide = readFileSync('docs/guides/sdk.md', 'utf8')

/** What the page says that a reader has of their service; `session` are headers. */
const GIVEN = `{
  baseUrl: string, token: string, companyId: string, agencyId: string, agencyToken: string, agencyNumber: string,
  generalToken: string, clientId: string, clientSecret: string, organizationNumber: string, png: Uint8Array,
  sieFile: string, session: Record<string, string> }`
const NAMES = [...GIVEN.matchAll(/(\w+):/g)].map(([, name]) => name)

const blocks = (): string[] => [...guide.matchAll(/```ts\n(.+?)```/gs)].map(([, block = '']) => block)

/** A module that exports `run`, with the SDK under the name that is given. */
export const examplesOf = (sdk: string): string => {
  const lines = blocks().join('\n').split('\n')
  const isImport = (line: string) => line.startsWith('import ')
  const imports = lines.filter(isImport).join('\n').replaceAll("'@grundbok/sdk'", `'${sdk}'`)
  const body = lines.filter((line) => !isImport(line)).join('\n')
  return `${imports}\nexport const run = async ({ ${NAMES.join(', ')} }: ${GIVEN}) => {\n${body}\n}\n`
}

/** The resources that the examples call: `company.invoices`, by the scopes of the tree. */
export const resourcesCalled = (): Set<string> => {
  const scopes = { company: 'company', own: 'company', agency: 'agency', administered: 'agency', operator: 'operator' }
  const of = (name: string) => scopes[name as keyof typeof scopes] ?? 'service'
  const calls = blocks()
    .join('\n')
    .matchAll(/\b(\w+)\.(me\.)?(\w+)[.(,]/g)
  return new Set([...calls].map(([, name = '', me, resource]) => `${me ? 'me' : of(name)}.${resource}`))
}
