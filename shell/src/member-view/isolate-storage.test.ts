import { expect, it } from 'vitest'
import { isolateStorage } from './enter-member-view.ts'

/** A class like the browser's: every storage of the page shares its methods. */
function storageClass() {
  const stored = new WeakMap<object, Map<string, string>>()
  const own = (storage: object) => {
    if (!stored.has(storage)) stored.set(storage, new Map())
    return stored.get(storage)!
  }
  const methods = {
    getItem(key: string): string | null {
      return own(this).get(key) ?? null
    },
    setItem(key: string, value: string) {
      own(this).set(key, value)
    },
    removeItem(key: string) {
      own(this).delete(key)
    },
  }
  return { methods, open: () => Object.create(methods) as typeof methods, own }
}

it('neither shows nor changes what the admin’s own pages keep, per storage', () => {
  const { methods, open, own } = storageClass()
  const [local, session] = [open(), open()]
  local.setItem('governanceMappings', 'as the admin sees them')
  isolateStorage(methods)
  expect(local.getItem('governanceMappings')).toBeNull()
  local.setItem('governanceMappings', 'with drafts')
  expect(local.getItem('governanceMappings')).toBe('with drafts')
  expect(session.getItem('governanceMappings')).toBeNull()
  expect([...own(local)]).toEqual([['governanceMappings', 'as the admin sees them']])
})

it('shares the settings of the device, the sign-in and the tab’s view', () => {
  const { methods, open, own } = storageClass()
  const local = open()
  isolateStorage(methods)
  for (const key of ['portal.reader', 'firebase:authUser', 'memberView', 'memberViewFrom']) {
    local.setItem(key, 'shared')
    expect(own(local).get(key)).toBe('shared')
    expect(local.getItem(key)).toBe('shared')
  }
})

it('removes what is stored, as at sign-out', () => {
  const { methods, open, own } = storageClass()
  const local = open()
  local.setItem('agenda-draft', 'typed')
  isolateStorage(methods)
  local.setItem('marks', 'viewed')
  for (const key of ['agenda-draft', 'marks']) local.removeItem(key)
  expect([own(local).size, local.getItem('marks')]).toEqual([0, null])
})
