// What the tests of bank statements share: files imported over HTTP, and what came of them.
import { bankingContribution } from '#banking'
import { ok } from '#support/entries'
import { camtFile, type WrittenFile } from '#support/samples/camt-file'
import type { Answer, Service, TestCompany } from '#support/service'

/** The response to the import of a file, successful or not. */
export const importing = (company: TestCompany, file: WrittenFile | Buffer): Promise<Answer> =>
  company.upload('/bank-statements', 'utdrag.xml', Buffer.isBuffer(file) ? file : camtFile(file))

/** The statements of a file that is imported. */
export const imported = async (company: TestCompany, file: WrittenFile | Buffer): Promise<Answer['body'][]> =>
  ok(await importing(company, file)).statements

/** The transactions of a statement, in its order. */
export const transactionsOf = async (company: TestCompany, { id }: { id: string }): Promise<Answer['body'][]> =>
  ok(await company.get(`/bank-statements/${id}/transactions?pageSize=100`)).items.reverse()

/** Imports a file with one statement and answers where its transactions are, with them. */
export const transacted = async (company: TestCompany, file: WrittenFile) => {
  const [statement] = await imported(company, file)
  return { path: `/bank-statements/${statement.id}/transactions`, items: await transactionsOf(company, statement) }
}

export const faultOf = async (service: Service, company: TestCompany): Promise<string | null> =>
  (await service.operateFor(company.id, bankingContribution.verifyStatements))[0] ?? null
