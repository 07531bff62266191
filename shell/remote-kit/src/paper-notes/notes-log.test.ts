import type { Call } from '../client.ts'
import { eraseNotes, getNotes, noteLimits, type NotesSave, saveNotes } from '@portal/contract/notes'
import { memoryApi } from '@portal/remote-kit/memory-api'
import { beforeEach, describe, expect, it } from 'vitest'
import { createNotesLog, type NotesLog } from './notes-log.ts'
import { targetOf } from '@portal/domain/note-subject'
import type { NoteEdit } from './notes-on-device.ts'

beforeEach(() => localStorage.clear())

const documentId = 'budget'

function editOf(text: string): NoteEdit {
  const note = {
    id: crypto.randomUUID(),
    createdAt: '2026-11-03T08:00:00Z',
    color: 'yellow' as const,
    text,
    target: targetOf({ page: 1 }, 1),
  }
  return { documentId, version: 1, note }
}

/** A reader's call to the in-memory API, which can fail before or after the API has answered. */
async function reader() {
  const api = await memoryApi()
  await api.putPaper(documentId, { pages: 3 })
  const call = api.call('member')
  const line = { state: 'up' as 'up' | 'down' | 'lost' }
  const offline = Object.assign(new Error('Offline.'), {
    name: 'ApiError',
    code: 'offline',
    status: 0,
    requestId: '',
  })
  const lossy = (async (...input: Parameters<Call>) => {
    if (line.state === 'down') throw offline
    const reply = await call(...input)
    if (line.state === 'lost') throw offline
    return reply
  }) as Call
  const texts = async () => {
    const { notes } = await call(getNotes, { params: { id: documentId } })
    return notes.map(({ note }) => note.text)
  }
  return { call: lossy, line, texts }
}

function logOf(call: Call, uid = 'maria'): NotesLog {
  const log = createNotesLog(call, uid)
  log.setErasures(0)
  return log
}

