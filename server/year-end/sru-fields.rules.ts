// The tax return field of an account, by its number: INK2R of limited companies and cooperatives (the mapping of the
// usual chart for 2024 and later), and NE of sole proprietors.

type Range = readonly [first: number, last: number]

/**
 * A line of a form. Amounts on the `side` are positive in `field`; if there is an `other` field, amounts on the other
 * side are in that one.
 */
export type SruLine = { field: string; other?: string; side: 'debit' | 'credit'; ranges: readonly Range[] }

export type SruForm = {
  name: string
  balance: readonly SruLine[]
  result: readonly SruLine[]
  /** The field of free equity, which includes the result not yet transferred. */
  equity: string
  /** The result: of two fields, the first is for a profit. */
  total: readonly [string, string]
}

const line =
  (side: SruLine['side']) =>
  (field: string, ...ranges: Range[]): SruLine => ({ field, side, ranges })
const debit = line('debit')
const credit = line('credit')
const either = (field: string, other: string, ...ranges: Range[]): SruLine => ({ field, other, side: 'credit', ranges })

export const ink2r: SruForm = {
  name: 'INK2R',
  equity: '7302',
  total: ['7450', '7550'],
  balance: [
    debit('7201', [1000, 1087], [1089, 1099]),
    debit('7202', [1088, 1088]),
    debit('7214', [1100, 1119], [1130, 1179], [1190, 1199]),
    debit('7215', [1200, 1279], [1290, 1299]),
    debit('7216', [1120, 1129]),
    debit('7217', [1180, 1189], [1280, 1289]),
    debit('7230', [1310, 1319]),
    debit('7231', [1330, 1335], [1338, 1339]),
    debit('7233', [1336, 1337], [1350, 1359]),
    debit('7232', [1320, 1329], [1340, 1345], [1348, 1349]),
    debit('7234', [1360, 1369]),
    debit('7235', [1346, 1347], [1370, 1389]),
    debit('7241', [1410, 1429]),
    debit('7242', [1440, 1449]),
    debit('7243', [1450, 1469]),
    debit('7244', [1490, 1499]),
    debit('7245', [1470, 1479]),
    debit('7246', [1480, 1489]),
    debit('7251', [1510, 1559], [1580, 1589]),
    debit('7252', [1560, 1572], [1574, 1579], [1660, 1672], [1674, 1679]),
    debit('7261', [1573, 1573], [1610, 1619], [1630, 1659], [1673, 1673], [1680, 1699]),
    debit('7262', [1620, 1629]),
    debit('7263', [1700, 1799]),
    debit('7270', [1860, 1869]),
    debit('7271', [1800, 1859], [1870, 1899]),
    debit('7281', [1900, 1999]),
    credit('7301', [2080, 2089]),
    credit('7302', [2090, 2099]),
    credit('7321', [2110, 2139]),
    credit('7322', [2150, 2159]),
    credit('7323', [2160, 2199]),
    credit('7331', [2210, 2219]),
    credit('7332', [2230, 2239]),
    credit('7333', [2220, 2229], [2240, 2299]),
    credit('7350', [2310, 2329]),
    credit('7351', [2330, 2339]),
    credit('7352', [2340, 2359]),
    credit('7353', [2360, 2372], [2374, 2379]),
    credit('7354', [2373, 2373], [2380, 2399]),
    credit('7360', [2480, 2489]),
    credit('7361', [2410, 2419]),
    credit('7362', [2420, 2429]),
    credit('7363', [2430, 2439]),
    credit('7364', [2450, 2459]),
    credit('7365', [2440, 2449]),
    credit('7366', [2492, 2492]),
    credit('7367', [2460, 2472], [2474, 2479], [2860, 2872], [2874, 2879]),
    credit('7369', [2473, 2473], [2490, 2491], [2493, 2499], [2600, 2859], [2873, 2873], [2880, 2899]),
    credit('7368', [2500, 2599]),
    credit('7370', [2900, 2999]),
  ],
  result: [
    credit('7410', [3000, 3799]),
    either('7411', '7510', [4900, 4909], [4930, 4959], [4970, 4979], [4990, 4999]),
    credit('7412', [3800, 3899]),
    credit('7413', [3900, 3999]),
    debit('7511', [4000, 4799], [4910, 4929]),
    debit('7512', [4960, 4969], [4980, 4989]),
    debit('7513', [5000, 6999]),
    debit('7514', [7000, 7699]),
    debit('7515', [7700, 7739], [7750, 7789], [7800, 7899]),
    debit('7516', [7740, 7749], [7790, 7799]),
    debit('7517', [7900, 7999]),
    either('7414', '7518', [8000, 8069], [8090, 8099]),
    either('7423', '7530', [8113, 8113], [8118, 8118], [8123, 8123], [8133, 8133]),
    either('7415', '7519', [8100, 8112], [8114, 8117], [8119, 8122], [8124, 8132], [8134, 8169], [8190, 8199]),
    either('7416', '7520', [8200, 8269], [8290, 8299]),
    credit('7417', [8300, 8369], [8390, 8399]),
    debit('7521', [8070, 8089], [8170, 8189], [8270, 8289], [8370, 8389]),
    debit('7522', [8400, 8499]),
    debit('7524', [8830, 8839]),
    credit('7419', [8820, 8829]),
    // Allocations and reversals are separate lines, unless one stands for the other; 8810 may be both.
    either('7420', '7525', [8819, 8819]),
    { field: '7525', other: '7420', side: 'debit', ranges: [[8811, 8811]] },
    either('7420', '7525', [8810, 8810]),
    either('7421', '7526', [8850, 8859]),
    either('7422', '7527', [8860, 8899]),
    debit('7527', [8840, 8849]),
    debit('7528', [8900, 8989]),
  ],
}

