// After each file that starts programs.
import { afterAll } from 'vitest'
import { endPrograms } from '#support/programs'

afterAll(endPrograms)
