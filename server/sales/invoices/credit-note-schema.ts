// The schemas of credit notes: fields shared with invoices, and their own.
import { DateOnly, Id, named, nullable, object, readOnly, type Static, Type } from '#http'
import { documentAnswer, documentBody } from './invoice-schema.ts'

const own = {
  id: readOnly(Id),
  invoiceRef: readOnly(object({ id: Id, invoiceNumber: Type.String({ examples: ['1001'] }) })),
  customerRef: Type.Optional(
    readOnly(
      object({
        id: Id,
        name: Type.String(),
      }),
    ),
  ),
  contactDetailRef: readOnly(
    nullable(object({ id: Id, email: nullable(Type.String()), phone: nullable(Type.String()) })),
  ),
  status: readOnly(Type.Enum(['draft', 'published'])),
}

/** A credit note in responses. Its amounts are positive, like those of the invoice. */
export const CreditNote = named(
  'CreditNote',
  object({ ...own, ...documentAnswer, creditDate: DateOnly, dueDate: DateOnly }),
)
export type ShownCreditNote = Static<typeof CreditNote>

/** A credit note in requests. Read-only fields may be included and are ignored. */
export const CreditNoteWrite = named(
  'CreditNoteWrite',
  object({ ...own, ...documentAnswer, ...documentBody, creditDate: DateOnly, dueDate: DateOnly }),
)
export type CreditNoteBody = Pick<Static<typeof CreditNoteWrite>, 'creditDate' | 'dueDate' | keyof typeof documentBody>
