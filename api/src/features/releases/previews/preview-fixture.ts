import { createHash, randomBytes } from 'node:crypto'
import {
  approveRelease,
  denyRelease,
  getPointer,
  promoteRelease,
  type PromotionStep,
  stopRemote,
} from '@portal/contract/pointers'
import { pageData, pageDataElement } from '@portal/contract/portal'
import { endPreview, listPreviews, startPreview } from '@portal/contract/previews'
import { noteCheck } from '@portal/contract/publishing'
import * as z from 'zod/mini'
import type { ShellFiles } from '../../page/shell-files.ts'
import {
  testApi,
  type TestIdentity,
  testPeople,
  type TestPersonName,
} from '../../../testing/test-api.ts'
import { machineOf, publishedBuild } from '../published-build-fixture.ts'

const build = 'a-build'
const shell: ShellFiles = {
  page: async () => '<!doctype html><!--preload--><!--page-data-->',
  file: () => undefined,
  build,
}
const params = { remote: 'meetings' }
const reason = 'It is time'

export const stable = '1.0.0-a'
export const previewed = '1.1.0-b'

/** A portal whose meetings team has published a second release and tested it. */
export async function previewApi({ overrides = 'admins' } = {}) {
  let clock = new Date('2026-11-20T09:00:00Z')
  const api = await testApi({
    env: { OVERRIDES: overrides },
    ports: { shell },
    now: () => clock,
  })
  const team = await machineOf(api, 'meetings')
  await team.publish(publishedBuild({ release: stable }))
  await team.publish(
    publishedBuild({ release: previewed, files: { 'container.js': 'x'.repeat(99) } }),
  )
  const admin = () => api.call('admin')
  const revision = async () =>
    (await api.ports.store.get('release_pointers', 'meetings'))?.revision ?? ('new' as const)
  const check = (release: string) =>
    team.call(noteCheck, { params: { ...params, release }, body: { shell: build } })
  const promote = async (release: string, step: PromotionStep) =>
    admin()(promoteRelease, {
      params,
      body: { release, step, reason, anyway: true },
      revision: await revision(),
    })
  await promote(stable, '100')
  await check(previewed)

  const secret = randomBytes(32).toString('base64url')
  const idOf = (of: string) => createHash('sha256').update(of).digest('hex')
  const at = (id: string) => ({ params: { ...params, id } })

  return {
    api,
    team,
    secret,
    id: idOf(secret),
    admin,
    check,
    promote,
    pointer: () => admin()(getPointer, { params }),
    passDays: (days: number) => void (clock = new Date(clock.getTime() + days * 86_400_000)),
    approve: async (release: string) =>
      admin()(approveRelease, { params, body: { release, reason }, revision: await revision() }),
    deny: async (release: string) =>
      admin()(denyRelease, { params, body: { release, reason }, revision: await revision() }),
    stop: async () => admin()(stopRemote, { params, body: { reason }, revision: await revision() }),
    start: (
      options: { of?: string; release?: string; people?: string[]; days?: number } = {},
      call = team.call,
    ) => {
      const { of = secret, release = previewed, people = [testPeople.member.email], days } = options
      return call(startPreview, {
        ...at(idOf(of)),
        body: { release, people, ...(days === undefined ? {} : { days }) },
      })
    },
    end: (call = team.call, of = secret) => call(endPreview, at(idOf(of))),
    list: (call = team.call) => call(listPreviews, { params }),
    /** The page that a tab with the link gets. */
    async open(as: TestPersonName | TestIdentity = 'member', of = secret) {
      const who = typeof as === 'string' ? testPeople[as] : as
      const cookie = `__session=${api.tokenFor(who)}`
      const response = await api.request(`/meetings?preview=${of}`, { headers: { cookie } })
      const html = await response.text()
      const element = `<script type="application/json" id="${pageDataElement}">`
      const json = html.slice(html.indexOf(element) + element.length).split('</script>')[0]!
      const { portal, override } = z.parse(pageData, JSON.parse(json))
      return {
        override,
        id: portal?.composition.id,
        policy: response.headers.get('content-security-policy')!,
      }
    },
  }
}
export type PreviewApi = Awaited<ReturnType<typeof previewApi>>
