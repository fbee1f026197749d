// Why a proposal of a year-end is not worked out, taken or reversed.
import { fault, refusal } from '#platform/refusal'

export const proposalRefusals = {
  inKronor: refusal(
    'operation-not-allowed',
    'year-end-proposal.in-kronor',
    'The proposals at the end of a year compute tax, reserves and limits in SEK, and the books are in EUR: work them out beside the service (lag 2000:46) and book the entries yourself',
    'Förslagen vid årets slut räknar skatt, avsättningar och gränser i SEK, och bokföringen är i EUR: räkna ut dem vid sidan av tjänsten (lag 2000:46) och bokför verifikationerna själv',
  ),
  noSuchProposal: refusal(
    'not-found',
    'proposal.not-found',
    'There is no proposal {kind}; these exist: {known}',
    'Det finns inget förslag {kind}; dessa finns: {known}',
  ),
  proposalNotApplicable: refusal(
    'operation-not-allowed',
    'proposal.not-applicable',
    'The proposal {kind} is not booked by a company of this form',
    'Förslaget {kind} bokförs inte av ett företag av den här formen',
  ),
  proposalDeclined: refusal(
    'operation-not-allowed',
    'proposal.declined',
    'The proposal {kind} is declined for this year: take that back in the inputs first',
    'Förslaget {kind} är avböjt för det här året: ta tillbaka det i underlagen först',
  ),
  proposalNothing: refusal(
    'operation-not-allowed',
    'proposal.nothing',
    'The books already have what the proposal {kind} comes to',
    'Bokföringen har redan det som förslaget {kind} kommer till',
  ),
  proposalWaits: refusal(
    'operation-not-allowed',
    'proposal.waits',
    'The proposal {kind} depends on others: take or decline these first: {others}',
    'Förslaget {kind} beror på andra: ta eller avböj först dessa: {others}',
  ),
  proposalNotTaken: refusal(
    'operation-not-allowed',
    'proposal.not-taken',
    'Nothing that was taken of the proposal {kind} stands in the books',
    'Inget som har tagits av förslaget {kind} står kvar i bokföringen',
  ),
  noTaxComputation: refusal(
    'operation-not-allowed',
    'proposal.no-tax-computation',
    'Only limited companies and cooperatives have a tax computation: owners of other companies pay the tax themselves',
    'Bara aktiebolag och ekonomiska föreningar har en skatteberäkning: i andra företag betalar ägarna skatten själva',
  ),
}

export const proposalFaults = {
  lawMissing: fault(
    'proposal.law-missing',
    'the law’s table has no {key} for {date}: nothing can be proposed until it has',
    'lagens tabell har inget värde {key} för {date}: inget kan föreslås förrän den har det',
  ),
  stockMissing: fault(
    'proposal.stock-missing',
    'give the stock list of the last day: the accounts 1410–1469 have a balance',
    'ange lagerlistan per sista dagen: kontona 1410–1469 har ett saldo',
  ),
  claimsMissing: fault(
    'proposal.claims-missing',
    'give the doubtful claims of the last day: 1519 has a balance from the year before',
    'ange de osäkra fordringarna per sista dagen: 1519 har ett saldo från föregående år',
  ),
  holidayMissing: fault(
    'proposal.holiday-missing',
    'give the holidays that employees have left on the last day: pay is booked in the year, or a debt stands on 2920',
    'ange de semesterdagar som anställda har kvar sista dagen: lön är bokförd under året, eller en skuld står på 2920',
  ),
  acquisitionsMissing: fault(
    'proposal.acquisitions-missing',
    'the register of fixed assets has no equipment: give the cost of earlier years for the complementary rule',
    'anläggningsregistret har inga inventarier: ange tidigare års anskaffningsvärden för kompletteringsregeln',
  ),
  decisionMissing: fault(
    'proposal.decision-missing',
    'give the day of the general meeting and what it decided',
    'ange dagen för stämman och vad den beslutade',
  ),
  meetingDay: fault(
    'proposal.meeting-day',
    'the meeting must be after {date}, the last day of the year, and at the latest today',
    'stämman måste vara efter {date}, årets sista dag, och senast i dag',
  ),
  yearNotClosed: fault(
    'proposal.year-not-closed',
    'close the year first: its result is not on 2098 yet',
    'stäng året först: dess resultat står inte på 2098 än',
  ),
  dividendTooHigh: fault(
    'proposal.dividend-too-high',
    'at most {amount}, the free equity of the adopted balance sheet (aktiebolagslagen 17 kap. 3 §)',
    'högst {amount}, det fria egna kapitalet i den fastställda balansräkningen (aktiebolagslagen 17 kap. 3 §)',
  ),
  reserveTooHigh: fault(
    'proposal.reserve-too-high',
    'at most {amount}: {percent} percent of the surplus before it',
    'högst {amount}: {percent} procent av överskottet före avsättningen',
  ),
  reversalTooHigh: fault(
    'proposal.reversal-too-high',
    'at most {amount}, what the fund on {account} has',
    'högst {amount}, det som fonden på {account} har',
  ),
  amount: fault('proposal.amount', 'must have at most two decimals', 'får ha högst två decimaler'),
  quantity: fault('proposal.quantity', 'must have at most three decimals', 'får ha högst tre decimaler'),
}
