/** The plan of an account that names none. Apart from the schema, which a start does without. */
export const DEFAULT_PLAN = 'Professional'
