import { hashText, mix, pick } from '../../text/hash.ts'
import { slugOf } from '../site.ts'
import type { Kind } from '../wording/kinds.ts'
import surnames from './surnames.ts'

/** A name as answers give it, and its site. */
export interface Brand {
  name: string
  /** Host name. */
  domain: string
}

/** Second words of invented company names. */
const SUFFIXES: Readonly<Record<Kind, readonly string[]>> = {
  software: ['Labs', 'Cloud', 'Systems', 'Works', 'Desk', 'HQ'],
  goods: ['& Co.', 'Goods', 'Supply', 'Outfitters', '& Daughters', 'Makers'],
  food: ['Pantry', 'Provisions', 'Kitchen', '& Co.', 'Larder', 'Farm'],
  lodging: ['House', 'Rooms', 'Hotel', 'Residence', 'Inn', 'Suites'],
  travel: ['Travel', 'Journeys', 'Tours', 'Holidays', 'Escapes'],
  transport: ['Travel', 'Express', 'Lines', 'Mobility', 'Go'],
  dining: ['Kitchen', 'Table', 'Bistro', 'Room', 'Corner', '& Sons'],
  trades: ['& Sons', 'Services', '& Partners', 'Brothers', 'Workshop'],
  professional: ['& Partners', 'Associates', 'Group', 'Advisory', 'Collective'],
  finance: ['Finance', 'Capital', 'Mutual', 'Direct', 'Trust'],
  health: ['Clinic', 'Care', 'Health', 'Practice', 'Medical'],
  education: ['Academy', 'School', 'Institute', 'Learning', 'Campus'],
  generic: ['& Co.', 'Group', 'Collective', 'Works', 'House'],
}

/** Brands of each kind, so that the same ones appear in many answers. */
const POOL = 12

/** `count` invented brands of a kind of business, all different, that `hash` selects. */
export function inventedBrands(seed: number, kind: Kind, hash: number, count: number): Brand[] {
  const brands = new Map<string, Brand>()
  for (let n = 0; brands.size < count; n++) {
    const brand = inventBrand(seed, kind, (mix(hash, n) >>> 8) % POOL)
    brands.set(brand.domain, brand)
  }
  return [...brands.values()]
}

function inventBrand(seed: number, kind: Kind, number: number): Brand {
  const hash = mix(hashText(kind, mix(seed, 12)), number)
  const surname = pick(surnames, hash)
  const name = `${surname} ${pick(SUFFIXES[kind], mix(hash, 1))}`
  return { name, domain: `${slugOf(name)}.example` }
}
