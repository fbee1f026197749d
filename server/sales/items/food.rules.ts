// Whether a text says that something is food, and not served: what a warning about its rate of VAT goes by. Pure; it
// guesses, so nothing is changed by it.
import type { FieldError } from '#platform/refusal'
import { lawValues } from '#rule/law'
import type { VatKind } from '#rule/vat-kind'
import { rateOfKind } from '#rule/vat-kinds'
import { pointer } from '#text/json'
import { rateWarnings as warnings } from './rate-refusals.ts'

/** Beginnings of words. */
const begins = [
  'livsmedel bröd bullar bulle kakor tårt frukt grönsak potatis mjölk grädd yoghurt choklad godis smörgås matkass',
  'matlåd matvar hämtmat kött korv charkuteri skaldjur läsk mineralvatten bread fruit vegetable chocolate groceries',
  'grocery',
]
/** Whole words. */
const words = [
  'mat maten ost ostar smör ägg fisk kaffe te saft juice glass snacks fika sallad pizza food milk cheese meat fish',
  'coffee tea candy',
]
/** Served food, lodging and art have a rate of their own; goods and services around food are none. */
const others = [
  'restaurang servering serverad catering hotell logi camping konferens konst kurs utbildning maskin automat hyra',
  'frakt transport restaurant served hotel lodging course machine rent',
]
const anyOf = (lists: readonly string[]): string => lists.join(' ').replaceAll(' ', '|')

const FOOD = new RegExp(`(?<![\\p{L}-])(?:(?:${anyOf(begins)})\\p{L}*|(?:${anyOf(words)}))(?![\\p{L}-])`, 'iu')
const OTHER = new RegExp(anyOf(others), 'iu')

export const isFoodIn = (text: string): boolean => FOOD.test(text) && !OTHER.test(text)

/** A line or an item whose rate was chosen, or follows from its kind; the name of its own account says more. */
type Rated = { description: string; taxRate: number; vatKind?: VatKind | null; accountName?: string | undefined }

/** Whether it looks like food at one of the rates that food has had or will have, so that it follows no change. */
export const isPinnedFood = ({ description, taxRate, vatKind = null, accountName = '' }: Rated): boolean =>
  vatKind === null &&
  lawValues('vat.food').some(({ value }) => value === taxRate) &&
  (isFoodIn(description) || (isFoodIn(accountName) && !OTHER.test(description)))

/** Whether it looks like food, at a rate that food does not have on a day. */
export const looksLikeFood = (rated: Rated, day: string): boolean => {
  const foodRate = rateOfKind('food', day)
  return foodRate !== null && rated.taxRate !== foodRate && isPinnedFood(rated)
}

/** Warnings about the lines of a document supplied on a day; text lines are null, to keep the indexes. */
export const warningsInRates = (
  lines: readonly ((Rated & { looksLikeFood?: boolean }) | null)[],
  day: string,
): FieldError[] =>
  lines.flatMap((line, index) =>
    line !== null && (line.looksLikeFood || looksLikeFood(line, day))
      ? [warnings.foodRate(pointer('lineItems', index, 'taxRate'), { ...rates(line, day) })]
      : [],
  )

/** The same for an item. */
export const warningsInItem = (item: Rated, day: string): FieldError[] =>
  looksLikeFood(item, day) ? [warnings.foodRate('#/taxRate', { ...rates(item, day) })] : []

const rates = ({ taxRate }: Rated, day: string) => ({ rate: taxRate, food: rateOfKind('food', day) ?? 0, day })
