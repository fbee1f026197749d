// What uploads are is told by their content: whole PDFs, JPEGs and PNGs are taken as they are, and nothing else is,
// regardless of its name and of what it would do when opened.
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkedCompany } from '#support/checked'
import {
  encryptedPdf,
  jpegFile,
  pdfBomb,
  pdfFile,
  pdfOf,
  pdfOfTrees,
  pngChunk,
  pngFile,
} from '#support/samples/sample-files'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
})
afterAll(() => service.close())

const workFiles = () => readdirSync(join(service.folder, 'work'))

/** What was taken is answered before its work file is removed: the next test counts what is there. */
afterEach(() => expect.poll(workFiles).toEqual([]))

const MB = 1024 * 1024

const aCatalog = '<< /Type /Catalog /Pages 2 0 R >>'
const aPage = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] >>'
const somePages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'

/** A ZIP archive with nothing in it, or with a comment. */
const emptyZip = (comment = ''): Buffer => {
  const end = Buffer.from('PK\x05\x06'.padEnd(22, '\0') + comment, 'latin1')
  end.writeUInt16LE(comment.length, 20)
  return end
}
const page = '<html><script>alert(1)</script></html>'
const text = (type: string, data: string | Buffer): Buffer => pngFile({ between: [pngChunk(type, Buffer.from(data))] })
/** A text of a PNG that inflates to so many bytes. */
const squeezed = (type: string, before: string, size: number): Buffer =>
  pngChunk(type, Buffer.concat([Buffer.from(before, 'latin1'), deflateSync(Buffer.alloc(size), { level: 9 })]))

/** Incompressible bytes, the same in every run: of random ones a few would pass for the head of compressed data. */
const unreadableBytes = createHash('sha512').update('encrypted').digest()

/** An encrypted PDF whose objects are in a stream that cannot be read without its key. */
const encryptedObjects = (): Buffer => {
  const stream = Buffer.concat([
    Buffer.from('<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length 64 >>\nstream\n'),
    unreadableBytes,
    Buffer.from('\nendstream'),
  ])
  const whole = pdfOf(aCatalog, stream, '<< /Filter /Standard /V 5 /R 6 >>').toString('latin1')
  return Buffer.from(whole.replace('/Root', '/Encrypt 3 0 R /Root').replace('%%EOF', 'startxref\n9\n%%EOF'), 'latin1')
}

const joined = async (...parts: (Buffer | string | Promise<Buffer>)[]): Promise<Buffer> =>
  Buffer.concat((await Promise.all(parts)).map((part) => Buffer.from(part as Buffer)))

type Make = () => Promise<Buffer> | Buffer

const taken: [what: string, file: Make, type: string][] = [
  ['a PDF of 300 pages           ', () => pdfFile(300), 'application/pdf'],
  ['a PDF with a password        ', encryptedPdf, 'application/pdf'],
  ['a PDF with encrypted objects ', encryptedObjects, 'application/pdf'],
  [
    'a PDF with notes that are none',
    () => pdfOf(aCatalog, somePages, `${aPage.slice(0, -2)} /Annots 17 >>`),
    'application/pdf',
  ],
  ['a PDF with blanks at its end ', () => joined(pdfFile(), '\n\n\0\0'), 'application/pdf'],
  ['a JPEG of 200 megapixels     ', () => jpegFile({ width: 16_320, height: 12_240 }), 'image/jpeg'],
  ['a JPEG with a film behind it ', () => joined(jpegFile(), Buffer.alloc(5000, 'ftypmp42')), 'image/jpeg'],
  ['a PNG with a profile         ', () => pngFile({ between: [squeezed('iCCP', 'ICC\0\0', MB)] }), 'image/png'],
  ['a PNG with a page as its text', () => text('tEXt', `Comment\0${page}`), 'image/png'],
  ['a PNG with a page behind it  ', () => joined(pngFile(), page), 'image/png'],
  ['a PNG with a spoilt text     ', () => text('zTXt', 'Comment\0\0not deflated'), 'image/png'],
]
test.each(taken)('%s is taken as what it is, and comes back as it was', async (_, make, contentType) => {
  const bytes = await make()
  const { status, body, text: said } = await company.upload('/uploads', 'underlag.html', bytes)
  expect(status, said).toBe(200)
  expect(body.contentType).toBe(contentType)
  const response = await fetch(`${company.url}/uploads/${body.id}/download`, {
    headers: { authorization: `Bearer ${company.token}` },
  })
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  expect(response.headers.get('content-type')).toBe(contentType)
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="underlag\.html\.(?:pdf|jpg|png)"/)
})

const notTaken = 'must be a JPEG, PNG or PDF file, judged by its content'
const damaged = 'the picture could not be read: '
const unreadable = 'the PDF could not be read'
const pixels = `${damaged}its pixels are cut off, damaged or too many`
const tooMuch = `${damaged}its texts or its profile are too large when decompressed`
const both = (other: string, type: string) => `the file is ${other} as well as ${type}, so it could be read in two ways`

