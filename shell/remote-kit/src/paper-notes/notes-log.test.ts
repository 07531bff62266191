import type { Call } from '@portal/contract/client'
import { eraseNotes, getNotes } from '@portal/contract/notes'
import { memoryApi } from '@portal/remote-kit/memory-api'
import { beforeEach, describe, expect, it } from 'vitest'
import { createNotesLog, type NoteEdit, type NotesLog } from './notes-log.ts'
import { targetOf } from './note-subjects.ts'

beforeEach(() => sessionStorage.clear())

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

/** A reader's call to the API in memory, which can fail before or after the API has answered. */
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
  it('saves notes, and forgets what the API has', async () => {
    const { call, texts } = await reader()
    const log = logOf(call)
    log.put(editOf('Ask Hana.'))
    expect(log.saving()).toEqual({ state: 'saving' })
    await log.send()
    expect(log.saving()).toEqual({ state: 'saved' })
    expect(log.edits().size).toBe(0)
    expect(await texts()).toEqual(['Ask Hana.'])
  })

  it('doesn’t bring a note back that was erased elsewhere while it was written offline', async () => {
    const { call, line, texts } = await reader()
    const log = logOf(call)
    line.state = 'down'
    const before = editOf('Written before.')
    log.put({ ...before, note: { ...before.note, createdAt: '2020-01-01T08:00:00Z' } })
    await log.send()
    line.state = 'up'
    await call(eraseNotes)
    // The tab reads the notes again before it sends its own.
    const reloaded = createNotesLog(call, 'maria')
    reloaded.setErasures(1)
    await reloaded.send()
    expect(await texts()).toEqual([])
    reloaded.put(editOf('Written after.'))
    await reloaded.send()
    expect(await texts()).toEqual(['Written after.'])
  })

  it('keeps what is written offline, also over a reload, and never shows it to another reader', async () => {
    const { call, line, texts } = await reader()
    const log = logOf(call)
    line.state = 'down'
    log.put(editOf('Written on the train.'))
    await log.send()
    expect(log.saving()).toEqual({ state: 'offline' })
    const reloaded = logOf(call)
    expect(reloaded.edits().size).toBe(1)
    line.state = 'up'
    await reloaded.send()
    expect(await texts()).toEqual(['Written on the train.'])
    log.put(editOf('Another.'))
    expect(logOf(call, 'wei').edits().size).toBe(0)
  })

  it('saves what is typed while a save is on its way', async () => {
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

  it('saves once what is sent again because the answer was lost', async () => {
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

  it('sends nothing before it knows what the reader has erased', async () => {
    const { call, texts } = await reader()
    const log = createNotesLog(call, 'maria')
    log.put(editOf('Too early.'))
    await log.send()
    expect(await texts()).toEqual([])
    expect(log.edits().size).toBe(1)
  })
})
