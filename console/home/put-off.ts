// Items that the user has postponed until tomorrow, kept in their browser: they concern no one else.
import { today } from '#ui'

const nameOf = (companyId: string) => `grundbok:put-off:${companyId}`

type PutOff = { day: string; keys: string[] }

/** Keys of today; those of earlier days count no more. */
export const readPutOff = (companyId: string): readonly string[] => {
  try {
    const { day, keys } = JSON.parse(localStorage.getItem(nameOf(companyId)) ?? '{}') as Partial<PutOff>
    return day === today() ? (keys ?? []) : []
  } catch {
    return []
  }
}

export const keepPutOff = (companyId: string, keys: readonly string[]): void => {
  try {
    localStorage.setItem(nameOf(companyId), JSON.stringify({ day: today(), keys }))
  } catch {
    // It comes back with the next visit.
  }
}
