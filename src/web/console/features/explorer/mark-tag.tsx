import { Assumed } from '../../ui/assumed.tsx'
import type { Mark } from './marks.ts'

/**
 * The origin of a part of the document: the section that states it, an assumption, or an overlay. In the console, it
 * opens the reason and the ways to change it.
 */
export function MarkTag({ mark, about }: { mark: Mark; about?: string | undefined }) {
  const { place, origin, details, source } = mark
  const shared = { place, ...(about !== undefined && { about }) }
  if (origin !== 'stated')
    return <Assumed {...shared} origin={origin} quiet={origin === 'assumed'} />
  return (
    <>
      {source !== undefined && <Assumed {...shared} origin="stated" label={source} />}
      {details.length > 0 && (
        <span class="faint">
          {details.join(', ')} <Assumed {...shared} quiet about={details.join(', ')} />
        </span>
      )}
    </>
  )
}
