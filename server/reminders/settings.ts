// The reminder settings of a company: automatic sending, and charges.
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import { numberFromOre, type Ore, oreFromNumber } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { lawOn } from '#rule/law'
import type { InterestStart } from './due.rules.ts'
import { reminderFaults as faults } from './refusals.ts'
import { MAX_REMINDER_TEXT, reminderPlaceholders, strangePlaceholder } from './text.rules.ts'

export type ReminderSettings = {
  isAutomatic: boolean
  dueFrom: Day | null
  firstAfterDays: number
  daysBetween: number
  most: number
  dueInDays: number
  feeOre: Ore
  isFeeAgreed: boolean
  feeOn: 'first' | 'each'
  /** Compensation for late payment from businesses, in place of a fee. */
  claimsCompensation: boolean
  chargesInterest: boolean
  interestFrom: InterestStart
  /** The annual rate in hundredths of a percent; null for the statutory rate. */
  ownRate: number | null
  text: string | null
  textEnglish: string | null
}

/** The default settings: nothing is sent automatically, and nothing charged. */
const usualSettings: ReminderSettings = {
  isAutomatic: false,
  dueFrom: null,
  firstAfterDays: 5,
  daysBetween: 14,
  most: 2,
  dueInDays: 10,
  feeOre: 0n,
  isFeeAgreed: false,
  feeOn: 'first',
  claimsCompensation: false,
  chargesInterest: false,
  interestFrom: 'invoice',
  ownRate: null,
  text: null,
  textEnglish: null,
}

/** In the API's units: kronor and percent. Omitted fields are left unchanged. */
type SettingsBody = Partial<
  Omit<ReminderSettings, 'feeOre' | 'ownRate' | 'dueFrom'> & {
    dueFrom: string | null
    fee: number
    ownRate: number | null
  }
>

const HUNDREDTHS = 100
const MAX_RATE = 100

export const reminderSettings = async (call: CompanyCall, { lock = false } = {}): Promise<ReminderSettings> => {
  if (lock) await lockSettings(call)
  return (
    (await call.db.maybe<ReminderSettings>(
      sql`
      select is_automatic as "isAutomatic", due_from as "dueFrom", first_after_days as "firstAfterDays",
        days_between as "daysBetween", most, due_in_days as "dueInDays", fee_ore as "feeOre",
        is_fee_agreed as "isFeeAgreed", fee_on as "feeOn",
        claims_compensation as "claimsCompensation", charges_interest as "chargesInterest",
        interest_from as "interestFrom", own_rate as "ownRate", text, text_english as "textEnglish"
      from reminders.settings where company_id = ${call.companyId}`,
      'reminder-settings',
    )) ?? usualSettings
  )
}

/** Serializes changes, so that the second sees the result of the first. */
const lockSettings = async ({ db, companyId, now, actor }: CompanyCall): Promise<void> => {
  const usual = usualSettings
  await db.rows(sql`
    insert into reminders.settings (company_id, is_automatic, first_after_days, days_between, most, due_in_days,
      fee_ore, is_fee_agreed, fee_on, charges_interest, interest_from, actor_kind, actor_id, actor_name, changed_at)
    values (${companyId}, false, ${usual.firstAfterDays}, ${usual.daysBetween}, ${usual.most}, ${usual.dueInDays}, 0,
      false, ${usual.feeOn}, false, ${usual.interestFrom}, ${actor.kind}, ${actor.id}, ${actor.name}, ${now})
    on conflict (company_id) do update set changed_at = excluded.changed_at`)
}

