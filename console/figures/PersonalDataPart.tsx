// What is stored about a customer or a supplier: a copy of it to take, and its erasure. That says what goes at once,
// what stays until which day and by which law, or what is in the way; it is done once the user has read it and typed
// the word.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { answered, api, queries, useAction, useCompany, useRefresh } from '#client'
import { ActionButton, Dialog, FailureMessage, Hindrances, PageSkeleton, TypedConfirmation, useAnnounce } from '#ui'
import { useWords } from '#words'
import { useDownload } from './CompanyLink.tsx'
import { eraseWords } from './erase-words.ts'

type Given = { of: { customerId: string } | { supplierId: string }; name: string; onErased: () => void }

export const PersonalDataPart = (given: Given) => {
  const texts = useWords(eraseWords)
  const { may } = useCompany()
  const addressOf = useDownload()
  const { of } = given
  const [path, label] =
    'customerId' in of
      ? [`/customers/${of.customerId}`, texts.aboutCustomer]
      : [`/suppliers/${of.supplierId}`, texts.aboutSupplier]
  return (
    <>
      {may('personal-data:read') && (
        <Button component="a" size="sm" variant="default" href={addressOf(`${path}/personal-data`)} download>
          {label}
        </Button>
      )}
      <ErasePart {...given} />
    </>
  )
}

const ErasePart = ({ of, name, onErased }: Given) => {
  const texts = useWords(eraseWords)
  const { may } = useCompany()
  const [isOpen, setIsOpen] = useState(false)
  if (!may('personal-data:erase')) return null
  return (
    <>
      <ActionButton variant="default" onClick={() => setIsOpen(true)}>
        {texts.erase}
      </ActionButton>
      <Dialog title={texts.title(name)} isOpen={isOpen} onClose={() => setIsOpen(false)} size="lg">
        {isOpen && <Asked of={of} name={name} onErased={onErased} onClose={() => setIsOpen(false)} />}
      </Dialog>
    </>
  )
}

/** What would happen, read anew whenever the dialog opens. */
const usePreview = (of: Given['of']) => {
  const { id: companyId } = useCompany()
  const isCustomer = 'customerId' in of
  const customer = queries.useQuery(
    'get',
    '/companies/{companyId}/customers/{customerId}/erasure',
    { params: { path: { companyId, customerId: isCustomer ? of.customerId : '' } } },
    { enabled: isCustomer, staleTime: 0 },
  )
  const supplier = queries.useQuery(
    'get',
    '/companies/{companyId}/suppliers/{supplierId}/erasure',
    { params: { path: { companyId, supplierId: isCustomer ? '' : of.supplierId } } },
    { enabled: !isCustomer, staleTime: 0 },
  )
  return isCustomer ? customer : supplier
}

const Asked = ({ of, name, onErased, onClose }: Given & { onClose: () => void }) => {
  const texts = useWords(eraseWords)
  const { id: companyId } = useCompany()
  const { data, error: unread } = usePreview(of)
  const say = useAnnounce()
  const refresh = useRefresh()
  const { run, isBusy, error } = useAction()
  if (!data) return unread ? <FailureMessage error={unread} /> : <PageSkeleton />
  const erase = async () => {
    answered(
      'customerId' in of
        ? await api.POST('/companies/{companyId}/customers/{customerId}/erasure', {
            params: { path: { companyId, customerId: of.customerId } },
          })
        : await api.POST('/companies/{companyId}/suppliers/{supplierId}/erasure', {
            params: { path: { companyId, supplierId: of.supplierId } },
          }),
    )
    await refresh('customers', 'suppliers', 'invoices', 'supplier-invoices')
    say(texts.erased(name))
    onErased()
  }
  return (
    <div className="form">
      <Hindrances title={texts.hindered} those={data.hindrances} />
      <h3>{data.canErase ? texts.goes : texts.goesThen}</h3>
      <ul className="bullets">
        {data.removed.map(({ what, count }) => (
          <li key={what}>
            {what}: {count}
          </li>
        ))}
      </ul>
      <h3>{texts.stays}</h3>
      {data.kept.length === 0 ? <p>{texts.nothingStays}</p> : null}
      <ul className="bullets">
        {data.kept.map(({ what, count, keptUntil, law }) => (
          <li key={what}>
            {what}: {count}. {keptUntil && texts.until(keptUntil)} <span className="soft">{law}</span>
          </li>
        ))}
      </ul>
      <TypedConfirmation
        word={texts.word}
        label={texts.type(texts.word)}
        does={texts.eraseNow}
        cancel={texts.cancel}
        isAllowed={data.canErase}
        isBusy={isBusy}
        error={error}
        onDo={() => void run(erase)}
        onCancel={onClose}
      />
    </div>
  )
}
