/** The values of an agenda's empty fields: specification, section 9. Durations in minutes. */
export const agendaDefaults = {
  title: 'Board Meeting Agenda',
  time: '09:00',
  endTime: '10:00',
  duration: 15,
  type: 'discussion',
} as const

type MeetingTimes = { time?: string | undefined; endTime?: string | undefined }

/** When a meeting starts and ends, with defaults for empty fields. */
export function meetingTimes({ time, endTime }: MeetingTimes): { time: string; endTime: string } {
  return {
    time: time?.trim() ? time : agendaDefaults.time,
    endTime: endTime?.trim() ? endTime : agendaDefaults.endTime,
  }
}
