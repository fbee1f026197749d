// The start page.
import type { CompanyPage } from '#client'

export const homePages: readonly CompanyPage[] = [
  {
    path: '',
    area: 'home',
    title: { sv: 'Hem', en: 'Home' },
    scope: null,
    keys: 'g h',
    load: () => import('./HomePage.tsx'),
  },
]
