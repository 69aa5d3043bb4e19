/** The 16 operations of §4, and the permission that this server asks for, which the seed leaves open. */
export const ROUTES = {
  listCampaigns: { method: 'GET', path: '/campaigns', permission: 'campaigns:read' },
  createCampaign: { method: 'POST', path: '/campaigns', permission: 'campaigns:write' },
  getCampaign: { method: 'GET', path: '/campaigns/{id}', permission: 'campaigns:read' },
  updateCampaign: { method: 'PUT', path: '/campaigns/{id}', permission: 'campaigns:write' },
  deleteCampaign: { method: 'DELETE', path: '/campaigns/{id}', permission: 'campaigns:write' },
  getDashboards: { method: 'GET', path: '/core/dashboards', permission: 'dashboards:read' },
  getIntelligenceOverview: {
    method: 'GET',
    path: '/core/dashboards/intelligence-overview',
    permission: 'dashboards:read',
  },
  getRankings: { method: 'GET', path: '/serp/rankings', permission: 'rankings:read' },
  getMentions: { method: 'GET', path: '/chat/mentions', permission: 'mentions:read' },
  getCampaignAnalytics: {
    method: 'GET',
    path: '/analytics/campaign/{id}',
    permission: 'analytics:read',
  },
  generateReport: { method: 'GET', path: '/reports/generate', permission: 'reports:read' },
  exportCsv: { method: 'GET', path: '/export/csv', permission: 'exports:read' },
  login: { method: 'POST', path: '/auth/login', permission: undefined },
  logout: { method: 'POST', path: '/auth/logout', permission: undefined },
  getCurrentUser: { method: 'GET', path: '/auth/me', permission: undefined },
  verifyToken: { method: 'GET', path: '/auth/verify', permission: undefined },
} as const

export type OperationId = keyof typeof ROUTES

export const OPERATIONS = Object.keys(ROUTES) as OperationId[]

const ENTRIES = OPERATIONS.map((operation) => {
  const { method, path } = ROUTES[operation]
  return { operation, method, pattern: new RegExp(`^${path.replace('{id}', '([^/]+)')}$`) }
})

/** The operation of a method and a path, with the id in the path. */
export function route(method: string, path: string): { operation?: OperationId; id?: string } {
  for (const entry of ENTRIES) {
    const match = entry.method === method && entry.pattern.exec(path)
    if (match) return { operation: entry.operation, ...(match[1] && { id: decoded(match[1]) }) }
  }
  return {}
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
