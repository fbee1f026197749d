// The words of what is stored about a customer or supplier, and of erasing it.
import { dictionary } from '#words'

export const eraseWords = dictionary(
  {
    aboutCustomer: 'Uppgifter om kunden',
    aboutSupplier: 'Uppgifter om leverantören',
    erase: 'Radera personuppgifter …',
    title: (name: string) => `Radera ${name}`,
    hindered: 'Det går inte att radera än',
    goes: 'Det här tas bort nu',
    goesThen: 'Det här tas bort då',
    stays: 'Det här måste finnas kvar',
    nothingStays: 'Ingenting: inget av det hör till bokföringen.',
    until: (day: string) => `Sparas till och med ${day}.`,
    word: 'RADERA',
    type: (word: string) => `Skriv ${word} för att bekräfta. Det går inte att ångra.`,
    eraseNow: 'Radera nu',
    cancel: 'Avbryt',
    erased: (name: string) => `${name} är raderad.`,
  },
  {
    aboutCustomer: 'Data about the customer',
    aboutSupplier: 'Data about the supplier',
    erase: 'Erase personal data …',
    title: (name: string) => `Erase ${name}`,
    hindered: 'It cannot be erased yet',
    goes: 'This is removed now',
    goesThen: 'This is removed then',
    stays: 'This has to stay',
    nothingStays: 'Nothing: none of it belongs to the books.',
    until: (day: string) => `Kept until and including ${day}.`,
    word: 'ERASE',
    type: (word: string) => `Type ${word} to confirm. It cannot be undone.`,
    eraseNow: 'Erase now',
    cancel: 'Cancel',
    erased: (name: string) => `${name} is erased.`,
  },
)
