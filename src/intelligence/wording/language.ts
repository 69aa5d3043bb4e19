/**
 * Words that give a language away. Words that English searches contain as well are left out: "mit", "pour", "como".
 */
const FOREIGN_WORDS = new Set(
  // German, Dutch
  (
    'für und ohne kaufen günstig günstige günstiger beste bester bestes billig vergleich nähe wie ist das der zum zur ' +
    'damen herren erfahrungen versicherung voor een het zonder goedkope goedkoop kopen vergelijken fiets schoenen ' +
    // French
    'près moi avec meilleur meilleure meilleurs meilleures où quel quelle acheter pas logiciel chaussures enfants cours ' +
    // Spanish, Portuguese
    'para mejor mejores cómo barato barata baratos baratas cerca comprar qué dónde melhor melhores perto onde preço ' +
    // Italian
    'migliore migliori economico economici senza vicino della nella quale scarpe'
  ).split(' '),
)

/** Letters of other languages that loan words in English hardly ever keep. */
const FOREIGN_LETTER = /[ßãõąęłńśźżčěřšůžőűğışțøæ¿]|(?!\p{Script=Latin})\p{L}/iu

/**
 * Whether English sentences can be written about a keyword. Keywords without any Latin letter, such as "🚲", and those
 * of languages that a few words give away get answers without sentences.
 */
export function isEnglish(keyword: string): boolean {
  if (!/\p{Script=Latin}/u.test(keyword) || FOREIGN_LETTER.test(keyword)) return false
  return !keyword
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => FOREIGN_WORDS.has(word))
}

/** The question mark of a keyword's script. */
export function questionMarkOf(keyword: string): string {
  if (/\p{Script=Arabic}/u.test(keyword)) return '؟'
  if (/\p{Script=Greek}/u.test(keyword)) return ';'
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(keyword) ? '？' : '?'
}
