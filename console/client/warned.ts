// What is doubtful of something that was done all the same: the service says it beside its answer, and a listener says
// it to the person.

/**
 * Tells `warned`, with the sentences in the language of the page; and `draft-lost` where the service keeps a draft no
 * longer, with the reason, or null where another device goes on with it; and `draft-gone` where another window has
 * saved or thrown away what is typed here.
 */
export const warnings = new EventTarget()

/** The warnings shown, each once for a company: a user who publishes ten invoices reads of a missing account once. */
const told = new Set<string>()
const MOST = 1000

/** Tells what the header says of a request to this address; a trial has done nothing that could be told. */
export const tellWarnings = (address: string, header: string | null): void => {
  if (header === null || /[?&]dryRun=true\b/.test(address)) return
  const sentences = header.split(',').map((one) => plain(one.trim()))
  const [, company = ''] = /\/companies\/([^/]+)/.exec(address) ?? []
  if (told.size >= MOST) told.clear()
  const fresh = sentences.filter((sentence) => !told.has(`${company} ${sentence}`))
  for (const sentence of fresh) told.add(`${company} ${sentence}`)
  if (fresh.length === 0) return
  warnings.dispatchEvent(new CustomEvent('warned', { detail: fresh }))
}

/** A warning without the pointer to its field; one that was cut may end in half of a character's code. */
const plain = (encoded: string): string =>
  decodeURIComponent(encoded.replace(/(?:%[\da-f]?)+$/i, '')).replace(/^#[^:]*: /, '')
