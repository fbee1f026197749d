// What the operator's commands call in ledger, and nothing else.
import { setAccountRole } from '#ledger/accounts/account-map'
import { sumsOfBooks } from '#ledger/accounts/balance'
import { setAccountActive } from '#ledger/accounts/chart'
import { listRates, loadRates } from '#ledger/rates/currency-rate'
import { importSie } from '#ledger/sie/sie-import'
import { readMap } from '#ledger/sie/sie-map.rules'
import { reportIn } from '#ledger/sie/sie-report'
import { SIE_FILE_LIMIT } from '#ledger/sie/sie-routes'
import { getOpeningBalances, setOpeningBalances } from '#ledger/years/opening-balance'

export const ledgerAdmin = {
  SIE_FILE_LIMIT,
  getOpeningBalances,
  importSie,
  listRates,
  loadRates,
  readMap,
  reportIn,
  setAccountActive,
  setAccountRole,
  setOpeningBalances,
  sumsOfBooks,
}
