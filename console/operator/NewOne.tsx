// A form above a list that makes one more: sent, said, and the lists read again.
import { type FieldRow, Form, send } from '#console/form'
import { useAnnounce } from '#ui'
import { useOperate } from './act.ts'

type Given = {
  /** Under what the draft is kept. */
  name: string
  title: string
  lead?: string
  address: string
  fields: readonly FieldRow[]
  /** What is said when it is there. */
  said: string
  /** What of the fields is sent; all of it when left out. */
  bodyOf?: (values: Readonly<Record<string, unknown>>) => object
  onDone: () => void
}

export const NewOne = ({ name, title, lead, address, fields, said, bodyOf = (values) => values, onDone }: Given) => {
  const say = useAnnounce()
  const { refresh } = useOperate()
  return (
    <section className="card settings-card" aria-label={title}>
      {lead && <p className="soft">{lead}</p>}
      <Form
        name={name}
        action={title}
        onCancel={onDone}
        fields={fields}
        onSend={async (values) => {
          await send('POST', address, { path: {}, body: bodyOf(values) })
          say(said)
          await refresh()
          onDone()
        }}
      />
    </section>
  )
}
