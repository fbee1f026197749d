// Who is here, and what belongs to them: their account, their integrations, the documentation.
import { Menu, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { base, useSession } from '#client'
import { useWords } from '#words'
import { LogOut } from './LogOut.tsx'
import { words } from './words.ts'

export const PersonMenu = () => {
  const texts = useWords(words)
  const { person, memberships, operates } = useSession()
  return (
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
        {memberships.some(({ type }) => type === 'agency') && (
          <Menu.Item component={Link} to={'/clients' as never}>
            {texts.clients}
          </Menu.Item>
        )}
        <Menu.Item component={Link} to={'/integrations' as never}>
          {texts.integrations}
        </Menu.Item>
        {operates !== 'no' && (
          <Menu.Item component={Link} to={'/operator/health' as never}>
            {texts.operating}
          </Menu.Item>
        )}
        <Menu.Item component="a" href={`${base}/docs`}>
          {texts.docs}
        </Menu.Item>
        <LogOut />
      </Menu.Dropdown>
    </Menu>
  )
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map(([letter = '']) => letter)
    .filter((_, place, all) => place === 0 || place === all.length - 1)
    .join('')
    .toUpperCase()
