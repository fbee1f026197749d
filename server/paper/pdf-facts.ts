// What a PDF says of itself, as XML beside the words that every reader shows.
import { xmlText } from './xml.ts'

/** What the types of the library leave out: the facts that it writes as XML when the document ends. */
type Library = { _addInfo(): void }

/** Has the facts of the document written as XML: the library writes them as they come, and an & would break them. */
export const writeFacts = (sheet: PDFKit.PDFDocument): void => {
  const library = sheet as unknown as Library
  library._addInfo = () => sheet.appendXML(factsOf(sheet.info))
}

/** The facts by XMP (ISO 16684-1), in the spaces of names that archives know. */
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

/** It stands in the middle of another document. */
const DECLARATION = /^<\?xml[^>]*\?>\s*/

const momentOf = (at: Date | undefined): string | null => at?.toISOString().replace(/\.\d+Z$/, 'Z') ?? null
