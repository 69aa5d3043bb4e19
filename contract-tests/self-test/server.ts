/** Starts a server that keeps every statement, or one with a bug or a variation in it, on a free port of loopback. */
import { type Broken, listen } from './listener.ts'
import { nested } from './styles/nested.ts'
import { plain } from './styles/plain.ts'
import type { Style } from './styles/style.ts'
import {
  createWorld,
  DEFAULT_OPTIONS,
  type Options,
  type Request,
  type StyleName,
  TOKENS,
  type World,
} from './world.ts'

const STYLES: Record<StyleName, Style> = { plain, nested }

export interface Planted {
  options?: Partial<Options>
  plant?(world: World): void
  /** By default plain. */
  style?: StyleName
}

/** What is planted, or only the change of the world. */
export type Planting = Planted | ((world: World) => void)

export const plantedBy = (planting: Planting): Planted =>
  typeof planting === 'function' ? { plant: planting } : planting

export interface RunningServer {
  baseUrl: string
  tokens: typeof TOKENS
  campaigns(): { id: string; name: string; account: string }[]
  /** How many requests came in so far. */
  requests(): number
  /** Leaves the key without requests in this window. */
  useUp(token: string): void
  close(): Promise<void>
}

export async function startServer(planting: Planting = {}): Promise<RunningServer> {
  const { options, plant, style = 'plain' } = plantedBy(planting)
  const world = createWorld(style, { ...DEFAULT_OPTIONS, ...options }, STYLES[style].newId)
  const served = STYLES[style].serve(world)
  plant?.(world)
  let requests = 0
  const answering = {
    answer(request: Request) {
      requests += 1
      const reply = served.answer(request)
      world.after(reply, request)
      return reply
    },
    broken(kind: Broken, request: Request) {
      requests += 1
      const reply = served.broken(kind, request)
      world.after(reply, request)
      return reply
    },
  }
  const { baseUrl, close } = await listen(answering, options?.idleMs)
  return {
    baseUrl,
    tokens: TOKENS,
    campaigns: () =>
      world.campaigns.map(({ id, account, fields }) => ({ id, name: fields.name, account })),
    requests: () => requests,
    useUp: (token) => {
      const key = world.keys.find((each) => each.token === token)
      if (!key) throw new Error(`No key has the token ${token}`)
      key.used = key.limit
    },
    close,
  }
}
