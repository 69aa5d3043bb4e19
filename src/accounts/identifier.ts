import { hash } from 'node:crypto'
import type { Account } from './account.ts'

/** Key, user, session, webhook, alert, event, delivery, fault. The form of campaign ids is in the document. */
type IdPrefix = 'key' | 'usr' | 'ses' | 'whk' | 'alr' | 'evt' | 'dlv' | 'flt'

/** The form of identifiers. */
export type IdForm = { prefix: string; characters: string; length: number } | { format: 'uuid' }

/** Without i, l, o and u, so that ids can be read aloud and copied by hand. */
export const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const OWN_LENGTH = 12

/**
 * The next identifier of an account; increments its sequence. The id looks random but follows from the seed,
 * the account and the sequence, so that equal requests give equal ids.
 */
export function nextId(
  account: Pick<Account, 'id' | 'seed' | 'sequence'>,
  kind: IdPrefix | IdForm,
): string {
  account.sequence += 1

  const source = JSON.stringify([account.seed, account.id, account.sequence])
  const form =
    typeof kind === 'string'
      ? { prefix: `${kind}_`, characters: ALPHABET, length: OWN_LENGTH }
      : kind
  return 'format' in form ? uuidOf(source) : textOf(source, form)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text could be an id of a form. Numbers may have any length. */
export function isOfForm(text: string, form: IdForm): boolean {
  if ('format' in form) return UUID.test(text)
  const { prefix, characters, length } = form
  const rest = [...text.slice(prefix.length)]
  const isLong = /^\d+$/.test(characters) ? rest.length <= 18 : rest.length >= length
  return text.startsWith(prefix) && isLong && rest.every((each) => characters.includes(each))
}

/** How many ids in a row may be in use before new ids get one more character, because a short form runs out. */
const TRIES = 16

/** Like `nextId`, for a form with few possible ids: skips ids in use. */
export function nextFreeId(
  account: Pick<Account, 'id' | 'seed' | 'sequence'>,
  form: IdForm,
  isTaken: (id: string) => boolean,
): string {
  for (let tries = 0; ; tries++) {
    const grown = Math.floor(tries / TRIES)
    const id = nextId(account, 'format' in form ? form : { ...form, length: form.length + grown })
    if (!isTaken(id)) return id
  }
}

function textOf(
  source: string,
  { prefix, characters, length }: Exclude<IdForm, { format: string }>,
) {
  const alphabet = [...characters]
  let id = ''
  for (const byte of bytesOf(source, length)) id += alphabet[byte % alphabet.length]
  return prefix + id
}

function uuidOf(source: string): string {
  const bytes = bytesOf(source, 16)
  // Version 4 and the variant of RFC 9562 §5.4.
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function bytesOf(source: string, length: number): Buffer {
  const first = hash('sha256', source, 'buffer')
  if (length <= first.length) return first.subarray(0, length)
  const parts = [first]
  while (parts.length * 32 < length)
    parts.push(hash('sha256', `${source}${parts.length}`, 'buffer'))
  return Buffer.concat(parts).subarray(0, length)
}
