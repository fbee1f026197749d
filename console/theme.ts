// The look of the library's parts: the colours of the service's own pages (paper, ink, one green), close together. Text
// has a contrast of 7:1 or more, borders and focus 3:1 or more, in light and in dark (WCAG 2.2).
import { Button, type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const green: MantineColorsTuple = [
  '#eef6f0',
  '#d8eadf',
  '#b2e3c4',
  '#8fd3a8',
  '#5fb583',
  '#3b9464',
  '#25784c',
  '#1b6039',
  '#14532d',
  '#0d3b20',
] // from the palest to the darkest

export const theme = createTheme({
  colors: { green },
  primaryColor: 'green',
  primaryShade: { light: 8, dark: 3 },
  autoContrast: true,
  luminanceThreshold: 0.3,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: '0.8125rem', sm: '0.9063rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: { Button: Button.extend({ classNames: { root: 'push' } }) },
})

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1c2321',
    '--mantine-color-dimmed': '#4b5552',
    '--mantine-color-placeholder': '#5c6663',
    '--mantine-color-default-border': '#858f8b',
    '--mantine-color-error': '#9b1c1c',
    '--mantine-color-anchor': '#14532d',
  },
  dark: {
    '--mantine-color-body': '#1d2320',
    '--mantine-color-text': '#eef1ef',
    '--mantine-color-dimmed': '#b9c3be',
    '--mantine-color-placeholder': '#a3aea9',
    '--mantine-color-default-border': '#7f8b86',
    '--mantine-color-default': '#1d2320',
    '--mantine-color-default-hover': '#29312d',
    '--mantine-color-error': '#ffb4ab',
    '--mantine-color-anchor': '#8fd3a8',
  },
})
