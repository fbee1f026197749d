// What a person is asked about a file from the bank before it is imported.
import type { Question } from './import.ts'
import { NewBankAccount } from './NewBankAccount.tsx'
import { SheetQuestion } from './SheetQuestion.tsx'
import type { BankAccount } from './use-import.ts'

type Given = {
  question: Question
  accounts: readonly BankAccount[]
  /** The account of the statement that the page shows. */
  shownId: string | null
  /** The file may be imported, into this account where it does not name one. */
  onAnswer: (bankAccountId: string | null) => Promise<void>
  onClose: () => void
}

export const ImportQuestion = ({ question, accounts, shownId, onAnswer, onClose }: Given) => {
  const { file, unknown, layout, bankAccountId } = question
  if (unknown)
    return (
      <NewBankAccount
        key={`${file.name} ${unknown.number}`}
        file={file.name}
        unknown={unknown}
        isFirst={accounts.length === 0}
        onAdded={() => onAnswer(bankAccountId)}
        onClose={onClose}
      />
    )
  return (
    <SheetQuestion
      key={`${file.name} ${layout?.columns.map(({ title }) => title).join(' ')}`}
      question={question}
      accounts={accounts}
      shownId={shownId}
      onAnswer={onAnswer}
      onClose={onClose}
    />
  )
}
