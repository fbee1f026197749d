// Verification sees what an auditor would: anything that a user with all database rights changes behind the triggers is
// named, unless every chain and counter is made anew; and then the ends of the chains, kept elsewhere, tell it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operator } from '#platform/actor'
import { groupByPlace, type Transaction } from '#platform/db'
import { sql } from '#platform/sql'
import { EVERY_MS, every } from '#support/every'
import { needs } from '#support/needs'
import { anEntry, type Service, startService, type TestCompany } from '#support/service'
import { type ChainHead, headsOf, parts, partsOfInstallation, sinceKept } from '#verification/verification'
import { makeBooks } from './books.ts'
import { type Tamper, tampers } from './tampers.ts'

let service: Service
let company: TestCompany
let ids: Record<string, string>
/** Companies beside it, in the same place where there are several. */
let sound: [string, string]

beforeAll(async () => {
  service = await startService({ alone: true })
  ;({ company, ids } = await makeBooks(service))
  const others = [await companyWithEntry(), await companyWithEntry()]
  // Of a spread database only what is in one place goes in one statement: there the company is by itself in it.
  const [there] = (await groupByPlace(service.database, [company.id, ...others])).map(({ companyIds }) => companyIds)
  const [first, second] = others.map((id) => (there?.includes(id) ? id : company.id))
  sound = [first ?? '', second ?? '']
})

afterAll(() => service.close())

const companyWithEntry = async (): Promise<string> => {
  const other = await service.newCompany()
  await other.post('/journal-entries', anEntry())
  return other.id
}

const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole)

/** Every fault of the company as it stands in a transaction, `part: fault`. */
const faultsIn = (db: Transaction, kept: readonly ChainHead[] = []): Promise<string[]> =>
  service.operateFor(company.id, async (call) => {
    const found: string[] = []
    for (const { name, faultsOf } of [...parts, sinceKept(kept, () => {})]) {
      const faults = await faultsOf({ ...call, db }, () => {})
      found.push(...faults.map((fault) => `${name}: ${fault}`))
    }
    return found
  })

/** The companies of a set with faults in any part, with another one on each side; a statement that fails is a fault. */
const wrongAmong = (db: Transaction): Promise<string[]> =>
  service.operateFor(company.id, async (call) => {
    const companyIds = [sound[0], company.id, sound[1]]
    const wrong = new Set<string>()
    for (const { companiesWrong } of parts) {
      for (const id of await companiesWrong({ ...call, companyIds, db }, () => {})) wrong.add(id)
    }
    return [...wrong]
  })

class Undone extends Error {}

/** Works in a transaction that no trigger sees, and undoes it. */
const behindTriggers = async <T>(work: (db: Transaction) => Promise<T>): Promise<T> => {
  const outcome: { of?: T } = {}
  await service.database
    .of(company.id)
    .transaction(async (db) => {
      await db.rows(sql`set local session_replication_role = replica`)
      outcome.of = await work(db)
      throw new Undone()
    })
    .catch((cause: unknown) => {
      if (!(cause instanceof Undone)) throw cause
    })
  return outcome.of as T
}

/** Runs statements as they are written. */
const run = (db: Transaction, text: string) => db.rows({ text, values: [] } as never)

test('sound books have no fault, and nor has the installation', async () => {
  expect(await behindTriggers((db) => faultsIn(db))).toEqual([])
  expect(await behindTriggers((db) => wrongAmong(db))).toEqual([])
  for (const { faultsOf } of partsOfInstallation(undefined)) {
    const faults = await service.database.transaction((db) =>
      faultsOf({ ...service.standing, db, now: new Date(), actor: operator, from: null, companyId: '' }, () => {}),
    )
    expect(faults).toEqual([])
  }
})

/** All machines share it: changed at one of them with the triggers off, that one ends (Citus 13.2.2). */
const isShared = ([, statements]: Tamper): boolean => statements.includes('platform.witness_shape')

