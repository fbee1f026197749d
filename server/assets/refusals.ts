// Why something of fixed assets is refused.
import { fault, phrase, refusal } from '#platform/refusal'

export const assetRefusals = {
  fixedAssetNotFound: refusal(
    'not-found',
    'asset.not-found',
    'There is no fixed asset {id}',
    'Det finns ingen anläggningstillgång {id}',
  ),
  tooManyAssets: refusal(
    'limit-exceeded',
    'asset.too-many-assets',
    'A company has at most {limit} fixed assets in the register',
    'Ett företag har högst {limit} anläggningstillgångar i registret',
  ),
  hasEntries: refusal(
    'operation-not-allowed',
    'asset.has-entries',
    'Depreciation of the fixed asset {id} is booked: reverse its entries, then add the fixed asset again',
    'Avskrivningar på anläggningstillgången {id} är bokförda: rätta de verifikationerna och lägg upp tillgången på nytt',
  ),
  nothingDue: refusal(
    'operation-not-allowed',
    'asset.nothing-due',
    'Nothing is left to depreciate from {from} to {to}',
    'Det finns inget kvar att skriva av från {from} till {to}',
  ),
  disposed: refusal(
    'operation-not-allowed',
    'asset.disposed',
    'The fixed asset {id} was disposed of on {date}',
    'Anläggningstillgången {id} avyttrades {date}',
  ),
  notDepreciated: refusal(
    'operation-not-allowed',
    'asset.not-depreciated',
    'The depreciation of the fixed asset {id} is not booked for {month}: book it first',
    'Avskrivningen på anläggningstillgången {id} är inte bokförd för {month}: bokför den först',
  ),
  depreciatedLater: refusal(
    'operation-not-allowed',
    'asset.depreciated-later',
    'The fixed asset {id} is depreciated for {month}, which is not before {date}: reverse that entry first',
    'Anläggningstillgången {id} är avskriven för {month}, som inte är före {date}: rätta den verifikationen först',
  ),
  valueChanged: refusal(
    'operation-not-allowed',
    'asset.value-changed',
    'The fixed asset {id} was written down or disposed of in part: only the number of months of its plan can change',
    'Anläggningstillgången {id} är nedskriven eller delvis avyttrad: i planen kan bara antalet månader ändras',
  ),
  tooManyChanges: refusal(
    'limit-exceeded',
    'asset.too-many-changes',
    'A fixed asset has at most {limit} write-downs, reversals and parts sold',
    'En anläggningstillgång har högst {limit} nedskrivningar, återföringar och sålda delar',
  ),
  goodwill: refusal(
    'operation-not-allowed',
    'asset.goodwill',
    'A write-down of goodwill cannot be reversed',
    'En nedskrivning av goodwill kan inte återföras',
  ),
}

