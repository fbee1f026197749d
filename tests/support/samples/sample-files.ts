// Files as people attach them, and hostile ones, made byte by byte.
import { once } from 'node:events'
import { crc32, deflateSync } from 'node:zlib'
import { PDFDocument } from 'pdf-lib'
import PdfKit from 'pdfkit'

type Png = {
  width?: number
  height?: number
  depth?: number
  colour?: number
  interlace?: number
  /** The pixels with their filter bytes, when they are not those that the header asks for. */
  pixels?: Buffer
  /** Chunks between the header and the pixels. */
  between?: Buffer[]
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A black PNG; eight bits of grey when nothing else is said. */
export const pngFile = (options: Png = {}): Buffer => {
  const { width = 3, height = 2, depth = 8, colour = 0, interlace = 0, between = [] } = options
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colour, 0, 0, interlace], 8)
  const pixels = options.pixels ?? Buffer.alloc(height * (1 + Math.ceil((width * depth) / 8)))
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    ...between,
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export const pngChunk = (type: string, data: Buffer): Buffer => {
  const chunk = Buffer.alloc(data.length + 12)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8)
  return chunk
}

const BASELINE =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAAQABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAABQT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AIjQU0D/2Q=='
const PROGRESSIVE =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wgARCAAQABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAABAP/xAAUAQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIQAxAAAAGDRNP/xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oACAEBAAEFAh//xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAEDAQE/AX//xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAECAQE/AX//xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oACAEBAAY/Ah//xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oACAEBAAE/IR//2gAMAwEAAgADAAAAEPP/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAEDAQE/EH//xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAECAQE/EH//xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oACAEBAAE/EB//2Q=='

/** A picture of 16 × 16 pixels, made by a real program; its frame may say another size. */
export const jpegFile = ({ progressive = false, width = 16, height = 16 } = {}): Buffer => {
  const bytes = Buffer.from(progressive ? PROGRESSIVE : BASELINE, 'base64')
  const frame = bytes.indexOf(Buffer.from([0xff, progressive ? 0xc2 : 0xc0, 0x00, 0x11]))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return bytes
}

/** A PDF of empty pages. */
export const pdfFile = async (pages = 1): Promise<Buffer> => {
  const document = await PDFDocument.create()
  for (let count = 0; count < pages; count += 1) document.addPage()
  return Buffer.from(await document.save())
}

/** A PDF that asks for a password. */
export const encryptedPdf = async (): Promise<Buffer> => {
  const document = new PdfKit({ userPassword: 'hemligt', pdfVersion: '1.7' })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  document.text('Hemligt')
  document.end()
  await once(document, 'end')
  return Buffer.concat(chunks)
}

/** A PDF written by hand: numbered objects, of which the first is the catalog. */
export const pdfOf = (...objects: (string | Buffer)[]): Buffer =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects.flatMap((object, index) => [Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), ENDOBJ]),
    Buffer.from(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF\n`),
  ])

const ENDOBJ = Buffer.from('\nendobj\n')

/** A PDF of a few kilobytes, of which a part inflates to more than any reader should take. */
export const pdfBomb = (): Buffer => {
  // Squeezed quickly, and then well: what comes of the first time is small.
  const squeezed = deflateSync(deflateSync(Buffer.alloc(BOMB_BYTES), { level: 1 }), { level: 9 })
  const dictionary = `<< /Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode] /Length ${squeezed.length} >>`
  const stream = Buffer.concat([Buffer.from(`${dictionary}\nstream\n`), squeezed, Buffer.from('\nendstream')])
  return pdfOf('<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>', stream)
}

const BOMB_BYTES = 256 * 1024 * 1024

/** A PDF whose pages are one page, named by trees of trees: `2 ** depth` of them. */
export const pdfOfTrees = (depth: number): Buffer => {
  const trees = Array.from({ length: depth }, (_, index) => {
    const below = `${index + 3} 0 R`
    return `<< /Type /Pages /Kids [${below} ${below}] /Count 2 >>`
  })
  const page = `<< /Type /Page /Parent ${depth + 1} 0 R /MediaBox [0 0 10 10] >>`
  return pdfOf('<< /Type /Catalog /Pages 2 0 R >>', ...trees, page)
}
