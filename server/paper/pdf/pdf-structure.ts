// The logical structure of the document in reading order, beside decoration (ISO 32000-1, 14.8): each drawing call
// states the role of its text, and everything else is an artifact.

/** Grouping elements, such as a table row. */
type Group = 'Table' | 'TR' | 'L' | 'LI'

type Element = { type: string; scope?: 'Column' | 'Row' }

/** The roles of texts and pictures, by the standard's types. */
const elements = {
  title: { type: 'H1' },
  heading: { type: 'H2' },
  paragraph: { type: 'P' },
  /** In a list item (`L`, `LI`): its label, and its body. */
  label: { type: 'Lbl' },
  value: { type: 'LBody' },
  /** In a table: column and row headers, and cells. */
  columnHead: { type: 'TH', scope: 'Column' },
  rowHead: { type: 'TH', scope: 'Row' },
  cell: { type: 'TD' },
  figure: { type: 'Figure' },
} as const satisfies Record<string, Element>

export type Part = keyof typeof elements

/**
 * `alt` describes a picture, `box` is its position (left, top, right, bottom); `columns` is the column span of a cell.
 */
type PartFacts = { alt?: string; box?: readonly [number, number, number, number]; columns?: number }

type Sheet = PDFKit.PDFDocument
/** Missing in the library's types. */
type Struct = PDFKit.PDFStructureElement & { dictionary: { data: Record<string, unknown> } }

/** The open groups of a document, innermost last; `isWhole` while something without parts is drawn. */
const openOn = new WeakMap<Sheet, { groups: Struct[]; isWhole: boolean }>()

/** Starts the structure of a document. Without it, everything is decoration. */
export const beginStructure = (sheet: Sheet): void => {
  const root = sheet.struct('Document') as Struct
  sheet.addStructure(root)
  openOn.set(sheet, { groups: [root], isWhole: false })
}

/** Draws a group. */
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

/** Draws one element in the open group. */
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

/** Draws an artifact: rules, panels, and repeated page content. */
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
