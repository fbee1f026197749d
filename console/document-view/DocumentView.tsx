// Shows a document of any owner: PDF, PNG, JPEG, or a readable e-invoice; larger, smaller, turned, page by page. It
// keeps its zoom when the next one opens. `o o` goes to the paper, where + and − and the pages have keys of their own.
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { bound, FailureMessage, PageSkeleton } from '#ui'
import { useWords } from '#words'
import type { Pdf } from './pdf.ts'
import { words } from './words.ts'

/** A place on a page, which counts from 1, in parts of its width and height. */
export type Place = { page: number; box: { top: number; left: number; width: number; height: number } }

/** Each step makes it this much larger. */
const STEP = 1.25
const LARGEST = 6
const SMALLEST = 0.4

type Content = { id: number } & (
  | { kind: 'pdf'; pdf: Pdf }
  | { kind: 'picture'; address: string }
  | { kind: 'eInvoice' }
  | { kind: 'unreadable'; isLocked: boolean }
)

type Given = {
  /** What it is, for those who cannot see it. */
  title?: string | undefined
  /** Answers the file, and changes when another file is meant. */
  load: () => Promise<Blob>
  /** Where it can be downloaded; left out where the page offers that elsewhere. */
  address?: string
  /** What an e-invoice says, where the page knows that. */
  eInvoice?: ReactNode
  /** What is shown on it. */
  place?: Place | null
}

export const DocumentView = ({ title, load, address, eInvoice, place = null }: Given) => {
  const texts = useWords(words)
  const name = title ?? texts.document
  const { content, error, again } = useContent(load)
  const [zoom, setZoom] = useState(1)
  const [turns, setTurns] = useState(0)
  const [page, setPage] = useState(1)
  useEffect(() => {
    if (content) [setPage(1), setTurns(0)]
  }, [content])
  useEffect(() => {
    if (place) setPage(place.page)
  }, [place])
  const mark = place?.page === page && (content?.kind === 'picture' || turns === 0) ? place.box : null
  const pages = content?.kind === 'pdf' ? content.pdf.numPages : 1
  const scale = (by: number) => setZoom((was) => Math.min(LARGEST, Math.max(SMALLEST, was * by)))
  const turn = () => setTurns((was) => (was + 1) % 4)
  const goTo = (to: number) => setPage(Math.min(pages, Math.max(1, to)))
  const doing: Readonly<Record<string, () => void>> = {
    '+': () => scale(STEP),
    '-': () => scale(1 / STEP),
    '0': () => setZoom(1),
    r: turn,
    ...(pages > 1 ? { PageDown: () => goTo(page + 1), PageUp: () => goTo(page - 1) } : {}),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const work = event.ctrlKey || event.metaKey || event.altKey ? undefined : doing[event.key]
    if (!work) return
    event.preventDefault()
    work()
  }
  return (
    <div className="document">
      <div className="document-bar">
        {content?.kind !== 'eInvoice' && (
          <>
            <Tool sign="−" keys="o -" label={texts.smaller} onClick={() => scale(1 / STEP)} />
            <Tool sign="+" keys="o +" label={texts.larger} onClick={() => scale(STEP)} />
            <Tool sign="↔" keys="o 0" label={texts.fit} onClick={() => setZoom(1)} />
            <Tool sign="↻" keys="o r" label={texts.turn} onClick={turn} />
          </>
        )}
        {pages > 1 && (
          <>
            <Tool sign="‹" keys="o p" label={texts.previous} isOff={page <= 1} onClick={() => goTo(page - 1)} />
            <span aria-live="polite">{texts.page(page, pages)}</span>
            <Tool sign="›" keys="o n" label={texts.next} isOff={page >= pages} onClick={() => goTo(page + 1)} />
          </>
        )}
        {address && (
          <a href={address} download>
            {texts.download}
          </a>
        )}
      </div>
      <div
        className="document-paper"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
        tabIndex={0}
        role="region"
        aria-label={name}
        data-enter=""
        data-keys-label={texts.paper}
        onKeyDown={onKeyDown}
        {...bound('o o')}
      >
        {error !== null && <FailureMessage error={error} retry={again} />}
        {!content && error === null && <PageSkeleton />}
        {content?.kind === 'pdf' && (
          <PdfPage key={content.id} name={name} pdf={content.pdf} number={page} zoom={zoom} turns={turns} mark={mark} />
        )}
        {content?.kind === 'picture' && (
          <Picture key={content.id} name={name} address={content.address} zoom={zoom} turns={turns} mark={mark} />
        )}
        {content?.kind === 'eInvoice' && (eInvoice ?? <p className="notice">{texts.eInvoice}</p>)}
        {content?.kind === 'unreadable' && (
          <p role="alert" className="notice">
            {content.isLocked ? texts.locked : texts.broken}
          </p>
        )}
      </div>
    </div>
  )
}

