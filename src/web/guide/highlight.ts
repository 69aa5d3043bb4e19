/** What is coloured in a block of code: comments, texts, words of the language, and members or options. */
const TOKENS =
  /(?<comment>(?<=^|\s)(?:#|\/\/).*$|<!--.*?-->)|(?<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<word>\b(?:import|from|export|const|let|async|await|function|return|new|if|else|for|of|in|class|def|true|false|null|undefined|True|False|None)\b)|(?<member>(?<=\s)--?[a-zA-Z][\w-]*|^[ \t-]*[\w.$-]+(?=:(?:\s|$)))/gm

/** Colours the code of an element, which has only text. */
export function highlight(code: HTMLElement): void {
  // The output of a command is no code.
  if (code.classList.contains('language-text')) return
  const text = code.textContent ?? ''
  const parts: (string | Node)[] = []
  let end = 0
  for (const { 0: token, index, groups = {} } of text.matchAll(TOKENS)) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined)
    const span = document.createElement('span')
    span.className = `of-${kind}`
    span.textContent = token
    parts.push(text.slice(end, index), span)
    end = index + token.length
  }
  code.replaceChildren(...parts, text.slice(end))
}
