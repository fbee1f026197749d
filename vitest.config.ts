import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Every file runs in its own process beside the others; each makes its own database from one template.
const config = defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    pool: 'forks',
    // The runner would keep a core for itself, and run one file after the other on two.
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // It says nowhere that it is written as modules, which Node finds out by itself.
    server: { deps: { external: [/kontonummer/] } },
  },
})

export default config
