// The scripts that texts are written in. Most letters are drawn one by one; in some scripts neighbours change a
// letter's shape, which takes much longer to draw. Pure.

/** Any letter that is neither Latin, Greek nor Cyrillic. */
const OTHER_LETTER = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u
/** Punctuation and full-width Latin letters that occur in Chinese text. */
const WIDE = /[\u3000-\u303f\uff00-\uffef]/

/** The number of characters in texts that contain other scripts, counting all of each such text. */
export const charactersOfOtherScripts = (texts: Iterable<string>): number => {
  let count = 0
  for (const text of texts) if (OTHER_LETTER.test(text) || WIDE.test(text)) count += text.length
  return count
}
