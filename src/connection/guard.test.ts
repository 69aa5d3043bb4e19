import express from 'express'
import { expect, it } from 'vitest'
import { listening } from '../../test/support/listening.ts'
import { sendRaw } from '../../test/support/raw.ts'
import { sendJson } from '../pipeline/send.ts'
import { Connections } from './drain.ts'
import { guardConnections } from './guard.ts'
import { createAppServer } from './server.ts'

it('sends a complete response before it closes a connection with a broken body', async () => {
  const server = createAppServer(express().use((req, res) => sendJson(res, 403, { path: req.url })))
  guardConnections(server, new Connections(server), () => {
    throw new Error('Nothing else is to be answered.')
  })
  const port = await listening(server)

  const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n'

  expect(await sendRaw(port, `${head}no chunk\r\n`)).toMatch(/^HTTP\/1\.1 403 /)
})
