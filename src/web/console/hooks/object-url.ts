import { useEffect, useState } from 'preact/hooks'

/** An address of a file that the page has read, while it is shown. */
export function useObjectUrl(content: Blob): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(content)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [content])
  return url
}
