// Files that came together: which documents belong to which e-invoice.

type Named = { readonly name: string }

const stemOf = ({ name }: Named): string => name.replace(/\.[^.]*$/, '').toLowerCase()

/**
 * The documents beside each e-invoice, and the `rest`, which belongs to none. Beside a single one all belong to it; of
 * several each has those of its own name.
 */
export const besideEach = <One extends Named>(eInvoices: readonly One[], documents: readonly One[]) => {
  const isOf = (document: One, eInvoice: One) => eInvoices.length === 1 || stemOf(document) === stemOf(eInvoice)
  return {
    pairs: eInvoices.map((eInvoice) => ({ eInvoice, beside: documents.filter((one) => isOf(one, eInvoice)) })),
    rest: documents.filter((one) => !eInvoices.some((eInvoice) => isOf(one, eInvoice))),
  }
}
