// Shows an e-invoice for reading: doubts first, then parties, lines, tax and sums.
import { queries, type Schema, useCompany } from '#client'
import { Facts, Money, numberText, ResilientContent } from '#ui'
import { useLanguage, useWords } from '#words'
import { words } from './e-invoice-words.ts'

type Read = Schema<'SupplierEInvoiceGet'>

export const EInvoice = ({ id }: { id: string }) => {
  const { id: companyId } = useCompany()
  const found = queries.useQuery('get', '/companies/{companyId}/supplier-invoices/{supplierInvoiceId}/e-invoice', {
    params: { path: { companyId, supplierInvoiceId: id } },
  })
  return <ResilientContent of={found}>{(data) => <Paper read={data} />}</ResilientContent>
}

const Paper = ({ read }: { read: Read }) => {
  const texts = useWords(words)
  const { references } = read
  return (
    <article className="e-invoice">
      <h3>{texts.title[read.kind]}</h3>
      <Doubts messages={read.doubts.map(({ message }) => message)} />
      <Facts
        facts={[
          [texts.number, read.number],
          [texts.date, read.invoiceDate],
          [texts.due, read.dueDate],
          ...read.accounts.map(({ type, number }) => [texts.account[type], number] as const),
          [texts.reference, read.paymentReference],
          [texts.buyerReference, references.buyer],
          [texts.order, references.order],
          [texts.contract, references.contract],
          [texts.project, references.project],
          [texts.credits, references.invoices.join(', ')],
          [texts.terms, read.paymentTerms],
          [texts.note, read.note],
        ]}
      />
      <div className="e-invoice-parties">
        <Party title={texts.seller} party={read.seller} />
        <Party title={texts.buyer} party={read.buyer} />
      </div>
      <Lines read={read} />
      <Charges read={read} />
      <Taxes read={read} />
      <Totals read={read} />
      {read.attachments.length > 0 && (
        <>
          <h4>{texts.attachments}</h4>
          <ul>
            {read.attachments.map(({ name, address }, place) => (
              <li key={place}>{[name, address].filter(Boolean).join(' · ')}</li>
            ))}
          </ul>
        </>
      )}
    </article>
  )
}

const Doubts = ({ messages }: { messages: readonly string[] }) => {
  const texts = useWords(words)
  if (messages.length === 0) return null
  return (
    <div className="notice" role="note">
      <strong>{texts.doubts}</strong>
      <ul>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </div>
  )
}

const Party = ({ title, party }: { title: string; party: Read['seller'] }) => {
  const texts = useWords(words)
  const { name, organizationNumber, vatNumber, address, contact } = party
  const town = [address.postalCode, address.city].filter(Boolean).join(' ')
  const place = [address.line1, address.line2, town, address.country === 'SE' ? null : address.country]
  const numbers = [
    organizationNumber && `${texts.organizationNumber} ${organizationNumber}`,
    vatNumber && `${texts.vatNumber} ${vatNumber}`,
  ]
  const rows = [...place, ...numbers, contact.name, contact.phone, contact.email].filter(Boolean)
  return (
    <section>
      <h4>{title}</h4>
      <p>
        <strong>{name}</strong>
        {rows.map((row) => (
          <span key={row} className="soft">
            {row}
          </span>
        ))}
      </p>
    </section>
  )
}

type Taxed = { category: string | null; taxRate: number | null }

const useTaxName = () => {
  const texts = useWords(words)
  const language = useLanguage()
  return ({ category, taxRate }: Taxed) =>
    category === 'S'
      ? texts.percent(numberText(taxRate ?? 0, language))
      : (texts.categories[category ?? ''] ?? category)
}

const Lines = ({ read: { lines } }: { read: Read }) => {
  const texts = useWords(words)
  const language = useLanguage()
  const taxName = useTaxName()
  return (
    <table className="plain-table">
      <caption className="e-invoice-caption">{texts.lines}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.line}</th>
          <th scope="col" className="is-right">
            {texts.quantity}
          </th>
          <th scope="col" className="is-right">
            {texts.price}
          </th>
          <th scope="col">{texts.tax}</th>
          <th scope="col" className="is-right">
            {texts.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, place) => (
          <tr key={place}>
            <th scope="row">
              {line.name}
              {line.description && line.description !== line.name && <span className="soft">{line.description}</span>}
            </th>
            <td className="is-right">{line.quantity === null ? '' : numberText(line.quantity, language)}</td>
            <td className="is-right">{line.price === null ? '' : numberText(line.price / line.priceFor, language)}</td>
            <td>{taxName(line)}</td>
            <td className="is-right">
              <Money kronor={line.netAmount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Charges = ({ read: { charges } }: { read: Read }) => {
  const texts = useWords(words)
  const taxName = useTaxName()
  if (charges.length === 0) return null
  return (
    <table className="plain-table">
      <caption className="e-invoice-caption">{texts.charges}</caption>
      <tbody>
        {charges.map((charge, place) => (
          <tr key={place}>
            <th scope="row">{charge.reason ?? (charge.amount < 0 ? texts.allowance : texts.charge)}</th>
            <td>{taxName(charge)}</td>
            <td className="is-right">
              <Money kronor={charge.amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Taxes = ({ read: { taxes } }: { read: Read }) => {
  const texts = useWords(words)
  const taxName = useTaxName()
  return (
    <table className="plain-table">
      <caption className="e-invoice-caption">{texts.taxes}</caption>
      <tbody>
        {taxes.map((tax) => (
          <tr key={`${tax.category} ${tax.taxRate}`}>
            <th scope="row">
              {taxName(tax)}
              {tax.reason && <span className="soft">{tax.reason}</span>}
            </th>
            <td className="is-right">
              <Money kronor={tax.netAmount} />
            </td>
            <td className="is-right">
              <Money kronor={tax.taxAmount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Totals = ({ read: { totals, currency } }: { read: Read }) => {
  const texts = useWords(words)
  const rows: [string, number][] = [
    [texts.net, totals.net],
    [texts.tax, totals.tax],
    [texts.gross, totals.gross],
    ...(totals.prepaid === 0 ? [] : ([[texts.prepaid, -totals.prepaid]] as [string, number][])),
    ...(totals.rounding === 0 ? [] : ([[texts.rounding, totals.rounding]] as [string, number][])),
    [`${texts.payable}, ${currency}`, totals.payable],
  ]
  return (
    <table className="plain-table">
      <caption className="e-invoice-caption">{texts.totals}</caption>
      <tbody>
        {rows.map(([name, amount]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="is-right">
              <Money kronor={amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
