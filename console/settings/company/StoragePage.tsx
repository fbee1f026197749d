// What the company keeps in files, and how much it may.
import { queries, type Schema, useCompany } from '#client'
import { Facts, FailureMessage, Page, PageSkeleton } from '#ui'
import { useLanguage, useWords } from '#words'
import { words } from './storage-words.ts'

export { StoragePage as Page }

type Storage = Schema<'Storage'>
type Use = Pick<Storage, 'usedBytes' | 'allowedBytes' | 'usedPercent' | 'level'>

const StoragePage = () => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const { data, error, refetch } = queries.useQuery('get', '/companies/{companyId}/storage', {
    params: { path: { companyId } },
  })
  const level = data && worse(data.level, data.ofOwner?.level ?? 'ok')
  return (
    <Page title={texts.title} lead={texts.lead}>
      {error && <FailureMessage error={error} retry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {level && level !== 'ok' && (
        <p className="is-wrong" role="status">
          {texts[level]} {texts.whatToDo}
        </p>
      )}
      {data && (
        <Facts
          facts={[
            [texts.used, <Used key="own" use={data} />],
            [texts.ofOwner, data.ofOwner && <Used key="owner" use={data.ofOwner} />],
          ]}
        />
      )}
      {data?.hasOwnQuota && <p>{texts.ownQuota}</p>}
      {data && <Kinds kinds={data.kinds} />}
    </Page>
  )
}

const Used = ({ use: { usedBytes, allowedBytes, usedPercent } }: { use: Use }) => {
  const texts = useWords(words)
  const size = useSize()
  if (allowedBytes === null) return <>{texts.unlimited(size(usedBytes))}</>
  const told = texts.of(size(usedBytes), size(allowedBytes), usedPercent)
  return (
    <>
      {told}
      <br />
      <progress className="storage-use" aria-label={told} max={100} value={Math.min(100, usedPercent)} />
    </>
  )
}

const Kinds = ({ kinds }: { kinds: Storage['kinds'] }) => {
  const texts = useWords(words)
  const size = useSize()
  return (
    <section aria-labelledby="storage-kinds">
      <h2 id="storage-kinds">{texts.kinds}</h2>
      {kinds.length === 0 && <p>{texts.none}</p>}
      <Facts facts={kinds.map(({ kind, bytes }) => [texts.kindNames[kind], size(bytes)] as const)} />
    </section>
  )
}

const order = ['ok', 'nearlyFull', 'almostFull'] as const

const worse = (one: Storage['level'], other: Storage['level']): Storage['level'] =>
  order.indexOf(one) > order.indexOf(other) ? one : other

const THOUSAND = 1000
const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Says sizes in the language of the page: `20,9 MB`. */
const useSize = (): ((bytes: number) => string) => {
  const language = useLanguage()
  return (bytes) => {
    const place = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
    const amount = bytes / THOUSAND ** place
    return new Intl.NumberFormat(language, {
      style: 'unit',
      unit: units[place] ?? 'byte',
      maximumFractionDigits: amount < 100 && place > 0 ? 1 : 0,
    }).format(amount)
  }
}
