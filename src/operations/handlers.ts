import {
  acknowledgeAlert,
  createAlert,
  deleteAlert,
  getAlert,
  listAlertHistory,
  listAlerts,
  snoozeAlert,
  unsnoozeAlert,
  updateAlert,
} from './alerts.ts'
import { getCurrentUser, login, logout, verifyToken } from './authentication.ts'
import {
  createCampaign,
  deleteCampaign,
  getCampaign,
  listCampaigns,
  updateCampaign,
} from './campaigns.ts'
import {
  getCampaignAnalytics,
  getDashboards,
  getIntelligenceOverview,
  getMentions,
  getRankings,
} from './intelligence.ts'
import type { Handlers, OperationId } from './operation.ts'
import { exportCsv, generateReport } from './reports.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  updateWebhook,
} from './webhooks.ts'

/** The handler of each operation, by operationId. A missing one does not compile. */
export const handlers: Handlers = {
  listCampaigns,
  createCampaign,
  getCampaign,
  updateCampaign,
  deleteCampaign,
  getDashboards,
  getIntelligenceOverview,
  getRankings,
  getMentions,
  getCampaignAnalytics,
  generateReport,
  exportCsv,
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  listAlerts,
  createAlert,
  getAlert,
  updateAlert,
  deleteAlert,
  listAlertHistory,
  acknowledgeAlert,
  snoozeAlert,
  unsnoozeAlert,
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
