// Before tests of the SDK and the command: what they are made of, from the document.
import { buildCli } from '#scripts/cli/build'
import { generateSdk } from '#scripts/sdk/generate'

export const setup = async (): Promise<void> => {
  await generateSdk()
  await buildCli()
}
