// SIE files in and out: what a file would do is shown before anything is booked, and each year can be downloaded.
import { Checkbox, FileButton, Progress, TextInput } from '@mantine/core'
import { useState } from 'react'
import { base, isRefused, queries, type Schema, sendFile, useCompany, useRefresh } from '#client'
import { ActionButton, FailureMessage, Page, PageSkeleton, useAnnounce } from '#ui'
import { useWords } from '#words'
import { Report } from './Report.tsx'
import { words } from './words.ts'

export { SiePage as Page }

type Done = { report: Schema<'SieImportReport'> } | { error: unknown }

const SiePage = () => {
  const texts = useWords(words)
  const { may } = useCompany()
  return (
    <Page title={texts.title}>
      {may('sie:write') && <Import />}
      <Export />
    </Page>
  )
}

const Import = () => {
  const texts = useWords(words)
  const say = useAnnounce()
  const refresh = useRefresh()
  const { id: companyId } = useCompany()
  const [file, setFile] = useState<File | null>(null)
  const [isForced, setIsForced] = useState(false)
  const [map, setMap] = useState('')
  const [takesResult, setTakesResult] = useState(false)
  const [difference, setDifference] = useState('')
  const [busy, setBusy] = useState<{ text: string; part: number } | null>(null)
  const [done, setDone] = useState<Done | null>(null)

  const send = async (sent: File, isTrial: boolean) => {
    const query = new URLSearchParams({
      ...(isTrial && { dryRun: 'true' }),
      ...(isForced && { force: 'true' }),
      ...(takesResult && { openingDifference: 'resultOfYearBefore' }),
      ...(difference.trim() && { voucherDifference: difference.trim() }),
      ...(map.trim() && { map: map.replaceAll(' ', '') }),
    })
    const text = isTrial ? texts.checking(sent.name) : texts.importing(sent.name)
    setBusy({ text, part: 0 })
    try {
      const report = await sendFile<Schema<'SieImportReport'>>(companyId, {
        path: `/sie/import?${query}`,
        file: sent,
        onProgress: (part) => setBusy({ text, part }),
      })
      setDone({ report })
      if (isTrial) return
      say(report.alreadyImported ? texts.already : texts.done(report.made.journalEntries))
      await refresh('journal-entries', 'chart-of-accounts', 'fiscal-years', 'tag-groups', 'reports')
    } catch (error) {
      setDone({ error })
    } finally {
      setBusy(null)
    }
  }
  const choose = (chosen: File | null | undefined) => {
    if (!chosen) return
    setFile(chosen)
    setDone(null)
    void send(chosen, true)
  }
  const report = done && 'report' in done ? done.report : null
  const error = done && 'error' in done ? done.error : null
  return (
    <section
      className="card sie"
      aria-label={texts.import}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        choose(event.dataTransfer.files[0])
      }}
    >
      <h2>{texts.import}</h2>
      <p className="soft">{texts.importLead}</p>
      <div className="button-row">
        <FileButton onChange={choose} inputProps={{ 'aria-label': texts.choose }}>
          {({ onClick }) => (
            <ActionButton keys="u" variant={file ? 'default' : 'filled'} onClick={onClick}>
              {file ? texts.another : texts.choose}
            </ActionButton>
          )}
        </FileButton>
      </div>
      {busy && (
        <div role="status">
          <p>{busy.text}</p>
          <Progress value={busy.part * 100} aria-label={texts.progress} animated />
        </div>
      )}
      {error !== null && <RefusedFile error={error} />}
      {report && <Report report={report} />}
      {file && done && (report === null || report.dryRun) && (
        <>
          <Checkbox
            label={texts.force}
            checked={isForced}
            onChange={({ currentTarget }) => setIsForced(currentTarget.checked)}
          />
          <Checkbox
            label={texts.takesResult}
            checked={takesResult}
            onChange={({ currentTarget }) => setTakesResult(currentTarget.checked)}
          />
          <TextInput
            label={texts.difference}
            description={texts.differenceHint}
            inputMode="numeric"
            value={difference}
            onChange={({ currentTarget }) => setDifference(currentTarget.value)}
          />
          <TextInput
            label={texts.map}
            description={texts.mapHint}
            value={map}
            onChange={({ currentTarget }) => setMap(currentTarget.value)}
          />
          <div className="button-row">
            <ActionButton variant="default" disabled={busy !== null} onClick={() => void send(file, true)}>
              {texts.check}
            </ActionButton>
            {report && !report.alreadyImported && (
              <ActionButton keys="Mod+Enter" loading={busy !== null} onClick={() => void send(file, false)}>
                {texts.run}
              </ActionButton>
            )}
          </div>
        </>
      )}
    </section>
  )
}

/** A remedy names what programs send; people have fields and boxes for it. */
const inWordsOfPage = (sentence: string, texts: (typeof words)['sv']): string =>
  sentence
    .replaceAll('openingDifference=resultOfYearBefore', texts.ofResult)
    .replaceAll('force=true', texts.ofForce)
    .replace(/voucherDifference=(\d+)/g, (_, account: string) => texts.ofDifference(account))
    .replace(/map=(\S+:\d+)/g, (_, map: string) => texts.ofMap(map))

/** Each thing that is wrong with the file, in the words of the service. */
const RefusedFile = ({ error }: { error: unknown }) => {
  const texts = useWords(words)
  const sentences = isRefused(error) ? error.sentences : []
  if (sentences.length === 0) return <FailureMessage error={error} />
  return (
    <div role="alert" className="sie-refused">
      <h3>{texts.refused}</h3>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{inWordsOfPage(sentence, texts)}</li>
        ))}
      </ul>
    </div>
  )
}

const Export = () => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const { data, error } = queries.useQuery(
    'get',
    '/companies/{companyId}/fiscal-years',
    { params: { path: { companyId } } },
    { enabled: may('fiscal-years:read') },
  )
  return (
    <section className="card sie" aria-label={texts.export}>
      <h2>{texts.export}</h2>
      <p className="soft">{texts.exportLead}</p>
      {error && <FailureMessage error={error} />}
      {!data && !error && <PageSkeleton lines={2} />}
      {data?.items.length === 0 && <p>{texts.none}</p>}
      <ul className="plain-list">
        {data?.items.map(({ id, startDate, endDate }) => (
          <li key={id}>
            <a href={`${base}/v1/companies/${companyId}/sie/${id}/download`} download>
              {texts.download(startDate, endDate)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
