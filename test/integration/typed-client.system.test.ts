import { workWithTypesOf } from '../support/typed-client.ts'

workWithTypesOf([
  ['lists are under data', '.data', ''],
  ['lists are two levels deep', '.result.rows', ''],
  ['a campaign is under campaign', '', 'campaign.'],
  ['every failure has the status 418', '', ''],
  ['no response has meta', '', ''],
])
