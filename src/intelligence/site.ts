import { hashText, hex } from './hash.ts'

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

/** ASCII words joined by hyphens; text without any, such as Japanese, gives a stable stand-in. */
export function slugOf(text: string): string {
  const slug = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '')
  return slug === '' ? `n-${hex(hashText(text))}` : slug
}

/** The brand behind a domain, as prose names it: "bright-loom.example" is Bright Loom. */
export function brandOfDomain(domain: string): string {
  const text = domain.trim()
  if (!/^[\w.-]+\.[a-z]{2,}$/i.test(text.replace(/^https?:\/\//i, '').replace(/\/.*$/, ''))) {
    return text
  }

  const labels = hostOf(text, text)
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
