import { holdsSecret } from '../../text/secrets.ts'
import { redactJson, redactNamed, redactQuery, redactText } from './redact-text.ts'
import { hideCredential, mayBeSecret } from './suspicion.ts'
import type { Secrets } from './vault.ts'

/** `name: value` on a line of its own: YAML, headers, settings. */
const SETTING =
  /^([ \t]*(?:export +)?["']?)([\w.-]{1,60})(["']?[ \t]*[:=][ \t]*["']?)([^\s"'[{(][^\r\n]*)$/gm
/** `<password>…</password>`. */
const ELEMENT = /<(?:[\w-]{1,30}:)?([\w.-]{1,60})(?:\s[^<>]{0,300})?>([^<>]{1,4000})<\//g
/** `<input name="csrf_token" value="…">` and `<meta name="csrf-token" content="…">`. */
const TAG = /<(?:input|meta)\s[^<>]{1,2000}>/gi
const CELL = /("(?:[^"]|"")*"?|[^\t,;\r\n]*)([\t,;]|\r?\n|$)/gy

/** A body as text, by its media type. Lengths may change. */
export function redactBody(text: string, mediaType: string, secrets: Secrets): string {
  const type = (mediaType.split(';')[0] as string).trim().toLowerCase()
  if (type === 'application/x-www-form-urlencoded') return redactQuery(text, secrets)
  const boundary = /^multipart\/.*;\s*boundary="?([^";]{1,100})/i.exec(mediaType)?.[1]
  if (boundary !== undefined) return redactParts(text, boundary, secrets)
  if (/[/+]json$/.test(type)) return redactJson(text, secrets)
  if (/csv|tab-separated/.test(type)) return redactText(redactTable(text, secrets), secrets)
  const json = text.includes('"') ? redactJson(text, secrets) : text
  return redactText(redactMarkup(redactSettings(json, secrets), secrets), secrets)
}

function redactSettings(text: string, secrets: Secrets): string {
  return text.replace(SETTING, (all: string, before, name: string, between, rest: string) => {
    if (!holdsSecret(name)) return all
    const value = rest.trimEnd().replace(/["'],?$/, '')
    if (!mayBeSecret(name, value)) return all
    return before + name + between + hideCredential(value, secrets) + rest.slice(value.length)
  })
}

function redactMarkup(text: string, secrets: Secrets): string {
  if (!text.includes('<')) return text
  return text
    .replace(ELEMENT, (all: string, name: string, value: string) =>
      holdsSecret(name) && mayBeSecret(name, value)
        ? all.replace(value, () => secrets.hide(value))
        : all,
    )
    .replace(TAG, (tag) => {
      const name = /\bname=["']?([\w.-]{1,60})/i.exec(tag)?.[1] ?? ''
      if (!holdsSecret(name)) return tag
      return tag.replace(
        /\b((?:value|content)=["']?)([^"'\s>]+)/gi,
        (all, before, value: string) =>
          mayBeSecret(name, value) ? before + secrets.hide(value) : all,
      )
    })
}

/** Columns of secrets, by the first row. */
function redactTable(text: string, secrets: Secrets): string {
  const names: string[] = []
  let row = 0
  let column = 0
  return text.replace(CELL, (all, cell: string, end: string) => {
    const isQuoted = cell.startsWith('"')
    const value = isQuoted ? cell.slice(1).replace(/"$/, '').replaceAll('""', '"') : cell
    if (row === 0) names.push(value)
    const clean = row === 0 ? value : redactCell(names[column] ?? '', value, secrets)
    column += 1
    if (end.endsWith('\n')) {
      row += 1
      column = 0
    }
    if (clean === value) return all
    return (isQuoted ? `"${clean.replaceAll('"', '""')}"` : clean) + end
  })
}

function redactCell(name: string, value: string, secrets: Secrets): string {
  return holdsSecret(name) && mayBeSecret(name, value) ? hideCredential(value, secrets) : value
}

/** Parts of a form (RFC 7578). */
function redactParts(text: string, boundary: string, secrets: Secrets): string {
  return text
    .split(`--${boundary}`)
    .map((part) => {
      const [, head = '', body = '', end = ''] = /^(.*?\r?\n\r?\n)(.*?)(\r?\n)?$/s.exec(part) ?? []
      if (head === '') return redactText(part, secrets)
      const name = /\bname="([^"]{1,200})"/i.exec(head)?.[1] ?? ''
      const type = /^content-type:\s*(\S[^\r\n]*)/im.exec(head)?.[1] ?? ''
      const clean =
        type === '' || holdsSecret(name)
          ? redactNamed(name, body, secrets)
          : redactBody(body, type, secrets)
      return redactText(head, secrets) + clean + end
    })
    .join(`--${boundary}`)
}
