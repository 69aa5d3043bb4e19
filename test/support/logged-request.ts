import type { LoggedRequest } from '../../src/control-client/sandbox-methods.ts'

/** A logged request with some of its members; by default GET /campaigns, answered with 200. */
export function loggedRequest({
  request,
  response,
  ...members
}: Partial<Omit<LoggedRequest, 'request' | 'response'>> & {
  request?: Partial<LoggedRequest['request']>
  response?: Partial<LoggedRequest['response']>
} = {}): LoggedRequest {
  const message = { headers: {}, body: null, truncated: false }
  return {
    id: 'req_1',
    request_id: 'request-1',
    time: '2026-01-15T09:30:00.000Z',
    account: 'acc_demo',
    key: { id: 'key_made', prefix: 'svc_test' },
    method: 'GET',
    url: '/api/campaigns?limit=1',
    operation: 'listCampaigns',
    status: 200,
    error: null,
    duration_ms: 1.5,
    fault: null,
    validation: { valid: true, issues: [] },
    ...members,
    request: { ...message, ...request },
    response: { ...message, ...response },
  }
}
