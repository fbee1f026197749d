// Banking by the operator: the company's own accounts, and bank payments, which are shown, exported to files for the
// bank, cancelled, or refused by the bank.
import { writeFile } from 'node:fs/promises'
import { companyOf } from '#admin/answer'
import { type Given, UsageError } from '#admin/arguments'
import { type Command, companyOption, forCompany } from '#admin/command'
import { bankingAdmin, listBankAccounts, type OwnBankAccount, type PaymentRecord } from '#banking'
import { dayOf } from '#platform/day'
import { isId } from '#platform/id'
import { numberFromOre, textFromOre } from '#platform/money'
import { asOperator, asOperatorOf, type System } from '#programs/system'

const MAX_LISTED = 1000

const accountCommands: readonly Command[] = [
  {
    name: 'bank-account add',
    summary: "Add one of the company's own accounts; the first one is where payments are made from",
    options: [
      companyOption,
      { name: 'name', value: 'NAME', required: true, description: 'What people call it' },
      { name: 'iban', value: 'IBAN', required: true, description: 'Its IBAN' },
      { name: 'account', value: 'NUMBER', required: true, description: 'Its account in the chart, such as 1930' },
      { name: 'bic', value: 'BIC', description: "Its bank's BIC" },
      { name: 'currency', value: 'CODE', description: 'SEK if left out' },
      {
        name: 'bankgiro',
        value: 'NUMBER',
        description: "The company's bankgiro number for it, where the bank wants one in files of bankgiro payments",
      },
      {
        name: 'agreement',
        value: 'ID',
        description: "The bank's name for the agreement on files, where it asks for one",
      },
      {
        name: 'payment-format',
        value: 'FORMAT',
        description: `The format of files that the bank accepts: ${bankingAdmin.paymentFormats.join(' or ')}; the first if left out`,
      },
    ],
    run: forCompany(async (call, given) => {
      const account = await bankingAdmin.addBankAccount(call, {
        name: textOf(given, 'name'),
        iban: textOf(given, 'iban'),
        account: Number(given.text('account')),
        bic: given.text('bic'),
        currency: given.text('currency'),
        bankgiro: given.text('bankgiro'),
        agreement: given.text('agreement'),
        paymentFormat: given.text('payment-format'),
      })
      return {
        json: account,
        text: `Bank account ${account.id}${account.isDefault ? ', payments are made from it' : ''}`,
      }
    }),
  },
  {
    name: 'bank-account change',
    summary: "Change the name of one of the company's own accounts, and what payment files say about it",
    options: [
      companyOption,
      { name: 'id', value: 'ID', required: true, description: 'The bank account' },
      { name: 'name', value: 'NAME', description: 'What people call it' },
      { name: 'bic', value: 'BIC', description: "Its bank's BIC; empty removes it" },
      { name: 'bankgiro', value: 'NUMBER', description: "The company's bankgiro number for it; empty: none" },
      { name: 'agreement', value: 'ID', description: "The bank's name for the agreement on files; empty: none" },
      { name: 'payment-format', value: 'FORMAT', description: bankingAdmin.paymentFormats.join(' or ') },
    ],
    run: forCompany(async (call, given) => {
      const changed = (name: string) => (given.text(name) === undefined ? undefined : given.text(name)?.trim() || null)
      const account = await bankingAdmin.changeBankAccount(call, idIn(given, 'id'), {
        name: given.text('name'),
        bic: changed('bic'),
        bankgiro: changed('bankgiro'),
        agreement: changed('agreement'),
        paymentFormat: given.text('payment-format'),
      })
      return { json: account, text: `Bank account ${account.id} is changed` }
    }),
  },
  {
    name: 'bank-account list',
    summary: "List the company's own accounts",
    options: [companyOption],
    run: forCompany(async (call) => {
      const accounts = await listBankAccounts(call)
      return { json: { accounts }, text: accounts.map(accountLine).join('\n') || 'No bank accounts' }
    }),
  },
  {
    name: 'bank-account default',
    summary: 'Make payments from another account',
    options: [companyOption, { name: 'id', value: 'ID', required: true, description: 'The bank account' }],
    run: forCompany(async (call, given) => {
      const account = await bankingAdmin.setDefaultBankAccount(call, idIn(given, 'id'))
      return { json: account, text: `Payments are made from ${account.name}` }
    }),
  },
]

