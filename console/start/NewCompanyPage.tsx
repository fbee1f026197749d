// One more company of a person's own.
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { answered, api, isRefused, useIntent } from '#client'
import { FailureMessage, focusFirstWrong, Page, useAnnounce } from '#ui'
import { useWords } from '#words'
import { CompanyFields } from './CompanyFields.tsx'
import { type CompanyForm, emptyCompany, importSie } from './company-form.ts'
import { words } from './words.ts'

export { NewCompanyPage as Page }

const NewCompanyPage = () => {
  const texts = useWords(words)
  const navigate = useNavigate()
  const client = useQueryClient()
  const say = useAnnounce()
  const intent = useIntent()
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const form = useForm<{ company: CompanyForm }>({ initialValues: { company: emptyCompany() } })
  const create = form.onSubmit(async ({ company }) => {
    setIsBusy(true)
    setError(null)
    try {
      const { id } = answered(await api.POST('/companies', { body: company, headers: intent.headers(company) }))
      if (file)
        await importSie(id, file).then(
          (count) => say(texts.imported(count)),
          () => say(texts.notImported, { isWrong: true }),
        )
      await client.invalidateQueries()
      await navigate({ to: `/companies/${id}` as never })
    } catch (thrown) {
      const fields = isRefused(thrown) ? Object.entries(thrown.fields) : []
      form.setErrors(Object.fromEntries(fields.map(([field, text]) => [`company.${field}`, text])))
      setError(fields.length > 0 ? null : thrown)
      setIsBusy(false)
      focusFirstWrong()
    }
  })
  return (
    <main className="alone" id="main">
      <Page title={texts.newCompany}>
        <form className="form" onSubmit={create} noValidate>
          {error ? <FailureMessage error={error} /> : null}
          <CompanyFields form={form} file={file} onFile={setFile} offersTest />
          <p>
            <Button type="submit" size="md" loading={isBusy}>
              {texts.createCompany}
            </Button>
          </p>
        </form>
      </Page>
    </main>
  )
}