describe('the log of unsaved notes', () => {
  it('saves notes, and forgets them once the API has them', async () => {
    const { call, texts } = await reader()
    const log = logOf(call)
    log.put(editOf('Ask Hana.'))
    expect(log.saving()).toEqual({ state: 'saving' })
    await log.send()
    expect(log.saving()).toEqual({ state: 'saved' })
    expect(log.edits().size).toBe(0)
    expect(await texts()).toEqual(['Ask Hana.'])
  })

  it('doesn’t restore a note that was erased elsewhere while it was written offline', async () => {
    const { call, line, texts } = await reader()
    const log = logOf(call)
    line.state = 'down'
    const before = editOf('Written before.')
    log.put({ ...before, note: { ...before.note, createdAt: '2020-01-01T08:00:00Z' } })
    await log.send()
    line.state = 'up'
    await call(eraseNotes)
    // The tab refetches the notes before it sends its own.
    const reloaded = createNotesLog(call, 'maria')
    reloaded.setErasures(1)
    await reloaded.send()
    expect(await texts()).toEqual([])
    reloaded.put(editOf('Written after.'))
    await reloaded.send()
    expect(await texts()).toEqual(['Written after.'])
  })

  it('keeps offline notes on the device, and never shows them to another reader', async () => {
    const { call, line, texts } = await reader()
    const log = logOf(call)
    line.state = 'down'
    log.put(editOf('Written on the train.'))
    await log.send()
    expect(log.saving()).toEqual({ state: 'offline' })
    // The tab is closed.
    sessionStorage.clear()
    const reloaded = logOf(call)
    expect(reloaded.edits().size).toBe(1)
    line.state = 'up'
    await reloaded.send()
    expect(await texts()).toEqual(['Written on the train.'])
    expect(logOf(call).edits().size).toBe(0)
    log.put(editOf('Another.'))
    expect(logOf(call, 'wei').edits().size).toBe(0)
    expect(logOf(call, 'mar').edits().size).toBe(0)
  })

  it('merges a closed tab’s unsaved notes with another device’s saves', async () => {
    const { call, line, texts } = await reader()
    const log = logOf(call)
    const edit = editOf('Ask Hana about the surplus.')
    log.put(edit)
    await log.send()
    const [saved] = (await call(getNotes, { params: { id: documentId } })).notes
    const { revision, color, text } = saved!.note
    const changed = (more: string): NoteEdit => ({
      ...edit,
      note: { ...edit.note, base: { revision, color, text }, text: more },
    })
    line.state = 'down'
    log.put(changed('Ask Hana about the surplus. Today.'))
    await log.send()
    line.state = 'up'
    const otherDevice = createNotesLog(call, 'other')
    otherDevice.setErasures(0)
    otherDevice.put(changed('First, ask Hana about the surplus.'))
    await otherDevice.send()
    await logOf(call).send()
    expect(await texts()).toEqual([expect.stringMatching(/^First, .*surplus\. Today\.$/)])
  })

  it('leaves nothing on the device that was written after its reader signed out', async () => {
    const { call, line } = await reader()
    const log = logOf(call)
    line.state = 'down'
    log.put(editOf('Before.'))
    expect(JSON.stringify(localStorage)).toContain('Before.')
    // Signing out does the same.
    localStorage.clear()
    log.put(editOf('A drawing that ends with the page.'))
    await log.send()
    expect(localStorage.length).toBe(0)
  })

  it('forgets what another tab has saved, and adopts what it hasn’t', async () => {
    const { call, texts } = await reader()
    const first = logOf(call)
    const [ask, buy] = [editOf('Ask'), editOf('Buy')]
    first.put(ask)
    first.put(buy)
    const second = logOf(call)
    expect(second.edits().size).toBe(2)
    await first.send()
    first.put({ ...buy, note: { ...buy.note, text: 'Buy less' } })
    await second.send()
    expect(second.edits().size).toBe(0)
    expect((await texts()).toSorted()).toEqual(['Ask', 'Buy less'])
  })

  it('saves the others when a note is refused, and keeps that note until it is changed', async () => {
    const { call, texts } = await reader()
    const log = logOf(call)
    const long = editOf('x'.repeat(20_001))
    log.put(editOf('One'))
    log.put(long)
    log.put(editOf('Two'))
    await log.send()
    expect((await texts()).toSorted()).toEqual(['One', 'Two'])
    expect(log.saving().state).toBe('failed')
    expect([...log.edits().keys()]).toEqual([long.note.id])
    expect(log.refusals().get(long.note.id)).toBe('Text: At most 20,000 characters')
    const reloaded = logOf(call)
    expect(reloaded.edits().size).toBe(1)
    await reloaded.send()
    expect(reloaded.refusals().size).toBe(1)
    reloaded.put({ ...long, note: { ...long.note, text: 'Short' } })
    expect(reloaded.refusals().size).toBe(0)
    expect(reloaded.saving()).toEqual({ state: 'saving' })
    await reloaded.send()
    expect(reloaded.saving()).toEqual({ state: 'saved' })
    expect((await texts()).toSorted()).toEqual(['One', 'Short', 'Two'])
  })

  it.each(['contention', 'conflict', 'unavailable', 'aCodeOfALaterVersion'])(
    'keeps a note that isn’t saved because of %s, and sends it again',
    async (code) => {
      const { call, texts } = await reader()
      let isBusy = true
      const busy = (async (...input: Parameters<Call>) => {
        if (!isBusy) return call(...input)
        const refusal = { name: 'ApiError', code, status: 503, requestId: '', isProblem: true }
        throw Object.assign(new Error('Too much is being saved.'), refusal)
      }) as Call
      const log = logOf(busy)
      log.put(editOf('One'))
      log.put(editOf('Two'))
      await log.send()
      expect(log.refusals().size).toBe(0)
      expect(log.saving()).toEqual({ state: 'failed', message: 'Too much is being saved.' })
      isBusy = false
      await log.send()
      expect(log.saving()).toEqual({ state: 'saved' })
      expect((await texts()).toSorted()).toEqual(['One', 'Two'])
    },
  )

  it('keeps a note for which there is no room, and sends it again once one is removed', async () => {
    const { call, texts } = await reader()
    let sent = 0
    let isFull = true
    const limited = (async (_: unknown, { body }: { body: NotesSave }) => {
      sent += 1
      const added = isFull ? body.notes.filter(({ base }) => !base) : []
      const left = { ...body, notes: body.notes.filter((note) => !added.includes(note)) }
      const reply = await call(saveNotes, { body: left })
      return { ...reply, full: added.map(({ id }) => id), fullBy: 'bytesPerPaper' }
    }) as unknown as Call
    isFull = false
    const log = logOf(limited)
    const old = editOf('Old')
    log.put(old)
    await log.send()
    isFull = true
    const fresh = editOf('New')
    log.put(fresh)
    await log.send()
    expect(log.refusals().get(fresh.note.id)).toMatch(/take as much space as they can/)
    expect(log.saving()).toMatchObject({ state: 'failed' })
    const before = sent
    await log.send()
    await log.send()
    expect(sent).toBe(before)
    expect(logOf(call).edits().size).toBe(1)
    isFull = false
    log.put({ ...old, isRemoved: true })
    await log.send()
    expect(log.refusals().size).toBe(0)
    await log.send()
    expect(log.saving()).toEqual({ state: 'saved' })
    expect(await texts()).toEqual(['New'])
  })

  it('waits as long as the API asks when notes are saved too often', async () => {
    const { call, texts } = await reader()
    let isOften = true
    const often = (async (...input: Parameters<Call>) => {
      if (!isOften) return call(...input)
      const refusal = { name: 'ApiError', code: 'tooMany', status: 429, isProblem: true }
      throw Object.assign(new Error('Too often.'), { ...refusal, requestId: '', retryAfter: 40 })
    }) as Call
    const log = logOf(often)
    log.put(editOf('Ask'))
    await log.send()
    expect(log.saving()).toEqual({ state: 'failed', message: 'Too often.' })
    expect(log.refusals().size).toBe(0)
    expect(log.pause()).toBeGreaterThan(30_000)
    expect(log.pause()).toBeLessThanOrEqual(40_000)
    isOften = false
    await log.send()
    expect(log.saving()).toEqual({ state: 'saved' })
    expect(await texts()).toEqual(['Ask'])
  })

  it('saves many large drawings in several saves', async () => {
    const { call, texts } = await reader()
    const sizes: number[] = []
    const log = logOf((async (...input: Parameters<Call>) => {
      sizes.push(JSON.stringify(input[1]).length)
      return call(...input)
    }) as Call)
    const ink = [Array.from({ length: 6000 }, () => ({ x: 0.9999, y: 0.9999 }))]
    for (let index = 0; index < 15; index += 1) {
      const edit = editOf(`Drawing ${index}`)
      log.put({ ...edit, note: { ...edit.note, target: targetOf({ page: 1, ink }, 1) } })
    }
    await log.send()
    expect(log.saving()).toEqual({ state: 'saved' })
    expect(await texts()).toHaveLength(15)
    expect(Math.max(...sizes)).toBeLessThan(noteLimits.bytesPerSave)
  })

  it('saves what is typed during a save', async () => {
    const { call, texts } = await reader()
    const log = logOf(call)
    const edit = editOf('Ask')
    log.put(edit)
    const first = log.send()
    log.put({ ...edit, note: { ...edit.note, text: 'Ask Hana' } })
    await first
    expect(await texts()).toEqual(['Ask Hana'])
    expect(log.edits().size).toBe(0)
  })

  it('saves a note once if it is sent again because the response was lost', async () => {
    const { call, line, texts } = await reader()
    const log = logOf(call)
    const edit = editOf('Ask')
    log.put(edit)
    line.state = 'lost'
    await log.send()
    expect(log.edits().size).toBe(1)
    line.state = 'up'
    log.put({ ...edit, note: { ...edit.note, text: 'Ask Hana today.' } })
    await log.send()
    expect(await texts()).toEqual(['Ask Hana today.'])
    expect(log.edits().size).toBe(0)
  })

  it('removes a note whose creation may or may not have arrived', async () => {
    const { call, line, texts } = await reader()
    const log = logOf(call)
    const edit = editOf('A mistake.')
    log.put(edit)
    line.state = 'lost'
    await log.send()
    log.put({ ...edit, isRemoved: true })
    line.state = 'up'
    await log.send()
    expect(await texts()).toEqual([])
    expect(log.saving()).toEqual({ state: 'saved' })
  })

  it('sends more notes than fit into one save', async () => {
    const { call, texts } = await reader()
    const log = logOf(call)
    for (let index = 0; index < 130; index += 1) log.put(editOf(`Note ${index}`))
    await log.send()
    expect((await texts()).length).toBe(130)
  })

  it('sends nothing before it knows how often the reader has erased their notes', async () => {
    const { call, texts } = await reader()
    const log = createNotesLog(call, 'maria')
    log.put(editOf('Too early.'))
    await log.send()
    expect(await texts()).toEqual([])
    expect(log.edits().size).toBe(1)
  })
})
