// What stands on the sheets, in the order in which it is read aloud, beside what is only drawn (ISO 32000-1, 14.8):
// each place that draws says what its text is, and everything else is an artifact.

/** What groups others, such as a row its cells. */
export type Group = 'Table' | 'TR' | 'L' | 'LI'

type Element = { type: string; scope?: 'Column' | 'Row' }

/** What a text or a picture is, by the types of the standard. */
const elements = {
  title: { type: 'H1' },
  heading: { type: 'H2' },
  paragraph: { type: 'P' },
  /** Of an entry in a list (`L`, `LI`): what it is called, and what it says. */
  label: { type: 'Lbl' },
  value: { type: 'LBody' },
  /** Of a table: what a column and a row are called, and what stands in them. */
  columnHead: { type: 'TH', scope: 'Column' },
  rowHead: { type: 'TH', scope: 'Row' },
  cell: { type: 'TD' },
  figure: { type: 'Figure' },
} as const satisfies Record<string, Element>

export type Part = keyof typeof elements

/** `alt` says a picture in words, `box` where it is (left, top, right, bottom); `columns` how many a cell spans. */
export type PartFacts = { alt?: string; box?: readonly [number, number, number, number]; columns?: number }

type Sheet = PDFKit.PDFDocument
/** What the types of the library leave out. */
type Struct = PDFKit.PDFStructureElement & { dictionary: { data: Record<string, unknown> } }

/** The groups that are open on a sheet, the innermost last; `isWhole` while something is drawn that has no parts. */
const openOn = new WeakMap<Sheet, { groups: Struct[]; isWhole: boolean }>()

/** Begins the structure of a document. On sheets that have none everything is only drawn. */
export const beginStructure = (sheet: Sheet): void => {
  const root = sheet.struct('Document') as Struct
  sheet.addStructure(root)
  openOn.set(sheet, { groups: [root], isWhole: false })
}

/** Draws what belongs together as a group. */
export const within = <T>(sheet: Sheet, group: Group, draw: () => T): T => {
  const open = openOn.get(sheet)
  if (!open || open.isWhole) return draw()
  const element = sheet.struct(group) as Struct
  open.groups.at(-1)?.add(element)
  open.groups.push(element)
  try {
    return draw()
  } finally {
    open.groups.pop()
  }
}

/** Draws one thing that is read, in the group that is open; all that it draws is one. */
export const part = (sheet: Sheet, kind: Part, draw: () => void, { alt, box, columns = 1 }: PartFacts = {}): void => {
  const open = openOn.get(sheet)
  if (!open || open.isWhole) {
    draw()
    return
  }
  const { type, ...facts }: Element = elements[kind]
  const element = sheet.struct(type, { ...facts, ...(alt ? { alt } : {}), ...(box ? { bbox: box } : {}) }) as Struct
  if (columns > 1) element.dictionary.data.A = { O: 'Table', ColSpan: columns }
  open.groups.at(-1)?.add(element)
  const content = sheet.markStructureContent(type)
  open.isWhole = true
  try {
    draw()
  } finally {
    sheet.endMarkedContent()
    open.isWhole = false
  }
  element.add(content)
}

/** Draws what is no part of the content: rules and fields, and what each page repeats. */
export const artifact = <T>(sheet: Sheet, type: 'Layout' | 'Pagination', draw: () => T): T => {
  const open = openOn.get(sheet)
  if (!open || open.isWhole) return draw()
  open.isWhole = true
  sheet.markContent('Artifact', { type })
  try {
    return draw()
  } finally {
    sheet.endMarkedContent()
    open.isWhole = false
  }
}
