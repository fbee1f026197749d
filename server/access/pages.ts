// The pages of this context whose paths do not depend on settings.
import type { PageRow } from '#http'
import { connectionPages } from './connection-pages.ts'
import { integrationPages } from './integration-pages.ts'

export const accessPages: readonly PageRow[] = [...integrationPages, ...connectionPages]
