// Tells tables of transactions from messages in XML by what stands in the file, not by its name. Pure.
import { camtProblems } from '#banking/statements/camt-problems'
import { isOldWorkbook, isPackage } from './package.rules.ts'
import { sheetProblems } from './sheet-problems.ts'
import { type SheetFinding, type SheetRow, tableOf, textOf } from './table.rules.ts'
import { workbookRows } from './workbook.rules.ts'

/** The rows of a CSV or XLSX file, or what is wrong with it; 'xml' for what may be a message in XML. */
export const readTable = (bytes: Uint8Array): { rows: SheetRow[] } | { findings: SheetFinding[] } | 'xml' => {
  const wrong = (problem: string) => ({ findings: [{ place: null, problem }] })
  const none = wrong(camtProblems.notXml())
  if (isPackage(bytes)) return workbookRows(bytes) ?? none
  if (isOldWorkbook(bytes)) return wrong(sheetProblems.oldWorkbook())
  if (beginsXml(bytes)) return 'xml'
  const text = textOf(bytes)
  return /^\ufeff?\s*(?:<|$)/.test(text) ? 'xml' : (tableOf(text) ?? none)
}

const BLANKS = new Set([0x09, 0x0a, 0x0d, 0x20])

const beginsXml = (bytes: Uint8Array): boolean => {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  while (BLANKS.has(bytes[at] ?? -1)) at += 1
  return bytes[at] === 0x3c
}
