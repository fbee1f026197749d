// Payslips on paper: the PDF that an employee gets.
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { FileAnswer } from '#http'
import { companyInformation, findCompany } from '#identity'
import { askerOf, type PayslipPaper, type PayslipPaperLine, payslipPdfOf } from '#paper'
import type { CompanyCall } from '#platform/call'
import { port } from '#platform/port'
import { madeOutside } from '#platform/retry-with-results'
import type { Language } from '#rule/language'
import { type PayEffect, payType } from '#rule/payroll/pay-types'
import { type PayslipRecord, readPayslip } from './payslip.ts'
import { type RunRecord, readRun } from './run.ts'
import { nameOf } from './run-payment.ts'

type Holiday = NonNullable<PayslipPaper['holiday']>

/** Days of holiday left of a person after a day, where they are kept; set where the programs are put together. */
export const holidayPort =
  port<(call: CompanyCall, asked: { employmentIds: readonly string[]; day: string }) => Promise<Holiday | null>>(
    'how much holiday is left',
  )

/** The PDF of a payslip. */
export const downloadPayslip = async (
  call: CompanyCall,
  { runId, id, language }: { runId: string; id: string; language: Language },
): Promise<FileAnswer> => {
  const run = await readRun(call, runId)
  const payslip = await readPayslip(call, runId, id)
  const pdf = await payslipPdf(call, run, payslip, language)
  const path = call.files.newWorkFile()
  await writeFile(path, pdf, { mode: 0o600 })
  const name = `${language === 'sv' ? 'lonebesked' : 'payslip'}-${run.payDate}.pdf`
  return { path, name, size: pdf.length, contentType: 'application/pdf' }
}

/** The bytes of a payslip, made outside of the caller's turn. */
const payslipPdf = async (
  call: CompanyCall,
  run: RunRecord,
  payslip: PayslipRecord,
  language: Language,
): Promise<Buffer> => {
  const paper = await paperOf(call, run, payslip, language)
  const key = createHash('sha256').update(JSON.stringify(paper)).digest('hex')
  return madeOutside(call, `payslip ${key}`, () => payslipPdfOf(paper, askerOf(call)))
}

const paperOf = async (
  call: CompanyCall,
  run: RunRecord,
  payslip: PayslipRecord,
  language: Language,
): Promise<PayslipPaper> => {
  const { name, organizationNumber, address } = await companyInformation(call)
  const { isTest } = await findCompany(call.db, call.companyId)
  const { person, year } = payslip
  const employmentIds = person.employments.map(({ id }) => id)
  return {
    language,
    isTest,
    isDraft: run.state === 'draft' || run.state === 'reviewed',
    employer: { name, organizationNumber, address: addressOf(address) },
    employee: {
      name: nameOf(payslip),
      personalNumber: person.maskedNumber,
      title: person.employments.find(({ title }) => title !== null)?.title ?? null,
      bankAccount: person.maskedAccount,
    },
    number: run.number,
    payDate: run.payDate,
    from: run.from,
    to: run.to,
    tax: taxInWords(person.tax, language),
    groups: groupsOf(payslip, language),
    gross: Number(payslip.grossOre),
    benefits: Number(payslip.benefitsOre),
    withheld: Number(payslip.taxOre),
    net: Number(payslip.netOre),
    contributions: Number(payslip.contributionsOre),
    year: {
      gross: Number(year.grossOre),
      benefits: Number(year.benefitsOre),
      withheld: Number(year.taxOre),
      net: Number(year.netOre),
    },
    holiday: await holidayPort.get()(call, { employmentIds, day: run.to }),
    madeAt: run.computedAt.toISOString(),
  }
}

type CompanyAddress = Awaited<ReturnType<typeof companyInformation>>['address']

const addressOf = (address: CompanyAddress): PayslipPaper['employer']['address'] =>
  address.city
    ? {
        line1: address.line1 || '',
        line2: address.line2 || null,
        postalCode: address.postalCode || '',
        city: address.city,
        country: address.country,
        countrySubdivision: null,
      }
    : null

