import ipaddr from 'ipaddr.js'
import { parsedUrl } from '../text/url.ts'
import { ConfigError } from './parse.ts'

/** A receiver that the operator names with `--webhook-target`. */
export interface WebhookTarget {
  /** As `hostOf` gives it. */
  host: string
  /** Undefined for all ports. */
  port: number | undefined
}

/** Parses the values of `--webhook-target`, `host` or `host:port`. Throws ConfigError. */
export function parseWebhookTargets(values: readonly string[]): WebhookTarget[] {
  return values.map((value) => {
    const [, name = '', port] = /^(\[[^\]]*\]|[^:]*|.*:.*:.*?)(?::(\d{1,5}))?$/.exec(value) ?? []
    // An IPv6 address without brackets has no port.
    const isBare = ipaddr.IPv6.isValid(value)
    const host = isBare ? `[${value}]` : name
    const address = `http://${host}${isBare || port === undefined ? '' : `:${port}`}/`
    const isHost = host !== '' && !/[\s/?#@\\]/.test(value)
    const url = isHost ? parsedUrl(address) : undefined
    if (!url || port === '0') {
      throw new ConfigError(
        `--webhook-target must be a host, or a host and a port, such as localhost:3000; found ${JSON.stringify(value)}.`,
      )
    }
    return {
      host: hostOf(url),
      port: isBare || port === undefined ? undefined : Number(port),
    }
  })
}

/** Whether `--webhook-target` names the host of a URL, as written in it, and its port. */
export function isTarget(url: URL, targets: readonly WebhookTarget[]): boolean {
  const host = hostOf(url)
  const ownPort = url.protocol === 'https:' ? 443 : 80
  const port = url.port === '' ? ownPort : Number(url.port)
  return targets.some(
    (target) => target.host === host && (target.port === undefined || target.port === port),
  )
}

/**
 * The host of a URL in lower case, without the brackets of IPv6 and a final dot. IP addresses have one form, and IPv4
 * addresses inside IPv6 are IPv4.
 */
export function hostOf({ hostname }: URL): string {
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '')
  return ipaddr.isValid(host) ? ipaddr.process(host).toString() : host
}