/** Changes some of the settings, all or nothing. */
export const changeReminderSettings = async (call: CompanyCall, body: SettingsBody): Promise<ReminderSettings> => {
  refuseIfAny(wrongInSettings(body, dayOf(call.now)))
  const before = await reminderSettings(call, { lock: true })
  const after = changed(call, before, body)
  if (after.feeOre > 0n && !after.isFeeAgreed) refuseIfAny([faults.feeNotAgreed('#/fee')])
  await call.db.rows(sql`
    update reminders.settings set is_automatic = ${after.isAutomatic}, due_from = ${after.dueFrom},
      first_after_days = ${after.firstAfterDays}, days_between = ${after.daysBetween}, most = ${after.most},
      due_in_days = ${after.dueInDays}, fee_ore = ${after.feeOre}, is_fee_agreed = ${after.isFeeAgreed},
      fee_on = ${after.feeOn}, claims_compensation = ${after.claimsCompensation},
      charges_interest = ${after.chargesInterest}, interest_from = ${after.interestFrom},
      own_rate = ${after.ownRate}, text = ${after.text}, text_english = ${after.textEnglish}, done_on = null,
      actor_kind = ${call.actor.kind}, actor_id = ${call.actor.id}, actor_name = ${call.actor.name},
      changed_at = ${call.now}
    where company_id = ${call.companyId}`)
  const from = told(before)
  const to = told(after)
  const names = Object.keys(to).filter((name) => from[name] !== to[name])
  const those = (of: Told) => Object.fromEntries(names.map((name) => [name, of[name]]))
  if (names.length > 0)
    recordEvent(call, 'reminder-settings.changed', { id: call.companyId }, { before: those(from), after: those(to) })
  return after
}

type Told = Record<string, unknown>

/** The settings as recorded in the processing history. */
const told = ({ feeOre, ...settings }: ReminderSettings): Told => ({ ...settings, fee: numberFromOre(feeOre) })

/** Automatic reminders start with invoices due from today: older overdue ones are left to people. */
const changed = ({ now }: CompanyCall, before: ReminderSettings, body: SettingsBody): ReminderSettings => {
  const { fee, ownRate, dueFrom, text, textEnglish, ...rest } = body
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  const after = { ...before, ...given } as ReminderSettings
  const from = dueFrom === undefined ? before.dueFrom : (dueFrom as Day | null)
  return {
    ...after,
    dueFrom: after.isAutomatic ? (from ?? dayOf(now)) : from,
    feeOre: fee === undefined ? before.feeOre : (oreFromNumber(fee) ?? 0n),
    ownRate: ownRate === undefined ? before.ownRate : ownRate === null ? null : Math.round(ownRate * HUNDREDTHS),
    text: text === undefined ? before.text : kept(text),
    textEnglish: textEnglish === undefined ? before.textEnglish : kept(textEnglish),
  }
}

const kept = (text: string | null): string | null => text?.replace(/\r\n?/g, '\n').trim() || null

/** All errors in a body, which may be any object; the fee is at most that of the law on the day. */
export const wrongInSettings = (body: unknown, day: Day): FieldError[] => {
  const { fee, ownRate } = Object(body) as Record<string, unknown>
  const errors: FieldError[] = []
  if (typeof fee === 'number') {
    const ore = oreFromNumber(fee)
    const law = lawOn(day)
    if (ore === null || ore < 0n || ore > law.ore('reminder.fee'))
      errors.push(faults.feeDecimals('#/fee', { limit: law.value('reminder.fee') }))
  }
  if (typeof ownRate === 'number') {
    const hundredths = ownRate * HUNDREDTHS
    if (ownRate < 0 || ownRate > MAX_RATE || Math.abs(hundredths - Math.round(hundredths)) > 1e-6)
      errors.push(faults.rateDecimals('#/ownRate'))
  }
  return [...errors, ...wrongInTexts(body)]
}

/** All errors in the texts of a body, which may be any object. */
export const wrongInTexts = (body: unknown): FieldError[] => {
  const { text, textEnglish } = Object(body) as Record<string, unknown>
  return [...wrongInText('#/text', text), ...wrongInText('#/textEnglish', textEnglish)]
}

const wrongInText = (field: string, text: unknown): FieldError[] => {
  if (typeof text !== 'string') return []
  const placeholder = strangePlaceholder(text)
  const known = reminderPlaceholders.map((name) => `{${name}}`).join(', ')
  const isUnfit = text.length > MAX_REMINDER_TEXT || /(?![\n\r\t])\p{Cc}/u.test(text)
  return [
    ...(isUnfit ? [faults.text(field, { limit: MAX_REMINDER_TEXT })] : []),
    ...(placeholder === null ? [] : [faults.strangePlaceholder(field, { placeholder, known })]),
  ]
}
