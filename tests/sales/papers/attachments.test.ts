// Attachments of invoices: what they are is told by their content, they are kept and given back byte for byte, and
// nothing is left of those that are refused.
import { createHash } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { documentsContribution } from '#documents'
import { fetchKept } from '#platform/files'
import { sql } from '#platform/sql'
import { salesContribution } from '#sales'
import { checkedCompany } from '#support/checked'
import { answerOn, open, requestText } from '#support/raw'
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
import { type Answer, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
})
afterAll(() => service.close())

const MB = 1024 * 1024
/** How long the disk is watched for what should happen, in milliseconds. */
const PATIENCE = { timeout: 20_000 }

const workFiles = () => readdirSync(join(service.folder, 'work'))
const keptFiles = () =>
  readdirSync(service.folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.parentPath.includes(join('files', company.id)),
  ).length

/** Nothing may be left of any request, once it is over. */
afterEach(() => expect.poll(workFiles, PATIENCE).toEqual([]))

const aCatalog = '<< /Type /Catalog /Pages 2 0 R >>'
const aPage = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] >>'

const draft = async (): Promise<string> => {
  const answer = await company.post('/invoices', {
    invoiceDate: '2026-06-01',
    customerRef: { id: (await company.post('/customers', { name: 'Kund AB', type: 'company' })).body.id },
    lineItems: [{ description: 'Arbete', itemType: 'salesItem', productType: 'services', unitPrice: 100, taxRate: 25 }],
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.id
}

const attachmentsOf = (id: string) => `/invoices/${id}/attachments`
const attach = (id: string, bytes: Buffer, name = 'fil'): Promise<Answer> =>
  company.upload(attachmentsOf(id), name, bytes)

const download = async (id: string, attachmentId: string) => {
  const response = await fetch(`${company.url}${attachmentsOf(id)}/${attachmentId}/download`, {
    headers: { authorization: `Bearer ${company.token}` },
  })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('a file', () => {
  const taken: [what: string, file: () => Promise<Buffer> | Buffer, name: string, type: string][] = [
    ['a JPEG', () => jpegFile(), 'foto.jpg', 'image/jpeg'],
    ['a progressive JPEG', () => jpegFile({ progressive: true }), 'foto.jpeg', 'image/jpeg'],
    ['a PNG', () => pngFile(), 'bild.png', 'image/png'],
    ['a PNG by another name', () => pngFile(), 'rapport.pdf', 'image/png'],
    ['a PNG with colours', () => pngFile({ colour: 6, pixels: Buffer.alloc(2 * (1 + 3 * 4)) }), 'b.png', 'image/png'],
    ['an interlaced PNG', () => pngFile({ interlace: 1, pixels: Buffer.alloc(10) }), 'rad.png', 'image/png'],
    ['a large picture, upright', () => jpegFile({ width: 4960, height: 7016 }), 'a.jpg', 'image/jpeg'],
    ['a PDF', () => pdfFile(), 'tidrapport.pdf', 'application/pdf'],
    ['a PDF of many pages', () => pdfFile(100), 'å ä ö €.pdf', 'application/pdf'],
  ]
  test.each(taken)('that is %s comes back as it was', async (_, make, name, type) => {
    const bytes = await make()
    const id = await draft()
    const { status, body, text } = await attach(id, bytes, name)
    expect(status, text).toBe(200)
    expect(body).toEqual({
      id: expect.any(String),
      invoiceId: id,
      fileName: name,
      modifiedDateTime: expect.any(String),
    })
    const { response, bytes: back } = await download(id, body.id)
    expect(back.equals(bytes)).toBe(true)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    expect(response.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent(name)}`)
    // Sending it took nothing away.
    expect((await download(id, body.id)).bytes.equals(bytes)).toBe(true)
  })

  test.each([
    ['../../etc/passwd', 'passwd', 'passwd.pdf'],
    ['CON.pdf', 'CON.pdf', '_CON.pdf'],
    ['a;b%22.pdf', 'a;b%22.pdf', 'a;b_22.pdf'],
    ['kvitto\u202efdp.exe', 'kvittofdp.exe', 'kvittofdp.exe.pdf'],
    ['．．／x.pdf', '．．／x.pdf', '___x.pdf', '．．／x.pdf'],
  ])('called %j is kept as %j and saved as %j', async (given, fileName, ascii, saved = ascii) => {
    const id = await draft()
    const { body } = await attach(id, await pdfFile(), given)
    expect(body.fileName).toBe(fileName)
    const { response } = await download(id, body.id)
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(saved)}`,
    )
  })

  const damaged = 'the picture could not be read: '
  const notTaken = 'must be a JPEG, PNG or PDF file, judged by its content'
  const unreadable = 'the PDF could not be read'
  const tooManyPages = 'the PDF has more than 100 pages'
  const large = (width: number, height: number) =>
    `the picture is ${width} × ${height} pixels; at most 4960 × 7016 are accepted`
  const whole = pngFile()
  const spoilt = Buffer.from(whole)
  spoilt.writeUInt8(1, whole.length - 30)
  const refused: [what: string, file: () => Promise<Buffer> | Buffer, message: string][] = [
    ['empty', () => Buffer.alloc(0), notTaken],
    ['text', () => Buffer.from('%!PS'), notTaken],
    ['a page of the web', () => Buffer.from('<html><script>alert(1)</script>'), notTaken],
    ['a GIF', () => Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00', 'latin1'), notTaken],
    ['a program', () => Buffer.from('MZ\x90\x00', 'latin1'), notTaken],
    ['a PDF behind something else', async () => Buffer.concat([Buffer.from('x'), await pdfFile()]), notTaken],
    ['a JPEG too wide', () => jpegFile({ width: 4961, height: 100 }), large(4961, 100)],
    ['a JPEG too high', () => jpegFile({ width: 100, height: 7017 }), large(100, 7017)],
    [
      'a PNG of gigapixels',
      () => pngFile({ width: 60_000, height: 60_000, pixels: Buffer.alloc(9) }),
      large(60_000, 60_000),
    ],
    ['a JPEG cut off', () => jpegFile().subarray(0, 270), `${damaged}it is cut off`],
    ['a JPEG cut off in its head', () => jpegFile().subarray(0, 190), `${damaged}it is cut off`],
    ['a PNG cut off', () => whole.subarray(0, whole.length - 14), `${damaged}a chunk is cut off or damaged`],
    ['a PNG with a wrong checksum', () => spoilt, `${damaged}a chunk is cut off or damaged`],
    ['a PNG of an unknown kind', () => pngFile({ colour: 5 }), `${damaged}its header is not one of PNG`],
    ['a PNG without its palette', () => pngFile({ colour: 3 }), `${damaged}its palette is missing`],
    [
      'a PNG of too few pixels',
      () => pngFile({ pixels: Buffer.alloc(3) }),
      `${damaged}its pixels are cut off, damaged or too many`,
    ],
    [
      'a PNG of too many pixels',
      () => pngFile({ pixels: Buffer.alloc(100 * MB) }),
      `${damaged}its pixels are cut off, damaged or too many`,
    ],
    [
      'a PNG of unknown filters',
      () => pngFile({ pixels: Buffer.alloc(8, 9) }),
      `${damaged}its pixels are cut off, damaged or too many`,
    ],
    [
      'a PNG that is clear in two ways',
      () => pngFile({ colour: 4, between: [pngChunk('tRNS', Buffer.alloc(2))], pixels: Buffer.alloc(14) }),
      `${damaged}it defines its transparency in two ways`,
    ],
    ['a JPEG with holes', () => holed(jpegFile()), `${damaged}a segment is damaged`],
    ['a PDF in name only', () => Buffer.from('%PDF-1.7\nhej'), unreadable],
    ['a PDF cut off', async () => (await pdfFile(3)).subarray(0, 200), unreadable],
    ['a PDF without pages', () => pdfOf(aCatalog, '<< /Type /Pages /Kids [] /Count 0 >>'), unreadable],
    ['a PDF going round', () => pdfOf(aCatalog, '<< /Type /Pages /Kids [2 0 R] /Count 1 >>'), unreadable],
    ['a PDF that inflates without end', pdfBomb, unreadable],
    ['a PDF with a password', encryptedPdf, 'the PDF is encrypted'],
    ['a PDF of too many pages', () => pdfFile(101), tooManyPages],
    ['a PDF of endlessly many pages', () => pdfOfTrees(40), tooManyPages],
  ]
  test.each(refused)('that is %s is refused', async (_, make, message) => {
    const id = await draft()
    const kept = keptFiles()
    const { status, body } = await attach(id, await make(), 'bild.png')
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ field: '#/file', message }])
    expect((await company.get(attachmentsOf(id))).body.items).toEqual([])
    expect(keptFiles()).toBe(kept)
  })
})

