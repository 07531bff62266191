import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { dnsTexts } from './dns-texts.ts'

let close = () => {}
afterEach(() => close())

/** A name server that answers each question with these records, with this code, or not at all. */
async function nameServer(answer: { texts?: string[][]; code?: number } | undefined) {
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    if (answer) socket.send(responseTo(question, answer), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  close = () => socket.close()
  return dnsTexts({ servers: [`127.0.0.1:${socket.address().port}`], timeout: 250 })
}

/** https://www.rfc-editor.org/rfc/rfc1035#section-4 */
function responseTo(
  question: Buffer,
  { texts = [], code = 0 }: { texts?: string[][]; code?: number },
) {
  const ofName = question.indexOf(0, 12) + 5
  const header = Buffer.from(question.subarray(0, 12))
  header.writeUInt16BE(0x8180 + code, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(texts.length, 6)
  header.writeUInt32BE(0, 8)
  const records = texts.map((parts) => {
    const data = Buffer.concat(
      parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])),
    )
    const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0])
    head.writeUInt16BE(data.length, 10)
    return Buffer.concat([head, data])
  })
  return Buffer.concat([header, question.subarray(12, ofName), ...records])
}

it('joins the parts of a long record', async () => {
  const read = await nameServer({ texts: [['v=spf1 include:', 'mail.example -all'], ['other']] })
  expect(await read('larkspur.example')).toEqual(['v=spf1 include:mail.example -all', 'other'])
})

it.each([
  ['a name that doesn’t exist', { code: 3 }],
  ['a name without such records', {}],
])('finds none for %s', async (_, answer) => {
  const read = await nameServer(answer)
  expect(await read('larkspur.example')).toEqual([])
})

it('rejects if the name server is broken, and if none answers', async () => {
  const broken = await nameServer({ code: 2 })
  await expect(broken('larkspur.example')).rejects.toMatchObject({ code: 'ESERVFAIL' })
  close()
  const silent = await nameServer(undefined)
  await expect(silent('larkspur.example')).rejects.toMatchObject({
    code: expect.stringMatching(/ETIMEOUT|ECANCELLED/),
  })
})