export const assetFaults = {
  account: fault(
    'asset.account',
    'must be an active account for fixed assets (1010–1299): {account} is not one',
    'ska vara ett aktivt konto för anläggningstillgångar (1010–1299): {account} är inget sådant',
  ),
  otherAccount: fault(
    'asset.other-account',
    'must be an active account of the chart: {account} is not one',
    'ska vara ett aktivt konto i kontoplanen: {account} är inget sådant',
  ),
  accountMissing: fault(
    'asset.account-missing',
    'is required: the chart has no usual account for this',
    'krävs: kontoplanen har inget vanligt konto för det här',
  ),
  numberTaken: fault(
    'asset.number-taken',
    'is the number of another fixed asset, {name}',
    'är numret på en annan anläggningstillgång, {name}',
  ),
  nameMissing: fault('asset.name-missing', 'is required', 'krävs'),
  badMonth: fault('asset.bad-month', 'must be a month such as 2026-03', 'ska vara en månad, till exempel 2026-03'),
  amount: fault(
    'asset.amount',
    'must be an amount in kronor with at most two decimals, from {least}',
    'ska vara ett belopp i kronor med högst två decimaler, från {least}',
  ),
  residual: fault('asset.residual', 'must be at most the acquisition value', 'får vara högst anskaffningsvärdet'),
  notOfPlan: fault(
    'asset.not-of-plan',
    'applies to depreciated assets: give the number of months too',
    'gäller tillgångar som skrivs av: ange också antalet månader',
  ),
  before: fault(
    'asset.before',
    'must be at most the acquisition value less the residual value',
    'får vara högst anskaffningsvärdet minus restvärdet',
  ),
  beforeBooked: fault(
    'asset.before-booked',
    'must be at most {most}: entries have depreciated the rest; first reverse those of months that had nothing left',
    'får vara högst {most}: resten är avskriven i verifikationer; rätta först dem för månader som inte hade något kvar',
  ),
  throughBooked: fault(
    'asset.through-booked',
    'must be before {month}, whose depreciation is booked',
    'ska vara före {month}, vars avskrivning är bokförd',
  ),
  noMonthLeft: fault(
    'asset.no-month-left',
    'must leave a month that is not booked, for what is left to depreciate',
    'ska lämna en månad som inte är bokförd, för det som är kvar att skriva av',
  ),
  beforeBooks: fault(
    'asset.before-books',
    'must be the depreciation before the books began on {day}, with its last month as depreciatedThrough: {month} is not covered. If there was none, choose a later firstMonth',
    'ska vara det som skrevs av innan böckerna började {day}, med den sista avskrivna månaden: {month} saknas. Om inget skrevs av, välj en senare första månad',
  ),
  beforePair: fault('asset.before-pair', 'must be given together with {other}', 'ska anges tillsammans med {other}'),
  lastMonth: fault(
    'asset.last-month',
    'must be at most {limit}: the last month would be after 2199-12',
    'får vara högst {limit}: den sista månaden skulle vara efter 2199-12',
  ),
  through: fault(
    'asset.through',
    'must be a month of the plan, or leave nothing to depreciate',
    'ska vara en månad i planen, eller inte lämna något att skriva av',
  ),
  order: fault('asset.order', 'must not be before from, {from}', 'får inte vara före från-dagen, {from}'),
  tooManyMonths: fault(
    'asset.too-many-months',
    'must be at most {limit} months after from',
    'får vara högst {limit} månader efter från-dagen',
  ),
  removedYear: fault(
    'asset.removed-year',
    'is in a fiscal year that was removed: choose a day after {end}',
    'ligger i ett räkenskapsår som är borttaget: välj en dag efter {end}',
  ),
  beforeAcquisition: fault(
    'asset.before-acquisition',
    'must not be before the day of acquisition, {day}',
    'får inte vara före anskaffningsdagen, {day}',
  ),
  beforeChange: fault(
    'asset.before-change',
    'must not be before {day}, the day of the last write-down, reversal or sale of a part',
    'får inte vara före {day}, dagen för den senaste nedskrivningen, återföringen eller delavyttringen',
  ),
  onePart: fault(
    'asset.one-part',
    'must be given alone: either the acquisition value of the part or its percentage',
    'ska anges ensamt: antingen delens anskaffningsvärde eller dess andel i procent',
  ),
  percent: fault(
    'asset.percent',
    'must be above 0 and below 100, with at most two decimals',
    'ska vara över 0 och under 100, med högst två decimaler',
  ),
  wholePart: fault(
    'asset.whole-part',
    'must be at least {least} and less than {most}, which is all that is left: to dispose of all of it, dispose of the whole asset',
    'ska vara minst {least} och mindre än {most}, som är allt som är kvar: avyttra hela tillgången om allt ska bort',
  ),
  mostWrittenDown: fault(
    'asset.most-written-down',
    'must be at most {most}: the book value cannot go below the residual value',
    'får vara högst {most}: det bokförda värdet kan inte bli lägre än restvärdet',
  ),
  mostReversed: fault(
    'asset.most-reversed',
    'must be at most {most}: the book value cannot exceed what it would be without write-downs',
    'får vara högst {most}: det bokförda värdet kan inte bli högre än utan nedskrivning',
  ),
  otherWriteDownAccount: fault(
    'asset.other-write-down-account',
    'must be {account}, on which earlier write-downs of the fixed asset are booked',
    'ska vara {account}, där tidigare nedskrivningar av tillgången är bokförda',
  ),
}

export const assetPhrases = {
  accountAdded: phrase(
    'asset.account-added',
    'Account {account} ({name}) was added to the chart: write-downs are booked on it',
    'Konto {account} ({name}) lades till i kontoplanen: nedskrivningar bokförs på det',
  ),
}
