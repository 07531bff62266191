import type { lookup } from 'node:dns'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { httpsBackends } from './https-backends.ts'
import { isPublicAddress } from './public-address.ts'

it.each(['93.184.215.14', '8.8.8.8', '2606:4700::6810:85e5'])(
  'takes %s for an address on the internet',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

it.each([
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '10.1.2.3',
  '172.31.255.255',
  '192.168.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::a9fe:a9fe',
  '2002:7f00:1::',
  '2001:0:a9fe:a9fe::',
  'fd00:ec2::254',
  'fe80::1',
  'ff02::1',
  'localhost',
  '',
])('takes %s for an address of the portal’s surroundings', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

/** A resolver that gives every name these addresses. */
function resolving(...addresses: string[]) {
  const find = (_host: string, _options: object, done: (...result: unknown[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    )
  return find as unknown as typeof lookup
}

const send = (url: string, find?: typeof lookup) =>
  Promise.resolve().then(() =>
    httpsBackends({ production: true, ...(find ? { lookup: find } : {}) }).send(
      { url: new URL(url), method: 'GET', headers: {} },
      AbortSignal.timeout(5000),
    ),
  )

it.each([
  [['169.254.169.254']],
  [['127.0.0.1']],
  // One of several is enough: the system may choose any of them.
  [['93.184.215.14', '10.0.0.5']],
])('connects to no name that leads to %s in production', async (addresses) => {
  await expect(send('https://news.example.org/', resolving(...addresses))).rejects.toThrow(
    'isn’t a public address',
  )
})

it.each(['https://127.0.0.1/', 'https://[::1]/', 'https://2130706433/', 'https://0x7f.1/'])(
  'connects to no address in place of a name in production: %s',
  async (url) => {
    await expect(send(url)).rejects.toThrow('isn’t a public address')
  },
)

it('sends nothing without TLS in production', async () => {
  await expect(send('http://news.example.org/')).rejects.toThrow('doesn’t begin with https://')
})

it.each(['101 Switching Protocols', '099 Early', '600 Late'])(
  'refuses the status %s, which no response can have, without ending the portal',
  async (status) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const request = { url: new URL(`http://127.0.0.1:${port}/`), method: 'GET', headers: {} }
    const reply = httpsBackends({ production: false }).send(request, AbortSignal.timeout(2000))
    await expect(reply).rejects.toThrow(/answers with the status/)
    server.close()
  },
)
