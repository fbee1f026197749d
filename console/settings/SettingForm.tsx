// A setting that is one form: read with its version, changed with If-Match where the service takes one.
import { isRefused, useCompany, useRefresh, useVersioned } from '#client'
import { type FieldRow, Form, send } from '#console/form'
import { Facts, ResilientContent, useAnnounce } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

type Given = {
  /** Below the company: `sales-settings`. */
  part: string
  fields: readonly FieldRow[]
  scope: string
  isTagged?: boolean
  /** Whether the page has another form, which has the key. */
  isBeside?: boolean
}

export const SettingForm = ({ part, fields, scope, isTagged = false, isBeside = false }: Given) => {
  const texts = useWords(words)
  const say = useAnnounce()
  const refresh = useRefresh()
  const { id: companyId, may } = useCompany()
  const address = `/companies/{companyId}/${part}`
  const path = { companyId }
  const found = useVersioned<object>(address, { path })
  const { etag } = found
  return (
    <ResilientContent of={found}>
      {(data) => {
        if (!may(scope)) return <ReadOnly fields={fields} data={data} />
        return (
          <Form
            name={`settings/${part}`}
            fields={fields}
            read={data}
            isBeside={isBeside}
            onSend={async (body) => {
              const headers = isTagged && etag ? { 'If-Match': etag } : {}
              try {
                await send('PATCH', address, { path, body, headers })
              } catch (thrown) {
                // Changes that another user has saved are read, so that this user's changes can be saved on top of
                // them.
                if (isRefused(thrown) && thrown.isChanged) await refresh(part)
                throw thrown
              }
              say(texts.saved)
              await refresh(part)
            }}
          />
        )
      }}
    </ResilientContent>
  )
}

const ReadOnly = ({ fields, data }: { fields: readonly FieldRow[]; data: object }) => (
  <Facts
    facts={fields.map(({ name, label, choices }) => {
      const value = name
        .split('.')
        .reduce<unknown>((found, part) => (found as Record<string, unknown> | null)?.[part] ?? null, data)
      const text = typeof value === 'boolean' ? (value ? '✓' : '–') : String(value ?? '–')
      return [label, choices?.find((one) => one.value === text)?.label ?? text]
    })}
  />
)
