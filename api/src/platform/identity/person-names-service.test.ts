import { describe, expect, it } from 'vitest'
import { memoryAccounts } from '../../adapters/memory/memory-accounts.ts'
import { createPersonNames } from './person-names-service.ts'

function open(entries: { email?: string; name: string }[] = []) {
  const accounts = memoryAccounts()
  const warnings: string[] = []
  const state = { at: 0, isDown: false, requests: 0 }
  const names = createPersonNames({
    accounts: {
      list(page) {
        state.requests += 1
        if (state.isDown) throw new Error('unreachable')
        return accounts.list(page)
      },
    },
    directory: { entries: () => entries },
    now: () => new Date(state.at),
    log: { info: () => {}, warn: (message) => void warnings.push(message), error: () => {} },
  })
  const nameOf = async (email: string) => (await names.current())(email)
  return { accounts, nameOf, state, warnings }
}

describe('the name of a person', () => {
  it('comes from the account, or else from the directory entry, and ignores the case of the address', async () => {
    const { accounts, nameOf } = open([
      { email: 'Ada@larkspur.example', name: 'Dr. Ada Park' },
      { email: 'ben@larkspur.example', name: 'Ben Ito' },
      { name: 'Nobody' },
    ])
    accounts.put({ uid: 'a', email: 'ada@larkspur.example', displayName: 'Ada Park' })
    accounts.put({ uid: 'c', email: 'cy@larkspur.example', displayName: ' ' })
    expect(await nameOf('ADA@larkspur.example')).toBe('Ada Park')
    expect(await nameOf('ben@larkspur.example')).toBe('Ben Ito')
    expect(await nameOf('cy@larkspur.example')).toBeUndefined()
    expect(await nameOf('')).toBeUndefined()
  })

  it('can be on any page of the provider’s list', async () => {
    const { accounts, nameOf } = open()
    for (let n = 0; n < 1001; n += 1) {
      accounts.put({ uid: `u${n}`, email: `u${n}@larkspur.example`, displayName: `Person ${n}` })
    }
    expect(await nameOf('u1000@larkspur.example')).toBe('Person 1000')
  })

  it('disappears a minute after the account is deleted', async () => {
    const { accounts, nameOf, state } = open()
    accounts.put({ uid: 'a', email: 'ada@larkspur.example', displayName: 'Ada Park' })
    expect(await nameOf('ada@larkspur.example')).toBe('Ada Park')
    await accounts.delete('a')
    state.at += 60_000
    expect(await nameOf('ada@larkspur.example')).toBeUndefined()
    expect(state.requests).toBe(2)
  })

  it('comes from the directory while the accounts can’t be read, without a request to the provider each time', async () => {
    const { accounts, nameOf, state, warnings } = open([
      { email: 'ada@larkspur.example', name: 'Ada' },
    ])
    accounts.put({ uid: 'a', email: 'ada@larkspur.example', displayName: 'Ada Park' })
    state.isDown = true
    expect(await nameOf('ada@larkspur.example')).toBe('Ada')
    state.isDown = false
    expect(await nameOf('ada@larkspur.example')).toBe('Ada')
    expect(state.requests).toBe(1)
    expect(warnings).toHaveLength(1)
    state.at += 60_000
    expect(await nameOf('ada@larkspur.example')).toBe('Ada Park')
  })
})
