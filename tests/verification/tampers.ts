// Tampering by a user with all database rights, and triggers disabled: each as SQL, with words of the fault that
// verification names. `{name}` stands for an id of the books.

export type Tamper = [what: string, statements: string, fault: string]

const set = (table: string, change: string, where: string) =>
  `update ${table} set ${change} where company_id = '{company}' and ${where};`
const drop = (table: string, where: string) => `delete from ${table} where company_id = '{company}' and ${where};`
const of = (table: string) => (change: string, id: string) => set(table, change, `id = '{${id}}'`)

const invoice = of('sales.invoice')
const payment = of('sales.payment')
const bought = of('purchasing.supplier_invoice')
const bank = of('banking.payment')
const transaction = of('banking.transaction')
const upload = of('documents.upload')
const line = (change: string) => set('sales.invoice_line', change, `invoice_id = '{second}' and id = 1`)
const history = (change: string, what: string) => set('platform.history', change, `what = '${what}'`)
const opening = (change: string) => set('ledger.opening_balance', change, 'account = 1930')
const old = `start_date = '2025-01-01'`
/** Gives each of two rows what the other has. */
const swap = (table: string, columns: string, key: string, [one, other]: [string, string]) =>
  `update ${table} t set (${columns}) = (select ${columns} from ${table} o where o.company_id = t.company_id
     and o.${key} = case when t.${key} = '{${one}}' then '{${other}}' else '{${one}}' end::uuid)
   where t.company_id = '{company}' and t.${key} in ('{${one}}', '{${other}}');`
const number = (id: string, to: string) => invoice(`number = ${to}`, id)

const ofBooks: Tamper[] = [
  [
    'an opening balance, with its counterpart',
    opening('amount = 5') + set('ledger.opening_balance', 'amount = -5', 'account = 2081'),
    'opening balance',
  ],
  ['opening balances, on another account', opening('account = 1940'), 'opening balance'],
  ['opening balances, removed', drop('ledger.opening_balance', 'true'), 'opening balance'],
  [
    'an opening balance more',
    `insert into ledger.opening_balance (company_id, fiscal_year_id, account, amount) values ('{company}', '{year}', 1910, 5);`,
    'opening balance',
  ],
  ['a line of the history, altered', history(`detail = '{}'`, 'sie.imported'), 'row of the processing history'],
  [
    'a line of the history, removed',
    drop('platform.history', `what = 'lock-date.set'`),
    'row of the processing history',
  ],
  [
    'a line of the history, by another',
    history(`actor_name = 'Någon annan'`, 'fiscal-year.closed'),
    'row of the processing history',
  ],
  [
    'a line of the history, at another time',
    history(`happened_at = happened_at - interval '1 day'`, 'fiscal-year.closed'),
    'row of the processing history',
  ],
  [
    'a line of the history, out of the company',
    history('company_id = null', 'fiscal-year.closed'),
    'row of the processing history',
  ],
  [
    'a line of the history, added',
    `insert into platform.event (tenant_id, number, company_id, id, happened_at, actor_kind, actor_id, actor_name, kind, detail) select tenant_id, number + 1000, company_id, gen_random_uuid(), happened_at, actor_kind, actor_id, actor_name, 'lock-date.set', detail from platform.event where company_id = '{company}' and id is not null limit 1;`,
    'there is no witness of it',
  ],
  [
    'the lock date, back',
    `update ledger.book set lock_date = '2025-12-31' where company_id = '{company}';`,
    'lock date',
  ],
  ['the lock date, away', `update ledger.book set lock_date = null where company_id = '{company}';`, 'lock date'],
  ['a closed year, opened', set('ledger.fiscal_year', 'closed_at = null, closed_by = null', old), 'fiscal year'],
  ['a year, closed by another', set('ledger.fiscal_year', `closed_by = 'Någon'`, old), 'fiscal year'],
  [
    'a year, closed at another time',
    set('ledger.fiscal_year', `closed_at = closed_at - interval '1 day'`, old),
    'fiscal year',
  ],
  ['the method of a year', set('ledger.fiscal_year', `accounting_method = 'cash'`, old), 'fiscal year'],
  ['a year, removed', drop('ledger.fiscal_year', old), 'fiscal year'],
  ['a hole in a series, widened', set('ledger.series_gap', 'last_number = 9', 'true'), 'gap in a series'],
  ['an import, its report', set('ledger.sie_import', `report = '{}'`, 'true'), 'SIE import'],
  [
    'an import, its file',
    set('ledger.sie_import', 'file_digest = sha256(file_digest)', 'true'),
    'the file of SIE import',
  ],
  ['an import, its actor', set('ledger.sie_import', `actor_name = 'Någon'`, 'true'), 'SIE import'],
  ['an import, removed', drop('ledger.sie_import', 'true'), 'SIE import'],
  ['a reported VAT period, removed', drop('ledger.vat_report', 'true'), 'reported VAT period'],
  [
    'a reported VAT period, shortened',
    set('ledger.vat_report', `end_date = '2026-01-31'`, 'true'),
    'reported VAT period',
  ],
  ['a VAT return, its sum', set('vat.vat_return', 'payable_ore = 1', 'true'), 'VAT return'],
  ['a VAT return, removed', drop('vat.vat_return', 'true'), 'VAT return'],
  ['a comment', set('ledger.journal_entry_comment', `content = 'x'`, 'true'), 'comment'],
  [
    'the organization number',
    `update identity.company set organization_number = '5560360793' where id = '{company}';`,
    'company {company}',
  ],
  [
    'the name of the company',
    `update identity.company set name = 'Annat AB' where id = '{company}';`,
    'company {company}',
  ],
]

