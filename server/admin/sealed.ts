// Everything that the database keeps sealed: what a new secret key reaches, and what verification opens.
import { sealedAnswers, sealedDigestKeys } from '#http'
import { sealedSecondFactors } from '#identity'
import { sealedMails } from '#platform/mail'
import type { SealedColumn } from '#platform/sealed'
import { sealedWord } from '#platform/sealed-word'
import { sealedPaperKeys, sealedPersonalNumbers } from '#sales'

export const sealedColumns: readonly SealedColumn[] = [
  sealedPersonalNumbers,
  sealedPaperKeys,
  sealedSecondFactors,
  sealedMails,
  sealedAnswers,
  sealedDigestKeys,
  sealedWord,
]
