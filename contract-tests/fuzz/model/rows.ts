/** The inputs of a query of rankings or mentions (§2). */
export interface Asked {
  campaign?: string
  start?: string
  end?: string
  keywords?: string[]
  brand?: string
  platforms?: string[]
}

/** The members of a ranking or a mention that a filter is about. */
export interface Row {
  campaign?: string
  keyword?: string
  brand?: string
  platform?: string
  /** As the row writes it, and the same moment in UTC. */
  day?: string
  utcDay?: string
}

/** The rows that can be asked for: those of a query without filters. */
export interface Source {
  operation: 'getRankings' | 'getMentions'
  campaign?: string
  /** Inputs without which the server refuses the query. */
  needed: Asked
  rows: Row[]
}
