// Payables by how late they are.
import { Aged } from './Aged.tsx'
import { openSides } from './open-sides.ts'

export const Page = () => <Aged side={openSides.supplier} />
