/**
 * Yields at once, and after each change since. Changes that come while the reader is busy are combined. Ends when
 * `signal` is aborted. `listen` gets a function to call for each change, and returns functions that stop listening.
 */
export async function* notices(
  listen: (onChange: () => void) => (() => void)[],
  signal: AbortSignal,
): AsyncGenerator<void, undefined> {
  let hasChanged = true
  let wake = () => {}
  const onChange = () => {
    hasChanged = true
    wake()
  }
  const stops = listen(onChange)
  const ended = () => wake()
  signal.addEventListener('abort', ended)
  try {
    while (!signal.aborted) {
      if (hasChanged) {
        hasChanged = false
        yield
        continue
      }
      await new Promise<void>((resolve) => {
        wake = resolve
        if (signal.aborted || hasChanged) resolve()
      })
    }
  } finally {
    signal.removeEventListener('abort', ended)
    for (const stop of stops) stop()
  }
}