const groups: readonly { effects: readonly PayEffect[]; sv: string; en: string }[] = [
  { effects: ['pay', 'oneOff', 'grossDeduction'], sv: 'Lön', en: 'Pay' },
  { effects: ['benefit', 'benefitPaid'], sv: 'Förmåner, beskattas', en: 'Benefits, taxed' },
  { effects: ['netDeduction'], sv: 'Avdrag efter skatt', en: 'Deductions after tax' },
  { effects: ['taxFree'], sv: 'Skattefritt', en: 'Free of tax' },
]

const groupsOf = ({ lines, taxOre, deductionsOre }: PayslipRecord, language: Language): PayslipPaper['groups'] => {
  const shown = groups.map(({ effects, ...names }) => ({
    name: names[language],
    lines: lines.filter((line) => effects.includes(payType(line.payType).effect)).map((line) => lineOf(line, language)),
  }))
  const tax: PayslipPaperLine = {
    name: language === 'sv' ? 'Preliminär skatt' : 'Tax withheld',
    note: null,
    quantity: null,
    rate: null,
    amount: -Number(taxOre),
  }
  const net = lines.reduce((sum, line) => (payType(line.payType).effect === 'netDeduction' ? sum - line.ore : sum), 0n)
  const paidForBenefits: PayslipPaperLine = {
    name: language === 'sv' ? 'Betalning för förmåner' : 'Paid for benefits',
    note: null,
    quantity: null,
    rate: null,
    amount: -Number(deductionsOre - net),
  }
  const name = language === 'sv' ? 'Skatt' : 'Tax'
  const deductions = shown.map((group, index) =>
    index === 2 && deductionsOre !== net ? { ...group, lines: [...group.lines, paidForBenefits] } : group,
  )
  return [...deductions.slice(0, 2), { name, lines: [tax] }, ...deductions.slice(2)]
}

const units = {
  sv: { month: 'mån', hour: 'tim', day: 'dagar', piece: '', kilometre: 'km' },
  en: { month: 'month', hour: 'hours', day: 'days', piece: '', kilometre: 'km' },
} as const

const THOUSANDTHS = 1000

const lineOf = (line: PayslipRecord['lines'][number], language: Language): PayslipPaperLine => {
  const { unit, ...names } = payType(line.payType)
  const count = line.quantity === null ? null : String(Number(line.quantity) / THOUSANDTHS)
  const days = line.from !== null && line.to !== null && line.from !== line.to ? `${line.from} – ${line.to}` : line.from
  const corrects = language === 'sv' ? 'rättelse' : 'correction'
  return {
    name: names[language],
    note: [days, line.note, line.correctedRunId === null ? null : corrects].filter(Boolean).join(' · ') || null,
    quantity: count && `${language === 'sv' ? count.replace('.', ',') : count} ${units[language][unit]}`.trim(),
    rate: line.rateOre === null ? null : Number(line.rateOre),
    amount: Number(line.ore),
  }
}

/** How tax was withheld, from its key: `table 32 1`. */
const taxInWords = (tax: string, language: Language): string => {
  const [kind = '', first, second] = tax.split(' ')
  const sv = language === 'sv'
  switch (kind) {
    case 'table':
      return sv ? `tabell ${first}, kolumn ${second}` : `table ${first}, column ${second}`
    case 'sideIncome':
      return sv ? 'sidoinkomst' : 'side income'
    case 'decidedPercent':
      return sv ? `beslut, ${first?.replace('.', ',')} %` : `decision, ${first}%`
    case 'decidedAmount':
      return sv ? 'beslut, belopp' : 'decision, amount'
    case 'none':
      return sv ? 'inget avdrag' : 'none'
    default:
      return kind === 'artistAbroad' ? 'A-SINK' : 'SINK'
  }
}
