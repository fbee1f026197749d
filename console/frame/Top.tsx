// The bar above the page: the company, the palette, help, and who is here.
import { Menu, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { base, useCompany, useSession } from '#client'
import { bound, KeyHelp, keysText } from '#ui'
import { useWords } from '#words'
import { LogOut } from './LogOut.tsx'
import { Palette } from './Palette.tsx'
import { words } from './words.ts'

export const Top = ({ onMenu, isMenuOpen }: { onMenu: () => void; isMenuOpen: boolean }) => {
  const texts = useWords(words)
  const company = useCompany()
  const { person } = useSession()
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
      <KeyHelp />
      <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <button type="button" className="icon-button top-person">
            <span aria-hidden="true">{initialsOf(person.name)}</span>
            <VisuallyHidden>{`${texts.person}: ${person.name}`}</VisuallyHidden>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{person.name}</Menu.Label>
          <Menu.Item component="a" href={`${base}/account`}>
            {texts.account}
          </Menu.Item>
          <Menu.Item component="a" href={`${base}/docs`}>
            {texts.docs}
          </Menu.Item>
          <LogOut />
        </Menu.Dropdown>
      </Menu>
      <Palette
        only={palette === 'companies' ? 'companies' : null}
        isOpen={palette !== 'closed'}
        onClose={() => setPalette('closed')}
      />
    </header>
  )
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map(([letter = '']) => letter)
    .filter((_, place, all) => place === 0 || place === all.length - 1)
    .join('')
    .toUpperCase()
