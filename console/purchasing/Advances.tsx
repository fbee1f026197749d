// The advances of a supplier: what is left of each, and what became of the rest.
import { useState } from 'react'
import { api, queries, type Schema, useCompany, useIntent } from '#client'
import { CompanyLink } from '#console/figures'
import type { Supplier } from '#console/suppliers'
import { ActionButton, amountText, FailureMessage, isOwnCurrency, Money, oreOf, ResilientContent } from '#ui'
import { useLanguage, useWords } from '#words'
import { AdvanceForm, RepayForm } from './AdvanceForm.tsx'
import { advanceWords } from './advance-words.ts'
import { useRunning } from './use-running.ts'

/** Rows read of advances, and of uses of one: more than a supplier has. */
const MOST = 100

type Advance = Schema<'SupplierAdvance'>

export const Advances = ({ supplier }: { supplier: Supplier }) => {
  const texts = useWords(advanceWords)
  const { id: companyId, may } = useCompany()
  const [isPaying, setIsPaying] = useState(false)
  const [opened, setOpened] = useState<string | null>(null)
  const found = queries.useQuery(
    'get',
    '/companies/{companyId}/supplier-advances',
    { params: { path: { companyId }, query: { query: `supplierRef.id==${supplier.id}`, pageSize: MOST } } },
    { enabled: may('supplier-invoices:read') },
  )
  return (
    <ResilientContent of={found} bones={null}>
      {({ items }) => (
        <section>
          {items.length > 0 && (
            <>
              <h3>{texts.advances}</h3>
              <ul>
                {items.map((advance) => (
                  <li key={advance.id}>
                    <AdvanceRow
                      advance={advance}
                      isOpen={opened === advance.id}
                      onToggle={() => setOpened(opened === advance.id ? null : advance.id)}
                    />
                    {opened === advance.id && <Opened advance={advance} />}
                  </li>
                ))}
              </ul>
            </>
          )}
          {may('supplier-invoices:write') && !isPaying && (
            <div className="form-actions">
              <ActionButton variant="default" onClick={() => setIsPaying(true)}>
                {texts.pay}
              </ActionButton>
            </div>
          )}
          {isPaying && <AdvanceForm supplier={supplier} onDone={() => setIsPaying(false)} />}
        </section>
      )}
    </ResilientContent>
  )
}

type RowOf = { advance: Advance; isOpen: boolean; onToggle: () => void }

const AdvanceRow = ({ advance, isOpen, onToggle }: RowOf) => {
  const texts = useWords(advanceWords)
  const { date, description, amount, remainingAmount, currency, supplierInvoiceRef } = advance
  const unit = isOwnCurrency(currency) ? '' : ` ${currency}`
  return (
    <div className="form-actions">
      <span>
        {date} {description}{' '}
        {supplierInvoiceRef && (
          <CompanyLink to="/supplier-invoices" search={{ open: supplierInvoiceRef.id }}>
            {texts.ofInvoice}
          </CompanyLink>
        )}{' '}
        <Money kronor={amount} />
        {unit} · {texts.left} <Money kronor={remainingAmount} />
        {unit}
      </span>
      <ActionButton variant="default" aria-expanded={isOpen} onClick={onToggle}>
        {isOpen ? texts.hide : texts.show}
      </ActionButton>
    </div>
  )
}

const Opened = ({ advance }: { advance: Advance }) => {
  const texts = useWords(advanceWords)
  const language = useLanguage()
  const { id: companyId, may } = useCompany()
  const { run, isBusy, wrong } = useRunning()
  const intent = useIntent()
  const [isRepaying, setIsRepaying] = useState(false)
  const path = { companyId, supplierAdvanceId: advance.id }
  const { data } = queries.useQuery('get', '/companies/{companyId}/supplier-advances/{supplierAdvanceId}/uses', {
    params: { path, query: { pageSize: MOST } },
  })
  const uses = data?.items ?? []
  const gone = new Set(uses.flatMap(({ reverses }) => (reverses ? [reverses.id] : [])))
  const takeBack = (useId: string) =>
    run(texts.saidBack, async () => {
      await api.POST('/companies/{companyId}/supplier-advances/{supplierAdvanceId}/uses/{useId}/reversal', {
        params: { path: { ...path, useId } },
        headers: intent.headers(useId),
        body: {},
      })
      intent.done()
    })
  const mayWrite = may('supplier-invoices:write')
  const mayRepay = mayWrite && advance.supplierInvoiceRef === null && advance.remainingAmount > 0
  return (
    <>
      {data && uses.length === 0 && <p className="soft">{texts.unused}</p>}
      <ul>
        {uses.map(({ id, date, amount, kind, supplierInvoiceRef, reverses }) => (
          <li key={id}>
            {date}{' '}
            {supplierInvoiceRef ? (
              <CompanyLink to="/supplier-invoices" search={{ open: supplierInvoiceRef.id }}>
                {texts.uses[kind]}
              </CompanyLink>
            ) : (
              texts.uses[kind]
            )}
            {reverses && `, ${texts.taken.toLowerCase()}`} {amountText(oreOf(amount ?? 0), language)}{' '}
            {mayWrite && !reverses && !gone.has(id) && kind !== 'deducted' && (
              <ActionButton variant="default" loading={isBusy} onClick={() => void takeBack(id)}>
                {texts.takeBack}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      {wrong !== null && <FailureMessage error={wrong} />}
      {mayRepay && !isRepaying && (
        <ActionButton variant="default" onClick={() => setIsRepaying(true)}>
          {texts.repay}
        </ActionButton>
      )}
      {isRepaying && <RepayForm advance={advance} onDone={() => setIsRepaying(false)} />}
    </>
  )
}
