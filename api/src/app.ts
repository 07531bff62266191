import type { SampleAccount } from '@portal/contract/portal'
import {
  createAgendas,
  createAgendasInMemory,
  createMeetingRecords,
} from './features/agendas/agendas-feature.ts'
import { createBodies, createBodiesInMemory } from './features/bodies/bodies-feature.ts'
import {
  createBoardBooks,
  createBookWithdrawal,
  forgetOwnBooks,
} from './features/board-book/board-book-feature.ts'
import { createCalendar } from './features/calendar/calendar-feature.ts'
import { createDirectory, createLinkedEntries } from './features/directory/directory-feature.ts'
import {
  createDocuments,
  createPaperFiles,
  createPapers,
  createPictureKeys,
  createVersions,
} from './features/documents/documents-feature.ts'
import { createFeeds } from './features/feeds/feeds-feature.ts'
import { createGuests, createInvitationsInMemory } from './features/guests/guests-feature.ts'
import { createImages } from './features/images/images-feature.ts'
import {
  createAgendaSlotsService,
  createMappings,
  createMappingsInMemory,
} from './features/mappings/mappings-feature.ts'
import { createMail } from './features/mail/mail-feature.ts'
import { createMeetings } from './features/meetings/meetings-feature.ts'
import { createNoteExports } from './features/note-exports/note-exports-feature.ts'
import { createNotes } from './features/notes/notes-feature.ts'
import { createNotices } from './features/notices/notices-feature.ts'
import { createPages } from './features/page/page-feature.ts'
import { createChanges } from './features/paper-changes/paper-changes-feature.ts'
import { createPortalExports } from './features/portal-exports/portal-exports-feature.ts'
import { createPortal, portalConfigOf } from './features/portal/portal-feature.ts'
import { createQuarters, createQuarterStates } from './features/quarters/quarters-feature.ts'
import { createQuestions, withdrawQuotedPassages } from './features/questions/questions-feature.ts'
import { createReading } from './features/reading/reading-feature.ts'
import { createReference } from './features/reference/reference-feature.ts'
import {
  createPeopleInReleases,
  createReleases,
  createReleaseTokens,
} from './features/releases/releases-feature.ts'
import { createReplies } from './features/replies/replies-feature.ts'
import { createReports } from './features/reports/reports-feature.ts'
import { createScrub } from './features/scrub/scrub-feature.ts'
import { createSearch } from './features/search/search-feature.ts'
import { createSetup } from './features/setup/setup-feature.ts'
import { createSlotSettings } from './features/slot-settings/slot-settings-feature.ts'
import { createStorageUse } from './features/storage-use/storage-use-feature.ts'
import { createSync } from './features/sync/sync-feature.ts'
import { createUndo } from './features/undo/undo-feature.ts'
import { createUploads } from './features/uploads/uploads-feature.ts'
import { createUsers } from './features/users/users-feature.ts'
import {
  createAllReaders,
  createAuditMask,
  createClosedItems,
  createSealing,
  createVisibilityService,
  oncePerMinute,
} from './features/visibility/visibility-feature.ts'
import { guardPorts } from './guarded-ports.ts'
import type { AppParts } from './platform/app-parts.ts'
import { createAccessLog } from './platform/audit/access-log.ts'
import { withAppendOnlyAudit } from './platform/audit/append-only.ts'
import { withAuditChain } from './platform/audit/audit-chain.ts'
import { createAudit } from './platform/audit/audit-feature.ts'
import { createHeavyWork } from './platform/background/heavy-work.ts'

import type { Settings } from './platform/env/env.ts'
import { runFeatures } from './platform/feature.ts'
import { createLinks } from './platform/links/link-keys.ts'
import { createLinkPages } from './platform/http/link-page.ts'
import { noteStale } from './platform/http/request-context.ts'
import { createServer } from './platform/http/server.ts'
import { createFeedAddresses } from './platform/identity/feed-addresses.ts'
import { createIdentity } from './platform/identity/identity-feature.ts'
import { createPersonNames } from './platform/identity/person-names-service.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { createProbes } from './platform/resilience/probes-feature.ts'
import type { Ports } from './ports.ts'
import type { DocumentStore } from './platform/store/document-store.ts'
import { createStoreDamage } from './platform/store/store-damage.ts'

export type PortalApp = ReturnType<typeof createApp>

/** The ports with the accounts that this portal keeps itself, or whose links it does. */
function withOwnSignIn<P extends Pick<Ports, 'accounts'>>(
  given: Ports,
  guarded: P,
  store: DocumentStore,
) {
  const own = given.openOwnSignIn?.(store)
  const linked = own ? undefined : given.openLinks?.(store, guarded.accounts)
  return { ...guarded, calls: own?.calls, links: own?.calls, ...linked, ...own }
}

