// The requirements for passwords: length, and not among the first guesses (NIST SP 800-63B §5.1.1.2). There are no
// rules about kinds of characters.

export const MIN_PASSWORD = 10
export const MAX_PASSWORD = 200

export type PasswordFault = 'short' | 'long' | 'common' | 'own'

/** The error of a new password; null if it is acceptable. */
export const passwordFault = (password: string, email: string): PasswordFault | null => {
  const length = [...password].length
  if (length < MIN_PASSWORD) return 'short'
  if (length > MAX_PASSWORD) return 'long'
  const small = password.normalize('NFKC').toLowerCase()
  const address = email.toLowerCase()
  const own = [address, ...address.split('@')]
  if (own.includes(small) || own.includes(coreOf(small))) return 'own'
  return isCommon(small) ? 'common' : null
}

const isCommon = (small: string): boolean =>
  new Set(small).size < LEAST_DIFFERENT || isRun(small) || COMMON.has(small) || COMMON.has(coreOf(small))

/** Fewer distinct characters than this are a pattern. */
const LEAST_DIFFERENT = 4

/** The letters without leading and trailing digits and symbols, and with substitutions undone: `P@ssw0rd123!`. */
const coreOf = (small: string): string =>
  small
    .replace(/^[^\p{L}]+/u, '')
    .replace(/(?<=\p{L})[^\p{L}]+$/u, '')
    .replace(/[@4]/g, 'a')
    .replace(/0/g, 'o')
    .replace(/[1!]/g, 'i')
    .replace(/3/g, 'e')
    .replace(/[$5]/g, 's')

/** Whether the password is a run of neighbours on the keyboard or in the alphabet, also wrapping around. */
const isRun = (small: string): boolean => RUNS.some((run) => run.repeat(MAX_PASSWORD / 10).includes(small))

const RUNS = [
  '1234567890',
  '0987654321',
  'qwertyuiopåasdfghjklöäzxcvbnm',
  'abcdefghijklmnopqrstuvwxyzåäö',
  '0123456789',
]

/** Entries at the top of every list of leaked passwords, alone or with digits around them; English and Swedish. */
const COMMON: ReadonlySet<string> = new Set(
  `password passwort passord lösenord losenord lösenordet losenordet passwordpassword mypassword changeme welcome
  välkommen valkommen letmein iloveyou ihateyou jagälskardig jagalskardig älskling alskling princess sunshine football
  fotboll hockey ishockey baseball basketball superman batman spiderman pokemon starwars dragon monkey shadow master
  administrator administratör admin root test testtest testing tester demo grundbok bokföring bokforing ekonomi
  redovisning faktura företag foretag företaget sverige stockholm göteborg goteborg malmö malmo uppsala sommar vinter
  höst host vår var januari februari mars april maj juni juli augusti september oktober november december måndag mandag
  tisdag onsdag torsdag fredag lördag lordag söndag sondag summer winter autumn spring monday tuesday wednesday thursday
  friday saturday sunday qwerty qwertyuiop qwertyqwerty asdfgh asdfghjkl asdfasdf zxcvbnm azerty azertyuiop qazwsx
  qazwsxedc abc abcabc abcd abcdef trustno michael jennifer jordan daniel andrea joshua charlie anders erik lars johan
  hejhej hejhejhej hejsan hemligt hemlig hemlighet kalleanka pippi bajskorv sommarlov semester computer internet dator
  samsung google facebook whatever blink liverpool arsenal chelsea barcelona manchester aik djurgården djurgarden
  hammarby secret secretsecret access login loginlogin flower cookie cheese banana orange purple freedom maverick
  correcthorsebatterystaple`.split(/\s+/),
)
