/**
 * Reads what was typed as data of an event.
 *
 * @param {string} text
 * @returns {{ data: Record<string, unknown> | undefined } | { problem: string }}
 */
export function readData(text) {
  if (text.trim() === '') return { data: undefined }
  let data
  try {
    data = JSON.parse(text)
  } catch (error) {
    return { problem: `This is no JSON: ${error instanceof Error ? error.message : error}.` }
  }
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return { data }
  return { problem: 'This has to be a JSON object, such as { "position": 1 }.' }
}
