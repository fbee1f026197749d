// Refusals of absence and working schedules: whole requests, and single fields.
import { fault, refusal } from '#platform/refusal'

export const absenceRefusals = {
  absenceNotFound: refusal(
    'not-found',
    'absence.not-found',
    'There is no absence {id} in this company',
    'Det finns ingen frånvaro {id} i företaget',
  ),
  absenceOverlaps: refusal(
    'operation-not-allowed',
    'absence.overlaps',
    'The employment already has absence from {from} to {to} (absence {id})',
    'Anställningen har redan frånvaro från {from} till {to} (frånvaro {id})',
  ),
}

export const absenceFaults = {
  employmentUnknown: fault(
    'absence.employment-unknown',
    'is no employment of this company',
    'är ingen anställning i företaget',
  ),
  employmentFixed: fault(
    'absence.employment-fixed',
    'must stay the employment of the absence',
    'ska förbli den anställning som frånvaron gäller',
  ),
  unknownDay: fault(
    'absence.unknown-day',
    'must be a day whose rules are known, from 2019 to 2189',
    'ska vara en dag vars regler är kända, från 2019 till 2189',
  ),
  lastDay: fault(
    'absence.last-day',
    'must be from the first day to {days} days later',
    'ska vara från den första dagen till {days} dagar senare',
  ),
  outside: fault(
    'absence.outside-employment',
    'must be within the employment, {from} to {to}',
    'ska ligga inom anställningen, {from} till {to}',
  ),
  measure: fault(
    'absence.measure',
    'must be left out where minutes of each day are stated',
    'ska utelämnas när minuter per dag anges',
  ),
  wholeDays: fault(
    'absence.whole-days',
    'must be left out or 100: holiday is taken in whole days',
    'ska utelämnas eller vara 100: semester tas ut i hela dagar',
  ),
  paid: fault(
    'absence.paid',
    'can be true only for absence of the kind other',
    'kan vara sant bara för frånvaro av slaget other',
  ),
  scheduleDays: fault(
    'schedule.days',
    'must be later than the first day of the schedule before',
    'ska vara senare än första dagen för schemat före',
  ),
  period: fault(
    'absence.period',
    'must be from the first day to {days} days later',
    'ska vara från den första dagen till {days} dagar senare',
  ),
}
