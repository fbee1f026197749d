// The families of fonts of PDFs: our own for Latin, Greek and Cyrillic, which is always there, and one for each of some
// other scripts, in optional packages, since hardly any Swedish document needs them and they are ten times as large.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { isInOthers, shownText, strangeSigns } from '#paper/pdf/signs.rules'
import { lazy } from '#threads/lazy'

export type Weight = 'regular' | 'bold'

/** A family: the package, its files, and its scripts; the first is for everything it covers. */
type Family = { name: string; package: string; files: Record<Weight, string>; script: RegExp | null }

const google = (name: string, folder: string, file: string, script: RegExp | null): Family => ({
  name,
  package: `@expo-google-fonts/${folder}`,
  files: { regular: `400Regular/${file}_400Regular.ttf`, bold: `600SemiBold/${file}_600SemiBold.ttf` },
  script,
})

const embed = (name: string, folder: string, file: string, script: RegExp): Family => ({
  name,
  package: `@embedpdf/${folder}`,
  files: { regular: `../fonts/${file}-Regular.otf`, bold: `../fonts/${file}-Bold.otf` },
  script,
})

export const OWN: Family = google('own', 'inter', 'Inter', null)
/** Families of other scripts, in the order of preference. */
const OTHERS: readonly Family[] = [
  google('arabic', 'noto-sans-arabic', 'NotoSansArabic', /\p{Script=Arabic}/u),
  google('hebrew', 'noto-sans-hebrew', 'NotoSansHebrew', /\p{Script=Hebrew}/u),
  google('thai', 'noto-sans-thai', 'NotoSansThai', /\p{Script=Thai}/u),
  google('devanagari', 'noto-sans-devanagari', 'NotoSansDevanagari', /\p{Script=Devanagari}/u),
  google('ethiopic', 'noto-sans-ethiopic', 'NotoSansEthiopic', /\p{Script=Ethiopic}/u),
  google('georgian', 'noto-sans-georgian', 'NotoSansGeorgian', /\p{Script=Georgian}/u),
  google('armenian', 'noto-sans-armenian', 'NotoSansArmenian', /\p{Script=Armenian}/u),
  embed('korean', 'fonts-kr', 'NotoSansKR', /\p{Script=Hangul}/u),
  embed(
    'chinese',
    'fonts-sc',
    'NotoSansHans',
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u,
  ),
]

/** All families, ours first: the basis of the table of characters. */
export const familyNames: readonly string[] = [OWN, ...OTHERS].map(({ name }) => name)

const require = createRequire(import.meta.url)

export const fontFile = ({ package: folder, files }: Family, weight: Weight): string =>
  // Some packages do not export their font files: those are found beside an exported file.
  files[weight].startsWith('..')
    ? join(dirname(require.resolve(folder)), files[weight])
    : require.resolve(`${folder}/${files[weight]}`)

const isInstalled = (family: Family): boolean => {
  try {
    return fontFile(family, 'regular') !== ''
  } catch {
    return false
  }
}

/** The families of other scripts that are installed; looked up once. */
export const installedOthers: () => readonly Family[] = lazy(() => OTHERS.filter(isInstalled))

const installedNames = lazy(() => [OWN, ...installedOthers()].map(({ name }) => name))

/** The text in characters that installed fonts have; others are replaced by their code point. */
export const drawableText = (text: string): string => shownText(text, installedNames())

/** Characters that cannot be drawn, each as `😀 (U+1F600)`, and whether optional fonts that are missing have some. */
export type Strange = { signs: readonly string[]; inOptional: boolean }

/** What no font of these families has, by default the installed ones. */
export const strangeIn = (text: string, families: readonly string[] = installedNames()): Strange => ({
  signs: strangeSigns(text, families),
  inOptional: familyNames.some((one) => !families.includes(one)) && isInOthers(text, families),
})

/** Whether a text needs optional fonts that are not installed. */
export const needsOptionalFonts = (text: string): boolean => strangeIn(text).inOptional
