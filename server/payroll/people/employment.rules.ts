// Validation of employments, their conversion to the stored form, and the pay that holds on a day.
import { textOf } from '#parties'
import { type Ore, oreFromNumber } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { pointer } from '#text/json'
import { peopleFaults as faults } from './people-refusals.ts'

/** Which accounts of wages it is booked on: workers 70xx, salaried employees and managers 72xx. */
export const staffKinds = ['worker', 'salaried', 'manager'] as const
export const payKinds = ['monthly', 'hourly'] as const
/** Sammalöneregeln, procentregeln, or no holiday pay by this employment. */
export const holidayRules = ['same', 'share', 'none'] as const
export const holidayYearStarts = ['january', 'april'] as const

/** Kronor a month or an hour, from a day on. */
type PayBody = { from: string; amount: number }

/** An employment in a request. */
export type EmploymentBody = {
  employeeRef: { id: string }
  title?: string | null
  staff: (typeof staffKinds)[number]
  from: string
  to?: string | null
  payKind: (typeof payKinds)[number]
  weeklyHours: number
  /** Percent of full time. */
  extent?: number
  holiday?: {
    rule?: (typeof holidayRules)[number]
    days?: number | null
    yearStart?: (typeof holidayYearStarts)[number]
  }
  pays: PayBody[]
  tags?: { tagId: string; weight?: number }[]
  growthSupportFrom?: string | null
}

export type Pay = { from: string; ore: Ore }

/** A stored employment, without its id. */
export type EmploymentContent = {
  employeeId: string
  title: string | null
  staff: EmploymentBody['staff']
  from: string
  to: string | null
  payKind: EmploymentBody['payKind']
  weeklyMinutes: number
  /** Hundredths of a percent. */
  extent: number
  holidayRule: (typeof holidayRules)[number]
  holidayDays: number | null
  holidayYearStart: (typeof holidayYearStarts)[number]
  /** The earliest first. */
  pays: readonly Pay[]
  /** What its pay is booked with: cost centre, project. */
  tags: readonly { tagId: string; weight: number }[]
  /** From when growth support (växa-stöd) is asked for. */
  growthSupportFrom: string | null
}

const MINUTES = 60
const PARTS = 100
const FULL_TIME = 100

/** Converts a validated body to its stored form. */
export const employmentContentOf = (body: EmploymentBody): EmploymentContent => ({
  employeeId: body.employeeRef.id,
  title: textOf(body.title),
  staff: body.staff,
  from: body.from,
  to: body.to ?? null,
  payKind: body.payKind,
  weeklyMinutes: Math.round(body.weeklyHours * MINUTES),
  extent: Math.round((body.extent ?? FULL_TIME) * PARTS),
  holidayRule: body.holiday?.rule ?? 'same',
  holidayDays: body.holiday?.days ?? null,
  holidayYearStart: body.holiday?.yearStart ?? 'april',
  pays: body.pays.map(({ from, amount }) => ({ from, ore: oreFromNumber(amount) ?? 0n })),
  tags: (body.tags ?? []).map(({ tagId, weight = 1 }) => ({ tagId, weight })),
  growthSupportFrom: body.growthSupportFrom ?? null,
})

/** Errors in a body beyond its types, which may be any object. */
export const wrongInEmployment = (body: unknown): FieldError[] => {
  const { from, to, pays } = Object(body) as Partial<EmploymentBody>
  const errors: FieldError[] = []
  if (typeof from === 'string' && typeof to === 'string' && to < from) errors.push(faults.lastDay('#/to'))
  if (!Array.isArray(pays)) return errors
  const given = pays.map((one) => Object(one) as Partial<PayBody>)
  const first = given[0]?.from
  if (typeof from === 'string' && typeof first === 'string' && first > from)
    errors.push(faults.firstPay(pointer('pays', 0, 'from')))
  for (const [index, { from: day, amount }] of given.entries()) {
    const before = given[index - 1]?.from
    if (typeof day === 'string' && typeof before === 'string' && day <= before)
      errors.push(faults.payDays(pointer('pays', index, 'from')))
    if (typeof amount === 'number' && (amount <= 0 || oreFromNumber(amount) === null))
      errors.push(faults.payAmount(pointer('pays', index, 'amount')))
  }
  return errors
}

/** The pay that holds on a day; null before the first. */
export const payOn = (pays: readonly Pay[], day: string): Pay | null => pays.findLast(({ from }) => from <= day) ?? null
