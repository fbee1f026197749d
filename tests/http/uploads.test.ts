// Uploads: one file in a multipart field goes to disk as it comes; after any failure on the way, nothing is left there
// and the connection can be used again.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ledgerAdmin } from '#ledger'
import { checked, checkedCompany } from '#support/checked'
import { answerOn, open, requestText } from '#support/raw'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
})
afterAll(() => service.close())

const workFiles = () => readdirSync(join(service.folder, 'work'))
const noWorkFile = () => expect.poll(workFiles).toEqual([])

/** Nothing may be left of any request, once it is over. */
afterEach(async () => {
  await noWorkFile()
})

const FILE = [
  '#FLAGGA 0',
  '#PROGRAM "Prov" 1',
  '#FORMAT PC8',
  '#GEN 20260601',
  '#SIETYP 4',
  '#FNAMN "Prov"',
  '#VER "A" "" 20260301 "Hyra"',
  '{',
  '#TRANS 5010 {} 100.00',
  '#TRANS 1930 {} -100.00',
  '}',
  '',
].join('\r\n')

const upload = (body: NonNullable<RequestInit['body']>, headers: Record<string, string> = {}): Promise<Answer> =>
  checked(`${company.url}/sie/import?dryRun=true`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${company.token}`, ...headers },
  })

type Part = { field: string; text?: string; fileName?: string }

const formOf = (...parts: Part[]): FormData => {
  const form = new FormData()
  for (const { field, text = FILE, fileName } of parts) {
    if (fileName === undefined) form.append(field, text)
    else form.append(field, new Blob([text]), fileName)
  }
  return form
}

const many = (count: number): Part[] =>
  Array.from({ length: count }, (_, index) => ({ field: `field${index}`, text: 'x' }))

describe('the file', () => {
  const taken: [string, Part[], string][] = [
    ['alone              ', [{ field: 'file', fileName: 'prov.se' }], 'prov.se'],
    ['in capitals        ', [{ field: 'FILE', fileName: 'prov.se' }], 'prov.se'],
    ['in other letters   ', [{ field: 'File', fileName: 'prov.se' }], 'prov.se'],
    [
      'beside text        ',
      [
        { field: 'note', text: 'x' },
        { field: 'file', fileName: 'prov.se' },
      ],
      'prov.se',
    ],
    [
      'before text        ',
      [
        { field: 'file', fileName: 'prov.se' },
        { field: 'note', text: 'x' },
      ],
      'prov.se',
    ],
    ['with a path        ', [{ field: 'file', fileName: '../../etc/prov.se' }], 'prov.se'],
    ['with a foreign path', [{ field: 'file', fileName: 'C:\\böcker\\prov.se' }], 'prov.se'],
    ['with other letters ', [{ field: 'file', fileName: 'bokföring 🦐.se' }], 'bokföring 🦐.se'],
    ['with an endless name', [{ field: 'file', fileName: `${'x'.repeat(300)}.se` }], 'x'.repeat(200)],
    ['with no name       ', [{ field: 'file', fileName: '' }], 'file'],
  ]
  test.each(taken)('%s is taken', async (_, parts, name) => {
    const { status, body, text } = await upload(formOf(...parts))
    expect(status, text).toBe(200)
    expect(body.file).toMatchObject({ name, size: FILE.length })
  })

  const refused: [string, Part[], string][] = [
    ['in no part         ', [], 'a file is required in a multipart field with this name'],
    ['as text            ', [{ field: 'file' }], 'a file is required in a multipart field with this name'],
    [
      'in another field   ',
      [{ field: 'fil', fileName: 'prov.se' }],
      'a file is required in a multipart field with this name',
    ],
    [
      'with a second one  ',
      [
        { field: 'file', fileName: '1' },
        { field: 'file', fileName: '2' },
      ],
      'only one file is accepted',
    ],
    [
      'with two others    ',
      [
        { field: 'file', fileName: '1' },
        { field: 'file2', fileName: '2' },
        { field: 'file3', fileName: '3' },
      ],
      'only one file is accepted',
    ],
    [
      'among many fields  ',
      [...many(30), { field: 'file', fileName: 'prov.se' }],
      'the multipart body could not be read: it has too many parts',
    ],
    [
      'with a bad field   ',
      [
        { field: '__proto__', text: 'x' },
        { field: 'file', fileName: 'prov.se' },
      ],
      'the multipart body could not be read: prototype property is not allowed as field name',
    ],
  ]
  test.each(refused)('%s is refused', async (_, parts, message) => {
    const { status, body } = await upload(formOf(...parts))
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ field: '#/file', message }])
  })

  test('may be as large as the limit, and not a byte larger', async () => {
    const bytes = Buffer.alloc(ledgerAdmin.SIE_FILE_LIMIT + 1, 'x')
    const largest = await company.upload('/sie/import', 'x.se', bytes.subarray(0, ledgerAdmin.SIE_FILE_LIMIT))
    expect([largest.status, largest.body.message]).toEqual([400, 'Filen lästes inte in: 1 fel (filens format: 1)'])
    const larger = await company.upload('/sie/import', 'x.se', bytes)
    expect([larger.status, larger.body.code]).toEqual([413, 'payload-too-large'])
    expect(larger.body.message).toBe(`The request body is larger than ${ledgerAdmin.SIE_FILE_LIMIT} bytes`)
  })
})

const head = (boundary = 'x') => ({ 'content-type': `multipart/form-data; boundary=${boundary}` })
const part = (text: string, headers = 'Content-Disposition: form-data; name="file"; filename="a.se"') =>
  `--x\r\n${headers}\r\n\r\n${text}`

describe('a multipart body', () => {
  const malformed: [string, string, Record<string, string>][] = [
    ['without a boundary  ', part('x'), { 'content-type': 'multipart/form-data' }],
    ['of another boundary ', part('x'), head('y')],
    ['of a huge boundary  ', part('x'), head('y'.repeat(300))],
    ['that is empty       ', '', head()],
    ['that is no multipart', 'file=x', head()],
    ['cut in a file       ', part('half a fi'), head()],
    ['cut in a header     ', '--x\r\nContent-Dispo', head()],
    ['of headers only     ', '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n', head()],
    ['of nameless parts   ', `${part('x', 'Content-Disposition: form-data')}\r\n--x--\r\n`, head()],
    ['of no dispositions  ', `${part('x', 'Content-Type: text/plain')}\r\n--x--\r\n`, head()],
    ['of no end           ', `${part('x')}\r\n--x`, head()],
  ]
  test.each(malformed)('%s is refused', async (_, text, headers) => {
    const { status, body } = await upload(text, headers)
    expect([status, body.code]).toEqual([400, 'validation-error'])
    expect(body.errors).toEqual([{ field: '#/file', message: expect.any(String) }])
  })

  test('of another kind is refused', async () => {
    for (const type of ['application/octet-stream', 'multipart/mixed; boundary=x', 'text/plain', 'application/json']) {
      const { status, body } = await upload(type === 'application/json' ? '{}' : FILE, { 'content-type': type })
      expect([status, body.code], type).toEqual([415, 'unsupported-media-type'])
    }
  })

  test('is not read when the query is wrong', async () => {
    const { status, body } = await company.upload('/sie/import?dryRun=maybe', 'a.se', Buffer.from(FILE))
    expect([status, body.errors]).toEqual([400, [{ field: 'dryRun', message: 'must be true or false' }]])
  })
})

describe('a connection', () => {
  const uploadText = (body: string, length = body.length) =>
    requestText(
      `POST ${new URL(company.url).pathname}/sie/import`,
      { host: 'x', authorization: `Bearer ${company.token}`, ...head(), 'content-length': length },
      body,
    )

  test('is good for the next request after a refused upload', async () => {
    const second = `${part(FILE)}\r\n${part('x'.repeat(500_000))}\r\n--x--\r\n`
    const elsewhere = 'Content-Disposition: form-data; name="fil"; filename="a"'
    const wrong = `${part('x'.repeat(500_000), elsewhere)}\r\n--x--\r\n`
    const strange = `${part(FILE, 'Content-Disposition: form-data; name="__proto__"')}\r\n--x--\r\n`
    for (const body of [second, wrong, strange]) {
      const socket = await open(service.origin)
      socket.write(uploadText(body))
      expect((await answerOn(socket)).status).toBe(400)
      socket.write(requestText('GET /health', { host: 'x' }))
      expect((await answerOn(socket)).status).toBe(200)
      socket.destroy()
    }
  })

  test('that breaks in the middle leaves nothing on the disk', async () => {
    const socket = await open(service.origin)
    socket.write(uploadText(part('x'.repeat(200_000)), 1_000_000))
    await expect.poll(() => workFiles().length).toBe(1)
    socket.destroy()
    await noWorkFile()
    expect((await company.get('/company-information')).status).toBe(200)
  })
})

describe('a file as an answer', () => {
  test('is made for this answer, and removed after it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => company.get(`/sie/${company.fiscalYearId}/download`)),
    )
    for (const { status, headers, text } of answers) {
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('application/octet-stream')
      expect(headers.get('content-length')).toBe(String(text.length))
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[ -~]+"; filename\*=UTF-8''[!-~]+$/)
      expect(text).toMatch(/^#FLAGGA 0\r\n/)
    }
  })

  test('is removed when only its headers were asked for, and when its reader goes away', async () => {
    const path = `${company.url}/sie/${company.fiscalYearId}/download`
    const headers = { authorization: `Bearer ${company.token}` }
    expect((await fetch(path, { method: 'HEAD', headers })).status).toBe(200)
    const socket = await open(service.origin)
    socket.write(requestText(`GET ${new URL(path).pathname}`, { host: 'x', ...headers }))
    socket.destroy()
    expect((await company.get('/company-information')).status).toBe(200)
  })
})
