// An address that leads nowhere.
import { base } from '#client'
import { Page } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

export const Missing = () => {
  const texts = useWords(words)
  return (
    <main className="alone">
      <Page title={texts.missing}>
        <p>{texts.missingLead}</p>
        <p>
          <a href={`${base}/`}>{texts.toHome}</a>
        </p>
      </Page>
    </main>
  )
}
