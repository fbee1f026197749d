// The entry posted to all peers: a sale of 1,000 kronor with VAT, paid less a bank charge. Debit is positive.
export const lines = [
  { account: '1930', ore: 124_650 },
  { account: '6570', ore: 350 },
  { account: '3001', ore: -100_000 },
  { account: '2611', ore: -25_000 },
] as const

export const TITLE = 'Försäljning, kortbetalning'
