import {
  getMeetingNotices,
  getOwnNotices,
  getOwnWaiver,
  listNoticeDeadlines,
  pauseNotices,
  recordWaiver,
  saveOwnNotices,
  sendFormalNotice,
  startNotices,
  waiveNotice,
} from '@portal/contract/notices'
import type { Person } from '@portal/contract/portal'
import { dayOf } from '@portal/domain/days'
import { isEmailAddress } from '@portal/domain/email-address'
import { meetingOf } from '@portal/domain/meeting-ref'
import { mustManagePortal } from '../../access.ts'
import type { AppParts } from '../../platform/app-parts.ts'
import { publicUrlOf } from '../../platform/env/env.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { StoreOperations } from '../../platform/store/document-store.ts'
import type { MailService } from '../mail/mail-feature.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import { createDigests } from './digests.ts'
import { createFormalNotices } from './formal-notices.ts'
import { createGathering } from './gathering.ts'
import { createNoticeLines, type LinesParts } from './notice-lines.ts'
import type { NoticeEvent, NoticeSource } from './notice-sources.ts'
import { createNoticesService } from './notices-service.ts'
import { createOwnNotices } from './own-notices.ts'
import { createPreparing } from './preparing.ts'
import { createRecipients, type RecipientsParts } from './recipients.ts'
import { noticeEventsCollection } from './stored-notices.ts'

export type { NoticeEvent, NoticeSource } from './notice-sources.ts'
export { storedFormal, storedWaiver, waiverId } from './stored-notices.ts'
export { noticeChoicesOf, waiversOf } from './own-notices.ts'
export { forgetNotices } from './forget-notices.ts'

type FormalParts = Parameters<typeof createFormalNotices>[0]
type OwnParts = Parameters<typeof createOwnNotices>[0]
type Parts = Omit<LinesParts, 'sources' | 'portalUrl' | 'today'> &
  Omit<RecipientsParts, 'timeZone' | 'now'> &
  Pick<FormalParts, 'bodies' | 'everyone' | 'callMeeting'> & {
    agendasInMemory: LinesParts['agendasInMemory'] & FormalParts['agendas']
    visibility: Pick<VisibilityService, 'ownReaderOf'>
    /** The same list as `everyone`, up to a minute old. */
    recentEveryone: FormalParts['everyone']
    mail: FormalParts['mail'] & OwnParts['mail'] & Pick<MailService, 'remakeWith'>
  }

/** Who is told what about meetings, and when. */
export function createNotices({ store, settings, now, log }: AppParts, parts: Parts) {
  const { foundation, notices: clock } = settings
  const { timeZone } = foundation
  const { agendasInMemory: agendas, directory, visibility, mail } = parts
  const sources: NoticeSource[] = []
  const portalUrl = publicUrlOf(settings)
  const today = () => dayOf(now(), timeZone)
  const lines = createNoticeLines({ ...parts, sources, portalUrl, today })
  const recipients = createRecipients({ ...parts, timeZone, now })
  const personOf = (caller: Person) => visibility.ownReaderOf(caller).person ?? caller.uid
  const addressOf = (person: string, caller: Person) => {
    const listed = directory.entries().find(({ id }) => id === person)?.email ?? ''
    return [listed, caller.email].find(isEmailAddress)
  }
  const own = createOwnNotices({ store, mail, personOf, addressOf, clock })
  const gathering = createGathering({ store, agendas, lines, timeZone, now })
  const { choicesOf } = own
  const digests = createDigests({
    ...parts,
    store,
    lines,
    choicesOf,
    recipients,
    notices: gathering,
    clock,
    now,
  })
  mail.remakeWith(['digest', 'reminder'], digests.remake)
  const formal = createFormalNotices({
    ...parts,
    meetingByKey: gathering.meetingByKey,
    store,
    lines,
    agendas,
    recipients,
    personOf,
    foundation: foundation.name,
    portalUrl,
    timeZone,
    now,
  })
  const preparing = createPreparing({ store, mail, gathering, digests, now, log })
  const service = createNoticesService({
    ...parts,
    store,
    lines,
    gathering,
    digests,
    formal,
    recipients,
    wake: preparing.job.runNow,
    timeZone,
    now,
  })
  const ready = Promise.all([own.ready, gathering.ready, digests.ready]).then(() => undefined)
  ready.catch(() => undefined)

  return {
    ready,
    jobs: [preparing.job],
    /** Prepares what is due now. */
    prepareDue: preparing.run,
    /** Who is written to about a meeting, of everybody who can sign in. */
    recipients,
    /** Adds what another feature tells and asks. */
    addSource: (source: NoticeSource) => void sources.push(source),
    /** Reports an event in the transaction of what has happened. An id that is known already is left alone. */
    async record(transaction: StoreOperations, { id, ...event }: NoticeEvent): Promise<void> {
      const events = noticeEventsCollection.in(transaction)
      if (await events.find(id)) return
      await events.create(id, { ...event, at: now().toISOString() })
    },
    routes(serve: Serve) {
      serve(getOwnNotices, ({ person }) => own.get(person))
      serve(saveOwnNotices, ({ person, body }) => own.save(person, body))
      serve(getOwnWaiver, ({ person, params }) => formal.mine(person, meetingOf(params.meeting)!))
      serve(waiveNotice, ({ person, params }) => formal.waive(person, meetingOf(params.meeting)!))
      serve(listNoticeDeadlines, async ({ person }) => {
        mustManagePortal(person)
        return { meetings: await formal.deadlines() }
      })
      serve(getMeetingNotices, ({ person, params }) =>
        service.get(person, meetingOf(params.meeting)!),
      )
      serve(startNotices, ({ person, params }) => service.start(person, meetingOf(params.meeting)!))
      serve(pauseNotices, ({ person, params, body }) =>
        service.pause(person, meetingOf(params.meeting)!, body.paused),
      )
      serve(sendFormalNotice, async ({ person, params, body }) => {
        const meeting = meetingOf(params.meeting)!
        await formal.send(person, meeting, body.id)
        return service.shown(meeting)
      })
      serve(recordWaiver, async ({ person, params, body }) => {
        const meeting = meetingOf(params.meeting)!
        await formal.record(person, meeting, params.person, body.remark)
        return service.shown(meeting)
      })
    },
  }
}
