import timers from 'node:timers'

/**
 * Runs a callback at the end of this turn of the event loop. This is Node's own `setImmediate`, captured when the module is
 * loaded: a program that embeds the sandbox may install fake timers, and those of node:test also replace the function in
 * `node:timers`. The sandbox would then stop.
 */
export const { setImmediate: afterTurn } = timers