const ofSales: Tamper[] = [
  [
    'two numbers, swapped',
    number('second', '-1') + number('third', '2') + number('second', '3'),
    'published document {second}',
  ],
  ['an OCR number', invoice(`payment_reference = '42'`, 'second'), 'published document {second}'],
  [
    'two OCR numbers, swapped',
    swap('sales.invoice', 'payment_reference', 'id', ['second', 'third']),
    'published document {third}',
  ],
  ['the day of an invoice', invoice(`date = '2026-05-10'`, 'second'), 'published document {second}'],
  ['the due date of an invoice', invoice(`due_date = '2026-12-31'`, 'second'), 'published document {second}'],
  ['the customer of an invoice', invoice(`customer_id = '{another}'`, 'second'), 'published document {second}'],
  ['the name on an invoice', invoice(`customer_name = 'Annan AB'`, 'second'), 'published document {second}'],
  ['the address on an invoice', invoice(`billing_address = null`, 'second'), 'published document {second}'],
  [
    'when it was published',
    invoice(`published_at = published_at - interval '30 days'`, 'second'),
    'published document {second}',
  ],
  ['the rate of its currency', invoice('currency_rate = 2', 'second'), 'published document {second}'],
  [
    'an amount, with its lines',
    invoice('net_ore = net_ore - 100, total_ore = total_ore - 100, total_base_ore = total_base_ore - 100', 'second') +
      line('net_ore = net_ore - 100'),
    'published document {second}',
  ],
  [
    'what is asked of the tax authority',
    invoice('reduction_base_ore = 0', 'work') + set('sales.tax_reduction_person', 'asked_ore = 0', 'true'),
    'person of a tax reduction {work}',
  ],
  ['a record, undone', invoice('recorded_at = null, journal_entry_id = null', 'first'), 'published document {first}'],
  [
    'a publication, undone',
    invoice('published_at = null, number = null, contact = null', 'work'),
    'published document {work}',
  ],
  ['what a credit note credits', invoice(`credits_id = '{second}'`, 'note'), 'published document {note}'],
  [
    'a document, removed with its parts',
    drop('sales.invoice_line', `invoice_id = '{note}'`) +
      drop('sales.paper', `invoice_id = '{note}'`) +
      drop('sales.invoice', `id = '{note}'`),
    'published document {note}: it was removed',
  ],
  [
    'the price and quantity of a line',
    line('unit_price = 50, quantity = 2'),
    'line of a published document {second} 1',
  ],
  ['the text of a line', line(`description = 'Bord'`), 'line of a published document {second} 1'],
  ['the tax rate of a line', line('tax_rate = 12'), 'line of a published document {second} 1'],
  ['the account of a line', line('account = 3041'), 'line of a published document {second} 1'],
  [
    'a line of nothing, added',
    `insert into sales.invoice_line (company_id, invoice_id, id, position, item_type, description) values ('{company}', '{second}', 9, 9, 'descriptionOnlyItem', 'x');`,
    'line of a published document {second} 9: it was added',
  ],
  [
    'a line, removed with its amount',
    drop('sales.invoice_line', `invoice_id = '{second}' and id = 2`) +
      invoice('net_ore = net_ore - 10000, total_ore = total_ore - 10000', 'second'),
    'line of a published document {second} 2: it was removed',
  ],
  ['an attachment, removed', drop('sales.attachment', 'true'), 'attachment of a published document'],
  [
    'the name of an attachment',
    set('sales.attachment', `file_name = 'x.png'`, 'true'),
    'attachment of a published document',
  ],
  [
    'two PDFs, swapped',
    swap('sales.paper', 'pdf_digest, pdf_size', 'invoice_id', ['second', 'third']),
    'paper {second}',
  ],
  [
    'what a paper says',
    set('sales.paper', `content = content || '{"number": "9"}'`, `invoice_id = '{second}'`),
    'paper {second}',
  ],
  ['the day of a payment', payment(`date = '2026-05-31'`, 'paid'), 'customer payment {paid}'],
  [
    'the sum of a payment, with what is kept as paid',
    payment('sum_base_ore = 6000', 'unrecorded') + invoice('paid_base_ore = 6000', 'second'),
    'customer payment {unrecorded}',
  ],
  ['the account of a payment', payment('account = 1910', 'unrecorded'), 'customer payment {unrecorded}'],
  [
    'the record of a payment, undone',
    payment('recorded_at = null, journal_entry_id = null, claim_base_ore = null, advance_base_ore = null', 'paid'),
    'customer payment {paid}',
  ],
  [
    'a payment, on another invoice',
    payment(`invoice_id = '{third}'`, 'unrecorded') +
      invoice('paid_base_ore = 0', 'second') +
      invoice('paid_base_ore = 5000', 'third'),
    'customer payment {unrecorded}',
  ],
  [
    'a payment, removed with its sum',
    drop('sales.payment', `id = '{unrecorded}'`) + invoice('paid_base_ore = 0', 'second'),
    'customer payment {unrecorded}: it was removed',
  ],
  ['who entered a payment', payment(`created_by_kind = 'operator'`, 'paid'), 'customer payment {paid}'],
  ['the kind of a settlement', set('sales.settlement', `type = 'badDebt'`, 'true'), 'settlement {settlement}'],
  ['the day of a settlement', set('sales.settlement', `date = '2026-06-09'`, 'true'), 'settlement {settlement}'],
  ['what household work was', set('sales.tax_reduction', `description = 'Tak'`, 'true'), 'tax reduction {work}'],
  ['the state of a tax reduction', set('sales.tax_reduction', `status = 'removed'`, 'true'), 'tax reduction {work}'],
  [
    'a personal number',
    set(
      'sales.tax_reduction_person',
      'personal_number = set_byte(personal_number, 40, get_byte(personal_number, 40) # 1)',
      'true',
    ),
    'no secret key opens one of the personal numbers',
  ],
]

