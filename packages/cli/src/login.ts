// Logging in: a consent by the browser, or a private token; and the profiles that come of it.
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline/promises'
import { createClient, OAuth, type StoredTokens } from '@grundbok/sdk'
import { type Command, Option } from 'commander'
import { connectionOf } from './connection.ts'
import { Failure } from './exits.ts'
import { withOutput } from './generic.ts'
import { type Format, formatOf, print } from './output.ts'
import { changeProfiles, type Profile, readProfiles } from './profiles.ts'
import { say } from './terminal.ts'

/** Where the browser comes back to; the integration has to be registered with it. */
const CALLBACK = 'http://127.0.0.1:8976/callback'
/** How long a person may take, in milliseconds. */
const CONSENT_MS = 600_000

type Login = {
  url: string
  profile: string
  clientId?: string
  clientSecret?: string
  callback: string
  scopes?: string
  browser: boolean
  tokenStdin?: boolean
  sessionStdin?: boolean
}

export const addLogin = (program: Command): void => {
  program
    .command('login')
    .description('Log in to a service and keep it as a profile')
    .requiredOption('--url <url>', 'where the API is: https://books.example.com/v1')
    .option('--profile <name>', 'the name of the profile', 'default')
    .option('--token-stdin', 'read a private token from stdin')
    .option('--session-stdin', 'read the cookie of a session in the browser from stdin, to act as a person')
    .addOption(new Option('--client-id <id>', 'the integration to consent to').env('BOK_CLIENT_ID'))
    // From the environment, so that it is not in the list of processes; help names the variable and not its value.
    .addOption(new Option('--client-secret <secret>', 'its secret').env('BOK_CLIENT_SECRET'))
    .option('--callback <url>', 'where the browser comes back to', CALLBACK)
    .option('--scopes <scopes>', 'scopes to ask for, separated by spaces; all that are registered if left out')
    .option('--no-browser', 'only print the address, and read from stdin the one that the browser comes back to')
    .action(login)
  program
    .command('logout')
    .description('Forget a profile, and end its consent')
    .option('--profile <name>', 'the name of the profile')
    .action(logout)
  const profiles = program.command('profiles').description('List profiles')
  withOutput(profiles).action(({ output }: { output?: Format }) => {
    const { current, profiles: kept } = readProfiles()
    const rows = Object.entries(kept).map(([name, { url, company, oauth, session }]) => ({
      name,
      current: name === current ? '*' : '',
      url,
      company: company ?? '',
      by: oauth ? 'browser' : session ? 'session' : 'token',
    }))
    print(rows, formatOf(output))
  })
  program
    .command('use')
    .description('Make a profile the one that commands use')
    .argument('<profile>')
    .action((name: string) =>
      changeProfiles((kept) => {
        if (!kept.profiles[name]) throw new Failure('notFound', `There is no profile ${name}`)
        kept.current = name
      }),
    )
}

const login = async (given: Login): Promise<void> => {
  const profile = given.sessionStdin ? await bySession(given) : await (given.clientId ? byConsent : byToken)(given)
  changeProfiles((kept) => {
    kept.profiles[given.profile] = profile
    kept.current = given.profile
  })
  const of = profile.company ?? profile.agency ?? 'no company: give --company'
  say(`Logged in as ${given.profile} (${of})`)
}

const byToken = async ({ url, tokenStdin }: Login): Promise<Profile> => {
  if (!tokenStdin && !process.stdin.isTTY) {
    throw new Failure('usage', 'Give --token-stdin and a private token on stdin, or --client-id for a consent')
  }
  const token = tokenStdin ? await firstLine() : await secretLine('Private token: ')
  const { tenant } = await createClient({ baseUrl: url, token }).me.get()
  return { url, token, ...tenantOf(tenant.type, tenant.id) }
}

/** What only people may do needs the session of one. */
const bySession = async ({ url }: Login): Promise<Profile> => {
  const line = await firstLine()
  const name = url.startsWith('https:') ? '__Host-session' : 'session'
  const cookie = line.includes('=') ? line : `${name}=${line}`
  const { session } = await createClient({ baseUrl: url, headers: { cookie } }).me.get()
  if (!session) throw new Failure('unauthorized', 'The session has ended')
  return { url, session: { cookie, 'csrf-token': session.csrfToken } }
}

