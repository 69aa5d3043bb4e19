import { useId, useState } from 'preact/hooks'
import { LANGUAGES, type Language } from '../client/snippets/request.ts'
import { ofBrowser } from '../client/storage.ts'
import { CopyButton } from './copy.tsx'

const LANGUAGE = 'svc-snippet-language'

/** A request as code in five languages; the browser remembers the language. `hints`: what the user must fill in. */
export function CodePanel({
  codeOf,
  hints,
}: {
  codeOf: (language: Language) => string
  hints: (language: Language) => readonly string[]
}) {
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
  const code = codeOf(language)
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
      <div class="row">
        <CopyButton text={code} label={`Copy as ${language}`} />
        {hints(language).map((hint) => (
          <p key={hint} class="hint">
            {hint}
          </p>
        ))}
      </div>
    </section>
  )
}
