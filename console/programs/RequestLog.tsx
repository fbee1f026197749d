// What programs have asked of the API: listed, found by what was refused, and opened with why.
import { CloseButton, NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Schema, usePages } from '#client'
import { type Column, Table } from '#table'
import { bound, Empty, Facts, momentText, Page, ResilientContent, Split, Tag, useUrl } from '#ui'
import { useWords } from '#words'
import { requestWords } from './request-words.ts'

export type Logged = Schema<'LoggedRequest'>

type Given = {
  title: string
  lead: string
  actions?: ReactNode
  found: ReturnType<typeof usePages<Logged>>
  /** The address as this list shows it. */
  pathOf: (path: string) => string
  /** Who asked, of a request that is opened: what that is called, and its name. */
  by?: (one: Logged) => readonly [string, ReactNode]
}

/** The log is written shortly after a request, without an event. */
export const LOG_FOLLOW_MS = 4000

/** What is shown, of the address of the page: `query` of the list. */
export const useShownRequests = (): string | undefined => {
  const [{ show }] = useUrl()
  return show === 'failed' ? 'status>=400' : undefined
}

export const RequestLog = ({ title, lead, actions, found, pathOf, by }: Given) => {
  const texts = useWords(requestWords)
  const [{ show, open }, set] = useUrl()
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const columns: Column<Logged>[] = [
    { key: 'when', title: texts.when, width: '9rem', cell: ({ happenedDateTime }) => momentText(happenedDateTime) },
    { key: 'method', title: texts.method, width: '4.5rem', cell: ({ method }) => method },
    { key: 'path', title: texts.path, width: 'minmax(8rem, 1fr)', cell: ({ path }) => pathOf(path) },
    { key: 'status', title: texts.status, width: '4.5rem', cell: ({ status }) => <Status status={status} /> },
    {
      key: 'took',
      title: texts.took,
      width: '5rem',
      align: 'right',
      isWide: true,
      cell: ({ durationMs }) => texts.milliseconds(durationMs),
    },
  ]
  const opened = rows.find(({ id }) => id === open)
  const list = (
    <ResilientContent of={found}>
      <Table
        label={title}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        openKey={open ?? null}
        onOpen={({ id }) => set({ open: id })}
        isLoading={isLoading}
        hasMore={hasNextPage}
        onMore={() => void fetchNextPage()}
        empty={<Empty>{show === 'failed' ? texts.noneFailed : texts.none}</Empty>}
      />
    </ResilientContent>
  )
  return (
    <Page title={title} lead={lead} actions={actions}>
      <div className="filters">
        <NativeSelect
          label={texts.show}
          value={show ?? ''}
          onChange={({ currentTarget }) => set({ show: currentTarget.value, open: null })}
          data={[
            { value: '', label: texts.all },
            { value: 'failed', label: texts.failed },
          ]}
        />
      </div>
      <Split label={title} list={list} detail={opened ? <Opened one={opened} pathOf={pathOf} by={by} /> : null} />
    </Page>
  )
}

const Status = ({ status }: { status: number }) => <Tag tone={status < 400 ? 'good' : 'wrong'}>{String(status)}</Tag>

const Opened = ({ one, pathOf, by }: { one: Logged } & Pick<Given, 'pathOf'> & { by: Given['by'] | undefined }) => {
  const texts = useWords(requestWords)
  const [, set] = useUrl()
  const { method, path, status, happenedDateTime, durationMs, requestId, error, leftOutBefore } = one
  return (
    <>
      <div className="detail-head">
        <h2>
          {method} {pathOf(path)}
        </h2>
        <div className="page-actions">
          <CloseButton aria-label={texts.close} {...bound('Escape')} onClick={() => set({ open: null })} />
        </div>
      </div>
      <Facts
        facts={[
          [texts.status, <Status key="status" status={status} />],
          [texts.when, momentText(happenedDateTime)],
          [texts.took, texts.milliseconds(durationMs)],
          by ? by(one) : null,
          [texts.requestId, requestId],
          error && [texts.error, error.code],
          error && [texts.message, error.message],
        ]}
      />
      {error && error.errors.length > 0 && (
        <table className="plain-table">
          <tbody>
            {error.errors.map(({ field, message }, place) => (
              <tr key={place}>
                <th scope="row">{field}</th>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {leftOutBefore > 0 && <p className="soft">{texts.leftOut(leftOutBefore)}</p>}
    </>
  )
}
