// Bytes: which encoding they are in, where lines end, what a checksum covers, and what is no SIE file at all.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { detectEncoding } from '#server/ledger/sie-format/encoding'
import { checkSie, readSie } from '#server/ledger/sie-format/reader'
import { errorsOf, feedFile, read, sourceOf, voucher, vouchersOf, warningsOf, yearFile, yearHead } from './support.ts'

const bytesOf = (...bytes: number[]) => Buffer.from(bytes)

describe('detectEncoding', () => {
  test.each([
    ['nothing', Buffer.alloc(0), 'ascii'],
    ['ASCII', Buffer.from('#FLAGGA 0'), 'ascii'],
    ['a byte order mark', bytesOf(0xef, 0xbb, 0xbf, 0x23), 'utf-8'],
    ['UTF-8', Buffer.from('Övningsbolaget'), 'utf-8'],
    ['UTF-8 beyond Swedish', Buffer.from('10 €'), 'utf-8'],
    ['code page 437', iconv.encode('Övningsbolaget på Åsgården', 'cp437'), 'cp437'],
    ['Windows', iconv.encode('Övningsbolaget på Åsgården', 'windows-1252'), 'windows-1252'],
    ['only é of code page 437', bytesOf(0x43, 0x61, 0x66, 0x82), 'cp437'],
    ['only é of Windows', iconv.encode('Café', 'windows-1252'), 'windows-1252'],
    ['one odd byte among others', iconv.encode('åäöåäö÷', 'cp437'), 'cp437'],
    ['UTF-8 whose last letter is cut', Buffer.from('åäö').subarray(0, 5), 'utf-8'],
    [
      'UTF-8 with one letter cut',
      Buffer.concat([Buffer.from('köp av k'), bytesOf(0xc3), Buffer.from('" kött')]),
      'utf-8',
    ],
    ['UTF-8 with a byte of nothing', Buffer.concat([Buffer.from('åäö'.repeat(4)), bytesOf(0xff)]), 'utf-8'],
    ['Windows with what UTF-8 could be', iconv.encode(`Ã¤ ${'åäö'.repeat(9)}`, 'windows-1252'), 'windows-1252'],
    ['neither letters nor anything else that tells', bytesOf(0xb7, 0x31), 'cp437', 'unsure'],
    ['one letter that may be a cut one of UTF-8', Buffer.from('K\xc3tt', 'latin1'), 'windows-1252', 'unsure'],
    ['a Swedish one, though it may be', Buffer.from('K\xc5RT', 'latin1'), 'windows-1252'],
    [
      'UTF-8 and Windows',
      Buffer.concat([Buffer.from('åäö'), iconv.encode('åäö åäö', 'windows-1252')]),
      'windows-1252',
      'mixed',
    ],
    ['UTF-8 and code page 437', Buffer.concat([Buffer.from('åäö'), iconv.encode('åäö', 'cp437')]), 'cp437', 'mixed'],
  ] as [string, Buffer, string, (string | null)?][])('%s', async (_, bytes, encoding, doubt = null) => {
    for (const pieceBytes of [1, 2, 3, 1_000]) {
      expect(await detectEncoding(sourceOf(bytes, pieceBytes)())).toEqual({ encoding, doubt })
    }
  })
})

describe('the same text in any encoding', () => {
  const text = yearFile('#KONTO 1915 "Kårens lilla öl-kassa, Ängs Éa"', voucher('Ö', '1'))
  test.each(['cp437', 'windows-1252', 'utf-8'])('%s', async (encoding) => {
    const { report, items } = await read(iconv.encode(text, encoding))
    expect(report.summary.encoding).toBe(encoding)
    expect(report.summary.accounts.get('1915')).toBe('Kårens lilla öl-kassa, Ängs Éa')
    expect(vouchersOf(items)[0]?.series).toBe('Ö')
  })

  test('with a byte order mark the first item is still found', async () => {
    const { report } = await read(Buffer.concat([bytesOf(0xef, 0xbb, 0xbf), Buffer.from(text)]))
    expect(report.summary.header.flag).toBe('0')
    expect(report.findings.errorCount).toBe(0)
  })

  test.each([1, 2, 3, 7, 64, 100_000])('in pieces of %i bytes', async (pieceBytes) => {
    const whole = await read(Buffer.from(text))
    const items = []
    for await (const item of readSie(sourceOf(Buffer.from(text), pieceBytes))) items.push(item)
    expect(items.slice(0, -1)).toEqual(whole.items)
  })
})

test('a letter that was cut is told, and the others stand as they were written', async () => {
  const before = Buffer.from(yearFile(voucher('A', '1')))
  const after = Buffer.from('#KONTO 1915 "Köksö"\n')
  const bytes = Buffer.concat([
    before,
    Buffer.from('#KONTO 1916 "Kött och k'),
    bytesOf(0xc3),
    Buffer.from('"\n'),
    after,
  ])
  const { report } = await read(bytes)
  expect([report.summary.encoding, report.summary.accounts.get('1915')]).toEqual(['utf-8', 'Köksö'])
  expect(warningsOf(report)).toContain(
    'Characters were lost before the file came here; this is the first line with any',
  )
})

