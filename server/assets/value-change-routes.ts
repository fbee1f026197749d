// The endpoints of what changes the value of a fixed asset: disposals, of all of it or of a part, write-downs and what
// is taken back of them.
import { Amount, DateOnly, named, object, type Row, row, saying, Type } from '#http'
import { ledgerContribution } from '#ledger'
import { type Disposal, disposeOf, disposeOfPart, proposeDisposal, proposePartDisposal } from './disposal.ts'
import { assetFaults as faults, assetRefusals as refusals } from './refusals.ts'
import { Account, asset, FixedAsset, Item, idOf, itemOf, Kronor, kronor, reads, shown, tag, writes } from './shapes.ts'
import { bookWriteDown, proposeWriteDown, type WriteDown } from './write-down.ts'

const parts = `${asset}/part-disposals`
const writeDowns = `${asset}/write-downs`
const reversals = `${asset}/write-down-reversals`

const DisposalProposal = named(
  'DisposalProposal',
  object({
    date: DateOnly,
    price: Kronor,
    acquisitionValue: { ...Kronor, description: 'What leaves the register' },
    accumulatedDepreciation: { ...Kronor, description: 'The depreciation that leaves with it' },
    writtenDown: { ...Kronor, description: 'What is written down of it' },
    bookValue: Kronor,
    gain: { ...Kronor, description: 'Below zero it is a loss' },
    title: Type.String({ examples: ['Försäljning av anläggningstillgång 1, Svarv'] }),
    items: Type.Array(Item),
  }),
)
const WriteDownProposal = named(
  'WriteDownProposal',
  object({
    date: DateOnly,
    amount: Kronor,
    most: { ...Kronor, description: 'The most that the amount may be' },
    bookValue: { ...Kronor, description: 'What the books have of the asset after it' },
    title: Type.String({ examples: ['Nedskrivning av anläggningstillgång 1, Svarv'] }),
    items: Type.Array(Item),
  }),
)

const proposed = (disposal: Disposal) => ({
  date: disposal.date,
  price: kronor(disposal.priceOre),
  acquisitionValue: kronor(disposal.valueOre),
  accumulatedDepreciation: kronor(disposal.depreciatedOre),
  writtenDown: kronor(disposal.writtenDownOre),
  bookValue: kronor(disposal.bookValueOre),
  gain: kronor(disposal.gainOre),
  title: disposal.title,
  items: disposal.items.map(itemOf),
})

const proposedDown = ({ date, ore, mostOre, bookValueOre, title, items }: WriteDown) => ({
  date,
  amount: kronor(ore),
  most: kronor(mostOre),
  bookValue: kronor(bookValueOre),
  title,
  items: items.map(itemOf),
})

const disposalAsked = {
  date: DateOnly,
  price: Type.Optional({ ...Amount, description: 'Without VAT; 0 if left out', examples: [20000] }),
  proceedsAccount: Type.Optional(
    Account('Where the price stands: 1930 if left out, or the account of the line of an invoice', 1930),
  ),
  resultAccount: Type.Optional(Account('Where the gain or the loss stands; proposed if left out', 3973)),
}
const changeRefusals = [
  refusals.fixedAssetNotFound,
  refusals.disposed,
  refusals.notDepreciated,
  refusals.depreciatedLater,
]

const partAsked = {
  ...disposalAsked,
  acquisitionValue: Type.Optional({
    ...Amount,
    description: 'The acquisition value of the part; either this or percent',
    examples: [15000],
  }),
  percent: Type.Optional(
    saying(
      faults.percent(''),
      Type.Number({
        minimum: 0.01,
        maximum: 99.99,
        examples: [25],
        description: 'Of what is left, with at most two decimals; either this or acquisitionValue',
      }),
    ),
  ),
}
const writeDownAsked = {
  date: DateOnly,
  amount: { ...Amount, examples: [5000] },
  writeDownAccount: Type.Optional(
    Account('Where what is written down stands: that of earlier write-downs, or proposed by the account', 1228),
  ),
  resultAccount: Type.Optional(Account('Its expense, or the income of a reversal; proposed if left out', 7730)),
}

