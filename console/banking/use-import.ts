// Imports files of the bank one after the other, and keeps what a person is asked about one of them.
import { useState } from 'react'
import { type Schema, useAllPages, useCompany, useRefresh } from '#client'
import type { Report } from '#console/banking/payments/ReportResult.tsx'
import { useAnnounce } from '#ui'
import { useWords } from '#words'
import { importStatement, type Question, questionOf } from './import.ts'
import { words } from './words.ts'

export type BankAccount = Schema<'BankAccount'>
type Imported = Schema<'BankStatementImport'>

/** As many as a company may have. */
const MOST_ACCOUNTS = 100

export const useImport = () => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const say = useAnnounce()
  const [isBusy, setIsBusy] = useState(false)
  const [notBrought, setNotBrought] = useState<unknown>(null)
  const [reports, setReports] = useState<readonly Report[]>([])
  const [questions, setQuestions] = useState<readonly Question[]>([])
  const { rows: accounts } = useAllPages<BankAccount>('/bank-accounts', {
    companyId,
    most: MOST_ACCOUNTS,
    enabled: may('bank-accounts:read') && may('bank-statements:write'),
  })
  /** The only account there is: no one needs to be asked about it. */
  const only = accounts.length === 1 ? (accounts[0]?.id ?? null) : null
  const sent = async (file: File, bankAccountId: string | null): Promise<Imported | Question> => {
    try {
      return await importStatement(companyId, file, bankAccountId)
    } catch (cause) {
      const question = questionOf(cause, file, bankAccountId)
      if (!question || (question.unknown && !may('bank-accounts:write'))) throw cause
      if (question.unknown) return question
      return only !== null && bankAccountId === null ? sent(file, only) : question
    }
  }
  /** One file after the other; one that is refused does not stop the next. */
  const bring = async (files: readonly File[], bankAccountId: string | null = null) => {
    setIsBusy(true)
    setNotBrought(null)
    setReports([])
    const brought: Imported[] = []
    const left: string[] = []
    const asked: Question[] = []
    for (const file of files)
      try {
        const outcome = await sent(file, bankAccountId)
        if ('file' in outcome) asked.push(outcome)
        else brought.push(outcome)
      } catch (cause) {
        setNotBrought(cause)
        left.push(file.name)
      }
    setQuestions((before) => [...asked, ...before.filter(({ file }) => !files.includes(file))])
    const answers = brought.flatMap(({ paymentStatusReport: report }) => report ?? [])
    setReports(answers)
    const told = brought.filter(({ paymentStatusReport }) => !paymentStatusReport)
    const fresh = told.filter(({ alreadyImported }) => !alreadyImported).flatMap(({ statements }) => statements)
    const sum = (of: 'newTransactions' | 'knownTransactions') => fresh.reduce((all, one) => all + one[of], 0)
    const isKnown = told.every(({ alreadyImported }) => alreadyImported)
    if (left.length > 0 && files.length > 1) say(texts.notImported(left.join(', ')), { isWrong: true })
    if (told.length > 0) {
      const known = told.length === 1 ? texts.known : texts.allKnown
      say(isKnown ? known : texts.imported(sum('newTransactions'), sum('knownTransactions')))
    }
    if (brought.length > 0) await refresh('bank-statements', 'bank-payments')
    setIsBusy(false)
  }
  const question = questions[0] ?? null
  return {
    bring,
    isBusy,
    notBrought,
    reports,
    closeReports: () => setReports([]),
    asking: question && {
      question,
      accounts,
      onAnswer: (bankAccountId: string | null) => bring([question.file], bankAccountId),
      /** Leaves the file out. */
      onClose: () => setQuestions((before) => before.slice(1)),
    },
  }
}
