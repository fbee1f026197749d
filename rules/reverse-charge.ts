// Purchases on which the buyer owes the tax (mervärdesskattelagen 2023:200, 16 kap.; imports are declared with them):
// the boxes of the VAT return (SKV 4700) for the base, and for the tax of each rate.

const PURCHASES = { 25: '30', 12: '31', 6: '32' } as const
const IMPORTS = { 25: '60', 12: '61', 6: '62' } as const

export const reverseCharge = {
  euGoods: { base: '20', tax: PURCHASES },
  euServices: { base: '21', tax: PURCHASES },
  nonEuServices: { base: '22', tax: PURCHASES },
  domesticGoodsReverseCharge: { base: '23', tax: PURCHASES },
  domesticServicesReverseCharge: { base: '24', tax: PURCHASES },
  import: { base: '50', tax: IMPORTS },
} as const

/** The box of input tax. */
export const INPUT_TAX_BOX = '48'
