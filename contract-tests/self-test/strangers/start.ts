/** Starts the server of a style, with a bug or a variation in it. */
import { listen } from './listener.ts'
import { aspnet } from './styles/aspnet.ts'
import { django } from './styles/django.ts'
import { gateway } from './styles/gateway.ts'
import { go } from './styles/go.ts'
import { rails } from './styles/rails.ts'
import type { Style } from './styles/style.ts'
import {
  createWorld,
  DEFAULT_OPTIONS,
  type Options,
  type StyleName,
  TOKENS,
  type World,
} from './world.ts'

const STYLES: Record<StyleName, Style> = { rails, django, aspnet, go, gateway }

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
  const { baseUrl, close } = await listen({
    answer(request) {
      const reply = served.answer(request)
      world.after(reply, request)
      return reply
    },
    broken(kind, request) {
      const reply = served.broken(kind, request)
      world.after(reply, request)
      return reply
    },
  })
  const names = () => world.campaigns.map(({ fields }) => String(fields.name))
  return { baseUrl, tokens: TOKENS, names, close }
}
