// What the first steps of a company say.
import { dictionary } from '#words'

export const gettingStartedWords = dictionary(
  {
    title: 'Kom igång',
    done: (done: number, all: number) => `${done} av ${all} steg är klara. Ta dem i vilken ordning du vill.`,
    isDone: 'Klart',
    how: 'Så går det',
    steps: {
      address: 'Skriv företagets adress',
      bankgiro: 'Skriv hur kunder betalar dig',
      logo: 'Lägg in din logotyp',
      balances: 'Lägg in ingående balanser, eller bokför det första',
      bankAccount: 'Lägg till bankkontot',
      statement: 'Läs in första kontoutdraget',
      invoice: 'Skapa första fakturan',
    },
    hows: {
      address: 'Adressen ska finnas på fakturorna. Skriv gata, postnummer och ort, och spara.',
      bankgiro:
        'Skriv bankgiro, plusgiro eller IBAN under Fakturering. Det skrivs på alla fakturor, så att kunden vet vart pengarna ska.',
      logo: 'Välj en bild (PNG eller JPEG) under Fakturering. Den sätts överst på fakturorna.',
      balances:
        'Fanns företaget i ett annat program: läs in en SIE-fil, eller skriv av balansrapporten, ett konto per rad. Är företaget nytt: bokför insättningen av aktiekapitalet eller det första inköpet i stället.',
      bankAccount:
        'Skriv kontots namn, IBAN och bokföringskonto, oftast 1930. Då kan kontoutdrag läsas in och betalningar skapas.',
      statement:
        'Logga in hos banken och spara transaktionerna som fil (camt, CSV eller Excel). Släpp filen på sidan, så föreslås vad varje rad är.',
      invoice:
        'Välj kund, skriv vad du säljer och vad det kostar, och granska. Inget skickas förrän du trycker på Utfärda.',
    },
  },
  {
    title: 'Get started',
    done: (done: number, all: number) => `${done} of ${all} steps are done. Take them in any order.`,
    isDone: 'Done',
    how: 'How to do it',
    steps: {
      address: 'Enter the address of the company',
      bankgiro: 'Say how customers pay you',
      logo: 'Add your logo',
      balances: 'Enter opening balances, or book the first entry',
      bankAccount: 'Add the bank account',
      statement: 'Import the first bank statement',
      invoice: 'Make the first invoice',
    },
    hows: {
      address: 'The address is needed on invoices. Enter street, postcode and city, and save.',
      bankgiro:
        'Enter bankgiro, plusgiro or IBAN under Invoicing. It is shown on all invoices, so that customers know where to pay.',
      logo: 'Choose an image (PNG or JPEG) under Invoicing. It is shown at the top of invoices.',
      balances:
        'If the company was in another program, import a SIE file, or copy the balance sheet, an account on each line. If it is new, book the payment of the share capital or the first purchase instead.',
      bankAccount:
        'Enter its name, IBAN and account in the books, most often 1930. Then statements can be imported and payments made.',
      statement:
        'Log in to the bank and save the transactions as a file (camt, CSV or Excel). Drop it on the page, and each row gets a proposal.',
      invoice:
        'Choose a customer, enter what you sell and its price, and check it. Nothing is sent until you publish it.',
    },
  },
)
