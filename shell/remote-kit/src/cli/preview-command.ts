import { createHash, randomBytes } from 'node:crypto'
import { isEmailAddress } from '@portal/domain/email-address'
import { previewInWords } from '@portal/domain/preview-words'
import {
  type ComparedPreview,
  endPreview,
  listPreviews,
  mostPreviewPeople,
  previewDays,
  startPreview,
} from '@portal/contract/previews'
import { getRelease, type ReleaseRecord } from '@portal/contract/publishing'
import { print } from '@portal/domain/print'
import { type Command, CommandFailure, readArgs, WrongUse } from './command.ts'
import { allGood } from './findings.ts'
import { openPortal, type PortalConnection } from './portal-connection.ts'
import { publishRemote } from './publish-remote.ts'
import { remoteFolder, remoteNamed } from './remote-folders.ts'

export const previewCommand: Command = {
  summary:
    'Publishes a remote as a preview, or takes a published release, and prints a link that runs it for the named people until it expires. Lists and ends previews.',
  usage: `[<remote>] --people <e-mail>,… [--days <${previewDays.least}–${previewDays.most}>] [--release <release>] | --list | --end <release or id>`,
  async run(args) {
    const { positionals, values } = readArgs(args, {
      options: {
        people: { type: 'string', multiple: true },
        days: { type: 'string' },
        release: { type: 'string' },
        list: { type: 'boolean' },
        end: { type: 'string' },
      },
      most: 1,
    })
    const { people: named, days: given, release, list, end } = values
    const starts = [named, given, release].some((value) => value !== undefined)
    if ([starts, list, end !== undefined].filter(Boolean).length > 1) {
      throw new WrongUse('Start, list or end previews: one at a time.')
    }
    if (list || end !== undefined) {
      const remote = remoteNamed(positionals[0])
      const portal = openPortal(remote)
      return end === undefined ? printAll(portal, remote) : endAll(portal, remote, end)
    }
    const people = peopleIn(named)
    const days = daysIn(given)
    const remote =
      release === undefined ? remoteFolder(positionals[0]).name : remoteNamed(positionals[0])
    const portal = openPortal(remote)
    const record =
      release === undefined
        ? await publishRemote(portal, remoteFolder(positionals[0]), { isPreview: true })
        : await checkedRelease(portal, remote, release)
    const secret = randomBytes(32).toString('base64url')
    const preview = await portal.call(startPreview, {
      params: { remote, id: idOf(secret) },
      body: { release: record.release, people, days },
    })
    // The part behind # isn't sent to any server with the first request.
    const place = record.navigation[0]?.to ?? record.routes[0] ?? '/'
    print(
      `${preview.release} of ${remote} is previewed until ${preview.expiresAt} by ${preview.people.join(', ')}, signed in, at this link:`,
      '',
      `  ${portal.url}${place}#preview=${secret}`,
      '',
      `People with admin rights run it once an admin has approved it on Releases. To end it: portal preview ${remote} --end ${preview.release}`,
    )
    return 0
  },
}

function peopleIn(named: string[] | undefined): string[] {
  const people = (named ?? []).flatMap((text) => text.split(/[\s,]+/)).filter(Boolean)
  if (people.length === 0) throw new WrongUse('Name who may open it with --people.')
  if (people.length > mostPreviewPeople) {
    throw new WrongUse(`A preview is for at most ${mostPreviewPeople} people.`)
  }
  const odd = people.find((email) => !isEmailAddress(email))
  if (odd !== undefined) throw new WrongUse(`“${odd}” isn’t an e-mail address.`)
  return people
}

function daysIn(given: string | undefined): number {
  if (given === undefined) return previewDays.usual
  const { least, most } = previewDays
  const days = Number(given)
  if (Number.isInteger(days) && days >= least && days <= most) return days
  throw new WrongUse(`--days must be a whole number from ${least} to ${most}, not “${given}”.`)
}

function idOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** A published release, checked again if it was checked under a different shell. */
async function checkedRelease(
  portal: PortalConnection,
  remote: string,
  release: string,
): Promise<ReleaseRecord> {
  const params = { remote, release }
  const record = await portal.call(getRelease, { params })
  if (record.checked?.forQa || record.checked?.current) return record
  const { checkRelease } = await import('./check-release.ts')
  const { fetchRelease } = await import('./fetch-release.ts')
  const { portalTarget } = await import('./check-target.ts')
  const { reportPassed } = await import('./report-passed.ts')
  const whole = await fetchRelease(portal, record)
  const target = await portalTarget(portal, remote)
  if (!(await allGood(checkRelease(whole, target), print))) {
    throw new CommandFailure(`${release} can’t be previewed.`)
  }
  await reportPassed(portal, { ...params, shell: target.shell.content.build })
  return record
}

async function printAll({ call }: PortalConnection, remote: string): Promise<number> {
  const { previews } = await call(listPreviews, { params: { remote } })
  print(
    ...(previews.length === 0
      ? [`${remote} has no running preview.`]
      : previews.flatMap(previewLines)),
  )
  return 0
}

/** Enough of an id to tell previews apart. */
const shortLength = 12

function previewLines(preview: ComparedPreview): string[] {
  const { id, release, people, createdBy, expiresAt, comparison } = preview
  return [
    `${id.slice(0, shortLength)}  ${release}, until ${expiresAt}, by ${createdBy}`,
    `              for ${people.join(', ')}`,
    ...previewInWords(comparison).map((sentence) => `              ${sentence}`),
  ]
}

async function endAll({ call }: PortalConnection, remote: string, named: string): Promise<number> {
  const { previews } = await call(listPreviews, { params: { remote } })
  const isId = /^[0-9a-f]{8,64}$/.test(named)
  const matching = previews.filter(
    ({ id, release }) => release === named || (isId && id.startsWith(named)),
  )
  // A pipeline that runs again changes nothing.
  if (matching.length === 0) print(`${remote} has no running preview of ${named}.`)
  for (const { id, release } of matching) {
    await call(endPreview, { params: { remote, id } })
    print(`The preview ${id.slice(0, shortLength)} of ${release} is ended.`)
  }
  return 0
}
