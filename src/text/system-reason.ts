/** The causes that a wrong name has, in words; the code says more about the others. */
const WORDS: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'there is a file with its name',
  EACCES: 'permission denied',
}

/** Why a call of the file system failed, without the path, which our message names already. */
export function systemReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '' } = error as NodeJS.ErrnoException
  const words = WORDS[code]
  if (words !== undefined) return words
  const [reason = error.message] = error.message.split(', ')
  return reason.startsWith(`${code}: `) ? `${reason.slice(code.length + 2)} (${code})` : reason
}
