import { ofBrowser, ofServer } from './storage.ts'

const VISITOR_KEY = 'svc-visitor-key'

/** The key of the account that a visitor of a hosted demo created in this browser. */
export function visitorKey() {
  return ofBrowser.get(ofServer(VISITOR_KEY))
}

/** @param token Undefined forgets the key. */
export function keepVisitorKey(token: string | undefined) {
  ofBrowser.set(ofServer(VISITOR_KEY), token)
}
