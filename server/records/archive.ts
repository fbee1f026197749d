// The archive of a fiscal year: all its data in one zip file that can be read, and verified, without this program.
import { type CompanyRowCall, Unfinished } from '#http'
import { companyInformation } from '#identity'
import { chainsOfYear, type FiscalYear, getFiscalYear } from '#ledger'
import { dayOf, momentText } from '#platform/day'
import { sql } from '#platform/sql'
import { makeMissingPdfs } from '#sales'
import { programVersion, schemaVersion } from '#schema/program'
import { type ArchiveFile, type ArchivePart, type Asked, archiveParts, type LaterFile, only } from './archive-parts.ts'
import { yearParts } from './year-papers.ts'
import { type Packed, type Packer, packInto } from './zip.ts'

type Listed = Packed & { part: string }
type LeftOut = { path: string; why: string }

type AskedArchive = { id: string; rows: Asked['rows'] }

/** Makes the PDFs of a year that were never requested. */
export const makeReady = async (call: CompanyRowCall, id: string): Promise<void> =>
  makeMissingPdfs(call, await getFiscalYear(call, id))

/**
 * Makes the archive as a work file. It reads one snapshot, and fetches and renders the rest after releasing it. Memory
 * grows only by a short record per file.
 */
export const archiveOf = async (call: CompanyRowCall, { id, rows }: AskedArchive): Promise<Unfinished> => {
  const year = await getFiscalYear(call, id)
  const { organizationNumber } = await companyInformation(call)
  const folder = `arkiv-${organizationNumber.replace('-', '')}-${year.startDate}-${year.endDate}`
  const packing = packingInto(call, folder)
  const finishYear = await packing.try((packer) => packYear(call, packer, { year, rows, folder }))
  return packing.unfinished(finishYear)
}

/** Packs into a work file, which is deleted on failure; `unfinished` continues without the snapshot. */
export const packingInto = (call: CompanyRowCall, folder: string) => {
  const path = call.files.newWorkFile()
  const packer = packInto(path, { folder, mtime: call.now, goOn: call.goOn })
  const attempt = async <T>(work: (packer: Packer) => Promise<T>): Promise<T> => {
    try {
      return await work(packer)
    } catch (cause) {
      await packer.drop()
      throw cause
    }
  }
  return {
    try: attempt,
    unfinished: (finish: Finish): Unfinished =>
      new Unfinished((after) =>
        attempt(async () => {
          await finish(after)
          return { path, name: `${folder}.zip`, size: await packer.close(), contentType: 'application/zip' }
        }),
      ),
  }
}

/** Packs what is left after the snapshot was released. */
export type Finish = (after: CompanyRowCall) => Promise<void>

/** Packs all content of a year with its verification data; the rest, and what depends on it, is packed on finish. */
export const packYear = async (
  call: CompanyRowCall,
  packer: Packer,
  { year, rows, folder }: AskedYear,
): Promise<Finish> => {
  const parts = packParts(packer)
  for (const part of [...archiveParts, ...yearParts]) {
    await parts.pack(part, part.files(call, { year, rows, layAside: packer.layAside }))
  }
  const facts = await factsOf(call, year)
  return async (after) => {
    const { listed, leftOut } = await parts.packRest(after)
    const manifest = { ...facts, files: listed, leftOut }
    const last = [
      await packer.add('LÄSMIG.txt', { portions: only(readMe(folder, dayOf(call.now), leftOut)) }),
      await packer.add('manifest.json', { portions: only(`${JSON.stringify(manifest, null, 2)}\n`) }),
    ]
    const sums = [...listed, ...last].map(({ path: name, sha256 }) => `${sha256}  ${name}\n`)
    await packer.add('SHA256SUMS', { portions: only(sums.join('')) })
  }
}

type AskedYear = Pick<Asked, 'year' | 'rows'> & { folder: string }

