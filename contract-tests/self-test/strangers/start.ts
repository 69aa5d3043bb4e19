/** Starts the server of a style, with a bug or a variation in it. */
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
}

export interface StrangeServer {
  baseUrl: string
  tokens: typeof TOKENS
  /** Names of the campaigns that the server has now. */
  names(): string[]
  close(): Promise<void>
}

export async function startStranger(
  name: StyleName,
  { options, plant }: Planted = {},
): Promise<StrangeServer> {
  const style = STYLES[name]
  const world = createWorld(name, { ...DEFAULT_OPTIONS, ...options }, style.newId)
  const served = style.serve(world)
  plant?.(world)
  const answering = {
    answer(request: Request) {
      const reply = served.answer(request)
      world.after(reply, request)
      return reply
    },
    broken(kind: Broken, request: Request) {
      const reply = served.broken(kind, request)
      world.after(reply, request)
      return reply
    },
  }
  const { baseUrl, close } = await listen(answering, options?.idleMs)
  const names = () => world.campaigns.map(({ fields }) => String(fields.name))
  return { baseUrl, tokens: TOKENS, names, close }
}
