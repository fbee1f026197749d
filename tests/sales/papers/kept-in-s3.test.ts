// The whole service with its files in S3: what is kept there comes back as it came, is verified and deleted, and leaves
// no work file behind; and what was on disk is brought there.
import { createHash } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { documentsContribution } from '#documents'
import { filesInS3 } from '#files/files-in-s3'
import { digestOfKept, type Files, fetchKept, filesOnDisk } from '#platform/files'
import { salesContribution } from '#sales'
import { admin, newDataDir, startFailing } from '#support/programs'
import { open, requestText } from '#support/raw'
import { pdfFile, pngFile } from '#support/samples/sample-files'
import { startS3, type TestS3 } from '#support/servers/s3'
import { type Service, startService, type TestCompany } from '#support/service'
import { madeInvoice, published } from '#tests/sales/invoicing'

let s3: TestS3
let service: Service
let company: TestCompany
beforeAll(async () => {
  s3 = await startS3()
  const patience = { silence: 5000, attempt: 20_000, all: 60_000, pause: 5 }
  service = await startService({ files: (folder) => filesInS3(s3.settings, folder, patience) })
  company = await service.newCompany()
})
afterAll(async () => {
  await service.close()
  await s3.close()
})

/** Work copies go when the last byte is sent, or the reader has gone. */
afterEach(() => expect.poll(() => readdirSync(join(service.folder, 'work')), { timeout: 20_000 }).toEqual([]))

const bytesOf = async (path: string): Promise<Buffer> => {
  const answer = await fetch(`${company.url}${path}`, { headers: { authorization: `Bearer ${company.token}` } })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

const drafted = async (bytes: Buffer) => {
  const { id } = await madeInvoice(company)
  const attached = await company.upload(`/invoices/${id}/attachments`, 'a.pdf', bytes)
  expect(attached.status, attached.text).toBe(200)
  return { id, attachment: `/invoices/${id}/attachments/${attached.body.id}` }
}

test('an invoice with an attachment is published, and both come back', async () => {
  const bytes = await pdfFile()
  const { id, attachment } = await drafted(bytes)
  await published(company, id)
  expect((await bytesOf(`${attachment}/download`)).equals(bytes)).toBe(true)
  const paper = await bytesOf(`/invoices/${id}/download`)
  expect(paper.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await bytesOf(`/invoices/${id}/download`)).equals(paper)).toBe(true)
  expect(readdirSync(service.folder)).toEqual(['work'])
})

test('unreferenced files are deleted there too', async () => {
  const { attachment } = await drafted(pngFile({ width: 32 }))
  await company.delete(attachment)
  s3.asked()
  const later = new Date(Date.now() + 2 * 60 * 60 * 1000)
  expect(
    await documentsContribution.deleteDroppedFiles(
      service.database,
      service.standing,
      later,
      salesContribution.attachmentFiles,
    ),
  ).toBe(1)
  expect(s3.asked()).toEqual(['DELETE'])
})

test('an S3 that does not answer makes a request fail, and nothing is half done', async () => {
  const { id } = await drafted(await pdfFile())
  s3.fail('busy', Number.POSITIVE_INFINITY)
  const failed = await company.upload(`/invoices/${id}/attachments`, 'a.png', pngFile({ width: 33 }))
  const unpublished = await company.post(`/invoices/${id}/publish`)
  s3.fail('busy', 0)
  expect([failed.status, unpublished.status]).toEqual([503, 503])
  expect(failed.text).not.toMatch(/underlag|S3/)
  expect((await company.get(`/invoices/${id}/attachments`)).body.totalItems).toBe(1)
  expect((await company.get(`/invoices/${id}`)).body.invoiceNumber ?? null).toBeNull()
  await published(company, id)
  expect(service.log.join('')).toContain('in the bucket underlag failed: S3 answered 503')
})

