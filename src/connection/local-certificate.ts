import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '../config.ts'

/** Names of this machine that the certificate is for. */
const NAMES = ['localhost']
const ADDRESSES = ['127.0.0.1', '::1']

const DAY_MS = 24 * 60 * 60 * 1000
/** Apple's systems accept no longer one, even of the user's own (support.apple.com/103769). */
const VALID_DAYS = 825
/** A certificate with fewer days left is replaced at the start. */
const LEAST_DAYS = 30

const FOLDER = 'tls'
const CERTIFICATE = 'certificate.pem'
const KEY = 'key.pem'

export interface LocalCertificate {
  cert: string
  key: string
  /** Path of the certificate, for programs that should trust it. */
  file: string
}

/**
 * The certificate of a folder, which is made if there is none, if it is about to expire or if it does not fit its key. It
 * is no authority: whoever gets hold of the key can pretend to be this machine, and nobody else. `now` in epoch milliseconds.
 *
 * @throws ConfigError if it cannot be written
 */
export async function localCertificate(folder: string, now: number): Promise<LocalCertificate> {
  try {
    const place = join(folder, FOLDER)
    const kept = await readCertificate(place, now)
    if (kept !== undefined) return kept
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Whole or not at all: another process may do the same.
    const draft = await mkdtemp(join(folder, `${FOLDER}-`))
    const made = await newCertificate(now)
    await writeFile(join(draft, KEY), made.key, { mode: 0o600 })
    await writeFile(join(draft, CERTIFICATE), made.cert, { mode: 0o600 })
    await replace(place, draft, now)
    return (await readCertificate(place, now)) as LocalCertificate
  } catch (error) {
    const { code = 'error' } = error as NodeJS.ErrnoException
    throw new ConfigError(
      `The certificate for --https cannot be kept in ${folder} (${code}). Choose another folder with --data, or name a ` +
        'certificate with --tls-cert and --tls-key.',
      { cause: error },
    )
  }
}

/** Moves `draft` to `place`, unless another process has put a usable certificate there. */
async function replace(place: string, draft: string, now: number): Promise<void> {
  try {
    await rename(draft, place)
  } catch {
    if ((await readCertificate(place, now)) === undefined) {
      await rm(place, { recursive: true, force: true })
      await rename(draft, place)
    }
  }
  await rm(draft, { recursive: true, force: true })
}

async function readCertificate(place: string, now: number): Promise<LocalCertificate | undefined> {
  const file = join(place, CERTIFICATE)
  const texts = [file, join(place, KEY)].map((path) => readFile(path, 'utf8').catch(() => ''))
  const [cert = '', key = ''] = await Promise.all(texts)
  const isUsable = isValid(cert, key, now)
  return isUsable ? { cert, key, file } : undefined
}

function isValid(cert: string, key: string, now: number): boolean {
  try {
    const certificate = new X509Certificate(cert)
    const daysLeft = (Date.parse(certificate.validTo) - now) / DAY_MS
    return daysLeft >= LEAST_DAYS && certificate.checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}

async function newCertificate(now: number): Promise<{ cert: string; key: string }> {
  const { generate } = await import('selfsigned')
  const made = await generate([{ name: 'commonName', value: 'svc-sandbox on localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    // Clocks differ.
    notBeforeDate: new Date(now - DAY_MS),
    notAfterDate: new Date(now + (VALID_DAYS - 1) * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...NAMES.map((value) => ({ type: 2 as const, value })),
          ...ADDRESSES.map((ip) => ({ type: 7 as const, ip })),
        ],
      },
    ],
  })
  return { cert: made.cert, key: made.private }
}

/** The folder of this user for files that programs can make again. */
export function cacheFolder(env: Record<string, string | undefined> = process.env): string {
  const home = homedir()
  const caches: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(home, 'Library/Caches'),
    win32: env.LOCALAPPDATA || join(home, 'AppData/Local'),
  }
  return join(
    caches[process.platform] ?? (env.XDG_CACHE_HOME || join(home, '.cache')),
    'svc-sandbox',
  )
}
