// The pages before there is a company to work in.
export const startPages = {
  firstRun: () => import('./FirstRunPage.tsx'),
  start: () => import('./StartPage.tsx'),
  newCompany: () => import('./NewCompanyPage.tsx'),
}
