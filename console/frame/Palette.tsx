// The palette: one field that leads anywhere. Pages, companies and what the page offers are found here at once; what is
// in the books is found by the service.
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { placeOf, queries, useCompany } from '#client'
import { amountText, bindings, Dialog, keysText, oreOf } from '#ui'
import { useLanguage, useWords } from '#words'
import { useOwnPages } from './own-pages.ts'
import { usePagesToGo } from './Rail.tsx'
import { words } from './words.ts'

/** `also`: words that find it, not shown; `isAsked`: the service has found it, maybe for the text of a moment ago. */
type Found = {
  key: string
  group: string
  label: string
  also?: string
  hint?: string
  isAsked?: true
  run: () => void
}

/** How long after the last key the books are searched, in milliseconds. */
const PAUSE_MS = 120
/** Rows shown of each group. */
const MOST = 8

/** What is found by other words comes after what is called so. */
const ALSO = 3

/** How well the text fits: what begins with it first, then what has a word that does, then what has it anywhere. */
const fit = (label: string, text: string): number => {
  const plain = label.toLowerCase()
  const asked = text.trim().toLowerCase()
  if (asked === '' || plain.startsWith(asked)) return 0
  if (plain.split(/[\s\-/]+/).some((word) => word.startsWith(asked))) return 1
  return plain.includes(asked) ? 2 : -1
}

const fitting = (all: readonly Found[], text: string): Found[] =>
  all
    .map((one) => ({ one, rank: fit(one.label, text), alsoRank: one.also ? fit(one.also, text) : -1 }))
    .map(({ one, rank, alsoRank }) => ({ one, rank: rank < 0 && alsoRank >= 0 ? ALSO + alsoRank : rank }))
    .filter(({ rank }) => rank >= 0)
    .toSorted((left, right) => left.rank - right.rank)
    .slice(0, MOST)
    .map(({ one }) => one)

export const Palette = ({
  isOpen,
  only,
  onClose,
}: {
  isOpen: boolean
  only: 'companies' | null
  onClose: () => void
}) => {
  const texts = useWords(words)
  return (
    <Dialog title={only ? texts.changeCompany : texts.palette} isOpen={isOpen} onClose={onClose} size="lg">
      {isOpen && <Finder only={only} onClose={onClose} />}
    </Dialog>
  )
}

