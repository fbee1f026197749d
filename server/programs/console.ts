// The console: the browser application for people. The service sends one page for all its paths, and the files that the
// page references; everything else comes from the API.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { type PageAnswer, type PageCall, type PageRow, trustedHtml } from '#http'
import { rootFolder } from './system.ts'

/** The path of its files. */
const CONSOLE_FILES = '/console/'

/** The paths that need a login, as in the console's routes; the service sends the same page for all. */
const ADDRESSES = [
  '/companies/*',
  '/clients',
  '/agency',
  '/agency/*',
  '/integrations',
  '/integrations/*',
  '/test-companies',
  '/operator/*',
]

/** The path where the first person of a service begins. */
export const FIRST_RUN = '/first-run'

/** How long a browser may cache a file, whose name changes with its content, in milliseconds (one year). */
const FILE_MAX_AGE_MS = 365 * 24 * 60 * 60 * 1000

/** Bytes of the nonce for the page's own style element. */
const NONCE_BYTES = 16

type Named = { program: string; style: string }

let named: Named | undefined

const folder = (): string => join(rootFolder(), 'dist', 'console')

/** The files that the page references, according to the build. */
const readNamed = (): Named => {
  named ??= JSON.parse(readFileSync(join(folder(), 'page.json'), 'utf8')) as Named
  return named
}

/** Serves the files, compressed as the browser accepts. */
export const addConsoleFiles = async (app: FastifyInstance): Promise<void> => {
  if (!existsSync(folder())) return
  await app.register(fastifyStatic, {
    root: folder(),
    prefix: CONSOLE_FILES,
    index: false,
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: FILE_MAX_AGE_MS,
    setHeaders: (reply) => reply.header('x-content-type-options', 'nosniff'),
  })
}

/** The page that loads the console. */
export const consolePage = ({ base, language }: Pick<PageCall, 'base' | 'language'>): PageAnswer => {
  const { program, style } = readNamed()
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  const files = `${base}${CONSOLE_FILES}`
  return {
    document: trustedHtml(`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <meta name="grundbok" content="${nonce}" data-base="${base}">
    <title>Grundbok</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${files}${style}">
    <script type="module" src="${files}${program}"></script>
  </head>
  <body><div id="console"></div></body>
</html>
`),
    policy: policyWith(nonce),
  }
}

/** Scripts and requests are limited to the service itself; styles that the application creates carry the nonce. */
const policyWith = (nonce: string): string =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `font-src 'self'`,
    `img-src 'self' blob: data:`,
    `connect-src 'self'`,
    `worker-src 'self' blob:`,
    `frame-src 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
  ].join('; ')

const pageFor = (path: string, visitor: PageRow['visitor']): PageRow => ({
  method: 'GET',
  path,
  visitor,
  run: async (call) => consolePage(call),
})

export const consolePages: readonly PageRow[] = [
  pageFor(FIRST_RUN, 'anyone'),
  ...ADDRESSES.map((path) => pageFor(path, 'person')),
]
