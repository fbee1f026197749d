// The words of removing an agency.
import { dictionary } from '#words'

export const removeAgencyWords = dictionary(
  {
    remove: 'Ta bort byrån …',
    title: (name: string) => `Ta bort ${name}`,
    hindered: 'Det går inte att ta bort',
    goes: 'Namn och organisationsnummer, medarbetare, inbjudningar, anslutningar, mallar och massändringar tas bort. Ingen kommer åt byrån längre.',
    stays: 'Behandlingshistoriken blir kvar, och det som klienter har fått från byråns mallar är deras.',
    word: 'TA BORT',
    type: (word: string) => `Skriv ${word} för att bekräfta. Det går inte att ångra.`,
    removeNow: 'Ta bort byrån nu',
    cancel: 'Avbryt',
  },
  {
    remove: 'Remove the agency …',
    title: (name: string) => `Remove ${name}`,
    hindered: 'It cannot be removed',
    goes: 'Name and organization number, members, invitations, connections, templates and rollouts are removed. After that, no one can open the agency.',
    stays: 'The processing history stays, and what clients have got from the templates of the agency is theirs.',
    word: 'REMOVE',
    type: (word: string) => `Type ${word} to confirm. It cannot be undone.`,
    removeNow: 'Remove the agency now',
    cancel: 'Cancel',
  },
)