const paymentCommands: readonly Command[] = [
  {
    name: 'bank-payments list',
    summary: 'List bank payments, newest first',
    options: [companyOption],
    run: forCompany(async (call) => {
      const today = dayOf(call.now)
      const payments = (await bankingAdmin.listPayments(call, MAX_LISTED)).map((payment) => ({
        id: payment.id,
        status: bankingAdmin.statusAt(payment.state, payment.paymentDate, today),
        madeBy: payment.createdByName,
        amount: numberFromOre(payment.amountOre),
        paymentDate: payment.paymentDate,
        recipient: payment.recipient,
        fileId: payment.paymentFileId,
        reason: payment.reason,
        line: `${payment.id}  ${paymentLine(payment)}`,
      }))
      const lines = payments.map(({ line, status }) => `${line}  ${status}`)
      return {
        json: { payments: payments.map(({ line: _, ...payment }) => payment) },
        text: lines.join('\n') || 'No bank payments',
      }
    }),
  },
  {
    name: 'bank-payments export',
    summary: 'Put the signed bank payments that are not in a file yet into one for the bank, and write it',
    options: [
      companyOption,
      { name: 'output', value: 'FILE', description: 'Where to; named by day and file if left out' },
      { name: 'file', value: 'ID', description: 'Write this earlier file again instead' },
    ],
    run: async (system, given) => {
      const id = given.text('file') === undefined ? await madeFile(system, given) : idIn(given, 'file')
      // Written only after the commit: if it were rolled back, the next file would contain the same payments again.
      return asOperatorOf(system, await namedIn(system, given), async (call) => {
        const { name, bytes } = await bankingAdmin.paymentFileBytes(call, id)
        const file = given.text('output') ?? name
        await written(file, bytes, id)
        return { json: { id, file }, text: `Payment file ${id} is written to ${file}` }
      })
    },
  },
  {
    name: 'bank-payments cancel',
    summary: 'Cancel a bank payment; one that is in a file must be cancelled at the bank as well',
    options: [
      companyOption,
      { name: 'id', value: 'ID', required: true, description: 'The bank payment' },
      { name: 'reason', value: 'TEXT', description: 'Why' },
      { name: 'in-file', description: 'Even if it is in a file: it was cancelled at the bank' },
    ],
    run: forCompany(async (call, given) => {
      const id = idIn(given, 'id')
      await bankingAdmin.cancelPayment(call, { id, reason: reasonIn(given), alsoInFile: given.has('in-file') })
      return { json: { id, status: 'cancelled' }, text: `Bank payment ${id} is cancelled` }
    }),
  },
  {
    name: 'bank-payments reject',
    summary: 'Note that the bank rejected a signed bank payment, or failed to make it',
    options: [
      companyOption,
      { name: 'id', value: 'ID', required: true, description: 'The bank payment' },
      { name: 'reason', value: 'TEXT', required: true, description: 'What the bank says' },
      { name: 'error', description: 'It was not rejected, it failed' },
    ],
    run: forCompany(async (call, given) => {
      const id = idIn(given, 'id')
      const failed = given.has('error')
      await bankingAdmin.rejectPayment(call, { id, reason: reasonIn(given) ?? '', failed })
      const status = failed ? 'error' : 'rejected'
      return { json: { id, status }, text: `Bank payment ${id} is ${failed ? 'failed' : 'rejected'}` }
    }),
  },
]

export const bankingCommands: readonly Command[] = [...accountCommands, ...paymentCommands]

const accountLine = ({ id, name, iban, currency, account, isDefault }: OwnBankAccount): string =>
  `${id}  ${iban}  ${currency}  ${account}  ${name}${isDefault ? ' (payments are made from it)' : ''}`

const paymentLine = ({ paymentDate, amountOre, recipient }: PaymentRecord): string => {
  const amount = `${textFromOre(amountOre)} ${bankingAdmin.currencyOf(recipient)}`
  return `${paymentDate}  ${amount}  ${bankingAdmin.numberOf(recipient)}  ${recipient.recipientName}`
}

const namedIn = (system: System, given: Given): Promise<string> => asOperator(system, (call) => companyOf(call, given))

const madeFile = async (system: System, given: Given): Promise<string> =>
  asOperatorOf(
    system,
    await namedIn(system, given),
    async (call) => (await bankingAdmin.createPaymentFile(call, 'company')).id,
  )

/** Only the user may read payments. Existing files are not overwritten. */
const written = async (file: string, bytes: Buffer, id: string): Promise<void> => {
  try {
    await writeFile(file, bytes, { mode: 0o600, flag: 'wx' })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new UsageError(`${file} cannot be written (${code}); --file ${id} writes it elsewhere`)
  }
}

const MAX_REASON = 200

const reasonIn = (given: Given): string | null => {
  const reason = given.text('reason')?.trim() || null
  if (reason !== null && reason.length > MAX_REASON) {
    throw new UsageError(`--reason must have at most ${MAX_REASON} characters`)
  }
  return reason
}

const textOf = (given: Given, name: string): string => given.text(name) ?? ''

const idIn = (given: Given, option: string): string => {
  const id = textOf(given, option)
  if (!isId(id)) throw new UsageError(`--${option}: ${id} is not an id`)
  return id
}
