import { getCurrentUser, login, logout, verifyToken } from './authentication.ts'
import {
  createCampaign,
  deleteCampaign,
  getCampaign,
  listCampaigns,
  updateCampaign,
} from './campaigns.ts'
import type { Handlers, OperationId } from './operation.ts'

// Loaded with their first call, because they would take a quarter of the start: computed data needs word
// lists and file formats, and few clients configure webhooks.
const alerts = () => import('./alerts.ts')
const intelligence = () => import('./intelligence.ts')
const reports = () => import('./reports.ts')
const webhooks = () => import('./webhooks.ts')

/** The handler of each operation, by operationId. */
export const handlers: Handlers = {
  listCampaigns,
  createCampaign,
  getCampaign,
  updateCampaign,
  deleteCampaign,
  getDashboards: async (request) => (await intelligence()).getDashboards(request),
  getIntelligenceOverview: async (request) =>
    (await intelligence()).getIntelligenceOverview(request),
  getRankings: async (request) => (await intelligence()).getRankings(request),
  getMentions: async (request) => (await intelligence()).getMentions(request),
  getCampaignAnalytics: async (request) => (await intelligence()).getCampaignAnalytics(request),
  generateReport: async (request) => (await reports()).generateReport(request),
  exportCsv: async (request) => (await reports()).exportCsv(request),
  listWebhooks: async (request) => (await webhooks()).listWebhooks(request),
  createWebhook: async (request) => (await webhooks()).createWebhook(request),
  getWebhook: async (request) => (await webhooks()).getWebhook(request),
  updateWebhook: async (request) => (await webhooks()).updateWebhook(request),
  deleteWebhook: async (request) => (await webhooks()).deleteWebhook(request),
  listAlerts: async (request) => (await alerts()).listAlerts(request),
  createAlert: async (request) => (await alerts()).createAlert(request),
  getAlert: async (request) => (await alerts()).getAlert(request),
  updateAlert: async (request) => (await alerts()).updateAlert(request),
  deleteAlert: async (request) => (await alerts()).deleteAlert(request),
  listAlertHistory: async (request) => (await alerts()).listAlertHistory(request),
  acknowledgeAlert: async (request) => (await alerts()).acknowledgeAlert(request),
  snoozeAlert: async (request) => (await alerts()).snoozeAlert(request),
  unsnoozeAlert: async (request) => (await alerts()).unsnoozeAlert(request),
  login,
  logout,
  getCurrentUser,
  verifyToken,
}

/** Operations that compute figures, which takes time and memory: an account has few of them computed at a time. */
export const FIGURES: ReadonlySet<string> = new Set<OperationId>([
  'getDashboards',
  'getIntelligenceOverview',
  'getRankings',
  'getMentions',
  'getCampaignAnalytics',
  'generateReport',
  'exportCsv',
])

/** Inputs that the packaged document requires and that an overlay may make optional. */
export const dispensable: Partial<Record<OperationId, readonly string[]>> = {
  getRankings: ['campaign_id'],
  getMentions: ['brand'],
}