test('a file in two encodings is refused, and one that does not tell is noted', async () => {
  const mixed = Buffer.concat([
    Buffer.from(yearFile('#KONTO 1915 "Köksö"')),
    iconv.encode('#KONTO 1916 "Åsgården"\n', 'cp437'),
  ])
  expect(errorsOf((await read(mixed)).report)[0]).toMatch(/^The file has characters in UTF-8 and others in another/)
  const unsure = Buffer.concat([Buffer.from(yearFile('#KONTO 1915 "20')), bytesOf(0xb7), Buffer.from('"\n')])
  expect(warningsOf((await read(unsure)).report)).toContain(
    'The characters of the file do not tell which character set they are in; they are read as PC8',
  )
})

describe('lines that end with a carriage return alone', () => {
  const text = yearFile('#KONTO 1915 "Kårens kassa"', voucher('A', '1'))
  test.each([1, 2, 3, 7, 64, 100_000])('in pieces of %i bytes', async (pieceBytes) => {
    const whole = await read(Buffer.from(text))
    const own = await read(Buffer.from(text.replaceAll('\n', '\r')), {}, pieceBytes)
    expect(own.items).toEqual(whole.items)
    const both = await read(Buffer.from(text.replaceAll('\n', '\r\n')), {}, pieceBytes)
    expect(both.items).toEqual(whole.items)
  })
})

test('a reading with a known encoding opens the source once', async () => {
  let opened = 0
  const source = () => {
    opened += 1
    return sourceOf(Buffer.from(feedFile()))()
  }
  await checkSie(source, { encoding: 'ascii' })
  expect(opened).toBe(1)
  await checkSie(source)
  expect(opened).toBe(3)
})

test('leaving a reading in the middle closes the source', async () => {
  let isOpen = false
  const source = async function* () {
    isOpen = true
    try {
      for (;;) yield Buffer.from(yearHead)
    } finally {
      isOpen = false
    }
  }
  for await (const item of readSie(source, { encoding: 'ascii' })) if (item.kind === 'account') break
  expect(isOpen).toBe(false)
})

describe('lines', () => {
  test.each([
    ['CRLF', '\r\n'],
    ['LF', '\n'],
    ['empty lines between', '\r\n\r\n  \n'],
  ])('%s', async (_, end) => {
    const { report } = await read(yearFile(voucher('A', '1')).split('\n').join(end))
    expect(report.summary.counts).toMatchObject({ vouchers: 1, rows: 2 })
    expect(report.findings.errorCount).toBe(0)
  })

  test('the last line needs no end, and may be the end mark of an old system', async () => {
    expect((await read(yearHead.trimEnd())).report.summary.accounts.size).toBe(3)
    expect((await read(`${yearHead}\x1a`)).report.findings.noteCount).toBe(0)
  })

  test('a line of 64 KiB is read and a longer one stops the reading', async () => {
    const line = (length: number) => `#PROSA "${'x'.repeat(length - 9)}"`
    expect((await read(yearFile(line(65_536)))).report.complete).toBe(true)
    const { report, items } = await read(yearFile(line(65_537), voucher('A', '1')))
    expect(report.complete).toBe(false)
    expect(report.findings.errors).toMatchObject([{ line: 13, kind: 'longLine' }])
    expect(vouchersOf(items)).toEqual([])
  })

  test('a line without end is not gathered', async () => {
    let pieces = 0
    const endless = async function* () {
      for (; pieces < 1_000; pieces++) yield Buffer.alloc(10_000, 'x')
    }
    const report = await checkSie(endless, { encoding: 'ascii' })
    expect(errorsOf(report)).toEqual(['A line is longer than 65536 bytes'])
    expect(pieces).toBeLessThan(10)
  })

  test('characters already lost are told once', async () => {
    const { report } = await read(Buffer.from(yearFile('#KONTO 1 \ufffd', '#KONTO 2 \ufffd')))
    expect(report.summary.counts.damagedLines).toBe(2)
    expect(warningsOf(report)).toEqual([expect.stringContaining('Characters were lost')])
  })
})

