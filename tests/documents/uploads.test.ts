// Uploads over HTTP: the very bytes come back, under names that do no harm; what was uploaded is described, found and
// connected once; and nothing is left of what was refused or broke off.
import { createHash } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectToEntry, deleteUpload, documentsContribution, documentsService, MAX_UPLOAD_BYTES } from '#documents'
import { fetchKept } from '#platform/files'
import { newId } from '#platform/id'
import { raw, sql } from '#platform/sql'
import { checked, checkedCompany } from '#support/checked'
import { answerOn, open, requestText } from '#support/raw'
import { jpegFile, pdfFile, pngChunk, pngFile } from '#support/samples/sample-files'
import { type Answer, anEntry, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
})
afterAll(() => service.close())

/** How long the disk is watched for what should happen, in milliseconds. */
const PATIENCE = { timeout: 20_000 }

const workFiles = () => readdirSync(join(service.folder, 'work'))
const keptFiles = () =>
  readdirSync(service.folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.parentPath.includes(join('files', company.id)),
  ).length
const uploadRows = async (): Promise<number> => {
  const { count } = await service.database.one<{ count: bigint }>(sql`
    select count(*) from documents.upload where company_id = ${company.id}`)
  return Number(count)
}
/** All that uploads leave behind. */
const everything = async () => ({ kept: keptFiles(), rows: await uploadRows() })

/** Nothing may be left on the way of any request, once it is over. */
afterEach(() => expect.poll(workFiles, PATIENCE).toEqual([]))

let width = 100
/** A file that no other test has. */
const aFile = (): Buffer => {
  width += 1
  return pngFile({ width })
}

const uploaded = async (texts: Record<string, string> = {}, bytes = aFile(), name = 'kvitto.png'): Promise<Answer> => {
  const answer = await company.upload('/uploads', name, bytes, {}, texts)
  expect(answer.status, answer.text).toBe(200)
  return answer
}

const booked = async (): Promise<string> => (await company.post('/journal-entries', anEntry())).body.id

