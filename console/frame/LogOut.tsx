// Logging out is a form of the service's own pages.
import { Menu } from '@mantine/core'
import { base, formToken } from '#client'
import { useWords } from '#words'
import { words } from './words.ts'

export const LogOut = () => {
  const texts = useWords(words)
  return (
    <form method="post" action={`${base}/logout`}>
      <input type="hidden" name="csrf" value={formToken()} />
      <Menu.Item component="button" type="submit">
        {texts.logOut}
      </Menu.Item>
    </form>
  )
}
