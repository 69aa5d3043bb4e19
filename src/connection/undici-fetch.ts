// Requests need what the file of responses declares, which must come first.
import 'undici/lib/web/fetch/response.js'

export { Request } from 'undici/lib/web/fetch/request.js'
export { Response } from 'undici/lib/web/fetch/response.js'
