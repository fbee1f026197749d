// The desk of a person's own pages, which belong to no company: the same rail and bar, with fewer places to go.
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { bound, goBy, KeyHelp, keysText } from '#ui'
import { useLanguage, useWords } from '#words'
import { useArrival } from './arrival.ts'
import { LetterKeys } from './LetterKeys.tsx'
import { useOwnPages } from './own-pages.ts'
import { PersonMenu } from './PersonMenu.tsx'
import { words } from './words.ts'

export const PersonFrame = () => {
  const texts = useWords(words)
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  useArrival()
  goBy(0)
  return (
    <div className={isMenuOpen ? 'desk is-menu-open' : 'desk'}>
      <a className="skip" href="#main">
        {texts.skip}
      </a>
      <PersonRail onGo={() => setIsMenuOpen(false)} />
      <header className="top">
        <button
          type="button"
          className="icon-button top-menu"
          aria-label={texts.showMenu}
          aria-expanded={isMenuOpen}
          onClick={() => setIsMenuOpen((was) => !was)}
        >
          ☰
        </button>
        <Link
          className="top-company top-back"
          to={'/' as never}
          search={{ all: '1' } as never}
          data-keys-label={texts.toCompany}
          {...bound('g h')}
        >
          <span aria-hidden="true">←</span> {texts.toCompany} <kbd className="key">{keysText('g h')}</kbd>
        </Link>
        <KeyHelp>
          <LetterKeys />
        </KeyHelp>
        <PersonMenu />
      </header>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}

const PersonRail = ({ onGo }: { onGo: () => void }) => {
  const texts = useWords(words)
  const language = useLanguage()
  const { pathname } = useLocation()
  const isOperating = pathname.startsWith('/operator')
  // What belongs to the person, or what runs the service: each has its own rail.
  const open = useOwnPages().filter(({ of }) => (of === 'operator') === isOperating)
  const current = open
    .filter(({ at }) => `${pathname}/`.startsWith(`${at}/`))
    .toSorted((left, right) => right.at.length - left.at.length)[0]
  return (
    <nav className="rail" aria-label={isOperating ? texts.operating : texts.ownPages}>
      <ul>
        {open.map((page) => (
          <li key={page.at}>
            <Link
              to={page.at as never}
              className={page === current ? 'rail-area is-current' : 'rail-area'}
              aria-current={page === current ? 'page' : undefined}
              onClick={onGo}
              {...(page.keys ? bound(page.keys) : {})}
            >
              <span>{page.title[language]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
