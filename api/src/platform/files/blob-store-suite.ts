import { beforeEach, describe, expect, it } from 'vitest'
import { callEndings, endedBefore, endedMeanwhile } from '../../testing/call-endings-fixture.ts'
import type { BlobStore } from './blob-store.ts'

const text = (words: string) => new TextEncoder().encode(words)

/** The contract of `BlobStore`. `open` returns an empty store, and `openFiles` how many of its files are open. */
export function blobStoreSuite(
  name: string,
  open: () => Promise<BlobStore>,
  openFiles: () => Promise<number> = async () => 0,
): void {
  describe(name, () => {
    let blobs: BlobStore
    beforeEach(async () => {
      blobs = await open()
    })

    const read = async (key: string, range?: { start: number; end: number }) => {
      const stream = await blobs.read(key, range)
      return stream && new Response(stream).text()
    }
    const keys = async (prefix: string) => {
      const listed: string[] = []
      for await (const key of blobs.keys(prefix)) listed.push(key)
      return listed.toSorted()
    }

    it('returns the bytes and their size', async () => {
      await blobs.put('originals/abc', text('paper'))
      expect(await read('originals/abc')).toBe('paper')
      expect(await blobs.info('originals/abc')).toMatchObject({ size: 5 })
    })

    it('accepts a stream of chunks', async () => {
      async function* parts() {
        for (let n = 0; n < 300; n++) yield text(`${n},`)
      }
      await blobs.put('a', parts())
      expect((await read('a'))?.split(',')).toHaveLength(301)
    })

    it('stores an empty blob', async () => {
      await blobs.put('empty', new Uint8Array())
      expect(await blobs.info('empty')).toMatchObject({ size: 0 })
      expect(await read('empty')).toBe('')
    })

    it('reads a range, both ends inclusive', async () => {
      await blobs.put('a', text('0123456789'))
      expect(await read('a', { start: 2, end: 4 })).toBe('234')
      expect(await read('a', { start: 9, end: 9 })).toBe('9')
      expect(await read('a', { start: 8, end: 99 })).toBe('89')
    })

    it('returns undefined for an unknown key', async () => {
      expect(await blobs.info('nothing')).toBeUndefined()
      expect(await read('nothing')).toBeUndefined()
      expect(await read('nothing/below')).toBeUndefined()
      await blobs.delete('nothing')
    })

    it('replaces the whole blob', async () => {
      await blobs.put('a', text('a long first version'))
      await blobs.put('a', text('second'))
      expect(await read('a')).toBe('second')
    })

    it('keeps the old blob and no partial data when the new upload fails', async () => {
      await blobs.put('a', text('whole'))
      async function* breaking() {
        yield text('ha')
        throw new Error('connection lost')
      }
      await expect(blobs.put('a', breaking())).rejects.toThrow('connection lost')
      await expect(blobs.put('b', breaking())).rejects.toThrow('connection lost')
      expect(await read('a')).toBe('whole')
      expect(await keys('')).toEqual(['a'])
    })

    it('deletes a blob', async () => {
      await blobs.put('a', text('x'))
      await blobs.delete('a')
      expect(await blobs.info('a')).toBeUndefined()
    })

    it('lists keys by prefix', async () => {
      for (const key of [
        'remotes/meetings/1/main.js',
        'remotes/meetings/2/main.js',
        'originals/x',
      ]) {
        await blobs.put(key, text(key))
      }
      expect(await keys('remotes/meetings/1')).toEqual(['remotes/meetings/1/main.js'])
      expect(await keys('remotes/')).toHaveLength(2)
      expect(await keys('')).toHaveLength(3)
      expect(await keys('nothing/')).toEqual([])
    })

    it('lists sizes by prefix', async () => {
      await blobs.put('uploads/a/1', text('part'))
      await blobs.put('uploads/b/1', text('larger part'))
      await blobs.put('originals/x', text('paper'))
      const sizes: Record<string, number> = {}
      for await (const { key, size } of blobs.sizes('uploads/')) sizes[key] = size
      expect(sizes).toEqual({ 'uploads/a/1': 4, 'uploads/b/1': 11 })
    })

    it('deletes the blobs of a prefix while it lists them, and no other', async () => {
      const pairs = Array.from({ length: 12 }, (_, n) => {
        const hash = (from: number) => String(from).repeat(64).slice(0, 64)
        return `changes/1-${hash(n)}-${hash(n + 1)}.json`
      })
      for (const key of [...pairs, 'changes-of/x']) await blobs.put(key, text(key))
      for await (const key of blobs.keys('changes/')) await blobs.delete(key)
      expect(await keys('')).toEqual(['changes-of/x'])
    })

    it('keeps one complete blob if several are stored under a key at once', async () => {
      async function* parts(letter: string) {
        for (let n = 0; n < 100; n++) yield text(letter.repeat(1000))
      }
      await Promise.all(['a', 'b', 'c'].map((letter) => blobs.put('same', parts(letter))))
      const kept = await read('same')
      expect(kept).toBe(kept![0]!.repeat(100_000))
      expect(await keys('')).toEqual(['same'])
    })

    it.each([
      '../x',
      'a/../../x',
      '/etc/passwd',
      'a//b',
      '.hidden',
      'a/.b',
      'a\0b',
      'a\\b',
      '',
      'a/',
    ])('refuses the key %j', async (key) => {
      await expect(blobs.put(key, text('x'))).rejects.toThrow('key')
      await expect(blobs.read(key)).rejects.toThrow('key')
    })

    it('releases the file when a reader cancels early', async () => {
      await blobs.put('big', new Uint8Array(3_000_000))
      const reader = (await blobs.read('big'))!.getReader()
      await reader.read()
      await reader.cancel()
      expect(await openFiles()).toBe(0)
      await blobs.delete('big')
    })

    describe.each(callEndings)('a call that is ended because %s', (_, reason) => {
      const big = new Uint8Array(3_000_000).fill(7)
      const isClosed = () => expect.poll(openFiles).toBe(0)

      it('does nothing if it was ended before it began', async () => {
        await blobs.put('kept', text('whole'))
        const signal = endedBefore(reason)
        await expect(blobs.put('kept', text('other'), signal)).rejects.toBe(reason)
        await expect(blobs.info('kept', signal)).rejects.toBe(reason)
        await expect(blobs.read('kept', undefined, signal)).rejects.toBe(reason)
        await expect(blobs.delete('kept', signal)).rejects.toBe(reason)
        const listing = blobs.keys('', signal)[Symbol.asyncIterator]()
        await expect(listing.next()).rejects.toBe(reason)
        expect(await read('kept')).toBe('whole')
        await isClosed()
      })

      it('closes a file that is opened only after the call has ended', async () => {
        await blobs.put('big', big)
        const reading = endedMeanwhile(reason, (signal) => blobs.read('big', undefined, signal))
        // A store in memory has answered already; then the stream ends.
        const stream = await reading.catch((error: unknown) => error)
        if (stream instanceof ReadableStream) {
          await expect(stream.getReader().read()).rejects.toBe(reason)
        } else expect(stream).toBe(reason)
        await isClosed()
      })

      it('ends the stream, and closes the file', async () => {
        await blobs.put('big', big)
        const ending = new AbortController()
        const [whole, part] = await Promise.all([
          blobs.read('big', undefined, ending.signal),
          blobs.read('big', { start: 0, end: 1_000_000 }, ending.signal),
        ])
        const reader = whole!.getReader()
        ending.abort(reason)
        const left = async () => {
          for (;;) if ((await reader.read()).done) return
        }
        await expect(left()).rejects.toBe(reason)
        // Nobody has begun to read this one.
        await expect(part!.getReader().read()).rejects.toBe(reason)
        await isClosed()
      })

      it('keeps nothing of a blob whose bytes have not all arrived', async () => {
        const ending = new AbortController()
        async function* endless() {
          yield text('half')
          ending.abort(reason)
          await new Promise(() => undefined)
        }
        await expect(blobs.put('half', endless(), ending.signal)).rejects.toBe(reason)
        expect(await blobs.info('half')).toBeUndefined()
        expect(await keys('')).toEqual([])
        await isClosed()
      })
    })
  })
}
