// The fields of the employer's return (arbetsgivardeklaration på individnivå): the name of each element, the code that
// it carries, and what it holds. Technical description 1.1.18, schema version 1.1; fields without a known code are left
// out.

/** What a field holds: whole kronor, a cross (1), or text. */
export type Field = readonly [code: string, holds: 'amount' | 'cross' | 'text']

/** Of the main statement (huvuduppgift), beside employer and period. */
export const mainFields = {
  UlagFoU: ['470', 'amount'],
  UlagRegionaltStod: ['471', 'amount'],
  AvdragFoU: ['475', 'amount'],
  AvdragRegionaltStod: ['476', 'amount'],
  SlfVinstandelFK486: ['486', 'amount'],
  SummaArbAvgSlf: ['487', 'amount'],
  SummaSkatteavdr: ['497', 'amount'],
  TotalSjuklonekostnad: ['499', 'amount'],
} as const satisfies Record<string, Field>

/** Of the payee of an individual statement, beside their number. */
export const payeeFields = {
  LandskodTIN: ['076', 'text'],
  Fodelseort: ['077', 'text'],
  LandskodFodelseort: ['078', 'text'],
  LandskodMedborgare: ['081', 'text'],
  Fornamn: ['216', 'text'],
  Efternamn: ['217', 'text'],
  Gatuadress: ['218', 'text'],
  Postnummer: ['219', 'text'],
  Postort: ['220', 'text'],
  LandskodPostort: ['221', 'text'],
  OrgNamn: ['226', 'text'],
  Gatuadress2: ['228', 'text'],
  FriAdress: ['230', 'text'],
  TIN: ['252', 'text'],
} as const satisfies Record<string, Field>

/** Of an individual statement (individuppgift), beside employer, payee, period and number. */
export const individualFields = {
  AvdrPrelSkatt: ['001', 'amount'],
  AvdrSkattSINK: ['274', 'amount'],
  AvdrSkattASINK: ['275', 'amount'],
  AvrakningAvgiftsfriErs: ['010', 'amount'],
  KontantErsattningUlagAG: ['011', 'amount'],
  SkatteplOvrigaFormanerUlagAG: ['012', 'amount'],
  SkatteplBilformanUlagAG: ['013', 'amount'],
  DrivmVidBilformanUlagAG: ['018', 'amount'],
  BetForDrivmVidBilformanUlagAG: ['098', 'amount'],
  AvdragUtgiftArbetet: ['019', 'amount'],
  AndelStyrelsearvode: ['023', 'amount'],
  AndraKostnadsers: ['020', 'amount'],
  UnderlagRutarbete: ['021', 'amount'],
  UnderlagRotarbete: ['022', 'amount'],
  Tjanstepension: ['030', 'amount'],
  ErsEjSocAvgEjJobbavd: ['032', 'amount'],
  Forskarskattenamnden: ['035', 'amount'],
  ErsFormanBostadMmSINK: ['036', 'amount'],
  VissaAvdrag: ['037', 'amount'],
  Hyresersattning: ['039', 'amount'],
  KontantErsattningEjUlagSA: ['131', 'amount'],
  SkatteplOvrigaFormanerEjUlagSA: ['132', 'amount'],
  SkatteplBilformanEjUlagSA: ['133', 'amount'],
  DrivmVidBilformanEjUlagSA: ['134', 'amount'],
  BostadsformanSmahusUlagAG: ['041', 'cross'],
  BostadsformanEjSmahusUlagAG: ['043', 'cross'],
  BostadsformanSmahusEjUlagSA: ['137', 'cross'],
  BostadsformanEjSmahusEjUlagSA: ['138', 'cross'],
  FormanHarJusterats: ['048', 'cross'],
  Bilersattning: ['050', 'cross'],
  Traktamente: ['051', 'cross'],
  Personaloption: ['059', 'cross'],
  ForstaAnstalld: ['062', 'cross'],
  VaxaStod: ['063', 'cross'],
  SkattebefrEnlAvtal: ['114', 'cross'],
  Lokalanstalld: ['253', 'cross'],
  AmbassadanstISvMAvtal: ['094', 'cross'],
  EjskatteavdragEjbeskattningSv: ['276', 'cross'],
  EjFastDriftstalleIndivid: ['303', 'cross'],
  Arbetsstallenummer: ['060', 'text'],
  ArbetsplatsensGatuadress: ['245', 'text'],
  ArbetsplatsensOrt: ['246', 'text'],
  ErsattningsKod1: ['004', 'text'],
  ErsattningsBelopp1: ['005', 'amount'],
  ErsattningsKod2: ['084', 'text'],
  ErsattningsBelopp2: ['085', 'amount'],
  ErsattningsKod3: ['086', 'text'],
  ErsattningsBelopp3: ['087', 'amount'],
  ErsattningsKod4: ['088', 'text'],
  ErsattningsBelopp4: ['089', 'amount'],
  Fartygssignal: ['026', 'text'],
  AntalDagarSjoinkomst: ['027', 'text'],
  NarfartFjarrfart: ['028', 'text'],
  FartygetsNamn: ['223', 'text'],
  LandskodArbetsland: ['090', 'text'],
  UtsandUnderTid: ['091', 'text'],
  KonventionMed: ['305', 'text'],
  VerksamhetensArt: ['112', 'text'],
} as const satisfies Record<string, Field>

/** Of these an individual statement has exactly one. */
export const taxFields: readonly IndividualField[] = [
  'AvdrPrelSkatt',
  'AvdrSkattSINK',
  'AvdrSkattASINK',
  'SkattebefrEnlAvtal',
  'Lokalanstalld',
  'AmbassadanstISvMAvtal',
  'EjskatteavdragEjbeskattningSv',
]

/** Those that are amounts of tax withheld: their sum is that of the main statement. */
export const withheldFields: readonly IndividualField[] = ['AvdrPrelSkatt', 'AvdrSkattSINK', 'AvdrSkattASINK']

/** The last period in which a field was valid, and the first. */
export const validPeriods: Readonly<Partial<Record<IndividualField | MainField, { from?: string; to?: string }>>> = {
  TotalSjuklonekostnad: { to: '202406' },
  ForstaAnstalld: { to: '202512' },
  VaxaStod: { from: '202501', to: '202512' },
  AndelStyrelsearvode: { from: '202401' },
  ArbetsplatsensGatuadress: { from: '202301' },
  ArbetsplatsensOrt: { from: '202301' },
}

export type MainField = keyof typeof mainFields
export type PayeeField = keyof typeof payeeFields
export type IndividualField = keyof typeof individualFields
