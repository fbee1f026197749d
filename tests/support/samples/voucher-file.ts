// SIE files for tests that need one of a certain length.
import iconv from 'iconv-lite'

/** A file of `count` vouchers of a krona each on one day, series A from number 1. */
export const voucherFile = (count: number, day: string): Buffer => {
  const head = '#FLAGGA 0\r\n#FORMAT PC8\r\n#SIETYP 4\r\n#PROGRAM "Prov" 1\r\n#GEN 20260101\r\n#FNAMN "Prov"\r\n'
  const date = day.replaceAll('-', '')
  const rows = '{\r\n#TRANS 1930 {} 1.00\r\n#TRANS 3001 {} -1.00\r\n}\r\n'
  const vouchers = Array.from({ length: count }, (_, index) => `#VER A ${index + 1} ${date} "Rad"\r\n${rows}`)
  return Buffer.from(head + vouchers.join(''))
}

/** A file of the whole year 2010 (4E), of a hundred kronor to begin with and a krona more with each voucher. */
export const yearFile = (count: number): Buffer => {
  const years = '#ORGNR 559999-0008\r\n#RAR 0 20100101 20101231\r\n'
  const accounts = '#KONTO 1930 "Bank"\r\n#KONTO 2091 "Balanserat"\r\n#KONTO 3001 "Intäkter"\r\n'
  const opening = '#IB 0 1930 100.00\r\n#IB 0 2091 -100.00\r\n'
  const closing = `#UB 0 1930 ${100 + count}.00\r\n#UB 0 2091 -100.00\r\n#RES 0 3001 -${count}.00\r\n#VER`
  const vouchers = voucherFile(count, '2010-06-01').toString()
  return iconv.encode(vouchers.replace('#VER', years + accounts + opening + closing), 'cp437')
}
