// Worked cases of Swedish bookkeeping: what happens, and how it is booked, in kronor (D debit, K credit). Accounts are
// those that the case is usually told with, which are not always those of the default chart.

/** An event or several in order, each with the rows that it books: account, side, kronor. */
export type Case = { id: string; title: string; steps: { text: string; rows: [string, 'D' | 'K', string][] }[] }

export const cases: Case[] = [
  {
    id: 'INV-01',
    title: 'A service at 25 %, invoice method',
    steps: [
      {
        text: 'the invoice is sent',
        rows: [
          ['1510', 'D', '2500'],
          ['3041', 'K', '2000'],
          ['2611', 'K', '500'],
        ],
      },
      {
        text: 'it is paid',
        rows: [
          ['1930', 'D', '2500'],
          ['1510', 'K', '2500'],
        ],
      },
    ],
  },
  {
    id: 'INV-03',
    title: 'Tax on the sum of the lines, rounded half up to the öre',
    steps: [
      {
        text: 'an invoice whose total is not rounded',
        rows: [
          ['1510', 'D', '5584.69'],
          ['3001', 'K', '4467.75'],
          ['2611', 'K', '1116.94'],
        ],
      },
    ],
  },
  {
    id: 'INV-05',
    title: 'The customer pays whole kronor',
    steps: [
      {
        text: 'payment',
        rows: [
          ['1930', 'D', '1251'],
          ['1510', 'K', '1250.50'],
          ['3740', 'K', '0.50'],
        ],
      },
    ],
  },
  {
    id: 'CRN-02',
    title: "A supplier's credit note",
    steps: [
      {
        text: 'the credit note comes',
        rows: [
          ['2440', 'D', '1000'],
          ['4000', 'K', '800'],
          ['2640', 'K', '200'],
        ],
      },
    ],
  },
  {
    id: 'CSH-02',
    title: 'A purchase under the cash method',
    steps: [
      {
        text: 'payment',
        rows: [
          ['4010', 'D', '2000'],
          ['2641', 'D', '500'],
          ['1940', 'K', '2500'],
        ],
      },
    ],
  },
  {
    id: 'ROT-01',
    title: 'Half of the work is deducted',
    steps: [
      {
        text: 'invoice',
        rows: [
          ['1511', 'D', '2750'],
          ['1513', 'D', '1250'],
          ['3010', 'K', '3200'],
          ['2610', 'K', '800'],
        ],
      },
    ],
  },
  {
    id: 'ROT-03',
    title: 'ROT at 50 %, for payments from 12 May to 31 December 2025',
    steps: [
      {
        text: 'invoice',
        rows: [
          ['1510', 'D', '16250'],
          ['1513', 'D', '6250'],
          ['3001', 'K', '18000'],
          ['2611', 'K', '4500'],
        ],
      },
    ],
  },
  {
    id: 'ROT-05',
    title: 'The tax authority refuses the deduction',
    steps: [
      {
        text: 'the claim goes back to the customer',
        rows: [
          ['1510', 'D', '3750'],
          ['1513', 'K', '3750'],
        ],
      },
    ],
  },
  {
    id: 'LOS-02',
    title: 'A doubtful claim is lost for good',
    steps: [
      {
        text: 'the loss is certain',
        rows: [
          ['6351', 'D', '3600'],
          ['2610', 'D', '900'],
          ['1519', 'D', '3600'],
          ['1510', 'K', '4500'],
          ['6352', 'K', '3600'],
        ],
      },
    ],
  },
  {
    id: 'LOS-04',
    title: 'A claim is written down at year-end',
    steps: [
      {
        text: 'write-down',
        rows: [
          ['6352', 'D', '50000'],
          ['1519', 'K', '50000'],
        ],
      },
    ],
  },
  {
    id: 'FX-02',
    title: 'A gain on the exchange rate',
    steps: [
      {
        text: 'payment',
        rows: [
          ['1930', 'D', '975000'],
          ['1510', 'K', '955000'],
          ['3960', 'K', '20000'],
        ],
      },
    ],
  },
  {
    id: 'FEE-02',
    title: 'Invoice and fee paid together',
    steps: [
      {
        text: 'payment',
        rows: [
          ['1930', 'D', '5060'],
          ['1510', 'K', '5060'],
        ],
      },
    ],
  },
  {
    id: 'SUP-01',
    title: 'A supplier invoice and its payment',
    steps: [
      {
        text: 'invoice',
        rows: [
          ['6530', 'D', '15000'],
          ['2640', 'D', '3750'],
          ['2440', 'K', '18750'],
        ],
      },
      {
        text: 'payment',
        rows: [
          ['2440', 'D', '18750'],
          ['1930', 'K', '18750'],
        ],
      },
    ],
  },
  {
    id: 'SUP-03',
    title: 'A supplier invoice rounded down to whole kronor',
    steps: [
      {
        text: 'invoice',
        rows: [
          ['5611', 'D', '526.50'],
          ['5619', 'D', '100'],
          ['2641', 'D', '156.63'],
          ['2440', 'K', '783'],
          ['3740', 'K', '0.13'],
        ],
      },
    ],
  },
  {
    id: 'SUP-05',
    title: 'A fixed asset on credit',
    steps: [
      {
        text: 'invoice',
        rows: [
          ['1211', 'D', '100000'],
          ['2641', 'D', '25000'],
          ['2440', 'K', '125000'],
        ],
      },
    ],
  },
  {
    id: 'RC-01',
    title: 'Goods from another EU country',
    steps: [
      {
        text: 'invoice',
        rows: [
          ['4056', 'D', '10000'],
          ['2645', 'D', '2500'],
          ['2440', 'K', '10000'],
          ['2614', 'K', '2500'],
        ],
      },
    ],
  },
  {
    id: 'RC-03',
    title: 'Goods from another EU country, paid at once',
    steps: [
      {
        text: 'paid at once',
        rows: [
          ['4515', 'D', '6000'],
          ['2645', 'D', '1500'],
          ['1930', 'K', '6000'],
          ['2614', 'K', '1500'],
        ],
      },
    ],
  },
  {
    id: 'RC-05',
    title: 'Building services with reverse charge within Sweden',
    steps: [
      {
        text: 'seller',
        rows: [
          ['1510', 'D', '50000'],
          ['3231', 'K', '50000'],
        ],
      },
      {
        text: 'buyer',
        rows: [
          ['4425', 'D', '50000'],
          ['2647', 'D', '12500'],
          ['2440', 'K', '50000'],
          ['2614', 'K', '12500'],
        ],
      },
    ],
  },
  {
    id: 'EU-01',
    title: 'Goods sold without tax to a company in another EU country',
    steps: [
      {
        text: 'invoice',
        rows: [
          ['1510', 'D', '20000'],
          ['3108', 'K', '20000'],
        ],
      },
    ],
  },
  {
    id: 'VAT-01',
    title: 'Value added tax to pay',
    steps: [
      {
        text: 'period end',
        rows: [
          ['2611', 'D', '10000'],
          ['2641', 'K', '8000'],
          ['2650', 'K', '2000'],
        ],
      },
      {
        text: 'paid to the tax account',
        rows: [
          ['1630', 'D', '2000'],
          ['1930', 'K', '2000'],
        ],
      },
      {
        text: 'tax account debited',
        rows: [
          ['2650', 'D', '2000'],
          ['1630', 'K', '2000'],
        ],
      },
    ],
  },
  {
    id: 'VAT-03',
    title: 'Value added tax to pay, with öre',
    steps: [
      {
        text: 'period end',
        rows: [
          ['2611', 'D', '131.75'],
          ['2641', 'K', '33.20'],
          ['2650', 'K', '98'],
          ['3740', 'K', '0.55'],
        ],
      },
    ],
  },
  {
    id: 'CRD-02',
    title: 'A payment service pays out, cash method',
    steps: [
      {
        text: 'payout',
        rows: [
          ['1930', 'D', '490'],
          ['6064', 'D', '7.20'],
          ['2640', 'D', '1.80'],
          ['3001', 'K', '399.20'],
          ['2611', 'K', '99.80'],
        ],
      },
    ],
  },
  {
    id: 'OVR-01',
    title: 'The customer pays too much',
    steps: [
      {
        text: 'payment',
        rows: [
          ['1930', 'D', '2000'],
          ['1510', 'K', '1875'],
          ['2420', 'K', '125'],
        ],
      },
      {
        text: 'refund',
        rows: [
          ['2420', 'D', '125'],
          ['1930', 'K', '125'],
        ],
      },
    ],
  },
  {
    id: 'YE-02',
    title: "A limited company's loss of the year",
    steps: [
      {
        text: 'last posting',
        rows: [
          ['2099', 'D', '35000'],
          ['8999', 'K', '35000'],
        ],
      },
    ],
  },
  {
    id: 'SIE-01',
    title: 'A voucher of sales in a SIE file',
    steps: [
      {
        text: '2014-01-06',
        rows: [
          ['1510', 'D', '3794'],
          ['3010', 'K', '3000'],
          ['3010', 'K', '35'],
          ['2610', 'K', '758.75'],
          ['3740', 'K', '0.25'],
        ],
      },
    ],
  },
  {
    id: 'SIE-03',
    title: 'A row of an invoice journal in a SIE file',
    steps: [
      {
        text: 'invoice 891',
        rows: [
          ['1510', 'D', '8000'],
          ['2611', 'K', '1600'],
          ['3051', 'K', '6400'],
        ],
      },
    ],
  },
]
