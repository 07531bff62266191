import { getPortal } from '@portal/contract/portal'
import { renderRemote } from '@portal/remote-kit/testing'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import admin from '../remote.ts'
import { measure, promote, releasesApi, second, third } from './releases-fixture.ts'
import { speedInWords } from './health-section.tsx'

const metrics = [
  { metric: 'lcp', candidate: 2900, stable: 1800, isSlower: true },
  { metric: 'inp', candidate: 120, stable: 118, isSlower: false },
  { metric: 'cls', candidate: 180, stable: 50, isSlower: true },
] as const

describe('the speed of a candidate in words', () => {
  it('names each metric in which it is slower, with both values', () => {
    const people = { candidate: 212, stable: 340 }
    expect(speedInWords({ verdict: 'slower', people, metrics: [...metrics] })).toBe(
      'Slower than the current release: pages take 2.9 s instead of 1.8 s, content moves by 0.18 instead of 0.05. The portal is about to deny it.',
    )
  })

  it('says how many people are missing for a comparison', () => {
    const people = { candidate: 1, stable: 12 }
    expect(speedInWords({ verdict: 'few', people, metrics: [] })).toBe(
      'Too few people to compare it: 1 with it and 12 with the current release, outside the cohorts. Ten of each are needed.',
    )
  })
})

describe('the screen', () => {
  /** Readers open a page of the release that they run, an hour after the candidate's step. */
  const opened = async (paint: { candidate: number; stable: number }) => {
    let time = new Date('2026-11-22T09:30:00Z')
    const api = await releasesApi({}, { now: () => time })
    await promote(api, third, '50')
    time = new Date('2026-11-22T10:30:00Z')
    for (let n = 0; n < 60; n++) {
      const who = { email: `reader-${n}@larkspur.example`, provider: 'google.com' } as const
      const { composition } = await api.call(who)(getPortal)
      const { release } = composition.remotes[0]!.releases[0]!
      await measure(api, who, release, release === third ? paint.candidate : paint.stable)
    }
    await api.features.releases.watch.flush()
    await renderRemote(admin, { path: '/admin/releases?remote=meetings', as: 'admin', api })
    return screen.findByRole('region', { name: 'How it does' })
  }
  const paintOf = async (section: HTMLElement, release: string) => {
    const title = await within(section).findByRole('heading', { name: new RegExp(release) })
    const item = title.closest('li')!
    return within(item).getByText('A page takes').nextElementSibling!.textContent
  }

  it('shows each release’s speed, and that the candidate isn’t slower', async () => {
    const section = await opened({ candidate: 1800, stable: 1800 })
    await within(section).findByText(/Not clearly slower than the current release, measured with/)
    expect(await paintOf(section, third)).toBe('2.0 s')
    expect(await paintOf(section, second)).toBe('2.0 s')
  })

  it('shows why a candidate was denied that was slower', async () => {
    const section = await opened({ candidate: 3600, stable: 1800 })
    const notices = await screen.findByRole('list', { name: 'Notices about releases' })
    expect(notices.textContent).toContain(
      'It was slower than the stable release: pages take 3.9 s instead of 2.0 s',
    )
    expect(await paintOf(section, third)).toBe('3.9 s')
  })
})
