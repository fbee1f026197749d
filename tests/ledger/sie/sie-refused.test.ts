// Files and uploads that are refused: the answer says where, and nothing of them is left, in the books or on disk.
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ledgerAdmin } from '#ledger'
import { exchange, open } from '#support/raw'
import { request, type Service, startService, type TestCompany } from '#support/service'
import { filesOf, head, POLL_MS, pc, refusedWith, send, standing, voucher, workDone, yearFile } from './sie-support.ts'

let service: Service
let company: TestCompany
let before: Awaited<ReturnType<typeof standing>>
beforeAll(async () => {
  service = await startService({ alone: true })
  company = await service.newCompany({ fiscalYear: null })
  before = await standing(company)
})
afterAll(() => service.close())

/** Nothing was booked, made, kept or left lying. */
const expectNothingLeft = async () => {
  expect(await standing(company)).toEqual(before)
  expect(before).toMatchObject({ entries: 0 })
  expect(filesOf(service, 'files')).toEqual([])
  await expect.poll(() => filesOf(service, 'work')).toEqual([])
}

const many = (count: number) => Array.from({ length: count }, (_, at) => voucher(`A ${at + 1}`, '20250115'))
const made = ['#KONTO 1942 Nytt', '#DIM 20 Region', '#OBJEKT 20 N Norr', '#IB 0 1930 5', '#IB 0 2081 -5']
const sound = yearFile(2025, ...made, ...many(1_500))
const cutAt = (text: string, mark: string) => text.slice(0, text.lastIndexOf(mark))

describe('a file that cannot be read', () => {
  const files: [string, string | Buffer, string[]][] = [
    [
      'cut within its last voucher',
      cutAt(sound, '#TRANS'),
      [
        'line 7510: Voucher A 1500 is out of balance by 100.00',
        'line 7510: The braces of the voucher are not closed before the end of the file',
      ],
    ],
    [
      'cut within a row',
      cutAt(sound, ' -100'),
      [
        'line 7510: The braces of the voucher are not closed before the end of the file',
        'line 7513: The amount "" of #TRANS must be digits',
      ],
    ],
    [
      'unbalanced in its last voucher',
      `${cutAt(sound, '-100')}-99\r\n}\r\n`,
      ['line 7510: Voucher A 1500 is out of balance by 1.00'],
    ],
    [
      'a web page',
      '<!DOCTYPE html>\n<html><body>404</body></html>',
      ['line 1: The file is a web page and not a SIE file'],
    ],
    ['XML', '<?xml version="1.0"?>\n<Other/>', ['line 2: The file is XML and not SIE 5']],
    [
      'a picture',
      Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      ['line 3: The file is not text: it contains a NUL byte'],
    ],
    ['a NUL byte after all the rest', `${sound}\0`, ['line 7515: The file is not text: it contains a NUL byte']],
    ['nothing', '', ['The file has no SIE items']],
    ['prose', 'Hej!\nDetta är ingen fil.\n', ['The file has no SIE items']],
    ['one long line', `#PROSA ${'x'.repeat(70_000)}`, ['line 1: A line is longer than 65536 bytes']],
    [
      'a wrong checksum',
      sound.replace('#PROGRAM', '#KSUMMA\r\n#PROGRAM').concat('#KSUMMA 123456789\r\n'),
      ['line 7516: The checksum is wrong: the file says 123456789 but its content gives'],
    ],
    [
      'a checksum that never closes',
      sound.replace('#PROGRAM', '#KSUMMA\r\n#PROGRAM'),
      ['line 2: #KSUMMA is opened and never closed: the end of the file is missing'],
    ],
    [
      'another currency',
      yearFile(2025, '#VALUTA EUR'),
      ['line 10: The file is in EUR, and the accounting currency of the company is SEK'],
    ],
    ['an unknown type', sound.replace('#SIETYP 4', '#SIETYP 6'), ['line 5: #SIETYP is "6", but must be 1, 2, 3 or 4']],
    [
      'vouchers outside its year',
      yearFile(2025, voucher('A 1', '20260115')),
      ['line 10: Voucher A 1 is dated 2026-01-15'],
    ],
    [
      'the same balance twice',
      yearFile(2025, '#IB 0 1940 0', '#IB 0 1940 0'),
      ['line 11: #IB of account 1940 in year 0 is given more than once'],
    ],
  ]
  test.each(files)('%s', async (_, file, messages) => {
    for (const query of ['?dryRun=true', '']) {
      const told = await refusedWith(company, file, query)
      expect(told.length).toBeGreaterThanOrEqual(messages.length)
      for (const [at, message] of messages.entries()) expect(told[at]).toContain(message)
    }
    await expectNothingLeft()
  })

  test('with two hundred errors tells the first hundred and counts them all', async () => {
    const wrong = Array.from({ length: 200 }, (_, at) => voucher(`A ${at + 1}`, '20250115').replace('-100', '-99'))
    const { status, body } = await send(company, yearFile(2025, ...wrong))
    expect([status, body.code, body.message]).toEqual([
      400,
      'validation-error',
      'The file was not imported: 200 errors (vouchers out of balance: 200)',
    ])
    expect(body.errors.length).toBe(100)
    expect(body.errors[99]).toEqual({
      field: '#/file',
      message:
        'line 505: Voucher A 100 is out of balance by 1.00. Correct it in the program that wrote the file and export it again, or import it with voucherDifference=3740, which books the difference on that account.',
    })
    await expectNothingLeft()
  })

  test('tells errors of form and of the books together, by what they are about', async () => {
    const file = head(
      '#RAR 0 20250101 20251231',
      '#KONTO 0100 Nolla',
      '#KONTO x Nej',
      '#VER A 1 20250115',
      '{',
      '#TRANS 1930 {} 9999999999999',
      '#TRANS 2081 {} -9999999999999',
      '}',
      '#VER A 2 20250115',
      '{',
      '#TRANS x {} 5',
      '}',
      '#VER A 3 20250115',
      '{',
      '#TRANS 1930 {} 5',
      '}',
    )
    expect(await refusedWith(company, file)).toEqual([
      'line 20: Voucher A 3 is out of balance by 5.00',
      'line 18: The account "x" of #TRANS is not an account number: those go from 1 to 99999999 and do not begin with 0',
      'line 13: The amount is larger than 1000000000000 kronor',
      'line 14: The amount is larger than 1000000000000 kronor',
    ])
    await expectNothingLeft()
  })
})

