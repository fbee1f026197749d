// Reads what Prometheus would: the text of figures (exposition format 0.0.4), line by line.

/** A figure: its name, its labels, its value. */
type Figure = { name: string; labels: Record<string, string>; value: number }

export const figuresIn = (text: string): Figure[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', of = '']) => [key, of])
      return { name, labels: Object.fromEntries(pairs), value: Number(value) }
    })

/** The names of what is told, by the lines that say of which type each is. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name).sort()

/** The value of the one figure of a name that has these labels, or more; undefined when there is none. */
export const figure = (text: string, name: string, labels: Record<string, string> = {}): number | undefined => {
  const found = figuresIn(text).filter(
    (one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
  )
  if (found.length > 1) throw new Error(`Several figures are ${name} ${JSON.stringify(labels)}`)
  return found[0]?.value
}
