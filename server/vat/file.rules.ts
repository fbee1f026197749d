// The file of a VAT return for the tax authority's e-service (eSKDUpload 6.0): one element per box, in the order of its
// document type, whole kronor, without empty boxes, in ISO 8859-1. Pure.
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'

/** The elements of the boxes, in order. */
export const elements: readonly (readonly [name: string, box: string])[] = [
  ['ForsMomsEjAnnan', '05'],
  ['UttagMoms', '06'],
  ['UlagMargbesk', '07'],
  ['HyrinkomstFriv', '08'],
  ['InkopVaruAnnatEg', '20'],
  ['InkopTjanstAnnatEg', '21'],
  ['InkopTjanstUtomEg', '22'],
  ['InkopVaruSverige', '23'],
  ['InkopTjanstSverige', '24'],
  ['MomsUlagImport', '50'],
  ['ForsVaruAnnatEg', '35'],
  ['ForsVaruUtomEg', '36'],
  ['InkopVaruMellan3p', '37'],
  ['ForsVaruMellan3p', '38'],
  ['ForsTjSkskAnnatEg', '39'],
  ['ForsTjOvrUtomEg', '40'],
  ['ForsKopareSkskSverige', '41'],
  ['ForsOvrigt', '42'],
  ['MomsUtgHog', '10'],
  ['MomsUtgMedel', '11'],
  ['MomsUtgLag', '12'],
  ['MomsInkopUtgHog', '30'],
  ['MomsInkopUtgMedel', '31'],
  ['MomsInkopUtgLag', '32'],
  ['MomsImportUtgHog', '60'],
  ['MomsImportUtgMedel', '61'],
  ['MomsImportUtgLag', '62'],
  ['MomsIngAvdr', '48'],
]

const PUBLIC_ID = '-//Skatteverket, Sweden//DTD Skatteverket eSKDUpload-DTD Version 6.0//SV'
const SYSTEM_ID = 'https://www1.skatteverket.se/demoeskd/eSKDUpload_6p0.dtd'

type Filed = {
  organizationNumber: string
  end: Day
  /** The reported amount of each box, whole kronor in öre. */
  boxes: ReadonlyMap<string, Ore>
  payable: Ore
}

export const returnFile = ({ organizationNumber, end, boxes, payable }: Filed): string => {
  const filled = elements.flatMap(([name, box]) => {
    const ore = boxes.get(box) ?? 0n
    return ore === 0n ? [] : [element(name, ore)]
  })
  const number = organizationNumber.replace(/\D/g, '').slice(-10)
  return [
    '<?xml version="1.0" encoding="ISO-8859-1"?>',
    `<!DOCTYPE eSKDUpload PUBLIC "${PUBLIC_ID}" "${SYSTEM_ID}">`,
    '<eSKDUpload Version="6.0">',
    `  <OrgNr>${number.slice(0, 6)}-${number.slice(6)}</OrgNr>`,
    '  <Moms>',
    `    <Period>${end.slice(0, 4)}${end.slice(5, 7)}</Period>`,
    ...filled,
    element('MomsBetala', payable),
    '  </Moms>',
    '</eSKDUpload>',
    '',
  ].join('\r\n')
}

const element = (name: string, ore: Ore): string => `    <${name}>${ore / 100n}</${name}>`
