// Groups of tags and the tags in them.
import { useState } from 'react'
import { type Schema, useCompany, useIntent, usePages, useRefresh, useVersioned } from '#client'
import { ConfirmButton, Form, send, useDo } from '#console/form'
import { ActionButton, Empty, Page, ResilientContent, useAnnounce, useUrl } from '#ui'
import { useWords } from '#words'
import { AddCard, NoCards } from './cards.tsx'
import { words } from './words.ts'

export { TagsPage as Page }

type Group = Schema<'TagGroup'>

const ADDRESS = '/companies/{companyId}/tag-groups'

const TagsPage = () => {
  const texts = useWords(words)
  const say = useAnnounce()
  const { id: companyId, may } = useCompany()
  const [{ open }, set] = useUrl()
  const refresh = useRefresh()
  const intent = useIntent()
  const found = usePages<Group>('/tag-groups', { companyId })
  const { rows } = found
  const actions = may('tags:write') && open !== 'new' && (
    <ActionButton keys="n" onClick={() => set({ open: 'new' })}>
      {texts.addGroup}
    </ActionButton>
  )
  return (
    <Page title={texts.tags} lead={texts.tagsLead} actions={actions}>
      <AddCard
        scope="tags:write"
        title={texts.addGroup}
        name="settings/tag-group"
        fields={[
          { name: 'name', label: texts.name, isRequired: true },
          { name: 'alias', label: texts.alias, isRequired: true },
          { name: 'dimensionNumber', label: texts.dimension, kind: 'number' },
        ]}
        onSend={async (body) => {
          await send('POST', ADDRESS, { path: { companyId }, body, headers: intent.headers(body) })
          say(texts.saved)
          set({ open: null })
          await refresh('tag-groups')
        }}
      />
      <NoCards of={found}>
        <Empty how={may('tags:write') && texts.noTagsHow}>{texts.noTags}</Empty>
      </NoCards>
      {rows.map((group) => (
        <GroupCard key={group.id} {...group} />
      ))}
    </Page>
  )
}

const GroupCard = ({ id: tagGroupId, name, alias, tags }: Group) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const intent = useIntent()
  const { isBusy, run } = useDo()
  const [isRenaming, setIsRenaming] = useState(false)
  const [renamed, setRenamed] = useState<string | null>(null)
  const path = { companyId, tagGroupId }
  const one = `${ADDRESS}/{tagGroupId}`
  const remove = (address: string, more: Record<string, string> = {}) =>
    run(async () => {
      await send('DELETE', address, { path: { ...path, ...more } })
      await refresh('tag-groups')
    }, texts.removed)
  return (
    <section className="card settings-card" aria-label={name}>
      <h2>
        {name} <span className="soft">{alias}</span>
      </h2>
      {isRenaming && <GroupNames path={path} onDone={() => setIsRenaming(false)} />}
      <ul className="plain-list settings-list">
        {tags.map((tag) => (
          <li key={tag.id}>
            {renamed === tag.id ? (
              <TagName path={{ ...path, tagId: tag.id }} name={tag.name} onDone={() => setRenamed(null)} />
            ) : (
              <span>{tag.name}</span>
            )}
            {may('tags:write') && renamed !== tag.id && (
              <span className="button-row">
                <ActionButton variant="default" onClick={() => setRenamed(tag.id)}>
                  {texts.rename}
                </ActionButton>
                <ConfirmButton
                  label={texts.remove}
                  isBusy={isBusy}
                  onSure={() => remove(`${one}/tags/{tagId}`, { tagId: tag.id })}
                >
                  <p>{tag.name}</p>
                </ConfirmButton>
              </span>
            )}
          </li>
        ))}
      </ul>
      {may('tags:write') && (
        <>
          <Form
            key={tags.length}
            name={`settings/tag/${tagGroupId}`}
            fields={[{ name: 'name', label: texts.name }]}
            action={texts.addTag}
            onSend={async (body) => {
              await send('POST', `${one}/tags`, { path, body, headers: intent.headers(body) })
              await refresh('tag-groups')
            }}
          />
          <div className="button-row">
            {!isRenaming && (
              <ActionButton variant="default" onClick={() => setIsRenaming(true)}>
                {`${texts.rename} ${name}`}
              </ActionButton>
            )}
            <ConfirmButton label={`${texts.remove} ${name}`} isBusy={isBusy} onSure={() => remove(one)}>
              <p>{texts.removeLead}</p>
            </ConfirmButton>
          </div>
        </>
      )}
    </section>
  )
}

/** Name and alias of a group. Its dimension number stays, since files refer to it. */
const GroupNames = ({ path, onDone }: { path: { companyId: string; tagGroupId: string }; onDone: () => void }) => {
  const texts = useWords(words)
  const say = useAnnounce()
  const refresh = useRefresh()
  const found = useVersioned<Group>(`${ADDRESS}/{tagGroupId}`, { path })
  const { etag } = found
  return (
    <ResilientContent of={found}>
      {(group) => (
        <Form
          name={`settings/tag-group/${path.tagGroupId}`}
          fields={[
            { name: 'name', label: texts.name, isRequired: true },
            { name: 'alias', label: texts.alias, isRequired: true },
          ]}
          read={group}
          onCancel={onDone}
          onSend={async (changes) => {
            const body = { name: group.name, alias: group.alias, ...changes }
            const headers: Record<string, string> = etag ? { 'If-Match': etag } : {}
            await send('PUT', `${ADDRESS}/{tagGroupId}`, { path, body, headers })
            say(texts.saved)
            onDone()
            await refresh('tag-groups')
          }}
        />
      )}
    </ResilientContent>
  )
}

const TagName = ({
  path,
  name,
  onDone,
}: {
  path: { companyId: string; tagGroupId: string; tagId: string }
  name: string
  onDone: () => void
}) => {
  const texts = useWords(words)
  const say = useAnnounce()
  const refresh = useRefresh()
  return (
    <Form
      name={`settings/tag/${path.tagGroupId}/${path.tagId}`}
      fields={[{ name: 'name', label: texts.name, isRequired: true }]}
      read={{ name }}
      onCancel={onDone}
      onSend={async (changes) => {
        await send('PUT', `${ADDRESS}/{tagGroupId}/tags/{tagId}`, { path, body: { name, ...changes }, headers: {} })
        say(texts.saved)
        onDone()
        await refresh('tag-groups')
      }}
    />
  )
}
