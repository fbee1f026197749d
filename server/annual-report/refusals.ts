// Why annual statements and the annual report are refused.
import { fault, phrase, refusal } from '#platform/refusal'

export const annualReportRefusals = {
  inKronor: refusal(
    'operation-not-allowed',
    'annual-report.in-kronor',
    'Annual statements and annual reports are made of books in SEK, and these are in EUR: make the report from the income statement and the balance sheet in another program, in EUR (årsredovisningslagen 2 kap. 6 §)',
    'Årsbokslut och årsredovisningar görs av bokföring i SEK, och den här är i EUR: gör redovisningen utifrån resultaträkningen och balansräkningen i ett annat program, i EUR (årsredovisningslagen 2 kap. 6 §)',
  ),
  noSuchFramework: refusal(
    'operation-not-allowed',
    'annual-report.framework',
    'The service makes statements by K1 and K2, not by {framework}',
    'Tjänsten upprättar räkningar enligt K1 och K2, inte enligt {framework}',
  ),
  noReportOfForm: refusal(
    'operation-not-allowed',
    'annual-report.form',
    'The service makes annual reports of limited companies (K2), not of a company of the form {form}',
    'Tjänsten upprättar årsredovisning för aktiebolag (K2), inte för företagsformen {form}',
  ),
  isFinal: refusal(
    'operation-not-allowed',
    'annual-report.final',
    'The annual report is final: take it back before you change its text',
    'Årsredovisningen är färdigställd: ta tillbaka den innan du ändrar dess text',
  ),
  notFinal: refusal(
    'operation-not-allowed',
    'annual-report.not-final',
    'The annual report is not final: make it final first',
    'Årsredovisningen är inte färdigställd: färdigställ den först',
  ),
  yearNotOver: refusal(
    'operation-not-allowed',
    'annual-report.year-not-over',
    'The fiscal year ends on {date}: the annual report is made final after that day',
    'Räkenskapsåret slutar den {date}: årsredovisningen färdigställs efter den dagen',
  ),
  notReady: refusal(
    'operation-not-allowed',
    'annual-report.not-ready',
    'The annual report is not ready: {checks}',
    'Årsredovisningen är inte klar: {checks}',
  ),
  alreadyFiled: refusal(
    'operation-not-allowed',
    'annual-report.filed',
    'The annual report was filed on {date}, and stays as it was filed',
    'Årsredovisningen lämnades in den {date} och står kvar som den lämnades in',
  ),
  notSigned: refusal(
    'operation-not-allowed',
    'annual-report.not-signed',
    'The annual report is not signed: give the day of each signature',
    'Årsredovisningen är inte undertecknad: ange dagen för varje underskrift',
  ),
  notAdopted: refusal(
    'operation-not-allowed',
    'annual-report.not-adopted',
    'The certificate of adoption is missing: the meeting adopts the statements before they are filed',
    'Fastställelseintyget saknas: stämman fastställer räkningarna innan de lämnas in',
  ),
  noTaxonomy: refusal(
    'operation-not-allowed',
    'annual-report.taxonomy',
    'No taxonomy is known here for fiscal years that begin on {date}: file the PDF',
    'Ingen taxonomi är känd här för räkenskapsår som börjar {date}: lämna in PDF-filen',
  ),
  noElement: refusal(
    'operation-not-allowed',
    'annual-report.element',
    'The taxonomy {taxonomy} has no element for {line}: file the PDF',
    'Taxonomin {taxonomy} har inget element för {line}: lämna in PDF-filen',
  ),
  noReceipt: refusal(
    'not-found',
    'annual-report.no-receipt',
    'There is no receipt of a filing {id}',
    'Det finns inget kvitto för en inlämning {id}',
  ),
  tooManyFilings: refusal(
    'limit-exceeded',
    'annual-report.too-many-filings',
    'An annual report has at most {limit} filings',
    'En årsredovisning har högst {limit} inlämningar',
  ),
}

export const annualReportFaults = {
  signatories: fault(
    'annual-report.signatories',
    'must have a day for each of the {count} signatories of the report, in their order',
    'ska ha en dag för var och en av årsredovisningens {count} undertecknare, i deras ordning',
  ),
  beforeYearEnd: fault(
    'annual-report.before-year-end',
    'must be after the last day of the fiscal year, {date}',
    'ska vara efter räkenskapsårets sista dag, {date}',
  ),
  toCome: fault('annual-report.to-come', 'must be today or earlier', 'måste vara i dag eller tidigare'),
  beforeReport: fault(
    'annual-report.before-report',
    'must not be before the day of the report, {date}',
    'får inte vara före årsredovisningens dag, {date}',
  ),
  beforeSignatures: fault(
    'annual-report.before-signatures',
    'must not be before the last signature, {date}',
    'får inte vara före den sista underskriften, {date}',
  ),
  beforeMeeting: fault(
    'annual-report.before-meeting',
    'must not be before the meeting, {date}',
    'får inte vara före stämman, {date}',
  ),
  receipt: fault('annual-report.receipt', 'is no file in base64', 'är ingen fil i base64'),
}

/** Warnings of statements. */
export const statementWarnings = {
  unmapped: phrase(
    'annual-report-doubt.unmapped',
    'account {account} {name} has {amount} and belongs to no line of the statements',
    'konto {account} {name} har {amount} och hör till ingen rad i räkningarna',
  ),
  difference: phrase(
    'annual-report-doubt.difference',
    'the balance sheet differs by {amount}',
    'balansräkningen skiljer sig med {amount}',
  ),
}