const tenantOf = (type: string, id: string | null) =>
  id && (type === 'company' || type === 'agency') ? { [type]: id } : {}

const byConsent = async (given: Login): Promise<Profile> => {
  const { url, clientId = '', clientSecret = '', callback, scopes } = given
  if (!clientSecret) throw new Failure('usage', 'Give the secret of the integration in BOK_CLIENT_SECRET')
  const oauth = new OAuth({ baseUrl: url, clientId, clientSecret, redirectUri: callback })
  const consent = await oauth.begin(scopes ? { scopes: scopes.split(' ') } : {})
  say(`Open ${consent.url}`)
  const cameBack = given.browser ? await fromBrowser(consent.url, callback) : await firstLine()
  const tokens: StoredTokens = await oauth.finish(cameBack, consent)
  return { url, oauth: { clientId, clientSecret, tokens }, ...tenantOf(tokens.tenantType, tokens.tenantId) }
}

/** Waits on this machine for the browser. */
const fromBrowser = (address: string, callback: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port, pathname } = new URL(callback)
    const server = createServer((request, response) => {
      const url = request.url ?? ''
      if (new URL(url, callback).pathname !== pathname) {
        response.writeHead(404).end()
        return
      }
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
      response.end('You can close this page and go back to the terminal.\n')
      end(() => resolve(url))
    })
    const timer = setTimeout(
      () => end(() => reject(new Failure('unauthorized', 'The browser has not come back'))),
      CONSENT_MS,
    )
    const end = (then: () => void) => {
      clearTimeout(timer)
      server.close(then)
    }
    server.on('error', (cause) =>
      end(() => reject(new Failure('other', `Cannot wait for the browser: ${cause.message}`))),
    )
    server.listen(Number(port || 80), hostname.replace(/^\[|\]$/g, ''), () => openInBrowser(address))
  })

/** Opens an address with what the system has for it; BROWSER names another program. */
const openInBrowser = (address: string): void => {
  const { BROWSER } = process.env
  const usual = { darwin: 'open', win32: 'explorer' }[process.platform as string] ?? 'xdg-open'
  const child = spawn(BROWSER ?? usual, [address], { stdio: 'ignore', detached: true })
  // Where there is none, the address that was printed is opened by hand.
  child.on('error', () => {})
  child.unref()
}

const logout = async (given: { profile?: string }): Promise<void> => {
  const { current, profiles } = readProfiles()
  const name = given.profile ?? current
  const profile = profiles[name]
  if (!profile) throw new Failure('notFound', `There is no profile ${name}`)
  if (profile.oauth?.tokens) {
    const { url, oauth } = profile
    await new OAuth({ baseUrl: url, ...oauth }).revoke(profile.oauth.tokens.refreshToken)
  }
  changeProfiles((kept) => {
    delete kept.profiles[name]
  })
  say(`Forgot ${name}`)
}

const firstLine = async (): Promise<string> => {
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() !== '') return line.trim()
  }
  throw new Failure('usage', 'There is nothing on stdin')
}

/** Reads what is typed, without showing it. */
const secretLine = async (question: string): Promise<string> => {
  process.stderr.write(question)
  const reader = createInterface({ input: process.stdin, terminal: true })
  const line = await reader.question('')
  reader.close()
  process.stderr.write('\n')
  return line.trim()
}

/** `bok open`: the console at the company, in the browser. */
export const addOpen = (program: Command): void => {
  program
    .command('open')
    .description('Open the console in the browser, at a page such as invoices')
    .argument('[page]', 'the page, as it is in its address', '')
    .option('--profile <name>', 'the profile to use')
    .option('--company <id>', 'the company')
    .option('--print', 'only print the address')
    .action((page: string, given: { profile?: string; company?: string; print?: boolean }) => {
      const { profile, companyId } = connectionOf(given)
      const { origin } = new URL(profile.url)
      const address = new URL(companyId ? `/companies/${companyId}/${page}` : `/${page}`, origin).href
      process.stdout.write(`${address}\n`)
      if (!given.print) openInBrowser(address)
    })
}
