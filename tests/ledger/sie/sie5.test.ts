// SIE 5 and fragments of SIE 4: what they say of accounts, balances and vouchers goes into the books.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService, type TestCompany } from '#support/service'
import { balanceOf, verified } from '#tests/ledger/support'
import { contentOf, download, feedFile, imported, refusedWith, voucher, warned, yearOf } from './sie-support.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const take = async (company: TestCompany, file: string, query = '') => {
  const rehearsed = await imported({ service, company }, Buffer.from(file), `?dryRun=true${query.replace('?', '&')}`)
  const report = await imported({ service, company }, Buffer.from(file), query)
  expect({ ...rehearsed, dryRun: false }).toEqual(report)
  expect((await verified(service, company.id)).fault).toBeNull()
  return report
}

const info = `<sie:FileInfo>
  <sie:SoftwareProduct name="Prov &amp; Co" version="5"/>
  <sie:FileCreation time="2026-01-02T10:00:00Z" by="Eva"/>
  <sie:Company organizationId="559999-0008" name="Provbolaget AB"/>
  <sie:FiscalYears>
    <sie:FiscalYear start="2025-01" end="2025-12" primary="true"/>
    <sie:FiscalYear start="2024-01" end="2024-12"/>
  </sie:FiscalYears>
  <sie:AccountingCurrency currency="SEK"/>
</sie:FileInfo>`

const journal = (rows: string) => `<sie:Journal id="LEV" name="Leverantörer">
  <sie:JournalEntry id="7" journalDate="2025-01-15"
      text='Hyra "januari" &#229; &lt;kontor&gt;'>
    <sie:EntryInfo date="2025-01-16" by="Eva"/>
    ${rows}
  </sie:JournalEntry>
</sie:Journal>`

const rows = `<sie:LedgerEntry accountId="5010" amount="100.00" quantity="2.5" text="Rad">
      <sie:ObjectReference dimId="1" objectId="10"/>
    </sie:LedgerEntry>
    <sie:LedgerEntry accountId="1930" amount="-100"/>
    <sie:LedgerEntry accountId="1930" amount="-90"><sie:Overstrike date="2025-01-16" by="Eva"/></sie:LedgerEntry>`

const objects = '<sie:Object id="10" name="Butik"/>'

const whole = (entries = rows) => `<?xml version="1.0" encoding="UTF-8"?>
<!-- a whole year -->
<sie:Sie xmlns:sie="http://www.sie.se/sie5">
${info}
<sie:Accounts>
  <sie:Account id="1930" name="Bank" type="asset">
    <sie:OpeningBalance month="2025-01" amount="500"/>
    <sie:OpeningBalance month="2025-06" amount="1"/>
    <sie:ClosingBalance month="2025-12" amount="400.00"/>
  </sie:Account>
  <sie:Account id="2081" name="Aktiekapital" type="equity">
    <sie:OpeningBalance month="2025-01" amount="-500"/><sie:ClosingBalance month="2025-12" amount="-500"/>
  </sie:Account>
  <sie:Account id="5010" name="Lokalhyra" type="cost" unit="m2">
    <sie:ClosingBalance month="2025-12" amount="100"/>
    <sie:Budget month="2025-03" amount="90"><sie:ObjectReference dimId="1" objectId="10"/></sie:Budget>
  </sie:Account>
</sie:Accounts>
<sie:Dimensions><sie:Dimension id="1" name="Kostnadsställe">${objects}</sie:Dimension></sie:Dimensions>
<sie:Customers><sie:Customer id="1" name="Kund"/></sie:Customers>
${journal(entries)}
</sie:Sie>
`

test('SIE 5 of a whole year is read as the year that it is', async () => {
  const company = await service.newCompany({ fiscalYear: null })
  const report = await take(company, whole())
  expect(report.file).toMatchObject({ type: '5', program: 'Prov & Co 5', organizationNumber: '559999-0008' })
  expect(report.made).toMatchObject({
    fiscalYear: { startDate: '2025-01-01', endDate: '2025-12-31' },
    journalEntries: 1,
    openingBalances: 2,
    budgetRows: 1,
    tagGroups: 1,
    tags: 1,
  })
  expect(report.differences).toEqual({ closing: [], result: [] })
  expect(report.read).toMatchObject({ struckRows: 1, rows: 2 })
  expect(warned(report).join('\n')).toContain('Customers of SIE 5 is not read')
  expect([await balanceOf(company, 1930), await balanceOf(company, 5010)]).toEqual([400, 100])
  const { vouchers } = await contentOf(await download(company, await yearOf(company)))
  expect(vouchers).toEqual([
    {
      series: 'LEV',
      number: 7,
      date: '2025-01-15',
      text: 'Hyra "januari" å <kontor>',
      rows: [
        { account: '5010', amount: 10_000n, objects: ['1 10'], text: 'Rad', quantity: 2.5 },
        { account: '1930', amount: -10_000n, objects: [], text: '', quantity: null },
      ],
    },
  ])
})

