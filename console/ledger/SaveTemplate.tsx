// An entry as a template: its name, and whether the amounts are the same each time or follow from one that is typed.
import { Radio, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isRefused, type Schema, useCompany, useIntent, useRefresh } from '#client'
import { send } from '#console/form'
import { MAX_TEMPLATE_NAME } from '#rule/limits'
import { ActionButton, Dialog, FailureMessage, focusFirstWrong, useAnnounce } from '#ui'
import { useWords } from '#words'
import { type Draft, linesToBook, tagsOf } from './entry.ts'
import { itemOfLine, type Template, templateOf } from './template.ts'
import { templateWords } from './template-words.ts'

export const SaveTemplate = ({
  from,
  onClose,
}: {
  from: Pick<Draft, 'title' | 'lines' | 'tags'>
  onClose: () => void
}) => {
  const texts = useWords(templateWords)
  const say = useAnnounce()
  const refresh = useRefresh()
  const intent = useIntent()
  const { id: companyId } = useCompany()
  const [name, setName] = useState(from.title)
  const [isFixed, setIsFixed] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const wrong = isRefused(error) ? error.fields.name : undefined
  const save = async () => {
    const { lines } = linesToBook(from.lines)
    const body: Schema<'EntryTemplateWrite'> = {
      name,
      title: from.title.trim() || null,
      tags: tagsOf(from),
      items: templateOf(lines, { isFixed }).map(itemOfLine),
    }
    setIsBusy(true)
    setError(null)
    try {
      const headers = intent.headers(body)
      await send<Template>('POST', '/companies/{companyId}/entry-templates', { path: { companyId }, body, headers })
      say(texts.saved)
      await refresh('entry-templates')
      onClose()
    } catch (thrown) {
      setError(thrown)
      focusFirstWrong()
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Dialog title={texts.saveAs} isOpen onClose={onClose}>
      <div className="form">
        {error !== null && !wrong && <FailureMessage error={error} />}
        <TextInput
          label={texts.name}
          data-autofocus
          maxLength={MAX_TEMPLATE_NAME}
          value={name}
          error={wrong}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <Radio.Group
          label={texts.saveAsLead}
          value={isFixed ? 'fixed' : 'amount'}
          onChange={(value) => setIsFixed(value === 'fixed')}
        >
          <div className="form-choices">
            <Radio value="amount" label={texts.byAmount} />
            <Radio value="fixed" label={texts.sameEachTime} />
          </div>
        </Radio.Group>
        <div className="page-actions">
          <ActionButton keys="Mod+Enter" loading={isBusy} onClick={() => void save()}>
            {texts.save}
          </ActionButton>
          <ActionButton variant="default" onClick={onClose}>
            {texts.cancel}
          </ActionButton>
        </div>
      </div>
    </Dialog>
  )
}
