// hledger-web, as Debian has it: by its JSON API, on a journal that is one text file, which it reads anew when the file
// has changed.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { treeTime } from '#bench/processor-time'
import type { Workshop } from '#bench/workshop'
import { dayOf } from '#platform/day'
import { lines, TITLE } from './entry.ts'
import { clientOf, type Peer, repeated, startServer } from './peer.ts'

/** How it says that its file is locked: a server of the API has no page that would say so. */
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
  // An entry in its own words, with all that it wants to be told: the one that the journal begins with.
  const [first] = await all()
  // While it writes for somebody its file is locked, and others are refused: they ask again, as people would.
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
    // It has no part of the list to ask for.
    latest: all,
    balance: () => ask('GET', '/accounts'),
    count: async () => (await all()).length,
    used: () => treeTime(pid),
  }
}
