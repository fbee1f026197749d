// `npm run verify`: checks everything that is stored, one company after the other. A faulty or unreadable part does not
// prevent verifying the others.
import { readFile } from 'node:fs/promises'
import { type Answer, companyOf } from '#admin/answer'
import { type Given, UsageError } from '#admin/arguments'
import { anchorsAdmin, anchorsContribution, type Overtaken, type Unstamped } from '#anchors'
import { findCompany, identityService } from '#identity'
import { byCompany } from '#integrity/set-of-companies'
import { type Fault, type Named, operatorAdmin, type VerificationRun, type Walked, type Walker } from '#operator'
import { operator } from '#platform/actor'
import { groupByPlace } from '#platform/db'
import { reasonOf } from '#platform/startup-error'
import { asOperator, type System } from '#programs/system'
import { linksOfChains } from '#verification/anchoring'
import {
  type ChainHead,
  faultsSinceKept,
  headsOfSet,
  KEPT_HEADS,
  onSnapshot,
  type Snapshot,
} from '#verification/verification'
import { walkerOf } from '#verification/verification-walk'
import { anchorKeysIn } from './anchors.ts'

/** Most companies in one run. */
const MAX_COMPANIES = 1_000_000
/** Interval of progress reports, in milliseconds. */
const TOLD_EVERY_MS = 2000
/** Of how many companies the ends of the chains are read at once. */
const ENDS_AT_ONCE = 500

/** A fault as the command tells it. */
type Told = { companyId: string | null; company: string; part: string; fault: string }

/** The faults found, and the current heads of the chains. */
type Verified = {
  companies: number
  entries: number
  faults: Told[]
  heads: ChainHead[]
  /** The anchors that could not be compared completely, oldest first. */
  overtaken: Overtaken[]
  /** How many of the saved heads could not be compared. */
  overtakenHeads: number
}

export const verify = async (system: System, given: Given, report: (sentence: string) => void): Promise<Answer> => {
  const begunAt = new Date()
  const kept = await keptHeads(given.text('heads'))
  const companies = await companiesOf(system, given)
  const isAll = given.text('company') === undefined
  const run = isAll ? await runOf(system, given, report) : null
  const verified = await verifyCompanies(system, { kept, companies, isAll, run }, report)
  const anchors = await anchorsOf(system, given, report)
  const { heads, overtakenHeads } = verified
  const faults = [...verified.faults, ...anchors.faults]
  if (run) await operatorAdmin.removeVerificationRun(system.database, run)
  if (isAll) await note(system, { ...verified, begunAt: run?.begunAt ?? begunAt, faults: faults.map(asNoted) }, report)
  const overtaken = inTheirOrder([...verified.overtaken, ...anchors.overtaken])
  const unstamped = isAll || anchors.count > 0 ? await unstampedIn(system) : []
  const told = { overtaken: overtakenJson(overtaken), unstamped: unstampedJson(unstamped) }
  const json = { ...verified, anchors: anchors.count, faults, ...told }
  const toldWords = [...wordsOfHeads(overtakenHeads), ...wordsOfOvertaken(overtaken), ...wordsOfUnstamped(unstamped)]
  const text = [wordsOf(faults), ...toldWords, tableOf(heads)].join('\n')
  return { json, text, failed: faults.length > 0 }
}

/** Verifies everything that is stored, and that it includes what the saved heads of its chains cover. */
export const verifyAll = async (
  system: System,
  kept: readonly ChainHead[],
  report: (sentence: string) => void,
): Promise<Verified> => {
  const companies = await asOperator(system, (call) => identityService.listCompanies(call, MAX_COMPANIES))
  return verifyCompanies(system, { kept, companies, isAll: true, run: null }, report)
}

/** `run` is what is noted as it comes on; null where nothing is. */
type Wanted = { kept: readonly ChainHead[]; companies: readonly Named[]; isAll: boolean; run: VerificationRun | null }

