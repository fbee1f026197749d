// Approvals that lapse since a supplier's money goes elsewhere, and who is told: those who had approved the invoices,
// and those who had registered them. Such a change is what fraud looks like, so it reaches people where they are.
import { dictionary } from '#http'
import { findCompany, readPerson } from '#identity'
import { queueMail } from '#mail/mail'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { sql } from '#platform/sql'
import { purchasingSettingsOf } from '#purchasing/settings'

/** How many invoices a mail names, and how many people are told of one change. */
const MOST_NAMED = 20
const MOST_TOLD = 50

type Lapsed = { id: string; number: string; createdById: string; personId: string; personName: string }

/**
 * Takes approvals away when a supplier's money goes elsewhere: those of its invoices that something is left to pay of,
 * also of recorded ones. They wait again, except where invoices are not approved any more, and had been.
 */
export const lapseApprovals = async (call: CompanyCall, supplier: { id: string; name: string }): Promise<void> => {
  const { db, companyId, now } = call
  const { approves } = await purchasingSettingsOf(call)
  const withdrawn = await db.rows<Lapsed>(sql`
    update purchasing.approval a set withdrawn_at = ${now} from purchasing.supplier_invoice i
    where a.company_id = ${companyId} and a.withdrawn_at is null
      and i.company_id = ${companyId} and i.id = a.supplier_invoice_id and i.supplier_id = ${supplier.id}
      and i.paid_ore <> i.total_ore and (${approves} or i.approved_at is null)
    returning i.id, i.invoice_number as number, i.created_by_id as "createdById", a.person_id as "personId",
      a.person_name as "personName"`)
  const ids = [...new Set(withdrawn.map(({ id }) => id))].sort()
  await db.rows(sql`
    update purchasing.supplier_invoice set approved_at = null, approved_by = null, modified_at = ${now}
    where company_id = ${companyId} and id = any(${ids}::uuid[])`)
  for (const id of ids) {
    const people = withdrawn
      .filter((one) => one.id === id)
      .map(({ personId, personName: name }) => ({ personId, name }))
    recordEvent(call, 'supplier-invoice.approval-lapsed', { id }, { id, supplierId: supplier.id, approvedBy: people })
    recordEvent(call, 'supplier-invoice.changed', { id })
  }
  await tell(call, supplier.name, withdrawn)
}

/** A mail to each of them who still reaches the company, about the invoices that they had to do with. */
const tell = async (call: CompanyCall, supplierName: string, lapsed: readonly Lapsed[]): Promise<void> => {
  const concerned = [...new Set(lapsed.flatMap(({ personId, createdById }) => [personId, createdById]))]
  if (concerned.length === 0) return
  const { name: companyName } = await findCompany(call.db, call.companyId)
  const link = `${call.site()}/companies/${call.companyId}/supplier-invoices?show=toApprove`
  for (const personId of await reaching(call, concerned)) {
    const person = await readPerson(call, personId)
    if (!person) continue
    const own = lapsed.filter((one) => one.personId === personId || one.createdById === personId)
    const numbers = [...new Map(own.map(({ id, number }) => [id, number])).values()]
    const { subject, lines } = words[person.language].lapsed({ companyName, supplierName, numbers, link })
    await queueMail(call, { to: person.email, subject, text: `${lines.join('\n\n')}\n\nGrundbok\n` })
  }
}

/** Of some people those who are members of the company, or of an agency whose client it is. */
const reaching = async ({ db, companyId }: CompanyCall, ids: readonly string[]): Promise<string[]> => {
  const people = await db.rows<{ id: string }>(sql`
    select m.person_id as id from identity.company_member_view m
    where m.company_id = ${companyId} and m.person_id = any (${[...ids]}::uuid[])
    union
    select m.person_id from identity.agency_company_view k
    join identity.agency_member_view m on m.agency_id = k.agency_id
    where k.company_id = ${companyId} and m.person_id = any (${[...ids]}::uuid[])
    order by id limit ${MOST_TOLD}`)
  return people.map(({ id }) => id)
}

type Told = { companyName: string; supplierName: string; numbers: readonly string[]; link: string }

const named = (numbers: readonly string[], more: (count: number) => string): string =>
  [...numbers.slice(0, MOST_NAMED), ...(numbers.length > MOST_NAMED ? [more(numbers.length - MOST_NAMED)] : [])].join(
    ', ',
  )

const words = dictionary(
  {
    lapsed: ({ companyName, supplierName, numbers, link }: Told) => ({
      subject: `Attesten gäller inte längre: ${supplierName} har nya betalningsuppgifter`,
      lines: [
        'Hej!',
        `Betalningsuppgifterna för leverantören ${supplierName} har ändrats i ${companyName}. Fakturor som inte är fullt betalda behöver därför attesteras på nytt: ${named(numbers, (count) => `och ${count} till`)}.`,
        'Kontrollera de nya uppgifterna med leverantören på ett sätt som du redan känner till, till exempel ett telefonnummer från en tidigare faktura, innan någon attesterar.',
        link,
      ],
    }),
  },
  {
    lapsed: ({ companyName, supplierName, numbers, link }: Told) => ({
      subject: `The approval no longer counts: ${supplierName} has other payment details`,
      lines: [
        'Hello!',
        `The payment details of the supplier ${supplierName} were changed in ${companyName}. Invoices that are not paid in full have to be approved again: ${named(numbers, (count) => `and ${count} more`)}.`,
        'Check the new details with the supplier in a way that you already know, such as a telephone number from an earlier invoice, before anybody approves.',
        link,
      ],
    }),
  },
)
