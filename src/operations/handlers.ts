import type { Handlers } from '../http/run.ts'
import { getCampaignAnalytics } from './analytics.ts'
import { getCurrentUser, login, logout, verifyToken } from './authentication.ts'
import {
  createCampaign,
  deleteCampaign,
  getCampaign,
  listCampaigns,
  updateCampaign,
} from './campaigns.ts'
import { getDashboards, getIntelligenceOverview, getMentions, getRankings } from './intelligence.ts'
import { exportCsv, generateReport } from './reports.ts'

/** The handler of each operation, by operationId. */
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
  login,
  logout,
  getCurrentUser,
  verifyToken,
}