test('balances of objects in SIE 5 are no balances of their accounts', async () => {
  const company = await service.newCompany({ fiscalYear: null })
  const part = (name: string, month: string, amount: number) =>
    `<sie:${name} month="${month}" amount="${amount}"><sie:ObjectReference dimId="1" objectId="10"/></sie:${name}>`
  const file = whole()
    .replace(
      '<sie:OpeningBalance month="2025-01" amount="500"/>',
      (found) => part('OpeningBalance', '2025-01', 200) + found,
    )
    .replace(
      '<sie:ClosingBalance month="2025-12" amount="400.00"/>',
      (found) => found + part('ClosingBalance', '2025-12', 7),
    )
    .replace(
      '<sie:ClosingBalance month="2025-12" amount="100"/>',
      (found) => part('ClosingBalance', '2025-12', 60) + found,
    )
  const report = await take(company, file)
  expect(report.differences).toEqual({ closing: [], result: [] })
  expect([await balanceOf(company, 1930), await balanceOf(company, 5010)]).toEqual([400, 100])
  expect(warned(report).join('\n')).toContain('#OIB, #OUB were read but are not kept')
})

test('SIE 5 of entries alone is a feed of vouchers', async () => {
  const company = await service.newCompany({ fiscalYear: ['2025-01-01', '2025-12-31'] })
  const entry = `<SieEntry xmlns="http://www.sie.se/sie5">${info}${journal(rows)}</SieEntry>`.replaceAll('sie:', '')
  const report = await take(company, entry.replace('www.se/sie5', 'www.sie.se/sie5'))
  expect(report.made).toMatchObject({ fiscalYear: null, journalEntries: 1 })
})

describe('SIE 5 that cannot be taken', () => {
  const wrong: [string, string, string][] = [
    ['out of balance', whole(rows.replace('"-100"', '"-99"')), 'line 32: Voucher LEV 7 is out of balance by 1.00'],
    ['cut in the middle', whole().slice(0, -20), 'The XML cannot be read: it ends in the middle'],
    ['crossed', whole().replace('</sie:Accounts>', '</sie:Account>'), '</Account> closes nothing'],
    [
      'of too many rows',
      whole('<sie:LedgerEntry accountId="1930" amount="0"/>\n'.repeat(10_002)),
      'Voucher LEV 7 has more than 10000 rows',
    ],
    ['another XML', '<?xml version="1.0"?>\n<Document/>', 'line 2: The file is XML and not SIE 5'],
    ['with a document type', '<!DOCTYPE x [<!ENTITY a "b">]><Sie/>', 'line 1: The file is XML and not SIE 5'],
    [
      'an odd account',
      whole(rows.replaceAll('"1930"', '"FEL"')),
      'The account "FEL" of #TRANS is not an account number',
    ],
  ]
  test.each(wrong)('%s', async (_, file, message) => {
    const company = await service.newCompany({ fiscalYear: null })
    for (const query of ['?dryRun=true', '']) {
      expect((await refusedWith(company, Buffer.from(file), query)).join('\n')).toContain(message)
    }
  })

  test('says which setting of a program exports SIE 4E', async () => {
    const company = await service.newCompany({ fiscalYear: null })
    const { body } = await company.upload('/sie/import', 'x.sie', Buffer.from('<Document/>'), {
      'accept-language': 'en',
    })
    expect(body.errors[0].message).toContain('Export the books as SIE type 4 (4E), in most programs under File')
  })
})

test('a fragment of SIE 4, with vouchers and nothing before them, is a feed of vouchers', async () => {
  const company = await service.newCompany({ fiscalYear: ['2025-01-01', '2025-12-31'] })
  const report = await take(company, `${voucher('A 1', '20250115')}\r\n${voucher('A 2', '20250116')}\r\n`)
  expect(report.made).toMatchObject({ journalEntries: 2, fiscalYear: null })
  expect(report.file.type).toBe('4I')
  expect(report.notes.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(['flagMissing', 'typeMissing', 'labelMissing']),
  )
  expect(await balanceOf(company, 5010)).toBe(200)
  const late = feedFile(voucher('B 1', '20250117')).replace('#FLAGGA 0\r\n', '').concat('#FLAGGA 0\r\n')
  expect((await take(company, late)).made.journalEntries).toBe(1)
})

describe('SIE 5 on few lines', () => {
  /** What one long line has in it; a picture of a receipt is larger than any line of type 4. */
  const enclosed = (content: string) =>
    `<sie:Documents><sie:EmbeddedFile id="1" fileName="kvitto.pdf">${content}</sie:EmbeddedFile></sie:Documents>`
  const file = whole().replace('</sie:Sie>', `${enclosed('QUJD'.repeat(60_000))}\n</sie:Sie>`)

  test('leaves an embedded document out, with a note, at any length', async () => {
    const report = await take(await service.newCompany({ fiscalYear: null }), file)
    expect(report.made.journalEntries).toBe(1)
    expect(report.notes.map(({ message }: { message: string }) => message).join('\n')).toContain('Documents')
  })

  test('is read where all of it is on one', async () => {
    const lines = await take(await service.newCompany({ fiscalYear: null }), file)
    const one = await take(await service.newCompany({ fiscalYear: null }), file.replaceAll(/\s*\n\s*/g, ' '))
    expect(one.made).toEqual({ ...lines.made, fiscalYear: { ...lines.made.fiscalYear, id: one.made.fiscalYear.id } })
  })

  test('is refused where one tag alone is too long', async () => {
    const long = file.replace('fileName="', `fileName="${'x'.repeat(70_000)}`)
    const refused = await refusedWith(await service.newCompany({ fiscalYear: null }), long)
    expect(refused.join()).toContain('A line is longer than 65536 bytes')
  })
})
