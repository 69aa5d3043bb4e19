import { useState } from 'preact/hooks'
import { ofBrowser } from '../client/storage.ts'
import { optionsOf, valueTo } from './controls.tsx'

const THEMES = [
  ['', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

/** The theme of all pages of this server. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(() => document.documentElement.dataset.theme ?? '')
  const choose = (next: string) => {
    if (next === '') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = next
    ofBrowser.set('svc-theme', next || undefined)
    setTheme(next)
    // Charts have the colours of the theme.
    dispatchEvent(new Event('themechange'))
  }
  return (
    <label class="row">
      Theme
      <select value={theme} onChange={valueTo(choose)}>
        {optionsOf(THEMES, theme)}
      </select>
    </label>
  )
}
