// A budget proposed from the year before.
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { api, type Schema } from '#client'
import { useDo } from '#console/form'
import { ActionButton, DecimalInput, Dialog, FormEnd } from '#ui'
import { useWords } from '#words'
import { type Plan, planOf } from './budget.rules.ts'
import { words } from './words.ts'

type Given = {
  path: { companyId: string; fiscalYearId: string }
  onTaken: (plan: Plan) => void
}

export const Proposal = ({ path, onTaken }: Given) => {
  const texts = useWords(words)
  const { isBusy, run } = useDo()
  const [isOpen, setIsOpen] = useState(false)
  const [basis, setBasis] = useState<'booked' | 'budget'>('booked')
  const [percent, setPercent] = useState('0')
  const close = () => setIsOpen(false)
  const take = () =>
    run(async () => {
      const { data } = await api.GET('/companies/{companyId}/fiscal-years/{fiscalYearId}/budget/proposal', {
        params: { path, query: { basis, percent: Number(percent || 0) } },
      })
      onTaken(planOf(data as Schema<'Budget'>))
      close()
    }, texts.taken)
  return (
    <>
      <ActionButton variant="default" onClick={() => setIsOpen(true)}>
        {texts.propose}
      </ActionButton>
      <Dialog title={texts.propose} isOpen={isOpen} onClose={close}>
        <form
          className="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void take()
          }}
        >
          <NativeSelect
            label={texts.basis}
            value={basis}
            data={[
              { value: 'booked', label: texts.booked },
              { value: 'budget', label: texts.planned },
            ]}
            onChange={({ currentTarget: { value } }) => setBasis(value === 'budget' ? value : 'booked')}
          />
          <DecimalInput label={texts.percent} value={percent} onChange={setPercent} />
          <p className="soft">{texts.replaces}</p>
          <FormEnd press={texts.take} cancel={texts.cancel} isBusy={isBusy} onClose={close} />
        </form>
      </Dialog>
    </>
  )
}
