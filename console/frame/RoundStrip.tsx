// A round through client companies: where it has come, and on to the next one, without the way over the list.
import { useNavigate } from '@tanstack/react-router'
import { keepRound, useClientRound, useCompany } from '#client'
import { ActionButton } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

export const RoundStrip = () => {
  const texts = useWords(words)
  const navigate = useNavigate()
  const { id } = useCompany()
  const round = useClientRound()
  const at = round ? round.clients.findIndex((one) => one.id === id) : -1
  if (!round || at < 0) return null
  const { clients, path, search, from } = round
  const before = clients[at - 1]
  const next = clients[at + 1]
  const go = (client: string) => () =>
    void navigate({ to: `/companies/${client}${path}` as never, search: search as never })
  const end = () => {
    keepRound(null)
    void navigate({ to: from.path as never, search: from.search as never })
  }
  return (
    <nav className="round" aria-label={texts.round}>
      <span className="round-at">{texts.roundAt(at + 1, clients.length)}</span>
      {before && (
        <ActionButton
          variant="default"
          size="xs"
          keys="<"
          aria-label={texts.roundBack(before.name)}
          onClick={go(before.id)}
        >
          {texts.back}
        </ActionButton>
      )}
      {next ? (
        <ActionButton size="xs" keys=">" aria-label={texts.roundNext(next.name)} onClick={go(next.id)}>
          {texts.roundNext(next.name)}
        </ActionButton>
      ) : (
        <span className="soft">{texts.roundLast}</span>
      )}
      <ActionButton variant="subtle" size="xs" keys="g l" onClick={end}>
        {texts.roundEnd}
      </ActionButton>
    </nav>
  )
}
