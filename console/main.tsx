// The console starts: who has logged in, and the pages around them.
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isRefused, nonce } from '#client'
import { router } from './routes.tsx'
import { cssVariables, theme } from './theme.ts'

/** How long what was read counts as fresh; the feed says when it is not, in milliseconds. */
const FRESH_MS = 30_000
/** How often a request is made again when the service is away. */
const RETRIES = 2

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (count, error) => isRefused(error) && (error.isAway || error.status === 503) && count < RETRIES,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

const place = document.getElementById('console')
if (!place) throw new Error('The page has no place for the console.')
createRoot(place).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      cssVariablesResolver={cssVariables}
      getStyleNonce={() => nonce}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
