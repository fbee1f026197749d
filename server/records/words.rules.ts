// Texts of the legally required documents: Swedish names of roles, and of accounts in automatic entries.

/** The roles of people. */
export const roleWords: Readonly<Record<string, string>> = {
  owner: 'Ägare',
  administrator: 'Administratör',
  bookkeeper: 'Bokförare',
  reader: 'Läsare',
  consultant: 'Konsult',
}