/** A JPEG with something between its first segments. */
const holed = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, 20), Buffer.of(0xff, 0xff), bytes.subarray(20)])

/** A PNG of exactly so many bytes, in a chunk that says nothing. */
const pngOf = (size: number, mark = 0): Buffer => {
  const filler = Buffer.alloc(size - pngFile().length - 12, mark)
  return pngFile({ between: [pngChunk('tEXt', filler)] })
}

describe('the limits', () => {
  test('are 4 MB a file, and not a byte more', async () => {
    const id = await draft()
    expect((await attach(id, pngOf(4 * MB))).status).toBe(200)
    const { status, body } = await attach(id, pngOf(4 * MB + 1))
    expect([status, body.code]).toEqual([413, 'payload-too-large'])
  })

  test('are 10 MB in all, also of the same file', async () => {
    const id = await draft()
    const answers = [await attach(id, pngOf(4 * MB)), await attach(id, pngOf(4 * MB)), await attach(id, pngOf(2 * MB))]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { status, body } = await attach(id, pngFile())
    const size = 10 * MB + pngFile().length
    expect([status, body.code]).toEqual([400, 'limit-exceeded'])
    expect(body.message).toBe(
      `The attachments of invoice ${id} would be ${size} bytes; at most ${10 * MB} in all are allowed`,
    )
    expect((await company.delete(`${attachmentsOf(id)}/${answers[2]?.body.id}`)).status).toBe(204)
    expect((await attach(id, pngFile())).status).toBe(200)
  })

  test('are 20 files', async () => {
    const id = await draft()
    const answers: Answer[] = []
    for (let count = 0; count < 21; count += 1) answers.push(await attach(id, pngFile()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(answers.at(-1)?.body).toMatchObject({ code: 'limit-exceeded' })
  })

  test('hold for uploads that come at once', async () => {
    const id = await draft()
    const answers = await Promise.all([1, 2, 3, 4].map((mark) => attach(id, pngOf(4 * MB, mark))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400])
    expect((await company.get(attachmentsOf(id))).body.totalItems).toBe(2)
  })
})

describe('attachments', () => {
  test('are listed, the last one first, filtered by name, and named by the invoice', async () => {
    const id = await draft()
    for (const name of ['a.png', 'b.png', 'B.png']) await attach(id, pngFile(), name)
    const names = async (query: string) => {
      const { status, body } = await company.get(`${attachmentsOf(id)}?query=${encodeURIComponent(query)}`)
      return status === 200 ? body.items.map(({ fileName }: { fileName: string }) => fileName) : body.errors
    }
    const { body } = await company.get(attachmentsOf(id))
    expect(body).toMatchObject({
      totalItems: 3,
      items: [{ fileName: 'B.png' }, { fileName: 'b.png' }, { fileName: 'a.png' }],
    })
    expect(await names('fileName==b.png')).toEqual(['b.png'])
    expect(await names('fileName!=b.png')).toEqual(['B.png', 'a.png'])
    expect(await names('fileName~b')).toEqual(['b.png'])
    expect(await names('id==1')).toEqual([{ field: 'query', message: expect.stringContaining('id') }])
    const invoice = await company.get(`/invoices/${id}`)
    const refs = invoice.body.attachmentRefs.map(({ name }: { name: string }) => name)
    expect(refs.sort()).toEqual(['B.png', 'a.png', 'b.png'])
  })

  test('go when they are deleted, or the draft is, and not from elsewhere', async () => {
    const id = await draft()
    const other = await draft()
    const { body } = await attach(id, pngFile())
    const path = `${attachmentsOf(id)}/${body.id}`
    const foreign = `${attachmentsOf(other)}/${body.id}`
    for (const missing of [
      await company.get(foreign),
      await company.delete(foreign),
      await company.get(`${foreign}/download`),
    ]) {
      expect(missing.status).toBe(404)
      expect(missing.body.message).toBe(`There is no attachment ${body.id} on this invoice`)
    }
    const stale = await company.delete(path, { 'if-match': '"other"' })
    expect(stale.status).toBe(412)
    const { headers } = await company.get(path)
    expect((await company.delete(path, { 'if-match': headers.get('etag') ?? '' })).status).toBe(204)
    expect((await company.get(path)).status).toBe(404)
    await attach(id, pngFile())
    expect((await company.delete(`/invoices/${id}`)).status).toBe(204)
    expect((await company.get(attachmentsOf(id))).status).toBe(404)
  })

  test('stay as they are once the invoice is published', async () => {
    const id = await draft()
    const { body } = await attach(id, await pdfFile())
    const published = await company.post(`/invoices/${id}/publish`)
    expect(published.status, published.text).toBe(200)
    const path = `${attachmentsOf(id)}/${body.id}`
    for (const late of [await attach(id, pngFile()), await company.delete(path)]) {
      expect([late.status, late.body.code]).toEqual([400, 'operation-not-allowed'])
      expect(late.body.message).toContain(id)
    }
    expect((await download(id, body.id)).response.status).toBe(200)
    const byHand = service.database.rows(sql`delete from sales.attachment where id = ${body.id}`)
    await expect(byHand).rejects.toMatchObject({ code: 'GB041' })
  })

  const odd: [what: string, file: () => Promise<Buffer> | Buffer][] = [
    ['a page that is there twice', () => pdfOf(aCatalog, '<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 2 >>', aPage)],
    [
      'notes that are none',
      () => pdfOf(aCatalog, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', `${aPage.slice(0, -2)} /Annots 17 >>`),
    ],
    [
      'content that is not there',
      () => pdfOf(aCatalog, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', `${aPage.slice(0, -2)} /Contents 99 0 R >>`),
    ],
    ['pixels in passes', () => pngFile({ interlace: 1, pixels: Buffer.alloc(10) })],
    ['clear pixels', () => pngFile({ colour: 6, depth: 16, pixels: Buffer.alloc(2 * (1 + 3 * 8)) })],
    [
      'the largest clear picture',
      () => pngFile({ width: 4960, height: 7016, colour: 6, pixels: Buffer.alloc(7016 * (1 + 4 * 4960)) }),
    ],
  ]
  test.each(odd)('become pages of what is published, with %s too', async (_, make) => {
    const id = await draft()
    expect((await attach(id, await make())).status).toBe(200)
    const published = await company.post(`/invoices/${id}/publish`)
    expect(published.status, published.text).toBe(200)
  })

  test('take their bytes with them, unless others have the same', async () => {
    const id = await draft()
    const other = await draft()
    const bytes = [pngFile({ width: 21 }), pngFile({ width: 22 }), pngFile({ width: 23 })]
    const clean = (at: number) =>
      documentsContribution.deleteDroppedFiles(
        service.database,
        service.standing,
        new Date(at),
        salesContribution.attachmentFiles,
      )
    const later = Date.now() + 2 * 60 * 60 * 1000
    await clean(later)
    const kept = keptFiles()
    const alone = await attach(id, bytes[0] as Buffer)
    const shared = await attach(id, bytes[1] as Buffer)
    await attach(id, bytes[2] as Buffer)
    const same = await attach(other, bytes[1] as Buffer)
    expect(keptFiles()).toBe(kept + 3)
    for (const { body } of [alone, shared]) await company.delete(`${attachmentsOf(id)}/${body.id}`)
    expect(await clean(Date.now())).toBe(0)
    expect(await clean(later)).toBe(1)
    expect(keptFiles()).toBe(kept + 2)
    expect((await download(other, same.body.id)).bytes.equals(bytes[1] as Buffer)).toBe(true)
    // Attached again, it is kept again.
    const again = await attach(other, bytes[0] as Buffer)
    expect((await download(other, again.body.id)).bytes.equals(bytes[0] as Buffer)).toBe(true)
    for (const one of [id, other]) await company.delete(`/invoices/${one}`)
    await clean(later)
    expect(keptFiles()).toBe(kept)
  })

  test('are verified: a file that is missing or another one is found', async () => {
    const other = checkedCompany(await service.newCompany())
    const { body: invoice } = await other.post('/invoices', { invoiceDate: '2026-06-01', lineItems: [] })
    const bytes = pngFile({ width: 5 })
    const { body } = await other.upload(attachmentsOf(invoice.id), 'a.png', bytes)
    const verified = () =>
      service.operateFor(other.id, (call) => documentsContribution.verifyFiles(call, salesContribution.attachmentFiles))
    expect(await verified()).toEqual([])
    const digest = createHash('sha256').update(bytes).digest()
    const { path } = await fetchKept(service.standing.files, `${other.id}/attachments`, digest)
    writeFileSync(path, 'another')
    expect(await verified()).toEqual([`the file of attachment ${body.id} is not what was received`])
    rmSync(path)
    expect(await verified()).toEqual([`the file of attachment ${body.id} is missing`])
  })

  test('are not repeated under one Idempotency-Key', async () => {
    const id = await draft()
    const key = { 'idempotency-key': 'bilaga' }
    const first = await company.upload(attachmentsOf(id), 'a.png', pngFile(), key)
    const again = await company.upload(attachmentsOf(id), 'a.png', pngFile(), key)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const other = await company.upload(attachmentsOf(id), 'a.png', jpegFile(), key)
    expect(other.status).toBe(422)
    expect((await company.get(attachmentsOf(id))).body.totalItems).toBe(1)
  })

  test('leave nothing when the upload breaks off', async () => {
    const id = await draft()
    const kept = keptFiles()
    const path = `${new URL(company.url).pathname}${attachmentsOf(id)}`
    const part = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`
    const head = {
      host: 'x',
      authorization: `Bearer ${company.token}`,
      'content-type': 'multipart/form-data; boundary=x',
    }
    const socket = await open(service.origin)
    socket.write(requestText(`POST ${path}`, { ...head, 'content-length': MB }, `${part}${'x'.repeat(200_000)}`))
    await expect.poll(() => workFiles().length, PATIENCE).toBe(1)
    socket.destroy()
    await expect.poll(workFiles, PATIENCE).toEqual([])
    const second = await open(service.origin)
    const body = `${part}x\r\n${part}x\r\n--x--\r\n`
    second.write(requestText(`POST ${path}`, { ...head, 'content-length': body.length }, body))
    expect((await answerOn(second)).status).toBe(400)
    second.destroy()
    expect(keptFiles()).toBe(kept)
    expect((await company.get(attachmentsOf(id))).body.totalItems).toBe(0)
  })
})