/**
 * NE by the mapping of the usual chart for simplified annual accounts (förenklat årsbokslut), where VAT is included in
 * tax debts (B14). Accounts that the mapping lists for both R1 and R2, if usually without VAT, are R2.
 */
export const ne: SruForm = {
  name: 'NE',
  equity: '7300',
  total: ['7440', '7440'],
  balance: [
    debit('7200', [1000, 1099]),
    debit('7210', [1100, 1129], [1150, 1179], [1190, 1199]),
    debit('7211', [1130, 1149], [1180, 1189], [1291, 1291]),
    debit('7212', [1200, 1290], [1292, 1299]),
    debit('7213', [1300, 1399]),
    debit('7240', [1400, 1499]),
    debit('7250', [1500, 1599]),
    debit('7260', [1600, 1899]),
    debit('7280', [1900, 1999]),
    credit('7300', [2000, 2099]),
    credit('7320', [2100, 2199]),
    credit('7330', [2200, 2299]),
    credit('7380', [2300, 2419], [2480, 2489]),
    credit('7381', [2500, 2699], [2710, 2719], [2730, 2739]),
    credit('7382', [2440, 2449], [2460, 2479]),
    credit('7383', [2420, 2439], [2450, 2459], [2490, 2499], [2700, 2709], [2720, 2729], [2740, 2999]),
  ],
  result: [
    credit(
      '7400',
      [3000, 3003],
      [3005, 3099],
      [3200, 3299],
      [3400, 3403],
      [3405, 3799],
      [3900, 3979],
      [3990, 3993],
      [3995, 3999],
    ),
    credit('7401', [3004, 3004], [3100, 3199], [3300, 3399], [3404, 3404], [3980, 3989], [3994, 3994]),
    // Benefits, such as a car: no account numbers.
    credit('7402'),
    credit('7403', [3800, 3899], [8000, 8399]),
    debit('7500', [4000, 4999]),
    debit('7501', [5000, 6999], [7900, 7999]),
    debit('7502', [7000, 7699]),
    debit('7503', [8400, 8499]),
    // Write-downs and their reversals are on the same line. The form has no line for current assets (774, 779): the
    // chart puts all write-downs on these two.
    debit('7504', [7720, 7729], [7770, 7779], [7820, 7829]),
    debit('7505', [7700, 7719], [7730, 7769], [7780, 7819], [7830, 7899]),
  ],
}

/** The line of an account: by its own SRU code if the form has that, otherwise by its number. */
export const lineOfAccount = (
  { balance, result }: SruForm,
  { main, sru }: { main: number; sru: readonly string[] },
): SruLine | undefined => {
  const lines = [...balance, ...result]
  const inRange = lines.find(({ ranges }) => ranges.some(([first, last]) => main >= first && main <= last))
  const names = ({ field, other }: SruLine) => sru.includes(field) || (other !== undefined && sru.includes(other))
  if (inRange && names(inRange)) return inRange
  // A code used by one line takes precedence over one used by two, and a line's first field over its other.
  const isFirst = ({ field }: SruLine) => sru.includes(field)
  return lines.find((one) => !one.other && names(one)) ?? lines.find(isFirst) ?? lines.find(names) ?? inRange
}
