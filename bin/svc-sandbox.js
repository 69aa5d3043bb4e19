#!/usr/bin/env node
// Node of any age reads this file, so it has no syntax that is newer than Node 4. Bun and Deno name a Node that they are not.
const versions = process.versions
const needed = require('../package.json').engines.node.match(/\d+/g).map(Number)
const found = versions.node.split('.').map(Number)
const isOlder = found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1])

if (isOlder && !versions.bun && !versions.deno) {
  const need = `svc-sandbox needs Node ${needed.join('.')} or newer`
  console.error(`${need}; this is Node ${versions.node}. Install one from https://nodejs.org.`)
  process.exit(2)
}
require('./start.js')
