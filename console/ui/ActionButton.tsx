// A button that says which key presses it.
import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { bound, keysText } from './keys.tsx'
import { saves } from './unread.ts'

type Given = ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> & { keys?: string }

export const ActionButton = ({ keys, children, ...rest }: Given) => (
  <Button
    size="sm"
    type="button"
    {...(keys?.startsWith('Mod+') || rest.type === 'submit' ? saves : {})}
    {...(keys
      ? {
          ...bound(keys),
          'data-keys-label': rest['aria-label'] ?? (typeof children === 'string' ? children : undefined),
        }
      : {})}
    rightSection={keys ? <kbd className="key">{keysText(keys)}</kbd> : undefined}
    {...rest}
  >
    {children}
  </Button>
)
