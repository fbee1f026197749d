// hledger-web, as packaged by Debian: through its JSON API, on a journal in one text file, which it reads again after
// each change.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { treeTime } from '#bench/processor-time'
import type { Workshop } from '#bench/workshop'
import { dayOf } from '#platform/day'
import { lines, TITLE } from './entry.ts'
import { clientOf, type Peer, repeated, startServer } from './peer.ts'

/** The response when its file is locked: a server of the API has no page for this error. */
const FILE_IS_LOCKED = /was answered with (?:403: server-side UI is disabled|500)/

export const hasHledger = (): boolean => spawnSync('hledger-web', ['--version']).status === 0

export const openHledger = async (workshop: Workshop): Promise<Peer> => {
  const folder = join(workshop.folder, 'hledger')
  mkdirSync(folder)
  const journal = join(folder, 'books.journal')
  const day = dayOf(new Date())
  const amounts = lines.map(({ account, ore }) => `    ${account}    ${(ore / 100).toFixed(2)} SEK`)
  writeFileSync(journal, [`${day} ${TITLE}`, ...amounts, ''].join('\n'))
  const rights = ['--serve-api', '--capabilities=view,add']
  const { origin, pid } = await startServer(workshop, (port) => ({
    line: ['hledger-web', ...rights, '--host', '127.0.0.1', '--port', String(port), '-f', journal],
    env: { LANG: 'C.UTF-8' },
    log: join(folder, 'log'),
  }))
  const ask = clientOf(workshop, origin)
  const all = async () => JSON.parse(await ask('GET', '/transactions')) as unknown[]
  // A complete entry in its own format: the first one of the journal.
  const [first] = await all()
  // While it writes, its file is locked and other requests are refused, so clients retry.
  const postOne = async (): Promise<void> => {
    for (;;) {
      const refused = await ask('PUT', '/add', first).then(
        () => null,
        (cause: Error) => cause,
      )
      if (refused === null) return
      if (!FILE_IS_LOCKED.test(refused.message)) throw refused
    }
  }
  return {
    name: 'hledger-web',
    post: (clients, seconds) => repeated(postOne, clients, seconds),
    // It cannot return part of the list.
    latest: all,
    balance: () => ask('GET', '/accounts'),
    count: async () => (await all()).length,
    used: () => treeTime(pid),
  }
}
