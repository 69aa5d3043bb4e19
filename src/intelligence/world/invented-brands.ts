import { hashText, mix, pick } from '../../text/hash.ts'
import { slugOf } from '../site.ts'
import type { Kind } from '../wording/kinds.ts'

/** A name as answers give it, and its site. */
export interface Brand {
  name: string
  /** Host name. */
  domain: string
}

/** By kind, the beginnings of made-up names, and how they end: with a syllable, or with a word of the trade after a stroke. */
const NAMES: Readonly<Record<Kind, string>> = {
  software:
    'Tally Quill Cue Loop Ledger Sprint Grid Relay Nimbo Stack Orbit Tempo Vanta Klar | ly nest base kit wise /Cloud /HQ',
  goods:
    'Alder Brisk Corva Dovet Ember Fjell Halden Kestrel Lumo Marlo Norra Oakline Pinto Tresk | /Supply /Goods /Outfitters er ware',
  food: 'Barley Clover Fennel Grano Hearth Juniper Maple Olivo Pepper Quince Rye Saffro Thyme Verda | /Pantry /Kitchen /Provisions o field',
  lodging:
    'Amberley Belvoir Cedar Dunmore Elmhurst Garnet Harbour Ivy Larkspur Meridian Orchard Pavilion Saltmarsh Tamarind | /House /Rooms /Suites /Inn /Residence',
  travel:
    'Azimu Compass Drift Far Globe Horizon Itiner Lagoon Nomad Odyss Roam Sierra Vista Wayfar | /Journeys /Tours ly a /Escapes',
  transport:
    'Arrow Bolt Cargo Dash Ferro Glide Hop Interlink Jet Lane Metro Rapid Swift Transit | o go way /Lines /Express',
  dining:
    'Basil Cinder Copper Dill Fig Ginger Lantern Mulberry Nettle Paprika Rosso Sorrel Tamari Umber | /Table /Bistro /Corner /Kitchen /Room',
  trades:
    'Able Bright Castle Direct Everfix Firm Handy Level Mend Plumb Prompt Square Trusty Upright | /Services fix /Workshop works ly',
  professional:
    'Axiom Beacon Clarion Delphi Equis Forum Insight Keystone Lucid Pivot Praxis Summit Tenet Vantage | /Partners /Advisory /Group /Collective is',
  finance:
    'Anchor Bonda Capstone Ducat Florin Guild Harvest Minta Noble Penny Solid Sterling Thrift Vault | /Finance /Mutual /Direct /Capital wise',
  health:
    'Aura Balm Calda Dento Evera Flora Luma Medi Nova Oria Salus Serena Vita Welle | /Clinic /Care /Practice /Health well',
  education:
    'Alma Brain Clever Discere Eureka Fluent Gradus Intello Lumen Mento Novice Scholar Tutor Uni | /Academy ly /Campus /Institute wise',
  generic:
    'Acorn Blue Crest Delta Echo Fable Grove Halo Indigo Jade Kite Lyric Mosaic North | /Works /Collective ora /House wise',
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

/** Brands with different numbers below the size of the pool begin differently. */
function inventBrand(seed: number, kind: Kind, number: number): Brand {
  const hash = hashText(kind, mix(seed, 12))
  const [begins = [], ends = []] = NAMES[kind].split(' | ').map((list) => list.split(' '))
  const begin = begins[((hash >>> 8) + number) % begins.length] as string
  const name = begin + pick(ends, mix(hash, number)).replace('/', ' ')
  return { name, domain: `${slugOf(name)}.example` }
}
