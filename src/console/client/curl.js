/** @typedef {import('./session.js').Control['LoggedRequest']} LoggedRequest */

/** Of the connection, or of the browser that sent it: curl makes its own, or the API does not read it. */
const NOT_WORTH_SENDING =
  /^(host|content-length|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|proxy-.*|accept-encoding|user-agent|sec-.*|dnt|priority|pragma|cache-control|referer)$/
/** In the log in place of what gives access. */
const STRUCK_OUT = '…'

/**
 * A command for a POSIX shell that sends a logged request again.
 *
 * @param {Pick<LoggedRequest, 'method' | 'url' | 'request'>} logged
 * @param {string} base Address of the sandbox, such as `http://localhost:4010/`.
 */
export function curlOf({ method, url, request }, base) {
  const { headers, body } = request
  const address = /^https?:\/\//.test(url) ? url : base.replace(/\/$/, '') + url
  const words = [
    'curl',
    ...methodOf(method, body !== null),
    // curl would take brackets for patterns, and dots in a path for it to resolve.
    ...(/[[\]{}]/.test(address) ? ['--globoff'] : []),
    ...(/\/\.{1,2}([/?]|$)/.test(address) ? ['--path-as-is'] : []),
    quoted(address),
  ]
  const lines = Object.entries(headers).flatMap(([name, value]) => headerOf(name, value))
  if (body !== null) {
    // Without one curl says that it is a form.
    if (!('content-type' in headers)) lines.push("-H 'Content-Type:'")
    lines.push(`--data-raw ${quoted(body)}`)
  }
  return [words.join(' '), ...lines].join(' \\\n  ')
}

/**
 * What of a request the log does not have, in words, so that nobody wonders why the command does something else.
 *
 * @param {Pick<LoggedRequest, 'url' | 'request'>} logged
 * @returns {string[]}
 */
export function lackingIn({ url, request: { headers, body, truncated } }) {
  const { authorization, ...others } = headers
  const lacking = []
  if (authorization !== undefined)
    lacking.push('The log has no tokens: set SVC_TOKEN to yours first (export SVC_TOKEN=…).')
  const texts = [url, body ?? '', ...Object.values(others)]
  if (texts.some((text) => text.includes(STRUCK_OUT)))
    lacking.push('Where it has …, something secret was struck out: put it in by hand.')
  if (truncated)
    lacking.push('The body was longer than what the log keeps: the command has its beginning.')
  return lacking
}

/** @param {string} method @param {boolean} hasBody */
function methodOf(method, hasBody) {
  if (method === 'HEAD') return ['--head']
  return method === 'GET' && !hasBody ? [] : ['-X', method]
}

/** @param {string} name @param {string} value */
function headerOf(name, value) {
  if (NOT_WORTH_SENDING.test(name) || (name === 'accept' && value === '*/*')) return []
  const title = name.replace(/(^|-)[a-z]/g, (begin) => begin.toUpperCase())
  if (name === 'authorization' && value.endsWith(STRUCK_OUT)) {
    // In double quotes the shell puts the variable in, and a word is safe.
    const scheme = /^\w+ /.exec(value)?.[0] ?? ''
    return [`-H "${title}: ${scheme}$SVC_TOKEN"`]
  }
  // curl leaves out what has a colon and no value.
  return [`-H ${quoted(value === '' ? `${title};` : `${title}: ${value}`)}`]
}

/** As one word of a POSIX shell (§2.2.2): nothing has a meaning between single quotes. @param {string} text */
function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`
}
