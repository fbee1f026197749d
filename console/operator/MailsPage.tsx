// Mails on their way out: those that wait, those that have failed and why, and those that were sent.
import type { Schema } from '#client'
import { ConfirmButton } from '#console/form'
import type { Column } from '#table'
import { ActionButton, Facts, momentText, Tag } from '#ui'
import { useWords } from '#words'
import { useOperate } from './act.ts'
import { Board } from './Board.tsx'
import { words } from './words.ts'

export { MailsPage as Page }

type Mail = Schema<'OperatedMail'>

const tones = { waiting: 'waiting', failed: 'wrong', sent: 'good', withdrawn: 'plain' } as const
const states = ['failed', 'waiting', 'sent', 'withdrawn'] as const

const MailsPage = () => {
  const texts = useWords(words)
  const columns: Column<Mail>[] = [
    { key: 'to', title: texts.to, width: 'minmax(9rem, 1fr)', cell: ({ to }) => to },
    { key: 'subject', title: texts.subject, width: 'minmax(9rem, 1fr)', cell: ({ subject }) => subject },
    {
      key: 'state',
      title: texts.state,
      width: '8rem',
      cell: ({ state }) => <Tag tone={tones[state]}>{texts.states[state]}</Tag>,
    },
    {
      key: 'created',
      title: texts.created,
      width: '9rem',
      isWide: true,
      cell: ({ createdDateTime }) => momentText(createdDateTime),
    },
  ]
  return (
    <Board<Mail>
      title={texts.mails}
      lead={texts.mailsLead}
      address="/operator/mails"
      columns={columns}
      searched={['to', 'subject']}
      search={texts.searchMails}
      states={states.map((state) => [state, texts.states[state]] as const)}
      nameOf={({ subject }) => subject}
      toneOf={({ state }) => (state === 'failed' ? 'wrong' : undefined)}
      detail={(mail) => <MailDetail key={mail.id} {...mail} />}
    />
  )
}

const MailDetail = (mail: Mail) => {
  const texts = useWords(words)
  const { isBusy, operate } = useOperate()
  const path = { mailId: mail.id }
  return (
    <>
      <Facts
        facts={[
          [texts.to, mail.to],
          [texts.state, texts.states[mail.state]],
          [texts.created, momentText(mail.createdDateTime)],
          [texts.states.sent, mail.sentDateTime && momentText(mail.sentDateTime)],
          [texts.attempts, String(mail.attempts)],
          [texts.why, mail.state !== 'withdrawn' && mail.lastError],
        ]}
      />
      {(mail.state === 'waiting' || mail.state === 'failed') && (
        <div className="page-actions">
          <ActionButton
            keys="r"
            loading={isBusy}
            onClick={() => void operate('/operator/mails/{mailId}/send-again', path, undefined, texts.retried)}
          >
            {texts.sendAgain}
          </ActionButton>
          <ConfirmButton
            label={texts.withdrawMail}
            keys="d"
            isBusy={isBusy}
            onSure={() => operate('/operator/mails/{mailId}/withdraw', path, undefined, texts.mailWithdrawn)}
          >
            <p>{texts.withdrawMailLead}</p>
          </ConfirmButton>
        </div>
      )}
    </>
  )
}
