// The company's bank accounts: which account of the books each is, and which one payments are made from.
import { type Schema, useCompany, useIntent, usePages, useRefresh } from '#client'
import { type FieldRow, Form, send, useDo } from '#console/form'
import { ActionButton, Empty, Facts, Page, Tag, useAnnounce, useUrl } from '#ui'
import { useWords } from '#words'
import { AddCard, NoCards } from './cards.tsx'
import { words } from './words.ts'

export { BankAccountsPage as Page }

type BankAccount = Schema<'BankAccount'>

const ADDRESS = '/companies/{companyId}/bank-accounts'

const useFields = (): FieldRow[] => {
  const texts = useWords(words)
  return [
    { name: 'name', label: texts.name, isRequired: true },
    { name: 'bic', label: texts.bic },
    { name: 'bankgiro', label: texts.bankgiro },
    { name: 'agreement', label: texts.agreement },
  ]
}

const BankAccountsPage = () => {
  const texts = useWords(words)
  const say = useAnnounce()
  const { id: companyId, may } = useCompany()
  const [{ open }, set] = useUrl()
  const refresh = useRefresh()
  const intent = useIntent()
  const [name, ...rest] = useFields()
  const found = usePages<BankAccount>('/bank-accounts', { companyId })
  const { rows } = found
  const fields = [
    ...(name ? [name] : []),
    { name: 'iban', label: texts.iban, isRequired: true },
    { name: 'account', label: texts.bookAccount, kind: 'account' as const, isRequired: true },
    { name: 'currency', label: texts.currency },
    ...rest,
  ]
  const actions = may('bank-accounts:write') && open !== 'new' && (
    <ActionButton keys="n" onClick={() => set({ open: 'new' })}>
      {texts.addBankAccount}
    </ActionButton>
  )
  return (
    <Page title={texts.bankAccounts} actions={actions}>
      <AddCard
        scope="bank-accounts:write"
        title={texts.addBankAccount}
        name="settings/bank-account"
        fields={fields}
        onSend={async (body) => {
          await send('POST', ADDRESS, { path: { companyId }, body, headers: intent.headers(body) })
          say(texts.saved)
          set({ open: null })
          await refresh('bank-accounts')
        }}
      />
      <NoCards of={found}>
        <Empty how={may('bank-accounts:write') && texts.noBankAccountsHow}>{texts.noBankAccounts}</Empty>
      </NoCards>
      {rows.map((account) => (
        <AccountCard
          key={account.id}
          {...account}
          isOpen={open === account.id}
          onOpen={(isOpen) => set({ open: isOpen ? account.id : null })}
        />
      ))}
    </Page>
  )
}

const AccountCard = ({
  isOpen,
  onOpen,
  ...account
}: BankAccount & { isOpen: boolean; onOpen: (isOpen: boolean) => void }) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const { isBusy, run } = useDo()
  const fields = useFields()
  const path = { companyId, bankAccountId: account.id }
  const one = `${ADDRESS}/{bankAccountId}`
  return (
    <section className="card settings-card" aria-label={account.name}>
      <h2>
        {account.name} {account.isDefault && <Tag tone="good">{texts.isDefault}</Tag>}
      </h2>
      {isOpen ? (
        <Form
          name={`settings/bank-account/${account.id}`}
          fields={fields}
          read={account}
          onCancel={() => onOpen(false)}
          onSend={async (body) => {
            await send('PATCH', one, { path, body })
            onOpen(false)
            await refresh('bank-accounts')
          }}
        />
      ) : (
        <Facts
          facts={[
            [texts.iban, account.iban],
            [texts.bookAccount, account.account],
            [texts.currency, account.currency],
            [texts.bankgiro, account.bankgiro],
            [texts.agreement, account.agreement],
          ]}
        />
      )}
      {may('bank-accounts:write') && !isOpen && (
        <div className="page-actions">
          <ActionButton variant="default" onClick={() => onOpen(true)}>
            {texts.edit}
          </ActionButton>
          {!account.isDefault && (
            <ActionButton
              variant="default"
              loading={isBusy}
              onClick={() =>
                void run(async () => {
                  await send('POST', `${one}/default`, { path })
                  await refresh('bank-accounts')
                }, texts.saved)
              }
            >
              {texts.makeDefault}
            </ActionButton>
          )}
        </div>
      )}
    </section>
  )
}
