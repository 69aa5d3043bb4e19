import { workWithTypesOf } from '../support/typed-client.ts'

workWithTypesOf([
  ['Lists stand under campaigns', '.campaigns', ''],
  ['Lists stand two levels deep', '.result.rows', ''],
  ['A campaign stands under campaign', '', 'campaign.'],
  ['All failures are answered with 418', '', ''],
  ['There is no meta', '', ''],
])
