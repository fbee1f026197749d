// The bar above the page: the company, the palette, help, and who is here.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCompany } from '#client'
import { bound, KeyHelp, keysText, Tag, today } from '#ui'
import { useWords } from '#words'
import { LetterKeys } from './LetterKeys.tsx'
import { Palette } from './Palette.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import { words } from './words.ts'

export const Top = ({ onMenu, isMenuOpen }: { onMenu: () => void; isMenuOpen: boolean }) => {
  const texts = useWords(words)
  const company = useCompany()
  const [palette, setPalette] = useState<'closed' | 'all' | 'companies'>('closed')
  return (
    <header className="top">
      <button
        type="button"
        className="icon-button top-menu"
        aria-label={texts.showMenu}
        aria-expanded={isMenuOpen}
        onClick={onMenu}
      >
        ☰
      </button>
      <button
        type="button"
        className="top-company"
        data-keys-label={texts.changeCompany}
        {...bound('g c')}
        onClick={() => setPalette('companies')}
      >
        <strong>{company.name}</strong>
        <span aria-hidden="true">▾</span>
      </button>
      {company.isTest && (
        <Link className="top-test" to={'/test-companies' as never}>
          <Tag tone="waiting">{company.clockDays > 0 ? texts.testOn(today()) : texts.test}</Tag>
        </Link>
      )}
      <button
        type="button"
        className="top-palette"
        data-keys-label={texts.palette}
        {...bound('Mod+k')}
        onClick={() => setPalette('all')}
      >
        <span className="top-palette-text">{texts.palette}</span>
        <kbd className="key">{keysText('Mod+k')}</kbd>
      </button>
      <KeyHelp>
        <LetterKeys />
      </KeyHelp>
      <PersonMenu />
      <Palette
        only={palette === 'companies' ? 'companies' : null}
        isOpen={palette !== 'closed'}
        onClose={() => setPalette('closed')}
      />
    </header>
  )
}
