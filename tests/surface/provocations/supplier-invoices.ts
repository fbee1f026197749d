// How the refusals of supplier invoices and of rates come about.
import { addMember, identityService } from '#identity'
import { ledgerAdmin, setRate } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { purchasingAdmin } from '#purchasing'
import type { PurchasingChange } from '#server/purchasing/settings'
import { callingAs } from '#support/calling'
import { checkedRequests } from '#support/checked'
import { pngFile } from '#support/samples/sample-files'
import type { Service, TestCompany } from '#support/service'
import { newPerson, newPersonInside } from '#support/visitor'
import { over, overPerson, type Provocation, type Provoked, verb, verbIn } from '#tests/surface/provocations'

const unknown = '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d'

const anInvoice = async (company: TestCompany, currency = 'SEK') => ({
  supplierRef: { id: (await company.post('/suppliers', { name: 'Papper AB', currency })).body.id },
  invoiceDate: '2026-06-01',
  dueDate: '2026-07-01',
  totalAmount: 100,
})

const added = async (company: TestCompany): Promise<string> =>
  (await company.post('/supplier-invoices', await anInvoice(company))).body.id

/** Removes an invoice of which the database says something by now. */
const removal = (assignment: string): Provocation =>
  over(async (company, { database }) => {
    const id = await added(company)
    await database.rows({ text: `update purchasing.supplier_invoice set ${assignment}`, values: [] } as never)
    return company.delete(`/supplier-invoices/${id}`)
  })

/** What a verb of the operator says of an invoice. */
const ofInvoice =
  (work: (id: string) => Parameters<typeof verbIn>[1]): Provocation =>
  async (service: Service): Promise<Provoked> => {
    const company = await service.newCompany()
    return verbIn(company.id, work(await added(company)))(service)
  }

type By = { person: string; token: string }

/** A person approves an invoice of 100 kronor by the rules of the company, after others have. */
const approving =
  (
    rules: (by: By) => PurchasingChange,
    asked: (by: By) => string,
    before: (by: By) => string[] = () => [],
  ): Provocation =>
  async (service) => {
    const company = await service.newCompany()
    const by = { person: (await newPersonInside(service)).person.id, token: company.tokenId }
    const tenant = { type: 'company', id: company.id } as const
    await service.operate((call) => addMember(call, { tenant, personId: by.person, role: 'owner' }))
    await service.operateFor(company.id, (call) =>
      purchasingAdmin.changePurchasingSettings(call, { approves: true, ...rules(by) }),
    )
    const invoiceId = await added(company)
    const approve = (id: string) => (call: CompanyCall) =>
      purchasingAdmin.approveSupplierInvoice({ ...call, actor: { kind: 'user', id, name: 'Karin' } }, { id: invoiceId })
    for (const id of before(by)) await service.operateFor(company.id, approve(id))
    return verbIn(company.id, approve(asked(by)))(service)
  }

const deciding = (body: object): Provocation => overPerson('owner', (ask) => ask('PATCH', '/purchasing-settings', body))

export const ofSupplierInvoices: Record<string, Provocation> = {
  supplierInvoiceNotFound: over((company) => company.get(`/supplier-invoices/${unknown}`)),
  supplierInvoiceOfAnother: over(async (company, service) => {
    const { token } = await service.operateFor(company.id, (call) =>
      identityService.createToken(call, { name: 'Annan', scopes: ['supplier-invoices:write'] }),
    )
    return checkedRequests(company.url, token).delete(`/supplier-invoices/${await added(company)}`)
  }),
  supplierInvoiceRecorded: removal('recorded_at = now()'),
  supplierInvoicePaid: removal('paid_ore = 1'),
  tooManyUploads: over(async (company, { database }) => {
    const id = await added(company)
    const upload = `
      insert into documents.upload (company_id, id, description, file_name, content_type, size, digest,
        supplier_invoice_id, connected_at, created_by_kind, created_by_id, created_by_name, created_at,
        modified_at)
      select company_id, gen_random_uuid(), 'x', 'x', 'image/png', 1, decode(repeat('00', 32), 'hex'), id, now(),
        created_by_kind, created_by_id, 'x', now(), now()
      from purchasing.supplier_invoice, generate_series(1, 100) where id = $1`
    await database.rows({ text: upload, values: [id] } as never)
    const { body } = await company.upload('/uploads', 'kvitto.png', pngFile())
    return company.post(`/supplier-invoices/${id}/uploads`, { id: body.id })
  }),
  notApprover: approving(
    ({ person }) => ({ approvers: [{ personId: person, limitOre: null }] }),
    () => unknown,
  ),
  approvalOverLimit: approving(
    ({ person }) => ({ approvers: [{ personId: person, limitOre: 99_99n }] }),
    ({ person }) => person,
  ),
  approvalOfOwn: approving(
    () => ({ approvesOwn: false }),
    ({ token }) => token,
  ),
  approvedByYou: approving(
    () => ({ twoFromOre: 100_00n }),
    ({ person }) => person,
    ({ person }) => [person],
  ),
  ownersLoosen: over(async (company, service) => {
    const tenant = { type: 'company', id: company.id } as const
    const { id: personId } = await newPerson(service)
    await service.operate((call) => addMember(call, { tenant, personId, role: 'owner' }))
    const ask = await callingAs(service, company, 'administrator')
    await ask('PATCH', '/purchasing-settings', { twoSignersFrom: 1000 })
    return ask('PATCH', '/purchasing-settings', { twoSignersFrom: null })
  }),
  supplierInvoiceApproved: ofInvoice((id) => (call) => purchasingAdmin.approveSupplierInvoice(call, { id })),
  supplierInvoiceInSek: ofInvoice((id) => (call) => purchasingAdmin.setSupplierInvoiceRate(call, { id, rate: '1' })),
}