/** Composes the features, which meet only here. Its only I/O is through its ports. */
export function createApp(given: Ports, settings: Settings, sampleAccounts?: SampleAccount[]) {
  const metrics = createMetrics()
  const { ports: guarded, health } = guardPorts(
    given,
    metrics,
    settings.limits,
    settings.mail.kind === 'smtp' ? 5 * settings.mail.timeout : undefined,
  )
  const noting = { onStaleRead: noteStale, damage: createStoreDamage(given) }
  const store = { ...withAuditChain(withAppendOnlyAudit(guarded.store)), ...noting }
  const { calls, links, ...ports } = withOwnSignIn(given, guarded, store)
  const { blobs, accounts, drive, shell, branding, now, log } = ports
  const accessLog = createAccessLog({ store, now, log })
  const heavyWork = createHeavyWork({ metrics })
  const signing = createLinks({
    store,
    key: settings.linkKey,
    previousKey: settings.previousKeys.linkKey,
    now,
  })
  const parts: AppParts = {
    store,
    blobs,
    settings,
    accessLog,
    heavyWork,
    metrics,
    links: signing.links,
    now,
    log,
  }
  const tokens = createReleaseTokens(parts)
  const server = createServer(parts, { ...ports, findReleaseToken: tokens.get })
  const linkPage = createLinkPages({ foundation: settings.foundation.name, branding })
  const mail = createMail(parts, {
    mail: ports.mail,
    accounts,
    linkPage,
    colors: ports.branding?.accent?.schemes,
  })
  const papers = createPapers(parts)
  const inMemory = createMappingsInMemory({ ...parts, ...papers })
  const slotSettings = createSlotSettings(parts)
  const states = { inMemory, slotSettings, quarters: createQuarterStates(store) }
  const agendasInMemory = createAgendasInMemory(store)
  const invitations = createInvitationsInMemory(store)
  const bodiesInMemory = createBodiesInMemory(store)
  const entries = createLinkedEntries(store)
  const visibility = createVisibilityService({
    ...parts,
    ...papers,
    ...states,
    mappings: inMemory,
    agendas: agendasInMemory,
    closedItems: createClosedItems(store),
    bodies: bodiesInMemory,
    links: entries,
    kinds: server.lists.kinds,
    invitations,
    timeZone: settings.foundation.timeZone,
  })
  const { restrictions } = visibility
  const sealing = createSealing({ ...parts, ...papers, mappings: inMemory, restrictions })
  const everyone = createAllReaders({
    ...server.lists,
    visibility,
    accounts,
    nameOf: entries.nameOf,
    domain: settings.foundation.domain,
  })
  const prepared = {
    ...states,
    sealing,
    everyone,
    recentEveryone: oncePerMinute(everyone, now),
    isKnown: (person: string) =>
      entries.has(person) || server.lists.kinds.get(person) !== undefined,
    agendasInMemory,
    bodies: bodiesInMemory,
    slots: createAgendaSlotsService(inMemory, visibility),
    visibility,
  }
  const images = createImages(parts, createPictureKeys(papers.documents, visibility, store))
  const documents = createDocuments(parts, { ...papers, visibility })
  const agendas = createAgendas(parts, prepared)
  const records = createMeetingRecords(agendasInMemory)
  const mappings = createMappings(parts, { ...prepared, images, agendas, records })
  const quarters = createQuarters(parts, { agendas })
  const deleteDerivedFiles = (uid: string) => forgetOwnBooks(parts, uid)
  const content = {
    documents,
    agendas,
    records,
    mappings,
    inMemory,
    visibility,
    deleteDerivedFiles,
  }
  const meetings = createMeetings({ ...parts, ...prepared, ...content })
  const reading = createReading(parts, content)
  const notes = createNotes(parts, { ...states, ...content })
  const noteExports = createNoteExports(parts, { documents, notes })
  const directory = createDirectory(parts, { images, inMemory })
  const bodies = createBodies(parts, { ...prepared, directory })
  const calendar = createCalendar(parts, {
    calendar: ports.calendar,
    ...prepared,
    agendas,
    meetings,
    noteStale,
  })
  const stored = { ...papers, mappings, visibility }
  const containing = createBookWithdrawal(parts)
  const quotations = {
    async withdraw(paper: string, withdrawn: ReadonlySet<number>) {
      await notes.quotations.withdraw(paper, withdrawn)
      await withdrawQuotedPassages(store, paper, withdrawn)
    },
  }
  const versions = createVersions(parts, { ...stored, quotations, containing })
  const changes = createChanges(parts, documents)
  const inBooks = { ...content, quarters, notes, reading, changes, damage: papers.damage, branding }
  const boardBooks = createBoardBooks(parts, { ...inBooks, syncedDocuments: papers.documents })
  const sync = createSync(parts, { ...stored, records, drive, calendar })
  const uploads = createUploads(parts, { ...stored, ...sync })
  const search = createSearch(parts, { ...content, directory, notes })
  const names = createPersonNames({ ...parts, accounts, directory })
  const audit = createAudit(parts, {
    ...papers,
    ...records,
    maskOf: createAuditMask({ ...papers, visibility }),
    names,
  })
  const notices = createNotices(parts, {
    ...prepared,
    inMemory,
    bodies: bodiesInMemory,
    invitations,
    directory,
    callMeeting: agendas.callMeeting,
    mail: mail.mail,
  })
  const questions = createQuestions(parts, {
    ...prepared,
    ...content,
    ...server.lists,
    entries,
    notes,
    notices,
  })
  notices.addSource(questions.told)
  const reports = createReports(parts)
  const portalExports = createPortalExports(parts, { accounts })
  const identity = createIdentity(parts, { ...server, accounts, names, calls, links })
  const ofPerson = {
    accounts,
    identity,
    search,
    directory,
    bodies,
    inReleases: createPeopleInReleases(parts),
    mail: mail.mail,
  }
  const users = createUsers(parts, { ...server, ...content, ...ofPerson })
  const guests = createGuests(parts, {
    ...server,
    ...ofPerson,
    ...prepared,
    createAccount: users.createOutsiders,
    nameByInvitation: agendas.nameByInvitation,
    invitations,
    bodies,
    calendar,
  })
  const replies = createReplies(parts, {
    ...server,
    ...prepared,
    directory,
    bodies,
    bodiesInMemory,
    invitations,
    accounts,
    linkPage,
    mail: mail.mail,
    nameOf: entries.nameOf,
  })
  notices.addSource({
    async asks(people, keys) {
      const missing = await replies.missing(people, keys)
      return (person, key) =>
        missing.get(person)?.includes(key) ? [{ text: 'Please say whether you come.' }] : []
    },
  })
  const feeds = createFeeds(parts, {
    ...server,
    ...prepared,
    accounts,
    calendar,
    ownMeetings: guests.ownMeetings,
    feedAddresses: createFeedAddresses(parts),
    recipients: notices.recipients,
    mail: mail.mail,
    replyButtons: (...of) => replies.buttonsFor(...of),
    recordReply: (answered) => replies.recordReply(answered),
    openMeeting: (key) => replies.openMeeting(key),
    mailbox: ports.mailbox,
  })
  const setup = createSetup(parts, { ...server, ...states, directory, calendar, agendas, accounts })
  const releases = createReleases(parts, { ...ports, ...server, ...server.lists, tokens, users })
  const undo = createUndo(parts, { mappings, agendas, bodies, directory, quarters, releases })
  const config = portalConfigOf(settings, branding?.config, sampleAccounts)
  const inPortal = { ...releases, ...server, ...server.lists, visibility, config }
  const portal = createPortal(parts, { ...inPortal, shell: shell?.build })
  const reference = createReference(server.mounted)
  const pages = createPages(parts, { ...inPortal, ...reference, shell, branding, portal })
  const files = [createPaperFiles({ ...parts, ...papers }), releases.storedFiles, boardBooks.files]
  const scrub = createScrub({ ...parts, ...settings.scrub, sources: files, repair: sync.start })
  const storageUse = createStorageUse(parts, { ...ports, documents: papers.documents })
  const fromAdmins = { setup, agendas, mappings, quarters, meetings, directory, uploads, undo }
  const ofPapers = { images, documents, versions, changes, sync, scrub, search }
  const ofPeople = {
    reading,
    notes,
    questions,
    noteExports,
    boardBooks,
    calendar,
    identity,
    users,
    guests,
    replies,
    feeds,
    portal,
  }
  const ofOperators = { audit, reports, portalExports, releases, reference, pages, storageUse }
  const features = {
    signing: { ready: signing.ready },
    sealing: { jobs: [sealing.job] },
    mail,
    notices,
    slotSettings,
    bodies,
    ...fromAdmins,
    ...ofPapers,
    ...ofPeople,
    ...ofOperators,
  }
  const running = runFeatures(Object.values(features))
  const probes = createProbes(parts, { ...ports, ...running, health, calendar, scrub })
  server.mount([...Object.values(features), probes], pages.page)
  return {
    ...server,
    ...running,
    store,
    metrics,
    features,
    /** Makes `/readyz` report that no more requests should be sent here; a sync stops after its current file. */
    drain: () => (probes.drain(), void sync.stop()),
    /** Stops background work once no more requests arrive; the ports stay open. */
    async stop() {
      await running.stop()
      await heavyWork.stop()
      await Promise.all([server.stop(), accessLog.flush()])
    },
  }
}
