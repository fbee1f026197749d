// The endpoints of simulations: what the world outside of a test company does when it is asked to.
import { Amount, type CompanyRowCall, DateOnly, Id, type Input, named, object, type Row, row, Type } from '#http'
import { dayFrom } from '#platform/day'
import type { RefusalKind } from '#platform/refusal'
import { USUAL_RATE, vatRates } from '#rule/vat-rates'
import { bankRefusesPayment, bankSendsStatement, customerPays, PAYS } from './bank.ts'
import { type Enter, type Entrances, enteringBy, entrancesOf, requireTest } from './entrance.ts'
import { type Callbacks, mailBounces } from './mail.ts'
import { simulationRefusals as refusals } from './refusals.ts'
import { supplierSends } from './supplier.ts'
import { taxAuthorityDecides } from './tax.ts'

const tag = 'Simulations'
const path = '/companies/{companyId}/simulations'
const ONLY = 'In a test company only; a real one is refused.'
const MAX_TRANSACTIONS = 100
const MAX_TEXT = 140
const MAX_NAME = 70

const date = Type.Optional({
  ...DateOnly,
  description: 'When it happens; today, by the clock of the company, if left out',
})
const Text = (example: string, description?: string) =>
  Type.String({ minLength: 1, maxLength: MAX_TEXT, examples: [example], ...(description && { description }) })
const Party = (example: string) => Type.String({ minLength: 1, maxLength: MAX_NAME, examples: [example] })
const Money = { ...Amount, minimum: 0.01, maximum: 1e9 }

const CustomerPayment = named(
  'SimulatedCustomerPayment',
  object({
    invoiceId: Id,
    covers: Type.Optional(
      Type.Enum([...PAYS], {
        default: 'all',
        description:
          'all: what is left to pay; part: half of it; tooMuch: 100 kronor more; twice: all of it, two times',
      }),
    ),
    amount: Type.Optional({
      ...Money,
      description: 'Another amount: of part what is paid, of tooMuch what is paid beyond what is left',
    }),
    date,
  }),
)

const Statement = named(
  'SimulatedStatement',
  object({
    date,
    transactions: Type.Optional(
      Type.Array(
        object({
          amount: { ...Amount, minimum: -1e9, maximum: 1e9, description: 'Above zero comes in; below zero goes out' },
          name: Type.Optional(Party('Papper AB')),
          text: Type.Optional(Text('Månadsavgift')),
          reference: Type.Optional(Type.String({ pattern: '^\\d{2,25}$', maxLength: 25, examples: ['1002377'] })),
        }),
        { maxItems: MAX_TRANSACTIONS, description: 'What else happened on the account' },
      ),
    ),
  }),
)

const Refusal = named(
  'SimulatedPaymentRefusal',
  object({
    reasonCode: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{2}\\d{2}$',
        maxLength: 4,
        default: 'AC04',
        examples: ['AC04'],
        description: 'A status reason of ISO 20022, such as AC04: the account is closed',
      }),
    ),
    text: Type.Optional(Text('Kontot är avslutat')),
  }),
)

const Decision = named(
  'SimulatedTaxDecision',
  object({
    invoiceId: Id,
    grantedAmount: Type.Optional({
      ...Amount,
      minimum: 0,
      maximum: 1e9,
      description: 'What the tax authority grants and pays; it refuses the rest. All of it if left out; 0: nothing',
    }),
    date,
  }),
)

const Bounce = named(
  'SimulatedBounce',
  object({
    invoiceId: Id,
    reason: Type.Optional({ ...Text('550 5.1.1 No such user'), default: '550 5.1.1 No such user' }),
  }),
)

