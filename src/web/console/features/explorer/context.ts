import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { KeyChoice } from '../../client/keys.ts'
import type { ApiModel } from './api-model.ts'

/** State shared by all parts of the explorer, on the page /docs and on the console's screen. */
export interface ExplorerParts {
  api: ApiModel
  /** The root of the API, absolute. */
  base: string
  /** The address of the overview, or of one operation or event; `at` names a parameter. */
  link: (id?: string, at?: string) => string
  /** The keys to choose from. */
  keys: KeyChoice[]
  /** The page where the user creates keys or an account, if there is one. */
  keyPage: { href: string; text: string } | undefined
  /** Reads a list of the API for choices, such as `/campaigns`, for a key. */
  readList: (path: string, key: KeyChoice, signal: AbortSignal) => Promise<unknown[]>
  /** Grows when lists may be out of date. */
  revision: number
  /** Takes a time of the account's clock. */
  sawTime: (time: string) => void
  /** Names of the files of --overlay. */
  overlays: string[]
}

export const ExplorerContext = createContext(undefined as unknown as ExplorerParts)

export const useExplorer = () => useContext(ExplorerContext)
