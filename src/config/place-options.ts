import { type Place, parsePlace } from './base-path.ts'
import { ConfigError } from './config-error.ts'
import { parseOrigins } from './origins.ts'

/** Options about the address by which callers know the server, and who may embed its pages. */
export interface PlaceOptions {
  /** Address of the server for callers, used in absolute links. Default: the Host header of each request. */
  publicUrl?: string | undefined
  /** Path below which callers reach the server, such as `/sandbox`. Default: the path of `publicUrl`. */
  basePath?: string | undefined
  /** Origins of pages that may embed the pages of the sandbox in a frame, and `self`. Default: none. */
  frameAncestors?: string | string[] | undefined
  /** Listens with HTTPS, with a generated certificate for this machine unless `tlsCert` names another. Default: false. */
  https?: boolean | undefined
  /** File of a certificate in PEM, with those that lead to its authority. It implies `https`. */
  tlsCert?: string | undefined
  /** File of its private key in PEM. */
  tlsKey?: string | undefined
}

/** The same after checking. */
export interface PlaceConfig extends Place {
  /** Sources of the directive `frame-ancestors`. */
  frameAncestors: string[]
  https: boolean
  /** Undefined for a generated certificate. */
  tlsFiles: { cert: string; key: string } | undefined
}

/** The `SVC_*` variables of these options; `https` is that of the switch. */
export function placeFromEnvironment(
  text: (name: string) => string | undefined,
  https: boolean | undefined,
): PlaceOptions {
  return {
    publicUrl: text('SVC_PUBLIC_URL'),
    basePath: text('SVC_BASE_PATH'),
    frameAncestors: text('SVC_FRAME_ANCESTORS')?.split(','),
    https,
    tlsCert: text('SVC_TLS_CERT'),
    tlsKey: text('SVC_TLS_KEY'),
  }
}

/** Checks the options; throws ConfigError. */
export function readPlace(options: PlaceOptions): PlaceConfig {
  const { tlsCert: cert, tlsKey: key } = options
  if ((cert === undefined) !== (key === undefined)) {
    throw new ConfigError(
      `${cert === undefined ? '--tls-key needs --tls-cert' : '--tls-cert needs --tls-key'}: a server proves its certificate with its key.`,
    )
  }
  if (cert !== undefined && options.https === false) {
    throw new ConfigError('https is off, and --tls-cert is given. Leave one of them out.')
  }
  return {
    ...parsePlace(options.publicUrl, options.basePath),
    frameAncestors: parseFrameAncestors(options.frameAncestors),
    https: options.https ?? cert !== undefined,
    tlsFiles: cert === undefined || key === undefined ? undefined : { cert, key },
  }
}

const FLAG = '--frame-ancestors'

function parseFrameAncestors(given: string | readonly string[] | undefined): string[] {
  return [given ?? []].flat().flatMap((value) => {
    if (/^'?self'?$/.test(value.trim())) return ["'self'"]
    // Unlike in a request, it names no page (CSP Level 3 §2.3.1).
    if (value.trim() !== 'null') return parseOrigins(value, FLAG, 'self')
    throw new ConfigError(
      `${FLAG} must be origins such as https://docs.example, or self; found "null".`,
    )
  })
}