const disposalRows: readonly Row[] = [
  row({
    method: 'GET',
    tag,
    path: `${asset}/disposal/proposal`,
    operationId: 'proposeDisposal',
    scope: reads,
    summary: 'Propose a disposal',
    description:
      'The entry of a sale or a scrapping: value, depreciation and write-downs leave the books. Nothing is booked.',
    query: object(disposalAsked),
    answer: { json: DisposalProposal },
    refusals: changeRefusals,
    example: { query: { date: '2026-03-31', price: '20000' } },
    run: (call, { params, query }) => proposeDisposal(call, idOf(params), query).then(proposed),
  }),
  row({
    method: 'POST',
    tag,
    path: `${asset}/disposal`,
    operationId: 'disposeOfFixedAsset',
    scope: writes,
    summary: 'Dispose of a fixed asset',
    description:
      'Books a sale or a scrapping. Depreciation is booked up to the month before it first. Reversing the entry brings the asset back.',
    body: object(disposalAsked),
    answer: { json: FixedAsset },
    tagged: true,
    events: ['fixed-asset.disposed', 'journal-entry.booked'],
    refusals: [...changeRefusals, ledgerContribution.refusals.documentNotBookable],
    example: { body: { date: '2026-03-31', price: 20000 } },
    run: (call, { params, body }) => disposeOf(call, idOf(params), body).then(shown),
  }),
  row({
    method: 'GET',
    tag,
    path: `${parts}/proposal`,
    operationId: 'proposePartDisposal',
    scope: reads,
    summary: 'Propose the disposal of a part',
    description:
      'The entry of a sale or a scrapping of a part, by its acquisition value or as a percentage of what is left: exactly one of them. The same share of depreciation and write-downs leaves the books. Nothing is booked.',
    query: object(partAsked),
    answer: { json: DisposalProposal },
    refusals: changeRefusals,
    example: { query: { date: '2026-03-31', percent: '25', price: '20000' } },
    run: (call, { params, query }) => proposePartDisposal(call, idOf(params), query).then(proposed),
  }),
  row({
    method: 'POST',
    tag,
    path: parts,
    operationId: 'disposeOfPart',
    scope: writes,
    summary: 'Dispose of a part of a fixed asset',
    description:
      'Books a sale or a scrapping of a part. The months that are left share what is left to depreciate. Reversing the entry brings the part back; later changes and the disposal are reversed first.',
    body: object(partAsked),
    answer: { json: FixedAsset },
    tagged: true,
    events: ['fixed-asset.part-disposed', 'journal-entry.booked'],
    refusals: [...changeRefusals, refusals.tooManyChanges, ledgerContribution.refusals.documentNotBookable],
    example: { body: { date: '2026-03-31', percent: 25, price: 20000 } },
    run: (call, { params, body }) => disposeOfPart(call, idOf(params), body).then(shown),
  }),
]

const writeDownRows: readonly Row[] = [
  row({
    method: 'GET',
    tag,
    path: `${writeDowns}/proposal`,
    operationId: 'proposeWriteDown',
    scope: reads,
    summary: 'Propose a write-down',
    description:
      'The entry of a write-down (nedskrivning), at most to the residual value. Accounts are proposed by that of the asset. Nothing is booked.',
    query: object(writeDownAsked),
    answer: { json: WriteDownProposal },
    refusals: changeRefusals,
    example: { query: { date: '2026-03-30', amount: '5000' } },
    run: (call, { params, query }) => proposeWriteDown(call, idOf(params), 'writeDown', query).then(proposedDown),
  }),
  row({
    method: 'POST',
    tag,
    path: writeDowns,
    operationId: 'bookWriteDown',
    scope: writes,
    summary: 'Write down a fixed asset',
    description:
      'Books a write-down. The months that are left share what is left to depreciate. Accounts of the usual chart that the company lacks are added to it, and `Service-Warning` says so.',
    body: object(writeDownAsked),
    answer: { json: FixedAsset },
    tagged: true,
    events: ['fixed-asset.written-down', 'account.created', 'journal-entry.booked'],
    refusals: [...changeRefusals, refusals.tooManyChanges, ledgerContribution.refusals.documentNotBookable],
    example: { body: { date: '2026-03-30', amount: 5000 } },
    run: (call, { params, body }) => bookWriteDown(call, idOf(params), 'writeDown', body).then(shown),
  }),
  row({
    method: 'GET',
    tag,
    path: `${reversals}/proposal`,
    operationId: 'proposeWriteDownReversal',
    scope: reads,
    summary: 'Propose the reversal of a write-down',
    description:
      'The entry that takes back a write-down (återföring), at most to what the book value would be had nothing been written down. A write-down of goodwill is not reversed. Nothing is booked.',
    query: object(writeDownAsked),
    answer: { json: WriteDownProposal },
    refusals: [...changeRefusals, refusals.goodwill],
    example: { query: { date: '2026-03-30', amount: '1000' } },
    run: (call, { params, query }) =>
      proposeWriteDown(call, idOf(params), 'writeDownReversal', query).then(proposedDown),
  }),
  row({
    method: 'POST',
    tag,
    path: reversals,
    operationId: 'bookWriteDownReversal',
    scope: writes,
    summary: 'Reverse a write-down',
    description:
      'Books what is taken back of write-downs. The months that are left share what is left to depreciate. A write-down that was booked by mistake is taken back by reversing its entry.',
    body: object(writeDownAsked),
    answer: { json: FixedAsset },
    tagged: true,
    events: ['fixed-asset.write-down-reversed', 'account.created', 'journal-entry.booked'],
    refusals: [
      ...changeRefusals,
      refusals.goodwill,
      refusals.tooManyChanges,
      ledgerContribution.refusals.documentNotBookable,
    ],
    example: { body: { date: '2026-03-30', amount: 1000 } },
    run: (call, { params, body }) => bookWriteDown(call, idOf(params), 'writeDownReversal', body).then(shown),
  }),
]

export const valueChangeRows: readonly Row[] = [...disposalRows, ...writeDownRows]
