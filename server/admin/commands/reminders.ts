// The central bank's reference rate, which the operator enters each half-year as the basis of late interest.

import { UsageError } from '#admin/arguments'
import type { Command } from '#admin/command'
import { dayFrom } from '#platform/day'
import { asOperator } from '#programs/system'
import { referenceRates, setReferenceRate } from '#reminders'

/** Percent as announced: rounded up to a half (räntelagen 1975:635, 9 §), possibly negative. */
const PERCENT = /^-?\d{1,2}(?:[.,][05]0?)?$/
const HALF_YEAR = /^(?:20|21)\d\d-(?:01|07)$/
const HUNDREDTHS = 100

const percentText = (hundredths: number): string => (hundredths / HUNDREDTHS).toFixed(2)

export const reminderCommands: readonly Command[] = [
  {
    name: 'reference-rate set',
    summary: 'Enter the reference rate of a half-year, as the central bank has announced it',
    options: [
      { name: 'from', value: 'MONTH', required: true, description: 'Its first month, such as 2026-07' },
      { name: 'percent', value: 'PERCENT', required: true, description: 'The rate, such as 2.5 or -0.5' },
    ],
    run: (system, given) =>
      asOperator(system, async (call) => {
        const from = given.text('from') ?? ''
        const percent = given.text('percent') ?? ''
        if (!HALF_YEAR.test(from)) throw new UsageError(`--from: "${from}" must be a January or July, such as 2026-07`)
        if (!PERCENT.test(percent))
          throw new UsageError(`--percent: "${percent}" must be a multiple of 0.5, such as 2.5`)
        const hundredths = Math.round(Number(percent.replace(',', '.')) * HUNDREDTHS)
        const fromDate = dayFrom(`${from}-01`)
        const before = await setReferenceRate(call, { fromDate, hundredths })
        const was = before === null ? '' : `, was ${percentText(before)}`
        return {
          json: { fromDate, percent: hundredths / HUNDREDTHS, before: before === null ? null : before / HUNDREDTHS },
          text: `${fromDate}  ${percentText(hundredths)}${was}`,
        }
      }),
  },
  {
    name: 'reference-rate list',
    summary: 'List the reference rates that are entered, newest first',
    options: [],
    run: (system) =>
      asOperator(system, async ({ db }) => {
        const rates = (await referenceRates(db)).reverse()
        return {
          json: { rates: rates.map(({ fromDate, hundredths }) => ({ fromDate, percent: hundredths / HUNDREDTHS })) },
          text: rates.map(({ fromDate, hundredths }) => `${fromDate}  ${percentText(hundredths)}`).join('\n'),
        }
      }),
  },
]