const packParts = (packer: Packer) => {
  const listed: Listed[] = []
  const leftOut: LeftOut[] = []
  const rest: (LaterFile & Pick<ArchivePart, 'title'>)[] = []
  const taken = new Set<string>()
  const free = (path: string): string => {
    let name = path
    for (let count = 2; taken.has(name); count += 1) name = path.replace(/(\.[^./]*)?$/, `-${count}$1`)
    taken.add(name)
    return name
  }
  const packOne = async (title: string, file: ArchiveFile) => {
    if ('leftOut' in file) leftOut.push({ path: file.path, why: file.leftOut })
    else listed.push({ ...(await packer.add(free(file.path), file.source)), part: title })
  }
  return {
    async pack({ title }: ArchivePart, files: AsyncIterable<ArchiveFile | LaterFile>) {
      for await (const file of files) {
        if ('later' in file) rest.push({ ...file, title })
        else await packOne(title, file)
      }
    },
    async packRest(call: CompanyRowCall) {
      for (const { later, title } of rest) await packOne(title, await later(call))
      return { listed, leftOut }
    },
  }
}

const factsOf = async (call: CompanyRowCall, year: FiscalYear) => {
  const { id, name, organizationNumber } = await companyInformation(call)
  const { entries, known } = await call.db.one<{ entries: bigint; known: bigint }>(sql`
    select (
      select count(*) from ledger.journal_entry_view e
      where e.company_id = b.company_id and e.date between ${year.startDate}::date and ${year.endDate}::date
    ) as entries, b.entry_count as known
    from ledger.book_view b where b.company_id = ${call.companyId}`)
  return {
    company: { id, name, organizationNumber },
    fiscalYear: { id: year.id, startDate: year.startDate, endDate: year.endDate, status: year.status },
    generated: momentText(call.now),
    program: { name: 'Grundbok', version: programVersion(), schema: await schemaVersion(call.db) },
    knownAt: Number(known),
    entries: Number(entries),
    chains: await chainsOfYear(call, year.id),
  }
}

const readMe = (folder: string, made: string, leftOut: readonly LeftOut[]): string =>
  `${folder}, upprättat ${made}

Här finns räkenskapsåret i sin helhet, läsbart utan Grundbok.

sie/                       bokföringen som SIE-fil, typ 4E
rapporter/                 rapporterna, som de var när arkivet gjordes
underlag/                  underlag, byte för byte som de togs emot; namnet börjar med verifikationens nummer
kontoutdrag/               kontoutdrag från banken, byte för byte som de lästes in
fakturor/                  utfärdade fakturor och kreditfakturor, som PDF och e-faktura (XML)
momsdeklarationer/         momsdeklarationer som de lämnades (JSON), med filen till Skatteverket (XML)
inkomstdeklaration/        SRU-filerna till Skatteverket, och uppgifterna i dem med konton (JSON)
årsredovisning/            räkningarna (JSON), och den färdiga årsredovisningen som PDF och iXBRL (XHTML)
anläggningsregister.ndjson anläggningstillgångar med nedskrivningar, avyttringar och avskrivningsplan, en per rad (JSON)
verifikationer.ndjson      varje verifikation med sina rader och sin länk i serien, en per rad (JSON)
systemdokumentation.html   hur bokföringen är ordnad
behandlingshistorik.html   hur varje verifikation kom till, och vad som har ändrats vid sidan av dem
manifest.json              vad som finns här, med kontrollsummor, och där varje serie slutar

Så kontrollerar du att filerna är hela:                sha256sum -c SHA256SUMS
Så kontrollerar du att verifikationerna är orörda:     node kontrollera.mjs

Kedjan: länken är SHA-256 över förra länken (32 byte; nollor först), innehållets SHA-256, registreringsnumret och
verifikationsnumret (8 byte var, högsta byten först). Innehållet är JSON-listan [...content, ...items] utan blanktecken.
${leftOut.length === 0 ? '' : `\n${leftOut.length} filer fanns inte att ta med: se leftOut i manifest.json.\n`}`