const expectFound = async ([, statements, fault]: Tamper): Promise<void> => {
  const { faults, wrong } = await behindTriggers(async (db) => {
    await run(db, fill(statements))
    return { wrong: await wrongAmong(db), faults: await faultsIn(db) }
  })
  expect(faults.join('\n')).toContain(fill(fault))
  expect(wrong).toContain(company.id)
  // What all companies share is wrong in all of them.
  if (!isShared(['', statements, ''])) expect(wrong.filter((id) => id !== company.id)).toEqual([])
}

test(
  'any change behind the triggers is reported',
  () =>
    every(
      tampers.flatMap(([of, cases]) => cases.map((tamper) => ({ of, tamper }))),
      ({ of, tamper: [what] }) => `of ${of}: ${what}`,
      ({ tamper }) => {
        if (isShared(tamper)) needs('one machine')
        return expectFound(tamper)
      },
    ),
  EVERY_MS,
)

/** Makes the witnesses of a row and everything behind them anew, as if the row had always been as it is now. */
const makeAnew = async (db: Transaction, what: string, id: string): Promise<void> => {
  await db.rows(sql`
    update platform.witness w set digests = array[(
      select platform.witness_digest(to_jsonb(p), s.columns) from sales.payment p, platform.witness_shape s
      where p.id = ${id} and s.id = w.shape)]
    where w.chain_id = ${company.id} and w.what = ${what} and w.rows = array[${id}]`)
  await db.rows(sql`set local timezone = 'UTC'`)
  const sheets = await db.rows<{ number: bigint; content: Buffer }>(sql`
    select number, sha256(convert_to(
      platform.witness_text(w.what, s.columns, w.witnessed_at, w.rows, w.digests), 'UTF8')) as content
    from platform.witness w join platform.witness_shape s on s.id = w.shape
    where chain_id = ${company.id} order by number`)
  let link: Buffer = Buffer.alloc(32)
  for (const { number, content } of sheets) {
    const made = await db.one<{ link: Buffer }>(sql`
      update platform.witness set link = sha256(${link}::bytea || int8send(${number}) || ${content}::bytea)
      where chain_id = ${company.id} and number = ${number} returning link`)
    link = made.link
  }
  await db.rows(sql`update platform.witness_head set link = ${link} where chain_id = ${company.id}`)
}

/** The days on which invoices are open follow from stored data: a forger who changes one must change the other. */
const openAnew = 'select sales.keep_open_days(i.company_id, i.id) from sales.invoice i'

test('who makes every chain anew is found by the ends of the chains that were kept elsewhere', async () => {
  const kept = await service.operateFor(company.id, headsOf)
  expect(kept.map(({ chain }) => chain)).toContain('witnesses')
  expect(await behindTriggers((db) => faultsIn(db, kept))).toEqual([])
  const [without, beside] = await behindTriggers(async (db) => {
    await run(db, fill(`update sales.payment set date = '2026-05-31' where id = '{paid}'`))
    await makeAnew(db, 'sales.payment', ids.paid ?? '')
    await run(db, openAnew)
    return [await faultsIn(db), await faultsIn(db, kept)]
  })
  expect(without).toEqual([])
  const end = kept.find(({ chain }) => chain === 'witnesses')
  expect(beside).toEqual([`kept heads: chain witnesses: link ${end?.number} is not the one that was kept`])
})

test('all that is wrong is named, not only what comes first', async () => {
  const faults = await behindTriggers(async (db) => {
    await run(db, fill(`update ledger.journal_entry set title = 'x' where company_id = '{company}'`))
    await run(db, fill(`update sales.payment set date = '2026-05-31' where company_id = '{company}'`))
    return faultsIn(db)
  })
  const { body } = await company.get('/journal-entries')
  expect(faults.filter((one) => one.endsWith('its content was altered'))).toHaveLength(body.totalItems)
  expect(faults.filter((one) => one.startsWith('witnesses: customer payment'))).toHaveLength(2)
})