describe('an upload', () => {
  const BOUNDARY = 'between'
  const part = (name: string, bytes: Buffer | string, fileName = 'a.se') =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\n\r\n`),
      typeof bytes === 'string' ? pc(bytes) : bytes,
      Buffer.from('\r\n'),
    ])
  const end = Buffer.from(`--${BOUNDARY}--\r\n`)
  const multipart = `multipart/form-data; boundary=${BOUNDARY}`
  const upload = (body: Buffer, type = multipart) =>
    request(`${company.url}/sie/import?dryRun=true`, {
      method: 'POST',
      headers: { authorization: `Bearer ${company.token}`, 'content-type': type },
      body: Uint8Array.from(body),
    })
  const small = yearFile(2025, ...many(2))
  const field = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="note"\r\n\r\nhej\r\n`

  const uploads: [string, Buffer, string, number, unknown][] = [
    ['in the field file', Buffer.concat([part('file', small), end]), multipart, 200, undefined],
    ['in the field FILE', Buffer.concat([part('FILE', small), end]), multipart, 200, undefined],
    [
      'in the field File, with text beside it',
      Buffer.concat([Buffer.from(field), part('File', small), end]),
      multipart,
      200,
      undefined,
    ],
    [
      'in another field',
      Buffer.concat([part('sie', small), end]),
      multipart,
      400,
      'a file is required in a multipart field with this name',
    ],
    [
      'of text alone',
      Buffer.concat([Buffer.from(field), end]),
      multipart,
      400,
      'a file is required in a multipart field with this name',
    ],
    ['of nothing', end, multipart, 400, 'a file is required in a multipart field with this name'],
    [
      'of two files',
      Buffer.concat([part('file', small), part('file', small), end]),
      multipart,
      400,
      'only one file is accepted',
    ],
    [
      'of two large files',
      Buffer.concat([part('file', sound), part('file', Buffer.alloc(9e6)), end]),
      multipart,
      400,
      'only one file is accepted',
    ],
    [
      'without its end',
      part('file', small),
      multipart,
      400,
      expect.stringContaining('the multipart body could not be read'),
    ],
    ['without a boundary', Buffer.concat([part('file', small), end]), 'multipart/form-data', 400, expect.any(String)],
    ['as JSON', Buffer.from('{}'), 'application/json', 415, undefined],
    ['as the bytes alone', pc(small), 'application/octet-stream', 415, undefined],
  ]
  test.each(uploads)('%s', async (_, body, type, status, message) => {
    const answer = await upload(body, type)
    expect([answer.status, answer.body.errors?.[0]?.message]).toEqual([status, message])
    await expectNothingLeft()
  })

  test('of more than fifty megabytes', async () => {
    const line = Buffer.from(`#PROSA ${'x'.repeat(1_000)}\r\n`)
    const tooMuch = Buffer.alloc(ledgerAdmin.SIE_FILE_LIMIT + 1, line)
    const { status, body } = await send(company, tooMuch)
    expect([status, body.code]).toEqual([413, 'payload-too-large'])
    await expectNothingLeft()
  })

  test('that its sender breaks off', async () => {
    const socket = await open(service.origin)
    const first = part('file', sound)
    const head = [
      `POST /v1/companies/${company.id}/sie/import HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${company.token}`,
      `Content-Type: ${multipart}`,
      `Content-Length: ${first.length + end.length}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.write(first.subarray(0, first.length / 2))
    while (filesOf(service, 'work').length === 0) await pause(POLL_MS)
    socket.destroy()
    await once(socket, 'close')
    await workDone(service)
    await expectNothingLeft()
  })

  test('without a token, of which nothing is read', async () => {
    const answer = await exchange(
      service.origin,
      `POST /v1/companies/${company.id}/sie/import HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${multipart}\r\nContent-Length: 50000000\r\n\r\n`,
    )
    expect(answer.status).toBe(401)
    await expectNothingLeft()
  })
})
