// What the address says about a report beside its period.
import { useUrl } from '#ui'

const names = ['compare', 'by', 'level', 'accounts', 'tagId', 'tagGroupId', 'untaggedGroupId', 'knownAt'] as const
export type ChoiceName = (typeof names)[number]

export type Choices = Partial<Record<ChoiceName, string>>

/** The choices that a report takes, as its query wants them; a day that the books are known at ends with it. */
export const useChoices = (taken: readonly ChoiceName[]): Choices => {
  const [url] = useUrl()
  return Object.fromEntries(
    names
      .filter((name) => taken.includes(name) && url[name])
      .map((name) => [name, name === 'knownAt' ? endOf(url[name] ?? '') : url[name]]),
  )
}

const endOf = (text: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59.999Z` : text)
