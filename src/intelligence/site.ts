import { domainToUnicode } from 'node:url'
import { hashText, hex } from './hash.ts'
import { transliterate } from './transliteration.ts'

/**
 * The host name meant by what a client sent as a domain ("https://Shop.Example/x" is shop.example).
 * Anything that cannot be one gives a host under .example made from `fallback`.
 */
export function hostOf(domain: string, fallback: string): string {
  const bare = domain
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/[/?#].*$/, '')
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(bare)) return bare

  const url = `http://${bare}`
  if (bare.includes('.') && URL.canParse(url)) return new URL(url).hostname
  return `${slugOf(fallback)}.example`
}

/** Latin words joined by hyphens; text without any, such as Japanese, gives a stable stand-in. */
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

/** The brand behind a domain, as prose names it in its script: "bright-loom.example" is Bright Loom. */
export function brandOfDomain(domain: string): string {
  const text = domain.trim()
  const host = text.replace(/^https?:\/\//i, '').replace(/\/.*$/, '')
  const unicode = host.includes('xn--') ? domainToUnicode(host) : host.normalize('NFC')
  if (!/^[\p{L}\p{M}\p{N}_.-]+\.\p{L}{2,}$/u.test(unicode)) return text

  const labels = unicode
    .toLowerCase()
    .replace(/^www\./, '')
    .split('.')
  // Of shop.co.uk the name is "shop", of app.shop.example it is "shop" too.
  const suffix = labels.length > 2 && (labels.at(-2)?.length ?? 0) <= 3 ? 2 : 1
  const label = labels.at(-1 - suffix) ?? labels[0] ?? text
  return label
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
