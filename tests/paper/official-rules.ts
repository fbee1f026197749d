// The official rules of e-invoices: the schema of UBL 2.1, and the compiled rules of EN 16931 and of Peppol BIS 2026.5.
// They lie beside the project and are not part of it; where they are missing nothing is asked of them.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import SaxonJS from 'saxon-js'
import { isHere, STANDARDS } from '#support/needs'

/** Whether the official rules can be asked here: their files are, and the program that knows schemas. */
export const isOfficialHere = (): boolean => isHere('standards') && isHere('xmllint')

/** What the official rules say against a document; nothing where they are missing. A document is judged once. */
export const officialFaults = (xml: string): string[] => {
  if (!isOfficialHere()) return []
  const known = judged.get(xml) ?? [...ofSchema(xml), ...failed(ofStandard(), xml), ...failed(ofNetwork(), xml)]
  judged.set(xml, known)
  return known
}

const judged = new Map<string, string[]>()

const ofSchema = (xml: string): string[] => {
  const name = xml.includes('<CreditNote') ? 'CreditNote' : 'Invoice'
  const schema = `${STANDARDS}/ubl/xsd/maindoc/UBL-${name}-2.1.xsd`
  try {
    execFileSync('xmllint', ['--nonet', '--noout', '--schema', schema, '-'], { input: xml, stdio: 'pipe' })
    return []
  } catch (error) {
    return [String((error as { stderr?: Buffer }).stderr ?? error)]
  }
}

const sheetOf = (path: string): (() => object) => {
  let sheet: object | undefined
  return () => {
    sheet ??= JSON.parse(gunzipSync(readFileSync(`${STANDARDS}/${path}`)).toString()) as object
    return sheet
  }
}

/** Read when they are first asked for: they are some megabytes. */
const ofStandard = sheetOf('en16931/CEN-EN16931-UBL.sef.json.gz')
const ofNetwork = sheetOf('peppol/PEPPOL-EN16931-UBL.sef.json.gz')

/** What the rules of the network alone say; they take a third of the time. */
export const networkFaults = (xml: string): string[] => (isOfficialHere() ? failed(ofNetwork(), xml) : [])

/** Each rule that fails, of any severity: `[PEPPOL-EN16931-R003]-…`. */
const failed = (stylesheetInternal: object, xml: string): string[] => {
  const { principalResult } = SaxonJS.transform({ stylesheetInternal, sourceText: xml, destination: 'serialized' })
  const asserts = principalResult.match(/<svrl:failed-assert[\s\S]*?<\/svrl:failed-assert>/g) ?? []
  return asserts.map((each) => /<svrl:text>([\s\S]*?)<\/svrl:text>/.exec(each)?.[1]?.trim() ?? each)
}
