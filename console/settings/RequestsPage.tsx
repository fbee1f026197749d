// What programs have asked with the company's private tokens: listed, found by what was refused, and opened with why.
import { CloseButton, NativeSelect } from '@mantine/core'
import { type Schema, useCompany, usePages } from '#client'
import { type Column, Table } from '#table'
import { bound, Empty, Facts, momentText, Page, Split, Tag, useUrl, Wrong } from '#ui'
import { useWords } from '#words'
import { requestWords } from './request-words.ts'

export { RequestsPage as Page }

type Logged = Schema<'LoggedRequest'>

/** Below the company, which all of them have in common. */
const shortPath = ({ path }: Logged): string => path.replace(/^\/v1\/companies\/[^/?]+/, '') || '/'

const RequestsPage = () => {
  const texts = useWords(requestWords)
  const { id: companyId } = useCompany()
  const [{ show, open }, set] = useUrl()
  const query = show === 'failed' ? 'status>=400' : undefined
  const found = usePages<Logged>('/requests', { companyId, query: { query } })
  const { rows, error, refetch, isLoading, hasNextPage, fetchNextPage } = found
  const columns: Column<Logged>[] = [
    { key: 'when', title: texts.when, width: '9rem', cell: ({ happenedDateTime }) => momentText(happenedDateTime) },
    { key: 'method', title: texts.method, width: '4.5rem', cell: ({ method }) => method },
    { key: 'path', title: texts.path, width: 'minmax(8rem, 1fr)', cell: shortPath },
    { key: 'status', title: texts.status, width: '4.5rem', cell: ({ status }) => <Status status={status} /> },
    {
      ...{ key: 'took', title: texts.took, width: '5rem', align: 'right', isWide: true },
      cell: ({ durationMs }) => texts.milliseconds(durationMs),
    },
  ]
  const opened = rows.find(({ id }) => id === open)
  const list = error ? (
    <Wrong error={error} retry={() => void refetch()} />
  ) : (
    <Table
      label={texts.title}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      openKey={open ?? null}
      onOpen={({ id }) => set({ open: id })}
      isLoading={isLoading}
      hasMore={hasNextPage}
      onMore={() => void fetchNextPage()}
      empty={<Empty>{query ? texts.noneFailed : texts.none}</Empty>}
    />
  )
  return (
    <Page title={texts.title} lead={texts.lead}>
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
      <Split label={texts.title} list={list} detail={opened ? <Opened one={opened} /> : null} />
    </Page>
  )
}

const Status = ({ status }: { status: number }) => <Tag tone={status < 400 ? 'good' : 'wrong'}>{String(status)}</Tag>

const Opened = ({ one }: { one: Logged }) => {
  const texts = useWords(requestWords)
  const { id: companyId } = useCompany()
  const [, set] = useUrl()
  const { rows: tokens } = usePages<Schema<'PrivateToken'>>('/tokens', { companyId })
  const { method, status, happenedDateTime, durationMs, tokenId, requestId, error, leftOutBefore } = one
  return (
    <>
      <div className="detail-head">
        <h2>
          {method} {shortPath(one)}
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
          [texts.token, tokens.find(({ id }) => id === tokenId)?.name ?? texts.ended],
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
