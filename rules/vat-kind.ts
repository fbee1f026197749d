// The kinds of supply by name. The law's table, which says their rates, is not loaded with them.
export const vatKinds = [
  'standard',
  'food',
  'restaurant',
  'lodging',
  'art',
  'alcohol',
  'books',
  'passengerTransport',
  'culture',
  'dance',
  'sport',
  'copyright',
  'repair',
] as const
export type VatKind = (typeof vatKinds)[number]

export const isVatKind = (text: unknown): text is VatKind => vatKinds.some((kind) => kind === text)
