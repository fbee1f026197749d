// Receipts as shops print them and telephones photograph them: drawn, turned, with dirt on them.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { degrees, PDFDocument as PDF } from 'pdf-lib'
import PDFDocument from 'pdfkit'

/** A row with something on its left and on its right. */
export type Row = readonly [left: string, right?: string]

type Drawn = {
  rows: readonly Row[]
  /** By how many degrees it lies askew. */
  turned?: number
  /** How many specks of dirt there are. */
  specks?: number
}

export const matboden: readonly Row[] = [
  ['Matboden Storgatan'],
  ['Storgatan 12, 903 26 Umeå'],
  ['Org.nr 556036-0793'],
  ['2026-06-05 12:41', 'Kassa 3'],
  ['Kaffe mellanrost 450 g', '64,95'],
  ['Fikabröd 12 st', '49,55'],
  ['Mjölk', '15,00'],
  ['Att betala', '129,50'],
  ['Kontokort', '129,50'],
  ['Moms 12 %', '13,88'],
  ['Tack för besöket!'],
]

const require = createRequire(import.meta.url)
/** Fonts that lie in the PDF: one that it only names is the one of the machine, which may be any. */
const FONTS = {
  regular: require.resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf'),
  bold: require.resolve('pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf'),
}

const WIDTH = 226
const MARGIN = 14
const ROW = 17

/** A receipt as a PDF with text. */
export const receiptPdf = ({ rows, turned = 0, specks = 0 }: Drawn): Promise<Buffer> => {
  const height = 60 + rows.length * ROW
  const paper = new PDFDocument({ size: [WIDTH + 30, height], margin: MARGIN })
  paper
    .rect(0, 0, WIDTH + 30, height)
    .fill('#f4f2ec')
    .fillColor('#222222')
  paper.rotate(turned, { origin: [WIDTH / 2, height / 2] })
  for (const [index, [left, right]] of rows.entries()) {
    const y = 30 + index * ROW
    paper.font(index === 0 ? FONTS.bold : FONTS.regular).fontSize(index === 0 ? 12 : 9)
    paper.text(left, MARGIN + 10, y, { lineBreak: false })
    if (right) paper.text(right, MARGIN + 10, y, { width: WIDTH - 2 * MARGIN, align: 'right' })
  }
  // Never the same place twice, and the same places each time.
  for (let speck = 0; speck < specks; speck += 1) {
    paper.circle((speck * 97.3) % (WIDTH + 30), (speck * 61.7) % height, 0.35).fill('#777777')
  }
  return bytesOf(paper)
}

const bytesOf = (paper: PDFKit.PDFDocument): Promise<Buffer> =>
  new Promise((resolve) => {
    const parts: Buffer[] = []
    paper.on('data', (part: Buffer) => void parts.push(part))
    paper.on('end', () => resolve(Buffer.concat(parts)))
    paper.end()
  })

/** The same as a picture of its first page. */
export const pictured = (pdf: Buffer, kind: 'png' | 'jpeg' = 'png', dotsPerInch = 150): Buffer => {
  const folder = mkdtempSync(join(tmpdir(), 'grundbok-receipt-'))
  try {
    writeFileSync(join(folder, 'paper.pdf'), pdf)
    const given = ['-r', String(dotsPerInch), `-${kind}`, '-gray', '-singlefile', 'paper.pdf', 'picture']
    execFileSync('pdftoppm', given, { cwd: folder })
    return readFileSync(join(folder, `picture.${kind === 'png' ? 'png' : 'jpg'}`))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const receiptPicture = async (drawn: Drawn, kind: 'png' | 'jpeg' = 'png'): Promise<Buffer> =>
  pictured(await receiptPdf(drawn), kind)

/** A photo whose camera was held sideways: it lies, and its head says so, in either order of bytes. */
export const sideways = async ({ rows }: Drawn, order: 'MM' | 'II'): Promise<Buffer> => {
  const pdf = await PDF.load(await receiptPdf({ rows }))
  // Turned once more by 90 degrees to the right it is upright.
  pdf.getPage(0).setRotation(degrees(270))
  const photo = pictured(Buffer.from(await pdf.save()), 'jpeg')
  const number = (value: number, bytes: number) => {
    const written = Buffer.alloc(bytes)
    if (order === 'MM') written.writeUIntBE(value, 0, bytes)
    else written.writeUIntLE(value, 0, bytes)
    return written
  }
  const tag = [number(0x0112, 2), number(3, 2), number(1, 4), number(TURN_RIGHT, 2), number(0, 2)]
  const body = Buffer.concat([Buffer.from(order), number(42, 2), number(8, 4), number(1, 2), ...tag, number(0, 4)])
  const head = Buffer.concat([Buffer.from('Exif\0\0'), body])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(head.length + 2)
  return Buffer.concat([photo.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, head, photo.subarray(2)])
}

/** Orientation 6 of Exif. */
const TURN_RIGHT = 6

/** A PDF as a scanner makes it: nothing but a picture. */
export const scanned = (picture: Buffer, [width, height]: readonly [number, number]): Promise<Buffer> => {
  const paper = new PDFDocument({ size: [width, height], margin: 0 })
  paper.image(picture, 0, 0, { width, height })
  return bytesOf(paper)
}
