// When a return or report of the year must be in, and noting that it is.
import { queries, sentencesOf, useCompany, useRefresh } from '#client'
import { send, useDo } from '#console/form'
import { ActionButton, momentText, Tag, today, useAnnounce } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

const ADDRESS = '/companies/{companyId}/fiscal-years/{fiscalYearId}/deadlines'

export const HandIn = ({ kind, fiscalYearId }: { kind: 'incomeTaxReturn' | 'annualReport'; fiscalYearId: string }) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const say = useAnnounce()
  const { isBusy, run } = useDo()
  const { data } = queries.useQuery('get', ADDRESS, { params: { path: { companyId, fiscalYearId } } })
  const deadline = data?.items.find((one) => one.kind === kind)
  if (!deadline) return null
  const mark = async (isDone: boolean) => {
    await send('POST', `${ADDRESS}/{kind}`, { path: { companyId, fiscalYearId, kind }, body: { isDone } })
    await refresh('fiscal-years')
  }
  const markDone = async () => {
    const undo = { label: texts.undo, run: () => void run(() => mark(false)) }
    try {
      await mark(true)
      say(texts.handedIn, { undo })
    } catch (error) {
      say(sentencesOf(error).join(' · '), { isWrong: true })
    }
  }
  const { isDone, dueDate, doneDateTime, doneBy } = deadline
  return (
    <div className="page-actions hand-in">
      {isDone && doneDateTime ? (
        <>
          <Tag tone="good">{texts.handedIn}</Tag>
          <span className="soft">
            {momentText(doneDateTime)} {texts.by} {doneBy}
          </span>
        </>
      ) : (
        <span className={dueDate < today() ? 'is-wrong' : 'soft'}>
          {texts.dueOn} {dueDate}
        </span>
      )}
      {may('fiscal-years:manage') && (
        <ActionButton
          variant="default"
          keys="l"
          loading={isBusy}
          onClick={() => void (isDone ? run(() => mark(false)) : markDone())}
        >
          {isDone ? texts.takeBack : texts.markHandedIn}
        </ActionButton>
      )}
    </div>
  )
}