describe('what is no SIE file', () => {
  test.each([
    ['nothing', '', null, 'The file has no SIE items'],
    ['blank lines', '\n \n', null, 'The file has no SIE items'],
    ['a web page', '\n<!DOCTYPE html><html>\n#FLAGGA 0', 2, 'The file is a web page and not a SIE file'],
    ['XML', '<?xml version="1.0"?>\n<Other/>', 2, 'The file is XML and not SIE 5'],
    ['a letter', 'Hej\nhopp', null, 'The file has no SIE items'],
    ['a long letter', 'Hej\n'.repeat(30), 21, 'The file does not start with SIE items'],
    ['a NUL byte', `${yearHead}#KONTO 1 \0`, 11, 'The file is not text: it contains a NUL byte'],
    ['an archive', 'PK\x03\x04\0\0\0', 1, 'The file is a ZIP archive or a spreadsheet and not a SIE file'],
    ['a PDF', '%PDF-1.7\n%\0\n', 1, 'The file is a PDF and not a SIE file'],
  ])('%s', async (_, content, line, message) => {
    const { report } = await read(content)
    expect(report.complete).toBe(false)
    expect(report.findings).toMatchObject({ errorCount: 1, errors: [{ line, message: { en: message } }] })
  })

  test('the reason is kept among a hundred other errors', async () => {
    const { report } = await read(`${yearFile(...Array.from({ length: 120 }, () => '}'))}\0`)
    expect(report.findings).toMatchObject({ errorCount: 121 })
    expect(report.findings.errors.length).toBe(121)
    expect(errorsOf(report).at(-1)).toContain('NUL')
  })

  test('what stands before the place is read, however the bytes come', async () => {
    for (const pieceBytes of [1, 7, 64, 100_000]) {
      const { report } = await read(Buffer.from(`${yearHead}}\n\0`), {}, pieceBytes)
      expect(report.findings).toMatchObject({ errorCount: 2, errors: [{ line: 11 }, { line: 12 }] })
      expect(report.summary.accounts.size).toBe(3)
    }
  })

  test('what the source throws is thrown on', async () => {
    const broken = async function* () {
      yield Buffer.from(yearHead)
      throw new Error('disk gone')
    }
    await expect(checkSie(broken, { encoding: 'ascii' })).rejects.toThrow('disk gone')
  })

  test('a program', async () => {
    const { report } = await read(readFileSync(process.execPath).subarray(0, 200_000))
    expect(report).toMatchObject({ complete: false, findings: { errorCount: 1 } })
  })

  test('any bytes after a head give a report', async () => {
    const any = fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), fc.nat(50), async (bytes, pieceBytes) => {
      const content = Buffer.concat([Buffer.from(yearHead), bytes])
      const report = await checkSie(sourceOf(content, pieceBytes + 1))
      expect(report.summary.accounts.size).toBeGreaterThanOrEqual(3)
    })
    await fc.assert(any, { numRuns: 500 })
  })

  test('any words in any order give a report', async () => {
    const words = fc.constantFrom(
      '#VER',
      '#TRANS',
      '#RTRANS',
      '#KSUMMA',
      '#IB',
      '#RAR',
      '{',
      '}',
      '"',
      '\\',
      '\n',
      '1',
      'A',
    )
    const any = fc.asyncProperty(fc.array(words, { maxLength: 60 }), async (parts) => {
      const { report } = await read(`${yearHead}${parts.join(' ')}`)
      expect(report.complete).toBe(true)
    })
    await fc.assert(any, { numRuns: 500 })
  })
})

describe('checksum', () => {
  test.each([
    ['escaped quotes', '#KONTO 1915 "Kassa \\"special\\""', 1921122205],
    ['tabs and no line end of its own', '\t#KONTO\t1915\t"Kassa \\"special\\""  ', 1921122205],
    ['braces left out', '#OIB 0 1915 {1 "Nord"} 5', 'braces'],
  ])('%s', async (_, line, expected) => {
    const { report } = await read(`#FLAGGA 0\n#KSUMMA\n${line}\n#KSUMMA 1\n`)
    const other = await read('#FLAGGA 0\n#KSUMMA\n#OIB "0" 1915 1 Nord 5\n#KSUMMA 1\n')
    const value = expected === 'braces' ? other.report.summary.checksum?.computed : expected
    expect(report.summary.checksum).toEqual({ declared: 1, computed: value })
  })

  test('may be written signed', async () => {
    const body = '#FLAGGA 0\n#KSUMMA\n#KONTO 1510 Åäö\n'
    const { report } = await read(`${body}#KSUMMA 0\n`)
    const sum = report.summary.checksum?.computed ?? 0
    for (const written of [sum, sum | 0]) {
      const again = await read(`${body}#KSUMMA ${written}\n`)
      expect(errorsOf(again.report)).toEqual([])
    }
  })

  test('is the same in UTF-8, and covers vouchers', async () => {
    const body = `#FLAGGA 0\n#KSUMMA\n#FNAMN Åäö\n${voucher('A', '1')}\n#KSUMMA 1\n`
    const one = await read(body)
    const other = await read(Buffer.from(body.replace('Hyra\n{', '"Hyra"\n  {')))
    expect(other.report.summary.encoding).toBe('utf-8')
    expect(other.report.summary.checksum).toEqual(one.report.summary.checksum)
  })

  test('it reveals a file that was cut short', async () => {
    const { report } = await read(`#FLAGGA 0\n#KSUMMA\n${yearHead.slice(10)}`)
    expect(report.findings.errors).toMatchObject([{ line: 2, kind: 'sumOpen' }])
  })
})
