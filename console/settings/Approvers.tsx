// Who approves supplier invoices, and up to which amount. Each change holds at once.
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { type Schema, useCompany, usePages, useRefresh, useSession, useVersioned } from '#client'
import { send, useDo } from '#console/form'
import { Heads, kronorOf, Money, MoneyInput, type Ore, oreOf, PageSkeleton, ResilientContent } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

type Settings = Schema<'PurchasingSettings'>
type Listed = Settings['approvers'][number]

const ADDRESS = '/companies/{companyId}/purchasing-settings'

export const Approvers = () => {
  const texts = useWords(words)
  const { id: companyId, may, role } = useCompany()
  const { person } = useSession()
  const refresh = useRefresh()
  const { isBusy, run } = useDo()
  const path = { companyId }
  const found = useVersioned<Settings>(ADDRESS, { path })
  const { etag } = found
  const members = usePages<Schema<'Member'>>('/members', { companyId, enabled: may('members:read') })
  return (
    <ResilientContent of={found}>
      {(data) => {
        if (members.isLoading) return <PageSkeleton />
        const { approvers } = data
        // A consultant of the agency is no member, and may be an approver all the same.
        const people = new Map([...approvers.map(({ personId, name }) => [personId, name] as const)])
        for (const { id, name } of [...members.rows, person]) people.set(id, name)
        const mayWrite = may('purchasing-settings:write')
        // If the company has no owner, its administrators may widen the list.
        const mayWiden = approvers.length === 0 || role === 'owner' || !members.rows.some((one) => one.role === 'owner')
        const mayChoose = (isListed: boolean) => mayWiden || (isListed && approvers.length > 1)
        const keep = (after: readonly Pick<Listed, 'personId' | 'limit'>[]) =>
          run(async () => {
            const body = { approvers: after.map(({ personId, limit }) => ({ personId, limit })) }
            await send('PATCH', ADDRESS, { path, body, headers: etag ? { 'If-Match': etag } : {} })
            await refresh('purchasing-settings')
          }, texts.saved)
        return (
          <section className="stack" aria-labelledby="approvers">
            <h2 id="approvers">{texts.approvers}</h2>
            <p className="soft">{approvers.length === 0 ? texts.approversAll : texts.approversLead}</p>
            {mayWrite && !mayWiden && <p className="soft">{texts.approversOfOwners}</p>}
            <div className="sheet">
              <table className="plain-table members">
                <Heads texts={[texts.name, texts.isApprover, texts.limit]} />
                <tbody>
                  {[...people].map(([personId, name]) => {
                    const listed = approvers.find((one) => one.personId === personId)
                    return (
                      <ApproverRow
                        key={`${personId} ${listed?.limit}`}
                        name={name}
                        listed={listed}
                        isFixed={!mayWrite || isBusy}
                        isKept={!mayChoose(listed !== undefined)}
                        onChange={(limit) => {
                          const others = approvers.filter((one) => one.personId !== personId)
                          void keep(limit === undefined ? others : [...others, { personId, limit }])
                        }}
                      />
                    )
                  })}
                </tbody>
              </table>
            </div>
          </section>
        )
      }}
    </ResilientContent>
  )
}

type Given = {
  name: string
  listed: Listed | undefined
  isFixed: boolean
  /** Whether the person stays in the list, or out of it. */
  isKept: boolean
  /** Kronor, or null for no limit; undefined takes the person away. */
  onChange: (limit: number | null | undefined) => void
}

const ApproverRow = ({ name, listed, isFixed, isKept, onChange }: Given) => {
  const texts = useWords(words)
  const before = listed?.limit == null ? null : oreOf(listed.limit)
  const [limit, setLimit] = useState<Ore | null>(before)
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-title={texts.isApprover}>
        <Checkbox
          aria-label={`${texts.isApprover}: ${name}`}
          checked={listed !== undefined}
          disabled={isFixed || isKept}
          onChange={({ currentTarget: { checked } }) => onChange(checked ? null : undefined)}
        />
      </td>
      <td data-title={texts.limit}>
        {listed && isFixed && (before === null ? texts.noLimit : <Money ore={before} />)}
        {listed && !isFixed && (
          <MoneyInput
            aria-label={`${texts.limit}: ${name}`}
            placeholder={texts.noLimit}
            value={limit}
            onChange={setLimit}
            onBlur={() => limit !== before && onChange(limit === null ? null : kronorOf(limit))}
          />
        )}
      </td>
    </tr>
  )
}
