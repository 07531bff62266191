import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { clearReaderData } from './clear-reader-data.ts'

it('deletes everything that was read, and keeps the settings of the device and the tab', () => {
  for (const storage of [localStorage, sessionStorage]) {
    storage.clear()
    storage.setItem('portal.viewer-height', '80')
    storage.setItem('upcoming-events', '[]')
  }
  const queries = new QueryClient()
  queries.setQueryData(['directory'], [])
  clearReaderData(queries)
  expect(queries.getQueryData(['directory'])).toBeUndefined()
  for (const storage of [localStorage, sessionStorage]) {
    expect(Object.keys(storage)).toEqual(['portal.viewer-height'])
  }
})

it('keeps unsaved work after a sign-in has expired, and nothing that was read', () => {
  localStorage.clear()
  sessionStorage.setItem('upcoming-events', '[]')
  localStorage.setItem('agenda-2026-q4-maria', '{}')
  localStorage.setItem('unsaved-notes-maria', 'true')
  clearReaderData(new QueryClient(), { keepUnsaved: true })
  expect(sessionStorage.getItem('upcoming-events')).toBeNull()
  expect(localStorage.getItem('agenda-2026-q4-maria')).toBe('{}')
  expect(localStorage.getItem('unsaved-notes-maria')).toBe('true')
  clearReaderData(new QueryClient())
  expect(localStorage).toHaveLength(0)
})
