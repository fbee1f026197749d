// The endpoints of readings: what an upload says.
import { documentsContribution } from '#documents'
import { Amount, DateOnly, DateTime, Id, named, nullable, object, type Row, reasonProperties, row, Type } from '#http'
import { type Facts, foundFields } from './facts.rules.ts'
import type { Found, Place } from './page.rules.ts'
import { entryRoles } from './proposal.rules.ts'
import type { Proposals } from './proposal.ts'
import { askForReading, getReading, type Reading, readingStates } from './reading.ts'
import { readingRefusals as refusals } from './refusals.ts'

const part = (description: string) => Type.Number({ minimum: 0, maximum: 1, examples: [0.25], description })

const place = {
  page: Type.Integer({ minimum: 1, examples: [1] }),
  box: object(
    {
      left: part('From the left edge'),
      top: part('From the upper edge'),
      width: part('To the right'),
      height: part('Down'),
    },
    { description: 'Where it stands on the page, in parts of its width and height' },
  ),
  text: Type.String({ examples: ['129,50'], description: 'What stands there' }),
  confidence: part('How sure it is, from 0 to 1'),
}

const FoundText = (name: string, example: string) =>
  nullable(named(name, object({ value: Type.String({ examples: [example] }), ...place })))
const text = FoundText('ReadText', 'F-118')
const day = nullable(named('ReadDay', object({ value: DateOnly, ...place })))
const amount = nullable(named('ReadAmount', object({ value: Amount, ...place })))

const Vat = object({
  taxRate: nullable(
    Type.Number({ examples: [25], description: 'Percent; null where it is the tax of several rates together' }),
  ),
  taxAmount: Amount,
  netAmount: nullable(Amount),
  ...place,
})

const Item = object({
  role: Type.Enum([...entryRoles]),
  account: nullable(Type.Integer({ examples: [5460] })),
  debit: nullable(Amount),
  credit: nullable(Amount),
})

const Line = object({
  account: nullable(Type.Integer({ examples: [5460] })),
  netAmount: nullable(Amount),
  taxRate: nullable(Type.Number({ examples: [25] })),
})

const ReadingProposals = named(
  'ReadingProposals',
  object({
    date: day,
    dueDate: day,
    total: amount,
    currency: text,
    invoiceNumber: text,
    paymentReference: text,
    organizationNumber: text,
    bankgiro: text,
    plusgiro: text,
    vat: Type.Array(Vat, { description: 'As it stands there, where net, tax and total agree' }),
    supplier: nullable(
      object({
        supplierRef: nullable(object({ id: Id, name: Type.String({ examples: ['Papper AB'] }) })),
        name: Type.String({ examples: ['Papper AB'], description: 'As known here, else as it stands on top' }),
        ...place,
      }),
    ),
    candidates: Type.Array(
      object({ field: Type.Enum([...foundFields]), value: Type.String({ examples: ['2026-06-05'] }), ...place }),
      { description: 'What can be read in several ways: each of them, of which none was chosen' },
    ),
    proposedItems: nullable(
      Type.Array(Item, {
        description: 'The lines of an entry, on the accounts of last time; what is not known is null',
      }),
    ),
    proposedLines: Type.Array(Line, { description: 'The lines of a supplier invoice' }),
    likeEntryId: nullable({ ...Id, description: 'The entry of the latest document of the same seller' }),
  }),
)

const ReadingGet = named(
  'Reading',
  object({
    state: Type.Enum([...readingStates], {
      description:
        'off: this service reads no documents; notAsked: no reading was requested; waiting: it will be read; read: `proposals` say what was read; unreadable: `reason` says why',
    }),
    ...reasonProperties('reading.broken', { examples: ['it is damaged'] }),
    readDateTime: nullable(DateTime),
    proposals: nullable(ReadingProposals),
  }),
)

const withNumber = (found: Found | null) => found && { ...found, value: Number(found.value) }

const vatShown = ({ rate, tax, net, ...at }: Facts['vat'][number]) => ({
  ...at,
  taxRate: rate,
  taxAmount: Number(tax),
  netAmount: net === null ? null : Number(net),
})

const supplierShown = (found: Proposals['supplier']) => {
  if (!found) return null
  const { supplier, value, ...at } = found
  return { ...(at satisfies Place), supplierRef: supplier, name: supplier?.name ?? value }
}

const proposalsShown = ({ total, vat, supplier, items, lines, ...rest }: Proposals) => ({
  ...rest,
  total: withNumber(total),
  vat: vat.map(vatShown),
  supplier: supplierShown(supplier),
  proposedItems: items,
  proposedLines: lines,
})

const shown = ({ proposals, ...reading }: Reading) => ({
  ...reading,
  proposals: proposals && proposalsShown(proposals),
})

const path = '/companies/{companyId}/uploads/{uploadId}/reading'
const tag = 'Uploads'

export const readingRows: readonly Row[] = [
  row({
    method: 'GET',
    path,
    operationId: 'getReading',
    tag,
    summary: 'Read what an upload says',
    description:
      'What was read of a receipt or an invoice: day, total, VAT, who sold, and numbers, each with its place on the page; and how it may be booked, on the accounts that the seller was booked on last time. All of these are proposals, which people or programs take or leave: nothing is booked from them by itself. Suppliers are told to callers with `suppliers:read`, accounts to those with `journal-entries:read`.',
    scope: 'uploads:read',
    answer: { json: ReadingGet },
    tagged: true,
    refusals: [documentsContribution.uploadRefusals.uploadNotFound],
    run: async (call, { params }) => shown(await getReading(call, params.uploadId ?? '')),
  }),
  row({
    method: 'POST',
    path,
    operationId: 'askForReading',
    tag,
    summary: 'Have an upload read',
    description:
      'Uploads that nothing is booked from are read by themselves, soon after they came; this has any other read, or reads one again. It is done in the background: the event `upload.read` tells when.',
    scope: 'uploads:write',
    answer: { json: ReadingGet },
    events: ['upload.reading'],
    refusals: [documentsContribution.uploadRefusals.uploadNotFound, refusals.readsNothing, refusals.notReadable],
    run: async (call, { params }) => shown(await askForReading(call, params.uploadId ?? '')),
  }),
]
