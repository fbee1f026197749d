// The metadata of a PDF as XML, beside the entries that every reader shows.
import { xmlText } from '#paper/e-invoice/xml'

/** Missing in the library's types: the metadata written as XML at the end of the document. */
type Library = { _addInfo(): void }

/** Writes the metadata as proper XML: the library does not escape it, and an & would break it. */
export const writeFacts = (sheet: PDFKit.PDFDocument): void => {
  const library = sheet as unknown as Library
  library._addInfo = () => sheet.appendXML(factsOf(sheet.info))
}

/** The metadata as XMP (ISO 16684-1), in the namespaces required by PDF/A. */
const factsOf = ({ Title, Author, Creator, Producer, CreationDate, ModDate }: PDFKit.DocumentInfo): string =>
  xmlText({
    'rdf:Description': {
      '@rdf:about': '',
      '@xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      '@xmlns:pdf': 'http://ns.adobe.com/pdf/1.3/',
      '@xmlns:xmp': 'http://ns.adobe.com/xap/1.0/',
      'dc:title': { 'rdf:Alt': { 'rdf:li': { '@xml:lang': 'x-default', '#': Title ?? '' } } },
      'dc:creator': { 'rdf:Seq': { 'rdf:li': Author ?? '' } },
      'pdf:Producer': Producer ?? '',
      'xmp:CreatorTool': Creator ?? '',
      'xmp:CreateDate': momentOf(CreationDate),
      'xmp:ModifyDate': momentOf(ModDate),
    },
  }).replace(DECLARATION, '')

/** Omitted, since it is embedded in another document. */
const DECLARATION = /^<\?xml[^>]*\?>\s*/

const momentOf = (at: Date | undefined): string | null => at?.toISOString().replace(/\.\d+Z$/, 'Z') ?? null
