import { faker } from '@faker-js/faker/locale/en'

/** Surnames of invented brands. The build keeps the list alone, so that a start does not load all words of faker. */
const names = faker.rawDefinitions.person?.last_name?.generic ?? []
const surnames = names.filter((name) => /^[A-Z][a-z]{3,8}$/.test(name))
export default surnames
