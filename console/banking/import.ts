// Files of bank statements: sent to the service, as the bank made them.
import { type Schema, sendFile } from '#client'

export const importStatement = (companyId: string, file: File): Promise<Schema<'BankStatementImport'>> =>
  sendFile(companyId, { path: '/bank-statements', file })

/** Saves what was downloaded as a file of the person's own. */
export const saveFile = (content: Blob, name: string): void => {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
