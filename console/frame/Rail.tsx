// The rail: where one can go in the company. Each link has its keys, and below an area stand its pages.
import { Link, useLocation } from '@tanstack/react-router'
import { areas, type CompanyPage, useCompany } from '#client'
import { companyPages } from '#console/pages'
import { bound } from '#ui'
import { useLanguage, useWords } from '#words'
import { AreaSign } from './icons.tsx'
import { words } from './words.ts'

/** Pages that stand by themselves, and that the person may open. */
export const usePagesToGo = (): readonly CompanyPage[] => {
  const { may } = useCompany()
  return companyPages.filter(({ path, scope }) => !path.includes('$') && (scope === null || may(scope)))
}

export const Rail = ({ onGo }: { onGo: () => void }) => {
  const texts = useWords(words)
  const language = useLanguage()
  const { id } = useCompany()
  const open = usePagesToGo()
  const { pathname } = useLocation()
  const root = `/companies/${id}`
  const isHere = ({ path }: CompanyPage) =>
    path === '' ? pathname === root || pathname === `${root}/` : `${pathname}/`.startsWith(`${root}${path}/`)
  const current = open.filter(isHere).toSorted((left, right) => right.path.length - left.path.length)[0]
  return (
    <nav className="rail" aria-label={texts.menu}>
      <ul>
        {areas.map((area) => {
          const pages = open.filter((page) => page.area === area)
          const [first] = pages
          if (!first) return null
          const isCurrentArea = current?.area === area
          return (
            <li key={area}>
              <Link
                to={`${root}${first.path}` as never}
                className={isCurrentArea ? 'rail-area is-current' : 'rail-area'}
                aria-current={current === first ? 'page' : undefined}
                onClick={onGo}
                {...(first.keys ? bound(first.keys) : {})}
              >
                <AreaSign area={area} />
                <span>{texts.areas[area]}</span>
              </Link>
              {pages.length > 1 && (
                // What is folded has its keys, and is passed over by Tab.
                <ul className={isCurrentArea ? 'rail-pages is-open' : 'rail-pages'} inert={!isCurrentArea}>
                  {pages.map((page) => (
                    <li key={page.path}>
                      <Link
                        to={`${root}${page.path}` as never}
                        className={current === page ? 'rail-page is-current' : 'rail-page'}
                        aria-current={current === page ? 'page' : undefined}
                        onClick={onGo}
                        {...(page.keys && page !== first ? bound(page.keys) : {})}
                      >
                        {page.title[language]}
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
