import { listAudit } from '@portal/contract/audit'
import { getPortal } from '@portal/contract/portal'
import { endPreview } from '@portal/contract/previews'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testPeople } from '../../../testing/test-api.ts'
import { timeHasPassed } from '../../../platform/background/settled-time-fixture.ts'
import { machineOf, publishedBuild } from '../published-build-fixture.ts'
import { type PreviewApi, previewApi, previewed, stable } from './preview-fixture.ts'

let portal: PreviewApi
beforeEach(async () => {
  portal = await previewApi()
})
afterEach(() => portal.api.close())

const refusal = async (as?: Parameters<PreviewApi['open']>[0], of?: string) =>
  (await portal.open(as, of)).override?.refused

describe('starting a preview', () => {
  it('lasts a week for the people it names, and compares the release with the stable one', async () => {
    const preview = await portal.start({ people: ['Maria.Lopez@Larkspur.example', 'a@b.example'] })
    expect(preview).toEqual({
      id: portal.id,
      remote: 'meetings',
      release: previewed,
      people: ['a@b.example', 'maria.lopez@larkspur.example'],
      createdAt: '2026-11-20T09:00:00.000Z',
      createdBy: 'release token ci',
      expiresAt: '2026-11-27T09:00:00.000Z',
    })
    const comparison = { stable, bytes: { preview: 99, stable: 17 } }
    const previews = [{ ...preview, comparison }]
    expect(await portal.list()).toEqual({ previews })
    expect(await portal.list(portal.admin())).toEqual({ previews })
  })

  it('stores only the hash of the secret', async () => {
    await portal.start()
    const { documents } = await portal.api.ports.store.list('release_previews')
    expect(documents.map(({ id }) => id)).toEqual([portal.id])
    expect(JSON.stringify(documents)).not.toContain(portal.secret)
  })

  it('changes nothing when it is repeated, and refuses another preview under the same link', async () => {
    const first = await portal.start()
    portal.passDays(1)
    expect(await portal.start()).toEqual(first)
    for (const other of [{ days: 3 }, { people: ['a@b.example'] }, { release: stable }]) {
      await expect(portal.start(other)).rejects.toMatchObject({
        status: 409,
        message: 'This link already belongs to another preview: make a new one.',
      })
    }
  })

  it('requires that the team tested the release under the portal’s shell', async () => {
    await portal.team.publish(publishedBuild({ release: '1.2.0-c' }))
    await expect(portal.start({ release: '1.2.0-c' })).rejects.toMatchObject({
      status: 409,
      message:
        '1.2.0-c wasn’t tested under the portal’s current shell: “portal preview” tests it first.',
    })
    await portal.check('1.2.0-c')
    expect((await portal.start({ release: '1.2.0-c' })).release).toBe('1.2.0-c')
  })

  it('refuses a release that is unknown or denied', async () => {
    await expect(portal.start({ release: '9.9.9-x' })).rejects.toMatchObject({
      status: 404,
      message: 'meetings has no release 9.9.9-x.',
    })
    await portal.deny(previewed)
    await expect(portal.start()).rejects.toMatchObject({
      status: 409,
      message: `${previewed} of meetings was denied: preview another release.`,
    })
  })

  it.each([
    { people: [] },
    { people: ['nobody'] },
    { people: Array.from({ length: 21 }, (_, n) => `reader-${n}@larkspur.example`) },
    { days: 0 },
    { days: 31 },
  ])('refuses %j', async (body) => {
    await expect(portal.start(body)).rejects.toMatchObject({ status: 400 })
  })

  it('refuses members and the tokens of other remotes', async () => {
    await portal.start()
    const other = await machineOf(portal.api, 'directory')
    for (const call of [portal.api.call('member'), other.call]) {
      for (const act of [portal.start({}, call), portal.list(call), portal.end(call)]) {
        await expect(act).rejects.toMatchObject({ status: 403 })
      }
    }
  })

  it('records its start and its end in the audit, with its people', async () => {
    await portal.start()
    await portal.start()
    await portal.end(portal.admin())
    await portal.end()
    const { entries } = await portal.admin()(listAudit, { query: {} })
    const own = entries.filter(({ what }) => what.startsWith('preview '))
    const state = {
      people: ['maria.lopez@larkspur.example'],
      expiresAt: '2026-11-27T09:00:00.000Z',
    }
    const subject = `meetings@${previewed}`
    expect(own).toMatchObject([
      { what: 'preview ended', by: testPeople.admin.email, subject, before: state, after: null },
      { what: 'preview started', by: 'release token ci', subject, before: null, after: state },
    ])
  })
})

