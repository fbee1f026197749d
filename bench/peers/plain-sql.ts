// Plain SQL: what a program that only writes rows would send, by PostgreSQL's own load generator. One statement books
// an entry, without checking its balance, numbering, protection against changes, or a record of the user.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { postByPgbench } from '#bench/pgbench'
import type { Workshop } from '#bench/workshop'
import { connect } from '#platform/db-connection'
import { type Sql, sql } from '#platform/sql'
import { lines, TITLE } from './entry.ts'
import type { Peer } from './peer.ts'
import type { PeerDatabase } from './peer-database.ts'

const POOL_SIZE = 2

const TABLES: readonly Sql[] = [
  sql`create table entry (id bigint generated always as identity primary key, day date not null, title text not null)`,
  sql`create table line (
    entry_id bigint not null references entry, line_number int not null, account int not null, ore bigint not null,
    primary key (entry_id, line_number))`,
  sql`create index on line (account)`,
]

const insert = `with made as (insert into entry (day, title) values (current_date, '${TITLE}') returning id)
insert into line select id, number, account, ore from made, (values
  ${lines.map(({ account, ore }, at) => `(${at + 1}, ${account}, ${ore})`).join(', ')}) as l (number, account, ore);`

export const openPlainSql = async (workshop: Workshop, server: PeerDatabase, pgbench: string): Promise<Peer> => {
  const connection = await server.create('plain')
  const database = connect({ connection, poolSize: POOL_SIZE, onIdleError: () => {} })
  workshop.later(() => database.close())
  for (const table of TABLES) await database.rows(table)
  const script = join(workshop.folder, 'plain.sql')
  // On one line, because pgbench ends statements at line ends.
  writeFileSync(script, `${insert}\n`)
  return {
    name: 'plain SQL',
    async post(clients, seconds) {
      const shape = { clients, seconds, folder: workshop.folder }
      return (await postByPgbench(pgbench, { connection }, [script], shape)).total
    },
    latest: () =>
      database.rows(sql`
        select e.id, e.day, e.title, l.account, l.ore
        from (select * from entry order by id desc limit 25) e join line l on l.entry_id = e.id`),
    balance: () => database.rows(sql`select account, sum(ore) as ore from line group by account order by account`),
    async count() {
      const { total } = await database.one<{ total: bigint }>(sql`select count(*) as total from entry`)
      return Number(total)
    },
    used: server.used,
  }
}