const ofPurchases: Tamper[] = [
  [
    'where a supplier is paid',
    set('purchasing.supplier', `payment_details = '{"type": "bankgiro", "bankgiroNumber": "991-2346"}'`, 'true'),
    'supplier {supplier}',
  ],
  ['the number of a supplier invoice', bought(`invoice_number = 'F-9'`, 'bought'), 'supplier invoice {bought}'],
  ['the day of a supplier invoice', bought(`invoice_date = '2026-05-01'`, 'bought'), 'supplier invoice {bought}'],
  ['the due date of a supplier invoice', bought(`due_date = '2026-09-01'`, 'waiting'), 'supplier invoice {waiting}'],
  [
    'the amount of a supplier invoice',
    bought('total_ore = 99900, total_base_ore = 99900', 'waiting'),
    'supplier invoice {waiting}',
  ],
  ['who approved it', bought(`approved_by = 'Någon'`, 'bought'), 'supplier invoice {bought}'],
  [
    'the record of a supplier invoice, undone',
    bought('recorded_at = null, recorded_on = null, journal_entry_id = null', 'bought'),
    'supplier invoice {bought}',
  ],
  [
    'a supplier invoice, removed',
    drop('purchasing.supplier_invoice', `id = '{waiting}'`),
    'supplier invoice {waiting}: it was removed',
  ],
  [
    'the account of a line',
    set('purchasing.supplier_invoice_line', 'account = 5410', 'true'),
    'line of a supplier invoice {bought}',
  ],
  ['the day of a payment', set('purchasing.payment', `date = '2026-06-01'`, 'true'), 'supplier payment {spent}'],
  ['who paid', set('purchasing.payment', `created_by_kind = 'operator'`, 'true'), 'supplier payment {spent}'],
  [
    'a payment, removed with its sum',
    drop('purchasing.payment', 'true') + bought('paid_ore = 0', 'bought'),
    'supplier payment {spent}: it was removed',
  ],
]

