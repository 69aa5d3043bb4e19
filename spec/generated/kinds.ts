// Made by `npm run generate` from spec/; do not edit.

export const ERROR_CODES = ["invalid_request","authentication_failed","not_found","rate_limit_exceeded","server_error","invalid_api_key","missing_api_key","insufficient_permissions","INVALID_TOKEN"] as const

export const EVENT_KINDS = ["campaign.completed","ranking.changed","mention.detected"] as const
