// What the programs of the service call in year-end, and no other context.
import { closingsOf, removeClosings } from './removal.ts'

export const yearEndService = {
  closingsOf,
  removeClosings,
}
