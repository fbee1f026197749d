// Invented statements of a company's account in the forms that Swedish banks give their tables: the same two payments,
// each as one bank writes them.

type BankTable = { name: string; bytes: Buffer; expected: ExpectedTable }

type ExpectedTable = {
  rows: { date: string; ore: bigint; message: string | null; counterparty?: string; bankReference?: string }[]
  opening?: bigint
  closing?: bigint
  leftOut?: number
  account?: string
}

const BOM = '\ufeff'
const crlf = (...lines: string[]): string => lines.map((line) => `${line}\r\n`).join('')
const lf = (...lines: string[]): string => lines.map((line) => `${line}\n`).join('')
/** In Windows-1252, whose signs beyond ISO 8859-1 are written as bytes here. */
const windows = (text: string): Buffer => Buffer.from(text.replaceAll('–', '\u0096'), 'latin1')

const opening = 10_000_000n
const closing = 9_375_000n

export const bankTables: readonly BankTable[] = [
  {
    name: 'rows above the head, a separator in quotation marks, and a preliminary row',
    bytes: Buffer.from(
      crlf(
        `${BOM}Transaktioner för Provbolaget AB`,
        'Kontonummer: 123 456 789',
        '',
        'Reskontradatum;Transaktionsdatum;Text;Belopp;Saldo',
        '2026-10-05;2026-10-05;Lokalhyra oktober;-12 500,00;87 500,00',
        '2026-10-07;2026-10-07;"Bg 5555-5555; faktura 2042";6 250,00;93 750,00',
        '2026-10-08;2026-10-08;Prel Kortköp Pennor & Block;-399,50;93 350,50',
      ),
    ),
    expected: {
      rows: [
        { date: '2026-10-05', ore: -1_250_000n, message: 'Lokalhyra oktober' },
        { date: '2026-10-07', ore: 625_000n, message: 'Bg 5555-5555; faktura 2042' },
      ],
      opening,
      closing,
      leftOut: 1,
      account: '123456789',
    },
  },
  {
    name: 'a number of the bank, and a value day',
    bytes: Buffer.from(
      crlf(
        `${BOM}Bokföringsdatum;Valutadatum;Verifikationsnummer;Text/mottagare;Belopp;Saldo`,
        '2026-10-05;2026-10-05;5490990011;LOKALHYRA OKTOBER;-12500,00;87500,00',
        '2026-10-07;2026-10-08;5490990012;PROVKUND AB;6250,00;93750,00',
      ),
    ),
    expected: {
      rows: [
        { date: '2026-10-05', ore: -1_250_000n, message: 'LOKALHYRA OKTOBER', bankReference: '5490990011' },
        { date: '2026-10-07', ore: 625_000n, message: 'PROVKUND AB', bankReference: '5490990012' },
      ],
      opening,
      closing,
    },
  },
  {
    name: 'numbered rows with the account in each, newest first, points before decimals, in Windows-1252',
    bytes: windows(
      crlf(
        '* Transaktionsrapport Period 2026-10-01 – 2026-10-31 Skapad 2026-11-02 08:15 CET',
        'Radnr,Clnr,Kontonr,Produkt,Valuta,Bokfdag,Transdag,Valutadag,Referens,Text,Belopp,Saldo',
        '1,81059,123456789,"Företagskonto",SEK,2026-10-07,2026-10-07,2026-10-07,"Provkund AB","Bankgirobetalning",6250.00,93750.00',
        '2,81059,123456789,"Företagskonto",SEK,2026-10-05,2026-10-05,2026-10-05,"Hyresvärden i Åre AB","Betalning",-12500.00,87500.00',
      ),
    ),
    expected: {
      rows: [
        { date: '2026-10-07', ore: 625_000n, message: 'Bankgirobetalning', counterparty: 'Provkund AB' },
        { date: '2026-10-05', ore: -1_250_000n, message: 'Betalning', counterparty: 'Hyresvärden i Åre AB' },
      ],
      opening,
      closing,
      account: '81059123456789',
    },
  },
  {
    name: 'commas between cells and before decimals, and a reserved row without a balance',
    bytes: Buffer.from(
      crlf(
        'Datum,Transaktion,Kategori,Belopp,Saldo',
        '2026-10-08,"Reserverat Kortköp Fiket",,"-45,00",',
        '2026-10-05,"Lokalhyra oktober",Boende,"-12 500,00","87 500,00"',
      ),
    ),
    expected: {
      rows: [{ date: '2026-10-05', ore: -1_250_000n, message: 'Lokalhyra oktober' }],
      opening,
      closing: 8_750_000n,
      leftOut: 1,
    },
  },
  {
    name: 'slashes in the day, sender and recipient beside the name',
    bytes: Buffer.from(
      lf(
        `${BOM}Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta`,
        '2026/10/07;6250,00;;3002 12 34567;Provkund AB;Insättning 2042;93750,00;SEK',
        '2026/10/05;-12500,00;3002 12 34567;;Hyresvärden AB;Betalning BG 5555-5555;87500,00;SEK',
      ),
    ),
    expected: {
      rows: [
        { date: '2026-10-07', ore: 625_000n, message: 'Insättning 2042', counterparty: 'Provkund AB' },
        { date: '2026-10-05', ore: -1_250_000n, message: 'Betalning BG 5555-5555', counterparty: 'Hyresvärden AB' },
      ],
      opening,
      closing,
    },
  },
  {
    name: 'all cells in quotation marks, in Windows-1252',
    bytes: windows(
      crlf(
        '"Datum";"Bokföringsdag";"Typ";"Text";"Belopp";"Saldo"',
        '"2026-10-05";"2026-10-05";"Betalning";"Lokalhyra oktober";"-12 500,00";"87 500,00"',
        '"2026-10-06";"2026-10-07";"Insättning";"Provkund AB";"6 250,00";"93 750,00"',
      ),
    ),
    expected: {
      rows: [
        { date: '2026-10-05', ore: -1_250_000n, message: 'Lokalhyra oktober' },
        { date: '2026-10-07', ore: 625_000n, message: 'Provkund AB' },
      ],
      opening,
      closing,
    },
  },
  {
    name: 'a label in a cell of its own above the head, and a minus sign that is no hyphen',
    bytes: Buffer.from(
      lf(
        'Kontonummer,9750-1234567',
        'Saldo,93750.00',
        'Kontohavare,Provbolaget AB',
        'Org. Nr,559999-9999',
        'Period,2026-10-01 - 2026-10-31',
        '',
        'Bokföringsdag,Beskrivning,Belopp,Saldo,Valuta',
        '2026-10-05,Lokalhyra oktober,"−12500,00","87500,00",SEK',
        '2026-10-07,Provkund AB,"6250,00","93750,00",SEK',
      ),
    ),
    expected: {
      rows: [
        { date: '2026-10-05', ore: -1_250_000n, message: 'Lokalhyra oktober' },
        { date: '2026-10-07', ore: 625_000n, message: 'Provkund AB' },
      ],
      opening,
      closing,
      account: '9750-1234567',
    },
  },
  {
    name: 'English names, and points between thousands',
    bytes: Buffer.from(
      lf(
        'Date,Text,Amount,Balance',
        '2026-10-05,"Lokalhyra oktober","-12.500,00","87.500,00"',
        '2026-10-07,"Provkund AB","6.250,00","93.750,00"',
      ),
    ),
    expected: {
      rows: [
        { date: '2026-10-05', ore: -1_250_000n, message: 'Lokalhyra oktober' },
        { date: '2026-10-07', ore: 625_000n, message: 'Provkund AB' },
      ],
      opening,
      closing,
    },
  },
]
