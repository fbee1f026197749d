// Files of bank statements: sent to the service, as the bank made them. Of a table (CSV or XLSX) the service may not
// know the bank account or the columns: then it says so, and a person is asked.
import { isRefused, type Schema, sendFile } from '#client'

export const importStatement = (
  companyId: string,
  file: File,
  bankAccountId: string | null,
): Promise<Schema<'BankStatementImport'>> =>
  sendFile(companyId, {
    path: bankAccountId === null ? '/bank-statements' : `/bank-statements?bankAccountId=${bankAccountId}`,
    file,
  })

export type ColumnKind = Schema<'StatementColumns'>['layouts'][number]['columns'][number]['holds']
type SheetLayout = { columns: { title: string; holds: ColumnKind }[]; rows: string[][] }

/** An account that a file names and the company does not have. */
export type UnknownAccount = { number: string; currency: string }

/**
 * What a person is asked about a file. `layout`: its columns with their first rows, if it is not known what they hold;
 * `unknown`: an account that may be added.
 */
export type Question = {
  file: File
  bankAccountId: string | null
  layout: SheetLayout | null
  unknown: UnknownAccount | null
}

/** What the service needs to know about a file that it refused; null if it is wrong in another way. */
export const questionOf = (cause: unknown, file: File, bankAccountId: string | null): Question | null => {
  if (!isRefused(cause)) return null
  for (const { reason, values } of cause.errors) {
    const question: Question = { file, bankAccountId, layout: null, unknown: null }
    if (reason === 'bank-statement.account-needed') return { ...question, bankAccountId: null }
    if (reason === 'bank-statement.unknown-bank-account') {
      return { ...question, unknown: { number: String(values?.account), currency: String(values?.currency ?? 'SEK') } }
    }
    if (reason === 'bank-statement.unknown-columns') {
      return { ...question, layout: JSON.parse(String(values?.layout)) as SheetLayout }
    }
  }
  return null
}

/** Saves what was downloaded as a file of the person's own. */
export const saveFile = (content: Blob, name: string): void => {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
