import { join } from 'node:path'
import { mkdirSync } from 'node:fs'
import type { BlobStore } from '../platform/files/blob-store.ts'
import type { Settings } from '../platform/env/env.ts'
import { folderBlobStore } from './folder/folder-blob-store.ts'
import type { DriveSettings } from '../platform/env/drive.ts'
import type { Drive } from '../features/sync/drive.ts'
import type { Calendar } from '../features/calendar/calendar.ts'
import type { CalendarSettings } from '../platform/env/calendar.ts'
import type { MailSettings } from '../platform/env/mail.ts'
import type { ReplyMailbox } from '../features/feeds/reply-mailbox.ts'
import type { Mail } from '../features/mail/mail.ts'

type BlobOptions = Pick<Settings, 'blobs' | 'dataFolder'> & {
  credentialsFile: string | undefined
  /** Another process may use the same folder. */
  isShared?: boolean
}

/** Opens the blob store named in the settings. Google's client is only loaded if it is used. */
export async function openBlobs({
  blobs,
  dataFolder,
  credentialsFile,
  isShared = false,
}: BlobOptions): Promise<BlobStore> {
  if (blobs.kind === 'folder') return folderBlobStore(join(dataFolder, 'blobs'), { isShared })
  const { gcsBlobStore, mustReachBucket } = await import('./gcs/gcs-blob-store.ts')
  const options = { bucket: blobs.bucket, credentialsFile }
  await mustReachBucket(options)
  return gcsBlobStore(options)
}

type DriveOptions = {
  drive: DriveSettings
  /** Path of a service account key; defaults to the application default credentials. */
  credentialsFile: string | undefined
}

/** Opens the drive named in the settings; only its adapter is loaded. Refuses an unusable key file. */
export async function openDrive({ drive, credentialsFile }: DriveOptions): Promise<Drive> {
  if (drive.kind === 'folder') {
    const { folderDrive } = await import('./folder/folder-drive.ts')
    if (drive.isOwn) mkdirSync(drive.folder, { recursive: true })
    return folderDrive(drive.folder)
  }
  const { googleDrive } = await import('./google/google-drive.ts')
  return googleDrive({
    root: drive.root,
    ...(credentialsFile === undefined ? {} : { credentials: credentialsFile }),
  })
}

type CalendarOptions = {
  calendar: CalendarSettings
  timeZone: string
  /** For a Google calendar; defaults to the machine's own account. */
  credentialsFile: string | undefined
  now: () => Date
}

/** Opens the calendar named in the settings; only its adapter is loaded. */
export async function openCalendar(options: CalendarOptions): Promise<Calendar> {
  const { calendar, timeZone, credentialsFile, now } = options
  const { meetingHosts } = calendar
  if (calendar.kind === 'google') {
    const { googleCalendar } = await import('./google/google-calendar.ts')
    const { calendarId } = calendar
    const credentials = credentialsFile
    return googleCalendar({ calendarId, timeZone, meetingHosts, credentials, now })
  }
  const { icsCalendar } = await import('./ics/ics-calendar.ts')
  if (calendar.url !== undefined) {
    const { icsUrl } = await import('./ics/ics-url.ts')
    return icsCalendar({ source: icsUrl({ url: calendar.url, now }), timeZone, meetingHosts })
  }
  const { icsFile } = await import('./ics/ics-source.ts')
  return icsCalendar({ source: icsFile(calendar.file, calendar), timeZone, meetingHosts })
}

type MailOptions = { mail: MailSettings; dataFolder: string }

/** Opens what mail goes to; only its adapter is loaded. Undefined while mail is off. */
export async function openMail({ mail, dataFolder }: MailOptions): Promise<Mail | undefined> {
  if (mail.kind === 'off') return undefined
  if (mail.kind === 'outbox') {
    const { folderMail } = await import('./folder/folder-mail.ts')
    return folderMail(join(dataFolder, 'outbox'))
  }
  const { smtpMail } = await import('./smtp/smtp-mail.ts')
  return smtpMail(mail)
}

/** Opens the mailbox of calendars' answers, if one is set. */
export async function openMailbox({ replies }: MailSettings): Promise<ReplyMailbox | undefined> {
  if (!replies) return undefined
  const { imapMailbox } = await import('./imap/imap-mailbox.ts')
  return imapMailbox({ ...replies, timeout: 20_000 })
}
