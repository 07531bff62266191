import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Mail, MessageToSend } from './mail.ts'

export type MailUnderTest = {
  mail: Mail
  /** The messages that have arrived, as text. */
  arrived: () => Promise<string[]>
  /** From now on, nothing can be handed over. */
  breakDown: () => Promise<void>
  close: () => Promise<void>
}

export const message = (id: string, to = `${id}@larkspur.example`): MessageToSend => ({
  id,
  from: 'liaison@larkspur.example',
  to,
  bytes: Buffer.from(`Message-ID: <${id}@larkspur.example>\r\n\r\nHello\r\n.A line with a dot\r\n`),
})

const noted = () => {
  let times = 0
  return { begin: async () => void (times += 1), times: () => times }
}

/** What every receiver of mail does. */
export function mailSuite(name: string, open: () => Promise<MailUnderTest>): void {
  describe(name, () => {
    let under: MailUnderTest
    beforeEach(async () => {
      under = await open()
    })
    afterEach(async () => under.close())

    it('hands over a message with all its bytes, once it has begun', async () => {
      const { begin, times } = noted()
      const outcome = await under.mail.send(message('a'), begin)
      expect(outcome).toMatchObject({ state: 'sent' })
      expect(outcome.reply).not.toBe('')
      expect(times()).toBe(1)
      expect(await under.arrived()).toEqual([Buffer.from(message('a').bytes).toString()])
    })

    it('hands over one message after the other', async () => {
      for (const id of ['a', 'b', 'c']) await under.mail.send(message(id), noted().begin)
      expect(await under.arrived()).toHaveLength(3)
    })

    it('hands over nothing if the message may not begin', async () => {
      const refused = under.mail.send(message('a'), () => Promise.reject(new Error('taken')))
      await expect(refused).rejects.toThrow('taken')
      expect(await under.arrived()).toEqual([])
      await under.mail.send(message('b'), noted().begin)
      expect(await under.arrived()).toHaveLength(1)
    })

    it('hands over nothing once its caller is gone', async () => {
      const { begin, times } = noted()
      const gone = AbortSignal.abort(new Error('gone'))
      await expect(under.mail.send(message('a'), begin, gone)).rejects.toThrow('gone')
      expect(times()).toBe(0)
      expect(await under.arrived()).toEqual([])
    })

    it('completes a message that has begun when its caller leaves', async () => {
      const caller = new AbortController()
      const begin = async () => caller.abort(new Error('gone'))
      expect(await under.mail.send(message('a'), begin, caller.signal)).toMatchObject({
        state: 'sent',
      })
      expect(await under.arrived()).toHaveLength(1)
    })

    it('refuses as unavailable, and begins nothing, while nothing can be handed over', async () => {
      await under.breakDown()
      const { begin, times } = noted()
      const refused = under.mail.send(message('a'), begin)
      await expect(refused).rejects.toMatchObject({ code: 'unavailable' })
      await expect(under.mail.check()).rejects.toMatchObject({ code: 'unavailable' })
      expect(times()).toBe(0)
    })

    it('reports where messages go', async () => {
      expect(await under.mail.check()).not.toBe('')
    })
  })
}
