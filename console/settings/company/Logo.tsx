// The logo: seen, chosen, taken away.
import { useRef } from 'react'
import { api, queries, useCompany, useRefresh } from '#client'
import { useDownload } from '#console/figures'
import { ConfirmButton, useDo } from '#console/form'
import { words } from '#console/settings/words.ts'
import { ActionButton } from '#ui'
import { useWords } from '#words'

export const Logo = () => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const addressOf = useDownload()
  const refresh = useRefresh()
  const { isBusy, run } = useDo()
  const chooser = useRef<HTMLInputElement>(null)
  const path = { companyId }
  const { data, dataUpdatedAt } = queries.useQuery('get', '/companies/{companyId}/sales-settings', {
    params: { path },
  })
  const upload = (file: File) =>
    run(async () => {
      const body = new FormData()
      body.append('file', file)
      await api.PUT('/companies/{companyId}/sales-settings/logo', {
        params: { path },
        body: body as never,
        bodySerializer: () => body,
      })
      await refresh('sales-settings')
    }, texts.saved)
  const remove = () =>
    run(async () => {
      await api.DELETE('/companies/{companyId}/sales-settings/logo', { params: { path } })
      await refresh('sales-settings')
    }, texts.removed)
  return (
    <section className="card settings-card" aria-label={texts.logo}>
      <h2>{texts.logo}</h2>
      {data?.logo ? (
        <img
          className="settings-logo"
          alt={texts.logo}
          src={addressOf('/sales-settings/logo', { at: String(dataUpdatedAt) })}
        />
      ) : (
        <p className="soft">{texts.noLogo}</p>
      )}
      {may('sales-settings:write') && (
        <>
          <p className="soft">{texts.logoLead}</p>
          <input
            ref={chooser}
            type="file"
            accept="image/png,image/jpeg"
            className="settings-file"
            aria-label={texts.chooseLogo}
            tabIndex={-1}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              if (file) void upload(file)
              currentTarget.value = ''
            }}
          />
          <div className="page-actions">
            <ActionButton keys="u" loading={isBusy} variant="default" onClick={() => chooser.current?.click()}>
              {texts.chooseLogo}
            </ActionButton>
            {data?.logo && (
              <ConfirmButton label={texts.removeLogo} isBusy={isBusy} onSure={remove}>
                <p>{texts.removeLead}</p>
              </ConfirmButton>
            )}
          </div>
        </>
      )}
    </section>
  )
}
