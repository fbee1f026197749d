// Refusals of the desk.
import { fault, refusal } from '#platform/refusal'

export const deskRefusals = {
  noCompany: refusal(
    'not-found',
    'desk.no-company',
    'You cannot open the company {id}: it does not exist, or you are not a member',
    'Du kan inte öppna företaget {id}: det finns inte, eller så är du inte med i det',
  ),
  tooManyCompanies: refusal(
    'operation-not-allowed',
    'desk.too-many-companies',
    'You own {most} companies, the most that one person may create: the service operator can register more',
    'Du äger {most} företag, och fler får en person inte skapa: den som driver tjänsten kan lägga upp fler',
  ),
  tooManyRemoved: refusal(
    'operation-not-allowed',
    'desk.too-many-removed',
    'Including those that you created and removed within {days} days, you have {most} companies, the most that one person may create: wait, or ask the service operator',
    'Inklusive dem som du har skapat och tagit bort inom {days} dagar har du {most} företag, och fler får en person inte skapa: vänta, eller fråga den som driver tjänsten',
  ),
  notOwner: refusal(
    'forbidden',
    'desk.not-owner',
    'Only an owner of the company {id} may remove it: ask one of them',
    'Bara en ägare får ta bort företaget {id}: be någon av dem',
  ),
  companyMustBeKept: refusal(
    'operation-not-allowed',
    'desk.company-must-be-kept',
    'The company was not removed. {reasons}',
    'Företaget togs inte bort. {reasons}',
  ),
  noTestCompany: refusal(
    'not-found',
    'desk.no-test-company',
    'You own no test company {id}',
    'Du äger inget testföretag {id}',
  ),
  tooManyTestCompanies: refusal(
    'operation-not-allowed',
    'desk.too-many-test-companies',
    'You have {most} test companies, the most that one person may have: use one of them',
    'Du har {most} testföretag, och fler kan man inte ha: använd något av dem',
  ),
  testCompanyUnderWay: refusal(
    'operation-not-allowed',
    'desk.test-company-under-way',
    'Your last test company is still being created: wait until it is ready',
    'Ditt senaste testföretag håller på att skapas: vänta tills det är klart',
  ),
  testYearUnderWay: refusal(
    'operation-not-allowed',
    'desk.test-year-under-way',
    'The year of this test company is still being booked: wait until it is ready',
    'Testföretagets år håller på att bokföras: vänta tills det är klart',
  ),
  noDraft: refusal('not-found', 'desk.no-draft', 'There is no draft {key}', 'Det finns inget utkast {key}'),
  draftExists: refusal(
    'conflict',
    'desk.draft-exists',
    'A draft {key} already exists: read it, and send its ETag as If-Match',
    'Det finns redan ett utkast {key}: läs det, och skicka dess ETag som If-Match',
  ),
  tooManyDrafts: refusal(
    'operation-not-allowed',
    'desk.too-many-drafts',
    'You have {most} drafts: send or remove some of them first',
    'Du har {most} utkast: skicka eller ta bort några av dem först',
  ),
}

export const deskFaults = {
  draftKey: fault(
    'desk.draft-key',
    'must be 1 to {limit} letters, digits or any of . _ : ~ -',
    'ska vara 1 till {limit} bokstäver, siffror eller . _ : ~ -',
  ),
  draftLength: fault('desk.draft-length', 'must be at most {limit} characters', 'får ha högst {limit} tecken'),
  unknownCompany: fault(
    'desk.unknown-company',
    'is not a company that you may open',
    'är inget företag som du har tillgång till',
  ),
}

/** Refusals of the first run, which has no endpoint in the table. */
export const firstRunRefusals = {
  isOver: refusal(
    'conflict',
    'first-run.is-over',
    'The service already has an account: log in at /login',
    'Det finns redan ett konto här: logga in på /login',
  ),
  noCode: refusal(
    'forbidden',
    'first-run.no-code',
    'Send the code that the service printed when it started, or that is in the file first-run-code of its data folder',
    'Ange koden som tjänsten skrev när den startade, eller som finns i filen first-run-code i datamappen',
  ),
  foreign: refusal(
    'forbidden',
    'first-run.foreign',
    'The request comes from a page of another site',
    'Anropet kommer från en sida på en annan webbplats',
  ),
  noDemo: refusal(
    'not-found',
    'first-run.no-demo',
    'There is no demo company to open: log in as its owner, or create a company',
    'Det finns inget demobolag att öppna: logga in som dess ägare, eller skapa ett företag',
  ),
}
