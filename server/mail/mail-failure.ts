// Why a mail was not delivered, in Swedish. The words are those of the other side's mail server; what they mean is in
// the codes before them: the extended ones (RFC 3463), or else the three digits of the answer (RFC 5321, 4.2.1).

/** By the extended code without its first part, the most telling first. */
const extended: readonly (readonly [RegExp, string])[] = [
  [/^1\.[1-3]$/, 'adressen finns inte'],
  [/^1\.6$/, 'brevlådan har flyttat'],
  [/^1\.10$/, 'mottagarens domän tar inte emot e-post'],
  [/^1\./, 'adressen är fel'],
  [/^2\.1$/, 'brevlådan är avstängd'],
  [/^2\.2$/, 'brevlådan är full'],
  [/^2\.3$/, 'mejlet är för stort för brevlådan'],
  [/^2\./, 'brevlådan tar inte emot mejlet'],
  [/^3\.4$/, 'mejlet är för stort för mottagarens server'],
  [/^4\.4$/, 'mottagarens domän går inte att hitta'],
  [/^4\./, 'mottagarens server går inte att nå'],
  [/^7\./, 'mottagarens server nekar mejlet, kanske som skräppost'],
]

/** By the three digits of an answer. */
const basic: Readonly<Record<string, string>> = {
  '421': 'mottagarens server är stängd för tillfället',
  '450': 'brevlådan är upptagen',
  '451': 'mottagarens server hade ett fel',
  '452': 'mottagarens server har inte plats',
  '521': 'mottagarens domän tar inte emot e-post',
  '550': 'adressen finns inte, eller tar inte emot mejlet',
  '551': 'brevlådan finns hos en annan server',
  '552': 'brevlådan är full, eller mejlet för stort',
  '553': 'adressen är fel',
  '554': 'mottagarens server nekar mejlet',
}

/** A report may have the extended code without an answer's three digits. */
const alone = /()\b([45]\.(\d{1,3}\.\d{1,3}))\b[ -]?(.*)$/s

/** What the mail server's answer means, with the answer itself; null where it has no code. */
export const mailFailure = (answer: string): string | null => {
  const [, digits = '', whole = '', subject = '', words = ''] =
    /\b([45]\d\d)\b[ -]?([45]\.(\d{1,3}\.\d{1,3}))?[ -]?(.*)$/s.exec(answer) ?? alone.exec(answer) ?? []
  const code = digits || whole
  if (code === '') return null
  const meaning = extended.find(([shape]) => shape.test(subject))?.[1] ?? basic[code]
  if (!meaning) return null
  const said = [digits, whole, words.trim()].filter(Boolean).join(' ')
  return `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)} (servern svarade: ${said})`
}
