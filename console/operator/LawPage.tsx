// The law as dated data: what the service goes by today, what changes next, by which source, and a new edition.
import { Button, FileButton } from '@mantine/core'
import { queries, type Schema, useSession } from '#client'
import { FailureMessage, momentText, Page, PageSkeleton, useAnnounce } from '#ui'
import { useWords } from '#words'
import { useNumbers, useOperate } from './act.ts'
import { Refused } from './Board.tsx'
import { lawWords } from './law-words.ts'

export { LawPage as Page }

type Law = Schema<'OperatedLaw'>
type Key = Law['keys'][number]
type Value = Key['values'][number]

const LawPage = () => {
  const texts = useWords(lawWords)
  const { operates } = useSession()
  return operates === 'yes' ? <Shown /> : <Refused title={texts.title} needsProof={operates !== 'no'} />
}

const Shown = () => {
  const texts = useWords(lawWords)
  const { data, error, refetch } = queries.useQuery('get', '/operator/law', {})
  return (
    <Page title={texts.title} lead={texts.lead} actions={<Import />}>
      {error && <FailureMessage error={error} retry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {data && (
        <>
          <Values keys={data.keys} />
          <Editions editions={data.editions} />
        </>
      )}
    </Page>
  )
}

const Values = ({ keys }: { keys: readonly Key[] }) => {
  const texts = useWords(lawWords)
  const inNumbers = useNumbers()
  const shownValue = ({ value }: Value, unit: string) =>
    `${inNumbers(value)} ${texts.units[unit as keyof typeof texts.units] ?? unit}`
  const shownSource = ({ source, checkedOn, certainty }: Value) =>
    certainty === 'unconfirmed'
      ? `${texts.checked(source, checkedOn)}, ${texts.unsure}`
      : texts.checked(source, checkedOn)
  return (
    <table className="plain-table is-folding">
      <thead>
        <tr>
          {[texts.name, texts.today, texts.next, texts.source].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {keys.map(({ key, name, unit, today, next }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>{today ? texts.since(shownValue(today, unit), today.from) : texts.missing}</td>
            <td>{next ? texts.from(shownValue(next, unit), next.from) : texts.none}</td>
            <td>{shownSource(next ?? today ?? noValue)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const noValue: Value = {
  ...{ from: '', to: null, value: 0, source: '–', certainty: 'unconfirmed', edition: '', checkedOn: '–' },
}

const Editions = ({ editions }: { editions: Law['editions'] }) => {
  const texts = useWords(lawWords)
  return (
    <section aria-label={texts.editions}>
      <h2>{texts.editions}</h2>
      <ul className="plain-list settings-list">
        {editions.map(({ id, edition, checkedOn, importedDateTime, importedBy }) => (
          <li key={id ?? edition}>
            {texts.checked(edition, checkedOn)},{' '}
            {importedDateTime === null ? texts.ofRelease : `${momentText(importedDateTime)}, ${importedBy ?? ''}`}
          </li>
        ))}
      </ul>
      <p className="soft">{texts.importLead}</p>
    </section>
  )
}

const Import = () => {
  const texts = useWords(lawWords)
  const say = useAnnounce()
  const { isBusy, operate } = useOperate()
  const take = async (file: File | null) => {
    if (!file) return
    const body = parsed(await file.text())
    if (body === null) return say(texts.notJson, { isWrong: true })
    await operate('/operator/law-editions', {}, body, texts.done)
  }
  return (
    <FileButton accept=".json,application/json" onChange={(file) => void take(file)}>
      {(props) => (
        <Button {...props} variant="default" loading={isBusy}>
          {texts.importOne}
        </Button>
      )}
    </FileButton>
  )
}

const parsed = (text: string): object | null => {
  try {
    const found: unknown = JSON.parse(text)
    return typeof found === 'object' ? found : null
  } catch {
    return null
  }
}
