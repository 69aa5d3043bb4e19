import timers from 'node:timers'

/**
 * Node's own `setImmediate`, as it was when this was loaded: a program that embeds the sandbox may install fake timers, also
 * those of node:test, which replace the function in `node:timers`. That would stop everything.
 */
export const { setImmediate: afterTurn } = timers