const invoice = (changes: object, currency = 'SEK'): Provocation =>
  over(async (company) => company.post('/supplier-invoices', { ...(await anInvoice(company, currency)), ...changes }))

export const ofSupplierInvoiceFaults: Record<string, Provocation> = {
  approvalAmount: deciding({ twoApproversFrom: 0 }),
  unknownApprover: deciding({ approvers: [{ personId: unknown }] }),
  repeatedApprover: over(async (company, service) => {
    const { person } = await newPersonInside(service)
    const tenant = { type: 'company', id: company.id } as const
    await service.operate((call) => addMember(call, { tenant, personId: person.id, role: 'owner' }))
    const approver = { personId: person.id, limitOre: null }
    const approvers = [approver, approver]
    return {
      body: await verbIn(company.id, (call) => purchasingAdmin.changePurchasingSettings(call, { approvers }))(service),
    }
  }),
  unknownSupplier: invoice({ supplierRef: { id: unknown } }),
  badDate: invoice({ invoiceDate: '1899-12-31' }),
  dueBeforeDate: invoice({ dueDate: '2026-05-31' }),
  totalAmount: invoice({ totalAmount: 0.001 }),
  totalInSek: async (service) => {
    await service.operate((call) => setRate(call, { currency: 'GBP', date: '2026-06-01', rate: '13' }))
    return invoice({ totalAmount: 1e12 }, 'GBP')(service)
  },
  nothingInSek: async (service) => {
    await service.operate((call) => setRate(call, { currency: 'IDR', date: '2026-06-01', rate: '0.0006' }))
    return invoice({ totalAmount: 0.01 }, 'IDR')(service)
  },
  duplicate: over(async (company) => {
    const body = { ...(await anInvoice(company)), invoiceNumber: '4711' }
    await company.post('/supplier-invoices', body)
    return company.post('/supplier-invoices', body)
  }),
  duplicateCreditNote: over(async (company) => {
    const body = { ...(await anInvoice(company)), invoiceNumber: '4711', totalAmount: -1 }
    await company.post('/supplier-invoices', body)
    return company.post('/supplier-invoices', body)
  }),
  noRate: invoice({}, 'THB'),
  uploadOrder: over(async (company) =>
    company.put(`/supplier-invoices/${await added(company)}/uploads`, { uploadRefs: [{ id: unknown }] }),
  ),
  badRate: over(async (company, service) => {
    await service.operate((call) => setRate(call, { currency: 'GBP', date: '2026-06-01', rate: '13' }))
    const { body } = await company.post('/supplier-invoices', await anInvoice(company, 'GBP'))
    return {
      body: await verbIn(company.id, (call) =>
        purchasingAdmin.setSupplierInvoiceRate(call, { id: body.id, rate: '0' }),
      )(service),
    }
  }),
}

const set = (changes: object): Provocation =>
  verb((call) => setRate(call, { currency: 'EUR', date: '2026-06-01', rate: '11', ...changes }))
const load = (text: string): Provocation => verb((call) => ledgerAdmin.loadRates(call, { name: 'rates.csv', text }))

/** More rates than a file may have: of many days, in four currencies. */
const tooMany = () => {
  const days = Array.from({ length: 5001 }, (_, day) => new Date(Date.UTC(2010, 0, 1 + day)).toISOString().slice(0, 10))
  return days.flatMap((day) => ['EUR', 'USD', 'GBP', 'NOK'].map((code) => `${day};${code};1`)).join('\n')
}

export const ofRates: Record<string, Provocation> = {
  line: load('x'),
  noLines: load(''),
  tooMany: load(tooMany()),
  date: set({ date: '2026-02-30' }),
  dayToCome: set({ date: '2026-06-11' }),
  currency: set({ currency: 'SEK' }),
  rate: set({ rate: '0' }),
}
