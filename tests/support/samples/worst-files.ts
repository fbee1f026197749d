// The worst that anybody may send to each reader of files: of a size that is taken, and as slow to read as is known.
import { deflateSync } from 'node:zlib'
import { camtText, IBAN } from './camt-file.ts'
import { incoming } from './e-invoice-file.ts'
import { pngChunk, pngFile } from './sample-files.ts'
import { statusReportFile, statusReportText } from './status-report-file.ts'

/** Where a file is sent to. */
export type Entrance = (typeof entrances)[number]
const entrances = ['upload', 'attachment', 'logo', 'e-invoice', 'statement', 'SIE file', 'mail', 'report'] as const

type WorstFile = {
  name: string
  entrance: Entrance
  /** The program of the threads that read it. */
  program: 'document-worker' | 'e-invoice-worker' | 'camt-worker' | 'sie-worker' | 'mail-worker'
  make: () => Buffer
}

/** What holds more than any other that is taken; a body is read where requests are answered. */
export type HeaviestFile = { name: string; entrance: Entrance | 'body' | 'bulk'; make: () => Buffer }

const MIB = 1024 * 1024

/** A JPEG of pixels that are all marks, which readers look behind one by one. */
const markedJpeg = (bytes: number): Buffer => {
  const frame = Buffer.from('ffd8ffc0000b080001000101011100ffda0008010100003f00', 'hex')
  return Buffer.concat([frame, Buffer.alloc(bytes - 100, Buffer.from([0xff, 0])), Buffer.from([0xff, 0xd9])])
}

/** A PNG of very many small parts. */
const choppedPng = (bytes: number): Buffer => {
  const part = pngChunk('tEXt', Buffer.from('a\0'))
  return pngFile({ between: Array.from({ length: Math.floor((bytes - 200) / part.length) }, () => part) })
}

/** A PNG whose pixels inflate to as much as is counted. */
const inflatingPng = (width: number, height: number): Buffer =>
  pngFile({ width, height, pixels: Buffer.alloc(height * (1 + width)) })

/** A PDF whose objects stand in a stream that inflates to so many bytes. */
const inflatingPdf = (bytes: number): Buffer => {
  const stream = deflateSync(Buffer.alloc(bytes, ' '))
  const head = `<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${stream.length}>>`
  return Buffer.concat([Buffer.from(`%PDF-1.5\n1 0 obj${head}stream\n`), stream, Buffer.from('\nendstream endobj\n')])
}

/** Elements that each have a name of their own, in any other XML. */
const inElements = (xml: string, behind: string, count: number): Buffer => {
  const elements = Array.from({ length: count }, (_, at) => `<x${at.toString(36)}/>`).join('')
  return Buffer.from(xml.replace(behind, (found) => `${found}${elements}`))
}

const eInvoice = incoming()
const statement = camtText({ statements: [{ account: IBAN, entries: [{ ore: 100n }] }] })

const statusReport = statusReportText({ status: 'RJCT' })

const refusedOnes = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ endToEndId: `e${at}`, status: 'RJCT' }))

const attributes = (each: number, bytes: number): string => {
  const names = Array.from({ length: each }, (_, at) => `a${at}=""`).join(' ')
  return `<x ${names}/>`.repeat(Math.floor(bytes / (names.length + 5)))
}

const withAttributes = (xml: string, behind: string, each: number, bytes: number): Buffer =>
  Buffer.from(xml.replace(behind, (found) => found + attributes(each, bytes)))

const attachments = (count: number, base64: string): string =>
  Array.from(
    { length: count },
    (_, at) =>
      `<cac:AdditionalDocumentReference><cbc:ID>${at}</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="image/png" filename="${at}.png">${base64}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>`,
  ).join('')

const withAttachments = (count: number, base64: string): Buffer =>
  Buffer.from(eInvoice.replace('<cac:AccountingSupplierParty>', (found) => attachments(count, base64) + found))

const SIE_HEAD =
  '#FLAGGA 0\n#PROGRAM "P" 1\n#FORMAT PC8\n#GEN 20260101\n#SIETYP 4\n#FNAMN "P"\n#RAR 0 20260101 20261231\n'

const wrongRows = (bytes: number): Buffer => Buffer.from(SIE_HEAD + '#TRANS\n'.repeat(Math.floor((bytes - 200) / 7)))

/** A mail whose last part stands in mails that are enclosed in each other. */
const enclosed = (last: Buffer): Buffer => {
  const head = ['From: a@b.example', 'Subject: Faktura', 'Content-Type: multipart/mixed; boundary=1', '', '--1']
  const inner = ['Content-Type: message/rfc822', '', 'From: a@b.example', 'Content-Type: multipart/mixed; boundary=2']
  const innermost = ['', '--2', 'Content-Type: message/rfc822', '', 'From: a@b.example', '', '']
  return Buffer.concat([Buffer.from([...head, ...inner, ...innermost].join('\n')), last])
}