test('nor does it hold up what encloses nothing: its PDF is had when S3 answers again', async () => {
  const { id } = await madeInvoice(company)
  s3.fail('busy', Number.POSITIVE_INFINITY)
  await published(company, id)
  const none = await company.get(`/invoices/${id}/download`)
  s3.fail('busy', 0)
  expect(none.status).toBe(503)
  const paper = await bytesOf(`/invoices/${id}/download`)
  expect(paper.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await bytesOf(`/invoices/${id}/download`)).equals(paper)).toBe(true)
})

test('a reader who goes away leaves nothing', async () => {
  const { attachment } = await drafted(pngFile({ width: 900, height: 900 }))
  const headers = { authorization: `Bearer ${company.token}` }
  const answer = await fetch(`${company.url}${attachment}/download`, { headers })
  await answer.body?.cancel()
  s3.asked()
  // This one has gone before the bytes have come from S3.
  const socket = await open(service.origin)
  socket.write(requestText(`GET ${new URL(company.url).pathname}${attachment}/download`, { host: 'x', ...headers }))
  await expect.poll(() => s3.asked(), { interval: 1 }).toEqual(['GET'])
  socket.destroy()
  expect((await fetch(`${company.url}${attachment}/download`, { method: 'HEAD', headers })).status).toBe(200)
})

const dataDir = newDataDir()
const run = (words: string[], env: Record<string, string> = s3.env) =>
  admin(dataDir, words, { DATABASE_URL: service.databaseUrl, ...env })

test('the operator verifies what is in S3, and learns of a file that is missing there', async () => {
  expect(await run(['verify'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^The books are right\.\n/) })
  const lacking = await run(['verify'], { ...s3.env, S3_PREFIX: 'annat' })
  expect(lacking).toMatchObject({ code: 1, stdout: expect.stringMatching(/the file of document \d+ is missing/) })
  expect(readdirSync(join(dataDir, 'work'))).toEqual([])
})

test('the operator copies what is on disk to S3, as often as it takes', async () => {
  const disk = filesOnDisk(dataDir)
  const digests = await Promise.all([1, 2, 3].map((width) => keptOnDisk(disk, pngFile({ width }))))
  const copy = ['files', 'copy-to-s3', '--json']
  for (const _ of ['first', 'again']) {
    const { code, stdout, stderr } = await run(copy)
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ files: 3, copied: 3, faults: [] })
  }
  for (const digest of digests) {
    expect(await digestOfKept(service.standing.files, `${company.id}/attachments`, digest)).toEqual(digest)
  }
  const { path } = await fetchKept(disk, `${company.id}/attachments`, digests[0] as Buffer)
  writeFileSync(path, 'spoilt')
  const spoilt = await run(copy)
  expect(spoilt.code).toBe(1)
  const faults = [`${path} is not what was kept: bring it back from a backup`]
  expect(JSON.parse(spoilt.stdout)).toEqual({ files: 3, copied: 2, faults })
  expect(await run(copy, {})).toMatchObject({ code: 1, stderr: expect.stringContaining('S3_BUCKET is not set') })
})

const keptOnDisk = async (disk: Files, bytes: Buffer): Promise<Buffer> => {
  const [path, digest] = [disk.newWorkFile(), createHash('sha256').update(bytes).digest()]
  writeFileSync(path, bytes)
  await disk.keep(`${company.id}/attachments`, digest, path)
  rmSync(path)
  return digest
}

test('the service does not start without its bucket, and says why', async () => {
  const env = { ...s3.env, S3_BUCKET: 'ingen', DATA_DIR: newDataDir(), DATABASE_URL: service.databaseUrl }
  const { code, stderr } = await startFailing(env)
  expect(code).toBe(1)
  expect(stderr).toContain(
    'Grundbok did not start. Reading prov/never-kept in the bucket ingen failed: S3 answered 404',
  )
  expect(stderr).toContain('Check the S3_… settings.')
})