const verifyCompanies = async (
  system: System,
  { kept, companies, isAll, run }: Wanted,
  report: (sentence: string) => void,
): Promise<Verified> => {
  const overtaken: Overtaken[] = []
  const onOvertaken = (anchor: Overtaken) => overtaken.push(anchor)
  const walker = walkerOf(system, system.config.anchorTimeStampCertificates, { onOvertaken })
  const { entries, faults } = await walkCompanies(system, { walker, companies, run }, report)
  const { heads, overtakenHeads, ...ends } = await endsOf(system, kept, companies)
  faults.push(...ends.faults)
  if (isAll) faults.push(...(await walker.walkRest()), ...lostCompanies(kept, companies))
  report(`${companies.length} companies, ${entries} journal entries`)
  return { companies: companies.length, entries, faults: faults.map(asTold), heads, overtaken, overtakenHeads }
}

type Walk = { walker: Walker; companies: readonly Named[]; run: VerificationRun | null }

/** Walks those companies that the run has not walked before. */
const walkCompanies = async (
  { database }: System,
  { walker, companies, run }: Walk,
  report: (sentence: string) => void,
): Promise<Walked> => {
  const reached = run?.reached ?? ''
  const left = companies.filter(({ id }) => id > reached)
  const walked: Walked = { entries: run?.entries ?? 0, faults: [...(run?.faults ?? [])] }
  const tell = seldom(report)
  for (let first = 0; first < left.length; first += walker.atOnce) {
    const some = left.slice(first, first + walker.atOnce)
    const done = companies.length - left.length + first
    const found = await walker.walk(some, (entries) =>
      tell(`${done} of ${companies.length} companies, ${walked.entries + entries} journal entries`),
    )
    walked.entries += found.entries
    walked.faults.push(...found.faults)
    const last = some.at(-1)?.id
    if (run && last)
      await operatorAdmin.noteProgress(database, { ...run, faults: walked.faults }, { reached: last, walked: found })
  }
  return walked
}

const seldom = (report: (sentence: string) => void) => {
  let told = Date.now()
  return (sentence: string) => {
    if (Date.now() - told < TOLD_EVERY_MS) return
    told = Date.now()
    report(sentence)
  }
}

type Ends = { heads: ChainHead[]; faults: Fault[]; overtakenHeads: number }

/** The ends of all chains as they are, and whether they have what was kept of them. */
const endsOf = async (system: System, kept: readonly ChainHead[], companies: readonly Named[]): Promise<Ends> => {
  const ends: Ends = { heads: [], faults: [], overtakenHeads: 0 }
  const onOvertaken = () => {
    ends.overtakenHeads += 1
  }
  const keptOf = byCompany(kept)
  for (let first = 0; first < companies.length; first += ENDS_AT_ONCE) {
    const names = new Map(companies.slice(first, first + ENDS_AT_ONCE).map(({ id, name }) => [id, name]))
    for (const { companyIds } of await groupByPlace(system.database, [...names.keys()])) {
      const [one = ''] = companyIds
      await inSnapshot(system, one, async (call) => {
        const own = companyIds.flatMap((id) => keptOf.get(id) ?? [])
        for (const { companyId, fault } of await faultsSinceKept(call.db, own, onOvertaken)) {
          ends.faults.push({ companyId, companyName: names.get(companyId) ?? '', part: KEPT_HEADS, fault })
        }
        ends.heads.push(...(await headsOfSet({ ...call, companyIds })))
      })
    }
  }
  return ends
}

