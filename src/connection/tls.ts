import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { Server, ServerOptions } from 'node:http'
import { createServer } from 'node:https'
import { type Config, ConfigError } from '../config.ts'
import { systemReason } from '../text/system-reason.ts'
import { readTextFile } from '../text/text-file.ts'
import { cacheFolder, localCertificate } from './local-certificate.ts'

/** Milliseconds for the handshake of a connection, as for the headers of a request. */
const HANDSHAKE_MS = 15_000

/** The certificate of a server. */
export interface Tls {
  /** Path of the certificate. */
  file: string
  cert: string
  /** A sentence about dates that clients will not accept. */
  warning: string | undefined
  createServer(options: ServerOptions): Server
}

/** The certificate of `--tls-cert`, or a generated one in the data folder, or else in the user's cache; `now` in epoch milliseconds. Throws ConfigError. */
export async function openTls(
  { tlsFiles, data }: Pick<Config, 'tlsFiles' | 'data'>,
  now: number,
): Promise<Tls> {
  const { cert, key, file, warning } = tlsFiles
    ? await readFiles(tlsFiles, now)
    : { ...(await localCertificate(data ?? cacheFolder(), now)), warning: undefined }
  return {
    file,
    cert,
    warning,
    createServer: (options) =>
      createServer({ ...options, cert, key, handshakeTimeout: HANDSHAKE_MS }) as unknown as Server,
  }
}

/** Reads the files of `--tls-cert` and `--tls-key`; `now` in epoch milliseconds. Throws ConfigError. */
export async function readFiles(files: { cert: string; key: string }, now: number) {
  const cert = textOf(files.cert, '--tls-cert')
  const key = textOf(files.key, '--tls-key')
  const certificate = certificateOf(cert, files.cert)
  if (!certificate.checkPrivateKey(keyOf(key, files.key))) {
    throw new ConfigError(
      `--tls-key ${files.key} is not the key of the certificate in ${files.cert}. The certificate of the server comes ` +
        'first in the file, and those of authorities follow.',
    )
  }
  return { cert, key, file: files.cert, warning: dateProblem(certificate, files.cert, now) }
}

function textOf(path: string, flag: string): string {
  try {
    return readTextFile(path)
  } catch (error) {
    throw new ConfigError(`${flag} ${path} cannot be read: ${systemReason(error)}.`, {
      cause: error,
    })
  }
}

function certificateOf(text: string, path: string): X509Certificate {
  try {
    return new X509Certificate(text)
  } catch (error) {
    throw new ConfigError(
      `--tls-cert ${path} is no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----.`,
      { cause: error },
    )
  }
}

function keyOf(text: string, path: string): KeyObject {
  try {
    return createPrivateKey(text)
  } catch (error) {
    const problem = /ENCRYPTED/.test(text)
      ? 'is encrypted with a passphrase. Decrypt it with openssl pkey -in FILE -out KEY'
      : 'is no private key in PEM, which begins with -----BEGIN PRIVATE KEY-----'
    throw new ConfigError(`--tls-key ${path} ${problem}.`, { cause: error })
  }
}

function dateProblem(
  { validFrom, validTo }: X509Certificate,
  path: string,
  now: number,
): string | undefined {
  const day = (date: string) => new Date(date).toISOString().slice(0, 10)
  if (Date.parse(validTo) < now)
    return `The certificate in ${path} expired on ${day(validTo)}: clients will refuse it.`
  if (Date.parse(validFrom) > now)
    return `The certificate in ${path} is not valid before ${day(validFrom)}: clients will refuse it.`
  return undefined
}
