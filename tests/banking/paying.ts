// What tests of bank payments share: recipients, payments, and signatories in front of their browsers.
import { bankingAdmin, type OwnBankAccount } from '#banking'
import { addMember, identityAdmin } from '#identity'
import type { Answer, Service, TestCompany } from '#support/service'
import { newPersonInside, PASSWORD, type Page, type Visitor } from '#support/visitor'

export const aBankgiro = { kind: 'bankgiro', recipientName: 'Papper AB', bankgiroNumber: '5050-1055', ocr: '1002377' }
export const aTransfer = {
  kind: 'transfer',
  recipientName: 'Karin Ek',
  recipientReference: 'Utlägg juni',
  clearingNumber: '6000',
  accountNumber: '123456789',
}

export const anIban = {
  kind: 'internationalPayment',
  recipientName: 'Papier GmbH',
  iban: 'DE89 3704 0044 0532 0130 00',
}

/** A payment on the day after the one that services start on, with `changes` over it. */
export const aPayment = (changes: Record<string, unknown> = {}) => ({
  amount: 1250.5,
  paymentDate: '2026-06-11',
  recipientRef: aBankgiro,
  ...changes,
})

export const paid = async (company: TestCompany, changes: Record<string, unknown> = {}): Promise<Answer['body']> => {
  const answer = await company.post('/bank-payments', aPayment(changes))
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body
}

export const statusOf = async (company: TestCompany, id: string): Promise<string> =>
  (await company.get(`/bank-payments/${id}`)).body.status

export const IBAN = 'SE4550000000058398257466'

export const withBankAccount = (
  service: Service,
  company: TestCompany,
  changes: Partial<Parameters<typeof bankingAdmin.addBankAccount>[1]> = {},
): Promise<OwnBankAccount> =>
  service.operateFor(company.id, (call) =>
    bankingAdmin.addBankAccount(call, {
      name: 'Företagskonto',
      iban: IBAN,
      bic: 'ESSESESS',
      account: 1930,
      ...changes,
    }),
  )

/** A member of the company who signs for it, logged in. */
export const newSignatory = async (service: Service, company: TestCompany, isSignatory = true) => {
  const { person, visitor } = await newPersonInside(service)
  await service.operate((call) =>
    addMember(call, { tenant: { type: 'company', id: company.id }, personId: person.id, role: 'owner' }),
  )
  await service.operateFor(company.id, (call) => identityAdmin.setSignatory(call, { personId: person.id, isSignatory }))
  return { person, visitor, path: pathOf(company) }
}

export const pathOf = ({ id }: { id: string }): string => `/companies/${id}/bank-payments`

/** What the boxes of a list hold, by their names. */
export const boxesOf = ({ text }: Pick<Page, 'text'>): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input type="checkbox" id="(payment-[0-9a-f-]+)" name="\1" value="([\w-]+)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )

/** Chooses these payments, or all, and comes to the page of reviewing. */
export const reviewed = async (
  visitor: Visitor,
  path: string,
  { ids, decision = 'sign' }: { ids?: readonly string[]; decision?: 'sign' | 'cancel' } = {},
): Promise<Page> => {
  const list = await visitor.get(path)
  const [waiting = '', others = ''] = list.text.split('<h2 id="signed">')
  const text = decision === 'sign' ? waiting : `${waiting}${others}`
  const boxes = Object.entries(boxesOf({ text })).filter(([name]) => !ids || ids.some((id) => name === `payment-${id}`))
  return visitor.submit(list, { ...Object.fromEntries(boxes), decision }, { action: `${path}/review` })
}

/** The same, and then signs or cancels with the password. */
export const decided = async (
  visitor: Visitor,
  path: string,
  options: Parameters<typeof reviewed>[2] = {},
  proof = PASSWORD,
): Promise<Page> => {
  const page = await reviewed(visitor, path, options)
  return visitor.submit(page, { proof }, { action: `${path}/decide` })
}