/** The anchors in a folder, and in the database. */
const anchorsOf = async (
  system: System,
  given: Given,
  report: (sentence: string) => void,
): Promise<{ count: number; faults: Told[]; overtaken: Overtaken[] }> => {
  const overtaken: Overtaken[] = []
  const folder = given.text('anchors')
  if (folder === undefined) return { count: 0, faults: [], overtaken }
  const keys = await anchorKeysIn(given)
  const counting = keys.length > 0 ? keys : undefined
  const certificates = system.config.anchorTimeStampCertificates
  const found = anchorsAdmin.anchorsIn(folder, ({ name, reason }) => report(`${name} is not an anchor: ${reason}`))
  const onOvertaken = (anchor: Overtaken) => overtaken.push(anchor)
  const { anchors, faults } = await inSnapshot(system, '', (call) =>
    anchorsContribution.verifyFound(call, { linksAt: linksOfChains, certificates, keys: counting, onOvertaken }, found),
  ).catch((cause: NodeJS.ErrnoException) => {
    if (cause.path === undefined) throw cause
    throw new UsageError(`--anchors: ${folder} cannot be read (${reasonOf(cause)})`)
  })
  if (anchors === 0) throw new UsageError(`--anchors: there is no anchor in ${folder}`)
  report(`${anchors} anchors`)
  return {
    count: anchors,
    overtaken,
    faults: faults.map((fault) => ({ companyId: null, company: 'Kept anchors', part: 'anchors', fault })),
  }
}

/** Without a configured time-stamping authority, no stamps are expected. */
const unstampedIn = async (system: System): Promise<Unstamped[]> =>
  system.config.anchorTimeStampCertificates === undefined
    ? []
    : inSnapshot(system, '', ({ db }) => anchorsAdmin.unstampedAnchors(db))

/** The run that was broken off, or a new one; none where the database is open for reading alone. */
const runOf = async (
  system: System,
  given: Given,
  report: (sentence: string) => void,
): Promise<VerificationRun | null> => {
  try {
    const run = await asOperator(system, (call) =>
      operatorAdmin.takeVerificationRun(call, { anew: given.has('from-start') }),
    )
    const { reached, begunAt } = run
    if (reached)
      report(`Continuing the run of ${begunAt.toISOString()}, behind company ${reached} (--from-start: anew)`)
    return run
  } catch (cause) {
    report(`The progress of the run could not be saved (${reasonOf(cause)})`)
    return null
  }
}

/** A restored copy may be open for reading alone. */
const note = (
  system: System,
  run: Parameters<typeof operatorAdmin.noteVerification>[1],
  report: (sentence: string) => void,
): Promise<unknown> =>
  asOperator(system, (call) => operatorAdmin.noteVerification(call, run)).catch((cause: unknown) =>
    report(`The result of the verification could not be saved (${reasonOf(cause)})`),
  )

const asNoted = ({ company, ...fault }: Told): Fault => ({ ...fault, companyName: company })

const asTold = ({ companyId, companyName, ...fault }: Fault): Told => ({
  companyId,
  company: companyId === null ? INSTALLATION : companyName,
  ...fault,
})

/** In the place of a company, for what belongs to none. */
const INSTALLATION = 'The installation'

const companiesOf = (system: System, given: Given): Promise<Named[]> =>
  asOperator(system, async (call) =>
    given.text('company')
      ? [await findCompany(call.db, await companyOf(call, given))]
      : identityService.listCompanies(call, MAX_COMPANIES),
  )

const inSnapshot = <T>({ database, standing }: System, companyId: string, work: (call: Snapshot) => Promise<T>) =>
  onSnapshot(database, companyId, (db) =>
    work({ ...standing, db, now: new Date(), actor: operator, from: null, companyId }),
  )

/** The heads from the JSON output of an earlier run. */
const keptHeads = async (path: string | undefined): Promise<ChainHead[]> => {
  if (path === undefined) return []
  try {
    const read = JSON.parse(await readFile(path, 'utf8'))
    const heads: unknown = Array.isArray(read) ? read : read.heads
    if (!Array.isArray(heads) || !heads.every(isHead)) throw new Error('it has no heads')
    return heads
  } catch (cause) {
    throw new UsageError(`--heads: ${path} is not what \`verify --json\` has printed (${reasonOf(cause)})`)
  }
}

