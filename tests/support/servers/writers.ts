// Companies of a cluster of one's own, on each of its machines, and programs that post for them until they are told to
// end.
import { expect } from 'vitest'
import { command } from '#support/commands'
import { anEntry, requestsWith } from '#support/service'
import { type OwnCluster, runOnServer } from './own-cluster.ts'

export type CompanyOn = { id: string; port: number; api: ReturnType<typeof requestsWith> }

/** What an operator's command answers. */
export const operatedIn = async (where: { folder: string; databaseUrl: string }, words: readonly string[]) => {
  const { code, stdout, stderr } = await command(where, [...words, '--json'])
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

/** At least so many companies on each machine that has shards, with a year and a token. */
export const newCompaniesOn = async (
  cluster: OwnCluster,
  { folder, base, ofEach }: { folder: string; base: string; ofEach: number },
): Promise<CompanyOn[]> => {
  const operated = (words: readonly string[]) => operatedIn({ folder, databaseUrl: cluster.url }, words)
  const found: CompanyOn[] = []
  const has = (at: number) => found.filter(({ port }) => port === at).length
  while (cluster.nodes.slice(1).some(({ port }) => has(port) < ofEach)) {
    const words = ['--name', `Bolag ${found.length} AB`, '--organization-number', '559999-0008']
    const { id } = await operated(['company', 'create', ...words, '--fiscal-year', '2026-01-01:2026-12-31'])
    const { token } = await operated(['token', 'create', '--company', id, '--name', 'Prov', '--scopes', 'all'])
    const [place] = await runOnServer<{ port: number }>(
      cluster.url,
      `select nodeport as port from pg_dist_placement join pg_dist_node using (groupid)
       where shardid = get_shard_id_for_distribution_column('identity.company', '${id}'::uuid)`,
    )
    found.push({ id, port: place?.port ?? 0, api: requestsWith(`${base}/companies/${id}`, token) })
  }
  return found
}

type Writing = { acknowledged: string[]; unclear: string[]; statuses: Set<number> }

/** Posts for a company until it is told to end, with so many hands. */
export const writing = (
  company: CompanyOn,
  { mark, hands, hasEnded }: { mark: string; hands: number; hasEnded: () => boolean },
) => {
  const kept: Writing = { acknowledged: [], unclear: [], statuses: new Set() }
  const post = async (hand: number) => {
    for (let place = 1; !hasEnded(); place += 1) {
      const title = `${mark}-${hand}-${place}`
      const { status } = await company.api.post('/journal-entries', anEntry({ title }), { 'idempotency-key': title })
      kept.statuses.add(status)
      if (status === 200) kept.acknowledged.push(title)
      else kept.unclear.push(title)
    }
  }
  return { kept, done: Promise.all(Array.from({ length: hands }, (_, hand) => post(hand))) }
}

export const titlesOf = async ({ api }: CompanyOn): Promise<string[]> => {
  const titles: string[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const { status, body } = await api.get(`/journal-entries?pageSize=100&cursor=${encodeURIComponent(cursor)}`)
    expect(status).toBe(200)
    titles.push(...body.items.map(({ title }: { title: string }) => title))
    cursor = body.nextCursor
  }
  return titles.sort()
}
