// How late open items are, in steps (åldersanalys).

/** The steps by days after the due date: each begins where the one before ends, and the last one has no end. */
export const ages = [
  { key: 'notDue', last: 0 },
  { key: 'days1To30', last: 30 },
  { key: 'days31To60', last: 60 },
  { key: 'days61To90', last: 90 },
  { key: 'over90Days', last: null },
] as const

export type Age = (typeof ages)[number]['key']

export const ageOf = (daysOverdue: number): Age =>
  ages.find(({ last }) => last !== null && daysOverdue <= last)?.key ?? 'over90Days'