/** In place of a table a view of it, where one value of a row cannot be read, as on a damaged page. */
const damaged = (table: string, column: string, where: string) => {
  // Of a cluster a machine takes no such change of its shards.
  needs('one machine')
  const [schema] = table.split('.')
  return fill(`
    alter table ${table} rename to kept;
    do $$ begin
      execute (select format('create view ${table} as select %s from ${schema}.kept', string_agg(
          case attname when '${column}' then '${column} / (case when ${where} then 0 else 1 end) as ${column}'
            else quote_ident(attname) end, ', ' order by attnum))
        from pg_attribute where attrelid = '${schema}.kept'::regclass and attnum > 0 and not attisdropped);
    end $$`)
}

test('verification goes on behind what cannot be read', async () => {
  const faults = await behindTriggers(async (db) => {
    await run(db, damaged('ledger.journal_entry_item', 'debit', `journal_entry_id = ''{entry}''`))
    await run(db, fill(`update sales.payment set date = '2026-05-31' where id = '{paid}'`))
    await run(db, fill(`update ledger.journal_entry set title = 'x' where company_id = '{company}'`))
    return faultsIn(db)
  })
  const { body } = await company.get('/journal-entries')
  expect(faults.filter((one) => one.endsWith('its content was altered'))).toHaveLength(body.totalItems - 1)
  const text = faults.join('\n')
  expect(text).toContain('books: the entry with the registration number 3 cannot be read: division by zero')
  expect(text).toContain(fill('witnesses: customer payment {paid}'))
})

test('a row that cannot be read is reported with its table, and the others are verified', async () => {
  const faults = await behindTriggers(async (db) => {
    await run(db, damaged('sales.payment', 'sum_base_ore', `id = ''{paid}''`))
    await run(db, fill(`update banking.payment set signed_by_name = 'x' where id = '{signed}'`))
    return faultsIn(db)
  })
  const text = faults.join('\n')
  expect(text).toContain('witnesses: not every customer payment can be read: division by zero')
  expect(text).toContain(fill('witnesses: bank payment {signed}: it is not as it was witnessed'))
})

test('what comes later changes no digest: a column of a witnessed table', async () => {
  const faults = await behindTriggers(async (db) => {
    await run(db, `alter table sales.payment add column note text not null default 'x'`)
    return faultsIn(db)
  })
  expect(faults).toEqual([])
})

test('what was there before its table was witnessed is witnessed in steps', async () => {
  needs('one machine')
  const { before, after, steps } = await behindTriggers(async (db) => {
    await run(
      db,
      fill(`
      insert into sales.settlement select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'date',
        '2026-01-01'::date + n))).* from sales.settlement s, generate_series(1, 4) n;
      update sales.invoice set settled_base_ore = settled_base_ore * 5 where id = '{first}'`),
    )
    await run(db, openAnew)
    const unknown = await faultsIn(db)
    await run(db, `select platform.witness_again('sales.settlement')`)
    await run(db, 'set local session_replication_role = origin')
    const names: string[] = []
    for (;;) {
      const { name } = await db.one<{ name: string | null }>(sql`select platform.witness_next(2) as name`)
      if (name === null) break
      names.push(name)
    }
    await run(db, 'set constraints all immediate')
    return { before: unknown, after: await faultsIn(db), steps: names }
  })
  expect(before.filter((one) => one.includes('there is no witness of it'))).toHaveLength(4)
  expect(steps).toEqual(['settlement', 'settlement', 'settlement'])
  expect(after).toEqual([])
})

test('witnesses of a company leave no gap and no fault under load, under any contention', async () => {
  const other = await service.newCompany()
  const paying = { date: '2026-06-10', sumBaseCurrency: 1, bookkeepingAccountNumber: 1930 }
  const customer = await other.post('/customers', { name: 'Kund AB', type: 'company' })
  const lineItems = [{ description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 25 }]
  const draft = async () => {
    const invoice = { customerRef: { id: customer.body.id }, invoiceDate: '2026-06-10', lineItems }
    return (await other.post('/invoices', invoice)).body.id
  }
  const invoices = await Promise.all(Array.from({ length: 6 }, draft))
  const works = [...invoices, ...invoices].map(async (id, at) => {
    if (at < invoices.length) await other.post(`/invoices/${id}/publish`)
    const answers = [
      await other.post('/journal-entries', anEntry()),
      await other.post('/suppliers', { name: `Papper ${at}`, currency: 'SEK' }),
      at < invoices.length ? await other.post(`/invoices/${id}/payments`, paying) : null,
      at < invoices.length ? await other.post(`/invoices/${id}/record`) : null,
    ]
    return answers.flatMap((answer) => (answer ? [answer.status] : []))
  })
  expect((await Promise.all(works)).flat().filter((status) => status !== 200)).toEqual([])
  const faults = await service.operateFor(other.id, async (call) => {
    const found: string[] = []
    for (const { faultsOf } of parts) found.push(...(await faultsOf(call as never, () => {})))
    return found
  })
  expect(faults).toEqual([])
})

