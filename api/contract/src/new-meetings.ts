import { bodyLimits } from '@portal/domain/bodies'
import { anyMeetingId } from '@portal/domain/meeting-ref'
import { meetingKinds, meetingStages } from '@portal/domain/meeting-stages'
import * as z from 'zod/mini'
import { agenda, agendaLimits } from './agendas.ts'
import { endpoint } from './endpoint.ts'
import { shortText } from './texts.ts'

const text = z.optional(z.string().check(z.maxLength(20)))

/**
 * Creates a meeting that isn't a quarterly one, with an empty draft of its agenda, in preparation. Its id is made from the
 * date and the body, and never changes. A request with a key that a meeting has already gets that meeting.
 */
export const createMeeting = endpoint({
  method: 'POST',
  path: '/api/meetings',
  callers: 'admins',
  summary: 'Creates a meeting of a body, in preparation.',
  body: z.object({
    /** A random UUID, which becomes the meeting's permanent key. */
    key: z.uuid(),
    body: z.string().check(z.maxLength(bodyLimits.id)),
    kind: z.enum(meetingKinds),
    /** `YYYY-MM-DD` */
    date: z.string().check(z.maxLength(10)),
    /** By default the body's name with the kind of meeting. */
    title: z.optional(shortText(agendaLimits.title)),
    /** `HH:MM` in the foundation's zone. */
    time: text,
    endTime: text,
    location: z.optional(shortText(agendaLimits.location)),
  }),
  reply: agenda,
  fresh: 'content',
})

/**
 * `planned → called → running → held → closed`, or `cancelled` from the first two. A cancelled meeting keeps everything,
 * and can be planned again. The revision is that of its agenda.
 */
export const setMeetingStage = endpoint({
  method: 'PUT',
  path: '/api/meetings/{meeting}/stage',
  callers: 'admins',
  summary: 'Moves a meeting to another stage, such as cancelled.',
  params: z.object({ meeting: anyMeetingId }),
  body: z.object({ stage: z.enum(meetingStages) }),
  reply: agenda,
  revised: true,
  fresh: 'content',
})
