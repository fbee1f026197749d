// The shapes of credit notes: what they share with invoices, and what is their own.
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

/** A credit note as it is shown. Its amounts are above zero, as those of the invoice are. */
export const CreditNote = named(
  'CreditNote',
  object({ ...own, ...documentAnswer, creditDate: DateOnly, dueDate: DateOnly }),
)
export type ShownCreditNote = Static<typeof CreditNote>

/** A credit note as it is sent. What only answers carry may be repeated and is ignored. */
export const CreditNoteWrite = named(
  'CreditNoteWrite',
  object({ ...own, ...documentAnswer, ...documentBody, creditDate: DateOnly, dueDate: DateOnly }),
)
export type CreditNoteBody = Pick<Static<typeof CreditNoteWrite>, 'creditDate' | 'dueDate' | keyof typeof documentBody>