const ofBank: Tamper[] = [
  ['the IBAN of the bank account', set('banking.account', `iban = 'SE3550000000054910000003'`, 'true'), 'bank account'],
  [
    'the recipient of a bank payment',
    bank(`recipient = recipient || '{"bankgiroNumber": "9912346"}'`, 'signed'),
    'bank payment {signed}',
  ],
  ['the amount of a bank payment', bank('amount_ore = 1', 'unsigned'), 'bank payment {unsigned}'],
  ['the day of a bank payment', bank(`payment_date = '2026-09-01'`, 'signed'), 'bank payment {signed}'],
  ['who signed', bank(`signed_by_name = 'Någon'`, 'signed'), 'bank payment {signed}'],
  ['when it was signed', bank(`signed_at = signed_at - interval '1 day'`, 'signed'), 'bank payment {signed}'],
  [
    'a forged signature',
    bank(`state = 'signed', signed_at = now(), signed_by_id = id, signed_by_name = 'Karin Ek'`, 'unsigned'),
    'bank payment {unsigned}',
  ],
  [
    'a signature, undone',
    bank(
      `state = 'readyToSign', signed_at = null, signed_by_id = null, signed_by_name = null, payment_file_id = null`,
      'signed',
    ),
    'bank payment {signed}',
  ],
  ['a bank payment, removed', drop('banking.payment', `id = '{unsigned}'`), 'bank payment {unsigned}: it was removed'],
  ['who made a payment file', set('banking.payment_file', `created_by_name = 'Någon'`, 'true'), 'payment file {file}'],
  [
    'the bytes of a payment file',
    set('banking.payment_file', 'digest = sha256(digest)', 'true'),
    'the bytes of payment file {file}',
  ],
  [
    'both balances of a statement',
    set('banking.statement', 'opening_ore = opening_ore + 5, closing_ore = closing_ore + 5', 'true'),
    'bank statement {statement}',
  ],
  [
    'the file of a statement',
    set('banking.statement', 'file_digest = sha256(file_digest)', 'true'),
    'the file of bank statement {statement}',
  ],
  ['who a transaction is with', transaction(`counterparty = 'Någon'`, 'fee'), 'bank transaction {fee}'],
  ['the day of a transaction', transaction(`date = '2026-06-01'`, 'fee'), 'bank transaction {fee}'],
  [
    'a match, undone',
    transaction(
      'journal_entry_id = null, account = null, matched_at = null, matched_with = null, matched_by_kind = null, matched_by_id = null, matched_by_name = null',
      'fee',
    ),
    'bank transaction {fee}',
  ],
  [
    'a part of a match, removed',
    drop('banking.transaction_part', `transaction_id = '{fee}'`),
    'part of a bank transaction {fee}',
  ],
  [
    'two amounts, evened out',
    set(
      'banking.transaction',
      'amount_ore = amount_ore + case when journal_entry_id is null then 5 else -5 end',
      'true',
    ),
    'bank transaction {fee}',
  ],
  [
    'a transaction, removed with its line',
    drop('banking.statement_line', `transaction_id = '{fee}'`) + drop('banking.transaction', `id = '{fee}'`),
    'bank transaction {fee}: it was removed',
  ],
]

