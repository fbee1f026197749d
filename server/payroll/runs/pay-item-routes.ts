// The endpoints of pay items, and the list of pay types.
import { named, object, pageQuery, type Row, resourceRows, row, Type } from '#http'
import { payEffects, payType, payTypeKeys, payUnits } from '#rule/payroll/pay-types'
import { createItem, deleteItem, holdItem, listItems, readItem, updateItem, wrongInItemBody } from './pay-item.ts'
import { runRefusals as refusals } from './run-refusals.ts'
import { PayItem, PayItemWrite, shownItem } from './run-shapes.ts'

const PayTypes = named(
  'PayTypes',
  object({
    payTypes: Type.Array(
      object({
        payType: Type.String({ examples: ['overtime'] }),
        name: Type.String({ examples: ['Övertid'] }),
        effect: Type.Enum([...payEffects], {
          description:
            'pay, oneOff: taxed cash pay; grossDeduction: before tax; benefit: taxed and not paid out; benefitPaid: paid for it; netDeduction: after tax; taxFree: paid out without tax',
        }),
        unit: Type.Enum([...payUnits]),
        isTaken: Type.Boolean({ description: 'Whether an amount lowers what is paid or taxed' }),
        isHolidayBase: Type.Boolean({ description: 'Whether holiday pay is reckoned from it' }),
        hasUsualRate: Type.Boolean({ description: 'Whether a quantity needs no rate' }),
        returnFields: Type.Array(Type.String(), { description: 'Fields of the employer’s return' }),
      }),
    ),
  }),
)

const example = {
  employmentRef: { id: '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d' },
  payType: 'overtime',
  from: '2026-05-12',
  quantity: 3.5,
  rate: 340,
}

const { create, list, read, replace, remove } = resourceRows({
  tag: 'Payroll',
  scope: 'payroll',
  path: '/companies/{companyId}/pay-items',
  idName: 'payItemId',
  answer: PayItem,
  shown: shownItem,
  notFound: refusals.itemNotFound,
})

export const payItemRows: readonly Row[] = [
  row({
    method: 'GET',
    path: '/companies/{companyId}/pay-types',
    operationId: 'getPayTypes',
    tag: 'Payroll',
    summary: 'List pay types',
    description: 'What each kind of line on a payslip does to pay, tax and the employer’s return.',
    scope: 'payroll:read',
    answer: { json: PayTypes },
    refusals: [],
    run: async (_call, { language }) => ({
      payTypes: payTypeKeys.map((key) => {
        const { effect, unit, isTaken = false, isHolidayBase = false, usualRate, fields, ...names } = payType(key)
        const name = names[language]
        return {
          payType: key,
          name,
          effect,
          unit,
          isTaken,
          isHolidayBase,
          hasUsualRate: usualRate !== undefined,
          returnFields: [...fields],
        }
      }),
    }),
  }),
  create({
    operationId: 'createPayItem',
    summary: 'Add a pay item',
    description:
      'Hours, an addition, a benefit, a deduction or a correction: the next pay run of its days takes it. A run takes an item once, unless it is monthly.',
    body: PayItemWrite,
    events: ['pay-item.created'],
    example: { body: example },
    examine: wrongInItemBody,
    run: createItem,
  }),
  list({
    operationId: 'listPayItems',
    summary: 'List pay items',
    description: 'Newest first. `query` filters on employmentRef.id, payType, from and modifiedDateTime.',
    query: pageQuery('from>=2026-05-01'),
    run: listItems,
  }),
  read({
    operationId: 'getPayItem',
    summary: 'Read a pay item',
    description: 'One item. Payslips tell which run has it.',
    run: readItem,
  }),
  replace({
    operationId: 'updatePayItem',
    summary: 'Change a pay item',
    description:
      'What is left out is removed. An item of a run that is no draft any more stays as it is: correct it with another one.',
    body: PayItemWrite,
    example: { body: { ...example, quantity: 4 } },
    examine: wrongInItemBody,
    events: ['pay-item.changed'],
    refusals: [refusals.itemInUse],
    hold: holdItem,
    run: updateItem,
  }),
  remove({
    operationId: 'deletePayItem',
    summary: 'Remove a pay item',
    description: 'Unless a run that is no draft any more has it.',
    events: ['pay-item.deleted'],
    refusals: [refusals.itemInUse],
    hold: holdItem,
    run: deleteItem,
  }),
]
