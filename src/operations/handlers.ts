import { getCurrentUser, login, logout, verifyToken } from './authentication.ts'
import {
  createCampaign,
  deleteCampaign,
  getCampaign,
  listCampaigns,
  updateCampaign,
} from './campaigns.ts'
import type { Handlers, OperationId } from './operation.ts'

// What computes data brings word lists and writers of files with it; it is loaded when first asked
// for, because it would take a quarter of the start.
const analytics = () => import('./analytics.ts')
const intelligence = () => import('./intelligence.ts')
const reports = () => import('./reports.ts')

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
