// Signatories as lines of a text: first name, last name, role.
type Signatory = { firstName: string; lastName: string; role: string }

/** `Anna; Ek; Styrelseledamot` */
export const linesOf = (signatories: readonly Signatory[]): string =>
  signatories.map(({ firstName, lastName, role }) => `${firstName}; ${lastName}; ${role}`).join('\n')

/** Lines as signatories; what a line lacks is empty, and refused at its field by the service. */
export const signatoriesIn = (text: string): Signatory[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [firstName = '', lastName = '', ...role] = line.split(';').map((part) => part.trim())
      return { firstName, lastName, role: role.join('; ') }
    })
