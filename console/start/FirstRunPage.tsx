// The first page of a new service: an account, a company and its year at once, or a look around the demo company.
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { base, isRefused, keepCsrfToken } from '#client'
import { FailureMessage, focusFirstWrong, Page, PageSkeleton } from '#ui'
import { useLanguage, useWords } from '#words'
import { CompanyFields } from './CompanyFields.tsx'
import { emptyCompany, importSie } from './company-form.ts'
import { enterDemo, enterFirst, type FirstPerson, type FirstRun, readFirstRun } from './first-run.ts'
import { words } from './words.ts'

export { FirstRunPage as Page }

const FirstRunPage = () => {
  const texts = useWords(words)
  const { data, error, refetch } = useQuery({ queryKey: ['first-run'], queryFn: readFirstRun })
  return (
    <main className="alone" id="main">
      <Page title={texts.title} lead={data?.isNeeded ? texts.lead : undefined}>
        {error ? <FailureMessage error={error} retry={() => void refetch()} /> : null}
        {!data && !error ? <PageSkeleton /> : null}
        {data && !data.isNeeded ? (
          <p>
            {texts.over} <a href={`${base}/login`}>{texts.logIn}</a>
          </p>
        ) : null}
        {data?.isNeeded ? <Begin asked={data} /> : null}
      </Page>
    </main>
  )
}

const Begin = ({ asked }: { asked: FirstRun }) => {
  const texts = useWords(words)
  const language = useLanguage()
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const form = useForm<FirstPerson>({
    initialValues: { name: '', email: '', password: '', code: '', language, company: emptyCompany() },
    validate: {
      name: (value) => (value.trim() ? null : texts.required),
      email: (value) => (value.trim() ? null : texts.required),
      password: (value) => (value ? null : texts.required),
      company: {
        name: (value: string) => (value.trim() ? null : texts.required),
        organizationNumber: (value: string) => (value.trim() ? null : texts.required),
      },
    },
  })
  const attempt = async (work: () => Promise<void>) => {
    setIsBusy(true)
    setError(null)
    try {
      await work()
    } catch (thrown) {
      if (isRefused(thrown)) form.setErrors(thrown.fields)
      const isShown = isRefused(thrown) && Object.keys(thrown.fields).length > 0
      setError(isShown ? null : thrown)
    }
    setIsBusy(false)
    focusFirstWrong()
  }
  const begin = form.onSubmit((values) =>
    attempt(async () => {
      const { companyId, csrfToken } = await enterFirst({ ...values, language })
      keepCsrfToken(csrfToken)
      const query = file ? `?sie=${await importSie(companyId, file).catch(() => 'failed')}` : ''
      // With a session everything begins anew.
      location.assign(`${base}/companies/${companyId}${query}`)
    }),
  )
  const look = () =>
    attempt(async () => {
      const { companyId } = await enterDemo(form.getValues().code)
      location.assign(`${base}/companies/${companyId}`)
    })
  return (
    <>
      <form className="form" onSubmit={begin} noValidate>
        {error ? <FailureMessage error={error} /> : null}
        {asked.needsCode && (
          <TextInput
            label={texts.code}
            description={texts.codeHint}
            autoComplete="off"
            {...form.getInputProps('code')}
          />
        )}
        <fieldset className="fields">
          <legend>{texts.you}</legend>
          <TextInput label={texts.name} required autoComplete="name" {...form.getInputProps('name')} />
          <TextInput
            label={texts.email}
            required
            type="email"
            autoComplete="username"
            {...form.getInputProps('email')}
          />
          <TextInput
            type="password"
            label={texts.password}
            description={texts.passwordHint}
            required
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
        </fieldset>
        {/* The form of a person has one of a company within. */}
        <CompanyFields form={form as never} file={file} onFile={setFile} />
        <p>
          <Button type="submit" size="md" loading={isBusy}>
            {texts.create}
          </Button>
        </p>
      </form>
      {asked.hasDemo && (
        <section className="card" aria-labelledby="demo">
          <h2 id="demo">{texts.demoTitle}</h2>
          <p>{texts.demoLead}</p>
          <p>
            <Button variant="default" onClick={() => void look()}>
              {texts.demo}
            </Button>
          </p>
        </section>
      )}
    </>
  )
}
