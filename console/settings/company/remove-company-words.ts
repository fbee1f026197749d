// The words of removing a company.
import { dictionary } from '#words'

export const removeCompanyWords = dictionary(
  {
    remove: 'Ta bort företaget …',
    title: (name: string) => `Ta bort ${name}`,
    hindered: 'Det går inte att ta bort',
    goes: 'Namn och adress, användare, nycklar, anslutningar, kunder, leverantörer, artiklar, utkast, inställningar och filer tas bort. Ingen kommer åt företaget längre, inte heller byråer som har det som klient.',
    stays: 'Behandlingshistoriken blir kvar.',
    word: 'TA BORT',
    type: (word: string) => `Skriv ${word} för att bekräfta. Det går inte att ångra.`,
    removeNow: 'Ta bort företaget nu',
    cancel: 'Avbryt',
  },
  {
    remove: 'Remove the company …',
    title: (name: string) => `Remove ${name}`,
    hindered: 'It cannot be removed',
    goes: 'Name and address, members, tokens, connections, customers, suppliers, items, drafts, settings and files are removed. After that, no one can open the company, and neither can agencies that have it as a client.',
    stays: 'The processing history stays.',
    word: 'REMOVE',
    type: (word: string) => `Type ${word} to confirm. It cannot be undone.`,
    removeNow: 'Remove the company now',
    cancel: 'Cancel',
  },
)