const isHead = (value: unknown): value is ChainHead => {
  const { companyId, chain, number, link } = Object(value) as Record<string, unknown>
  return [companyId, chain, link].every((one) => typeof one === 'string') && /^\d{1,18}$/.test(String(number))
}

const lostCompanies = (kept: readonly ChainHead[], companies: readonly Named[]): Fault[] => {
  const known = new Set(companies.map(({ id }) => id))
  const lost = new Set(kept.map(({ companyId }) => companyId).filter((id) => !known.has(id)))
  return [...lost].map((companyId) => {
    return { companyId, companyName: 'unknown', part: KEPT_HEADS, fault: 'the company is no longer there' }
  })
}

const wordsOf = (faults: readonly Told[]): string => {
  if (faults.length === 0) return 'The books are right.'
  const width = Math.max(...faults.map(({ part }) => part.length))
  const lines: string[] = []
  let last: string | null | undefined
  for (const { companyId, company, part, fault } of faults) {
    if (companyId !== last) lines.push(companyId === null ? company : `Company ${companyId}, ${company}`)
    last = companyId
    lines.push(`  ${part.padEnd(width)}  ${fault}`)
  }
  return [...lines, faults.length === 1 ? '1 fault' : `${faults.length} faults`].join('\n')
}

/** Removes duplicates of anchors found both here and elsewhere. */
const inTheirOrder = (found: readonly Overtaken[]): Overtaken[] =>
  [...new Map(found.map((one) => [`${one.number} ${one.madeAt.toISOString()}`, one])).values()].sort(
    (a, b) => a.madeAt.getTime() - b.madeAt.getTime(),
  )

const overtakenJson = (overtaken: readonly Overtaken[]) =>
  overtaken.map(({ number, madeAt, ends }) => ({ number: Number(number), madeAt: madeAt.toISOString(), ends }))

const wordsOfHeads = (overtaken: number): string[] => {
  if (overtaken === 0) return []
  const lie = overtaken === 1 ? '1 of the kept ends lies' : `${overtaken} of the kept ends lie`
  return ['', `${lie} within fiscal years that were removed since, and cannot be compared any more.`]
}

/** Not a fault: data that may be deleted by law cannot be compared, and the reader should know how much that is. */
const wordsOfOvertaken = (overtaken: readonly Overtaken[]): string[] => {
  if (overtaken.length === 0) return []
  const have = overtaken.length === 1 ? '1 anchor has' : `${overtaken.length} anchors have`
  const lines = overtaken.map(({ number, madeAt, ends }) => {
    return `  anchor ${number}, made ${madeAt.toISOString()}: ${ends === 1 ? '1 end' : `${ends} ends`}`
  })
  return [
    '',
    `${have} ends of chains within fiscal years that were removed since. These cannot be compared any more:`,
    ...lines,
  ]
}

const unstampedJson = (unstamped: readonly Unstamped[]) =>
  unstamped.map(({ first, last, from, to }) => {
    return { first: Number(first), last: Number(last), from: from.toISOString(), to: to.toISOString() }
  })

/** Not a fault by itself: it is unknown whether an authority was configured and available at that time. */
const wordsOfUnstamped = (unstamped: readonly Unstamped[]): string[] => {
  if (unstamped.length === 0) return []
  const lines = unstamped.map(({ first, last, from, to }) =>
    first === last
      ? `  anchor ${first}, made ${from.toISOString()}`
      : `  anchors ${first} to ${last}, made ${from.toISOString()} to ${to.toISOString()}`,
  )
  return [
    '',
    'There are anchors without a time stamp, although later ones have one. Where an authority was set by then, it did',
    'not answer, or the stamps were taken away: copies that are kept elsewhere show which (--anchors).',
    ...lines,
  ]
}

const tableOf = (heads: readonly ChainHead[]): string => {
  const lines = heads.map(
    ({ companyId, chain, number, link }) => `${companyId}  ${link}  ${number.padStart(9)}  ${chain}`,
  )
  return ['', 'The ends of the chains; keep them where the database is not:', ...lines].join('\n')
}