const lineFeeds = (count: number): Buffer => Buffer.alloc(count, '\n')

const report = (bytes: number): Buffer => {
  const head = ['From: <>', 'Content-Type: multipart/report; boundary=1', '', '--1']
  const status = ['Content-Type: message/delivery-status', '', '']
  return Buffer.concat([Buffer.from([...head, ...status].join('\n')), lineFeeds(bytes - 200)])
}

const base64Lines = (bytes: number): Buffer => {
  const head = ['From: a@b.example', 'Content-Type: application/pdf; name=a.pdf', 'Content-Transfer-Encoding: base64']
  return Buffer.from(`${head.join('\n')}\n\n${`${'QUJD'.repeat(15)}\r\n`.repeat(Math.floor((bytes - 200) / 62))}`)
}

export const worstFiles: readonly WorstFile[] = [
  {
    name: 'a picture that is all marks',
    entrance: 'upload',
    program: 'document-worker',
    make: () => markedJpeg(20 * MIB),
  },
  {
    name: 'a picture of very many parts',
    entrance: 'upload',
    program: 'document-worker',
    make: () => choppedPng(20 * MIB),
  },
  {
    name: 'a PDF of one text without an end',
    entrance: 'upload',
    program: 'document-worker',
    make: () => Buffer.from(`%PDF-1.7\n1 0 obj${'('.repeat(20 * MIB - 100)}`),
  },
  {
    name: 'a picture that inflates to very many pixels',
    entrance: 'upload',
    program: 'document-worker',
    make: () => inflatingPng(9_000, 9_000),
  },
  {
    name: 'a PDF that inflates without an end',
    entrance: 'upload',
    program: 'document-worker',
    make: () => inflatingPdf(150 * MIB),
  },
  {
    name: 'a picture of an invoice that is all marks',
    entrance: 'attachment',
    program: 'document-worker',
    make: () => markedJpeg(4 * MIB),
  },
  {
    name: 'a logo of very many parts',
    entrance: 'logo',
    program: 'document-worker',
    make: () => choppedPng(MIB),
  },
  {
    name: 'an e-invoice of many elements',
    entrance: 'e-invoice',
    program: 'e-invoice-worker',
    make: () => inElements(eInvoice, '</cbc:BuyerReference>', 49_000),
  },
  {
    name: 'an e-invoice of 90 attributes at each element',
    entrance: 'e-invoice',
    program: 'e-invoice-worker',
    make: () => withAttributes(eInvoice, '</cbc:BuyerReference>', 90, MIB - 20_000),
  },
  {
    name: 'an e-invoice of tiny attachments',
    entrance: 'e-invoice',
    program: 'e-invoice-worker',
    make: () => withAttachments(80_000, 'QQ=='),
  },
  {
    name: 'an e-invoice of large attachments',
    entrance: 'e-invoice',
    program: 'e-invoice-worker',
    make: () => withAttachments(10, 'QUJD'.repeat(500_000)),
  },
  {
    name: 'a small statement of many elements',
    entrance: 'statement',
    program: 'camt-worker',
    make: () => inElements(statement, '</GrpHdr>', 32_000),
  },
  {
    name: 'a statement of many elements',
    entrance: 'statement',
    program: 'camt-worker',
    make: () => inElements(statement, '</GrpHdr>', 250_000),
  },
  {
    name: 'a status report of many elements',
    entrance: 'statement',
    program: 'camt-worker',
    make: () => inElements(statusReport, '</GrpHdr>', 250_000),
  },
  {
    name: 'a status report on very many payments',
    entrance: 'statement',
    program: 'camt-worker',
    make: () => statusReportFile({ batches: [{ name: 'B', payments: refusedOnes(200_000) }] }),
  },
  {
    name: 'a small SIE file that is all wrong',
    entrance: 'SIE file',
    program: 'sie-worker',
    make: () => wrongRows(250 * 1024),
  },
  {
    name: 'a mail of bare line feeds in two mails',
    entrance: 'mail',
    program: 'mail-worker',
    make: () => enclosed(lineFeeds(510_000)),
  },
  {
    name: 'a mail of bare line feeds',
    entrance: 'mail',
    program: 'mail-worker',
    make: () => Buffer.concat([Buffer.from('From: a@b.example\n\n'), lineFeeds(500_000)]),
  },
  {
    name: 'a mail of 27 MiB',
    entrance: 'mail',
    program: 'mail-worker',
    make: () => base64Lines(27 * MIB),
  },
  {
    name: 'a report of bare line feeds',
    entrance: 'report',
    program: 'mail-worker',
    make: () => report(256 * 1024),
  },
]

