import type { components } from '../../spec/generated/api.ts'

/** The records of the service's answers. The document describes their fields and says when they are null. */
type Schemas = components['schemas']

export type PeriodRecord = Schemas['Period']

export type RankingRow = Schemas['Ranking']
export type Mention = Schemas['Mention']
export type Sentiment = Mention['sentiment']
export type Citation = Schemas['Citation']

/** The figures by which periods are compared. */
export type Figures = Omit<DayRecord, 'date' | 'distribution'>
export type Changes = Schemas['Changes']
export type ComparedRecord = Schemas['ComparedPeriod']
export type DayRecord = Schemas['DayFigures']
export type Distribution = Schemas['Distribution']
export type AnalyticsSummary = Schemas['KeyFigures']
export type KeywordRecord = Schemas['KeywordFigures']
export type CompetitorRecord = Schemas['CompetitorFigures']
export type Movers = Schemas['Movers']
export type Mover = Schemas['Mover']
export type RankingEvent = Schemas['RankingEvents'][number]

export type SentimentRecord = Schemas['SentimentFigures']
export type PlatformRecord = Schemas['PlatformFigures']
export type PromptRecord = Schemas['PromptFigures'][number]
export type ChatRecord = IntelligenceOverview['chat']
export type ShareOfVoice = Schemas['ShareOfVoice']
export type VoiceRecord = ShareOfVoice['brands'][number]
export type CitationFigures = CampaignAnalytics['mentions']['citations']

export type CampaignAnalytics = Schemas['CampaignAnalytics']
export type FeatureRecord = CampaignAnalytics['serp_features'][number]
export type Dashboard = Schemas['Dashboard']
export type CampaignSummary = Schemas['CampaignFigures']
export type IntelligenceOverview = Schemas['IntelligenceOverview']
