// A dialog, for what cannot be undone and for what belongs to no page. Never one above another.
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWords } from '#words'
import { entered } from './focus.ts'
import { bound } from './keys.tsx'
import { words } from './words.ts'

export const Dialog = ({
  title,
  isOpen,
  onClose,
  size = 'md',
  children,
}: {
  title: string
  isOpen: boolean
  onClose: () => void
  size?: 'sm' | 'md' | 'lg' | 'xl'
  children: ReactNode
}) => {
  const texts = useWords(words)
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={size}
      // The page behind does not scroll as a whole, and what keeps it from that writes styles that our policy forbids.
      lockScroll={false}
      // Escape is a key like the others: it closes what lies on top, and nothing below that.
      closeOnEscape={false}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': texts.close, ...bound('Escape') }}
      transitionProps={{ duration: 0 }}
    >
      <div ref={entered}>{children}</div>
    </Modal>
  )
}
