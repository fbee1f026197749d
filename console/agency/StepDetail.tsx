// What a template would do at one client: what is there, what it becomes, and why not.
import { CloseButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { ActionButton, bound, Heads, Tag, useUrl } from '#ui'
import { useLanguage, useWords } from '#words'
import { type Step, valuesOf } from './template.ts'
import { templateWords } from './template-words.ts'

export const StepDetail = ({ step }: { step: Step }) => {
  const texts = useWords(templateWords)
  const language = useLanguage()
  const navigate = useNavigate()
  const [, set] = useUrl()
  const { outcome, result, accounts } = step
  const values = valuesOf(step, texts, language)
  const how = outcome && { own: texts.ownHow, removed: texts.removedHow, same: texts.sameHow }[outcome as 'own']
  return (
    <>
      <div className="detail-head">
        <h2>{step.companyName}</h2>
        <CloseButton aria-label={texts.close} {...bound('Escape')} onClick={() => set({ open: null })} />
      </div>
      <p>
        {step.templateName} {outcome && <Tag>{texts.outcomes[outcome]}</Tag>}{' '}
        {result && <Tag tone={result === 'applied' ? 'good' : 'plain'}>{texts.results[result]}</Tag>}
      </p>
      {step.reason !== null && <p className="notice">{step.reason}</p>}
      {how && <p className="soft">{how}</p>}
      {accounts.length > 0 && (
        <ul>
          {accounts.map(({ account, name, isNew }) => (
            <li key={account}>
              {isNew ? texts.added : texts.activated}: {account} {name}
            </li>
          ))}
        </ul>
      )}
      {values.length > 0 && (
        <table className="plain-table">
          <Heads
            texts={[
              texts.takeWhat,
              result ? texts.was : texts.before,
              outcome === 'add' || outcome === 'change' ? texts.after : texts.became,
            ]}
          />
          <tbody>
            {values.map(({ name, label, before, after }) => (
              <tr key={name}>
                <th scope="row">{label}</th>
                <td className="as-typed">{before}</td>
                <td className="as-typed">{before === after ? after : <strong>{after}</strong>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="page-actions">
        <ActionButton
          variant="default"
          keys="o"
          onClick={() => void navigate({ to: `/companies/${step.companyId}` as never })}
        >
          {texts.openClient}
        </ActionButton>
      </div>
    </>
  )
}
