import { isIP } from 'node:net'

/** The options that decide who can reach the sandbox. */
export interface Reach {
  host: string
  trustProxy: number
  publicUrl: string | undefined
}

/** Whether only this machine can reach the sandbox: loopback mode, in which its callers need no token. */
export function isLocalOnly(reach: Reach): boolean {
  return isLoopbackHost(reach.host) && !isPublished(reach)
}

/** Whether others use the sandbox, too: on a network, or because visitors can sign up. */
export function isShared(reach: Reach & { openSignup: boolean }): boolean {
  return !isLocalOnly(reach) || reach.openSignup
}

/** Whether proxies or a public address show that the server has callers on other machines, wherever it listens. */
export function isPublished({ trustProxy, publicUrl }: Omit<Reach, 'host'>): boolean {
  const isPublic = publicUrl !== undefined && !isLoopbackHost(new URL(publicUrl).hostname)
  return trustProxy > 0 || isPublic
}

/** Whether only this machine can reach a server that listens on `host`. */
export function isLoopbackHost(host: string): boolean {
  if (host === 'localhost' || host === '::1' || host === '[::1]') return true
  return isIP(host) === 4 && host.startsWith('127.')
}