const SupplierInvoice = named(
  'SimulatedElectronicInvoice',
  object({
    supplierName: Party('Papper AB'),
    organizationNumber: Type.String({ pattern: '^\\d{6}-?\\d{4}$', maxLength: 11, examples: ['556036-0793'] }),
    bankgiro: Type.Optional(Type.String({ pattern: '^\\d{3,4}-?\\d{4}$', maxLength: 9, examples: ['5050-1055'] })),
    number: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 30,
        examples: ['4711'],
        description: 'By the count of supplier invoices if left out',
      }),
    ),
    description: Type.Optional(Text('Kontorsmaterial')),
    netAmount: { ...Money, description: 'Before VAT' },
    taxRate: Type.Optional(Type.Enum([...vatRates], { default: USUAL_RATE })),
    date,
    dueDate: Type.Optional({ ...DateOnly, description: '30 days later if left out' }),
  }),
)

/** How a simulation ends: it is a call of the company, an entrance, and what was asked for. */
type Simulate<Body> = (call: CompanyRowCall, enter: Enter, input: Input<unknown, Body>) => Promise<unknown>

/** The days of a body. */
const dated = <Body extends { date?: string; dueDate?: string }>({ date: on, dueDate, ...rest }: Body) => ({
  ...rest,
  ...(on === undefined ? {} : { date: dayFrom(on) }),
  ...(dueDate === undefined ? {} : { dueDate: dayFrom(dueDate) }),
})

/** The rows; they enter by `rows`, and `callbacks` take reports on mails. */
export const simulationRows = (rows: readonly Row[], callbacks: Callbacks): readonly Row[] => {
  const entrances = entrancesOf(rows)
  return [...bankRows(entrances), ...otherRows(entrances, callbacks)]
}

const entering =
  <Body>(entrances: Entrances, simulate: Simulate<Body>) =>
  async (call: CompanyRowCall, input: Input<unknown, Body>): Promise<never> => {
    await requireTest(call)
    // The entrance answers, in its own schema.
    return (await simulate(call, enteringBy(entrances, call, input.language), input)) as never
  }

/** What a row that is entered by answers, tells and refuses. */
const like = (entrances: Entrances, operationId: string, own: readonly RefusalKind[]) => {
  const { answer, events = [], refusals: theirs } = entranceOf(entrances, operationId)
  return { answer, events, refusals: [refusals.realCompany, ...own, ...theirs] }
}

const entranceOf = (entrances: Entrances, operationId: string): Row => {
  const found = entrances.get(operationId)
  if (!found) throw new Error(`There is no operation ${operationId}`)
  return found
}

const bankRows = (entrances: Entrances): readonly Row[] => {
  const common = { method: 'POST', tag, scope: 'bank-statements:write' } as const
  const unknown = (operationId: string) => entranceOf(entrances, operationId).refusals
  const imported = (own: readonly RefusalKind[]) => like(entrances, 'importBankStatement', own) as never as Shown
  return [
    row({
      ...common,
      ...imported([refusals.notPayable, refusals.noBankAccount, ...unknown('getInvoice')]),
      path: `${path}/customer-payments`,
      operationId: 'simulateCustomerPayment',
      summary: 'Have a customer pay an invoice',
      description: `The money comes in on the bank account in a camt.053 file, with the reference of the invoice, and the file is imported as one from a bank is: match its transaction, or see a matching rule do so. ${ONLY}`,
      body: CustomerPayment,
      example: { body: { invoiceId: '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d', covers: 'all' } },
      run: entering(entrances, (call, enter, { body: { covers = 'all', ...body } }) =>
        customerPays(call, enter, { ...dated(body), covers }),
      ),
    }),
    row({
      ...common,
      ...imported([refusals.nothingHappened, refusals.noBankAccount]),
      path: `${path}/bank-statements`,
      operationId: 'simulateBankStatement',
      summary: 'Have the bank send the statement of a day',
      description: `A camt.053 file, imported as one from a bank is: the payments that are in a file for the bank and whose day has come leave the account and become paid, and so does what else you say that happened. ${ONLY}`,
      body: Statement,
      example: { body: { transactions: [{ amount: -79, text: 'Månadsavgift' }] } },
      run: entering(entrances, (call, enter, { body }) => bankSendsStatement(call, enter, dated(body))),
    }),
    row({
      ...common,
      ...imported([refusals.notAtBank, ...unknown('getBankPayment')]),
      path: `${path}/bank-payments/{bankPaymentId}/refusal`,
      operationId: 'simulateBankPaymentRefusal',
      summary: 'Have the bank refuse a payment',
      description: `A status report (pain.002) on the file that the payment is in, taken as one from a bank is: the payment becomes rejected, and what it was for is to be paid again. ${ONLY}`,
      body: Refusal,
      example: { body: { reasonCode: 'AC04' } },
      run: entering(entrances, (call, enter, { params, body: { reasonCode = 'AC04', text } }) =>
        bankRefusesPayment(call, enter, {
          bankPaymentId: params.bankPaymentId ?? '',
          reasonCode,
          ...(text === undefined ? {} : { text }),
        }),
      ),
    }),
  ]
}

