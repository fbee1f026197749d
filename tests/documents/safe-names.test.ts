// Names of downloaded files: for any original name, what is saved lies in the folder that was chosen, opens as what it
// is, and is shown as it is called.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeNameOf } from '#documents'
import { attachmentNamed } from '#server/http/answers/disposition'

const LONG = 'å'.repeat(300)

/** What a file was called, and what it is saved as, as a PDF. */
const names: [what: string, given: string, saved: string][] = [
  ['a plain name       ', 'kvitto.pdf', 'kvitto.pdf'],
  ['letters of its kind', 'KVITTO.PDF', 'KVITTO.PDF'],
  ['nothing            ', '', '_.pdf'],
  ['an ending alone    ', '.pdf', 'pdf.pdf'],
  ['dots               ', '..', '_.pdf'],
  ['a path up          ', '../../etc/passwd', '_.._etc_passwd.pdf'],
  ['a path of Windows  ', '..\\..\\boot.ini', '_.._boot.ini.pdf'],
  ['a drive            ', 'C:\\kvitto.pdf', 'C__kvitto.pdf'],
  ['a stream           ', 'kvitto.pdf:hidden', 'kvitto.pdf_hidden.pdf'],
  ['a hidden file      ', '.bashrc', 'bashrc.pdf'],
  ['a device           ', 'CON', '_CON.pdf'],
  ['a device, ended    ', 'nul.pdf', '_nul.pdf'],
  ['a device, blanked  ', 'aux .pdf', '_aux .pdf'],
  ['a device, raised   ', 'COM¹.pdf', '_COM¹.pdf'],
  ['a device of names  ', 'lpt1.tar.pdf', '_lpt1.tar.pdf'],
  ['no device          ', 'console.pdf', 'console.pdf'],
  ['another ending     ', 'kvitto.exe', 'kvitto.exe.pdf'],
  ['turned writing     ', 'kvitto\u202efdp.exe', 'kvittofdp.exe.pdf'],
  ['an Arabic mark     ', 'kvitto\u061c.pdf', 'kvitto.pdf'],
  ['a line separator   ', 'kvitto\u2028x.pdf', 'kvitto x.pdf'],
  ['a header           ', 'a\r\nSet-Cookie: b=c.pdf', 'a Set-Cookie_ b=c.pdf'],
  ['a NUL              ', 'kvitto\0.exe', 'kvitto.exe.pdf'],
  ['quotes             ', 'a"; filename="b.pdf', 'a_; filename=_b.pdf'],
  ['a variable         ', '%APPDATA%.pdf', '_APPDATA_.pdf'],
  ['dots at the end    ', 'kvitto.pdf. . ', 'kvitto.pdf'],
  ['half a character   ', 'kvitto\ud83e.pdf', 'kvitto.pdf'],
  ['too many bytes     ', `${LONG}.pdf`, `${LONG.slice(0, 100)}.pdf`],
]

test.each(names)('%s is saved as what does no harm', (_, given, saved) => {
  expect(safeNameOf(given, 'application/pdf')).toBe(saved)
})

/** A name, what old programs read, and what others read (RFC 6266, RFC 8187). */
const headers: [what: string, name: string, ascii: string, extended: string][] = [
  ['ASCII          ', 'kvitto.pdf', 'kvitto.pdf', 'kvitto.pdf'],
  ['letters        ', 'räksmörgås.pdf', 'raksmorgas.pdf', 'r%C3%A4ksm%C3%B6rg%C3%A5s.pdf'],
  ['quotes         ', `a"b'c.pdf`, `a_b'c.pdf`, 'a%22b%27c.pdf'],
  ['an escape      ', 'a\\"b%41.pdf', 'a__b_41.pdf', 'a%5C%22b%2541.pdf'],
  ['a new parameter', 'a"; filename*=x', 'a_; filename_=x', 'a%22%3B%20filename%2A%3Dx'],
  ['a header       ', 'a\r\nX: b', 'a__X_ b', 'a%0D%0AX%3A%20b'],
  ['a wide slash   ', '．．／x.pdf', '___x.pdf', '%EF%BC%8E%EF%BC%8E%EF%BC%8Fx.pdf'],
  ['a sign of two  ', 'c℀.pdf', 'c_.pdf', 'c%E2%84%80.pdf'],
  ['a wide quote   ', 'a＂b.pdf', 'a_b.pdf', 'a%EF%BC%82b.pdf'],
  ['half a letter  ', 'a\ud83e.pdf', 'a_.pdf', 'a%EF%BF%BD.pdf'],
]

test.each(headers)('%s is sent as both kinds of programs read it', (_, name, ascii, extended) => {
  expect(attachmentNamed(name)).toBe(`attachment; filename="${ascii}"; filename*=UTF-8''${extended}`)
})

describe('for any name,', () => {
  const hostile = fc.constantFrom(
    ...'/\\:*?"<>|%. \u202e\u2028\u0000\r\n\ud83e／．'.split(''),
    'con',
    'nul',
    '.exe',
    'å',
  )
  const name = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(hostile, { maxLength: 40 }).map((parts) => parts.join('')),
  )
  const type = fc.constantFrom('application/pdf', 'image/jpeg', 'image/png')

  test('what is saved is one name, which ends as its content asks, and stays when it is saved again', () => {
    fc.assert(
      fc.property(name, type, (given, contentType) => {
        const saved = safeNameOf(given, contentType)
        expect(saved).toMatch(/^[^/\\:*?"<>|%\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+$/u)
        expect(saved).toMatch(/^[^.\s].*\.(?:pdf|jpg|jpeg|jpe|jfif|png)$/i)
        expect(Buffer.byteLength(saved)).toBeLessThanOrEqual(255)
        expect(safeNameOf(saved, contentType)).toBe(saved)
      }),
    )
  })

  test('the header is one line of ASCII, and names it', () => {
    fc.assert(
      fc.property(name, (given) => {
        const [, ascii = '', extended = ''] =
          /^attachment; filename="([ -~]*)"; filename\*=UTF-8''([!-~]*)$/.exec(attachmentNamed(given)) ?? []
        expect(ascii).not.toMatch(/[/\\:*?"<>|%]/)
        expect(extended).toMatch(/^(?:[A-Za-z0-9!~._-]|%[0-9A-F]{2})*$/)
        expect(decodeURIComponent(extended)).toBe(given.replace(/\p{Surrogate}/gu, '\ufffd'))
      }),
    )
  })
})
