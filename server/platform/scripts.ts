// In which scripts texts are written. Most letters are drawn one by one; those of some scripts are shaped by their
// neighbours, which takes much longer. Pure.

/** Any letter that is neither Latin, Greek nor Cyrillic. */
const OTHER_LETTER = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u
/** Punctuation and Latin letters that stand between Chinese ones, as wide as these. */
const WIDE = /[\u3000-\u303f\uff00-\uffef]/

/** How many characters these texts have that are written in other scripts, with all else that stands in such a text. */
export const charactersOfOtherScripts = (texts: Iterable<string>): number => {
  let count = 0
  for (const text of texts) if (OTHER_LETTER.test(text) || WIDE.test(text)) count += text.length
  return count
}