const Finder = ({ only, onClose }: { only: 'companies' | null; onClose: () => void }) => {
  const texts = useWords(words)
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [isAwaited, setIsAwaited] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const { groups, isSettled } = useGroups(only, text)
  const found = useMemo(() => groups.flat(), [groups])
  const highlighted = Math.min(at, Math.max(0, found.length - 1))
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })
  const take = (one: Found | undefined) => {
    if (!one) return
    onClose()
    one.run()
  }
  // Typing and pressing Enter selects what the whole text finds, not what a part of it has found.
  useEffect(() => {
    if (!isAwaited || !isSettled) return
    setIsAwaited(false)
    take(found[highlighted])
  })
  const enter = () => {
    const one = found[highlighted]
    if (at === 0 && !isSettled && (!one || one.isAsked)) setIsAwaited(true)
    else take(one)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      setIsAwaited(false)
      setAt(Math.max(0, Math.min(found.length - 1, highlighted + step)))
    } else if (event.key === 'Enter') enter()
    else return
    event.preventDefault()
  }
  return (
    <div className="palette">
      <input
        autoFocus
        data-autofocus
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${highlighted}` : undefined}
        aria-label={texts.paletteHint}
        placeholder={only ? texts.company : texts.paletteHint}
        value={text}
        onChange={({ currentTarget }) => [setText(currentTarget.value), setAt(0), setIsAwaited(false)]}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={texts.palette} className="palette-list">
        {found.map((one, index) => (
          <div
            key={one.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === highlighted}
            className="palette-row"
            onClick={() => take(one)}
          >
            <span className="soft">{one.group}</span>
            <span>{one.label}</span>
            {one.hint && <kbd className="key">{one.hint}</kbd>}
          </div>
        ))}
      </div>
    </div>
  )
}

type Groups = { groups: readonly (readonly Found[])[]; isSettled: boolean }

const useGroups = (only: 'companies' | null, text: string): Groups => {
  const texts = useWords(words)
  const language = useLanguage()
  const navigate = useNavigate()
  const { id: companyId, may } = useCompany()
  const pages = usePagesToGo()
  const own = useOwnPages()
  const asked = { params: { query: { pageSize: MOST, ...(text.trim() ? { search: text.trim() } : {}) } } }
  const { data, isPlaceholderData } = queries.useQuery('get', '/me/companies', asked, {
    placeholderData: keepPreviousData,
  })
  const { found: inBooks, isSettled: hasBooks } = useInBooks(only ? '' : text)
  // Of the page below, before the dialog covers it.
  const [actions] = useState(() => bindings().filter(({ keys }) => !keys.startsWith('g ')))
  const groups = useMemo(() => {
    const go = (to: string) => () => void navigate({ to: to as never })
    const companies = (data?.items ?? [])
      .filter(({ id }) => id !== companyId)
      .map(({ id, name, isTest }) => ({
        key: id,
        group: isTest ? texts.test : texts.companies,
        label: name,
        isAsked: true as const,
        run: go(`/companies/${id}`),
      }))
    if (only) return [fitting(companies, text)]
    const toPages = pages.map(({ path, title, keys, also }) => ({
      key: `page ${path}`,
      group: texts.pages,
      label: title[language],
      also: also?.[language] ?? '',
      run: go(`/companies/${companyId}${path}`),
      ...(keys ? { hint: keysText(keys) } : {}),
    }))
    const toMake = pages.flatMap(({ path, makes }) => {
      if (!makes || !may(makes.scope)) return []
      const run = () => void navigate({ to: `/companies/${companyId}${path}` as never, search: makes.search as never })
      return [{ key: `makes ${path}`, group: texts.actions, label: makes.title[language], run }]
    })
    const toOwn = own.map(({ at, title }) => ({
      key: `page ${at}`,
      group: texts.ownPages,
      label: title[language],
      run: go(at),
    }))
    const toPress = actions.map(({ keys, label, element }) => ({
      key: `action ${keys}`,
      group: texts.actions,
      label,
      hint: keysText(keys),
      run: () => element.click(),
    }))
    return [
      fitting([...toPages, ...toOwn], text),
      inBooks,
      fitting(companies, text),
      fitting([...toPress, ...toMake], text),
    ]
  }, [actions, companyId, data, inBooks, language, may, navigate, only, own, pages, text, texts])
  return { groups, isSettled: hasBooks && !isPlaceholderData }
}

/** What the service finds in the books for the text; until it is settled, maybe what it has found for another. */
const useInBooks = (text: string): { found: readonly Found[]; isSettled: boolean } => {
  const texts = useWords(words)
  const language = useLanguage()
  const navigate = useNavigate()
  const { id: companyId, may } = useCompany()
  const [q] = useDebouncedValue(text.trim(), PAUSE_MS)
  const maySearch = may('company-information:read')
  const { data, isFetching } = queries.useQuery(
    'get',
    '/companies/{companyId}/search',
    { params: { path: { companyId }, query: { q } } },
    { enabled: q !== '' && maySearch, placeholderData: keepPreviousData },
  )
  const found = useMemo((): Found[] => {
    if (text.trim() === '') return []
    return (data?.items ?? []).flatMap(({ kind, id, title, number, amount, currency, date }) => {
      const place = placeOf(kind, id)
      if (!place) return []
      const money = amount === undefined ? '' : `${amountText(oreOf(amount), language)} ${currency ?? ''}`
      const label = [number, title, date, money].filter(Boolean).join(' · ')
      const to = `/companies/${companyId}${place.path}` as never
      const run = () => void navigate({ to, search: place.search as never })
      return [{ key: `${kind} ${id}`, group: texts.kinds[kind], label, isAsked: true, run }]
    })
  }, [companyId, data, language, navigate, text, texts])
  return { found, isSettled: !maySearch || (q === text.trim() && !isFetching) }
}