/** The answers of entrances have their own schemas. */
type Shown = Pick<Row, 'refusals' | 'events'> & { answer: { json: ReturnType<typeof Type.Unsafe<never>> } }

const otherRows = (entrances: Entrances, callbacks: Callbacks): readonly Row[] => {
  const common = { method: 'POST', tag } as const
  const shown = (operationId: string, own: readonly RefusalKind[] = []) =>
    like(entrances, operationId, own) as never as Shown
  const refused = entranceOf(entrances, 'refuseTaxReduction')
  const sent = shown('listInvoiceSendings', [refusals.notMailed, refusals.heardAlready])
  const decided = shown('payTaxReduction')
  return [
    row({
      ...common,
      ...decided,
      events: [...(decided.events ?? []), ...(refused.events ?? []).filter((one) => !decided.events?.includes(one))],
      path: `${path}/tax-decisions`,
      operationId: 'simulateTaxDecision',
      scope: 'invoices:write',
      summary: 'Have the tax authority decide on a reduction',
      description: `Of an invoice whose reduction (rot, rut or green technology) was submitted. What is granted is booked as paid, and what is refused the customer owes again, as when a person notes the decision. ${ONLY}`,
      body: Decision,
      example: { body: { invoiceId: '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d', grantedAmount: 100 } },
      run: entering(entrances, (_call, enter, { body }) => taxAuthorityDecides(enter, body)),
    }),
    row({
      ...common,
      ...sent,
      events: ['invoice.sent', 'invoice.bounced'],
      path: `${path}/mail-bounces`,
      operationId: 'simulateMailBounce',
      scope: 'invoices:write',
      summary: 'Have the mail with an invoice come back',
      description: `The receiving server sends a delivery report (RFC 3464) on the last mail with the invoice, read as those of real servers are. A mail that still waits is taken by the mail server first. ${ONLY}`,
      body: Bounce,
      example: { body: { invoiceId: '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d' } },
      run: entering(entrances, (call, enter, { body: { invoiceId, reason = '550 5.1.1 No such user' } }) =>
        mailBounces(call, enter, { invoiceId, reason, callbacks }),
      ),
    }),
    row({
      ...common,
      ...shown('receiveElectronicInvoice'),
      path: `${path}/e-invoices`,
      operationId: 'simulateElectronicInvoice',
      scope: 'supplier-invoices:write',
      summary: 'Have a supplier send an e-invoice',
      description: `In Peppol BIS Billing 3, received as one from the network is: it becomes a supplier invoice that waits to be approved or recorded. A supplier that is not known yet takes the scope \`suppliers:write\`. ${ONLY}`,
      body: SupplierInvoice,
      example: { body: { supplierName: 'Papper AB', organizationNumber: '556036-0793', netAmount: 1000 } },
      run: entering(entrances, (call, enter, { body }) => supplierSends(call, enter, dated(body))),
    }),
  ]
}
