// Files of bank statements: sent to the service, as the bank made them.
import { answered, api, newIntent, type Schema } from '#client'

export const importStatement = async (companyId: string, file: File): Promise<Schema<'BankStatementImport'>> => {
  const form = new FormData()
  form.append('file', file)
  return answered(
    await api.POST('/companies/{companyId}/bank-statements', {
      params: { path: { companyId } },
      headers: { 'Idempotency-Key': newIntent() },
      // The description of a file field is its name; what is sent is the form.
      body: form as never,
      bodySerializer: () => form,
    }),
  )
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
