import { bugsOf, failing, replies } from './bug.ts'

const KIND = 'envelope and headers'

export const FAILURES = bugsOf(KIND, [
  [
    'error is a text',
    failing((error, body) => {
      body.error = error.message
    }),
  ],
  [
    'error has no message',
    failing((error) => {
      delete error.message
    }),
  ],
  [
    'error.message is a list',
    failing((error) => {
      error.message = [error.message]
    }),
  ],
  [
    'error.code is the status',
    failing((error) => {
      error.code = 400
    }),
  ],
  [
    'error.code is in upper case',
    failing((error) => {
      error.code = String(error.code).toUpperCase()
    }),
  ],
  [
    'error.code of validation is validation_error',
    failing((error) => {
      if (error.code === 'invalid_request') error.code = 'validation_error'
    }),
  ],
  [
    'error.code of permissions is forbidden',
    failing((error) => {
      if (error.code === 'insufficient_permissions') error.code = 'forbidden'
    }),
  ],
  [
    'error.code of the limit is too_many_requests',
    failing((error) => {
      if (error.code === 'rate_limit_exceeded') error.code = 'too_many_requests'
    }),
  ],
  [
    'error.details are a list',
    failing((error) => {
      if (error.details) error.details = [error.details]
    }),
  ],
  [
    'error.details are a text',
    failing((error) => {
      error.details = 'none'
    }),
  ],
  [
    'error and code lie at the top',
    replies((reply) => {
      const { error } = reply.body ?? {}
      if (error) reply.body = { success: false, code: error.code, message: error.message }
    }),
  ],
  [
    'an unknown campaign is a server_error',
    failing((error) => {
      if (error.code === 'not_found') error.code = 'server_error'
    }),
  ],
  [
    'an unknown campaign is invalid_request',
    failing((error) => {
      if (error.code === 'not_found') error.code = 'invalid_request'
    }),
  ],
])
