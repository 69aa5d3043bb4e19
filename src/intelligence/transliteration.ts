/**
 * Latin letters for those of other alphabets, as addresses have them: Cyrillic in the simplified manner of
 * BGN/PCGN, Greek by ELOT 743, letter by letter, and Latin letters that are no letter with a mark.
 */
const LETTERS: ReadonlyMap<string, string> = new Map(
  (
    'а a б b в v г g д d е e ж zh з z и i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh ' +
    'щ shch ъ * ы y ь * э e ю yu я ya є ye і i ґ g ђ dj ј j љ lj њ nj ћ c џ dz ' +
    'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o ' +
    'ß ss ø o ł l đ d ð d þ th æ ae œ oe ı i ħ h'
  )
    .match(/\S+ \S+/g)
    ?.map((pair) => pair.replace('*', '').split(' ') as [string, string]),
)

/** Lower-case text without marks; letters that are not in the list stay as they are. */
export function transliterate(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/gu, (letter) => LETTERS.get(letter) ?? letter)
}