type Pressed = { sign: string; keys: string; label: string; isOff?: boolean; onClick: () => void }

/** Does not take the focus from the form beside it. */
const Tool = ({ sign, keys, label, isOff = false, onClick }: Pressed) => (
  <button
    type="button"
    className="icon-button"
    aria-label={label}
    title={label}
    disabled={isOff}
    onClick={onClick}
    data-stays=""
    {...bound(keys)}
  >
    {sign}
  </button>
)

/** What the file shows; what was there stays until the next one is read. */
const useContent = (load: () => Promise<Blob>) => {
  const [content, setContent] = useState<Content | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const held = useRef<Content | null>(null)
  useEffect(() => {
    let isGone = false
    const take = (next: Content | null) => {
      letGo(held.current)
      held.current = next
      setContent(next)
    }
    setError(null)
    load()
      .then(contentOf)
      .then(
        (read) => (isGone ? letGo(read) : take(read)),
        (thrown) => {
          if (isGone) return
          take(null)
          setError(thrown)
        },
      )
    return () => {
      isGone = true
    }
  }, [load, attempt])
  useEffect(() => () => letGo(held.current), [])
  return { content, error, again: () => setAttempt((was) => was + 1) }
}

/** How many have been read: each is drawn anew. */
let count = 0

const contentOf = async (file: Blob): Promise<Content> => {
  count += 1
  const id = count
  if (file.type.startsWith('application/xml')) return { id, kind: 'eInvoice' }
  if (!file.type.startsWith('application/pdf')) return { id, kind: 'picture', address: URL.createObjectURL(file) }
  const { openPdf } = await import('./pdf.ts')
  try {
    return { id, kind: 'pdf', pdf: await openPdf(await file.arrayBuffer()) }
  } catch (cause) {
    return { id, kind: 'unreadable', isLocked: cause instanceof Error && cause.name === 'PasswordException' }
  }
}

const letGo = (content: Content | null): void => {
  if (content?.kind === 'picture') URL.revokeObjectURL(content.address)
  if (content?.kind === 'pdf') void content.pdf.destroy()
}

type Shown = { name: string; zoom: number; turns: number; mark: Place['box'] | null }

const inPercent = (part: number): string => `${part * 100}%`

/** A frame around a place, which the paper is moved to; the page around it stays where it is. */
const PlaceMark = ({ left, top, width, height }: Place['box']) => {
  const texts = useWords(words)
  const own = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const paper = own.current?.closest('.document-paper')
    if (!own.current || !paper) return
    const mark = own.current.getBoundingClientRect()
    const seen = paper.getBoundingClientRect()
    if (mark.top < seen.top || mark.bottom > seen.bottom) paper.scrollTop += mark.top - seen.top - seen.height / 3
    if (mark.left < seen.left || mark.right > seen.right) paper.scrollLeft += mark.left - seen.left - seen.width / 3
  }, [left, top])
  return (
    <div
      ref={own}
      className="read-place"
      role="img"
      aria-label={texts.place}
      style={{ left: inPercent(left), top: inPercent(top), width: inPercent(width), height: inPercent(height) }}
    />
  )
}

const PdfPage = ({ pdf, number, zoom, turns, name, mark }: Shown & { pdf: Pdf; number: number }) => {
  const texts = useWords(words)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [text, setText] = useState('')
  const [isBroken, setIsBroken] = useState(false)
  useEffect(() => {
    const own = canvas.current
    const width = own?.closest('.document-paper')?.clientWidth ?? 0
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
  return isBroken ? (
    <p role="alert" className="notice">
      {texts.broken}
    </p>
  ) : (
    <div className="document-sheet">
      <canvas ref={canvas} role="img" aria-label={text || name} />
      {mark && <PlaceMark {...mark} />}
    </div>
  )
}

const Picture = ({ address, zoom, turns, name, mark }: Shown & { address: string }) => {
  const texts = useWords(words)
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken)
    return (
      <p role="alert" className="notice">
        {texts.broken}
      </p>
    )
  return (
    <div className="document-sheet" style={{ width: inPercent(zoom), transform: `rotate(${turns * 90}deg)` }}>
      <img src={address} alt={name} onError={() => setIsBroken(true)} />
      {mark && <PlaceMark {...mark} />}
    </div>
  )
}