/** Tables of companies whose rows leave no witness, and why. */
const unwitnessed: Record<string, string> = {
  'platform.event': 'is witnessed as the processing history, as far as it is one',
  'ledger.entry_template': 'is what entries are typed from, and part of none',
  'ledger.entry_template_item': 'is what entries are typed from, and part of none',
  'e_invoices.e_invoice': 'is read of a file that is kept, and is watched over with the uploads',
  'banking.matching_rule': 'is what is proposed, and books nothing',
  'banking.statement_columns': 'is how files are read; the history tells each change',
  'banking.month_reconciliation': 'is what a person found; the history tells each change',
  'banking.payment_report': 'is a file whose bytes are compared; the history tells what it said',
  'banking.payment_file_fetch': 'is a log of who fetched a file; the history tells it too',
  'banking.unused_habit': 'is what is not proposed, and books nothing',
  'ledger.entry_template_tag': 'is what entries are typed from, and part of none',
  'ledger.journal_entry': 'has a chain of its own',
  'ledger.journal_entry_item': 'is part of the digest of its entry',
  'ledger.journal_entry_item_tag': 'sorts what is booked; the history keeps what it was',
  'ledger.journal_entry_tag': 'sorts what is booked; the history keeps what it was',
  'ledger.journal_entry_tags_set': 'says when tags were set; the history keeps what they were',
  'ledger.day_balance': 'is compared with the items',
  'ledger.month_balance': 'is compared with the items',
  'ledger.series': 'is compared with the entries',
  'ledger.account': 'may be renamed; the history keeps what it was',
  'ledger.account_role': 'says where is booked from now on',
  'ledger.budget': 'is a plan, and replaced by the next file',
  'ledger.tag': 'may be renamed',
  'ledger.tag_group': 'may be renamed',
  'platform.row_count': 'counts rows, which verification counts again',
  'platform.mail': 'is an outbox: what is in it goes out and is forgotten',
  'platform.mail_return': 'says which mail a report is of, for a time',
  'sales.sending': 'is a log of what was sent, which the events tell too',
  'proposals.limits': 'is what programs may do at once; the history tells its changes',
  'proposals.proposal': 'books nothing; the history tells what became of each, and what was done of it has entries',
  'readings.reading': 'is what a program made out of an upload, which may be read again',
  'mail_in.address': 'says where documents may be sent, which the events tell too',
  'mail_in.received': 'is a log of what came, kept for a time; what was enclosed is kept in its own place',
  'storage.change': 'is counted, and held against the files that are listed',
  'storage.file': 'lists files whose rows are witnessed, or that go with a draft',
  'storage.owner': 'repeats who owns a company',
  'storage.quota': 'is how much may be kept, which the history tells too',
  'sales.statement_sending': 'is a log of what was sent, which the events tell too',
  'sales.payment_link': 'is how an invoice is seen; the events tell when links were made and ended',
  'sales.customer': 'changes freely: documents keep what they were published with',
  'sales.contact_detail': 'changes freely: documents keep what they were published with',
  'sales.item': 'changes freely: documents keep what they were published with',
  'year_end.proposal_inputs': 'is what proposals are worked out from; what is taken of one keeps it, and is witnessed',
  'payroll.employee': 'is what pay is computed from; the history tells its changes',
  'payroll.employment': 'is what pay is computed from; the history tells its changes',
  'payroll.pay': 'is what pay is computed from; the history tells its changes',
  'payroll.employment_counter': 'counts employments',
  'payroll.settings': 'says where is booked from now on; the history tells its changes',
  'payroll.pay_item': 'is what pay is computed from; the history tells its changes',
  'payroll.pay_run': 'is a draft until it is booked; its entry is witnessed, and the history tells its steps',
  'payroll.pay_run_counter': 'counts pay runs',
  'payroll.payslip': 'goes with its run, and its sums are those of the witnessed entry',
  'payroll.payslip_line': 'goes with its payslip',
  'payroll.employer_return': 'is a copy of what the tax authority got, sealed; the history tells when it was filed',
  'payroll.absence': 'is what pay is computed from; the history tells its changes',
  'payroll.absence_day': 'follows from absence',
  'payroll.working_schedule': 'is what pay is computed from; the history tells its changes',
  'payroll.holiday_year': 'is what pay is computed from; the history tells its changes',
  'recurring.schedule': 'is what invoices are made from; its events tell its changes',
  'recurring.occurrence': 'is a log of what was made, which the invoices and the events tell too',
  'reminders.settings': 'is what reminders are made by; the history tells its changes',
  'reminders.hold': 'says who gets no reminders; the history tells its changes',
  'reminders.reminder': 'books nothing; the history tells each, and what is paid of it has entries',
  'reminders.mailing': 'is a log of what was sent, which the events tell too',
  'sales.payment_charge': 'says which settlements came in with which payment; both are witnessed',
  'webhooks.delivery': 'is a log of what was sent',
  'webhooks.subscription': 'is the setting of a receiver; the history tells its changes',
  'sales.open_days': 'is compared with the documents',
  'banking.signature': 'is a log of who signed what, which the history tells too',
  'purchasing.approval': 'is a log of who approved what, which the history tells too',
  'purchasing.approver': 'is what invoices are approved by; the history tells its changes',
  'purchasing.open_days': 'is compared with the documents',
  'sales.counter': 'is compared with the documents',
  'sales.customer_counter': 'counts customers',
  'sales.dropped_file': 'is work that waits',
  'sales.dropped_paper': 'is work that waits',
  'banking.dropped_statement': 'is work that waits',
  'banking.dropped_payment_file': 'is work that waits',
  'annual_report.text': 'is a draft: what was made final is in annual_report.version',
  'annual_report.signing': 'is noted until the report is filed: annual_report.filing has what it said then',
  'year_end.tax_form_value': 'is what a person enters on the tax forms; the history tells each change',
  'tax_account.dropped_statement': 'is work that waits',
  'desk.draft': 'is what a user is typing',
  'desk.test_company': 'is how far a test company has come',
  'documents.dropped_file': 'is work that waits',
  'ledger.dropped_file': 'is work that waits',
  'plans.company_plan': 'is no accounting information',
  'plans.monthly_usage': 'is no accounting information',
  'access.connection': 'is who may call; the history tells of it',
  'agency.template_use': 'says what a company has from there; what it has is told where it is',
  'agency.template_rollout_step': 'is how far a rollout has come; what companies got is told there',
  'agency.navigation_link': 'is who may call; the history tells of it',
  'identity.agency_company': 'is who may call; the history tells of it',
  'identity.api_token': 'is who may call; the history tells of it',
  'identity.company_member': 'is who may call; the history tells of it',
  'identity.invitation': 'is who may call; the history tells of it',
  'operator.verification_fault': 'is what a run of this verification has found, and kept with the run',
}

test('every table of companies is witnessed, or said to need none', async () => {
  const tables = await service.database.rows<{ name: string; isWitnessed: boolean }>(sql`
    select n.nspname || '.' || c.relname as name,
      exists (select from platform.witnessed w where w.what::regclass = c.oid) as "isWitnessed"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') order by 1`)
  const bare = tables.filter(({ isWitnessed }) => !isWitnessed).map(({ name }) => name)
  expect(bare).toEqual(Object.keys(unwitnessed).sort())
})
