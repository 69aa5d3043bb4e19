import type { Headline } from './headline.ts'
import type { RunResult } from './result.ts'

/** The part of a run that the history keeps. */
export interface HistoryRun extends Pick<RunResult, 'startedAt' | 'baseUrl'> {
  headline: Headline
  /** The verdict on each fact. */
  facts: Record<string, HistoryVerdict>
  commit?: string
  /** The page of the CI job. */
  job?: string
  /** Reports of the run, as links from the folder of the history. */
  reports: { kind: string; link: string }[]
}

export type HistoryVerdict = 'pass' | 'fail' | 'known' | 'undetermined'

/** The last runs, the oldest first. */
export interface History {
  format: 1
  runs: HistoryRun[]
}
