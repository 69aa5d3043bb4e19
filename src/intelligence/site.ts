import { domainToUnicode } from 'node:url'
import { hashText, hex } from '../text/hash.ts'
import { parsedUrl } from '../text/url.ts'

/**
 * The host name of a domain as clients send it ("https://Shop.Example/x" is shop.example). Other text gives a host
 * under .example made from `fallback`.
 */
export function hostOf(domain: string, fallback: string): string {
  const bare = domain
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/[/?#].*$/, '')
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(bare)) return bare

  const url = bare.includes('.') ? parsedUrl(`http://${bare}`) : undefined
  return url?.hostname ?? `${slugOf(fallback)}.example`
}

/** Latin words joined by hyphens; text without any, such as Japanese, gives a stable placeholder. */
export function slugOf(text: string): string {
  const slug = transliterate(text)
    .replace(/['’]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '')
  return slug === '' ? `n-${hex(hashText(text))}` : slug
}

/** The brand behind a domain, in its own script: "bright-loom.example" is Bright Loom. */
export function brandOfDomain(domain: string): string {
  const text = domain.trim()
  const host = text.replace(/^https?:\/\//i, '').replace(/\/.*$/, '')
  const unicode = host.includes('xn--') ? domainToUnicode(host) : host.normalize('NFC')
  if (!/^[\p{L}\p{M}\p{N}_.-]+\.\p{L}{2,}$/u.test(unicode)) return text

  const labels = unicode
    .toLowerCase()
    .replace(/^www\./, '')
    .split('.')
  // The name in shop.co.uk is "shop", and in app.shop.example, too.
  const suffix = labels.length > 2 && (labels.at(-2)?.length ?? 0) <= 3 ? 2 : 1
  const label = labels.at(-1 - suffix) ?? labels[0] ?? text
  return label
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

/**
 * Latin letters for addresses: Cyrillic by a simplified BGN/PCGN, Greek by ELOT 743, letter by letter, and Latin
 * letters without a canonical decomposition.
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

/** Lower-case text without marks; letters not in the list stay unchanged. */
function transliterate(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/gu, (letter) => LETTERS.get(letter) ?? letter)
}