const refused: [what: string, file: Make, message: string][] = [
  ['an empty file                ', () => Buffer.alloc(0), notTaken],
  ['one byte                     ', () => Buffer.of(0x89), notTaken],
  ['a text                       ', () => Buffer.from('Kvitto 100 kr'), notTaken],
  ['a page of the web            ', () => Buffer.from(page), notTaken],
  [
    'a drawing with a script      ',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    notTaken,
  ],
  ['a GIF                        ', () => Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1'), notTaken],
  ['a program                    ', () => Buffer.from('MZ\x90\x00', 'latin1'), notTaken],
  ['an archive                   ', () => emptyZip(), notTaken],
  ['a moving PNG                 ', () => pngFile({ between: [pngChunk('acTL', Buffer.alloc(8))] }), notTaken],
  ['a PDF behind a blank         ', () => joined(' ', pdfFile()), notTaken],
  ['a PDF behind a page          ', () => joined(page, pdfFile()), notTaken],
  ['a PDF behind a mark          ', () => joined(Buffer.from('\ufeff'), pdfFile()), notTaken],
  ['a PNG with a PDF in its text ', () => text('tEXt', 'Comment\0%PDF-1.7 1 0 obj'), both('a PDF', 'a PNG')],
  ['a PNG with a PDF behind it   ', () => joined(pngFile(), pdfFile()), both('a PDF', 'a PNG')],
  ['a JPEG with a PDF behind it  ', () => joined(jpegFile(), pdfFile()), both('a PDF', 'a JPEG')],
  ['a PNG that is an archive     ', () => joined(pngFile(), emptyZip()), both('a ZIP archive', 'a PNG')],
  [
    'a PNG with a talking archive ',
    () => joined(pngFile(), emptyZip('PK\x05\x06 hej')),
    both('a ZIP archive', 'a PNG'),
  ],
  ['a PDF that is an archive     ', () => joined(pdfFile(), emptyZip()), both('a ZIP archive', 'a PDF')],
  [
    'a PNG of gigapixels          ',
    () => pngFile({ width: 60_000, height: 60_000, pixels: Buffer.alloc(9) }),
    'the picture is 60000 × 60000 pixels; at most 16384 × 16384 are accepted',
  ],
  [
    'a PNG of too many bytes      ',
    () => pngFile({ width: 16_384, height: 16_384, depth: 16, colour: 6, pixels: Buffer.alloc(9) }),
    pixels,
  ],
  ['a PNG that inflates further  ', () => pngFile({ pixels: Buffer.alloc(100 * MB) }), pixels],
  ['a PNG that inflates less     ', () => pngFile({ pixels: Buffer.alloc(3) }), pixels],
  ['a PNG with a huge text       ', () => pngFile({ between: [squeezed('zTXt', 'C\0\0', 17 * MB)] }), tooMuch],
  [
    'a PNG with a huge text abroad',
    () => pngFile({ between: [squeezed('iTXt', 'C\0\x01\0sv\0\0', 17 * MB)] }),
    tooMuch,
  ],
  ['a PNG with a huge profile    ', () => pngFile({ between: [squeezed('iCCP', 'C\0\0', 17 * MB)] }), tooMuch],
  [
    'a PNG with many large texts  ',
    () => pngFile({ between: Array.from({ length: 5 }, () => squeezed('zTXt', 'C\0\0', 4 * MB)) }),
    tooMuch,
  ],
  [
    'a PNG of endlessly many parts',
    () =>
      pngFile({ between: [Buffer.concat(Array.from({ length: 100_001 }, () => pngChunk('teSt', Buffer.alloc(0))))] }),
    `${damaged}a chunk is cut off or damaged`,
  ],
  ['a PNG cut off                ', () => pngFile().subarray(0, -14), `${damaged}a chunk is cut off or damaged`],
  ['a JPEG cut off               ', () => jpegFile().subarray(0, 270), `${damaged}it is cut off`],
  ['a PDF in name only           ', () => Buffer.from('%PDF-1.7\nhej'), unreadable],
  ['a PDF cut off                ', async () => (await pdfFile(3)).subarray(0, 200), unreadable],
  ['a PDF without pages          ', () => pdfOf(aCatalog, '<< /Type /Pages /Kids [] /Count 0 >>'), unreadable],
  ['a PDF going round            ', () => pdfOf(aCatalog, '<< /Type /Pages /Kids [2 0 R] /Count 1 >>'), unreadable],
  ['a PDF that inflates endlessly', pdfBomb, unreadable],
  ['a PDF of endlessly many pages', () => pdfOfTrees(40), 'the PDF has more than 5000 pages'],
]
test.each(refused)('%s is refused, and nothing is left of it', async (_, make, message) => {
  const kept = () => readdirSync(service.folder, { recursive: true }).length
  const before = [kept(), (await company.get('/uploads')).body.totalItems]
  const { status, body } = await company.upload('/uploads', 'kvitto.pdf', await make())
  expect([status, body.errors]).toEqual([400, [{ field: '#/file', message }]])
  expect([kept(), (await company.get('/uploads')).body.totalItems]).toEqual(before)
  expect(workFiles()).toEqual([])
})
