// A small SIE file, so that entries exist that did not come from here: texts, quantities, tags, numbers left out.
import { expect } from 'vitest'
import type { Answer, TestCompany } from '#support/service'

const FILE = `#FLAGGA 0
#PROGRAM "Prov" 1
#FORMAT PC8
#GEN 20260610
#SIETYP 4
#FNAMN "Provbolaget AB"
#RAR 0 20260101 20261231
#KONTO 1930 "Bank"
#KONTO 2081 "Aktiekapital"
#KONTO 6110 "Kontorsmateriel"
#DIM 1 "Kostnadsstalle"
#OBJEKT 1 "10" "Nord"
#IB 0 1930 1000.00
#IB 0 2081 -1000.00
#VER "A" 1 20260301 "Papper" 20260302 "anna"
{
#TRANS 6110 {1 "10"} 99.50 20260301 "A4" 2.5
#TRANS 1930 {} -99.50
}
#VER "A" 4 20260401 "Pennor"
{
#TRANS 6110 {} 10.00
#TRANS 1930 {} -10.00
}
`

/** Imports the file into the year 2026: two entries, A1 and A4, and opening balances of 1000 kronor. */
export const importFile = async (company: TestCompany): Promise<{ A1: Answer['body']; A4: Answer['body'] }> => {
  const answer = await company.upload('/sie/import', 'prov.se', Buffer.from(FILE.replaceAll('\n', '\r\n'), 'latin1'))
  expect(answer.body).toMatchObject({ made: { journalEntries: 2, openingBalances: 2 } })
  const { body } = await company.get('/journal-entries?query=journalEntryNumber~A')
  const [A4, A1] = body.items
  return { A1, A4 }
}
