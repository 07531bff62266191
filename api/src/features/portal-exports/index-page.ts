import {
  compareMeetings,
  meetingId,
  meetingLabel,
  meetingOf,
  type MeetingRef,
} from '@portal/domain/meeting-ref'
import { mappingId, meetingOfMapping } from '@portal/domain/ids'
import { papersOfMeeting } from '@portal/domain/quarter-papers'
import { html } from 'hono/html'
import type {
  ExportedAgenda,
  ExportedContent,
  ExportedPaper,
  ExportedSlot,
  ExportedVersion,
} from './exported-content.ts'
import { accountsPageName, usersName } from './accounts-page.ts'
import { agendaTitle, agendaWhen } from './agenda-page.ts'
import { auditTitleOf } from './audit-page.ts'
import { exportPage, hrefOf, type Html } from './export-page.ts'
import { paperNames, paperVersionKey, safeName } from './paper-names.ts'
import { imageFile } from './planned-files.ts'
import type { ExportFile } from './stored-export.ts'

type Index = {
  foundation: { name: string; timeZone: string }
  /** Such as `November 25, 2026`. */
  day: string
  content: ExportedContent
  files: readonly ExportFile[]
}

/** The first page of an archive: every meeting with its agenda and papers, the other papers, and the directory. */
export function indexPage({ foundation, day, content, files }: Index): string {
  const names = paperNames(content)
  const byName = new Map(files.map((file) => [file.name, file]))
  const papers = new Map(content.papers.map((paper) => [paper.id, paper]))
  const slots = Object.fromEntries(content.slots.map((slot) => [slot.id, slot]))
  const meetings = meetingsOf(content)
  const agendas = new Map(content.agendas.map((agenda) => [agenda.id, agenda]))
  const nameOf = (meeting: MeetingRef) => {
    const { title, date } = agendas.get(meetingId(meeting)) ?? {}
    return meetingLabel(meeting, title === undefined ? undefined : { title, date })
  }
  const mapped = new Set(content.slots.map(({ documentId }) => documentId))

  const versionRow = (version: ExportedVersion) => {
    const name = names.get(paperVersionKey(version.paper, version.number))
    const file = name === undefined ? undefined : byName.get(name)
    const arrived = version.arrivedAt === undefined ? '' : `, ${version.arrivedAt.slice(0, 10)}`
    const called = `Version ${version.number}${arrived}`
    if (file?.key !== undefined) return html`<li><a href="${hrefOf(file.name)}">${called}</a></li>`
    return html`<li>${called}: ${withoutFile(version, file)}</li>`
  }
  const paperRow = (called: string, paper: ExportedPaper) => {
    const earlier = paper.versions.filter(({ isShown }) => !isShown)
    const shown = paper.versions.find(({ isShown }) => isShown)
    const name = shown && names.get(paperVersionKey(paper.id, shown.number))
    const file = name === undefined ? undefined : byName.get(name)
    const link =
      file?.key === undefined
        ? html`${called}: ${shown ? withoutFile(shown, file) : 'not shown to members.'}`
        : html`<a href="${hrefOf(file.name)}">${called}</a>`
    const others =
      earlier.length > 0
        ? html`<ul>
            ${earlier.map(versionRow)}
          </ul>`
        : ''
    return html`<li>${link}${others}</li>`
  }
  const slotRow = ({ name, documentId, embedUrl, active }: ExportedSlot) => {
    const hidden = active ? '' : ' (not shown to members)'
    const paper = documentId === undefined ? undefined : papers.get(documentId)
    if (paper) return paperRow(`${name}${hidden}`, paper)
    if (embedUrl !== undefined) {
      return html`<li>${name}${hidden}: <a href="${safeUrl(embedUrl)}">${embedUrl}</a></li>`
    }
    return documentId === undefined ? '' : html`<li>${name}${hidden}: the paper is gone.</li>`
  }
  const meetingPart = (meeting: MeetingRef) => {
    const id = meetingId(meeting)
    const agenda = agendas.get(id)
    const rows = papersOfMeeting(meeting, slots).flatMap((slot) => slots[mappingId(slot)] ?? [])
    return html`<section aria-labelledby="${id}">
      <h2 id="${id}">${nameOf(meeting)}</h2>
      ${agenda ? agendaLink(agenda, foundation.timeZone) : ''}
      <ul>
        ${rows.map(slotRow)}
      </ul>
    </section>`
  }
  const group = (title: string, kind: 'governance' | 'communications') => {
    const rows = content.slots.filter(({ slot }) => slot.kind === kind).map(slotRow)
    return rows.length === 0
      ? ''
      : section(
          title,
          html`<ul>
            ${rows}
          </ul>`,
        )
  }
  const auditPages = files.flatMap(({ name, key }) => {
    const called = auditTitleOf(name)
    return key === undefined || called === undefined ? [] : [{ name, title: called }]
  })
  const others = content.papers.filter(({ id }) => !mapped.has(id))
  const title = `Board papers of ${foundation.name}`
  return exportPage(
    title,
    html`<h1>${title}</h1>
      <p>Exported on ${day}.</p>
      <nav aria-label="Contents">
        <ul>
          ${meetings.map((meeting) => html`<li><a href="#${meetingId(meeting)}">${nameOf(meeting)}</a></li>`)}
          <li><a href="#directory">Directory</a></li>
          <li><a href="#audit">Accounts and audit</a></li>
          <li><a href="#files">The other files</a></li>
        </ul>
      </nav>
      ${meetings.map(meetingPart)} ${group('Governance', 'governance')}
      ${group('Communications', 'communications')}
      ${
        others.length === 0
          ? ''
          : section(
              'Other papers',
              html`<ul>
                ${others.map((paper) => paperRow(nameAmong(paper, others), paper))}
              </ul>`,
            )
      }
      <section aria-labelledby="directory">
        <h2 id="directory">Directory</h2>
        ${directoryTable(content, files)}
      </section>
      <section aria-labelledby="audit">
        <h2 id="audit">Accounts and audit</h2>
        <ul>
          <li><a href="${accountsPageName}">Accounts</a>: who could sign in, without passwords.</li>
          ${auditPages.map(({ name, title: called }) => html`<li><a href="${name}">${called}</a></li>`)}
        </ul>
      </section>
      <section aria-labelledby="files">
        <h2 id="files">The other files</h2>
        <ul>
          <li><a href="directory.csv">directory.csv</a>: the directory as a spreadsheet.</li>
          <li><a href="${usersName}">${usersName}</a>: the accounts, for programs.</li>
          <li>
            data: the portal’s records of all this, from which a portal restores it: papers,
            versions, agendas, mappings, directory, the policy for notes with its legal holds, and
            the audit with its chains of hashes. One JSON object per line.
          </li>
          <li><a href="manifest.json">manifest.json</a>: the size and SHA-256 of every file.</li>
        </ul>
        <p>
          Not in this archive: members’ notes on papers, and what they have read. They are theirs
          alone; everyone can download their own in the portal. Events are in the foundation’s own
          calendar.
        </p>
      </section>`,
  )
}

