import { useState } from 'preact/hooks'
import type { Control } from '../../client/session.ts'
import { LANGUAGES, snippetOf } from '../../client/snippets/languages.ts'
import { type LoggedRequest, lackingIn } from '../../client/snippets/request.ts'
import { ofBrowser } from '../../client/storage.ts'
import { useFaults } from '../../hooks/faults.tsx'
import { ChoiceButtons } from '../../ui/controls.tsx'
import { CopyButton } from '../../ui/copy.tsx'

const STORED = 'svc-snippet-language'

/** The code that sends a request again, in the language that the browser used last. */
export function CopyAs({
  logged,
  keys,
}: {
  logged: LoggedRequest
  keys: readonly Control['Key'][]
}) {
  const { data: faults = [] } = useFaults()
  const [chosen, setChosen] = useState(() => ofBrowser.get(STORED))
  const language = LANGUAGES.find((each) => each === chosen) ?? 'curl'
  const choose = (next: (typeof LANGUAGES)[number]) => {
    ofBrowser.set(STORED, next)
    setChosen(next)
  }
  const key = keys.find(({ id }) => id === logged.key?.id)
  const base = new URL('.', document.baseURI).href
  const code = snippetOf(language, logged, { base, faults, key })
  // A test makes its own key.
  const lacking = lackingIn(logged).filter(
    (line) => language !== 'vitest' || !line.includes('SVC_TOKEN'),
  )
  return (
    <section class="request-code" aria-label="Send it again as code">
      <div class="request-code-head">
        <ChoiceButtons
          label="Language"
          value={language}
          options={LANGUAGES.map((each) => [each, each])}
          onChange={choose}
        />
        <CopyButton text={code} label={`Copy as ${language}`} />
      </div>
      {lacking.length > 0 && (
        <div class="hint">
          {lacking.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
      <details>
        <summary>Show the code</summary>
        <div class="code">
          <pre tabindex={0} aria-label="Code">
            {code}
          </pre>
        </div>
      </details>
    </section>
  )
}
