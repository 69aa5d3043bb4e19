import type { RecordsText } from '../text/body-text.ts'
import type { KeptBody, LoggedExchange } from './logged-exchange.ts'
import type { Packing } from './packed-queue.ts'

type Held = [
  key: LoggedExchange['key'],
  requestHeaders: LoggedExchange['requestHeaders'],
  records: object | undefined,
]

type Packed = Omit<LoggedExchange, 'key' | 'requestHeaders' | 'requestBody' | 'responseBody'> & {
  requestBody: KeptBody<string> | undefined
  responseBody: KeptBody<string | Omit<RecordsText, 'records'>> | undefined
}

/** JSON. Many requests share a key, headers and records, so these are held. */
export const PACKED_EXCHANGE: Packing<LoggedExchange> = {
  heldCount: 3,

  pack(exchange) {
    const { requestBody, responseBody } = exchange
    const content = responseBody?.content
    const [text, records] = isRecords(content)
      ? [{ before: content.before, after: content.after }, content.records]
      : [content?.toString() ?? '', undefined]
    // Spelled out: V8 keeps the copies that rest and spread make until the next full garbage collection.
    const packed: Packed = {
      sequence: exchange.sequence,
      requestId: exchange.requestId,
      time: exchange.time,
      accountId: exchange.accountId,
      method: exchange.method,
      url: exchange.url,
      operationId: exchange.operationId,
      status: exchange.status,
      error: exchange.error,
      durationMs: exchange.durationMs,
      fault: exchange.fault,
      isValid: exchange.isValid,
      issues: exchange.issues,
      responseHeaders: exchange.responseHeaders,
      requestBody: requestBody && bodyOf(requestBody, requestBody.content.toString()),
      responseBody: responseBody && bodyOf(responseBody, text),
    }
    const held: Held = [exchange.key, exchange.requestHeaders, records]
    return { text: JSON.stringify(packed), held }
  },

  unpack(text, held) {
    const [key, requestHeaders, records] = held as Held
    const { responseBody, ...fields }: Packed = JSON.parse(text)
    return {
      ...fields,
      key,
      requestHeaders,
      responseBody: responseBody && bodyOf(responseBody, contentOf(responseBody.content, records)),
    }
  },
}

function bodyOf<Content>(
  { bytes, isCut }: Omit<KeptBody, 'content'>,
  content: Content,
): KeptBody<Content> {
  return { content, bytes, isCut }
}

function isRecords(content: KeptBody['content'] | undefined): content is RecordsText {
  return typeof content === 'object' && 'records' in content
}

function contentOf(text: string | Omit<RecordsText, 'records'>, records: object | undefined) {
  return typeof text === 'string' ? text : { ...text, records: records as object }
}
