// How late an open item is.
import { type Day, daysBetween } from '#platform/day'

/** The number of days that an item is overdue on a day. */
export const daysOverdue = ({ dueDate }: { dueDate: Day }, on: Day): number =>
  dueDate < on ? daysBetween(dueDate, on) : 0
