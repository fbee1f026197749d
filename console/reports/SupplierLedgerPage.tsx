// What the company owes each supplier, invoice by invoice, on a day, held against the books.
import { OpenItems } from './OpenItems.tsx'
import { openSides } from './open-sides.ts'

export const Page = () => <OpenItems side={openSides.supplier} />
