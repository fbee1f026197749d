// Remedies shared by several kinds of findings.
import type { Words } from './findings.ts'

export const nothing: Words = {
  sv: 'Ingenting behöver göras.',
  en: 'Nothing needs to be done.',
}
export const leftOut: Words = {
  sv: 'Raden utelämnas; resten av filen läses in.',
  en: 'The line is left out; the rest of the file is imported.',
}
export const correctAndExport: Words = {
  sv: 'Rätta det i programmet som skrev filen och exportera filen på nytt.',
  en: 'Correct it in the program that wrote the file, and export the file again.',
}
export const exportAgain: Words = {
  sv: 'Exportera filen på nytt; det som nådde hit är inte hela filen eller har ändrats på vägen.',
  en: 'Export the file again: what arrived here is not all of it, or was changed on the way.',
}
export const exportSie4: Words = {
  sv: 'Exportera bokföringen som SIE typ 4 (4E), i de flesta program under Arkiv, Exportera, SIE.',
  en: 'Export the books as SIE type 4 (4E), in most programs under File, Export, SIE.',
}
export const compare: Words = {
  sv: 'Verifikationerna gäller; jämför kontona med det gamla programmet.',
  en: 'The vouchers apply; compare the accounts with the old program.',
}
export const mapIt: Words = {
  sv: 'Ange vilket konto det ska bokföras på, till exempel map={account}:3999, eller byt nummer i det gamla programmet.',
  en: 'Say which account to book it on, such as map={account}:3999, or give it a number in the old program.',
}
export const insist: Words = {
  sv: 'Kontrollera att det är rätt fil; med force=true läses den in ändå.',
  en: 'Make sure that this is the right file; force=true imports it anyway.',
}
