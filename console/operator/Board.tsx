// A list of operators: searched, narrowed to a state, with one of its rows open beside it. All of it is in the address.
import { CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import { base, usePagesAt, useSession } from '#client'
import { type Column, Table } from '#table'
import { bound, Chips, Empty, Page, ResilientContent, Search, Split, useUrl } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

type Item = object

type Given<One extends Item> = {
  title: string
  lead?: string
  /** The list of the API. */
  address: string
  columns: readonly Column<One>[]
  keyOf?: (item: One) => string
  /** Properties that the search looks into. */
  searched: readonly string[]
  /** Filters that find what is shown in other words than it is kept in, of what was typed. */
  meant?: (typed: string) => readonly string[]
  search: string
  /** States that the list can be narrowed to, with what they are called. */
  states?: readonly (readonly [state: string, label: string])[]
  actions?: ReactNode
  /** Said where there is nothing at all, and nothing is searched for. */
  none?: string
  above?: ReactNode
  detail?: (item: One) => ReactNode
  nameOf?: (item: One) => string
  toneOf?: (item: One) => 'wrong' | 'soft' | undefined
}

/** The polling interval in milliseconds, since there are no events for these. */
const FOLLOW_MS = 10_000

export const Board = <One extends Item>(given: Given<One>) => {
  const { operates } = useSession()
  return operates === 'yes' ? <List {...given} /> : <Refused title={given.title} needsProof={operates !== 'no'} />
}

/** Who runs the service is told what is missing; everybody else that there is nothing here for them. */
export const Refused = ({ title, needsProof }: { title: string; needsProof: boolean }) => {
  const texts = useWords(words)
  return (
    <Page title={title} lead={needsProof ? texts.needsProof : texts.notOperator}>
      {needsProof ? (
        <p>
          <a href={`${base}/account/second-factor`}>{texts.twoSteps}</a> ·{' '}
          <a href={`${base}/account/passkeys`}>{texts.passkeys}</a>
        </p>
      ) : (
        <p>
          <Link to={'/' as never}>{texts.toCompanies}</Link>
        </p>
      )}
    </Page>
  )
}

const List = <One extends Item>(given: Given<One>) => {
  const {
    title,
    lead,
    address,
    columns,
    searched,
    meant,
    search,
    states = [],
    actions,
    none,
    above,
    detail,
    nameOf,
    toneOf,
  } = given
  const texts = useWords(words)
  const [{ q = '', state = '', open }, set] = useUrl()
  const onSearch = useCallback((text: string) => set({ q: text || null, open: null }, { replace: true }), [set])
  const query = { query: filterOf(q ?? '', state ?? '', { searched, meant }) }
  const found = usePagesAt<One>(address, { path: {}, query, followMs: FOLLOW_MS })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const keyOf = given.keyOf ?? ((one: One) => String((one as { id?: string }).id))
  const opened = detail && open ? rows.find((one) => keyOf(one) === open) : undefined
  const list = (
    <ResilientContent of={found}>
      <Table
        label={title}
        columns={opened ? columns.filter(({ isWide }) => !isWide) : columns}
        rows={rows}
        keyOf={keyOf}
        isLoading={isLoading}
        hasMore={hasNextPage}
        onMore={() => void fetchNextPage()}
        empty={<Empty>{q || state ? texts.noneFound : (none ?? texts.none)}</Empty>}
        openKey={open ?? null}
        {...(toneOf ? { toneOf } : {})}
        {...(detail ? { onOpen: (one: One) => set({ open: keyOf(one) }) } : {})}
      />
    </ResilientContent>
  )
  return (
    <Page title={title} lead={lead} actions={actions}>
      {above}
      <div className="filters">
        <Search label={search} value={q ?? ''} onChange={onSearch} />
        {states.length > 0 && (
          <Chips
            label={texts.state}
            value={state ?? ''}
            choices={[['', texts.all] as const, ...states]}
            onChange={(value) => set({ state: value || null, open: null })}
          />
        )}
      </div>
      <Split
        label={title}
        list={list}
        detail={
          opened && detail ? (
            <>
              <div className="detail-head">
                <h2>{nameOf?.(opened)}</h2>
                <div className="page-actions">
                  <CloseButton aria-label={texts.close} {...bound('Escape')} onClick={() => set({ open: null })} />
                </div>
              </div>
              {detail(opened)}
            </>
          ) : null
        }
      />
    </Page>
  )
}

/** The filter of a list, with what was typed in quotes. */
const filterOf = (
  typed: string,
  state: string,
  { searched, meant }: { searched: readonly string[]; meant: Given<Item>['meant'] },
): string | undefined => {
  const text = typed.trim().replace(/["\\]/g, '')
  const ways = [...searched.map((property) => `${property}=~"${text}"`), ...(meant?.(text) ?? [])]
  const found = text === '' ? '' : `(${ways.join('||')})`
  return [found, state && `state==${state}`].filter(Boolean).join('&&') || undefined
}
