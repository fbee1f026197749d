// The company's plan, set by the operator.
import { queries, useCompany } from '#client'
import { Listed } from '#console/programs'
import { words } from '#console/settings/words.ts'
import { Facts, FailureMessage, Page, PageSkeleton } from '#ui'
import { useWords } from '#words'

export { PlanPage as Page }

const PlanPage = () => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const { data, error, refetch } = queries.useQuery('get', '/companies/{companyId}/plan', {
    params: { path: { companyId } },
  })
  return (
    <Page title={texts.plan} lead={texts.planLead}>
      {error && <FailureMessage error={error} retry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {data?.isExpired && <p className="is-wrong">{texts.isExpired}</p>}
      {data && (
        <Facts
          facts={[
            [texts.planName, data.name],
            [texts.expires, data.expiresOn === null && !data.isInTrial ? texts.withoutEnd : null],
            [data.isInTrial ? texts.trial : texts.trialEnded, data.trialEndsOn],
            [texts.expires, data.expiresOn],
            [texts.addons, data.addons.map((addon) => texts.addonNames[addon]).join(', ')],
            [
              texts.features,
              data.features.length === 0 ? (
                texts.noFeatures
              ) : (
                <Listed key="features" texts={data.features.map((one) => texts.featureNames[one])} />
              ),
            ],
            [texts.requests, data.requestsThisMonth],
          ]}
        />
      )}
    </Page>
  )
}