const download = async (id: string) => {
  const response = await fetch(`${company.url}/uploads/${id}/download`, {
    headers: { authorization: `Bearer ${company.token}` },
  })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** An upload of a supplier invoice that is not booked yet. */
const invoiced = async (): Promise<{ upload: Answer; invoiceId: string }> => {
  const upload = await uploaded()
  const supplierRef = { id: (await company.post('/suppliers', { name: 'Papper AB' })).body.id }
  const days = { invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
  const invoice = { supplierRef, ...days, totalAmount: 125, uploadRef: { id: upload.body.id } }
  const { status, body, text } = await company.post('/supplier-invoices', invoice)
  expect(status, text).toBe(200)
  return { upload, invoiceId: body.id }
}

describe('an upload', () => {
  const kinds: [what: string, file: () => Promise<Buffer> | Buffer, type: string][] = [
    ['PDF ', () => pdfFile(3), 'application/pdf'],
    ['JPEG', () => jpegFile(), 'image/jpeg'],
    ['PNG ', () => pngFile(), 'image/png'],
  ]
  test.each(kinds)('%s comes back byte for byte, as what it is', async (_, make, contentType) => {
    const bytes = await make()
    const { body, headers } = await uploaded({}, bytes, 'Faktura 4711.bin')
    expect(body).toEqual({
      id: expect.any(String),
      description: 'Faktura 4711.bin',
      modifiedDateTime: '2026-06-10T10:00:00Z',
      contentType,
      journalEntryId: null,
    })
    const shown = await company.get(`/uploads/${body.id}`)
    expect([shown.body, shown.headers.get('etag')]).toEqual([body, headers.get('etag')])
    for (const _time of [1, 2]) {
      const { response, bytes: back } = await download(body.id)
      expect(back.equals(bytes)).toBe(true)
      expect(response.headers.get('content-type')).toBe(contentType)
      expect(response.headers.get('content-length')).toBe(String(bytes.length))
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    }
    const { digest, size } = await service.database.one<{ digest: Buffer; size: number }>(sql`
      select digest, size from documents.upload where company_id = ${company.id} and id = ${body.id}`)
    expect([digest.equals(createHash('sha256').update(bytes).digest()), size]).toEqual([true, bytes.length])
  })

  test('has at most 20 MiB, and not a byte more', async () => {
    const filled = (size: number) => {
      const head = pngFile({ between: [pngChunk('teSt', Buffer.alloc(0))] }).length
      return pngFile({ between: [pngChunk('teSt', Buffer.alloc(size - head))] })
    }
    expect((await uploaded({}, filled(MAX_UPLOAD_BYTES))).status).toBe(200)
    const before = await everything()
    const { status, body } = await company.upload('/uploads', 'stor.png', filled(MAX_UPLOAD_BYTES + 1))
    expect([status, body.code, body.message]).toEqual([
      413,
      'payload-too-large',
      'The request body is larger than 20971520 bytes',
    ])
    expect(await everything()).toEqual(before)
  })

  test('is not found by others, by the wrong id, or in another company', async () => {
    const other = checkedCompany(await service.newCompany())
    const { body } = await uploaded()
    for (const id of [body.id, newId()]) {
      for (const path of [`/uploads/${id}`, `/uploads/${id}/download`]) expect((await other.get(path)).status).toBe(404)
    }
    expect((await other.get('/uploads')).body.totalItems).toBe(0)
  })
})

describe('the texts beside the file', () => {
  test('describe it, in fields of any letter case, before or after it', async () => {
    const journalEntryId = await booked()
    const post = (form: FormData) =>
      checked(`${company.url}/uploads`, {
        method: 'POST',
        body: form,
        headers: { authorization: `Bearer ${company.token}` },
      })
    const form = new FormData()
    form.append('DESCRIPTION', '  Taxi till kund å ä ö 🚕 ')
    form.append('File', new Blob([Uint8Array.from(aFile())]), 'x.png')
    form.append('JournalEntryID', journalEntryId)
    form.append('other', 'is passed over')
    expect((await post(form)).body).toMatchObject({ description: 'Taxi till kund å ä ö 🚕', journalEntryId })
    const blank = { description: ' ', journalEntryId: '' }
    expect((await uploaded(blank)).body).toMatchObject({ description: 'kvitto.png', journalEntryId: null })
    expect((await uploaded({ description: 'x'.repeat(500) })).body.description).toHaveLength(500)
  })

  const unknown = newId()
  const wrong: [what: string, texts: Record<string, string>, errors: [string, string][]][] = [
    [
      'too long a description',
      { description: 'x'.repeat(501) },
      [['#/description', 'must have at most 500 characters']],
    ],
    ['endless description   ', { description: 'x'.repeat(100_000) }, [['#/description', expect.any(String)]]],
    ['a NUL                 ', { description: 'a\0b' }, [['#/description', 'the text contains a NUL character']]],
    [
      'no id                 ',
      { journalEntryId: 'V1' },
      [['#/journalEntryId', 'must be an id, such as 019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d']],
    ],
    [
      'an unknown entry      ',
      { journalEntryId: unknown },
      [['#/journalEntryId', `there is no journal entry ${unknown}`]],
    ],
    ['one text twice        ', { description: 'a', Description: 'b' }, [['#/description', 'must be given only once']]],
    [
      'several things wrong  ',
      { description: 'x'.repeat(501), journalEntryId: 'V1' },
      [
        ['#/description', expect.any(String)],
        ['#/journalEntryId', expect.any(String)],
      ],
    ],
  ]
  test.each(wrong)('are refused: %s', async (_, texts, errors) => {
    const before = await everything()
    const { status, body } = await company.upload('/uploads', 'kvitto.png', aFile(), {}, texts)
    expect(status).toBe(400)
    expect(body.errors).toEqual(errors.map(([field, message]) => ({ field, message })))
    expect(await everything()).toEqual(before)
  })

  test('are judged together with the file', async () => {
    const { body } = await company.upload('/uploads', 'x', Buffer.from('hej'), {}, { journalEntryId: 'V1' })
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['#/journalEntryId', '#/file'])
  })

  test('belong to what an Idempotency-Key stands for', async () => {
    const key = { 'idempotency-key': 'uppladdning' }
    const bytes = aFile()
    const send = (description: string, name = 'a.png') => company.upload('/uploads', name, bytes, key, { description })
    const first = await send('Kvitto')
    const again = await send('Kvitto')
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true'])
    expect((await send('Annat')).status).toBe(422)
    expect((await send('Kvitto', 'b.png')).status).toBe(422)
  })
})

describe('a name', () => {
  const names: [given: string, description: string, ascii: string, other?: string][] = [
    ['kvitto.png', 'kvitto.png', 'kvitto.png'],
    ['KVITTO.PNG', 'KVITTO.PNG', 'KVITTO.PNG'],
    ['../../etc/passwd', 'passwd', 'passwd.png'],
    ['C:\\Windows\\system32\\cmd.exe', 'cmd.exe', 'cmd.exe.png'],
    ['..', 'file', 'file.png'],
    ['  ', 'file', 'file.png'],
    ['evil.html', 'evil.html', 'evil.html.png'],
    ['.htaccess', '.htaccess', 'htaccess.png'],
    ['CON.png', 'CON.png', '_CON.png'],
    ['a;b%22.png', 'a;b%22.png', 'a;b_22.png'],
    ['bokföring (2).png', 'bokföring (2).png', 'bokforing (2).png', 'bokf%C3%B6ring%20%282%29.png'],
    ["l'été*.png", "l'été*.png", "l'ete_.png", 'l%27%C3%A9t%C3%A9_.png'],
    ['領収書 🧾.png', '領収書 🧾.png', '___ _.png', '%E9%A0%98%E5%8F%8E%E6%9B%B8%20%F0%9F%A7%BE.png'],
    ['faktura\u202egnp.exe', 'fakturagnp.exe', 'fakturagnp.exe.png'],
    [`${'å'.repeat(300)}.png`, 'å'.repeat(200), `${'a'.repeat(100)}.png`, `${'%C3%A5'.repeat(100)}.png`],
  ]
  test.each(names)('%j is kept as %j and given back as %j', async (given, description, ascii, other) => {
    const { body } = await uploaded({}, pngFile(), given)
    expect(body.description).toBe(description)
    const { response } = await download(body.id)
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="${ascii}"; filename*=UTF-8''${other ?? encodeURIComponent(ascii)}`,
    )
  })
})

describe('a multipart body', () => {
  const head = (boundary = 'x') => ({ 'content-type': `multipart/form-data; boundary=${boundary}` })
  const part = (text: string, name = 'file') =>
    `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\n\r\n${text}\r\n`
  const png = pngFile().toString('latin1')
  const malformed: [what: string, text: string, headers?: Record<string, string>][] = [
    ['without a boundary ', part(png), { 'content-type': 'multipart/form-data' }],
    ['of another boundary', `${part(png)}--x--\r\n`, head('y')],
    ['without an end     ', part(png)],
    ['cut in the file    ', part(png).slice(0, -30)],
    ['that is empty      ', ''],
    ['without a file     ', '--x\r\nContent-Disposition: form-data; name="description"\r\n\r\nx\r\n--x--\r\n'],
    ['of another field   ', `${part(png, 'fil')}--x--\r\n`],
    ['of a nameless file ', `--x\r\nContent-Disposition: form-data; filename="a"\r\n\r\n${png}\r\n--x--\r\n`],
    ['of two files       ', `${part(png)}${part(png)}--x--\r\n`],
  ]
  test.each(malformed)('%s is refused', async (_, text, headers = head()) => {
    const before = await everything()
    const { status, body } = await checked(`${company.url}/uploads`, {
      method: 'POST',
      body: Buffer.from(text, 'latin1'),
      headers: { authorization: `Bearer ${company.token}`, ...headers },
    })
    expect([status, body.code, body.errors?.[0]?.field]).toEqual([400, 'validation-error', '#/file'])
    expect(await everything()).toEqual(before)
  })

  test('that breaks off leaves nothing behind: no file and no row', async () => {
    const before = await everything()
    const line = `POST ${new URL(company.url).pathname}/uploads`
    const headers = { host: 'x', authorization: `Bearer ${company.token}`, ...head(), 'content-length': 1_000_000 }
    const socket = await open(service.origin)
    socket.write(requestText(line, headers, part('x'.repeat(200_000))))
    await expect.poll(() => workFiles().length, PATIENCE).toBe(1)
    socket.destroy()
    await expect.poll(workFiles, PATIENCE).toEqual([])
    const next = await open(service.origin)
    next.write(requestText('GET /health', { host: 'x' }))
    expect((await answerOn(next)).status).toBe(200)
    next.destroy()
    expect(await everything()).toEqual(before)
  })
})

describe('uploads', () => {
  test('are listed, the last one first, and filtered', async () => {
    const journalEntryId = await booked()
    const [a] = [
      await uploaded({ description: 'Hyra mars' }),
      await uploaded({ description: 'hyra april', journalEntryId }),
    ]
    const found = async (query: string) => {
      const { status, body } = await company.get(`/uploads?query=${encodeURIComponent(query)}`)
      return status === 200 ? body.items.map(({ description }: { description: string }) => description) : body.errors
    }
    expect(await found('description~yra')).toEqual(['hyra april', 'Hyra mars'])
    expect(await found('description==Hyra mars')).toEqual(['Hyra mars'])
    expect(await found('description~yra && state==connected')).toEqual(['hyra april'])
    expect(await found('description~yra && state==free')).toEqual(['Hyra mars'])
    expect(await found('description~yra && description!=Hyra mars')).toEqual(['hyra april'])
    expect(await found(`journalEntryId==${journalEntryId}`)).toEqual(['hyra april'])
    expect(await found(`description~yra&&journalEntryId!=${journalEntryId}`)).toEqual(['Hyra mars'])
    for (const query of ['id==1', 'journalEntryId==V1', 'journalEntryId~1', 'description>a']) {
      expect(await found(query), query).toEqual([
        { field: 'query', message: expect.stringContaining(query.slice(0, 2)) },
      ])
    }
    await service.operateFor(company.id, (call) => deleteUpload(call, a?.body.id))
    expect(await found('description~yra')).toEqual(['hyra april'])
  })

  test('are connected to an entry once, many to one', async () => {
    const entry = await booked()
    const another = await booked()
    const first = (await uploaded()).body.id
    const second = (await uploaded()).body.id
    const connect = (id: unknown, to = entry) => company.post(`/journal-entries/${to}/uploads`, { id })
    for (const id of [first, second]) expect((await connect(id)).body).toEqual({ id })
    expect((await company.get(`/uploads/${first}`)).body.journalEntryId).toBe(entry)
    const missing = newId()
    const gone = (await uploaded()).body.id
    await service.operateFor(company.id, (call) => deleteUpload(call, gone))
    const refused: [id: unknown, message: string, to?: string][] = [
      [first, `upload ${first} is already connected to journal entry ${entry}`],
      [first, `upload ${first} is already connected to journal entry ${entry}`, another],
      [gone, `upload ${gone} is deleted`],
      ['x', 'must be an id, such as 019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d'],
    ]
    for (const [id, message, to] of refused) {
      const { status, body } = await connect(id, to)
      expect([status, body.errors]).toEqual([400, [{ field: '#/id', message }]])
    }
    expect((await connect(gone, newId())).status).toBe(404)
    const unknown = await connect(missing)
    expect([unknown.status, unknown.body.message]).toEqual([404, `There is no upload ${missing} in this company`])
    const { body: history } = await company.get('/history?query=what==upload.connected')
    expect(history.items.slice(0, 2).map(({ detail }: Answer['body']) => detail.id)).toEqual([second, first])
  })

  test('are connected from the beginning, which the history tells too; ids come back in lower case', async () => {
    const journalEntryId = await booked()
    const { body } = await uploaded({ journalEntryId: journalEntryId.toUpperCase() })
    expect((await company.get(`/uploads/${body.id}`)).body).toEqual({ ...body, journalEntryId })
    const { body: history } = await company.get('/history?query=what==upload.connected')
    expect(history.items[0].detail).toEqual({ id: body.id, journalEntryId })
    const { id } = (await uploaded()).body
    const connected = await company.post(`/journal-entries/${journalEntryId}/uploads`, { id: id.toUpperCase() })
    expect(connected.body).toEqual({ id })
  })

  test('are connected once, also when many want one at the same time', async () => {
    const { body } = await uploaded()
    const entries = await Promise.all([1, 2, 3, 4].map(booked))
    const answers = await Promise.all(
      entries.map((entry) => company.post(`/journal-entries/${entry}/uploads`, { id: body.id })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  })

  test('of a supplier invoice underlie nothing else', async () => {
    const { upload, invoiceId } = await invoiced()
    const { id } = upload.body
    const message = `upload ${id} is already connected to supplier invoice ${invoiceId}`
    const wanted: [path: string, body: object, field: string][] = [
      [`/journal-entries/${await booked()}/uploads`, { id }, '#/id'],
      ['/journal-entries', anEntry({ uploadRef: { id } }), '#/uploadRef/id'],
    ]
    for (const [path, body, field] of wanted) {
      expect((await company.post(path, body)).body.errors).toEqual([{ field, message }])
    }
    await expect(service.operateFor(company.id, (call) => deleteUpload(call, id))).rejects.toThrow(
      `Upload ${id} is connected to supplier invoice ${invoiceId} and cannot be deleted`,
    )
  })

  test('are deleted as long as they underlie nothing', async () => {
    const { body: free } = await uploaded()
    const { body: bound } = await uploaded({ journalEntryId: await booked() })
    const remove = (id: string) => service.operateFor(company.id, (call) => deleteUpload(call, id))
    await expect(remove(bound.id)).rejects.toThrow(
      `Upload ${bound.id} is connected to journal entry ${bound.journalEntryId} and cannot be deleted`,
    )
    await remove(free.id)
    await expect(remove(free.id)).rejects.toThrow(`There is no upload ${free.id} in this company`)
    for (const path of ['', '/download']) expect((await company.get(`/uploads/${free.id}${path}`)).status).toBe(404)
    const { body: history } = await company.get('/history?query=what==upload.deleted')
    expect(history.items[0].detail).toMatchObject({ id: free.id, description: 'kvitto.png', fileName: 'kvitto.png' })
  })

  test('with the same bytes share a file, which goes some time after the last of them', async () => {
    const later = Date.now() + 2 * 60 * 60 * 1000
    const clean = (at: number) =>
      documentsContribution.deleteDroppedFiles(
        service.database,
        service.standing,
        new Date(at),
        documentsContribution.uploadFiles,
      )
    const remove = (id: string) => service.operateFor(company.id, (call) => deleteUpload(call, id))
    await clean(later)
    const kept = keptFiles()
    const bytes = aFile()
    const one = (await uploaded({}, bytes)).body.id
    const other = (await uploaded({}, bytes)).body.id
    expect(keptFiles()).toBe(kept + 1)
    await remove(one)
    expect(await clean(later)).toBe(0)
    expect((await download(other)).bytes.equals(bytes)).toBe(true)
    await remove(other)
    expect([await clean(Date.now()), keptFiles()]).toEqual([0, kept + 1])
    expect([await clean(later), keptFiles()]).toEqual([1, kept])
    const again = (await uploaded({}, bytes)).body.id
    expect([await clean(later), (await download(again)).bytes.equals(bytes)]).toEqual([0, true])
  })

  test('are verified: a file that is missing or another one is found, unless it was deleted', async () => {
    const other = checkedCompany(await service.newCompany())
    const bytes = aFile()
    const { body } = await other.upload('/uploads', 'a.png', bytes)
    const verified = () =>
      service.operateFor(other.id, (call) => documentsContribution.verifyFiles(call, documentsContribution.uploadFiles))
    expect(await verified()).toEqual([])
    const digest = createHash('sha256').update(bytes).digest()
    const { path } = await fetchKept(
      service.standing.files,
      documentsService.folderOf(other.id, documentsContribution.uploadFiles),
      digest,
    )
    writeFileSync(path, 'another')
    expect(await verified()).toEqual([`the file of upload ${body.id} is not what was received`])
    rmSync(path)
    expect(await verified()).toEqual([`the file of upload ${body.id} is missing`])
    expect((await other.get(`/uploads/${body.id}/download`)).status).toBe(500)
    await service.operateFor(other.id, (call) => deleteUpload(call, body.id))
    expect(await verified()).toEqual([])
  })
})

test('the database keeps uploads unchanged, even against direct writes', async () => {
  const entry = await booked()
  const another = await booked()
  const bound = await uploaded({ journalEntryId: entry })
  const free = await uploaded()
  const gone = await uploaded()
  await service.operateFor(company.id, (call) => deleteUpload(call, gone.body.id))
  const { upload: billed } = await invoiced()
  const byHand = (text: string, { body }: Answer) =>
    service.database.rows(sql`${raw(text.replace('ID', `'${body.id}'`).replace('ENTRY', `'${another}'`))}`)
  const refused: [statement: string, of: Answer, code: string][] = [
    ['delete from documents.upload where id = ID', free, 'GB051'],
    ['truncate documents.upload cascade', free, 'GB051'],
    ["update documents.upload set description = 'annat' where id = ID", free, 'GB051'],
    ["update documents.upload set digest = sha256('x') where id = ID", free, 'GB051'],
    ['update documents.upload set journal_entry_id = ENTRY where id = ID', bound, 'GB051'],
    ['update documents.upload set journal_entry_id = null, connected_at = null where id = ID', bound, 'GB051'],
    ['update documents.upload set deleted_at = now() where id = ID', bound, 'GB051'],
    ['update documents.upload set connected_at = now() where id = ID', bound, 'GB051'],
    ['update documents.upload set journal_entry_id = ENTRY, connected_at = now() where id = ID', billed, 'GB051'],
    ['update documents.upload set deleted_at = now() where id = ID', billed, 'GB051'],
    ['update documents.upload set supplier_invoice_id = null where id = ID', billed, 'GB051'],
    ['update documents.upload set deleted_at = null where id = ID', gone, 'GB051'],
    ['update documents.upload set journal_entry_id = ENTRY, connected_at = now() where id = ID', gone, 'GB051'],
    ['update documents.upload set journal_entry_id = ENTRY where id = ID', free, '23514'],
    [
      'update documents.upload set journal_entry_id = gen_random_uuid(), connected_at = now() where id = ID',
      free,
      '23503',
    ],
  ]
  for (const [statement, of, code] of refused) {
    await expect(byHand(statement, of), statement).rejects.toMatchObject({ code })
  }
  await service.operateFor(company.id, (call) => connectToEntry(call, free.body.id, another))
  expect((await company.get(`/uploads/${free.body.id}`)).body.journalEntryId).toBe(another)
})