describe('opening the link', () => {
  it('runs the release only in the page that requests it, under a policy for it', async () => {
    const { expiresAt } = await portal.start()
    const { comparison } = (await portal.list()).previews[0]!
    const page = await portal.open()
    expect(page.override).toEqual({
      asked: `preview=${portal.secret}`,
      remotes: [{ name: 'meetings', release: previewed }],
      until: expiresAt,
      preview: { id: portal.id, comparison },
    })
    expect(page.id).toBe(`meetings@${previewed}`)
    expect(page.policy).toContain(` portal-meetings-${previewed} `)
    const usual = await portal.api.call('member')(getPortal)
    expect(usual.composition.id).toBe(`meetings@${stable}`)
  })

  it('shows other people one sentence that names neither the release nor its people', async () => {
    await portal.start()
    const page = await portal.open('staff')
    expect(page.override).toEqual({
      asked: `preview=${portal.secret}`,
      remotes: [],
      refused:
        'This preview isn’t for wei.chen@larkspur.example: sign in as the person it was made for, or ask the team that sent the link to name you.',
      isForOthers: true,
    })
    expect(page.id).toBe(`meetings@${stable}`)
    expect(page.policy).not.toContain(previewed)
  })

  it('runs nothing before somebody has signed in', async () => {
    await portal.start()
    const response = await portal.api.request(`/meetings?preview=${portal.secret}`)
    expect(response.headers.get('content-security-policy')).not.toContain(previewed)
    expect(await response.text()).not.toContain(previewed)
  })

  it('serves people with admin rights nothing before an admin has approved the release', async () => {
    await portal.start({ people: [testPeople.admin.email] })
    const before = await portal.open('admin')
    expect(before.override?.refused).toBe(
      `No admin has approved ${previewed} of meetings yet, so it isn’t served to admins.`,
    )
    expect([before.id, before.policy.includes(previewed)]).toEqual([`meetings@${stable}`, false])
    await portal.approve(previewed)
    expect((await portal.open('admin')).id).toBe(`meetings@${previewed}`)
  })

  it('shows that a preview has expired, was ended or never existed', async () => {
    const asks = 'ask the team that sent the link for a new one.'
    const unknown =
      'There is no such preview: copy the whole link, or ask the team that sent it for a new one.'
    expect(await refusal('member', 'short')).toBe(unknown)
    expect(await refusal()).toBe(unknown)
    await portal.start({ days: 2 })
    portal.passDays(1.9)
    expect(await refusal()).toBeUndefined()
    portal.passDays(0.1)
    expect(await refusal()).toBe(`This preview has expired: ${asks}`)
    const other = 'o'.repeat(43)
    await portal.start({ of: other })
    await portal.end(portal.team.call, other)
    expect(await refusal('member', other)).toBe(`This preview was ended: ${asks}`)
    // It can't be started again either.
    await expect(portal.start({ of: other })).rejects.toMatchObject({ status: 409 })
    expect(await portal.list()).toEqual({ previews: [] })
  })

  it('runs no release of a stopped remote', async () => {
    await portal.start()
    await portal.stop()
    expect(await refusal()).toContain('meetings is stopped for everyone')
  })

  it('runs no release that was denied since', async () => {
    await portal.start()
    await portal.deny(previewed)
    expect(await refusal()).toContain(`${previewed} of meetings was denied`)
  })
})

it('ends a preview of its own remote only', async () => {
  await portal.start()
  const other = await machineOf(portal.api, 'directory')
  await expect(
    other.call(endPreview, { params: { remote: 'directory', id: portal.id } }),
  ).rejects.toMatchObject({ status: 404, message: 'directory has no such preview.' })
  expect((await portal.list()).previews).toHaveLength(1)
})

it('refuses previews where the portal allows no overrides', async () => {
  await portal.api.close()
  portal = await previewApi({ overrides: 'none' })
  const message = 'This portal allows no overrides.'
  await expect(portal.start()).rejects.toMatchObject({ status: 403, message })
  expect(await refusal()).toBe(message)
})

describe('the clean-up of releases', () => {
  const collect = async () => {
    await timeHasPassed(portal.api.ports.store)
    return portal.api.features.releases.retention.collect()
  }

  it('keeps a release that somebody previews, and deletes it with its previews afterwards', async () => {
    await collect()
    portal.passDays(80)
    const team = await machineOf(portal.api, 'meetings', 'later')
    await portal.start({ days: 30 }, team.call)
    portal.passDays(15)
    expect((await collect()).releases).toEqual([])
    portal.passDays(16)
    expect((await collect()).releases).toEqual([`meetings@${previewed}`])
    expect((await portal.api.ports.store.list('release_previews')).documents).toEqual([])
  })

  it('forgets a preview a month after its end', async () => {
    await portal.start()
    portal.passDays(36)
    await collect()
    expect((await portal.api.ports.store.list('release_previews')).documents).toHaveLength(1)
    portal.passDays(2)
    await collect()
    expect((await portal.api.ports.store.list('release_previews')).documents).toEqual([])
  })
})
