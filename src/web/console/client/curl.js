/** @typedef {import('./session.js').Control['LoggedRequest']} LoggedRequest */

/** Headers of the connection or of the browser: curl sends its own, or the API does not read them. */
const NOT_WORTH_SENDING =
  /^(host|content-length|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|proxy-.*|accept-encoding|user-agent|sec-.*|dnt|priority|pragma|cache-control|referer)$/
/** The log contains this instead of secrets. */
const STRUCK_OUT = '…'

/** For a POSIX shell. @param {Pick<LoggedRequest, 'method' | 'url' | 'request'>} logged @param {string} base */
export function curlOf({ method, url, request }, base) {
  const { headers, body } = request
  const address = /^https?:\/\//.test(url) ? url : base.replace(/\/$/, '') + url
  const words = [
    'curl',
    ...methodOf(method, body !== null),
    // Otherwise curl expands brackets and resolves dots.
    ...(/[[\]{}]/.test(address) ? ['--globoff'] : []),
    ...(/\/\.{1,2}([/?]|$)/.test(address) ? ['--path-as-is'] : []),
    quoted(address),
  ]
  const lines = Object.entries(headers).flatMap(([name, value]) => headerOf(name, value))
  if (body !== null) {
    // Otherwise curl adds the type of a form.
    if (!('content-type' in headers)) lines.push("-H 'Content-Type:'")
    lines.push(`--data-raw ${quoted(body)}`)
  }
  return [words.join(' '), ...lines].join(' \\\n  ')
}

/** Describes what the log lacks of a request. @param {Pick<LoggedRequest, 'url' | 'request'>} logged @returns {string[]} */
export function lackingIn({ url, request: { headers, body, truncated } }) {
  const { authorization, ...others } = headers
  const lacking = []
  if (authorization !== undefined)
    lacking.push('The log has no tokens: set SVC_TOKEN to yours first (export SVC_TOKEN=…).')
  const texts = [url, body ?? '', ...Object.values(others)]
  if (texts.some((text) => text.includes(STRUCK_OUT)))
    lacking.push('Each … replaces a removed secret: fill it in.')
  if (truncated)
    lacking.push('The log keeps only the beginning of a long body, and so does the command.')
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
    // The shell replaces the variable only in double quotes.
    const scheme = /^\w+ /.exec(value)?.[0] ?? ''
    return [`-H "${title}: ${scheme}$SVC_TOKEN"`]
  }
  // curl drops a header with a colon but without a value.
  return [`-H ${quoted(value === '' ? `${title};` : `${title}: ${value}`)}`]
}

/** One word of a POSIX shell, in single quotes (§2.2.2). @param {string} text */
function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`
}
