// Values of benefits (inkomstskattelagen 1999:1229, 61 kap.), and allowances and mileage that are free of tax
// (12 kap.). Amounts in öre.
import { lawOn } from '#rule/law'
import type { LawKey } from '#rule/law-keys'
import { shareOf } from '#rule/payroll/shares'
import { rounded } from '#rule/rounding'

type Meals = { breakfasts: number; mains: number; wholeDays: number }

/** The value of free meals: whole days, and single breakfasts, lunches and dinners. */
export const mealBenefit = (day: string, { breakfasts, mains, wholeDays }: Meals): bigint => {
  const law = lawOn(day)
  return (
    law.ore('benefit.mealsDay') * BigInt(wholeDays) +
    law.ore('benefit.mealMain') * BigInt(mains) +
    law.ore('benefit.mealBreakfast') * BigInt(breakfasts)
  )
}

/** What is taxed of wellness: all of it once the year's limit is passed. */
export const wellnessBenefit = (day: string, yearOre: bigint): bigint =>
  yearOre > lawOn(day).ore('benefit.wellnessMost') ? yearOre : 0n

/** What is taxed of a bicycle, for a year: its value above what is free. */
export const bicycleBenefit = (day: string, yearOre: bigint): bigint => {
  const above = yearOre - lawOn(day).ore('benefit.bicycleFree')
  return above > 0n ? above : 0n
}

type CompanyCar = {
  /** The list price with extra equipment. */
  priceOre: bigint
  vehicleTaxOre: bigint
  kind: 'fuel' | 'electric' | 'hybrid' | 'gas'
  /** The year of the model or, if earlier, of first registration. */
  modelYear: number
  /** Whether it is driven 30,000 km or more a year on duty. */
  isMuchOnDuty: boolean
}

const reductionKeys: Readonly<Record<CompanyCar['kind'], LawKey | null>> = {
  fuel: null,
  electric: 'car.electricReduction',
  hybrid: 'car.hybridReduction',
  gas: 'car.gasReduction',
}

/** The age from which the price of a car is at least four base amounts, and how many they are. */
const OLD_CAR_YEARS = 6
const OLD_CAR_BASE_AMOUNTS = 4n
const MONTHS = 12n

/**
 * The value of a company car a month, for cars first taxed from 2021-07-01 (61 kap. 5–9 §§).
 * @throws where the law's table lacks the base amount or the state loan rate of the year
 */
export const carBenefit = (day: string, car: CompanyCar): bigint => {
  const law = lawOn(day)
  const baseOre = law.ore('car.baseAmount')
  const key = reductionKeys[car.kind]
  const isOld = Number(day.slice(0, 4)) - car.modelYear >= OLD_CAR_YEARS
  const least = isOld ? baseOre * OLD_CAR_BASE_AMOUNTS : 0n
  const most = shareOf(car.priceOre, law.value('car.reductionMost'))
  const asked = key === null ? 0n : law.ore(key)
  const reduced = car.priceOre - (asked < most ? asked : most)
  const priceOre = reduced > least ? reduced : least
  const rate = (law.value('car.loanRate') * law.value('car.rateShare')) / 100 + law.value('car.rateAddition')
  const yearOre =
    shareOf(baseOre, law.value('car.baseShare')) +
    shareOf(priceOre, rate) +
    shareOf(priceOre, law.value('car.priceShare')) +
    car.vehicleTaxOre
  const onDuty = car.isMuchOnDuty ? shareOf(yearOre, law.value('car.dutyShare')) : yearOre
  return rounded(onDuty, MONTHS)
}

type Journey = { wholeDays: number; halfDays: number; nights: number; meals: Meals; stay: Stay }

/** How long the work has been at the place: allowances fall after three months and after two years. */
type Stay = 'first' | 'afterThreeMonths' | 'afterTwoYears'

const stayKeys: Readonly<Record<Stay, LawKey | null>> = {
  first: null,
  afterThreeMonths: 'allowance.threeMonths',
  afterTwoYears: 'allowance.twoYears',
}

/** The allowance free of tax for a journey in Sweden with a night away, less free meals (12 kap. 11–17 §§). */
export const freeAllowance = (day: string, { wholeDays, halfDays, nights, meals, stay }: Journey): bigint => {
  const law = lawOn(day)
  const key = stayKeys[stay]
  const ofStay = (ore: bigint) => (key === null ? ore : shareOf(ore, law.value(key)))
  const wholeDay = ofStay(law.ore('allowance.day'))
  const days = wholeDay * BigInt(wholeDays) + ofStay(law.ore('allowance.half')) * BigInt(halfDays)
  const breakfasts = BigInt(meals.breakfasts + meals.wholeDays) * shareOf(wholeDay, law.value('allowance.breakfast'))
  const mains = BigInt(meals.mains + 2 * meals.wholeDays) * shareOf(wholeDay, law.value('allowance.mainMeal'))
  const left = days - breakfasts - mains
  return (left > 0n ? left : 0n) + law.ore('allowance.night') * BigInt(nights)
}

type Vehicle = 'ownCar' | 'companyCar' | 'companyCarElectric'

/** Mileage free of tax, by hundred metres. */
export const freeMileage = (day: string, vehicle: Vehicle, hundredMetres: number): bigint =>
  rounded(lawOn(day).ore(`mileage.${vehicle}`) * BigInt(hundredMetres), 10n)
