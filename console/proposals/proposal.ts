// A proposal as the service answers it.
import type { Schema } from '#client'

export type Proposal = Schema<'Proposal'>
