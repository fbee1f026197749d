// What is said around a document.
import { dictionary } from '#words'

export const words = dictionary(
  {
    document: 'Underlag',
    paper: 'Till underlaget',
    larger: 'Större',
    smaller: 'Mindre',
    fit: 'Hela bredden',
    turn: 'Vrid',
    page: (page: number, pages: number) => `Sida ${page} av ${pages}`,
    next: 'Nästa sida',
    previous: 'Föregående sida',
    download: 'Ladda ner',
    place: 'Här står det',
    eInvoice: 'En e-faktura: hämta filen eller öppna dess leverantörsfaktura.',
    broken: 'Dokumentet kan inte visas här. Ladda ner det i stället.',
    locked: 'Dokumentet är låst med lösenord. Ladda ner det och öppna det i ett annat program.',
  },
  {
    document: 'Document',
    paper: 'To the document',
    larger: 'Larger',
    smaller: 'Smaller',
    fit: 'Full width',
    turn: 'Turn',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
    next: 'Next page',
    previous: 'Previous page',
    download: 'Download',
    place: 'It is here',
    eInvoice: 'An e-invoice: download the file, or open its supplier invoice.',
    broken: 'The document cannot be shown here. Download it instead.',
    locked: 'The document is locked with a password. Download it, and open it in another program.',
  },
)
