import { getCurrentUser, login, logout, verifyToken } from './authentication.ts'
import {
  createCampaign,
  deleteCampaign,
  getCampaign,
  listCampaigns,
  updateCampaign,
} from './campaigns.ts'
import type { Handlers, OperationId } from './operation.ts'

// What computes data brings word lists and writers of files with it, and few callers configure
// webhooks; they are loaded when first asked for, because they would take a quarter of the start.
const alerts = () => import('./alerts.ts')
const analytics = () => import('./analytics.ts')
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
  getDashboards: async (...call) => (await intelligence()).getDashboards(...call),
  getIntelligenceOverview: async (...call) =>
    (await intelligence()).getIntelligenceOverview(...call),
  getRankings: async (...call) => (await intelligence()).getRankings(...call),
  getMentions: async (...call) => (await intelligence()).getMentions(...call),
  getCampaignAnalytics: async (...call) => (await analytics()).getCampaignAnalytics(...call),
  generateReport: async (...call) => (await reports()).generateReport(...call),
  exportCsv: async (...call) => (await reports()).exportCsv(...call),
  listWebhooks: async (...call) => (await webhooks()).listWebhooks(...call),
  createWebhook: async (...call) => (await webhooks()).createWebhook(...call),
  getWebhook: async (...call) => (await webhooks()).getWebhook(...call),
  updateWebhook: async (...call) => (await webhooks()).updateWebhook(...call),
  deleteWebhook: async (...call) => (await webhooks()).deleteWebhook(...call),
  listAlerts: async (...call) => (await alerts()).listAlerts(...call),
  createAlert: async (...call) => (await alerts()).createAlert(...call),
  getAlert: async (...call) => (await alerts()).getAlert(...call),
  updateAlert: async (...call) => (await alerts()).updateAlert(...call),
  deleteAlert: async (...call) => (await alerts()).deleteAlert(...call),
  login,
  logout,
  getCurrentUser,
  verifyToken,
}

/** Inputs that the packaged document requires and these handlers can do without, if an overlay lets them. */
export const dispensable: Partial<Record<OperationId, readonly string[]>> = {
  getRankings: ['campaign_id'],
  getMentions: ['brand'],
}
