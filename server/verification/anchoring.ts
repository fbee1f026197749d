// The chains that anchors cover and are verified against: those of entries and of witnesses, of all companies.
import { type AnchoredHead, anchorsContribution, type HeadSource, type LinkLookUp } from '#anchors'
import { lockedBucket } from '#files/bucket'
import { headsAfter, linksAt } from '#integrity/witness'
import { type FoundLink, ledgerService, type SeriesPlace } from '#ledger'
import type { Job } from '#platform/job'
import type { Config } from '#settings/config'

/** The name of the chain of witnesses; other chains are named by a fiscal year's id and a series. */
const WITNESSES = 'witnesses'
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
const SERIES_CHAIN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (.+)$/

const witnesses: HeadSource = async (db, after, limit) =>
  (await headsAfter(db, after?.ownerId ?? BEFORE_ALL, limit)).map(({ chainId, number, link }) => {
    return { ownerId: chainId, chain: WITNESSES, number, link }
  })

const series: HeadSource = async (db, after, limit) =>
  (await ledgerService.seriesEndsAfter(db, after && placeOf(after), limit)).map((end) => ({
    ownerId: end.companyId,
    chain: `${end.fiscalYearId} ${end.series}`,
    number: end.number,
    link: end.link,
  }))

/** All chains that are anchored. */
export const headSources: readonly HeadSource[] = [series, witnesses]

const placeOf = ({ ownerId, chain, number }: AnchoredHead): SeriesPlace | null => {
  const [, fiscalYearId = '', name = ''] = SERIES_CHAIN.exec(chain) ?? []
  return fiscalYearId === '' ? null : { companyId: ownerId, fiscalYearId, series: name, number }
}

/** The links of chains of any kind; a chain with an invalid name has none. */
export const linksOfChains: LinkLookUp = async (db, heads) => {
  const found = new Map<AnchoredHead, FoundLink>()
  const witnessed = heads.filter(({ chain }) => chain === WITNESSES)
  const links = await linksAt(
    db,
    witnessed.map(({ ownerId, number }) => ({ chainId: ownerId, number })),
  )
  for (const [at, head] of witnessed.entries()) found.set(head, links[at] ?? null)
  const booked = heads.flatMap((head) => {
    const place = head.chain === WITNESSES ? null : placeOf(head)
    return place ? [{ head, place }] : []
  })
  const entries = await ledgerService.linksOfEntries(
    db,
    booked.map(({ place }) => place),
  )
  for (const [at, { head }] of booked.entries()) found.set(head, entries[at] ?? null)
  return heads.map((head) => found.get(head) ?? null)
}

/** The daily job that anchors the books, and sends the anchors to the configured places. */
export const anchoring = (config: Config): Job => {
  const { anchorMailTo: mailTo, anchorS3, anchorS3LockDays, anchorTimeStampUrl, anchorTimeStampCertificates } = config
  return anchorsContribution.job(headSources, {
    mailTo,
    bucket: anchorS3 && lockedBucket(anchorS3, anchorS3LockDays),
    authority:
      anchorTimeStampUrl && anchorTimeStampCertificates
        ? { url: anchorTimeStampUrl, certificates: anchorTimeStampCertificates }
        : undefined,
  })
}
