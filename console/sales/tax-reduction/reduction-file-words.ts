// What the page of the file to the tax authority says of the invoices in it.
import { dictionary } from '#words'

export const reductionFileWords = dictionary(
  {
    markAll: 'Markera fakturorna som begärda',
    marked: (count: number) =>
      count === 1 ? '1 faktura är markerad som begärd.' : `${count} fakturor är markerade som begärda.`,
    markLead: 'Gör det när filen är uppladdad: fakturorna kommer inte med i nästa fil.',
    again: 'De delar som är kvar är numrerade om: hämta från del 1.',
    notMarked: 'Inte markerade som begärda',
    invoice: (number: string) => `Faktura ${number}`,
  },
  {
    markAll: 'Mark the invoices as asked for',
    marked: (count: number) =>
      count === 1 ? '1 invoice is marked as asked for.' : `${count} invoices are marked as asked for.`,
    markLead: 'Do it once the file is uploaded: the invoices are in no later file.',
    again: 'The parts that are left are numbered anew: begin with part 1.',
    notMarked: 'Not marked as asked for',
    invoice: (number: string) => `Invoice ${number}`,
  },
)
