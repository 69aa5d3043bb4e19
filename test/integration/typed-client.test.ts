import { workWithTypesOf } from '../support/typed-client.ts'

// `npm run test:long` compiles more.
workWithTypesOf([['Lists stand under campaigns', '.campaigns', '']])
