// A document beside what it becomes: PDF, PNG or JPEG; larger, smaller, turned, page by page. It keeps its zoom and its
// place when the next one opens.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { base, refusalOf, useCompany } from '#client'
import { Bones, Wrong } from '#ui'
import { useWords } from '#words'
import type { Pdf } from './pdf.ts'
import { words } from './words.ts'

/** Each step makes it this much larger. */
const STEP = 1.25
const LARGEST = 6
const SMALLEST = 0.4

const addressOf = (companyId: string, uploadId: string) =>
  `${base}/v1/companies/${companyId}/uploads/${uploadId}/download`

type File = { type: string; bytes: ArrayBuffer; pdf: Pdf | null }

const readFile = async (address: string, signal: AbortSignal): Promise<File> => {
  const response = await fetch(address, { signal })
  if (!response.ok) throw await refusalOf(response)
  const type = response.headers.get('content-type') ?? ''
  const bytes = await response.arrayBuffer()
  if (!type.startsWith('application/pdf')) return { type, bytes, pdf: null }
  const { openPdf } = await import('./pdf.ts')
  return { type, bytes, pdf: await openPdf(bytes) }
}

export const DocumentView = ({ uploadId }: { uploadId: string }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const [zoom, setZoom] = useState(1)
  const [turns, setTurns] = useState(0)
  const [page, setPage] = useState(1)
  const address = addressOf(companyId, uploadId)
  const { data, error } = useQuery({
    queryKey: ['document', address],
    queryFn: ({ signal }) => readFile(address, signal),
    staleTime: Infinity,
    // A document never changes; those looked at are kept for as long as somebody goes back and forth.
    gcTime: 60_000,
    retry: false,
  })
  useEffect(() => {
    if (uploadId) [setPage(1), setTurns(0)]
  }, [uploadId])
  const pages = data?.pdf?.numPages ?? 1
  const scaled = (by: number) => setZoom((was) => Math.min(LARGEST, Math.max(SMALLEST, was * by)))
  return (
    <section className="document" aria-label={texts.document}>
      <div className="document-bar">
        <button type="button" className="icon-button" aria-label={texts.smaller} onClick={() => scaled(1 / STEP)}>
          −
        </button>
        <button type="button" className="icon-button" aria-label={texts.larger} onClick={() => scaled(STEP)}>
          +
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={texts.turn}
          onClick={() => setTurns((was) => (was + 1) % 4)}
        >
          ↻
        </button>
        {pages > 1 && (
          <>
            <button
              type="button"
              className="icon-button"
              aria-label={texts.previous}
              disabled={page <= 1}
              onClick={() => setPage(page - 1)}
            >
              ‹
            </button>
            <span>{texts.page(page, pages)}</span>
            <button
              type="button"
              className="icon-button"
              aria-label={texts.next}
              disabled={page >= pages}
              onClick={() => setPage(page + 1)}
            >
              ›
            </button>
          </>
        )}
        <a href={address} download>
          {texts.download}
        </a>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <div className="document-paper" tabIndex={0} role="region" aria-label={texts.document}>
        {error && <Wrong error={error} />}
        {!data && !error && <Bones />}
        {data?.pdf && <PdfPage pdf={data.pdf} number={Math.min(page, pages)} zoom={zoom} turns={turns} />}
        {data && !data.pdf && <Picture file={data} zoom={zoom} turns={turns} />}
      </div>
    </section>
  )
}

const PdfPage = ({ pdf, number, zoom, turns }: { pdf: Pdf; number: number; zoom: number; turns: number }) => {
  const texts = useWords(words)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [text, setText] = useState('')
  const [isBroken, setIsBroken] = useState(false)
  useEffect(() => {
    const own = canvas.current
    const width = own?.parentElement?.clientWidth ?? 0
    if (!own || width === 0) return
    let isOver = false
    // Drawn aside and shown whole: a page that is drawn again does not blink.
    const aside = document.createElement('canvas')
    void import('./pdf.ts')
      .then(({ drawPage }) => drawPage(pdf, aside, { number, turns, width: width * zoom }))
      .then((read) => {
        if (isOver) return
        own.width = aside.width
        own.height = aside.height
        own.style.width = `${width * zoom}px`
        own.getContext('2d')?.drawImage(aside, 0, 0)
        setText(read)
      })
      .catch(() => !isOver && setIsBroken(true))
    return () => {
      isOver = true
    }
  }, [pdf, number, zoom, turns])
  return isBroken ? <p>{texts.broken}</p> : <canvas ref={canvas} role="img" aria-label={text || texts.document} />
}

const Picture = ({ file, zoom, turns }: { file: File; zoom: number; turns: number }) => {
  const texts = useWords(words)
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([file.bytes], { type: file.type }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (!address) return null
  return (
    <img
      src={address}
      alt={texts.document}
      style={{ width: `${zoom * 100}%`, transform: `rotate(${turns * 90}deg)` }}
    />
  )
}