function agendaLink(agenda: ExportedAgenda, timeZone: string): Html {
  const when = agendaWhen(agenda, timeZone)
  return html`<p>
    <a href="agendas/${safeName(agenda.id)}.html">${agendaTitle(agenda)}</a>${when && `: ${when}`}
  </p>`
}

/** The meetings with an agenda or a paper, newest first. A slot whose paper was removed stays stored, and shows nothing. */
function meetingsOf({ slots, agendas }: ExportedContent): MeetingRef[] {
  const byId = new Map<string, MeetingRef>()
  const add = (meeting: MeetingRef | undefined) => {
    if (meeting) byId.set(meetingId(meeting), meeting)
  }
  for (const { id, documentId, embedUrl } of slots) {
    if (documentId !== undefined || embedUrl !== undefined) add(meetingOfMapping(id))
  }
  for (const { id } of agendas) add(meetingOf(id))
  return [...byId.values()].toSorted((a, b) => compareMeetings(b, a))
}

function withoutFile(version: ExportedVersion, file: ExportFile | undefined): string {
  if (version.state === 'withdrawn') return `withdrawn (${version.reason ?? ''}).`
  if (version.state === 'expired') return 'no longer kept.'
  return file?.fault === 'missing'
    ? 'the portal’s file was missing.'
    : 'the portal’s file was damaged.'
}

function section(title: string, content: Html) {
  return html`<section>
    <h2>${title}</h2>
    ${content}
  </section>`
}

/** With its folders, if others have the same name. */
function nameAmong({ name, path }: ExportedPaper, papers: readonly ExportedPaper[]): string {
  const isShared = papers.filter((paper) => paper.name === name).length > 1
  return isShared && path !== '' ? `${name}, in ${path}` : name
}

/** Only web addresses become links. */
function safeUrl(url: string): string {
  return /^https?:\/\//i.test(url) ? url : '#files'
}

/** Without empty texts, and without those that repeat an earlier one in other case, as a title often does the role. */
function distinct(texts: readonly (string | undefined)[]): string[] {
  const known = new Set<string>()
  return texts.filter((text): text is string => {
    const key = text?.trim().toLowerCase() ?? ''
    const isNew = key !== '' && !known.has(key)
    known.add(key)
    return isNew
  })
}

function directoryTable(content: ExportedContent, files: readonly ExportFile[]) {
  const rows = content.directory.map((entry) => {
    const photo = imageFile(files, entry.photoUrl)
    const reach = [entry.email, entry.phone].filter(Boolean).join(', ')
    const what = distinct([entry.role, entry.title, entry.department]).join(', ')
    return html`<tr>
      <td>${photo === undefined ? '' : html`<img src="${hrefOf(photo)}" alt="" />`}</td>
      <th scope="row">${entry.name}</th>
      <td>${what}</td>
      <td>${reach}</td>
    </tr>`
  })
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Photo</th>
        <th scope="col">Name</th>
        <th scope="col">Role</th>
        <th scope="col">E-mail and phone</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`
}
