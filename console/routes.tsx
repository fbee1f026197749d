// The router, made from the table of pages.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { base } from '#client'
import { CompanyFrame, Frame, Inside, Missing, orNotLoaded, PersonFrame } from '#console/frame'
import { companyPages, personPages } from '#console/pages'
import { startPages } from '#console/start'

const root = createRootRoute({ component: Frame, notFoundComponent: Missing })

const firstRun = createRoute({
  getParentRoute: () => root,
  path: '/first-run',
  component: lazyRouteComponent(startPages.firstRun, 'Page'),
})
const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: Inside })
const start = createRoute({
  getParentRoute: () => inside,
  path: '/',
  component: lazyRouteComponent(orNotLoaded(startPages.start), 'Page'),
})
const newCompany = createRoute({
  getParentRoute: () => inside,
  path: '/companies/new',
  component: lazyRouteComponent(orNotLoaded(startPages.newCompany), 'Page'),
})
const company = createRoute({
  getParentRoute: () => inside,
  path: '/companies/$companyId',
  component: CompanyFrame,
})

const pages = companyPages.map(({ path, load }) =>
  createRoute({
    getParentRoute: () => company,
    path: path === '' ? '/' : path,
    component: lazyRouteComponent(orNotLoaded(load), 'Page'),
  }),
)

const person = createRoute({ getParentRoute: () => inside, id: 'person', component: PersonFrame })

const own = personPages.map(({ at, load }) =>
  createRoute({ getParentRoute: () => person, path: at, component: lazyRouteComponent(orNotLoaded(load), 'Page') }),
)

/** Parameters are text, as they stand in the address; those given twice count once. */
const parseSearch = (text: string) => Object.fromEntries(new URLSearchParams(text))

const stringifySearch = (values: Record<string, unknown>): string => {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

export const router = createRouter({
  routeTree: root.addChildren([
    firstRun,
    inside.addChildren([start, newCompany, company.addChildren(pages), person.addChildren(own)]),
  ]),
  basepath: base || '/',
  defaultPreload: 'intent',
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
})
