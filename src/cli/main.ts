#!/usr/bin/env node
import { createProgram } from './program.ts'

// `serve` starts faster without the commands for a running sandbox; the help lists them all.
const program = await createProgram({ withControl: process.argv[2] !== 'serve' })
await program.parseAsync()