const entries = (count: number) => Array.from({ length: count }, (_, at) => ({ ore: 100n, reference: `r${at}` }))

const objects = (count: number): Buffer =>
  Buffer.from(
    `${SIE_HEAD}#DIM 1 "Projekt"\n${Array.from({ length: count }, (_, at) => `#OBJEKT 1 "${at}" "P${at}"\n`).join('')}`,
  )

const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, 1]))

const sieFile = (lines: Iterable<string>): Buffer => Buffer.from(`${SIE_HEAD}${[...lines].join('\n')}\n`)

/** Accounts from 10000 on, with balances of two years. */
const manyAccounts = (count: number): Buffer =>
  sieFile(
    Array.from({ length: count }, (_, at) => {
      const number = 10_000 + at
      const ore = at === count - 1 ? -(count - 1) : 1
      return `#KONTO ${number} "K${at}"\n#IB 0 ${number} ${ore}.00\n#UB 0 ${number} ${ore}.00\n#UB -1 ${number} ${ore}.00`
    }),
  )

const manyBudgets = (count: number): Buffer =>
  sieFile([
    '#KONTO 3001 "F"',
    ...Array.from(
      { length: count },
      (_, at) => `#PBUDGET 0 2026${String((at % 12) + 1).padStart(2, '0')} 3001 {} ${at}`,
    ),
  ])

/** Vouchers of as many rows as may be. */
const manyRows = (vouchers: number, rows: number): Buffer =>
  sieFile(
    Array.from({ length: vouchers }, (_, at) => {
      const row = Array.from({ length: rows }, (__, place) => `#TRANS 1930 {} ${place % 2 === 0 ? '1.00' : '-1.00'}`)
      return `#VER A ${at + 1} 20260110 "V"\n{\n${row.join('\n')}\n}`
    }),
  )

const bulkOf = (operations: number, items: number): Buffer => {
  const each = Array.from({ length: items }, (_, at) =>
    at % 2 === 0 ? { account: 1930, debit: 1 } : { account: 3001, credit: 1 },
  )
  const operation = {
    method: 'POST',
    path: '/journal-entries',
    body: { title: 'Rad', date: '2026-06-10', items: each },
  }
  return Buffer.from(
    JSON.stringify({ mode: 'atomic', operations: Array.from({ length: operations }, () => operation) }),
  )
}

export const heaviestFiles: readonly HeaviestFile[] = [
  { name: 'a SIE file of 9,900 accounts', entrance: 'SIE file', make: () => manyAccounts(9_900) },
  { name: 'a SIE file of 100,000 budget rows', entrance: 'SIE file', make: () => manyBudgets(100_000) },
  { name: 'a SIE file of vouchers of 10,000 rows', entrance: 'SIE file', make: () => manyRows(10, 10_000) },
  { name: 'a bulk of 1,000 entries', entrance: 'bulk', make: () => bulkOf(1000, 26) },
  {
    name: 'a statement of 50,000 entries',
    entrance: 'statement',
    make: () => Buffer.from(camtText({ statements: [{ account: IBAN, entries: entries(50_000) }] })),
  },
  { name: 'a SIE file of 199,000 objects', entrance: 'SIE file', make: () => objects(199_000) },
  {
    name: 'a body of 14,900 names',
    entrance: 'body',
    make: () => Buffer.from(JSON.stringify(names(14_900))),
  },
  {
    name: 'a body of 14,900 objects',
    entrance: 'body',
    make: () => Buffer.from(JSON.stringify({ items: Array.from({ length: 14_900 }, () => ({ a: 1 })) })),
  },
  {
    name: 'a body of 49,000 values',
    entrance: 'body',
    make: () => Buffer.from(JSON.stringify({ items: Array.from({ length: 49_000 }, () => 1) })),
  },
  { name: 'a body of brackets', entrance: 'body', make: () => Buffer.alloc(MIB - 100, '[') },
  { name: 'a body of quotes', entrance: 'body', make: () => Buffer.from(`"${'\\"'.repeat(MIB / 2 - 100)}"`) },
  {
    name: 'a bulk of 1,000 wrong entries',
    entrance: 'bulk',
    make: () => {
      const operation = { method: 'POST', path: '/journal-entries', body: names(55) }
      return Buffer.from(JSON.stringify({ mode: 'atomic', operations: Array.from({ length: 1000 }, () => operation) }))
    },
  },
  { name: 'a bulk of brackets', entrance: 'bulk', make: () => Buffer.alloc(8 * MIB - 100, '[') },
]
