import type { OperationId } from '../../../spec/generated/api.ts'
import type { components } from '../../../spec/generated/sandbox.ts'
import { ApiError } from '../../errors.ts'
import type { Upstream, UpstreamState } from '../../pipeline/upstream.ts'
import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import { requireOperation } from './requests.ts'

type Schemas = components['schemas']

type Violation = ReturnType<Upstream['violations']>[number]

export function proxyHandlers({ upstream, document }: ControlParts) {
  return {
    /** GET /_sandbox/proxy */
    getProxy: () => ({ data: shownState(required(upstream).state()) }),

    /** PATCH /_sandbox/proxy */
    async updateProxy({ body }) {
      const proxy = required(upstream)
      const { sandbox_operations: sandboxOperations, sandbox_missing: sandboxMissing } = body
      const { mode, enforce } = body
      await proxy.change({ mode, enforce, sandboxOperations, sandboxMissing })
      return { data: shownState(proxy.state()) }
    },

    /** GET /_sandbox/violations */
    async listViolations({ query }) {
      const { limit, offset, ...filter } = query
      const proxy = required(upstream)
      requireOperation(filter.operation, { document })
      await proxy.judged()
      const found = proxy.violations(filter)
      const page = { total: found.length, limit, offset }
      return { data: found.slice(offset, offset + limit).map(shown), page }
    },

    /** DELETE /_sandbox/violations */
    async deleteViolations() {
      const proxy = required(upstream)
      await proxy.judged()
      const deleted = proxy.clearViolations()
      return { data: { deleted }, message: 'The violations are forgotten.' }
    },
  } satisfies Partial<ControlHandlers>
}

function required(upstream: Upstream | undefined): Upstream {
  if (upstream !== undefined) return upstream
  throw new ApiError(
    'unknown_resource',
    'This sandbox has no upstream. Start a proxy with svc-sandbox proxy <upstream>.',
  )
}

function shownState({ sandbox_operations, ...state }: UpstreamState): Schemas['Proxy'] {
  return { ...state, sandbox_operations: [...sandbox_operations] }
}

function shown(violation: Violation): Schemas['Violation'] {
  const { id, kind, direction, operation = null, fact = null, ...others } = violation
  return { id, kind, direction, operation: operation as OperationId | null, fact, ...others }
}
