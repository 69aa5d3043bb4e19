/** With up to 4 bytes each, and dates after them, the name still fits file systems (255 bytes). */
const MOST_CHARACTERS = 55

/**
 * A file name: words of `title` in any script, in lower case and joined by hyphens, or else `id`; then `suffix`.
 * Removes characters that are special to a shell, a header or a file system.
 */
export function fileNameOf(title: string, id: string, suffix: string): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/&/g, ' and ')
    // Letters without a shape, such as Hangul fillers, and variants.
    .replace(/(?=[\p{L}\p{M}])\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^[-\p{M}]+/u, '')
  const cut = [...words].slice(0, MOST_CHARACTERS).join('').replace(/-+$/, '')
  return (cut === '' ? id : cut) + suffix
}

/** `name` without the marks on its letters, or `otherwise` if letters beyond ASCII are left. */
export function asciiNameOf(name: string, otherwise: string): string {
  const bare = name.normalize('NFKD').replace(/\p{M}/gu, '')
  return isAscii(bare) ? bare : otherwise
}

/**
 * A Content-Disposition header (RFC 6266) that saves a file as `name`. A name beyond ASCII is encoded by RFC 8187,
 * after `asciiName` for clients that cannot read that.
 */
export function attachment(name: string, asciiName = name): string {
  // Quotes and backslashes would end or escape the name, and some browsers read %41 as A.
  const plain = asciiName.replace(/[^ -~]|["\\%]/g, '_')
  const simple = `attachment; filename="${plain}"`
  return plain === name ? simple : `${simple}; filename*=UTF-8''${extended(name)}`
}

function extended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text)
}
