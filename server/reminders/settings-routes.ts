// The endpoints of reminder settings.
import { DateOnly, named, nullable, object, type Row, row, type Static, saying, Type } from '#http'
import type { CompanyCall } from '#platform/call'
import { dayOf } from '#platform/day'
import { numberFromOre } from '#platform/money'
import { lawValues } from '#rule/law'
import { interestStarts } from './due.rules.ts'
import { rateOn } from './interest.rules.ts'
import { referenceRates } from './reference-rate.ts'
import { reminderFaults as faults } from './refusals.ts'
import {
  changeReminderSettings,
  reminderSettings,
  type ReminderSettings as Settings,
  wrongInSettings,
} from './settings.ts'
import { MAX_REMINDER_TEXT, reminderPlaceholders } from './text.rules.ts'

const path = '/companies/{companyId}/reminder-settings'
const tag = 'Reminders'

/** Limits of the intervals. */
const MAX_DAYS = 365
const MAX_REMINDERS = 10
const MAX_DUE_DAYS = 90
const MAX_RATE = 100
/** Kronor: beyond what a law would say. The verb judges by the day. */
const MAX_FEE = 1000
const LATEST_FEE = lawValues('reminder.fee').at(-1)?.value ?? 0

const LATEST_COMPENSATION = lawValues('latePayment.compensation').at(-1)?.value ?? 0

const days = (maximum: number, example: number, description: string) =>
  Type.Integer({ minimum: 1, maximum, examples: [example], description })

const ownText = (language: string, example: string) =>
  nullable(
    saying(
      faults.text('', { limit: MAX_REMINDER_TEXT }),
      Type.String({
        maxLength: MAX_REMINDER_TEXT,
        examples: [example],
        description: `What reminders say to customers in ${language}; null is the usual text. ${reminderPlaceholders.map((name) => `{${name}}`).join(', ')} are filled in`,
      }),
    ),
  )

/** The company's own reminder texts. */
export const textFields = {
  text: ownText('Swedish', 'Vi saknar betalning av faktura {number}. Betala {amount} senast {dueDate}.'),
  textEnglish: ownText('English', 'We have not received payment of invoice {number}.'),
}

const decided = {
  isAutomatic: Type.Boolean({ description: 'Whether reminders are sent by mail by themselves, once a day' }),
  dueFrom: nullable({
    ...DateOnly,
    description:
      'Automatic reminders are of invoices due on this day or later; today when they are switched on without it',
  }),
  firstAfterDays: days(MAX_DAYS, 5, 'Days after the due date until the first'),
  daysBetween: days(MAX_DAYS, 14, 'Days from one to the next'),
  most: days(MAX_REMINDERS, 2, 'How many an invoice gets by itself at most'),
  dueInDays: days(MAX_DUE_DAYS, 10, 'Days until a reminder is to be paid'),
  fee: saying(
    faults.feeDecimals('', { limit: LATEST_FEE }),
    Type.Number({
      minimum: 0,
      maximum: MAX_FEE,
      examples: [LATEST_FEE],
      description: `Fee of a reminder in kronor, at most what the law says on the day (lag 1981:739): ${LATEST_FEE}; 0 is none`,
    }),
  ),
  isFeeAgreed: Type.Boolean({
    description: 'That the fee was agreed on before the debt arose: only then is it owed (lag 1981:739, 3 §)',
  }),
  feeOn: Type.Enum(['first', 'each'], {
    description: 'Whether it is claimed once for an invoice, or with each reminder',
  }),
  claimsCompensation: Type.Boolean({
    description: `Whether businesses are asked once for the compensation for late payment, ${LATEST_COMPENSATION} kr (lag 1981:739, 4 a §), in place of a fee; private persons never are`,
  }),
  chargesInterest: Type.Boolean({ description: 'Whether late interest is claimed' }),
  interestFrom: Type.Enum([...interestStarts], {
    description:
      'From when: dueDate where it was agreed on (räntelagen 1975:635, 3 §), or 30 days after the invoice or the first reminder, which told of interest (4 §); never before the due date',
  }),
  ownRate: nullable(
    saying(
      faults.rateDecimals(''),
      Type.Number({
        minimum: 0,
        maximum: MAX_RATE,
        examples: [12],
        description:
          'Percent a year where a rate was agreed on; null is that of the law, the reference rate and 8 (6 §)',
      }),
    ),
  ),
  ...textFields,
}

const ReminderSettings = named(
  'ReminderSettings',
  object({
    ...decided,
    statutoryRate: object(
      {
        rate: nullable(Type.Number({ examples: [12] })),
        isKnown: Type.Boolean({ description: 'Whether the rate of this half-year is entered' }),
      },
      { description: 'The rate of the law today, percent a year' },
    ),
  }),
)
const ReminderSettingsChange = named(
  'ReminderSettingsChange',
  Type.Partial(object(decided), { additionalProperties: false }),
)

const shown = async (call: CompanyCall, settings: Settings): Promise<Static<typeof ReminderSettings>> => {
  const { feeOre, ownRate, ...rest } = settings
  const today = rateOn(dayOf(call.now), await referenceRates(call.db), null)
  return {
    ...rest,
    fee: numberFromOre(feeOre),
    ownRate: ownRate === null ? null : ownRate / 100,
    statutoryRate: { rate: today && today.rate / 100, isKnown: today?.isRateKnown ?? false },
  }
}

export const reminderSettingsRows: readonly Row[] = [
  row({
    method: 'GET',
    path,
    operationId: 'getReminderSettings',
    tag,
    summary: 'Read what the company has decided about reminders',
    description: 'When they are sent by themselves, what they claim, and what they say.',
    by: 'people',
    scope: 'sales-settings:read',
    answer: { json: ReminderSettings },
    tagged: true,
    refusals: [],
    run: async (call) => shown(call, await reminderSettings(call)),
  }),
  row({
    method: 'PATCH',
    path,
    operationId: 'changeReminderSettings',
    tag,
    summary: 'Change what the company has decided about reminders',
    description: 'What is left out stays as it is. Reminders that were sent keep what they say.',
    by: 'people',
    scope: 'sales-settings:write',
    body: ReminderSettingsChange,
    answer: { json: ReminderSettings },
    tagged: true,
    events: ['reminder-settings.changed'],
    refusals: [],
    current: async (call) => shown(call, await reminderSettings(call, { lock: true })),
    example: { body: { fee: 60, isFeeAgreed: true, chargesInterest: true } },
    examine: async (call, body) => wrongInSettings(body, dayOf(call.now)),
    run: async (call, { body }) => shown(call, await changeReminderSettings(call, body)),
  }),
]