const ofUploads: Tamper[] = [
  ['the digest of an upload', upload('digest = sha256(digest)', 'upload'), 'upload {upload}'],
  ['two uploads, swapped', swap('documents.upload', 'digest, size', 'id', ['upload', 'free']), 'upload {free}'],
  ['the name of an upload', upload(`file_name = 'x.png'`, 'upload'), 'upload {upload}'],
  [
    'what an upload belongs to',
    upload(`journal_entry_id = null, supplier_invoice_id = '{bought}'`, 'upload'),
    'upload {upload}',
  ],
  ['an upload, loosened', upload('journal_entry_id = null, connected_at = null', 'upload'), 'upload {upload}'],
  ['an upload, connected', upload(`journal_entry_id = '{entry}', connected_at = now()`, 'free'), 'upload {free}'],
  ['when an upload came', upload(`created_at = created_at - interval '1 year'`, 'upload'), 'upload {upload}'],
  ['an upload, removed', drop('documents.upload', `id = '{free}'`), 'upload {free}: it was removed'],
]

const witness = (change: string, where: string) =>
  `update platform.witness set ${change} where chain_id = '{company}' and ${where};`
const last = `number = (select max(number) from platform.witness where chain_id = '{company}')`
const head = (change: string) => `update platform.witness_head set ${change} where chain_id = '{company}';`

const ofWitnesses: Tamper[] = [
  [
    'what a witness says',
    payment(`date = '2026-05-31'`, 'paid') + witness('digests = array[sha256(digests[1])]', `rows = array['{paid}']`),
    'was altered, or does not follow the one before it',
  ],
  [
    'which columns a witness is of',
    `update platform.witness_shape set columns = columns[2:] where what = 'sales.payment';`,
    'was altered, or does not follow the one before it',
  ],
  [
    'when something was witnessed',
    witness(`witnessed_at = witnessed_at - interval '1 day'`, 'number = 3'),
    'witness 3 (ledger.',
  ],
  [
    'a witness, removed',
    `delete from platform.witness where chain_id = '{company}' and number = 3;`,
    'witnesses 3 to 3 are missing',
  ],
  [
    'the last witness, removed',
    `delete from platform.witness where chain_id = '{company}' and ${last};`,
    'the last witnesses, up to',
  ],
  ['all witnesses, removed', `delete from platform.witness where chain_id = '{company}';`, 'the last witnesses, up to'],
  ['the head, set back', head('number = number - 1'), 'the head is at'],
  ['the link of the head', head('link = sha256(link)'), 'the head is not the link of the last witness'],
  ['the head, removed', `delete from platform.witness_head where chain_id = '{company}';`, 'the head is at 0'],
  ['a witness in no chain', witness('number = null, link = null', last), '1 witnesses are in no chain'],
]

export const tampers: readonly (readonly [of: string, tampers: readonly Tamper[]])[] = [
  ['the books', ofBooks],
  ['sales', ofSales],
  ['purchases', ofPurchases],
  ['the bank', ofBank],
  ['uploads', ofUploads],
  ['witnesses', ofWitnesses],
]
