/** Saves a file by the browser. */
export function saveFile(name: string, content: object | { url: string }): void {
  const isLink = 'url' in content
  const url = isLink
    ? String(content.url)
    : URL.createObjectURL(
        new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }),
      )
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser may read it a little later.
  if (!isLink) setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
