import { render } from 'preact'
import { CopyButton } from '../console/ui/copy.tsx'
import { ThemeSwitch } from '../console/ui/theme-switch.tsx'
import { highlight } from './highlight.ts'
import { GuideSearch } from './search.tsx'

const search = document.getElementById('search')
if (search) render(<GuideSearch />, search)
const theme = document.getElementById('theme')
if (theme) render(<ThemeSwitch />, theme)

for (const code of document.querySelectorAll<HTMLElement>('pre > code')) {
  const text = code.textContent ?? ''
  highlight(code)
  const pre = code.parentElement as HTMLElement
  // What a command prints is not to be copied.
  if (code.classList.contains('language-text')) continue
  const frame = document.createElement('div')
  frame.className = 'code'
  pre.replaceWith(frame)
  const button = document.createElement('span')
  frame.append(pre, button)
  render(<CopyButton text={text.trimEnd()} />, button)
}
