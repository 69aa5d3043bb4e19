/** A text of the document, in which backticks mark code (CommonMark). */
export function Prose({ text }: { text: string }) {
  if (text === '') return null
  return (
    <p>
      {text
        .split(/`([^`]+)`/)
        .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
    </p>
  )
}
