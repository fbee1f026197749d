// The router, made from the table of pages.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { base } from '#client'
import { CompanyFrame, Frame, Missing, Start } from '#console/frame'
import { companyPages } from '#console/pages'

const root = createRootRoute({ component: Frame, notFoundComponent: Missing })

const start = createRoute({ getParentRoute: () => root, path: '/', component: Start })
const home = createRoute({
  getParentRoute: () => root,
  path: '/home',
  beforeLoad: () => {
    throw redirect({ to: '/' as never })
  },
})
const company = createRoute({ getParentRoute: () => root, path: '/companies/$companyId', component: CompanyFrame })

const pages = companyPages.map(({ path, load }) =>
  createRoute({
    getParentRoute: () => company,
    path: path === '' ? '/' : path,
    component: lazyRouteComponent(load, 'Page'),
  }),
)

/** Parameters are text, as they stand in the address; those given twice count once. */
const parseSearch = (text: string) => Object.fromEntries(new URLSearchParams(text))

const stringifySearch = (values: Record<string, unknown>): string => {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

export const router = createRouter({
  routeTree: root.addChildren([start, home, company.addChildren(pages)]),
  basepath: base || '/',
  defaultPreload: 'intent',
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
})
