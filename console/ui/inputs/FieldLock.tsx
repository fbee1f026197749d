// Around fields whose content is on its way, and would not be there to be changed once it is answered: they can be read
// and gone through, and take nothing. Selects and buttons look as ever: operating them changes nothing either.
import { MantineThemeProvider } from '@mantine/core'
import { createContext, type ReactNode, useContext } from 'react'

const HeldContext = createContext(false)

/** Whether the fields here take nothing. */
export const useIsLocked = (): boolean => useContext(HeldContext)

const held = { defaultProps: { readOnly: true } }
const readOnly = { components: { TextInput: held, Textarea: held } }
const asEver = {}

export const FieldLock = ({ isHeld, children }: { isHeld: boolean; children: ReactNode }) => (
  <HeldContext value={isHeld}>
    <MantineThemeProvider theme={isHeld ? readOnly : asEver}>
      <div className="held" aria-busy={isHeld}>
        {children}
      </div>
    </MantineThemeProvider>
  </HeldContext>
)
