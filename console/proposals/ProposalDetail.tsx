// One proposal: who asks and why, what it would do to the books, VAT and deadlines, its document, and the decision.
import { CloseButton, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useCompany, useRefresh } from '#client'
import { send, useDo } from '#console/form'
import { UploadView } from '#console/uploads'
import { ActionButton, bound, Cancel, entered, Facts, momentText, Tag, useAnnounce } from '#ui'
import { useWords } from '#words'
import { EffectsShown } from './EffectsShown.tsx'
import type { Proposal } from './proposal.ts'
import { words } from './words.ts'

export const tones: Readonly<Record<Proposal['state'], 'plain' | 'good' | 'wrong' | 'waiting'>> = {
  waiting: 'waiting',
  approved: 'good',
  returned: 'plain',
  withdrawn: 'plain',
  outdated: 'wrong',
}

const ADDRESS = '/companies/{companyId}/proposals/{proposalId}'

export const ProposalDetail = ({ proposal, onClose }: { proposal: Proposal; onClose: () => void }) => {
  const texts = useWords(words)
  const { may } = useCompany()
  const { state, operation, purpose, proposedBy, decidedBy, createdDateTime, decidedDateTime, uploadRef } = proposal
  const isOpen = state === 'waiting' || state === 'outdated'
  return (
    <>
      <div className="detail-head">
        <h2>{texts.kindOf(operation)}</h2>
        <CloseButton aria-label={texts.close} {...bound('Escape')} onClick={onClose} />
      </div>
      <Facts
        facts={[
          [texts.purpose, purpose],
          [texts.asked, `${proposedBy.name}, ${momentText(createdDateTime)}`],
          [
            texts.state,
            <Tag key="state" tone={tones[state]}>
              {texts.states[state]}
            </Tag>,
          ],
          decidedBy !== null &&
            decidedDateTime !== null && [texts.decided, `${decidedBy.name}, ${momentText(decidedDateTime)}`],
          proposal.words !== null && [texts.words, proposal.words],
        ]}
      />
      {proposal.isLetThrough && <p className="soft">{texts.letThrough}</p>}
      {proposal.reason !== null && <p className="notice">{proposal.reason}</p>}
      {proposal.warnings.map((warning) => (
        <p key={warning} className="notice">
          {texts.warning}: {warning}
        </p>
      ))}
      {isOpen && may('proposals:decide') && <Decision proposal={proposal} />}
      <EffectsShown proposal={proposal} />
      {uploadRef && may('uploads:read') && (
        <>
          <h3>{texts.document}</h3>
          <UploadView uploadId={uploadRef.id} />
        </>
      )}
    </>
  )
}

/** Approve what is shown, send it back with words, or try again what is outdated. */
const Decision = ({ proposal: { id, state, revision } }: { proposal: Proposal }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const say = useAnnounce()
  const { isBusy, run } = useDo()
  const [isReturning, setIsReturning] = useState(false)
  const [why, setWhy] = useState('')
  const path = { companyId, proposalId: id }
  const after = () => refresh('proposals', 'journal-entries', 'reports')
  const approve = () =>
    run(async () => {
      const done = await send<Proposal>('POST', `${ADDRESS}/approve`, { path, body: { revision } })
      await after()
      say(done.state === 'approved' ? texts.approved : done.state === 'waiting' ? texts.shownAnew : texts.cannot)
    })
  const tryAgain = () =>
    run(async () => {
      await send('POST', `${ADDRESS}/try`, { path })
      await after()
    }, texts.tried)
  const giveBack = () =>
    run(async () => {
      await send('POST', `${ADDRESS}/return`, { path, body: { words: why.trim() } })
      await after()
    }, texts.sentBack)
  if (isReturning)
    return (
      <form
        className="form inner-form"
        aria-label={texts.back}
        ref={entered}
        onSubmit={(event) => {
          event.preventDefault()
          if (why.trim() !== '') void giveBack()
        }}
      >
        <Textarea
          label={texts.words}
          description={texts.wordsHow}
          value={why}
          maxLength={1000}
          required
          autosize
          minRows={2}
          onChange={({ currentTarget }) => setWhy(currentTarget.value)}
        />
        <div className="form-actions">
          <ActionButton type="submit" keys="Mod+Enter" loading={isBusy}>
            {texts.send}
          </ActionButton>
          <Cancel onDrop={() => setWhy('')} onClose={() => setIsReturning(false)}>
            {texts.cancel}
          </Cancel>
        </div>
      </form>
    )
  return (
    <div className="form-actions">
      {state === 'waiting' ? (
        <ActionButton keys="Mod+Enter" loading={isBusy} onClick={() => void approve()}>
          {texts.approve}
        </ActionButton>
      ) : (
        <ActionButton keys="Mod+Enter" loading={isBusy} onClick={() => void tryAgain()}>
          {texts.tryAgain}
        </ActionButton>
      )}
      <ActionButton variant="default" keys="r" onClick={() => setIsReturning(true)}>
        {texts.back}
      </ActionButton>
    </div>
  )
}
