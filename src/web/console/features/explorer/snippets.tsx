import { useId, useState } from 'preact/hooks'
import { ofBrowser } from '../../client/storage.ts'
import { CopyButton } from '../../ui/copy.tsx'
import type { Operation } from './api-model.ts'
import { codeOf, LANGUAGES, type Language } from './code.ts'
import type { ApiRequest } from './request.ts'

const LANGUAGE = 'svc-snippet-language'

/** The request of the form as code in five languages; the browser remembers the language. */
export function Snippets({ request, operation }: { request: ApiRequest; operation: Operation }) {
  const [language, setLanguage] = useState<Language>(
    () => LANGUAGES.find((each) => each === ofBrowser.get(LANGUAGE)) ?? 'curl',
  )
  const id = useId()
  const pick = (next: Language) => {
    ofBrowser.set(LANGUAGE, next)
    setLanguage(next)
  }
  // Arrow keys move between tabs (ARIA Authoring Practices, Tabs).
  const move = (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    const index = LANGUAGES.indexOf(language) + step
    const next = LANGUAGES[(index + LANGUAGES.length) % LANGUAGES.length] as Language
    pick(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-language="${next}"]`)?.focus()
  }
  const code = codeOf(language, request, operation)
  return (
    <section class="panel snippets" aria-label="Request as code">
      <div class="tabs" role="tablist" aria-label="Language" onKeyDown={move}>
        {LANGUAGES.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            data-language={each}
            id={`${id}-${each}`}
            aria-selected={each === language}
            aria-controls={`${id}-code`}
            tabIndex={each === language ? 0 : -1}
            onClick={() => pick(each)}
          >
            {each}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-code`} aria-labelledby={`${id}-${language}`}>
        <pre class="code" tabindex={0} aria-label={`Request with ${language}`}>
          {code}
        </pre>
      </div>
      <div class="snippets-copy">
        <CopyButton text={code} />
        {'Authorization' in request.headers && (
          <p class="hint">
            Set the environment variable <code>SVC_TOKEN</code> to your key.
          </p>
        )}
      </div>
    </section>
  )
}
